"""A legal move is explained too: which rule allows it and what follows from it."""

import pytest

from loba.engine import judge
from tests.support.chapters import reason_with_facts
from tests.support.notation import deal, moves, rules

ANA = "ana: 4S 4H 4C 5D 6D 7D 8D KC ** | beto: 2S 3S | turn ana"
TABLE = "m1 beto E 9D TD ** | m2 ana P QS QH QC"


@pytest.mark.parametrize(
    ("by", "position", "asked", "told"),
    [
        (rules(), f"{ANA} draw | pile JC", "ana draws 9C", ["drawing.from-stock {player ana}"]),
        (
            rules(),
            f"{ANA} draw | pile JC 4S",
            "ana takes",
            ["taking-the-discard.use-now {card 4S; player ana}"],
        ),
        (
            rules(discard_take="use-this-turn"),
            f"{ANA} draw | pile JC 4S",
            "ana takes",
            ["taking-the-discard.use-this-turn {card 4S; player ana}"],
        ),
        (
            rules(discard_take="free"),
            f"{ANA} draw | pile JC 9S",
            "ana takes",
            [
                "taking-the-discard.free {card 9S; player ana}",
                "taking-the-discard.not-back {card 9S; player ana}",
            ],
        ),
        (
            rules(discard_take="free"),
            f"{ANA} draw | pile JC 4S",
            "ana takes",
            ["taking-the-discard.free {card 4S; player ana}"],
        ),
        (
            rules(discard_take="free", discard_taken_card="allowed"),
            f"{ANA} draw | pile JC 9S",
            "ana takes",
            ["taking-the-discard.free {card 9S; player ana}"],
        ),
        (
            rules(),
            f"{ANA} play",
            "ana melds P 4S 4H 4C",
            [
                "pierna.fits {cards 4S 4H 4C}",
                "pierna.locked {suits S H C}",
                "opening.opened {player ana}",
                "laying-off.now-on-any {player ana}",
            ],
        ),
        (
            rules("loba-de-menos-casera"),
            f"{ANA} play",
            "ana melds E 5D 6D **",
            [
                "escalera.fits {cards 5D 6D **}",
                "wild-cards.stands-for {card **; stands_for 7D}",
                "opening.opened {player ana}",
                "laying-off.now-on-own {player ana}",
            ],
        ),
        (
            rules(lay_off_from="turn-after-opening"),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            [
                "escalera.fits {cards 5D 6D 7D}",
                "opening.opened {player ana}",
                "laying-off.later-on-any {player ana}",
            ],
        ),
        (
            rules(lay_off_from="any-time"),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            ["escalera.fits {cards 5D 6D 7D}", "opening.opened {player ana}"],
        ),
        (
            rules(opening_minimum=20),
            f"{ANA} play",
            "ana melds E 5D 6D 7D 8D",
            [
                "escalera.fits {cards 5D 6D 7D 8D}",
                "opening.minimum {minimum 20; player ana; points 26}",
                "laying-off.now-on-any {player ana}",
            ],
        ),
        (
            rules(contracts=[{"piernas": 0, "escaleras": 1}]),
            f"{ANA} play",
            "ana melds E 5D 6D 7D",
            [
                "escalera.fits {cards 5D 6D 7D}",
                "opening.contract {deal_number 1; escaleras 1; piernas 0; player ana}",
                "laying-off.now-on-any {player ana}",
            ],
        ),
        (rules(), f"{ANA} play | {TABLE}", "ana melds E 5D 6D 7D", ["escalera.fits {cards 5D 6D 7D}"]),
        (
            rules(),
            f"{ANA} play took 7D must 7D | {TABLE}",
            "ana melds E 5D 6D 7D",
            ["escalera.fits {cards 5D 6D 7D}", "taking-the-discard.used {card 7D}"],
        ),
        (
            rules(),
            f"{ANA} play | {TABLE}",
            "ana adds 8D to m1",
            ["laying-off.on-rivals {cards 8D; owner beto; result 8D 9D TD **}"],
        ),
        (
            rules(),
            "ana: QS JD KC | beto: 2S | turn ana play | " + TABLE,
            "ana adds JD to m1",
            [
                "laying-off.on-rivals {cards JD; owner beto; result ** 9D TD JD}",
                "end-joker.moved {card **; stands_for 8D}",
            ],
        ),
        (
            rules(),
            "ana: QS KC | beto: 2S | turn ana play | " + TABLE,
            "ana adds QS to m2",
            ["laying-off.on-own {cards QS; owner ana; result QS QH QC QS}"],
        ),
        (
            rules(),
            "ana: ** KC | beto: 2S | turn ana play | m1 ana E 5D 6D 7D",
            "ana adds ** to m1",
            [
                "laying-off.on-own {cards **; owner ana; result 5D 6D 7D **}",
                "wild-cards.stands-for {card **; stands_for 8D}",
            ],
        ),
        (
            rules(joker_swap="any-meld"),
            "ana: JD QD KD 4C | beto: 2S | turn ana play | " + TABLE,
            "ana swaps JD into m1",
            ["joker-swap.swapped {card JD; meld m1}", "joker-swap.use-it-now {player ana}"],
        ),
        (
            rules(),
            f"{ANA} play",
            "ana discards KC",
            ["discarding.discarded {card KC; player ana}", "turn-order.next {player beto}"],
        ),
        (
            rules(),
            "ana: ** | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana discards **",
            ["discarding.last-joker {card **; player ana}", "going-out.out {player ana}"],
        ),
        (
            rules(),
            "ana: ** ** | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana discards **",
            ["discarding.nothing-else {card **; player ana}", "turn-order.next {player beto}"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana adds QS to m1",
            ["laying-off.on-own {cards QS; owner ana; result QS QH QC QS}", "going-out.out {player ana}"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana play opened | m1 ana P QS QH QC",
            "ana discards QS",
            [
                "discarding.discarded {card QS; player ana}",
                "going-out.concealed-bonus {player ana; points 10}",
            ],
        ),
        (
            rules("loba-de-menos-casera"),
            "ana: QS | beto: 2S | turn ana play opened | m1 ana P QS QH QC",
            "ana discards QS",
            ["discarding.discarded {card QS; player ana}", "going-out.concealed {player ana}"],
        ),
        (
            rules(stock_exhausted="end-deal"),
            "ana: QS 4H | beto: 2S | turn ana play | m1 ana P QS QH QC | stock #0",
            "ana discards 4H",
            ["discarding.discarded {card 4H; player ana}", "stock.deal-ends {player ana}"],
        ),
        (
            rules(),
            "ana: QS | beto: 2S | turn ana draw | pile 4S 5S | stock #0",
            "ana replenishes",
            ["stock.replenished {count 1}"],
        ),
        (rules(), "ana: QS | beto: 2S | turn ana draw | stock #0", "ana gives up", ["stock.exhausted {}"]),
        (
            rules(joker_swap="any-meld"),
            "ana: 9C TC ** KC | beto: 2S | turn ana play must-swapped | m1 ana P QS QH QC",
            "ana melds E 9C TC **",
            [
                "escalera.fits {cards 9C TC **}",
                "wild-cards.stands-for {card **; stands_for JC}",
                "joker-swap.used {}",
            ],
        ),
        (
            rules(),
            "ana: 8D KC | beto: 2S | turn ana play took 8D must 8D | m1 beto E 5D 6D 7D | m2 ana P QS QH QC",
            "ana adds 8D to m1",
            [
                "laying-off.on-rivals {cards 8D; owner beto; result 5D 6D 7D 8D}",
                "taking-the-discard.used {card 8D}",
            ],
        ),
        (
            rules(end_joker="either-end"),
            "ana: 7D KC | beto: 2S | turn ana play | m1 ana E 5D 6D **",
            "ana adds 7D to m1",
            [
                "laying-off.on-own {cards 7D; owner ana; result 5D 6D 7D **}",
                "end-joker.moved {card **; stands_for 8D}",
            ],
        ),
        (
            rules(end_joker="either-end"),
            "ana: 4D KC | beto: 2S | turn ana play | m1 ana E ** 5D 6D",
            "ana adds 4D to m1",
            [
                "laying-off.on-own {cards 4D; owner ana; result 4D 5D 6D **}",
                "end-joker.moved {card **; stands_for 7D}",
            ],
        ),
        (
            rules(),
            "ana: 7D KC | beto: 2S | turn ana play | m1 ana E ** 5D 6D",
            "ana adds 7D to m1",
            ["laying-off.on-own {cards 7D; owner ana; result ** 5D 6D 7D}"],
        ),
        (
            rules("loba-de-menos-casera"),
            "ana: ** KC | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana discards **",
            ["discarding.discarded {card **; player ana}", "turn-order.next {player beto}"],
        ),
        (
            rules(discard_take="free"),
            "ana: 9S | beto: 2S | turn ana play took 9S | m1 ana P QS QH QC",
            "ana discards 9S",
            ["discarding.nothing-else {card 9S; player ana}", "going-out.out {player ana}"],
        ),
        (
            rules(),
            "ana: 9S KC | beto: 2S | turn ana play took 9S must 9S | m1 ana P QS QH QC",
            "ana discards 9S",
            ["discarding.nothing-else {card 9S; player ana}", "turn-order.next {player beto}"],
        ),
        (
            rules("loba-centroamericana"),
            "ana: ** KC | beto: 2S | turn ana play | m1 ana P QS QH QC",
            "ana adds ** to m1",
            ["laying-off.on-own {cards **; owner ana; result QS QH QC **}"],
        ),
        (
            rules("loba-centroamericana"),
            "ana: 3S 4H ** 6D 8S 8H 8D KC | beto: 2S | turn ana play | deal 2",
            "ana melds P 8S 8H 8D + E 3S 4H ** 6D",
            [
                "pierna.fits {cards 8S 8H 8D}",
                "escalera.fits {cards 3S 4H ** 6D}",
                "wild-cards.stands-for {card **; stands_for 5}",
                "opening.contract {deal_number 2; escaleras 1; piernas 1; player ana}",
                "laying-off.now-on-any {player ana}",
            ],
        ),
        (
            rules("chinchon"),
            "ana: 1o 2o 3o 5c 5e 5b 12b 2b | beto: #7 | turn ana play | pile 7c",
            "ana closes 12b with E 1o 2o 3o + P 5c 5e 5b",
            [
                "escalera.fits {cards 1o 2o 3o}",
                "pierna.fits {cards 5c 5e 5b}",
                "closing.loose {cards 2b; maximum 4; player ana; points 2}",
            ],
        ),
        (
            rules("chinchon"),
            "ana: 1o 2o 3o 4o 5c 5e 5b 12b | beto: #7 | turn ana play | pile 7c",
            "ana closes 12b with E 1o 2o 3o 4o + P 5c 5e 5b",
            [
                "escalera.fits {cards 1o 2o 3o 4o}",
                "pierna.fits {cards 5c 5e 5b}",
                "closing.all-linked {player ana}",
            ],
        ),
        (
            rules(),
            "ana: 4S 4H 4C | beto: 2S | turn ana play",
            "ana melds P 4S 4H 4C",
            [
                "pierna.fits {cards 4S 4H 4C}",
                "pierna.locked {suits S H C}",
                "opening.opened {player ana}",
                "laying-off.now-on-any {player ana}",
                "going-out.concealed-bonus {player ana; points 10}",
            ],
        ),
    ],
)
def test_a_legal_move_is_explained(by, position, asked, told):
    """In the order one would say it: what it is, what follows, each with the facts that stand in it."""
    verdict, _ = judge(by, deal(position, by), moves(asked)[0])
    assert verdict.legal
    assert [reason_with_facts(reason) for reason in verdict.reasons] == told
