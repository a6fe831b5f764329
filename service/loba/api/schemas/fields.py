"""The fields all schemas are made of: strict about types, and speaking in codes instead of prose.

They are marshmallow fields, so a schema lists them as usual. What costs time in marshmallow is the number
of fields visited, so a list of rows (`Many` of `Row`) and a list of cards are one field each: a row asks
its members by `read`, which is what a field does once marshmallow has found the value.

What is wrong with a value is put together lazily, and no more of it is kept than an answer lists, and one,
which is why there are more: a whole game can be wrong in a million places, and a body that is wrong all over
costs little more than one that is right. As the items of a list are read in their order, those that are kept
come first.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, NoReturn, TypeVar

from marshmallow import ValidationError, fields

from loba import limits
from loba.api import strict_json
from loba.api.faults import Fault, Path, Step, in_order_of
from loba.cards import CARDS, Card

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_ABSENT: Final = object()
_SHORT: Final = 20
_ENOUGH: Final = limits.ERRORS + 1
_CARD_OF: Final = CARDS.__getitem__
_TOKEN_OF: Final = attrgetter("token")
_QUOTED: Final = json.encoder.encode_basestring


@dataclass(frozen=True, slots=True)
class Inside:
    """What is wrong inside a member or an item of a value."""

    step: Step
    wrong: Iterable[Wrong]


Wrong = Fault | Inside


class Refused(ValidationError):
    """A value cannot be read: what is wrong with it, in the order of the value, to be asked for once."""

    def __init__(self, wrong: Iterable[Wrong]) -> None:
        """Take what is wrong."""
        super().__init__([])
        self.wrong = wrong


def refuse(code: str, **params: object) -> NoReturn:
    """Say what is wrong with the value being read."""
    raise Refused([Fault(code, (), params)])


def faults_of(wrong: Iterable[Wrong], at: Path = ()) -> Iterator[Fault]:
    """Yield what is wrong, each fault with its whole path."""
    for each in wrong:
        if isinstance(each, Inside):
            yield from faults_of(each.wrong, (*at, each.step))
        else:
            yield each.under(*at) if at else each


class Strict(fields.Field[T], ABC, Generic[T]):
    """A field that reads one JSON value and writes it back.

    A subclass says in `wanted` which JSON type it takes and overrides `read` (and `text`, where the value of
    the core is not plain data, or is written quicker by itself: most of an answer is the state).
    """

    wanted: ClassVar[str]

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - the options of a marshmallow field
        """Take the options of a marshmallow field."""
        super().__init__(**options)

    @abstractmethod
    def read(self, value: Any) -> T:  # noqa: ANN401 - any JSON value
        """Return the value of the core. Raises Refused."""

    def text(self, value: T) -> str:
        """Return the value as JSON text."""
        return strict_json.text(value)

    def write(self, value: T) -> Any:  # noqa: ANN401 - any JSON value
        """Return the value as plain data, as reading its text would make it."""
        return json.loads(self.text(value))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> T:  # noqa: ANN401, ARG002
        return self.read(value)

    def _serialize(self, value: T | None, attr: str | None, obj: Any, **_: Any) -> Any:  # noqa: ANN401, ARG002
        return None if value is None else self.write(value)

    def _refuse_type(self) -> NoReturn:
        refuse("type", wanted=self.wanted)


class Text(Strict[str]):
    """A string of so many characters."""

    wanted = "string"

    def __init__(self, most: int, least: int = 1, **options: Any) -> None:  # noqa: ANN401
        """Take the bounds of the length, in characters."""
        super().__init__(**options)
        self.least = least
        self.most = most

    def read(self, value: Any) -> str:  # noqa: ANN401
        """Return the string."""
        if type(value) is not str:
            self._refuse_type()
        if not self.least <= len(value) <= self.most:
            refuse("length", minimum=self.least, maximum=self.most)
        return value

    def text(self, value: str) -> str:
        """Return the string in quotes."""
        return _QUOTED(value)


class Whole(Strict[int]):
    """A whole number within bounds. 2.0 is one, as JSON knows one kind of number; true is none."""

    wanted = "integer"

    def __init__(self, least: int, most: int, **options: Any) -> None:  # noqa: ANN401
        """Take the bounds."""
        super().__init__(**options)
        self.least = least
        self.most = most

    def read(self, value: Any) -> int:  # noqa: ANN401
        """Return the number."""
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            self._refuse_type()
        if not self.least <= value <= self.most:
            refuse("range", minimum=self.least, maximum=self.most)
        return value

    def text(self, value: int) -> str:
        """Return the digits."""
        return str(value)


class Flag(Strict[bool]):
    """True or false, and nothing that merely looks like it."""

    wanted = "boolean"

    def read(self, value: Any) -> bool:  # noqa: ANN401
        """Return the boolean."""
        if type(value) is not bool:
            self._refuse_type()
        return value

    def text(self, value: bool) -> str:  # noqa: FBT001 - the value of the field
        """Return the word."""
        return "true" if value else "false"


class OneOf(Strict[E]):
    """One of a few words."""

    wanted = "string"

    def __init__(self, words: type[E], **options: Any) -> None:  # noqa: ANN401
        """Take the enumeration whose values are the words."""
        super().__init__(**options)
        self._words = {word.value: word for word in words}

    def read(self, value: Any) -> E:  # noqa: ANN401
        """Return the member of the enumeration."""
        if type(value) is not str:
            self._refuse_type()
        word = self._words.get(value)
        if word is None:
            refuse("enum", values=tuple(self._words))
        return word

    def text(self, value: E) -> str:
        """Return the word in quotes."""
        return '"' + value + '"'


class OneCard(Strict[Card]):
    """A card of any pack; whether this ruleset has it is for the rules to say."""

    wanted = "string"

    def read(self, value: Any) -> Card:  # noqa: ANN401
        """Return the card."""
        if type(value) is not str:
            self._refuse_type()
        card = CARDS.get(value)
        if card is None:
            refuse("pattern", given=short(value))
        return card

    def text(self, value: Card) -> str:
        """Return the token in quotes."""
        return f'"{value.token}"'


class Cards(Strict[tuple[Card, ...]]):
    """A whole list of cards, read in one go."""

    wanted = "array"

    def __init__(self, most: int, least: int = 0, **options: Any) -> None:  # noqa: ANN401
        """Take the bounds of the number of cards."""
        super().__init__(**options)
        self.least = least
        self.most = most

    def read(self, value: Any) -> tuple[Card, ...]:  # noqa: ANN401
        """Return the cards in the order given."""
        if type(value) is not list:
            self._refuse_type()
        if not self.least <= len(value) <= self.most:
            refuse("length", minimum=self.least, maximum=self.most)
        try:
            return tuple(map(_CARD_OF, value))
        except (KeyError, TypeError):  # TypeError: a list or an object where a token belongs
            raise Refused(_strange(value)) from None

    def text(self, value: tuple[Card, ...]) -> str:
        """Return the tokens in quotes."""
        tokens = '","'.join(map(_TOKEN_OF, value))
        return f'["{tokens}"]' if value else "[]"


def _strange(tokens: list[object]) -> Iterator[Fault]:
    for index, token in enumerate(tokens):
        if type(token) is not str:
            yield Fault("type", (index,), {"wanted": "string"})
        elif token not in CARDS:
            yield Fault("pattern", (index,), {"given": short(token)})


def short(text: str) -> str:
    """Return a piece of a client's text that is short enough to be repeated in an answer."""
    return text if len(text) <= _SHORT else text[:_SHORT] + "…"


