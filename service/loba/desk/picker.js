/** The whole pack to tap on, and rows the cards go to. */

import { JOKER, packOf, spokenName, corner, suitOf } from "./cards.js";
import { suit } from "./card-faces.js";
import { card } from "./card-view.js";
import { fill, h } from "./dom.js";
import { say } from "./words.js";

/**
 * The pack. One card of it is in the tab order; arrows walk to the others, as in any grid.
 * `counts` tells how many of a card are chosen already.
 */
export function pack(options, counts, pick) {
  const { suits, ranks, jokers } = packOf(options);
  const tiles = suits.flatMap((letter) => ranks.map((rank) => rank + letter));
  if (jokers) tiles.push(JOKER);
  const columns = ranks.length + (jokers ? 1 : 0);
  const grid = h("div", {
    class: `pack across-${columns}`,
    role: "group",
    "aria-label": say("pack.label"),
    on: { keydown: walk },
  });
  let current = tiles[0];

  function draw() {
    const chosen = counts();
    fill(
      grid,
      suits.map((letter, row) =>
        h(
          "div",
          { class: "suit-row" },
          ranks.map((rank) => tile(rank + letter, chosen)),
          jokers && row === suits.length - 1 && tile(JOKER, chosen),
        ),
      ),
    );
  }

  function tile(token, chosen) {
    const count = chosen.filter((one) => one === token).length;
    const label = count ? say("pack.chosen", { card: spokenName(token), count }) : spokenName(token);
    return h(
      "button",
      {
        type: "button",
        class: `tile ${suitOf(token) ?? "joker"}${count ? " chosen" : ""}`,
        "aria-label": label,
        tabindex: token === current ? 0 : -1,
        "data-key": `pack:${token}`,
        "data-card": token,
        "data-count": count > 1 ? `×${count}` : count ? "✓" : null,
        on: {
          click: () => {
            current = token;
            pick(token);
          },
        },
      },
      h("span", { class: "tile-rank" }, token === JOKER ? "★" : corner(token)),
      token === JOKER && h("span", { class: "tile-joker" }, "Joker"),
      token !== JOKER && suit(suitOf(token)),
    );
  }

  function walk(event) {
    const steps = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: ranks.length,
      ArrowUp: -ranks.length,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = Math.min(Math.max(tiles.indexOf(current) + step, 0), tiles.length - 1);
    current = tiles[at];
    for (const button of grid.querySelectorAll("button"))
      button.tabIndex = button.dataset.card === current ? 0 : -1;
    grid.querySelector("[tabindex='0']").focus();
  }

  draw();
  return { element: grid, draw };
}

/**
 * Rows of cards that share one pack: what is tapped goes to the row that is lit, a tap on a card in a row takes
 * it out. Rows are `{ id, title, hint, cards, about, remove }`: `about` is what else is to be told of a row,
 * and with `remove` the row itself can be taken away.
 */
export function chooser(options, rows, changed) {
  let lit = rows[0].id;
  const many = rows.length > 2; // then the pack lies with the row that is lit, and the others make room
  const element = h("div", { class: "chooser" });
  const trays = h("div", { class: "trays" });
  const allCards = () => rows.flatMap((row) => row.cards);
  const tiles = pack(options, allCards, (token) => {
    const row = rows.find(({ id }) => id === lit);
    row.cards.push(token);
    redraw();
  });

  function redraw() {
    draw();
    tiles.draw();
    changed();
  }

  function draw() {
    fill(trays, rows.map(tray));
  }

  function tray(row) {
    const single = rows.length === 1;
    const chosen = row.id === lit;
    const title = single
      ? h("h2", { class: "tray-title" }, row.title)
      : h(
          "button",
          {
            type: "button",
            class: "tray-title",
            "aria-pressed": String(chosen),
            "data-key": `lit:${row.id}`,
            on: {
              click: () => {
                lit = row.id;
                draw();
              },
            },
          },
          row.title,
          chosen && h("span", { class: "here" }, say("tray.here")),
        );
    return h(
      "section",
      { class: `tray${chosen && !single ? " lit" : ""}`, "aria-label": row.title },
      h(
        "div",
        { class: "tray-head" },
        title,
        h("span", { class: "quiet" }, row.cards.length ? say("cards", { count: row.cards.length }) : ""),
        emptying(row),
      ),
      row.about && h("div", { class: "tray-about" }, row.about),
      row.cards.length
        ? many && !chosen
          ? h(
              "div",
              { class: "row" },
              row.cards.map((token) => card(token, { size: "tiny" })),
            )
          : h(
              "div",
              { class: "row" },
              row.cards.map((token, at) =>
                card(token, {
                  size: many ? "small" : undefined,
                  press: () => {
                    row.cards.splice(at, 1);
                    redraw();
                  },
                  key: `tray:${row.id}:${at}`,
                  label: say("tray.remove", { card: spokenName(token) }),
                }),
              ),
            )
        : h("p", { class: "empty" }, row.hint ?? say("tray.empty")),
      many && chosen && tiles.element,
    );
  }

  function emptying(row) {
    const empty = () => {
      row.cards.length = 0;
      redraw();
    };
    return h(
      "button",
      {
        type: "button",
        class: "small",
        disabled: !row.remove && row.cards.length === 0,
        "data-key": `clear:${row.id}`,
        on: { click: row.remove ?? empty },
      },
      say(row.remove ? "tray.drop" : "tray.clear"),
    );
  }

  draw();
  element.append(trays);
  if (!many) element.append(tiles.element);
  return {
    element,
    get lit() {
      return lit;
    },
    /** Light a row, if it is still there. */
    light(id) {
      if (rows.some((row) => row.id === id)) lit = id;
      draw();
    },
    draw() {
      draw();
      tiles.draw();
    },
  };
}
