"""Random rulesets, positions and moves: reproducible, and never impossible.

Everything is drawn from a `random.Random` that a test seeds. Positions are built, not played, so that rare
ones are as likely as common ones; hands lean towards cards that go with the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random

from loba.cards import JOKER, Card
from loba.melds import Cards, Escalera, Kind, Meld
from loba.moves import (
    DeclareExhausted,
    Discard,
    DrawDiscard,
    DrawStock,
    LaidMeld,
    LayDown,
    LayOff,
    Move,
    Replenish,
    SwapJoker,
)
from loba.rules.combinations import check, check_lying
from loba.rules.possible import examine
from loba.ruleset import OPTIONS, Choice, Range, Ruleset
from loba.rulesets import BASES, Resolved, RulesetError, fitting, resolve
from loba.state import Deal, Pending, Phase, Player, Source, TableMeld, Turn

NAMES = ("ana", "beto", "caro", "dani", "eva")
CONTRACTS = ([], [], [], [{"piernas": 1, "escaleras": 0}], [{"piernas": 0, "escaleras": 1}])
MORE_CONTRACTS = ([{"piernas": 1, "escaleras": 1}], [{"piernas": 2, "escaleras": 0}])


def random_rules(random: Random, *, small: bool = False, **fixed: object) -> Ruleset:
    """A base with some variants and some options, all of it allowed; `small` ones for slow questions."""
    return random_ruleset(random, small=small, **fixed).rules


def random_ruleset(
    random: Random, *, small: bool = False, closing: bool = False, **fixed: object
) -> Resolved:
    """The same, with the names it goes by; `closing` ones are those of Chinchón."""
    while True:
        base = random.choice([b for b in BASES.values() if b.closing is closing])
        variants = [v.id for v in fitting(base.id) if random.random() < 0.15]
        options = {name: _random_value(random, name) for name in base.options if random.random() < 0.4}
        options |= {"hand_size": random.choice([5, 6, 6, 7])} if small else {}
        if (small or random.random() < 0.7) and not closing:
            options["contracts"] = random.choice(CONTRACTS if small else CONTRACTS + MORE_CONTRACTS)
        try:
            return resolve(base.id, variants, options | fixed)
        except RulesetError:
            continue


def _random_value(random: Random, name: str) -> object:
    match OPTIONS[name]:
        case Choice(values):
            return random.choice(values)
        case Range(least, most):
            few = [least, least + 1, most, random.randint(least, most)]
            return random.choice([n for n in few if least <= n <= most])
        case _:
            return {} if name == "card_values" else []


def near_cards(random: Random, rules: Ruleset, count: int) -> Cards:
    """Cards close to each other, wild ones among them: runs, near misses and some nonsense."""
    pack = rules.cards
    suit, low = random.choice(pack.suits), random.randrange(-3, rules.longest)
    cards: list[Card] = []
    for _ in range(count):
        choice = random.random()
        own = random.random() < (0.95 if rules.one_suit else 0.4)
        here = suit if own else random.choice(pack.suits)
        if choice < 0.2 and rules.jokers:
            cards.append(JOKER)
        elif choice < 0.35:
            cards.append(pack.at(1, here))
        else:
            cards.append(pack.at((low + random.randrange(count + 1)) % rules.longest, here))
    return tuple(cards)


# --- positions ------------------------------------------------------------------------------------


@dataclass
class _Deck:
    """The cards nobody has yet."""

    left: list[Card]

    def take(self, card: Card) -> Card:
        self.left.remove(card)
        return card

    def has(self, cards: Cards) -> bool:
        rest = self.left.copy()
        try:
            for card in cards:
                rest.remove(card)
        except ValueError:
            return False
        return True


def random_deal(random: Random, rules: Ruleset, *, phase: Phase | None = None) -> Deal:
    """A possible position in which all cards are known."""
    while True:
        position = _build(random, rules, phase or random.choice(list(Phase)))
        looked_over = position and examine(rules, position)
        if looked_over and looked_over.consistent:
            return looked_over.deal


def swap_deal(random: Random, rules: Ruleset) -> Deal:
    """A possible position in which the player to move could well swap a joker out of an escalera."""
    while True:
        deal = random_deal(random, rules, phase=Phase.PLAY)
        turn, hand = deal.turn, deal.player(deal.turn.player).hand or ()  # type: ignore[union-attr]
        with_joker = [m.meld for m in deal.table if isinstance(m.meld, Escalera) and JOKER in m.cards]
        if turn.taken_discard or turn.must_meld or not with_joker or len(hand) < 4:
            continue
        run = random.choice(with_joker)
        at = run.cards.index(JOKER)
        suit, low = random.choice(rules.cards.suits), random.randrange(rules.longest - 1)
        pair = [rules.cards.at(low, suit), rules.cards.at(low + random.choice([1, 1, 2]), suit)]
        return _with_in_hand(deal, [rules.cards.at(run.low + at, run.suit or suit), *pair])


def _with_in_hand(deal: Deal, wanted: list[Card]) -> Deal:
    """The same position, some cards in the hand of the player to move exchanged with the stock."""
    stock = list(deal.stock or ())
    mover = deal.player(deal.turn.player)
    assert mover
    hand = list(mover.hand or ())
    for at, card in enumerate(wanted):
        if card in stock:
            where = stock.index(card)
            hand[at], stock[where] = card, hand[at]
    players = tuple(p._replace(hand=tuple(hand)) if p is mover else p for p in deal.players)
    return deal._replace(players=players, stock=tuple(stock))


def _build(random: Random, rules: Ruleset, phase: Phase) -> Deal | None:
    deck = _Deck([card for card, n in rules.copies.items() for _ in range(n)])
    random.shuffle(deck.left)
    seats = random.randint(2, max(2, min(4, (rules.deck_size - 4) // (rules.hand_size + 1))))
    names = NAMES[:seats]
    owners = [name for name in names if random.random() < 0.6]
    table = [lying for name in owners for lying in _melds_of(random, rules, deck, name)]
    table = [TableMeld(f"m{n}", m.owner, m.kind, m.cards, m.meld) for n, m in enumerate(table, 1)]
    sizes = _hand_sizes(random, rules, names, owners, sum(len(m.cards) for m in table))
    if sizes is None or sum(sizes.values()) + 1 > len(deck.left):
        return None
    mover = random.choice(names)
    if phase is Phase.PLAY:
        sizes[mover] += 1
    hands: dict[str, Cards] = {}
    for name in names:
        hand: list[Card] = []
        for _ in range(sizes[name]):
            lean = _leaning(random, rules, deck, table, hand) if name == mover else deck.left[0]
            hand.append(deck.take(lean))
        hands[name] = tuple(hand)
    pile = random.choice([0, 1, 1, 2, 3]) if random.random() < 0.9 else len(deck.left)
    wanted = random.random() < 0.6 and pile and deck.left
    top = [deck.take(_leaning(random, rules, deck, table, list(hands[mover])))] if wanted else []
    discards = [deck.left.pop() for _ in range(min(max(pile - len(top), 0), len(deck.left)))] + top
    players = tuple(Player(name, hands[name], len(hands[name]), has_opened=name in owners) for name in names)
    return Deal(
        players,
        random.choice(names),
        _turn(random, rules, mover, phase, hands[mover], opened=mover in owners),
        tuple(table),
        tuple(discards),
        tuple(deck.left),
        len(deck.left),
        random.randint(1, 8),
    )


def _melds_of(random: Random, rules: Ruleset, deck: _Deck, owner: str) -> list[TableMeld]:
    """One or two combinations that these rules allow, taken from the deck."""
    found: list[TableMeld] = []
    wanted = random.choice([1, 1, 2])
    while len(found) < wanted:
        kind = random.choice(list(Kind))
        cards = random_cards(random, rules, kind, random.choice([3, 3, 4, 5]))
        meld = check_lying(cards, kind, rules).meld
        if meld and deck.has(cards):
            for card in cards:
                deck.take(card)
            found.append(TableMeld("", owner, kind, meld.cards, meld))
    return found


def random_cards(random: Random, rules: Ruleset, kind: Kind, count: int) -> Cards:
    """Cards that look like a combination and often are one."""
    pack = rules.cards
    if kind is Kind.PIERNA:
        rank = random.randrange(len(pack.ranks))
        suits = random.sample(pack.suits * 2, count)
        cards = [pack.at(rank, suit) for suit in suits]
    else:
        low, suit = random.randrange(max(rules.top - count + 2, 1)), random.choice(pack.suits)
        same = rules.one_suit
        cards = [pack.at(low + n, suit if same else random.choice(pack.suits)) for n in range(count)]
    wild = [JOKER] * bool(rules.jokers) + sorted(rules.cards.twos if rules.wild_twos else (), key=str)
    while wild and random.random() < 0.4:
        cards[random.randrange(count)] = random.choice(wild)
    return tuple(cards)


def _hand_sizes(
    random: Random, rules: Ruleset, names: tuple[str, ...], owners: list[str], on_table: int
) -> dict[str, int] | None:
    """How many cards everybody holds before drawing, given what lies on the table."""
    sizes = dict.fromkeys(names, rules.hand_size)
    holders = list(names) if rules.lay_off_from == "any-time" else owners
    for name in owners:
        sizes[name] -= 3
        on_table -= 3
    for _ in range(100):
        if on_table <= 0:
            break
        name = random.choice(holders) if holders else ""
        if name and sizes[name] > 1:
            sizes[name] -= 1
            on_table -= 1
    return sizes if on_table == 0 else None


def _leaning(random: Random, rules: Ruleset, deck: _Deck, table: list[TableMeld], hand: list[Card]) -> Card:
    """A card from the deck, more often than not one that goes with the table or the hand, or is wild."""
    fitting_cards: list[Card] = []
    naturals = [card for card in hand if card.suit]
    choice = random.random()
    if choice < 0.2:
        pass
    elif table and choice < 0.55:
        fitting_cards = _neighbours(rules, random.choice(table).meld)
    elif choice < 0.65 or not naturals:
        fitting_cards = [JOKER, *rules.cards.twos] if rules.wild_twos else [JOKER]
    elif choice < 0.85:
        beside = random.choice(naturals)
        place = rules.cards.place[beside]
        fitting_cards = [rules.cards.at(p % rules.longest, beside.suit) for p in (place - 1, place + 1)]
    else:
        place = rules.cards.place[random.choice(naturals)]
        fitting_cards = [rules.cards.at(place, suit) for suit in rules.cards.suits]
    here = [card for card in deck.left if card in fitting_cards]
    return random.choice(here) if here else deck.left[-1]


def _neighbours(rules: Ruleset, meld: Meld | None) -> list[Card]:
    pack = rules.cards
    suits = pack.suits
    if isinstance(meld, Escalera):
        suits = (meld.suit,) if meld.suit else suits
        inner = [meld.low + i for i in meld.wild_at]
        places = [meld.low - 2, meld.low - 1, meld.high + 1, meld.high + 2, *inner, *inner]
        return [pack.at(place, suit) for place in places for suit in suits]
    return [pack.at(pack.ranks.index(meld.rank), suit) for suit in suits] if meld else []


def _turn(random: Random, rules: Ruleset, mover: str, phase: Phase, hand: Cards, *, opened: bool) -> Turn:
    if phase is Phase.DRAW:
        return Turn(mover, phase)
    opened_now = opened and random.random() < 0.3
    if random.random() < 0.4:
        taken = random.choice(hand)
        pending = Pending(taken, Source.DISCARD) if rules.obliges else None
        return Turn(mover, phase, taken, pending, opened_now)
    if rules.joker_swap != "off" and opened and JOKER in hand and random.random() < 0.5:
        return Turn(mover, phase, None, Pending(JOKER, Source.JOKER_SWAP), opened_now)
    return Turn(mover, phase, None, None, opened_now)


# --- moves ----------------------------------------------------------------------------------------


def random_move(random: Random, rules: Ruleset, deal: Deal) -> Move:
    """A move by the player whose turn it is, in the right phase most of the time, legal now and then."""
    player = deal.player(deal.turn.player)
    assert player
    assert player.hand
    name, hand = player.id, player.hand
    drawing = (deal.turn.phase is Phase.DRAW) is (random.random() < 0.97)
    if drawing:
        return random.choice(
            [
                DrawStock(name),
                DrawDiscard(name),
                DrawDiscard(name),
                DrawDiscard(name),
                Replenish(name, tuple(random.sample(deal.discard_pile[:-1], len(deal.discard_pile[:-1])))),
                DeclareExhausted(name),
            ]
        )
    choice = random.random()
    if choice < 0.25 or not hand:
        return Discard(name, random.choice(hand))
    if choice < 0.4 and deal.table:
        return random_swap(random, rules, deal)
    if choice < 0.7 and deal.table:
        return _random_lay_off(random, rules, deal, name, hand)
    good = _combinations(rules, hand) if random.random() < 0.7 and len(hand) < 10 else []
    if good:
        return LayDown(name, tuple(random.choice(good) for _ in range(random.choice([1, 1, 1, 2]))))
    return LayDown(name, _random_melds(random, rules, hand))


def _combinations(rules: Ruleset, hand: Cards) -> list[LaidMeld]:
    """The combinations of three or four cards in hand."""
    return [
        LaidMeld(cards, kind)
        for count in (3, 4)
        for cards in combinations(hand, count)
        for kind in Kind
        if check(cards, kind, rules).meld
    ]


def random_swap(random: Random, rules: Ruleset, deal: Deal) -> SwapJoker:
    """A joker to be swapped out, more often than not for a card that goes there."""
    mover = deal.player(deal.turn.player)
    assert mover
    assert mover.hand
    target = random.choice([m for m in deal.table if JOKER in m.cards] or deal.table)
    stood_for = [card for card in mover.hand if card in _neighbours(rules, target.meld)]
    return SwapJoker(mover.id, target.id, random.choice(stood_for or mover.hand))


def _random_lay_off(random: Random, rules: Ruleset, deal: Deal, name: str, hand: Cards) -> LayOff:
    target = random.choice(deal.table)
    near = [card for card in hand if card in rules.wild or card in _neighbours(rules, target.meld)]
    pool = near if near and random.random() < 0.85 else list(hand)
    cards = tuple(random.sample(pool, min(len(pool), random.choice([1, 1, 1, 2, 2, 3]))))
    arrangement = None
    if target.kind is Kind.ESCALERA and random.random() < 0.3:
        whole = [*target.cards, *cards]
        if random.random() < 0.3:
            random.shuffle(whole)
        elif random.random() < 0.6:
            whole = [*cards, *target.cards]
        if random.random() < 0.3:
            whole = [*whole[1:], whole[0]]
        arrangement = tuple(whole)
    return LayOff(name, target.id, cards, arrangement)


def _random_melds(random: Random, rules: Ruleset, hand: Cards) -> tuple[LaidMeld, ...]:
    rest, melds = list(hand), []
    for _ in range(random.choice([1, 1, 1, 2])):
        seed = random.choice(rest) if rest else None
        if seed is None:
            break
        akin = [
            card
            for card in rest
            if card.rank == seed.rank or card.suit == seed.suit or card in rules.wild or not rules.one_suit
        ]
        cards = tuple(random.sample(akin, min(len(akin), random.choice([2, 3, 3, 3, 4, 5]))))
        for card in cards:
            rest.remove(card)
        melds.append(LaidMeld(cards, random.choice([None, None, Kind.PIERNA, Kind.ESCALERA])))
    return tuple(melds) or (LaidMeld(hand[:1]),)
