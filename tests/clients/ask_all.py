"""Ask everything with the generated client, in an environment that has nothing of ours. Not a test itself.

    python ask_all.py <address> <file with questions> [prefer]

Prints a line of JSON for each: the status, the answer as the client understood it, and as it came.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import loba_client.models
from loba_client import Client


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def ask(client: Client, question: dict[str, Any]) -> dict[str, Any]:
    operation = importlib.import_module(f"loba_client.api.{question['tag']}.{snake(question['operation'])}")
    values = dict(question["path"])
    for name, given in question["query"].items():
        values[name] = [variant(value) for value in given] if name == "variants" else given
    if question["language"]:
        values["accept_language"] = question["language"]
    if question["request"]:
        model = getattr(loba_client.models, question["request"])
        values["body"] = model.from_dict(question["body"])
    answer = operation.sync_detailed(client=client, **values)
    return {
        "name": question["name"],
        "status": answer.status_code,
        "kind": type(answer.parsed).__name__,
        "understood": answer.parsed.to_dict(),
        "came": json.loads(answer.content),
    }


def variant(name: str) -> Any:
    return loba_client.models.VariantId(name)


address, file, *prefer = sys.argv[1:]
for question in json.loads(Path(file).read_text(encoding="utf-8")):
    headers = {"Prefer": f"code={question['status']}, example={question['name']}"} if prefer else {}
    with Client(base_url=address, headers=headers) as client:
        sys.stdout.write(json.dumps(ask(client, question)) + "\n")
