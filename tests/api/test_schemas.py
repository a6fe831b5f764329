"""Every kind of fault in a body: where it is pointed at, and what it is called."""

import json

import pytest

from loba import limits
from loba.api.schemas.moves import MOVE
from loba.api.schemas.state import STATE
from tests.api.bodies import ADJUDICATION, GONE, MELD_CHECK, spoilt

MOVES = {
    "draw_stock": {"type": "draw_stock", "player": "ana", "card": "8D"},
    "draw_stock, hidden": {"type": "draw_stock", "player": "ana"},
    "draw_discard": {"type": "draw_discard", "player": "ana"},
    "meld": {
        "type": "meld",
        "player": "ana",
        "melds": [{"kind": "pierna", "cards": ["4S", "4H", "4C"], "id": "m9"}, {"cards": ["12b"]}],
    },
    "lay_off": {"type": "lay_off", "player": "ana", "meld": "m1", "cards": ["JOKER"]},
    "lay_off, arranged": {
        "type": "lay_off",
        "player": "ana",
        "meld": "m1",
        "cards": ["JOKER"],
        "arrangement": ["JOKER", "5S", "6S"],
    },
    "swap_joker": {"type": "swap_joker", "player": "ana", "meld": "m1", "card": "8D"},
    "discard": {"type": "discard", "player": "ana", "card": "8D"},
    "replenish": {"type": "replenish", "player": "ana", "stock": ["8D", "2C"]},
    "replenish, hidden": {"type": "replenish", "player": "ana"},
    "declare_exhausted": {"type": "declare_exhausted", "player": "ana"},
    "close": {"type": "close", "player": "ana", "card": "1o", "melds": []},
}

