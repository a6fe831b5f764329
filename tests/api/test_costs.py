"""What looks ahead is bounded: questions made to be hard are refused in time, ordinary rules never are."""

import pytest

from loba.candidates import Budget

WILD = {
    "wild_twos": True,
    "escalera_wilds": 13,
    "escalera_min_naturals": 1,
    "escalera_suit": "any",
    "jokers": 4,
}
MENOS = {"id": "loba-de-menos", "options": {**WILD, "hand_size": 13, "pierna_suits": "any"}}
CHINCHON = {"id": "chinchon", "options": {**WILD, "pack": "spanish-48", "packs": 2}}
HAND = ["KS", "2S", "2H", "2D", "2C", "JOKER", "JOKER", "JOKER", "2S", "2H", "6D"]
RIVALS = (
    "JOKER 2o 2c 3o 4e 5c 6b 7o 8c 9e 10o 11c 12e 1b 5b",
    "JOKER 2e 2b 3c 4o 5e 6c 7b 8o 9c 10e 11b 12o 1c 6e",
    "JOKER 2o 2c 3e 4b 5o 6o 7c 8b 9o 10b 11o 12c 1o 4c",
    "JOKER 2e 2b 3b 4c 5b 6e 7e 8e 9b 10c 11e 12b 1e 8o",
)


def state(hand, turn, discards=()):
    """A run on the table, and a player with a hand full of wild cards."""
    return {
        "players": [{"id": "ana", "hand": hand, "has_opened": True}, {"id": "beto", "hand_size": 13}],
        "dealer": "ana",
        "turn": {"player": "ana", **turn},
        "table": [{"id": "t", "owner": "ana", "kind": "escalera", "cards": ["3S", "4S", "5S"]}],
        "discard_pile": list(discards),
        "stock_size": 108 - 3 - 13 - len(hand) - len(discards),
    }


TAKEN = {"taken_discard": "KS", "must_meld": {"card": "KS", "source": "discard"}}
DRAW = {"type": "draw_discard", "player": "ana"}
HARD = {
    "many ways to bridge a gap": (
        "/v1/legal-moves",
        {"ruleset": MENOS, "state": state(HAND, {"phase": "play", **TAKEN}), "limit": 5000},
    ),
    "a use for a card under every other rule": (
        "/v1/adjudications",
        {
            "ruleset": {**MENOS, "options": {**MENOS["options"], "discard_take": "use-this-turn"}},
            "state": state(HAND[1:], {"phase": "draw"}, ["KS"]),
            "moves": [DRAW],
            "what_if": True,
        },
    ),
    "one hand to arrange": (
        "/v1/hand-arrangements",
        {
            "ruleset": CHINCHON,
            "hand": [
                "JOKER",
                "JOKER",
                "JOKER",
                "JOKER",
                "12o",
                "2b",
                "5o",
                "11e",
                "10c",
                "3b",
                "6o",
                "10o",
                "3o",
                "10e",
                "6b",
            ],
        },
    ),
    "four hands to arrange": (
        "/v1/deal-scores",
        {
            "ruleset": CHINCHON,
            "players": [
                *({"id": f"p{n}", "hand": hand.split()} for n, hand in enumerate(RIVALS)),
                {"id": "w", "hand": [], "melds": [{"kind": "pierna", "cards": ["3o", "3c", "3e"]}]},
            ],
            "winner": "w",
        },
    ),
}


@pytest.mark.parametrize(("path", "body"), HARD.values(), ids=HARD)
def test_a_hard_question_is_refused(client, path, body):
    answer = client.post(path, json=body)

    assert (answer.status_code, answer.json["type"]) == (422, "/problems/too-complex")


@pytest.mark.interpreted
def test_all_that_one_question_looks_for_shares_one_budget(client, monkeypatch):
    """However many hands, moves or other rules there are."""
    begun = []

    def few_steps(budget, _=None):
        begun.append(budget)
        budget.left = 1000

    monkeypatch.setattr(Budget, "__init__", few_steps)
    for path, body in HARD.values():
        begun.clear()
        assert client.post(path, json=body).json["type"] == "/problems/too-complex"
        assert len(begun) == 1


TWOS = ["2S", "2S", "JOKER", "2D", "2H", "2C", "3D", "2D", "2C"]


@pytest.mark.parametrize("variants", [["con-picos"], ["contrato", "con-picos", "con-bazas"]], ids=str)
@pytest.mark.parametrize("top", ["3S", "9S", "KC", "AD", "JOKER"])
def test_a_move_under_agreed_rules_is_always_judged(client, monkeypatch, variants, top):
    """Even with the worst of hands it costs but a small part of what it may."""
    spent = []
    monkeypatch.setattr(Budget, "spend", lambda _, steps=1: spent.append(steps))
    position = {
        "players": [
            {"id": "ana", "hand": TWOS},
            {"id": "beto", "hand_size": 6, "has_opened": True},
            {"id": "caro", "hand_size": 9},
        ],
        "dealer": "caro",
        "turn": {"player": "ana", "phase": "draw"},
        "table": [{"id": "t", "owner": "beto", "kind": "escalera", "cards": ["2H", "KD", "AD"]}],
        "discard_pile": [top],
        "stock_size": 108 - 9 - 6 - 9 - 3 - 1,
    }
    body = {"ruleset": {"id": "loba-de-menos", "variants": variants}, "state": position, "moves": [DRAW]}
    answer = client.post("/v1/adjudications", json=body)

    assert answer.status_code == 200, answer.text
    assert sum(spent) < 20_000
