"""Settings from the environment."""

from dataclasses import fields

import pytest

from loba.api import BadSetting, Settings
from loba.api.settings import processors


def test_nothing_needs_to_be_set():
    assert Settings.from_env({}) == Settings()


def test_settings_are_read():
    environ = {"LOBA_PORT": "9000", "LOBA_LOG_FORMAT": "text", "LOBA_HOST": "::1", "OTHER": "x"}

    assert Settings.from_env(environ) == Settings(port=9000, log_format="text", host="::1")


@pytest.mark.parametrize(
    "environ", [{"LOBA_PORT": ""}, {"LOBA_PORT": " "}, {"LOBA_PORT": "tcp://10.0.0.7:8080"}]
)
def test_what_says_nothing_leaves_the_default(environ):
    """The last one is what Kubernetes sets where a service is called `loba`."""
    assert Settings.from_env(environ) == Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LOBA_PORT", "http"),
        ("LOBA_PORT", "65536"),
        ("LOBA_PORT", "-1"),
        ("LOBA_PORT", "8_080"),
        ("LOBA_PORT", "٨٠"),
        ("LOBA_PORT", "9" * 5000),
        ("LOBA_THREADS", "0"),
        ("LOBA_LOG_LEVEL", "loud"),
        ("LOBA_LOG_FORMAT", "xml"),
        ("LOBA_BODY_BYTES", "1"),
    ],
    ids=lambda value: value[:20],
)
def test_a_bad_value_stops_the_start_and_is_not_repeated(variable, value):
    with pytest.raises(BadSetting) as caught:
        Settings.from_env({variable: value})

    assert str(caught.value).startswith(f"{variable} must be ")
    assert value not in str(caught.value) or len(value) < 3


def test_one_worker_for_each_processor_unless_told_otherwise():
    assert Settings().processes >= 1
    assert Settings(workers=3).processes == 3


@pytest.mark.parametrize("share", ["max 100000", "", "x y", None])
def test_without_a_limit_all_processors_count(tmp_path, share):
    file = tmp_path / "cpu.max"
    if share is not None:
        file.write_text(share)

    assert processors(file) == processors(tmp_path / "nothing") >= 1


@pytest.mark.parametrize("share", ["50000 100000", "100000 100000", "1 100000"])
def test_a_container_counts_only_its_share(tmp_path, share):
    file = tmp_path / "cpu.max"
    file.write_text(share + "\n")

    assert processors(file) == 1


def test_settings_cannot_be_changed():
    with pytest.raises(AttributeError):
        Settings().port = 1  # type: ignore[misc]

    assert all(field.kw_only for field in fields(Settings))
