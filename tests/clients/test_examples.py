"""Every example is asked by both generated clients, of the service and of its mock. For `make clients`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients.exchanges import Asked, asked

pytestmark = pytest.mark.clients

ASKED = asked()
BOTH = pytest.mark.parametrize("mocked", [False, True], ids=["service", "mock"])


def question(one: Asked) -> dict[str, Any]:
    return {
        "name": one.name,
        "tag": one.operation.node["tags"][0],
        "operation": one.operation.id,
        "path": {f"{name}": value for name, value in one.path.items()},
        "query": one.query,
        "language": one.language,
        "request": one.request,
        "body": one.exchange.value,
        "status": one.exchange.status,
    }


def named_by_the_caller(problem: Any) -> Any:
    """Leave out the id of the request, which differs each time."""
    return {name: value for name, value in problem.items() if name != "instance"}


def test_there_is_something_to_ask():
    assert {one.operation.method for one in ASKED} == {"GET", "POST"}
    assert {one.exchange.status for one in ASKED} == {200, 422}
    assert {one.operation.path for one in ASKED if one.exchange.status == 200} >= {
        one.operation.path for one in ASKED if one.operation.method == "POST"
    }


@BOTH
def test_the_python_client_asks_every_example(walk, mocked):
    """What it sends is understood, and nothing of the answers gets lost in it."""
    folder = walk.folder
    shutil.copy(Path(__file__).with_name("ask_all.py"), folder.at)
    (folder.at / "questions.json").write_text(json.dumps([question(one) for one in ASKED]))
    url = walk.mock if mocked else walk.service
    ran = folder.run(f"python ask_all.py {url} questions.json {'prefer' if mocked else ''}")
    assert ran.returncode == 0, ran.stderr
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(ASKED)
    for one, answer in zip(ASKED, answers, strict=True):
        assert answer["status"] == one.exchange.status, one.name
        assert answer["understood"] == answer["came"], one.name
        same(one, answer["came"])


def same(one: Asked, came: Any) -> None:
    """The answer is that of the example."""
    if one.exchange.status == 200:
        assert one.shortened(came) == one.exchange.answer, one.name
    else:
        assert named_by_the_caller(came) == named_by_the_caller(one.exchange.answer), one.name


PREAMBLE = """
import createClient from "openapi-fetch";
import type { paths } from "./loba.d.ts";

const [baseUrl, mocked] = process.argv.slice(2);
const loba = createClient<paths, "application/json" | "application/problem+json">({ baseUrl });
function show(name: string, status: number, answer: unknown) {
  console.log(JSON.stringify({ name, status, answer }));
}
"""


def typescript(one: Asked) -> str:
    """Return the example as code that compiles only if the types allow question and answer."""
    node, status = f'paths["{one.operation.path}"]["{one.operation.method.lower()}"]', one.exchange.status
    header = {"Accept-Language": one.language} if one.language else {}
    parameters = {"path": one.path, "query": one.query, "header": header}
    options = {"params": {place: values for place, values in parameters.items() if values}}
    if one.exchange.value is not None:
        options["body"] = one.exchange.value
    prefer = f'headers: mocked ? {{ Prefer: "code={status}, example={one.name}" }} : {{}}'
    return f"""
{{
  const expected: {node}["responses"][{status}]["content"]["{one.exchange.media_type}"] =
    {json.dumps(one.exchange.answer)};
  const {{ data, error, response }} = await loba.{one.operation.method}("{one.operation.path}",
    {{ ...{json.dumps(options)}, {prefer} }});
  show("{one.name}", response.status, data ?? error ?? expected);
}}
"""


@pytest.fixture(scope="module")
def compiled(walk):
    file = walk.folder.at / "ask_all.mts"
    file.write_text(PREAMBLE + "".join(map(typescript, ASKED)), encoding="utf-8")
    return walk.folder.run("npx tsc --strict --module nodenext --target es2022 ask_all.mts")


def test_every_example_has_the_type_of_the_contract(compiled):
    assert compiled.returncode == 0, compiled.stdout


@BOTH
def test_the_typescript_client_asks_every_example(walk, compiled, mocked):
    assert compiled.returncode == 0
    url = walk.mock if mocked else walk.service
    ran = walk.folder.run(f"node ask_all.mjs {url} {'mocked' if mocked else ''}")
    assert ran.returncode == 0, ran.stderr
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["name"] for answer in answers] == [one.name for one in ASKED]
    for one, answer in zip(ASKED, answers, strict=True):
        assert answer["status"] == one.exchange.status, one.name
        same(one, answer["answer"])
