/** Cards as the service writes them, `TD` or `12b` or `JOKER`: what is in a pack, and what people call them. */

import { say } from "./words.js";

const FRENCH = {
  suits: ["S", "H", "C", "D"],
  ranks: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"],
};
const SPANISH = { suits: ["o", "c", "e", "b"] };
const PACKS = {
  "french-52": FRENCH,
  "spanish-40": { ...SPANISH, ranks: ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"] },
  "spanish-48": { ...SPANISH, ranks: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] },
};
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const JOKER = "JOKER";

/** The suits and ranks of a table's pack, and whether there are jokers. */
export function packOf(options) {
  return { ...PACKS[options.pack], jokers: options.jokers > 0 };
}

/** Every single card of a table's packs. */
export function allCards(options) {
  const { suits, ranks } = PACKS[options.pack];
  const once = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
  return [...Array(options.packs).fill(once).flat(), ...Array(options.jokers).fill(JOKER)];
}

export function suitOf(card) {
  return card === JOKER ? null : card.at(-1);
}

export function rankOf(card) {
  return card === JOKER ? JOKER : card.slice(0, -1);
}

/** What stands in the corner of the card. */
export function corner(card) {
  const rank = rankOf(card);
  return rank === "T" ? "10" : rank;
}

export function isSpanish(card) {
  return "oceb".includes(suitOf(card) ?? "-");
}

/** The card as one writes it on a slip of paper. */
export function written(card) {
  if (card === JOKER) return "Joker";
  const suit = suitOf(card);
  if (suit in SYMBOLS) return corner(card) + SYMBOLS[suit];
  if (isSpanish(card)) return `${rankOf(card)} ${say(`suit.${suit}`)}`;
  return card === "T" ? "10" : card; // a rank alone, where suits do not matter
}

/** The card as one reads it out, with what is printed on it, so that it can be called by that as well. */
export function spokenName(card) {
  if (card === JOKER) return "Joker";
  const rank = rankOf(card);
  const court = isSpanish(card) && (Number(rank) === 1 || Number(rank) > 9);
  return say("card.name", {
    rank: say(court ? `rank.spanish.${rank}` : `rank.${rank}`),
    suit: say(`suit.${suitOf(card)}`),
  });
}

/** The same cards, suit by suit, low to high, jokers last. */
export function sorted(cards) {
  const order = [...FRENCH.ranks, ...PACKS["spanish-48"].ranks];
  const suits = [...FRENCH.suits, ...SPANISH.suits];
  const place = (card) =>
    card === JOKER ? 1e6 : suits.indexOf(suitOf(card)) * 100 + order.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The cards without these ones, each taken away once. */
export function without(cards, taken) {
  const left = [...cards];
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The cards in another order, none better than another. */
export function shuffled(cards) {
  const left = [...cards];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}