STATE_FAULTS = {
    "not an object": ("state", [], "", "type"),
    "null": ("state", None, "", "type"),
    "no dealer": ("state.dealer", GONE, "/dealer", "required"),
    "dealer null": ("state.dealer", None, "/dealer", "type"),
    "dealer a number": ("state.dealer", 1, "/dealer", "type"),
    "dealer empty": ("state.dealer", "", "/dealer", "length"),
    "dealer too long": ("state.dealer", "a" * 65, "/dealer", "length"),
    "unknown member": ("state.deler", "ana", "/deler", "unknown-field"),
    "member with a slash and a tilde": ("state.a/b~c", 1, "/a~1b~0c", "unknown-field"),
    "member called _schema": ("state._schema", 1, "/_schema", "unknown-field"),
    "empty name": ("state.", 1, "/", "unknown-field"),
    "players an object": ("state.players", {}, "/players", "type"),
    "too few players": ("state.players.1", GONE, "/players", "length"),
    "player a string": ("state.players.1", "beto", "/players/1", "type"),
    "player without id": ("state.players.1.id", GONE, "/players/1/id", "required"),
    "hand and hand_size": ("state.players.0.hand_size", 9, "/players/0/hand_size", "exclusive"),
    "neither": ("state.players.0.hand", GONE, "/players/0/hand", "exclusive"),
    "hand too large": ("state.players.0.hand", ["2S"] * 16, "/players/0/hand", "length"),
    "hand_size too large": ("state.players.1.hand_size", 16, "/players/1/hand_size", "range"),
    "hand_size negative": ("state.players.1.hand_size", -1, "/players/1/hand_size", "range"),
    "hand_size true": ("state.players.1.hand_size", True, "/players/1/hand_size", "type"),
    "hand_size 9.5": ("state.players.1.hand_size", 9.5, "/players/1/hand_size", "type"),
    "hand_size a string": ("state.players.1.hand_size", "9", "/players/1/hand_size", "type"),
    "has_opened 1": ("state.players.1.has_opened", 1, "/players/1/has_opened", "type"),
    "score too high": ("state.players.1.score", 1_000_001, "/players/1/score", "range"),
    "score huge": ("state.players.1.score", 1e300, "/players/1/score", "range"),
    "score too low": ("state.players.1.score", -1_000_001, "/players/1/score", "range"),
    "no such card": ("state.players.0.hand.3", "11S", "/players/0/hand/3", "pattern"),
    "lower case": ("state.players.0.hand.3", "4s", "/players/0/hand/3", "pattern"),
    "trailing line feed": ("state.players.0.hand.3", "4S\n", "/players/0/hand/3", "pattern"),
    "card empty": ("state.players.0.hand.3", "", "/players/0/hand/3", "pattern"),
    "card a number": ("state.players.0.hand.3", 4, "/players/0/hand/3", "type"),
    "card null": ("state.players.0.hand.3", None, "/players/0/hand/3", "type"),
    "card a list": ("state.players.0.hand.3", ["4S"], "/players/0/hand/3", "type"),
    "card an object": ("state.players.0.hand.3", {}, "/players/0/hand/3", "type"),
    "turn a string": ("state.turn", "ana", "/turn", "type"),
    "no phase": ("state.turn.phase", GONE, "/turn/phase", "required"),
    "no such phase": ("state.turn.phase", "discard", "/turn/phase", "enum"),
    "phase true": ("state.turn.phase", True, "/turn/phase", "type"),
    "phase a list": ("state.turn.phase", ["draw"], "/turn/phase", "type"),
    "taken_discard null": ("state.turn.taken_discard", None, "/turn/taken_discard", "type"),
    "must_meld a card": ("state.turn.must_meld", "4S", "/turn/must_meld", "type"),
    "must_meld without source": (
        "state.turn.must_meld",
        {"card": "4S"},
        "/turn/must_meld/source",
        "required",
    ),
    "stock as well": ("state.stock", [], "/stock_size", "exclusive"),
    "no stock at all": ("state.stock_size", GONE, "/stock", "exclusive"),
    "stock_size too large": ("state.stock_size", 109, "/stock_size", "range"),
    "discard_pile too long": ("state.discard_pile", ["2S"] * 109, "/discard_pile", "length"),
    "deal_number 0": ("state.deal_number", 0, "/deal_number", "range"),
    "deal_over null": ("state.deal_over", None, "/deal_over", "type"),
    "meld without cards": (
        "state.table.0",
        {"id": "m1", "owner": "ana", "kind": "pierna", "cards": []},
        "/table/0/cards",
        "length",
    ),
    "meld of no kind": (
        "state.table.0",
        {"id": "m1", "owner": "ana", "kind": "trio", "cards": ["2S"]},
        "/table/0/kind",
        "enum",
    ),
}

MOVE_FAULTS = {
    "not an object": ("moves.0", "draw", "", "type"),
    "no type": ("moves.0.type", GONE, "/type", "required"),
    "no such type": ("moves.0.type", "pass", "/type", "enum"),
    "type null": ("moves.0.type", None, "/type", "type"),
    "type a list": ("moves.0.type", ["discard"], "/type", "type"),
    "no player": ("moves.0.player", GONE, "/player", "required"),
    "member of another move": ("moves.0.cards", ["2S"], "/cards", "unknown-field"),
    "no such card": ("moves.0.card", "8X", "/card", "pattern"),
    "no melds": ("moves.0", {"type": "meld", "player": "ana", "melds": []}, "/melds", "length"),
    "seven melds": (
        "moves.0",
        {"type": "meld", "player": "ana", "melds": [{"cards": ["2S"]}] * 7},
        "/melds",
        "length",
    ),
    "five melds at a close": (
        "moves.0",
        {"type": "close", "player": "ana", "card": "2S", "melds": [{"cards": ["2S"]}] * 5},
        "/melds",
        "length",
    ),
    "empty meld id": (
        "moves.0",
        {"type": "meld", "player": "ana", "melds": [{"cards": ["2S"], "id": ""}]},
        "/melds/0/id",
        "length",
    ),
    "nothing laid off": (
        "moves.0",
        {"type": "lay_off", "player": "ana", "meld": "m1", "cards": []},
        "/cards",
        "length",
    ),
}

