/** A game log, deal by deal and move by move, as one steps through a game of chess. */

import { ask, newestOnly } from "./api.js";
import { allCards } from "./cards.js";
import { firstPosition } from "./dealing.js";
import { fill, h } from "./dom.js";
import { cardsOf, pointed, told } from "./moves.js";
import { PlayThrough } from "./play-through.js";
import { scoreTable, standingsBox } from "./standings.js";
import { pointedAt, tableView } from "./table-view.js";
import { problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

/**
 * Show a log that has been replayed. `moved(deal, at)` is told where the reader is; `openTurn(state, moves)` takes
 * a turn of it to where turns are judged.
 */
export function replayViewer(rules, log, found, start, { moved, openTurn }) {
  let deal = Math.min(start.deal ?? found.first_illegal?.deal ?? 0, log.deals.length - 1);
  let at = 0;
  let aim = 0; // where the reader wants to be, once the service has answered
  let play = null;
  let state = null;
  const plays = new Map();
  const element = h("div", { class: "replay" });
  const head = h("div", {});
  const stage = h("div", {});
  const newest = newestOnly();
  element.append(head, stage);
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  element.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || !play) return;
    event.preventDefault();
    step(by);
  });

  /** How the game stood before a deal: what the service says of the log up to there. */
  async function before(number, signal) {
    if (number === 0) return null;
    const earlier = { ruleset: rules.asked, players: log.players, deals: log.deals.slice(0, number) };
    return (await ask("v1/replays", earlier, signal)).standings;
  }

  async function opened(number, signal) {
    if (!plays.has(number)) {
      const options = { ...rules.options, cards: allCards(rules.options).length };
      const position = firstPosition(log, number, { options, before: await before(number, signal) });
      const playing = new PlayThrough(rules.asked, position, log.deals[number].moves);
      if (playing.moves.length) await playing.judge(signal);
      plays.set(number, playing);
    }
    return plays.get(number);
  }

  function open(number, count) {
    newest(
      async (signal) => {
        const playing = await opened(number, signal);
        const to = Math.min(
          count ?? (found.first_illegal?.deal === number ? playing.legalMoves : 0),
          playing.legalMoves,
        );
        return {
          playing,
          to,
          shown: await playing.withWilds(await playing.stateAfter(to, signal), to, signal),
        };
      },
      ({ playing, to, shown }) => {
        [deal, at, play, state] = [number, to, playing, shown];
        aim = at;
        draw();
        moved(deal, at);
      },
      (problem) =>
        fill(
          stage,
          problemBox(problem, () => open(number, count)),
        ),
    );
  }

  function goTo(count) {
    aim = count;
    open(deal, count);
  }

  /** Step on or back from where the last press led to, which may not have been answered yet. */
  function step(by) {
    goTo(Math.min(Math.max(aim + by, 0), play.legalMoves));
  }

  function drawHead() {
    const wrong = found.first_illegal;
    const title = found.legal
      ? say("replay.legal", { count: found.moves_checked })
      : wrong.move === null
        ? say("replay.wrong-deal", { deal: wrong.deal + 1 })
        : say("replay.wrong-move", { deal: wrong.deal + 1, move: wrong.move + 1 });
    const here = wrong && wrong.deal === deal && play?.verdicts[at]?.legal === false;
    head.classList.toggle("at-wrong", Boolean(here));
    const reachable = wrong ? wrong.deal : log.deals.length - 1;
    fill(
      head,
      verdict({
        legal: found.legal,
        title,
        sentences: wrong?.violations ?? [],
        articles: rules.articles,
        more: [
          wrong &&
            wrong.move !== null &&
            h(
              "button",
              { type: "button", "data-key": "to-wrong", on: { click: () => open(wrong.deal, Infinity) } },
              say("replay.show-wrong"),
            ),
        ],
      }),
      h(
        "div",
        { class: "choice deals", role: "group", "aria-label": say("replay.deals") },
        log.deals.map((_, number) =>
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(number === deal),
              disabled: number > reachable,
              "data-key": `deal:${number}`,
              class: wrong?.deal === number ? "has-wrong" : "",
              on: { click: () => open(number) },
            },
            say("replay.deal", { number: number + 1 }),
            wrong?.deal === number && h("span", { "aria-hidden": "true" }, " ✗"),
          ),
        ),
      ),
    );
  }

  function draw() {
    drawHead();
    const tried = at === play.legalMoves ? play.verdicts[at] : undefined;
    const last = play.verdicts[at - 1];
    const move = tried ? play.moves[at] : play.moves[at - 1];
    const parts = tried ? pointed(tried.violations, tried.index) : new Set();
    const fresh = new Set(last?.effects?.melds.map(({ id }) => id) ?? []);
    const result = found.deals[deal];
    fill(
      stage,
      h(
        "div",
        { class: "two-sides wide-left" },
        h(
          "div",
          { class: "side" },
          stepper(tried ?? last, move),
          tableView(state, { fresh, wrong: tried ? pointedAt(move, parts) : new Set() }),
        ),
        h(
          "div",
          { class: "answer-side" },
          answer,
          list(),
          result && h("section", { class: "panel" }, h("h3", {}, say("replay.result")), scoreTable(result)),
          standingsBox(found.standings, rules.options),
        ),
      ),
    );
    fill(
      answer,
      (tried ?? last)
        ? explained(tried ?? last, move, parts)
        : verdict({
            title: say("replay.start"),
            more: [h("p", {}, say("replay.dealer", { player: state.dealer }))],
          }),
    );
    // Only the list moves, not the page below somebody's finger.
    const scrolling = stage.querySelector(".scrolling");
    const current = scrolling.querySelector("[aria-current]");
    if (current) scrolling.scrollTop = current.offsetTop - scrolling.clientHeight / 2;
  }

  function explained(one, move, parts) {
    return verdict({
      legal: one.legal,
      title: told(move, play.meldNames),
      sentences: one.legal ? one.reasons : one.violations,
      articles: rules.articles,
      more: [
        !one.legal && h("div", { class: "tried" }, cardsOf(move, parts)),
        h(
          "button",
          { type: "button", class: "small", "data-key": "to-turn", on: { click: () => toTurn(one.index) } },
          say("replay.to-turn"),
        ),
      ],
    });
  }

  /** Take the turn of a move to where turns are judged, with all that can be asked there. */
  function toTurn(index) {
    const playing = play;
    let from = index;
    while (from > 0 && !playing.verdicts[from - 1].effects.turn_ended) from -= 1;
    newest(
      (signal) => playing.stateAfter(from, signal),
      (position) => openTurn(position, playing.moves.slice(from, index + 1)),
      (problem) =>
        fill(
          answer,
          problemBox(problem, () => toTurn(index)),
        ),
    );
  }

  function stepper(one, move) {
    const last = play.legalMoves;
    const button = (sign, by, key) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": say(key),
          disabled: by < 0 ? at === 0 : at === last,
          "data-key": key,
          on: { click: () => step(by) },
        },
        sign,
      );
    return h(
      "div",
      { class: "stepper", role: "group", "aria-label": say("step.label") },
      button("⏮", -Infinity, "step.first"),
      button("◀", -1, "step.back"),
      h("input", {
        type: "range",
        min: 0,
        max: Math.max(last, 1),
        value: at,
        disabled: last === 0,
        "aria-label": say("step.slider"),
        "data-key": "slider",
        on: { input: (event) => goTo(Number(event.target.value)) },
      }),
      h("span", { class: "number" }, `${at} / ${play.moves.length}`),
      button("▶", 1, "step.next"),
      button("⏭", Infinity, "step.last"),
      // The verdict says it in full; this is for who looks at the table, so it is not read out twice.
      h(
        "p",
        { class: `now ${one ? (one.legal ? "yes" : "no") : ""}`, "aria-hidden": "true" },
        one ? `${one.legal ? "✓" : "✗"} ${told(move, play.meldNames)}` : say("replay.start"),
      ),
    );
  }

  function list() {
    const names = play.meldNames;
    const illegalShown = at === play.legalMoves && play.verdicts[at] !== undefined;
    return h(
      "section",
      { class: "moves" },
      h(
        "ol",
        { class: "scrolling", tabindex: 0, "aria-label": say("step.list") },
        play.moves.map((move, index) => {
          const one = play.verdicts[index];
          const current = illegalShown ? index === at : index === at - 1;
          return h(
            "li",
            { class: one ? (one.legal ? "" : "illegal") : "unjudged" },
            h(
              "button",
              {
                type: "button",
                class: "plain",
                disabled: !one,
                "aria-current": current ? "step" : null,
                "data-key": `move:${index}`,
                on: { click: () => goTo(one.legal ? index + 1 : index) },
              },
              h("span", { class: "sign", "aria-hidden": "true" }, one ? (one.legal ? "✓" : "✗") : "·"),
              told(move, names),
            ),
          );
        }),
      ),
    );
  }

  drawHead();
  open(deal, start.at);
  return element;
}
