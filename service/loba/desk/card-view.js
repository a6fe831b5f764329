/** Cards on the page: to look at, to tap, in rows. */

import { back, face } from "./card-faces.js";
import { spokenName, written } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/**
 * A card. `standsFor` says what a wild card is here, `mark` is "wrong", "new", "aside" or nothing; with `press` it is a
 * button, and `pressed` says whether it is held up.
 */
export function card(token, { standsFor, mark, press, pressed, key, label, size } = {}) {
  const name = label ?? spokenName(token);
  const full = [
    name,
    standsFor && say("card.stands-for", { card: spokenName(standsFor) }),
    mark === "wrong" && say("card.wrong"),
    mark === "new" && say("card.new"),
    mark === "aside" && say("card.aside"),
  ]
    .filter(Boolean)
    .join(", ");
  const classes = ["card", mark, pressed && "held", size].filter(Boolean).join(" ");
  const inside = [
    face(token),
    standsFor && h("span", { class: "stands-for", "aria-hidden": "true" }, `= ${written(standsFor)}`),
  ];
  if (!press) return h("span", { class: classes, role: "img", "aria-label": full }, inside);
  return h(
    "button",
    {
      type: "button",
      class: classes,
      "aria-label": full,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "data-key": key,
      on: { click: press },
    },
    inside,
  );
}

/** A card lying face down. */
export function hiddenCard(size) {
  return h("span", { class: `card ${size ?? ""}`, "aria-hidden": "true" }, back());
}

/** A combination as it lies, each wild card with what it stands for. */
export function combination(cards, { wilds = [], marks = {}, size } = {}) {
  const standsFor = Object.fromEntries(wilds.map((wild) => [wild.index, wild.stands_for]));
  return h(
    "div",
    { class: "row" },
    cards.map((token, at) => card(token, { standsFor: standsFor[at], mark: marks[at], size })),
  );
}
