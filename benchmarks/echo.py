"""The floor: the least a Flask service can do with a JSON body, which is to send it back."""

from __future__ import annotations

from flask import Flask, Response, jsonify, request

app = Flask(__name__)


@app.post("/")
def echo() -> Response:
    """Return what came in."""
    return jsonify(request.get_json())
