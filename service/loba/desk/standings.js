/** What a deal came to, and how the game stands. */

import { h } from "./dom.js";
import { has, say, listed } from "./words.js";
import { written } from "./cards.js";

/** The points of one deal, with what they are made of. */
export function scoreTable({ scores, winner }) {
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["score.player", "score.points", "score.total", "score.made-of"].map((key) =>
            h("th", { scope: "col" }, say(key)),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        scores.map(({ player, points, total, eliminated, breakdown }) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              player,
              player === winner && h("span", { class: "tag" }, say("score.went-out")),
            ),
            h("td", { class: "number" }, String(points)),
            h(
              "td",
              { class: "number" },
              String(total),
              eliminated && h("span", { class: "tag out" }, say("table.out")),
            ),
            h(
              "td",
              { class: "quiet" },
              breakdown.map(({ item, points: each }) => [
                h("span", { class: "part" }, `${itemName(item)} ${each}`),
                " ",
              ]),
            ),
          ),
        ),
      ),
    ),
  );
}

function itemName(item) {
  return has(`item.${item}`) ? say(`item.${item}`) : written(item);
}

/** How the game stands. */
export function standingsBox(
  { totals, eliminated, may_reenter: may, game_over: over, winners, next_dealer: dealer },
  { scoring },
) {
  const ranked = Object.entries(totals).sort(([, a], [, b]) => (scoring === "points" ? b - a : a - b));
  return h(
    "section",
    { class: "standings" },
    h(
      "h3",
      {},
      over
        ? say("standings.over", { players: listed(winners), count: winners.length })
        : say("standings.title"),
    ),
    h(
      "ul",
      { class: "totals" },
      ranked.map(([player, total]) =>
        h(
          "li",
          { class: winners.includes(player) ? "winner" : eliminated.includes(player) ? "out" : "" },
          h("strong", {}, player),
          " ",
          h("span", { class: "number" }, String(total)),
          eliminated.includes(player) && h("span", { class: "tag out" }, say("table.out")),
          winners.includes(player) && h("span", { class: "tag" }, say("standings.winner")),
        ),
      ),
    ),
    may.length > 0 &&
      h(
        "p",
        {},
        say("standings.may-return", {
          players: listed(may.map(({ player, score }) => say("standings.at", { player, score }))),
        }),
      ),
    dealer && h("p", { class: "quiet" }, say("standings.next-dealer", { player: dealer })),
  );
}
