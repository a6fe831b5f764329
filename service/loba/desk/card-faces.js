/** Cards, drawn: a big corner to be read at arm's length, and shapes that tell the suits apart without colour. */

import { s } from "./dom.js";
import { JOKER, corner, isSpanish, rankOf, suitOf } from "./cards.js";

// Each shape fills a square of 100.
const SUITS = {
  H: () => [
    s("path", {
      d: "M50 92C20 66 6 48 6 30 6 16 17 7 29 7c9 0 17 6 21 15 4-9 12-15 21-15 12 0 23 9 23 23 0 18-14 36-44 62z",
    }),
  ],
  D: () => [s("path", { d: "M50 3c8 17 20 33 35 47-15 14-27 30-35 47-8-17-20-33-35-47C30 36 42 20 50 3z" })],
  S: () => [
    s("path", {
      d: "M50 4c12 21 41 35 41 58 0 14-10 22-21 22-7 0-13-3-16-9 1 9 5 16 12 20H34c7-4 11-11 12-20-3 6-9 9-16 9C19 84 9 76 9 62 9 39 38 25 50 4z",
    }),
  ],
  C: () => [
    s("circle", { cx: 50, cy: 27, r: 22 }),
    s("circle", { cx: 27, cy: 59, r: 22 }),
    s("circle", { cx: 73, cy: 59, r: 22 }),
    s("path", { d: "M42 40h16v26c1 14 4 24 11 29H31c7-5 10-15 11-29z" }),
  ],
  o: () => [
    s("circle", { cx: 50, cy: 50, r: 45, class: "gold" }),
    s("circle", { cx: 50, cy: 50, r: 33, class: "line" }),
    s("path", { d: "M50 24l6 17 17-7-7 17 7 17-17-7-6 17-6-17-17 7 7-17-7-17 17 7z", class: "ink" }),
  ],
  c: () => [
    s("path", {
      d: "M15 6h70c0 31-11 48-28 54v16h15c4 0 7 7 7 17H21c0-10 3-17 7-17h15V60C26 54 15 37 15 6z",
    }),
    s("path", { d: "M19 22h62", class: "band" }),
  ],
  e: () => [
    s("path", { d: "M50 1l9 14v48H41V15z" }),
    s("path", { d: "M50 8v52", class: "band thin" }),
    s("path", {
      d: "M22 60c8 5 48 5 56 0v10c-8 5-16 5-22 4v14a8 8 0 1 1-12 0V74c-6 1-14 1-22-4z",
      class: "gold",
    }),
  ],
  b: () => [
    s("path", { d: "M38 97c1-20-8-38-9-58-1-19 8-36 23-36 16 0 23 15 20 34-3 21-11 39-10 60z" }),
    s("path", { d: "M30 30c-9 0-15-5-16-13 9 0 16 4 18 11zM68 56c9 1 16-3 18-11-9-1-16 2-19 9z" }),
    s("path", { d: "M44 18c4 8 3 16 0 22M58 34c-4 8-4 15-1 22M47 60c3 6 3 12 1 20", class: "band thin" }),
  ],
};

const EMBLEMS = {
  king: () => [
    s("path", { d: "M10 78L3 26l25 22L50 8l22 40 25-22-7 52z" }),
    s("path", { d: "M10 86h80v11H10z" }),
  ],
  queen: () => [
    s("path", { d: "M12 78L6 34l24 18 20-30 20 30 24-18-6 44zM12 86h76v11H12z" }),
    ...[
      [6, 27],
      [50, 13],
      [94, 27],
    ].map(([cx, cy]) => s("circle", { cx, cy, r: 8 })),
  ],
  page: () => [
    s("path", { d: "M8 78c0-34 20-48 44-48 25 0 41 16 41 48z" }),
    s("path", { d: "M54 30C62 8 80 0 97 6 94 24 78 34 58 33zM4 84h93v12H4z" }),
  ],
  horse: () => [
    s("path", {
      d: "M26 97c-1-22 16-30 14-46-7 6-15 10-25 7L8 46c9-10 14-24 28-30L39 2l12 12c29 3 42 38 36 83z",
    }),
  ],
};
const COURTS = { K: "king", Q: "queen", J: "page", 12: "king", 11: "horse", 10: "page" };

/** The gaps in the frame by which players know a Spanish suit from the edge of the card. */
const GAPS = { o: [], c: [50], e: [40, 60], b: [32, 50, 68] };

/** Return the drawing of a card. It says nothing to a screen reader: what holds it does. */
export function face(card) {
  const kind =
    card === JOKER ? "joker" : isSpanish(card) ? `spanish ${suitOf(card)}` : `french ${suitOf(card)}`;
  return s(
    "svg",
    { class: `face ${kind}`, viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
    card === JOKER ? joker() : isSpanish(card) ? spanish(card) : french(card),
  );
}

/** Return the back of a card. */
export function back() {
  return s(
    "svg",
    { class: "face back", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
    s("rect", { class: "cloth", x: 8, y: 8, width: 84, height: 124, rx: 6 }),
    s("path", { class: "weave", d: "M50 8l42 62-42 62L8 70zM50 34l25 36-25 36-25-36z" }),
  );
}

/** Return a suit by itself, for a heading. */
export function suit(letter) {
  return s(
    "svg",
    { class: `suit ${letter}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    SUITS[letter](),
  );
}

function french(card) {
  const court = COURTS[rankOf(card)];
  return [
    text(card),
    s("g", { class: "pip", transform: "translate(9 68) scale(.26)" }, SUITS[suitOf(card)]()),
    court && s("g", { class: "emblem", transform: "translate(51 10) scale(.38)" }, EMBLEMS[court]()),
    s("g", { class: "pip", transform: "translate(39 78) scale(.53)" }, SUITS[suitOf(card)]()),
  ];
}

function spanish(card) {
  const court = COURTS[rankOf(card)];
  return [
    frame(suitOf(card)),
    text(card),
    court && s("g", { class: "emblem", transform: "translate(58 16) scale(.31)" }, EMBLEMS[court]()),
    s("g", { class: "pip", transform: "translate(22 66) scale(.58)" }, SUITS[suitOf(card)]()),
  ];
}

function frame(letter) {
  const edges = [7, ...GAPS[letter].flatMap((x) => [x - 4, x + 4]), 93];
  const line = (y) => edges.map((x, at) => `${at % 2 ? "L" : "M"}${x} ${y}`).join("");
  return s("path", { class: "frame", d: `${line(7)}${line(133)}M7 7V133M93 7V133` });
}

function joker() {
  return [
    s(
      "g",
      { class: "cap", transform: "translate(13 50) scale(.74)" },
      s("path", { d: "M14 78L6 36c10-8 24 0 30 18 1-22 6-36 14-44v68z" }),
      s("path", { class: "other", d: "M50 10c8 8 13 22 14 44 6-18 20-26 30-18l-8 42H50z" }),
      s("path", { class: "rim", d: "M12 80h76v14H12z" }),
      ...[
        [6, 32],
        [50, 8],
        [94, 32],
      ].map(([cx, cy]) => s("circle", { cx, cy, r: 8 })),
    ),
    s("text", { class: "rank word", x: 50, y: 32, "text-anchor": "middle", textLength: 82 }, "JOKER"),
  ];
}

function text(card) {
  const rank = corner(card);
  const wide = rank.length > 1;
  const left = isSpanish(card) ? 13 : 7;
  return s(
    "text",
    { class: "rank", x: left, y: 54, textLength: wide ? 46 : null, lengthAdjust: "spacingAndGlyphs" },
    rank,
  );
}
