"""Loba as it is played in Central America: a contract game of six deals.

Source 003; what an ace counts is our convention.
"""

from loba.ruleset import CardValues, Contract
from loba.rulesets.base import Base

SIX_CONTRACTS = (
    Contract(piernas=2, escaleras=0),
    Contract(piernas=1, escaleras=1),
    Contract(piernas=0, escaleras=2),
    Contract(piernas=3, escaleras=0),
    Contract(piernas=2, escaleras=1),
    Contract(piernas=1, escaleras=2),
)
"""What the opening of each of the six deals must consist of."""

LOBA_CENTROAMERICANA = Base(
    id="loba-centroamericana",
    options={
        "pack": "french-52",
        "packs": 2,
        "jokers": 4,
        "hand_size": 11,
        "direction": "anticlockwise",
        "next_dealer": "rotate",
        "discard_take": "free",
        "discard_taken_card": "forbidden",
        "pierna_suits": "any",
        "pierna_wilds": 1,
        "escalera_min": 4,
        "escalera_suit": "any",
        "escalera_wilds": 1,
        "escalera_min_naturals": 2,
        "ace": "high-or-low",
        "wild_twos": False,
        "end_joker": "fixed",
        "joker_swap": "off",
        "joker_discard": "free",
        "lay_off_on": "any-meld",
        "lay_off_from": "once-opened",
        "opening_minimum": 0,
        "contracts": SIX_CONTRACTS,
        "melds_after_contract": False,
        "going_out": "discard-optional",
        "stock_exhausted": "end-deal",
        "card_values": CardValues(ace=1, two=2, jack=11, queen=12, king=13, joker=25),
        "scoring": "penalty",
        "concealed_bonus": 0,
        "four_suit_pierna_bonus": 0,
        "going_out_meld_bonus": 0,
        "game_end": "deals",
        "limit": 6,
        "reentries": 0,
        "reentry_min_active": 2,
    },
)
