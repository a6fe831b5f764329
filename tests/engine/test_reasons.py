"""A legal move is explained too: which rule allows it and what follows from it."""

import pytest

from loba.engine import judge
from tests.support.notation import deal, moves, rules

ANA = "ana: 4S 4H 4C 5D 6D 7D 8D KC ** | beto: 2S 3S | turn ana"
TABLE = "m1 beto E 9D TD ** | m2 ana P QS QH QC"


@pytest.mark.parametrize(
    ("by", "position", "asked", "keys"),
    [
        (rules(), f"{ANA} draw | pile JC", "ana draws 9C", ["drawing.from-stock"]),
        (rules(), f"{ANA} draw | pile JC 4S", "ana takes", ["taking-the-discard.use-now"]),
        (
            rules(discard_take="use-this-turn"),
            f"{ANA} draw | pile JC 4S",
            "ana takes",
            ["taking-the-discard.use-this-turn"],
        ),
        (
            rules(discard_take="free"),
            f"{ANA} draw | pile JC 9S",
            "ana takes",
            ["taking-the-discard.free", "taking-the-discard.not-back"],
        ),
        (rules(discard_take="free"), f"{ANA} draw | pile JC 4S", "ana takes", ["taking-the-discard.free"]),
        (
            rules(discard_take="free", discard_taken_card="allowed"),
            f"{ANA} draw | pile JC 9S",
            "ana takes",
            ["taking-the-discard.free"],
        ),
        (
            rules(),
            f"{ANA} play",
            "ana melds P 4S 4H 4C",
            ["pierna.fits", "pierna.locked", "opening.opened", "laying-off.now-on-any"],
        ),
        (
            rules("loba-de-menos-casera"),
            f"{ANA} play",
            "ana melds E 5D 6D **",
            ["escalera.fits", "wild-cards.stands-for", "opening.opened", "laying-off.now-on-own"],
        ),
        (
            rules(lay_off_from="turn-after-opening"),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            ["escalera.fits", "opening.opened", "laying-off.later-on-any"],
        ),
        (
            rules(lay_off_from="any-time"),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            ["escalera.fits", "opening.opened"],
        ),
        (
            rules(opening_minimum=20),
            f"{ANA} play",
            "ana melds E 5D 6D 7D 8D",
            ["escalera.fits", "opening.minimum", "laying-off.now-on-any"],
        ),
        (
            rules(contracts=[{"piernas": 0, "escaleras": 1}]),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            ["escalera.fits", "opening.contract", "laying-off.now-on-any"],
        ),
        (rules(), f"{ANA} play | {TABLE}", "ana melds E 5D 6D 7D", ["escalera.fits"]),
        (
            rules(),
            f"{ANA} play took 7D must 7D | {TABLE}",
            "ana melds E 5D 6D 7D",
            ["escalera.fits", "taking-the-discard.used"],
        ),
        (rules(), f"{ANA} play | {TABLE}", "ana adds 8D to m1", ["laying-off.on-rivals"]),
        (
            rules(),
            "ana: QS JD KC | beto: 2S | turn ana play | " + TABLE,
            "ana adds JD to m1",
            ["laying-off.on-rivals", "end-joker.moved"],
        ),
        (
            rules(),
            "ana: QS KC | beto: 2S | turn ana play | " + TABLE,
            "ana adds QS to m2",
            ["laying-off.on-own"],
        ),
        (
            rules(),
            "ana: ** KC | beto: 2S | turn ana play | m1 ana E 5D 6D 7D",
            "ana adds ** to m1",
            ["laying-off.on-own", "wild-cards.stands-for"],
        ),
        (
            rules(joker_swap="any-meld"),
            "ana: JD QD KD 4C | beto: 2S | turn ana play | " + TABLE,
            "ana swaps JD into m1",
            ["joker-swap.swapped", "joker-swap.use-it-now"],
        ),
        (rules(), f"{ANA} play", "ana discards KC", ["discarding.discarded", "turn-order.next"]),
        (
            rules(),
            "ana: ** | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana discards **",
            ["discarding.last-joker", "going-out.out"],
        ),
        (
            rules(),
            "ana: ** ** | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana discards **",
            ["discarding.nothing-else", "turn-order.next"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana adds QS to m1",
            ["laying-off.on-own", "going-out.out"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana play opened | m1 ana P QS QH QC",
            "ana discards QS",
            ["discarding.discarded", "going-out.concealed-bonus"],
        ),
        (
            rules("loba-de-menos-casera"),
            "ana: QS | beto: 2S | turn ana play opened | m1 ana P QS QH QC",
            "ana discards QS",
            ["discarding.discarded", "going-out.concealed"],
        ),
        (
            rules(stock_exhausted="end-deal"),
            "ana: QS 4H | beto: 2S | turn ana play | m1 ana P QS QH QC | stock #0",
            "ana discards 4H",
            ["discarding.discarded", "stock.deal-ends"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana draw | pile 4S 5S | stock #0",
            "ana replenishes",
            ["stock.replenished"],
        ),
        (rules(), "ana: QS | beto: 2S | turn ana draw | stock #0", "ana gives up", ["stock.exhausted"]),
    ],
)
def test_a_legal_move_is_explained(by, position, asked, keys):
    """In the order one would say it: what it is, what follows."""
    verdict, _ = judge(by, deal(position, by), moves(asked)[0])
    assert verdict.legal
    assert [reason.key for reason in verdict.reasons] == keys
