/** Cards added to a combination on the table, without the rest of a game around it. */

import { allCards, without } from "./cards.js";
import { say } from "./words.js";

/** Marks for the cards of a combination that did not lie there before. */
export function added(cards, before) {
  const left = [...before];
  const marks = {};
  cards.forEach((token, at) => {
    const found = left.indexOf(token);
    if (found >= 0) left.splice(found, 1);
    else marks[at] = "new";
  });
  return marks;
}

/**
 * A whole question around one combination and the cards to be added. The service judges moves in positions that
 * can come about, so this invents one: the combination is yours, nobody else has laid anything, and you hold
 * some other cards as well, since an empty hand would raise another question. That players may add from the
 * first turn keeps the hand sizes out of it; it cannot matter to who has laid this combination.
 */
export function layOff(rules, table, cards) {
  const you = say("combination.somebody"); // the sentences name whoever plays
  const size = rules.options.hand_size;
  const meld = { id: "m1", owner: you, kind: table.kind, cards: table.cards };
  const spare = without(allCards(rules.options), [...table.cards, ...cards]);
  for (let players = 2; players <= 5; players += 1) {
    const inHands = players * size + 1 - table.cards.length;
    const others = players - 1;
    const least = Math.max(cards.length + 1, inHands - others * (size + 1));
    const hand = Math.max(least, Math.min(size + 1, inHands - others));
    const rest = inHands - hand;
    if (hand > size + 1 || rest < others) continue;
    const seats = Array.from({ length: others }, (_, at) => ({
      id: `p${at + 2}`,
      hand_size: Math.floor(rest / others) + (at < rest % others ? 1 : 0),
    }));
    const filler = spare.slice(0, hand - cards.length);
    const stock = spare.length - filler.length - rest - 1;
    return {
      ruleset: { ...rules.asked, options: { ...rules.asked.options, lay_off_from: "any-time" } },
      state: {
        players: [{ id: you, hand: [...cards, ...filler] }, ...seats],
        dealer: you,
        turn: { player: you, phase: "play" },
        table: [meld],
        discard_pile: [spare.at(-1)],
        stock_size: stock,
      },
      moves: [{ type: "lay_off", player: you, meld: "m1", cards }],
    };
  }
  return null;
}
