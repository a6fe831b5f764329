/** How a logged deal begins. The log says which cards lay where; this only lays them there. */

/**
 * The position before the first move of a deal. `before` is how the game stood: totals and who was out. A deck
 * is dealt one card at a time, from the player after the dealer.
 */
export function firstPosition(log, number, { options, before }) {
  const { dealer, deck, hands, upcard } = log.deals[number];
  const totals = before?.totals ?? {};
  const out = new Set(before?.eliminated ?? []);
  const step = options.direction === "clockwise" ? 1 : -1;
  const round = log.players.map((_, turn) =>
    log.players.at((log.players.indexOf(dealer) + step * (turn + 1)) % log.players.length),
  );
  const playing = round.filter((id) => !out.has(id));
  const dealt = hands ? dealtHands(hands) : dealtFrom(deck, playing, options.hand_size);
  const players = log.players.map((id) => ({
    id,
    hand: dealt.hands[id] ?? [],
    ...(totals[id] !== undefined && { score: totals[id] }),
    ...(out.has(id) && { eliminated: true }),
  }));
  const used = players.reduce((sum, { hand }) => sum + hand.length, 1);
  return {
    players,
    dealer,
    deal_number: number + 1,
    turn: { player: playing[0], phase: "draw" },
    table: [],
    discard_pile: [hands ? upcard : dealt.upcard],
    ...(hands ? { stock_size: options.cards - used } : { stock: dealt.stock }),
  };
}

function dealtHands(hands) {
  return { hands };
}

function dealtFrom(deck, playing, size) {
  const hands = Object.fromEntries(
    playing.map((id, place) => [
      id,
      Array.from({ length: size }, (_, round) => deck[round * playing.length + place]),
    ]),
  );
  const used = size * playing.length;
  return { hands, upcard: deck[used], stock: deck.slice(used + 1) };
}
