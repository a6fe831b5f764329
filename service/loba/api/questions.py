"""Questions: what every POST endpoint has in common.

An endpoint is a schema and a function from what the schema reads to an answer. Everything between that
function and HTTP stands here: media types, limits, languages, single bodies and batches, problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from flask import Blueprint, Response, stream_with_context
from marshmallow import Schema
from werkzeug.datastructures import Headers

from loba.api import bodies, bulk, languages, media_types, observation, problems, strict_json
from loba.api.batches import Batch
from loba.api.faults import Fault
from loba.api.observation import Observed
from loba.api.problems import Problem
from loba.api.queries import require_known
from loba.api.schemas.fields import Refused, faults_of
from loba.api.schemas.ruleset import signature
from loba.api.settings import Settings, current_settings
from loba.api.turns import turn
from loba.rulesets import Resolved
from loba.violations import Code, TooComplex, Unjudgeable, Violation

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment  # there is no such module at run time

Answer = dict[str, Any]


class Asked(Protocol):
    """What the schema of a question reads a body to."""

    @property
    def ruleset(self) -> Resolved:
        """The rules to judge by."""


A = TypeVar("A", bound=Asked)
Answering = Callable[[A, str], Answer]
"""A function from a question and a language to the answer. May raise Problem, Unjudgeable, TooComplex."""


def body_limit(settings: Settings) -> int:
    """Return how long a body may be where nothing else is said."""
    return settings.body_bytes


def question(
    blueprint: Blueprint, path: str, schema: Schema, limit: Callable[[Settings], int] = body_limit
) -> Callable[[Answering[A]], Answering[A]]:
    """Serve a function at a path: bodies are read by the schema, answers name the rules that judged."""

    def serve(answering: Answering[A]) -> Answering[A]:
        def view() -> Response:
            media_type = media_types.content_type()
            media_types.require_acceptable(media_type)
            require_known()
            longest = limit(current_settings())
            asking = _Asking(schema, answering, longest, languages.language(), observation.observed())
            if media_type == media_types.NDJSON:
                lines = asking.answers(Batch.of_request())
                response = _Answered(stream_with_context(lines), content_type=media_type)
            else:
                response = _Answered(asking.answer(bodies.whole(longest)), content_type=media_type)
            languages.announce(response)
            return response

        blueprint.add_url_rule(path, answering.__name__, view, methods=["POST"])
        return answering

    return serve


class _Answered(Response):
    """A response that says all there is to say: nothing has to be worked out before its headers are sent."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:  # noqa: ARG002 - werkzeug's signature
        """Return the headers as they are."""
        return self.headers


@dataclass(frozen=True, slots=True)
class _Asking(Generic[A]):
    """A request to an endpoint: one body, or a batch of them."""

    schema: Schema
    answering: Answering[A]
    limit: int
    """How long a body may be."""
    language: str
    known: Observed

    def answer(self, raw: bytes) -> bytes:
        """Return the answer to a body. Raises Problem."""
        with turn(len(raw)):
            asked, answer = asked_and_answered(self.schema, self.answering, raw, self.limit, self.language)
            self.known.answered(asked.ruleset, answer)
            return signed(asked, answer)

    def answers(self, batch: Batch) -> Iterator[bytes]:
        """Yield the answer to each line of a batch, or the problem with it, as a line."""
        with closing(batch):
            try:
                for lines in batch.lines(self.limit):
                    yield from batch.sent(self._answer_to(line) + b"\n" for line in lines)
            except Problem as problem:  # the rest of the batch does not arrive
                yield self._written(problem) + b"\n"

    def _answer_to(self, line: bytes | Problem) -> bytes:
        """Return the answer to one line, whatever it is."""
        if isinstance(line, Problem):
            return self._written(line)
        try:
            return self.answer(line)
        except Problem as problem:
            return self._written(problem)
        except Exception:  # noqa: BLE001 - the rest of the batch goes on
            return self._written(problems.unexpected())

    def _written(self, problem: Problem) -> bytes:
        return strict_json.write(problems.document(problem, self.language, self.known.request_id))


def asked_and_answered(
    schema: Schema, answering: Answering[A], raw: bytes, limit: int, language: str
) -> tuple[A, Answer]:
    """Return what a body asks and the answer to it, whoever it comes from. Raises Problem.

    `limit` is how long the body may be; whether it is, the caller has seen to.
    """
    bulk.check(raw, limit)
    asked: A | Problem = _asked(schema, raw)
    if isinstance(asked, Problem):
        raise asked
    try:
        return asked, answering(asked, language)
    except Unjudgeable as error:
        raise _unjudgeable(error) from None
    except TooComplex:
        raise Problem("too-complex") from None


def _asked(schema: Schema, raw: bytes) -> Any:  # noqa: ANN401 - what the schema reads
    """Return what a body asks, or the problem with it.

    The problem is not raised here: with its traceback it would keep everything that was read in memory until
    it has been answered.
    """
    try:
        body = strict_json.read(raw)
    except strict_json.MalformedJson as error:
        return Problem("malformed-json", reason=error.reason, line=error.line, column=error.column)
    try:
        return schema.load(body)
    except Refused as refused:
        return problems.invalid(faults_of(refused.wrong))


def signed(asked: Asked, answer: Answer) -> bytes:
    """Return an answer as JSON that names the rules that judged."""
    return b"{%b,%b}" % (strict_json.members(answer), signature(asked.ruleset))


def _unjudgeable(error: Unjudgeable) -> Problem:
    """Return the problem with a move that cannot be judged: a member, or a hand that has to be known."""
    if error.code in set(Code):
        return Problem("inconsistent-state", [Violation(Code(error.code), error.at)])
    return Problem("invalid-request", [Fault(error.code, error.at)])
