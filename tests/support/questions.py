"""Possible questions for every endpoint, from games that nobody has played: the same for the same seed.

A schema knows what a state looks like, but not that its cards have to add up: nearly all states it brings
forth at random are impossible, and no rule is ever reached. So these questions are taken from games of
`tests.support.selfplay`, at any moment, as the referee sees it or as one player does. Some are then spoilt
in one place, so that some answers are "no".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from loba.api.schemas.games import REPLAY
from loba.api.schemas.moves import MOVE
from loba.api.schemas.state import STATE
from loba.engine import play
from loba.game import Game
from loba.moves import Move
from loba.replay import dealt, replay
from loba.ruleset import Ruleset
from loba.rulesets import resolve
from loba.scoring import DealResult
from loba.state import Deal
from tests.support.selfplay import play_game
from tests.support.worlds import near_cards, random_move

Body = dict[str, Any]

TABLES: Final[tuple[tuple[str, list[str], Body, int], ...]] = (
    ("loba-de-menos", [], {}, 3),
    ("loba-de-menos", ["con-picos", "con-bazas"], {}, 2),
    ("loba-de-menos-casera", ["pierna-de-cuatro"], {"joker_swap": "any-meld"}, 3),
    ("loba-de-mas", [], {"discard_take": "use-this-turn"}, 2),
    ("loba-centroamericana", [], {}, 3),
    ("chinchon", [], {}, 2),
)
"""What is played, and by how many."""


@dataclass(frozen=True)
class Played:
    """A game of two deals, and every moment of the first."""

    rules: Ruleset
    log: Body
    moments: tuple[tuple[Deal, Move], ...]
    """Each position with the move made in it."""
    end: Deal
    results: tuple[DealResult | None, ...]


@cache
def played(table: int) -> Played:
    """Play a game, or remember it."""
    base, variants, options, seats = TABLES[table]
    resolved = resolve(base, variants, options)
    log = play_game(resolved, ["ana", "beto", "caro"][:seats], table, deals=2)
    asked = REPLAY.load(log)
    run = replay(resolved.rules, asked.players, asked.deals)
    assert run.legal
    deal = dealt(Game.begun(resolved.rules, asked.players, None), asked.deals[0], 1)
    moments: list[tuple[Deal, Move]] = []
    for move in asked.deals[0].moves:
        moments.append((deal, move))
        _, deal = play(resolved.rules, deal, move)
    return Played(resolved.rules, log, tuple(moments), deal, run.deals)


def question(path: str, seed: int) -> Body:
    """Return a body for an endpoint: nothing in it is impossible but what was spoilt."""
    random = Random(seed)
    game = played(random.randrange(len(TABLES)))
    return {"ruleset": game.log["ruleset"], **_ASKING[path](random, game)}


def _seen(random: Random, deal: Deal) -> Body:
    """A position as the referee sees it, or as the player to move does."""
    state: Body = STATE.write(deal)
    if random.random() < 0.3:
        state["stock_size"] = len(state.pop("stock"))
        for player in state["players"]:
            if player["id"] != deal.turn.player:
                player["hand_size"] = len(player.pop("hand"))
    return state


def _spoilt(random: Random, game: Played, value: Body, how_often: float = 0.4) -> Body:
    """The same, with a card or a player in one place exchanged for another: now and then."""
    if random.random() > how_often:
        return value
    value = deepcopy(value)
    tokens = {card.token for card in game.rules.copies}
    places = list(_places(value, tokens))
    if places:
        holder, step = random.choice(places)
        holder[step] = random.choice(sorted(tokens))
    return value


def _places(value: Any, tokens: set[str]) -> Any:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in list(steps):
        if isinstance(inner, dict | list):
            yield from _places(inner, tokens)
        elif inner in tokens:
            yield value, step


def _moves(random: Random, game: Played) -> Body:
    start = random.randrange(len(game.moments))
    deal, _ = game.moments[start]
    state = _seen(random, deal)
    moves: list[Body] = []
    for before, move in game.moments[start : start + random.choice([1, 1, 2, 3, 6])]:
        told = MOVE.write(move)
        if told["type"] == "draw_stock" and before.stock:
            told["card"] = before.stock[0].token
        if told["type"] == "replenish" and "stock_size" in state:
            told.pop("stock", None)
        if "stock_size" in state and move.player != deal.turn.player:
            break
        moves.append(told)
    if random.random() < 0.2 and not game.rules.closing:
        moves[-1] = MOVE.write(random_move(random, game.rules, game.moments[start + len(moves) - 1][0]))
    asked: Body = {"state": state, "moves": _spoilt(random, game, {"moves": moves})["moves"]}
    if random.random() < 0.1:
        asked["what_if"] = True
    return asked


def _position(random: Random, game: Played) -> Body:
    return {"state": _seen(random, random.choice(game.moments)[0])}


def _any_position(random: Random, game: Played) -> Body:
    deal = random.choice([deal for deal, _ in game.moments] + [game.end] * 5)
    return {"state": _spoilt(random, game, _seen(random, deal))}


def _combinations(random: Random, game: Played) -> Body:
    lying = [[card.token for card in meld.cards] for meld in game.end.table]
    made = [[card.token for card in near_cards(random, game.rules, random.choice([3, 4]))] for _ in range(3)]
    return {"melds": [_spoilt(random, game, {"cards": cards}, 0.2) for cards in [*lying[:5], *made]]}


def _hand(random: Random, game: Played) -> Body:
    deal, _ = random.choice(game.moments)
    player = random.choice(deal.players)
    asked: Body = {"hand": [card.token for card in player.hand or ()], "deal_number": deal.deal_number}
    if not game.rules.closing:
        asked |= {"table": STATE.write(deal)["table"], "player": player.id, "has_opened": player.has_opened}
    return _spoilt(random, game, asked, 0.1)


def _deal_score(random: Random, game: Played) -> Body:
    end, (result, *_) = game.end, game.results
    winner = result.winner if result else None
    table = STATE.write(end)["table"]
    players = [
        {
            "id": player.id,
            "hand": [card.token for card in player.hand or ()],
            "score": random.choice([0, 40, 99]),
            "melds": [
                {"kind": meld["kind"], "cards": meld["cards"]} for meld in table if meld["owner"] == player.id
            ],
        }
        for player in end.players
    ]
    concealed = bool(result and result.concealed)
    asked = {"players": players, "winner": winner, "concealed": concealed, "dealer": end.dealer}
    return _spoilt(random, game, asked, 0.2)


def _sheet(random: Random, game: Played) -> Body:
    deals: list[Body] = []
    for result in game.results:
        if result:
            line: Body = {"winner": result.winner, "points": {s.player: s.points for s in result.scores}}
            deals.append(line | ({"concealed": True} if result.concealed else {}))
    if random.random() < 0.5:
        line = deepcopy(random.choice(deals))
        line["points"][random.choice(sorted(line["points"]))] = random.choice([-10, 0, 7, 101])
        deals.append(line)
    return {"players": game.log["players"], "dealer": game.log["deals"][0]["dealer"], "deals": deals}


def _log(random: Random, game: Played) -> Body:
    deals = deepcopy(game.log["deals"])
    last = random.randrange(len(deals))
    moves = deals[last]["moves"]
    deals[last]["moves"] = _spoilt(random, game, {"moves": moves[: random.randint(1, len(moves))]})["moves"]
    return {"players": game.log["players"], "deals": deals[: last + random.choice([1, 1, 1, 2])]}


_ASKING: Final[Mapping[str, Callable[[Random, Played], Body]]] = {
    "/v1/adjudications": _moves,
    "/v1/legal-moves": _position,
    "/v1/meld-checks": _combinations,
    "/v1/hand-arrangements": _hand,
    "/v1/state-checks": _any_position,
    "/v1/deal-scores": _deal_score,
    "/v1/scoresheets": _sheet,
    "/v1/replays": _log,
}
