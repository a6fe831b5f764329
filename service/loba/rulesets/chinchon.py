"""Chinchón, the cousin: Spanish cards, closing instead of melding. Source 002 for the pack and the limit."""

from loba.ruleset import CardValues
from loba.rulesets.base import Base

CHINCHON = Base(
    id="chinchon",
    closing=True,
    options={
        "pack": "spanish-40",
        "packs": 1,
        "jokers": 0,
        "hand_size": 7,
        "direction": "anticlockwise",
        "next_dealer": "rotate",
        "discard_taken_card": "forbidden",
        "pierna_suits": "all-different",
        "pierna_wilds": 0,
        "escalera_min": 3,
        "escalera_suit": "same",
        "escalera_wilds": 0,
        "escalera_min_naturals": 2,
        "ace": "low",
        "wild_twos": False,
        "stock_exhausted": "reshuffle",
        "card_values": CardValues(ace=1, two=2, jack=10, queen=10, king=10, joker=25),
        "game_end": "elimination",
        "limit": 100,
        "reentries": 0,
        "reentry_min_active": 2,
        "close_max_loose": 4,
        "full_close_bonus": 10,
        "chinchon_wins": True,
        "lay_off_after_close": True,
    },
)
