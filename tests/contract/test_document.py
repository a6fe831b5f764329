"""The contract is a sound document, and its examples obey its own schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from loba import limits
from loba.__about__ import __version__
from tests.contract.document import (
    FILE,
    JSON,
    NDJSON,
    PROBLEM,
    Exchange,
    Loader,
    Node,
    Operation,
    client,
    document,
    exchanges,
    operations,
    request_examples,
    resolved,
    schemas,
    service,
    validator,
)

OPERATIONS = operations()
POSTS = [operation for operation in OPERATIONS if operation.method == "POST"]
EXCHANGES = exchanges()


def named(value: Operation | Exchange) -> str:
    return value.id if isinstance(value, Operation) else value.name


def nodes(value: Any, at: str = "#") -> Iterator[tuple[str, Node]]:
    """Yield every object of a document with a path to it."""
    if isinstance(value, dict):
        yield at, value
        for name, inner in value.items():
            yield from nodes(inner, f"{at}/{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nodes(inner, f"{at}/{index}")


def reached(node: Node, seen: dict[str, Node] | None = None) -> dict[str, Node]:
    """Return the schemas that a schema leads to, by where they stand."""
    seen = {} if seen is None else seen
    for at, inner in nodes(node):
        reference = inner.get("$ref")
        if reference is None:
            seen[f"{id(node)}{at}"] = inner
        elif reference not in seen:
            seen[reference] = resolved(inner)
            reached(resolved(inner), seen)
    return seen


def test_it_is_a_valid_openapi_document():
    assert list(OpenAPIV31SpecValidator(document()).iter_errors()) == []


def test_it_is_written_in_openapi_3_1_0():
    """Later versions break the generators of its readers."""
    assert document()["openapi"] == "3.1.0"


def test_its_version_is_the_version_of_the_package():
    assert document()["info"]["version"] == __version__


def test_no_key_comes_twice():
    """A YAML reader lets the last one win, so that a part of the contract would vanish silently."""

    class Strict(Loader):
        def construct_mapping(self, node, deep=False):  # noqa: FBT002
            keys = [self.construct_object(key) for key, _ in node.value]
            assert len(keys) == len(set(keys)), f"line {node.start_mark.line + 1}: {keys}"
            return super().construct_mapping(node, deep)

    yaml.load(FILE.read_text(encoding="utf-8"), Strict)


def test_every_reference_leads_somewhere():
    assert all(resolved(node) for _, node in nodes(document()) if "$ref" in node)


def test_every_route_is_in_it():
    """All but what the two pages load: nobody else should count on that. And nothing else is in it."""
    there = {
        (method, re.sub(r"<(\w+:)?", "{", rule.rule).replace(">", "}"))
        for rule in service().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
    }
    loaded = {("GET", "/desk/{name}"), ("GET", "/docs/{name}")}
    assert loaded < there
    assert there - loaded == {(operation.method, operation.path) for operation in OPERATIONS}


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_every_request_may_name_itself_and_its_trace(operation):
    names = {parameter["name"] for parameter in operation.parameters("header")}
    assert {"X-Request-Id", "traceparent"} <= names
    for response in operation.responses.values():
        assert {"X-Request-Id", "traceparent"} <= set(response["headers"])


def test_links_lead_from_answers_to_operations():
    """Every expression of a link points at something the schemas have, and asks for what there is."""
    for operation in OPERATIONS:
        for link in map(resolved, operation.responses[200].get("links", {}).values()):
            [target] = [other for other in OPERATIONS if other.id == link["operationId"]]
            assert set(link.get("parameters", {})) <= {
                parameter["name"] for place in ("path", "query") for parameter in target.parameters(place)
            }
            asked = link.get("requestBody", {})
            if asked:
                assert set(asked) <= set(resolved(target.bodies[JSON]["schema"])["properties"])
            for expression in {*link.get("parameters", {}).values(), *map(first_text, asked.values())}:
                source, _, way = expression.partition("#/")
                bodies = (
                    operation.bodies if source == "$request.body" else operation.responses[200]["content"]
                )
                assert source in {"$request.body", "$response.body"}
                assert leads(bodies[JSON]["schema"], way.split("/")), expression


def first_text(value: Any) -> str:
    text: str = value[0] if isinstance(value, list) else value
    return text


def leads(schema: Node, way: list[str]) -> bool:
    """Say whether a JSON pointer may lead somewhere by a schema."""
    schema = resolved(schema)
    if not way:
        return True
    step, *rest = way
    branches = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    inner = schema.get("items") if step.isdecimal() else schema.get("properties", {}).get(step)
    return (inner is not None and leads(inner, rest)) or any(leads(branch, way) for branch in branches)


def test_operation_ids_are_unique():
    ids = [operation.id for operation in OPERATIONS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_an_operation_teaches(operation):
    assert operation.node["summary"]
    assert operation.node["description"]
    known = {tag["name"] for tag in document()["tags"]}
    assert set(operation.node["tags"]) <= known
    assert len(operation.node["tags"]) == 1


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_an_error_is_a_problem_document_and_nothing_else(operation):
    for status, response in operation.responses.items():
        if status >= 400:
            assert list(response["content"]) == [PROBLEM]
            assert response["content"][PROBLEM]["schema"] == {"$ref": "#/components/schemas/Problem"}
            assert {"X-Request-Id", "Content-Language", "Vary"} <= set(response["headers"])


@pytest.mark.parametrize("operation", POSTS, ids=named)
def test_a_question_may_come_in_lines(operation):
    assert list(operation.bodies) == [JSON, NDJSON]
    assert list(operation.responses[200]["content"]) == [JSON, NDJSON]


# --- schemas -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", POSTS, ids=named)
def test_requests_are_closed(operation):
    """A misspelt member is an error in every object a request may hold."""
    objects = [s for s in reached(operation.bodies[JSON]["schema"]).values() if s.get("type") == "object"]
    assert len(objects) > 2
    assert [s for s in objects if s.get("additionalProperties") is not False and not by_id(s)] == []


def by_id(schema: Node) -> bool:
    """Say whether the members of an object are named by ids."""
    return schema.get("propertyNames") == {"minLength": 1, "maxLength": limits.ID_LENGTH}


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_answers_are_open(operation):
    """A member can be added to any object of an answer without breaking a client that validates."""
    for response in operation.responses.values():
        for content in response.get("content", {}).values():
            found = reached(content["schema"]).values()
            assert [s for s in found if s.get("additionalProperties") is False] == []


@pytest.mark.parametrize("after", [name for name in schemas() if name.endswith("After")])
def test_what_comes_back_has_the_members_of_what_is_sent(after):
    """`TurnAfter` is an open `Turn`: a position in an answer is a position for the next request."""
    sent = schemas()["GameState" if after == "StateAfter" else after.removesuffix("After")]
    assert list(schemas()[after]["properties"]) == list(sent["properties"])


NOT_LISTED = {"DrawStock": {"card"}, "Replenish": {"stock"}, "LaidMeld": {"id"}}
"""What only the client knows, or decides."""


@pytest.mark.parametrize("listed", [name for name in schemas() if name.endswith("Listed")])
def test_what_is_listed_has_the_members_of_what_is_sent(listed):
    """`DiscardListed` is an open `Discard`: a move in a list is a move for the next request."""
    name = listed.removesuffix("Listed")
    sent = schemas()["Move" if name == "Move" else name]
    if "oneOf" in sent:
        assert list(schemas()[listed]["discriminator"]["mapping"]) == list(sent["discriminator"]["mapping"])
        return
    left_out = NOT_LISTED.get(name, set())
    assert set(schemas()[listed]["properties"]) == set(sent["properties"]) - left_out
    assert set(sent["required"]) <= set(schemas()[listed]["required"])


def test_a_result_of_a_deal_is_the_same_everywhere():
    """`DealScore` is a `DealResult` that says who counted."""
    whole, part = (dict(schemas()[name]["properties"]) for name in ("DealScore", "DealResult"))
    assert {whole.pop(name)["$ref"].rpartition("/")[2] for name in ("ruleset", "engine")} == {
        "JudgedBy",
        "Engine",
    }
    assert whole == part


@pytest.mark.parametrize("operation", POSTS, ids=named)
def test_everything_in_a_request_is_limited(operation):
    """No list, no text and no number without an end."""
    for schema in reached(operation.bodies[JSON]["schema"]).values():
        match schema.get("type"):
            case "array":
                assert "maxItems" in schema, schema
            case "object" if by_id(schema):
                assert "maxProperties" in schema, schema
            case "integer":
                assert {"minimum", "maximum"} <= set(schema), schema
            case "string":
                assert {"enum", "const", "maxLength"} & set(schema), schema


def test_patterns_mean_the_same_in_every_language():
    """Anchored, and nothing that ECMA, RE2 and Python read differently."""
    patterns = [
        node["pattern"] for _, node in nodes(document()["components"]) if isinstance(node.get("pattern"), str)
    ]
    assert patterns
    for pattern in patterns:
        assert re.fullmatch(r"\^.*\$", pattern)
        assert not re.search(r"\(\?|\\[a-zA-Z]|\\p", pattern)


def test_schemas_keep_to_what_generators_of_clients_understand():
    unknown = {"allOf", "if", "prefixItems", "unevaluatedProperties", "patternProperties", "$defs"}
    for at, node in nodes(schemas()):
        if not at.endswith("/properties"):
            assert unknown.isdisjoint(node), at
            # Generators make nothing of a choice between members but "anything".
            assert "properties" not in node or {"anyOf", "oneOf"}.isdisjoint(node), at
            assert "title" not in node, at
            kinds = node.get("type")
            assert not isinstance(kinds, list) or (len(kinds) == 2 and "null" in kinds), at


def test_an_object_says_what_may_be_in_it():
    """Where it says nothing, some generators of clients take it for an object that is always empty."""
    for at, node in [*nodes(schemas(), "components"), *nodes(document()["paths"], "paths")]:
        if node.get("type") == "object":
            assert {"properties", "additionalProperties"} & set(node), at


def test_discriminators_map_each_tag_to_the_schema_that_bears_it():
    unions = {name: schema for name, schema in schemas().items() if "discriminator" in schema}
    assert unions
    for schema in unions.values():
        tag = schema["discriminator"]["propertyName"]
        mapping = schema["discriminator"]["mapping"]
        assert list(mapping.values()) == [variant["$ref"] for variant in schema["oneOf"]]
        for value, reference in mapping.items():
            variant = resolved({"$ref": reference})
            assert tag in variant["required"]
            assert variant["properties"][tag] == {"type": "string", "const": value}


def test_every_component_is_used():
    text = FILE.read_text(encoding="utf-8")
    assert document()["security"] == [
        {},
        *({name: []} for name in document()["components"]["securitySchemes"]),
    ]
    for section, members in document()["components"].items():
        for name in members if section != "securitySchemes" else ():
            assert text.count(f'"#/components/{section}/{name}"') > 0, f"{section}/{name}"


# --- examples ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", POSTS, ids=named)
def test_example_requests_obey_their_schema(operation):
    judge = validator(operation.bodies[JSON]["schema"])
    for name, value in request_examples(operation):
        assert [error.message for error in judge.iter_errors(value)] == [], name


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_example_answers_obey_their_schema(operation):
    for response in operation.responses.values():
        for content in response.get("content", {}).values():
            judge = validator(content["schema"])
            for name, example in content.get("examples", {}).items():
                value = resolved(example)["value"]
                assert [error.message for error in judge.iter_errors(value)] == [], name


@pytest.mark.parametrize("operation", POSTS, ids=named)
def test_every_request_has_its_answer_under_the_same_name(operation):
    asked = [name for content in operation.bodies.values() for name in content["examples"]]
    answered = [
        name
        for response in operation.responses.values()
        for content in response.get("content", {}).values()
        for name in content["examples"]
    ]
    assert [answered.count(name) for name in asked] == [1] * len(asked)


TOO_LONG_TO_SHOW = {"/", "/docs", "/openapi.json", "/openapi.yaml"}


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_every_answer_has_an_example(operation):
    for status, response in operation.responses.items():
        for media_type, content in response.get("content", {}).items():
            if operation.path not in TOO_LONG_TO_SHOW or status >= 400:
                assert content.get("examples"), f"{status} {media_type}"


def test_every_move_is_in_an_example():
    [adjudicate] = [operation for operation in POSTS if operation.id == "adjudicate"]
    judge = {move["type"] for _, value in request_examples(adjudicate) for move in value["moves"]}
    assert judge == set(schemas()["Move"]["discriminator"]["mapping"])


def test_every_member_of_a_request_is_in_an_example():
    """Otherwise nothing would be tried in its place. Options are tried one by one, all of them."""
    shown: set[str] = set()
    members: set[str] = set()
    for operation in POSTS:
        for _, value in request_examples(operation):
            shown.update(member for _, inner in nodes(value) for member in inner)
        for schema in reached(operation.bodies[JSON]["schema"]).values():
            members.update(schema.get("properties", {}))
    options = {name for part in ("RulesetOptions", "CardValues") for name in schemas()[part]["properties"]}
    assert members - options - shown == set()


# --- the document as it is served --------------------------------------------------------------------


def test_it_is_served_as_it_is_written():
    response = client().get("/openapi.yaml")
    assert response.mimetype == "application/yaml"
    assert response.data == FILE.read_bytes()


def test_it_is_served_as_json():
    response = client().get("/openapi.json")
    assert response.mimetype == JSON
    assert response.get_json() == document()
