"""The application, asked without a network."""

import json

import pytest
from flask.testing import FlaskClient

from loba.api import Settings, create_app


class Client(FlaskClient):
    """A client that takes every answer whole and closes it, as a server does."""

    def open(self, *args, buffered=True, **options):
        return super().open(*args, buffered=buffered, **options)


@pytest.fixture(scope="session")
def app():
    app = create_app(Settings())
    app.test_client_class = Client
    return app


@pytest.fixture
def client(app) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def errors_of(client):
    """Ask a question that is wrong, and return what is wrong with it: pairs of pointer and code."""

    def ask(path, body):
        # Flask's own way of writing JSON sorts the members.
        answer = client.post(path, data=json.dumps(body), content_type="application/json")
        assert answer.status_code == 422, answer.text
        assert answer.json["type"] == "/problems/invalid-request"
        return [(error["pointer"], error["code"]) for error in answer.json["errors"]]

    return ask
