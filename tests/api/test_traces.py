"""`traceparent`: read as the standard says, logged, and sent back."""

import logging

import pytest

from loba.api.traces import Trace
from tests.api.bodies import MELD_CHECK

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SANE = f"00-{TRACE}-{PARENT}-01"


@pytest.mark.parametrize(
    ("header", "written"),
    [
        (SANE, SANE),
        (f"00-{TRACE}-{PARENT}-00", f"00-{TRACE}-{PARENT}-00"),
        (f"01-{TRACE}-{PARENT}-03", f"00-{TRACE}-{PARENT}-03"),
        (f"cc-{TRACE}-{PARENT}-01-what-the-future-will-be", SANE),
    ],
)
def test_a_sane_one_is_read(header, written):
    trace = Trace.told_by(header)

    assert trace is not None
    assert (trace.id, str(trace)) == (TRACE, written)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "00",
        SANE.upper(),
        SANE + "-more",
        SANE + "\n",
        SANE[:-1],
        f"ff-{TRACE}-{PARENT}-01",
        f"00-{'0' * 32}-{PARENT}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE[:-1]}g-{PARENT}-01",
        f"00-{TRACE}{PARENT}-01",
        f"01-{TRACE}-{PARENT}-01more",
        f"{SANE}, {SANE}",
        f"00-{TRACE}-{PARENT}-\u0660\u0661",
    ],
)
def test_any_other_is_as_good_as_none(header):
    assert Trace.told_by(header) is None


def test_it_is_logged_and_sent_back(client, caplog):
    caplog.set_level(logging.INFO)
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"traceparent": SANE})

    assert answer.headers["traceparent"] == SANE
    assert [record.fields["trace_id"] for record in caplog.records] == [TRACE]


def test_without_a_sane_one_nothing_is_made_up(client, caplog):
    caplog.set_level(logging.INFO)
    answer = client.post("/v1/meld-checks", json=MELD_CHECK, headers={"traceparent": "00-1-2-3"})

    assert "traceparent" not in answer.headers
    assert "trace_id" not in caplog.records[0].fields