class Many(Strict[tuple[T, ...]]):
    """A list whose items are all read by one field."""

    wanted = "array"

    def __init__(self, item: Strict[T], most: int, least: int = 0, **options: Any) -> None:  # noqa: ANN401
        """Take the field of the items and the bounds of their number."""
        super().__init__(**options)
        self.item = item
        self.least = least
        self.most = most

    def read(self, value: Any) -> tuple[T, ...]:  # noqa: ANN401
        """Return what the items are."""
        if type(value) is not list:
            self._refuse_type()
        if not self.least <= len(value) <= self.most:
            refuse("length", minimum=self.least, maximum=self.most)
        read = self.item.read
        items: list[T] = []
        wrong: list[Wrong] = []
        for index, raw in enumerate(value):
            try:
                items.append(read(raw))
            except Refused as refused:
                wrong.append(Inside(index, refused.wrong))
                if len(wrong) >= _ENOUGH:
                    break
        if wrong:
            raise Refused(wrong)
        return tuple(items)

    def text(self, value: tuple[T, ...]) -> str:
        """Return the items in their order."""
        return f"[{','.join(map(self.item.text, value))}]"


class ByName(Strict[Mapping[str, T]]):
    """An object whose member names are ids, with one field for all the values."""

    wanted = "object"

    def __init__(self, value: Strict[T], most: int, longest: int, **options: Any) -> None:  # noqa: ANN401
        """Take the field of the values, the most members and the length of the longest name."""
        super().__init__(**options)
        self.value = value
        self.most = most
        self.longest = longest

    def read(self, value: Any) -> Mapping[str, T]:  # noqa: ANN401
        """Return what the values are, by name."""
        if type(value) is not dict:
            self._refuse_type()
        if len(value) > self.most:
            refuse("length", minimum=0, maximum=self.most)
        read: dict[str, T] = {}
        wrong: list[Wrong] = []
        for name, raw in value.items():
            if len(wrong) >= _ENOUGH:
                break
            if not 1 <= len(name) <= self.longest:
                wrong.append(Fault("length", (name,), {"minimum": 1, "maximum": self.longest}))
                continue
            try:
                read[name] = self.value.read(raw)
            except Refused as refused:
                wrong.append(Inside(name, refused.wrong))
        if wrong:
            raise Refused(wrong)
        return read


