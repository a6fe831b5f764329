"""Random requests, valid and invalid, straight into the application: one by one, and along the links."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from tests.contract.document import service
from tests.contract.tally import TALLY
from tests.contract.trials import CHECKS, LONG, config, contract

schema = schemathesis.openapi.from_dict(contract(), config=config(300 if LONG else 25))
schema.app = service()
# A link puts a valid body in the place of whatever was made, lines too: nothing is meant to be refused then.
links = schemathesis.openapi.from_dict(contract(lines=False), config=config(examples=1, mode="positive"))
links.app = schema.app

# The client that sends forms (to see them refused) leaves the closing of their files to Python.
pytestmark = pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")


@schema.parametrize()
def test_the_service_keeps_the_contract(case: Case):
    case.call_and_validate(additional_checks=CHECKS)


def test_the_links_lead_on():
    """From answer to answer: legal moves are played, and the position is handed on."""

    class Walk(links.as_state_machine()):  # type: ignore[misc]
        def validate_response(self, response, case, additional_checks=(), **more):
            super().validate_response(response, case, [*additional_checks, *CHECKS], **more)

    Walk.run(
        settings=settings(
            max_examples=100 if LONG else 12,
            stateful_step_count=20 if LONG else 8,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
    )
    assert TALLY["legal"] > 0
    assert TALLY["illegal"] > 0