RULESET_FAULTS = {
    "a string": ("ruleset", "loba-de-menos", "", "type"),
    "no id": ("ruleset.id", GONE, "/id", "required"),
    "id a number": ("ruleset.id", 7, "/id", "type"),
    "no such ruleset": ("ruleset.id", "poker", "/id", "unknown-ruleset"),
    "variants a string": ("ruleset.variants", "con-picos", "/variants", "type"),
    "nine variants": ("ruleset.variants", ["con-picos"] * 9, "/variants", "length"),
    "no such variant": ("ruleset.variants", ["con-todo"], "/variants/0", "unknown-variant"),
    "variant twice": ("ruleset.variants", ["con-picos"] * 2, "/variants/1", "duplicate"),
    "variant of another base": ("ruleset.variants", ["uruguaya"], "/variants/0", "variant-not-applicable"),
    "options a list": ("ruleset.options", [], "/options", "type"),
    "no such option": ("ruleset.options", {"jocker": 1}, "/options/jocker", "unknown-option"),
    "option of another game": (
        "ruleset.options",
        {"close_max_loose": 4},
        "/options/close_max_loose",
        "option-not-applicable",
    ),
    "option out of range": ("ruleset.options", {"jokers": 5}, "/options/jokers", "range"),
    "option of the wrong type": ("ruleset.options", {"jokers": True}, "/options/jokers", "type"),
    "option with no such value": ("ruleset.options", {"ace": "wild"}, "/options/ace", "enum"),
    "option that excludes another": (
        "ruleset.options",
        {"pierna_wilds": 1},
        "/options/pierna_wilds",
        "conflicting-options",
    ),
    "contract without escaleras": (
        "ruleset.options",
        {"contracts": [{"piernas": 1}]},
        "/options/contracts/0/escaleras",
        "required",
    ),
    "unknown member": ("ruleset.variant", "con-picos", "/variant", "unknown-field"),
}


@pytest.mark.parametrize(("path", "value", "pointer", "code"), STATE_FAULTS.values(), ids=STATE_FAULTS)
def test_a_fault_in_a_state(errors_of, path, value, pointer, code):
    body = spoilt(ADJUDICATION, (path, value))

    assert errors_of("/v1/adjudications", body) == [("/state" + pointer, code)]


@pytest.mark.parametrize(("path", "value", "pointer", "code"), MOVE_FAULTS.values(), ids=MOVE_FAULTS)
def test_a_fault_in_a_move(errors_of, path, value, pointer, code):
    body = spoilt(ADJUDICATION, (path, value))

    assert errors_of("/v1/adjudications", body) == [("/moves/0" + pointer, code)]


@pytest.mark.parametrize(("path", "value", "pointer", "code"), RULESET_FAULTS.values(), ids=RULESET_FAULTS)
def test_a_fault_in_a_reference_to_a_ruleset(errors_of, path, value, pointer, code):
    body = spoilt(MELD_CHECK, (path, value))

    assert errors_of("/v1/meld-checks", body) == [("/ruleset" + pointer, code)]


@pytest.mark.parametrize("body", [[], "x", 1, True, None], ids=repr)
def test_a_body_is_an_object(client, body):
    answer = client.post("/v1/meld-checks", data=json.dumps(body), content_type="application/json")

    assert [(e["pointer"], e["code"]) for e in answer.json["errors"]] == [("", "type")]


def test_everything_wrong_is_found_at_once_in_the_order_of_the_body(errors_of):
    body = spoilt(
        ADJUDICATION,
        ("ruleset.variants", ["uruguaya"]),
        ("state.players.0.hand.8", "??"),
        ("state.turn.phase", GONE),
        ("state.turn.fase", "draw"),
        ("moves.1", {"type": "pass"}),
        ("extra", 1),
    )

    assert errors_of("/v1/adjudications", body) == [
        ("/ruleset/variants/0", "variant-not-applicable"),
        ("/state/players/0/hand/8", "pattern"),
        ("/state/turn/fase", "unknown-field"),
        ("/state/turn/phase", "required"),
        ("/moves/1/type", "enum"),
        ("/extra", "unknown-field"),
    ]