class Nullable(Strict[T | None], Generic[T]):
    """What another field reads, or null."""

    wanted = "null"  # never said: null is fine, and of the rest the other field says what it takes

    def __init__(self, field: Strict[T], **options: Any) -> None:  # noqa: ANN401
        """Take the other field."""
        super().__init__(**options)
        self.field = field

    def read(self, value: Any) -> T | None:  # noqa: ANN401
        """Return what the other field reads; None for null."""
        return None if value is None else self.field.read(value)


class Row(Strict[T]):
    """A whole object as one field: each member read by its own field, no other members allowed."""

    wanted = "object"

    def __init__(
        self,
        make: Callable[..., T],
        members: Mapping[str, Strict[Any]],
        *,
        tag: tuple[str, str] | None = None,
        either: tuple[str, str] | None = None,
        **options: Any,  # noqa: ANN401
    ) -> None:
        """Take what the row is made by and the fields of its members.

        `make` is called with the members that were there, by the attribute of their field or their name.
        `tag` is a member, read already by whoever chose this row, with its value. Of the two members
        in `either` exactly one has to be there; of a value that has both, the first is written.
        """
        super().__init__(**options)
        self._make = make
        self._readers = tuple(
            (name, field.attribute or name, field.read, field.required) for name, field in members.items()
        )
        self._writers = _writers(members)
        self._without_second = _writers({n: f for n, f in members.items() if either and n != either[1]})
        self._tag = tag
        self._either = either
        self._names = frozenset(members) | ({tag[0]} if tag else set())

    def read(self, value: Any) -> T:  # noqa: ANN401
        """Return what `make` makes of the members."""
        if type(value) is not dict:
            self._refuse_type()
        made: dict[str, Any] = {}
        wrong: list[Wrong] = []
        known = 0 if self._tag is None else 1
        for name, attribute, read, required in self._readers:
            raw = value.get(name, _ABSENT)
            if raw is _ABSENT:
                if required:
                    wrong.append(Fault("required", (name,)))
                continue
            known += 1
            try:
                made[attribute] = read(raw)
            except Refused as refused:
                wrong.append(Inside(name, refused.wrong))
        if known != len(value):
            wrong.extend(Fault("unknown-field", (name,)) for name in strangers(value, self._names))
        if self._either and (self._either[0] in value) == (self._either[1] in value):
            exclusive = _exclusive(value, *self._either)
            raise Refused(in_order_of(value, [*faults_of(wrong), exclusive]))
        if wrong:
            raise Refused(_in_order_of_members(value, wrong))
        try:
            return self._make(**made)
        except Refused as refused:
            raise Refused(in_order_of(value, list(faults_of(refused.wrong)))) from None

    def text(self, value: T) -> str:
        """Return the members that have a value."""
        both = self._either is not None and getattr(value, self._either[0]) is not None
        parts = [] if self._tag is None else [f'"{self._tag[0]}":"{self._tag[1]}"']
        known, writers = self._without_second if both else self._writers
        for (head, text), member in zip(writers, known(value), strict=True):
            if member is not None:
                parts.append(head + text(member))
        return f"{{{','.join(parts)}}}"


