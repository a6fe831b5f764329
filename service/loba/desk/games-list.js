/** Several games from one file, or several files: each with its verdict, to be opened one by one. */

import { ask, askAsWritten, newestOnly, Problem } from "./api.js";
import { fill, h } from "./dom.js";
import { problemBox } from "./verdict.js";
import { listed, say } from "./words.js";

const PATHS = { replay: "v1/replays", sheet: "v1/scoresheets", turn: "v1/adjudications" };

/**
 * Show the games and have them judged, one after the other. `found` keeps what was found out about them, by their
 * places; `open(game)` is told which one is to be seen.
 */
export function gamesList(rules, games, found, open) {
  const newest = newestOnly();
  const status = h("p", { role: "status" });
  const trouble = h("div", {});
  const lines = games.map(() => h("li", {}));
  const element = h(
    "section",
    { class: "games" },
    h("h2", {}, say("games.title", { count: games.length })),
    status,
    trouble,
    h("ol", { class: "games-found" }, lines),
  );

  function drawStatus() {
    const wrong = [...found.values()].filter(({ legal }) => !legal).length;
    fill(
      status,
      found.size < games.length
        ? say("games.progress", { done: found.size, all: games.length })
        : wrong
          ? say("games.wrong", { count: wrong })
          : say("games.right"),
    );
  }

  function drawLine(at) {
    const one = found.get(at);
    const kind = one ? (one.problem ? "problem" : one.legal ? "yes" : "no") : "";
    lines[at].className = kind;
    fill(
      lines[at],
      h(
        "button",
        { type: "button", "data-key": `game:${at}`, on: { click: () => open(games[at]) } },
        h("span", { class: "sign", "aria-hidden": "true" }, { yes: "✓", no: "✗", problem: "?" }[kind] ?? "·"),
        h("strong", {}, nameOf(games[at])),
        h("span", { class: "quiet" }, one?.text ?? ""),
      ),
    );
  }

  async function judge(signal) {
    for (const [at, game] of games.entries()) {
      if (found.has(at)) continue;
      try {
        const answer = await judged(rules, game, signal);
        found.set(at, { legal: answer.legal, text: outcome(game.kind, answer) });
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.passes) throw problem;
        found.set(at, { legal: false, problem, text: problem.title });
      }
      drawLine(at);
      if (found.size < games.length) drawStatus();
    }
  }

  function run() {
    fill(trouble);
    newest(judge, drawStatus, (problem) => fill(trouble, problemBox(problem, run)));
  }

  games.forEach((_, at) => drawLine(at));
  drawStatus();
  run();
  return { element, stop: newest.stop };
}

/** Ask the service about one game. What is no game at all is left to the service to say as well. */
export function judged(rules, { kind, body, text }, signal) {
  if (kind === "broken") return askAsWritten(PATHS.replay, text, signal);
  if (!(kind in PATHS))
    throw new Problem(400, { title: say("log.unknown"), detail: say("log.unknown.detail") });
  return ask(PATHS[kind], { ...body, ruleset: body.ruleset ?? rules.asked }, signal);
}

export function nameOf({ name, number }) {
  return [name, number && say("games.game", { number })].filter(Boolean).join(" · ");
}

function outcome(kind, { legal, first_illegal: wrong, moves_checked: count, rows, standings }) {
  if (kind === "turn") return say(legal ? "turn.legal" : "turn.illegal");
  if (!legal && kind === "sheet") return say("sheet.illegal", { deal: rows.length + 1 });
  if (!legal)
    return wrong.move === null
      ? say("replay.wrong-deal", { deal: wrong.deal + 1 })
      : say("replay.wrong-move", { deal: wrong.deal + 1, move: wrong.move + 1 });
  const winners = standings.winners.length
    ? say("standings.over", { players: listed(standings.winners), count: standings.winners.length })
    : "";
  const good = kind === "sheet" ? say("sheet.legal") : say("replay.legal", { count });
  return [good, winners].filter(Boolean).join(" · ");
}
