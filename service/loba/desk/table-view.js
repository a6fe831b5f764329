/** The table, seen from above: players, piles, combinations. */

import { card, combination, hiddenCard } from "./card-view.js";
import { sorted } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/**
 * Draw a position. What can be touched is given: `onCard(place)` for the cards of the player to move, whose
 * places in `held` stand up and in `aside` are out of reach; `onMeld(id)`, `onStock()`, `onDiscard()`. `wrong` holds what a violation points
 * at: `meld:<id>`, `card:<token>`, `discard`, `stock`, `player:<id>`; `fresh` the combinations the last move made.
 */
export function tableView(
  state,
  {
    held = new Set(),
    aside = new Set(),
    onCard,
    onMeld,
    onStock,
    onDiscard,
    wrong = new Set(),
    fresh = new Set(),
  } = {},
) {
  const mover = state.players.find(({ id }) => id === state.turn.player);
  const others = state.players.filter((player) => player !== mover);
  return h(
    "div",
    { class: "table felt" },
    h(
      "div",
      { class: "rivals" },
      others.map((player) => seat(player, state, wrong)),
    ),
    h(
      "div",
      { class: "middle" },
      h("div", { class: "piles" }, stock(state, onStock, wrong), discards(state, onDiscard, wrong)),
      h(
        "div",
        { class: "melds" },
        state.table.length
          ? state.table.map((meld) => lying(meld, onMeld, wrong, fresh))
          : h("p", { class: "felt-label" }, say("table.no-melds")),
      ),
    ),
    mover &&
      h("div", { class: "mover" }, seat(mover, state, wrong, true), own(mover, held, aside, onCard, wrong)),
  );
}

function seat(player, state, wrong, moves = false) {
  const { id, hand, hand_size: size, has_opened: opened, score, eliminated } = player;
  const count = hand ? hand.length : size;
  const facts = [
    !eliminated && say("cards", { count }),
    opened && say("table.opened"),
    eliminated && say("table.out"),
    score !== undefined && score !== 0 && say("points", { count: score }),
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "div",
    { class: `seat${moves ? " to-move" : ""}${wrong.has(`player:${id}`) ? " wrong" : ""}` },
    h(
      "p",
      { class: "who" },
      h("strong", {}, id),
      state.dealer === id &&
        h(
          "span",
          { class: "dealer", title: say("table.dealer") },
          say("table.dealer.letter"),
          h("span", { class: "visually-hidden" }, ` (${say("table.dealer")})`),
        ),
      moves && !state.deal_over && h("span", { class: "tag" }, say(`table.phase.${state.turn.phase}`)),
    ),
    h("p", { class: "felt-label" }, facts),
    !moves &&
      hand &&
      hand.length > 0 &&
      h(
        "div",
        { class: "row fan" },
        sorted(hand).map((token) => card(token, { size: "tiny" })),
      ),
    !moves &&
      !hand &&
      size > 0 &&
      h(
        "div",
        { class: "row fan" },
        Array.from({ length: size }, () => hiddenCard("tiny")),
      ),
  );
}

function own({ hand }, held, aside, onCard, wrong) {
  if (!hand) return null;
  const seen = new Map();
  return h(
    "div",
    { class: "row hand", role: "group", "aria-label": say("table.hand") },
    hand.map((token, place) => {
      const copy = seen.get(token) ?? 0;
      seen.set(token, copy + 1);
      if (aside.has(place)) return card(token, { mark: "aside" });
      const mark = wrong.has(`card:${token}`) && copy === 0 ? "wrong" : undefined;
      return card(
        token,
        onCard
          ? { press: () => onCard(place), pressed: held.has(place), key: `hand:${token}:${copy}`, mark }
          : { mark },
      );
    }),
  );
}

function stock({ stock: known, stock_size: size, turn: { phase } }, onStock, wrong) {
  const count = known ? known.length : size;
  return pile(say("table.stock"), count, count > 0 ? hiddenCard() : emptyPlace(), onStock, {
    key: "stock",
    wrong: wrong.has("stock"),
    inviting: phase === "draw",
  });
}

function discards({ discard_pile: cards, turn: { phase } }, onDiscard, wrong) {
  const top = cards.at(-1);
  return pile(say("table.discards"), cards.length, top ? card(top) : emptyPlace(), onDiscard, {
    key: "discards",
    wrong: wrong.has("discard"),
    inviting: phase === "draw",
  });
}

function pile(name, count, top, press, { key, wrong, inviting }) {
  const label = h(
    "span",
    { class: "felt-label" },
    name,
    " ",
    h("span", { class: "pile-count" }, String(count)),
  );
  const classes = `pile${wrong ? " wrong" : ""}${inviting ? " inviting" : ""}`;
  return press
    ? h("button", { type: "button", class: classes, "data-key": key, on: { click: press } }, top, label)
    : h("div", { class: classes }, top, label);
}

function emptyPlace() {
  return h("span", { class: "card nothing", "aria-hidden": "true" });
}

function lying({ id, owner, kind, cards, wilds }, onMeld, wrong, fresh) {
  const classes = `laid${wrong.has(`meld:${id}`) ? " wrong" : ""}${fresh.has(id) ? " fresh" : ""}`;
  const label = h("span", { class: "felt-label" }, `${say(`kind.${kind}`)} · ${owner}`);
  const row = combination(cards, { wilds: wilds ?? [], size: "small" });
  if (!onMeld) return h("div", { class: classes }, label, row);
  return h(
    "div",
    { class: classes },
    h(
      "button",
      { type: "button", class: "meld-button", "data-key": `meld:${id}`, on: { click: () => onMeld(id) } },
      label,
      h("span", { class: "add" }, say("table.add-here")),
    ),
    row,
  );
}

/** What the pointers of violations point at, in the words of `tableView`. */
export function pointedAt(move, parts) {
  const found = new Set(move.meld ? [`meld:${move.meld}`] : []);
  for (const part of parts) {
    if (part === "/player" || (part === "" && move.player)) found.add(`player:${move.player}`);
    const card = part === "/card" ? move.card : valueAt(move, part);
    if (typeof card === "string" && part !== "/player" && part !== "/meld") found.add(`card:${card}`);
    if (part === "" && move.type === "draw_discard") found.add("discard");
    if (
      part === "" &&
      (move.type === "draw_stock" || move.type === "replenish" || move.type === "declare_exhausted")
    )
      found.add("stock");
  }
  return found;
}

function valueAt(move, pointer) {
  return pointer
    .split("/")
    .slice(1)
    .reduce((at, step) => at?.[step], move);
}
