/** A move as people tell it, with its cards; what a pointer of the service points at is marked. */

import { card } from "./card-view.js";
import { written } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** The parts of a move that sentences point at: JSON pointers behind `/moves/3`. */
export function pointed(violations, index) {
  const start = `/moves/${index}`;
  return new Set(
    violations
      .filter(({ pointer }) => pointer === start || pointer.startsWith(`${start}/`))
      .map(({ pointer }) => pointer.slice(start.length)),
  );
}

/** What people call a combination: not by its id, but by whose it is. */
export function meldName({ kind, owner }) {
  return say(`meld.of.${kind}`, { player: owner });
}

/** The move in one line; `names` tells what its combination is called. */
export function told(move, names = new Map()) {
  const cards =
    move.type === "meld"
      ? move.melds.map((meld) => meld.cards.map(written).join(" ")).join(" + ")
      : (move.cards ?? (move.card ? [move.card] : [])).map(written).join(" ");
  return say(`move.${move.type}`, {
    player: move.player,
    cards,
    meld: names.get(move.meld) ?? move.meld ?? "",
  }).replace(/\s+([.:,]|$)/g, "$1");
}

/** The cards of a move, in rows: several where several combinations are laid. */
export function cardsOf(move, wrong = new Set()) {
  const mark = (pointer) => (wrong.has(pointer) ? "wrong" : undefined);
  const row = (cards, at) =>
    h(
      "div",
      { class: `row${wrong.has(at) || wrong.has(`${at}/cards`) ? " wrong-row" : ""}` },
      cards.map((token, index) => card(token, { size: "small", mark: mark(`${at}/cards/${index}`) })),
    );
  if (move.type === "meld" || move.type === "close") {
    const close =
      move.type === "close" &&
      h("div", { class: "row" }, card(move.card, { size: "small", mark: mark("/card") }));
    return h(
      "div",
      { class: "move-cards" },
      move.melds.map((meld, at) => row(meld.cards, `/melds/${at}`)),
      close,
    );
  }
  if (move.cards) return h("div", { class: "move-cards" }, row(move.cards, ""));
  if (move.card)
    return h(
      "div",
      { class: "move-cards" },
      h("div", { class: "row" }, card(move.card, { size: "small", mark: mark("/card") })),
    );
  return null;
}