def test_two_fields_in_conflict_are_pointed_at_by_the_one_named_last(errors_of):
    """Also when the same reference, written in another order, has been asked for before."""
    for options in ({"scoring": "points", "limit": 9}, {"limit": 9, "scoring": "points"}):
        body = spoilt(MELD_CHECK, ("ruleset.options", options))
        assert errors_of("/v1/meld-checks", body) == [("/ruleset/options/scoring", "conflicting-options")]


def test_whole_numbers_may_have_a_point(client):
    body = spoilt(ADJUDICATION, ("state.stock_size", 89.0), ("ruleset.options", {"jokers": 4.0}))
    answer = client.post("/v1/adjudications", json=body)

    assert answer.status_code == 200
    assert answer.json["ruleset"]["options"]["jokers"] == 4


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_moves_are_written_as_they_were_read(move):
    assert MOVE.write(MOVE.read(move)) == move


def test_an_answered_state_is_a_state_to_ask_about(client):
    first = client.post("/v1/adjudications", json=ADJUDICATION).json
    body = {
        "ruleset": {"id": "loba-de-menos"},
        "state": first["state"],
        "moves": [{"type": "discard", "player": "ana", "card": "QH"}],
    }
    second = client.post("/v1/adjudications", json=body).json

    assert second["legal"]
    assert STATE.write(STATE.read(second["state"])) == second["state"]


def test_an_answered_state_says_everything_that_may_be_left_out(client):
    state = client.post("/v1/adjudications", json=ADJUDICATION).json["state"]

    assert list(state) == [
        "players",
        "dealer",
        "deal_number",
        "turn",
        "table",
        "discard_pile",
        "stock_size",
        "deal_over",
    ]
    assert list(state["players"][1]) == ["id", "hand_size", "has_opened", "score", "reentries", "eliminated"]
    assert state["turn"] == {"player": "ana", "phase": "play", "opened_this_turn": False}


@pytest.mark.parametrize("known", ["hand", "stock"])
def test_what_is_known_stays_known_and_what_is_counted_stays_counted(known):
    body = spoilt(ADJUDICATION["state"], ("stock_size", GONE), ("stock", ["2S"]))
    state = STATE.write(STATE.read(body if known == "stock" else ADJUDICATION["state"]))

    assert ("stock" in state) == (known == "stock")
    assert ("stock_size" in state) != ("stock" in state)
    assert [("hand" in player, "hand_size" in player) for player in state["players"]] == [
        (True, False),
        (False, True),
    ]


def test_who_owns_a_combination_has_opened_unless_it_is_said_otherwise():
    meld = {"id": "m1", "owner": "beto", "kind": "pierna", "cards": ["4S", "4H", "4C"]}
    left_out = STATE.read(spoilt(ADJUDICATION["state"], ("table", [meld])))
    said = STATE.read(spoilt(ADJUDICATION["state"], ("table", [meld]), ("players.1.has_opened", False)))

    assert [player.has_opened for player in left_out.players] == [False, True]
    assert [player.has_opened for player in said.players] == [False, False]


def test_the_largest_state_is_read():
    """Every limit at once, to the last card."""
    meld = {"owner": "ana", "kind": "pierna", "cards": ["2S"] * limits.TABLE_MELD_CARDS}
    player = {"hand": ["2S"] * limits.HAND_CARDS, "score": limits.SCORE}
    state = {
        "players": [{"id": str(n) * limits.ID_LENGTH, **player} for n in range(limits.PLAYERS_MAX)],
        "dealer": "x",
        "deal_number": limits.DEAL_NUMBER,
        "turn": {"player": "x", "phase": "draw"},
        "table": [{"id": str(n), **meld} for n in range(limits.TABLE_MELDS)],
        "discard_pile": ["2S"] * limits.PACK_CARDS,
        "stock": ["2S"] * limits.PACK_CARDS,
    }

    assert len(STATE.read(state).table) == limits.TABLE_MELDS
