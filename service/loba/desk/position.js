/** Positions made by hand: a form for what is seen at a table, and a fresh deal to try things on. */

import { ask, newestOnly } from "./api.js";
import { allCards, shuffled, sorted } from "./cards.js";
import { fill, h } from "./dom.js";
import { glance } from "./glance.js";
import { arranged } from "./on-table.js";
import { chooser } from "./picker.js";
import { hint, problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

const NAMES = ["ana", "beto", "caro", "dani", "eva"];

/** A deal in which every card is known, for trying things out. The first player is to move. */
export function freshDeal(options, players = 3) {
  const cards = shuffled(allCards(options));
  const size = options.hand_size;
  const seats = NAMES.slice(0, players).map((id) => ({ id, hand: sorted(cards.splice(0, size)) }));
  return {
    players: seats,
    dealer: NAMES[options.direction === "clockwise" ? players - 1 : 1],
    turn: { player: NAMES[0], phase: "draw" },
    table: [],
    discard_pile: cards.splice(0, 1),
    stock: cards,
  };
}

/** A deal in which nothing has happened and one hand is still to be told. */
export function blankPosition(options, players = 3) {
  const { players: seats, stock, discard_pile: pile, ...rest } = freshDeal(options, players);
  const hidden = seats.map(({ id }, at) =>
    at === 0 ? { id, hand: [] } : { id, hand_size: options.hand_size },
  );
  return { players: hidden, ...rest, discard_pile: [], stock_size: stock.length + pile.length };
}

/** Whether this can be shown in the form: what an address holds may be anything. */
export function isPosition(state) {
  const { players, turn, table, discard_pile: pile } = state ?? {};
  return (
    Array.isArray(players) &&
    players.every((player) => typeof player?.id === "string") &&
    typeof turn?.player === "string" &&
    Array.isArray(table) &&
    table.every((meld) => Array.isArray(meld?.cards)) &&
    Array.isArray(pile)
  );
}

/** A form for a position. `done(state)` is told when it is to be played from; the service says if it can be. */
export function positionForm(rules, position, done) {
  const { options } = rules;
  const state = structuredClone(position);
  const element = h("div", { class: "position" });
  const people = h("div", { class: "people" });
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const cards = h("div", {});
  const newest = newestOnly();
  const melds = state.table.map(({ owner, kind, cards: lying }) => ({ owner, kind, cards: [...lying] }));
  const discards = [...state.discard_pile];
  // Who sees one hand only does not know the stock: from here on it is counted.
  const hands = new Map(state.players.map(({ id, hand }) => [id, hand ? [...hand] : null]));
  let checked = null;
  let choosing = null;

  function rows() {
    return [
      ...state.players
        .filter(({ id }) => hands.get(id))
        .map(({ id }) => ({
          id: `hand:${id}`,
          title: say("position.hand", { player: id }),
          cards: hands.get(id),
        })),
      {
        id: "discards",
        title: say("position.discards"),
        hint: say("position.discards.hint"),
        cards: discards,
      },
      ...melds.map((meld, at) => ({
        id: `meld:${at}`,
        title: say("position.meld", { number: at + 1 }),
        cards: meld.cards,
        about: field(
          say("position.owner"),
          who(meld.owner, `owner:${at}`, (id) => {
            meld.owner = id;
          }),
        ),
        remove: () => {
          melds.splice(at, 1);
          redraw();
        },
      })),
    ];
  }

  function draw() {
    fill(
      people,
      h(
        "div",
        { class: "controls" },
        field(
          say("position.players"),
          h(
            "select",
            { "data-key": "players", on: { change: (event) => seats(Number(event.target.value)) } },
            [2, 3, 4, 5].map((count) =>
              h("option", { value: count, selected: count === state.players.length }, String(count)),
            ),
          ),
        ),
        field(
          say("position.turn"),
          who(state.turn.player, "turn", (id) => {
            state.turn = { ...state.turn, player: id };
            if (!hands.get(id)) hands.set(id, []);
          }),
        ),
        field(
          say("position.phase"),
          h(
            "select",
            {
              "data-key": "phase",
              on: {
                change: (event) => {
                  state.turn = { player: state.turn.player, phase: event.target.value };
                  moved();
                },
              },
            },
            ["draw", "play"].map((phase) =>
              h(
                "option",
                { value: phase, selected: phase === state.turn.phase },
                say(`table.phase.${phase}`),
              ),
            ),
          ),
        ),
        field(
          say("table.dealer"),
          who(state.dealer, "dealer", (id) => {
            state.dealer = id;
          }),
        ),
        options.contracts?.length > 0 &&
          field(
            say("hand.deal"),
            h("input", {
              type: "number",
              min: 1,
              max: 99,
              value: state.deal_number ?? 1,
              "data-key": "deal-number",
              on: {
                change: (event) => {
                  state.deal_number = Number(event.target.value) || 1;
                  moved();
                },
              },
            }),
          ),
      ),
      h(
        "ul",
        { class: "seats" },
        state.players.map((player, at) =>
          h(
            "li",
            {},
            h("input", {
              type: "text",
              maxlength: 20,
              value: player.id,
              "aria-label": say("position.name", { number: at + 1 }),
              "data-key": `name:${at}`,
              on: { change: (event) => rename(player, event.target.value.trim()) },
            }),
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                checked: Boolean(hands.get(player.id)),
                "data-key": `known:${at}`,
                on: {
                  change: (event) => {
                    hands.set(player.id, event.target.checked ? [] : null);
                    redraw();
                  },
                },
              }),
              h("span", {}, say("position.known")),
            ),
            !hands.get(player.id) &&
              field(
                say("position.count"),
                h("input", {
                  type: "number",
                  min: 0,
                  max: 15,
                  value: player.hand_size ?? options.hand_size,
                  "data-key": `count:${at}`,
                  on: {
                    change: (event) => {
                      player.hand_size = Number(event.target.value);
                      moved();
                    },
                  },
                }),
              ),
          ),
        ),
      ),
      h(
        "div",
        { class: "controls" },
        rules.knows("lay_off_from") &&
          h(
            "button",
            {
              type: "button",
              "data-key": "add-meld",
              on: {
                click: () => {
                  melds.push({ owner: state.turn.player, kind: "pierna", cards: [] });
                  redraw(`meld:${melds.length - 1}`);
                },
              },
            },
            say("position.add-meld"),
          ),
      ),
    );
  }

  function field(label, control) {
    return h("label", { class: "inline" }, label, control);
  }

  function who(chosen, key, choose) {
    return h(
      "select",
      {
        "data-key": key,
        on: {
          change: (event) => {
            choose(event.target.value);
            redraw();
          },
        },
      },
      state.players.map(({ id }) => h("option", { value: id, selected: id === chosen }, id)),
    );
  }

  function seats(count) {
    while (state.players.length > count) state.players.pop();
    while (state.players.length < count) {
      const id = NAMES.find((name) => state.players.every((player) => player.id !== name));
      state.players.push({ id, hand_size: options.hand_size });
      hands.set(id, null);
    }
    const ids = state.players.map(({ id }) => id);
    if (!ids.includes(state.dealer)) state.dealer = ids.at(-1);
    if (!ids.includes(state.turn.player)) state.turn.player = ids[0];
    for (const meld of melds) if (!ids.includes(meld.owner)) [meld.owner] = ids;
    redraw();
  }

  function rename(player, name) {
    if (!name || state.players.some(({ id }) => id === name)) return redraw();
    const old = player.id;
    hands.set(name, hands.get(old));
    player.id = name;
    if (state.dealer === old) state.dealer = name;
    if (state.turn.player === old) state.turn.player = name;
    for (const meld of melds) if (meld.owner === old) meld.owner = name;
    return redraw();
  }

  function redraw(light) {
    draw();
    const before = choosing?.lit ?? `hand:${state.turn.player}`;
    choosing = chooser(options, rows(), moved);
    choosing.light(light ?? before);
    fill(cards, choosing.element);
    moved();
  }

  /** The position as the form stands. */
  async function read(signal) {
    const { table } = await arranged(rules, melds, signal);
    const players = state.players.map(({ id, hand_size: size, hand: _, has_opened: __, ...rest }) =>
      hands.get(id)
        ? { id, ...rest, hand: hands.get(id) }
        : { id, ...rest, hand_size: size ?? options.hand_size },
    );
    const { stock: _, stock_size: __, ...rest } = state;
    const seen = [
      ...discards,
      ...table.flatMap((meld) => meld.cards),
      ...players.flatMap(({ hand }) => hand ?? []),
    ];
    const hidden = players.reduce((sum, player) => sum + (player.hand ? 0 : player.hand_size), 0);
    const left = Math.max(0, allCards(options).length - seen.length - hidden);
    return { ...rest, players, table, discard_pile: [...discards], stock_size: left };
  }

  function moved() {
    newest(
      async (signal) => {
        const told = await read(signal);
        return { told, check: await ask("v1/state-checks", { ruleset: rules.asked, state: told }, signal) };
      },
      ({ told, check }) => {
        checked = told;
        fill(
          answer,
          check.consistent
            ? verdict({
                legal: true,
                title: say("position.possible"),
                more: [
                  h(
                    "button",
                    {
                      type: "button",
                      class: "primary",
                      "data-key": "play",
                      on: { click: () => done(checked) },
                    },
                    say("position.play"),
                  ),
                ],
              })
            : verdict({
                title: say("position.not-yet"),
                sentences: check.findings,
                articles: rules.articles,
              }),
        );
      },
      (problem) => fill(answer, problemBox(problem, moved)),
    );
  }

  redraw();
  element.append(
    h(
      "div",
      { class: "two-sides" },
      h("div", { class: "side" }, hint(say("position.hint")), people, cards),
      h("div", { class: "answer-side" }, answer),
    ),
    glance(answer),
  );
  return element;
}
