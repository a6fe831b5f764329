"""Random requests, valid and invalid, straight into the application."""

from __future__ import annotations

import pytest
import schemathesis
from schemathesis import Case

from tests.contract.document import service
from tests.contract.trials import CHECKS, config, contract

schema = schemathesis.openapi.from_dict(contract(), config=config())
schema.app = service()


# The client that sends forms (to see them refused) leaves the closing of their files to Python.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
@schema.parametrize()
def test_the_service_keeps_the_contract(case: Case):
    case.call_and_validate(additional_checks=CHECKS)