def _writers(
    members: Mapping[str, Strict[Any]],
) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[tuple[str, Callable[[Any], str]], ...]]:
    """Return what fetches the members of a value, all in one go, and for each its name and what writes it."""
    attributes = [field.attribute or name for name, field in members.items()]
    writers = tuple([(f'"{name}":', field.text) for name, field in members.items()])
    if len(attributes) > 1:
        return attrgetter(*attributes), writers
    return lambda value: tuple([getattr(value, name) for name in attributes]), writers


def _in_order_of_members(value: Mapping[str, Any], wrong: Sequence[Wrong]) -> list[Wrong]:
    """Sort what is wrong with members as they stand in an object, missing ones last."""
    names = [str(each.step if isinstance(each, Inside) else each.at[0]) for each in wrong]
    wanted = set(names)
    places = {name: place for place, name in enumerate(value) if name in wanted}
    order = sorted(range(len(names)), key=lambda at: places.get(names[at], len(value)))
    return [wrong[at] for at in order]


def strangers(names: Iterable[str], known: Container[str]) -> Iterator[str]:
    """Yield names that are not known, as many as are worth telling."""
    return islice((name for name in names if name not in known), _ENOUGH)


def _exclusive(value: Mapping[str, Any], first: str, second: str) -> Fault:
    """Return what is wrong with an object that has both of two members, or neither."""
    return Fault("exclusive", (second if first in value else first,), {"first": first, "second": second})


class Tagged(Strict[T]):
    """An object of one of several kinds, told apart by one member."""

    wanted = "object"

    def __init__(self, tag: str, kinds: Mapping[str, tuple[type, Row[Any]]], **options: Any) -> None:  # noqa: ANN401
        """Take the name of the telling member and, for each of its values, the class and its row."""
        super().__init__(**options)
        self._tag = tag
        self._rows = {value: row for value, (_, row) in kinds.items()}
        self._row_of = dict(kinds.values())

    def read(self, value: Any) -> T:  # noqa: ANN401
        """Return what the row of this kind makes."""
        if type(value) is not dict:
            self._refuse_type()
        kind = value.get(self._tag, _ABSENT)
        if type(kind) is not str:
            missing = kind is _ABSENT
            fault = Fault("required") if missing else Fault("type", (), {"wanted": "string"})
            raise Refused([fault.under(self._tag)])
        row = self._rows.get(kind)
        if row is None:
            raise Refused([Fault("enum", (self._tag,), {"values": tuple(self._rows)})])
        made: T = row.read(value)
        return made

    def text(self, value: T) -> str:
        """Return the object with its telling member."""
        return self._row_of[type(value)].text(value)
