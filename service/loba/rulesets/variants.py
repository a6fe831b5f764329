"""The variants: each a difference that may be added to some bases. Source 002."""

from typing import Final

from loba.rulesets.base import Variant
from loba.rulesets.loba_centroamericana import SIX_CONTRACTS

_MENOS: Final = "loba-de-menos"
_CASERA: Final = "loba-de-menos-casera"
_MAS: Final = "loba-de-mas"
_CENTRAL: Final = "loba-centroamericana"

VARIANTS: Final = (
    Variant("contrato", (_MENOS, _CASERA), {"contracts": SIX_CONTRACTS, "melds_after_contract": True}),
    Variant("con-picos", (_MENOS, _CASERA, _MAS), {"wild_twos": True}),
    Variant("pierna-de-cuatro", (_CASERA, _MAS), {"four_suit_pierna_bonus": 10}),
    Variant("sin-jokers", (_MENOS, _CASERA, _MAS, _CENTRAL), {"jokers": 0}, frozenset({"jokers"})),
    Variant("con-bazas", (_MENOS, _CASERA, _MAS), {"opening_minimum": 50}),
    Variant("uruguaya", (_CASERA,), {"card_values": {"ace": 20, "two": 25}, "wild_twos": True}),
)
"""In the order they are listed."""
