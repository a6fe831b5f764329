"""Every limit of the service, in one place. The contract repeats them; a test compares the two."""

from __future__ import annotations

from typing import Final

BODY_BYTES: Final = 256 * 1024
"""The largest JSON body, and the largest line of an NDJSON batch."""
REPLAY_BODY_BYTES: Final = 2 * 1024 * 1024
"""The same for replays, which carry whole games."""
NESTING: Final = 32
"""How deep objects and arrays may be nested."""
ERRORS: Final = 20
"""How many errors one problem lists; more are only announced."""
ID_LENGTH: Final = 64
"""Longest id of a player or a combination, in characters."""
PLAYERS_MIN: Final = 2
PLAYERS_MAX: Final = 5
HAND_CARDS: Final = 15
"""Most cards in a hand, in a combination laid down, or in a lay-off."""
PACK_CARDS: Final = 108
"""Most cards of all packs together: two French packs and four jokers."""
TABLE_MELDS: Final = 36
"""Most combinations on a table: 108 cards in threes."""
TABLE_MELD_CARDS: Final = 28
"""Most cards listed for a combination on the table, or in an arrangement."""
MELDS_A_MOVE: Final = 6
MELDS_A_CLOSE: Final = 4
MELDS_A_CHECK: Final = 50
MOVES: Final = 500
"""Most moves in one adjudication."""
WHAT_IF_MOVES: Final = 20
"""Most moves in one adjudication that also asks what it hinges on."""
VARIANTS: Final = 8
CONTRACTS: Final = 12
CONTRACT_PIERNAS: Final = 4
CONTRACT_ESCALERAS: Final = 3
CONTRACT_MELDS: Final = 6
SCORE: Final = 1_000_000
"""Largest score, up or down."""
DEALS: Final = 100
"""Most deals in a replay or on a score sheet."""
MOVES_A_DEAL: Final = 1000
LEGAL_MOVES: Final = 5000
LEGAL_MOVES_DEFAULT: Final = 500
SHEET_PLAYERS: Final = 20
"""Most ids in the points of one deal of a score sheet, strangers included."""
DEAL_NUMBER: Final = 1_000_000
STEPS: Final = 180_000
"""Steps of search one question may cost before it is refused as too complex; a step is some microseconds."""
REPLAY_STEPS: Final = 7 * STEPS
"""The same for a whole game; its moves alone, as many as a body holds, take some seconds of the ten."""
JUDGING_STEPS: Final = 15
"""What asking the rule book about one move counts for in a search."""
READING_STEPS: Final = 5
"""What reading cards as a run counts for in a search."""
PLACING_STEPS: Final = 6
"""What trying to lay cards on a run counts for in a search."""
REMEMBERED: Final = 1024
"""How many readings of each kind a process remembers: cards read as a combination, ways to lie on a run."""
