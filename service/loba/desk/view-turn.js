/** “Judge a turn”: a position on the table, moves made by touching it, and the verdict on each. */

import { packed, unpacked } from "./address.js";
import { ask, newestOnly, Problem } from "./api.js";
import { combination } from "./card-view.js";
import { shuffled } from "./cards.js";
import { fill, h } from "./dom.js";
import { glance } from "./glance.js";
import { cardsOf, pointed, told } from "./moves.js";
import { pack } from "./picker.js";
import { PlayThrough } from "./play-through.js";
import { blankPosition, freshDeal, isPosition, positionForm } from "./position.js";
import { scoreTable } from "./standings.js";
import { pointedAt, tableView } from "./table-view.js";
import { hinges, hint, problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

export function turnView({ rules, changed, chooseRules, example }) {
  let start = null;
  let moves = [];
  let at = 0; // how many moves have been made on the table shown
  let aim = 0; // how many will have been, once the service has answered
  let play = null;
  let state = null;
  let editing = false;
  let asking = null; // "draw": which card came from the hidden stock
  let held = new Set();
  let apart = []; // combinations put aside, to be laid down together
  let placesApart = new Set(); // where their cards are in the hand
  let packedUp = "";
  const element = h("div", { class: "turn" });
  const bar = h("div", { class: "controls" });
  const stage = h("div", {});
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const possible = h("div", {});
  const turnRound = h("div", {});
  const newest = newestOnly();
  const newestHinges = newestOnly();
  const newestPossible = newestOnly();
  const strip = glance(answer, { onlyBad: true });
  element.append(bar, stage);

  function setUp(position, first = []) {
    start = position;
    moves = first;
    editing = false;
    letGo();
    judge(moves.length);
  }

  function letGo() {
    held = new Set();
    apart = [];
    placesApart = new Set();
    asking = null;
  }

  /** Judge the moves; then show the table after `count` of them. */
  function judge(count = at) {
    newest.stop(); // what is still being judged would come down on what is drawn now
    drawBar();
    if (!start) return drawStart();
    if (editing) return drawEditor();
    const playing = new PlayThrough(rules.asked, start, moves);
    return newest(
      async (signal) => {
        await (moves.length ? playing.judge(signal) : playing.lookOver(signal));
        return playing.withWilds(await playing.stateAfter(count, signal), count, signal);
      },
      (found) => {
        play = playing;
        state = found;
        at = Math.min(count, play.legalMoves);
        aim = at;
        draw();
        remember();
      },
      (problem) => {
        fill(
          stage,
          problemBox(problem, () => judge(count)),
          h(
            "div",
            { class: "controls" },
            moves.length > 0 &&
              h("button", { type: "button", on: { click: takeBack } }, say("turn.take-back")),
            h("button", { type: "button", on: { click: edit } }, say("turn.edit")),
          ),
        );
        remember();
      },
    );
  }

  async function remember() {
    packedUp = await packed({ s: start, m: moves });
    changed();
  }

  /** Step on or back from where the last press led to, which may not have been answered yet. */
  function step(by) {
    goTo(Math.min(Math.max(aim + by, 0), play.legalMoves));
  }

  function goTo(count) {
    letGo();
    aim = count;
    newest(
      async (signal) => play.withWilds(await play.stateAfter(count, signal), count, signal),
      (found) => {
        state = found;
        at = count;
        draw();
        changed();
      },
      (problem) =>
        fill(
          answer,
          problemBox(problem, () => goTo(count)),
        ),
    );
  }

  function make(move) {
    // An illegal move was only tried: the next one takes its place, as does one made from an earlier position.
    moves = [...moves.slice(0, at), move];
    letGo();
    judge(moves.length);
  }

  function takeBack() {
    moves = moves.slice(0, -1);
    letGo();
    judge(moves.length);
  }

  function edit() {
    editing = true;
    if (!isPosition(start)) start = blankPosition(rules.options);
    judge();
  }

  // --- drawing --------------------------------------------------------------------------------

  function drawBar() {
    fill(
      bar,
      h(
        "button",
        { type: "button", "data-key": "deal", on: { click: () => setUp(freshDeal(rules.options)) } },
        say("turn.deal"),
      ),
      h(
        "button",
        {
          type: "button",
          "data-key": "edit",
          "aria-pressed": String(editing),
          on: { click: () => (editing ? ((editing = false), judge()) : edit()) },
        },
        say(start ? "turn.edit" : "turn.make"),
      ),
      h("button", { type: "button", "data-key": "example", on: { click: showExample } }, say("turn.example")),
    );
  }

  async function showExample() {
    try {
      const { ruleset, state: position, moves: first } = await example("turn");
      await chooseRules(ruleset);
      setUp(position, first);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fill(stage, problemBox(problem, showExample));
    }
  }

  function drawStart() {
    fill(stage, hint(say("turn.start")));
  }

  function drawEditor() {
    fill(
      stage,
      positionForm(rules, start, (position) => setUp(position)),
    );
  }

  function draw() {
    drawBar();
    const tried = at === play.legalMoves ? play.verdicts[at] : undefined; // the illegal move, if it is next
    const move = tried && moves[at];
    const parts = tried ? pointed(tried.violations, tried.index) : new Set();
    const last = play.verdicts[at - 1];
    const fresh = new Set(last?.effects?.melds.map(({ id }) => id) ?? []);
    const over = Boolean(state.deal_over);
    fill(
      stage,
      h(
        "div",
        { class: "two-sides wide-left" },
        h(
          "div",
          { class: "side" },
          tableView(
            state,
            over
              ? { fresh }
              : {
                  held,
                  aside: placesApart,
                  fresh,
                  wrong: move ? pointedAt(move, parts) : new Set(),
                  onCard: state.turn.phase === "play" ? hold : undefined,
                  onMeld: held.size && rules.knows("lay_off_from") ? layOff : undefined,
                  onStock: drawStock,
                  onDiscard:
                    state.turn.phase === "draw" && state.discard_pile.length
                      ? () => make({ type: "draw_discard", player: state.turn.player })
                      : undefined,
                },
          ),
          !over && actions(),
          asking && askCard(),
        ),
        h("div", { class: "answer-side" }, answer, moveList()),
      ),
      strip,
    );
    fill(answer, ...verdictOn(tried ?? last, move ?? moves[at - 1]));
    if (tried) showHinges(false);
    else fill(turnRound);
    fill(possible);
  }

  function verdictOn(found, move) {
    if (!found) return [hint(say(state.turn.phase === "draw" ? "turn.first" : "turn.first.play"))];
    const result = found.legal && at === moves.length ? play.dealResult : null;
    const parts = found.legal ? new Set() : pointed(found.violations, found.index);
    return [
      verdict({
        legal: found.legal,
        title: say(found.legal ? "turn.legal" : "turn.illegal"),
        sentences: found.legal ? found.reasons : found.violations,
        articles: rules.articles,
        more: [
          !found.legal &&
            h("div", { class: "tried" }, h("p", {}, told(move, play.meldNames)), cardsOf(move, parts)),
          found.legal && found.effects.deal_over && h("p", { class: "good" }, say("turn.deal-over")),
          result && scoreTable(result),
          turnRound,
          found.legal &&
            h(
              "button",
              { type: "button", class: "small", "data-key": "hinges", on: { click: () => showHinges(true) } },
              say("hinges.ask"),
            ),
        ],
      }),
    ];
  }

  function showHinges(legal) {
    const asked = play;
    fill(turnRound, h("p", { class: "quiet" }, say("hinges.asking")));
    newestHinges(
      (signal) => asked.hinges(signal),
      (found) => fill(turnRound, hinges(found, legal, rules.page.options)),
      (problem) => fill(turnRound, h("p", { class: "quiet" }, problem.message)),
    );
  }

  function actions() {
    const cards = chosen();
    const { player, phase } = state.turn;
    if (phase === "draw") {
      return h(
        "div",
        { class: "actions" },
        action("draw", say("action.draw"), drawStock),
        action(
          "take",
          say("action.take"),
          () => make({ type: "draw_discard", player }),
          state.discard_pile.length === 0,
        ),
        stockCount() === 0 && action("replenish", say("action.replenish"), replenish),
        stockCount() === 0 &&
          action("exhausted", say("action.exhausted"), () => make({ type: "declare_exhausted", player })),
        possibleButton(),
      );
    }
    const closes = rules.knows("close_max_loose");
    const together = [...apart, ...(cards.length ? [cards] : [])];
    return h(
      "div",
      { class: "actions" },
      apart.length > 0 &&
        h(
          "div",
          { class: "apart" },
          h("span", { class: "quiet" }, say("action.are-apart")),
          apart.map((each) => combination(each, { size: "tiny" })),
        ),
      cards.length === 0 && !apart.length && h("p", { class: "quiet" }, say("action.choose")),
      !closes &&
        together.length > 0 &&
        action(
          "meld",
          say("action.meld", { count: together.length }),
          () => make({ type: "meld", player, melds: together.map((each) => ({ cards: each })) }),
          false,
          "primary",
        ),
      closes &&
        cards.length === 1 &&
        action(
          "close",
          apart.length ? say("action.close", { count: apart.length }) : say("action.close-bare"),
          () =>
            make({ type: "close", player, card: cards[0], melds: apart.map((each) => ({ cards: each })) }),
          false,
          apart.length ? "primary" : "",
        ),
      cards.length > 1 && action("apart", say("action.apart"), putAside),
      !closes &&
        cards.length > 0 &&
        state.table.length > 0 &&
        h("p", { class: "quiet" }, say("action.add-hint")),
      cards.length === 1 &&
        action("discard", say("action.discard"), () => make({ type: "discard", player, card: cards[0] })),
      cards.length === 1 &&
        "joker_swap" in rules.options &&
        rules.options.joker_swap !== "off" &&
        state.table
          .filter((meld) => meld.cards.includes("JOKER"))
          .map((meld) =>
            action(`swap:${meld.id}`, say("action.swap", { player: meld.owner }), () =>
              make({ type: "swap_joker", player, meld: meld.id, card: cards[0] }),
            ),
          ),
      apart.length > 0 &&
        action("together", say("action.together"), () => {
          letGo();
          draw();
        }),
      possibleButton(),
    );
  }

  function action(key, text, press, disabled = false, classes = "") {
    return h(
      "button",
      { type: "button", class: classes, disabled, "data-key": `action:${key}`, on: { click: press } },
      text,
    );
  }

  function possibleButton() {
    return h(
      "div",
      { class: "possible" },
      action("possible", say("action.possible"), showPossible, false, "small"),
      possible,
    );
  }

  function showPossible() {
    newestPossible(
      async (signal) =>
        ask("v1/legal-moves", { ruleset: rules.asked, state: await play.stateAfter(at), limit: 60 }, signal),
      (found) => {
        fill(
          possible,
          h(
            "ul",
            { class: "moves-possible" },
            found.moves.map((move, index) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "small",
                    "data-key": `possible:${index}`,
                    on: { click: () => complete(move) },
                  },
                  told(move, play.meldNames),
                ),
              ),
            ),
          ),
          found.moves.length === 0 && h("p", {}, say("action.none")),
          found.truncated && h("p", { class: "quiet" }, say("action.more")),
        );
      },
      (problem) => fill(possible, problemBox(problem, showPossible)),
    );
  }

  /** Some moves are listed without what only the table can tell. */
  function complete(move) {
    if (move.type === "draw_stock") drawStock();
    else if (move.type === "replenish") replenish();
    else make(move);
  }

  function moveList() {
    if (moves.length === 0) return null;
    const names = play.meldNames;
    const illegalShown = at === play.legalMoves && play.verdicts[at] !== undefined;
    const buttons = [
      ["⏮", -Infinity, "step.first"],
      ["◀", -1, "step.back"],
      ["▶", 1, "step.next"],
      ["⏭", Infinity, "step.last"],
    ];
    return h(
      "section",
      { class: "moves", on: { keydown: walk } },
      h(
        "div",
        { class: "stepper", role: "group", "aria-label": say("step.label") },
        buttons.map(([sign, by, key]) =>
          h(
            "button",
            {
              type: "button",
              "aria-label": say(key),
              disabled: by < 0 ? at === 0 : at === play.legalMoves,
              "data-key": key,
              on: { click: () => step(by) },
            },
            sign,
          ),
        ),
        h(
          "button",
          { type: "button", class: "small", "data-key": "take-back", on: { click: takeBack } },
          say("turn.take-back"),
        ),
      ),
      h(
        "ol",
        {},
        moves.slice(0, Math.max(play.verdicts.length, 1)).map((move, index) => {
          const found = play.verdicts[index];
          const current = illegalShown ? index === at : index === at - 1;
          return h(
            "li",
            { class: found && !found.legal ? "illegal" : "" },
            h(
              "button",
              {
                type: "button",
                class: "plain",
                "aria-current": current ? "step" : null,
                "data-key": `move:${index}`,
                on: { click: () => goTo(found?.legal ? index + 1 : index) },
              },
              h("span", { class: "sign" }, found?.legal ? "✓" : "✗"),
              h("span", { class: "visually-hidden" }, say(found?.legal ? "turn.legal" : "turn.illegal")),
              told(move, names),
            ),
          );
        }),
      ),
    );
  }

  function walk(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  }

  // --- touching -------------------------------------------------------------------------------

  const hand = () => state.players.find(({ id }) => id === state.turn.player).hand ?? [];
  const chosen = () => [...held].map((place) => hand()[place]);
  const stockCount = () => (state.stock ? state.stock.length : state.stock_size);

  function putAside() {
    apart.push(chosen());
    placesApart = new Set([...placesApart, ...held]);
    held = new Set();
    draw();
  }

  function hold(place) {
    if (held.has(place)) held.delete(place);
    else held.add(place);
    draw();
  }

  function layOff(meld) {
    make({ type: "lay_off", player: state.turn.player, meld, cards: chosen() });
  }

  function drawStock() {
    const { player } = state.turn;
    if (state.stock || stockCount() === 0 || state.turn.phase === "play") {
      // With nothing to draw, or a card drawn already, the service says so; then it wants no card either.
      make({ type: "draw_stock", player });
      return;
    }
    asking = "draw";
    draw();
    stage.querySelector(".asking").scrollIntoView({ block: "nearest" });
  }

  function askCard() {
    return h(
      "section",
      { class: "tray lit asking" },
      h("h2", { class: "tray-title" }, say("turn.which-card")),
      pack(
        rules.options,
        () => [],
        (card) => make({ type: "draw_stock", player: state.turn.player, card }),
      ).element,
    );
  }

  function replenish() {
    const { player } = state.turn;
    make({
      type: "replenish",
      player,
      ...(state.stock && { stock: shuffled(state.discard_pile.slice(0, -1)) }),
    });
  }

  return {
    element,
    refresh() {
      judge();
    },
    params: () =>
      start && !editing ? { p: packedUp, ...(at !== moves.length && at !== play?.legalMoves && { at }) } : {},
    async show(params) {
      const found = params.get("p") ? await unpacked(params.get("p")) : null;
      if (!found?.s) {
        if (!start) judge();
        return;
      }
      start = found.s;
      moves = Array.isArray(found.m) ? found.m : [];
      packedUp = params.get("p");
      letGo();
      judge(params.has("at") ? Number(params.get("at")) || 0 : moves.length);
    },
    open: setUp,
  };
}
