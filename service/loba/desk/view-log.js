/** “Check a game log or score sheet.” */

import { packed, unpacked } from "./address.js";
import { ask, newestOnly, Problem } from "./api.js";
import { fill, h } from "./dom.js";
import { gamesList, judged, nameOf } from "./games-list.js";
import { readFiles } from "./log-files.js";
import { replayViewer } from "./replay-viewer.js";
import { blankSheet, sheetEditor } from "./sheet-editor.js";
import { hint, problemBox } from "./verdict.js";
import { say } from "./words.js";

export function logView({ rules, changed, chooseRules, example, openTurn }) {
  let log = null; // { kind, body }
  let games = null; // where there are several, those to choose from
  let results = {}; // what was found out about those games, by which rules
  let place = {};
  let packedUp = "";
  let opening = 0;
  let list = null;
  const stage = h("div", { class: "stage" });
  const input = h("input", {
    type: "file",
    id: "log-file",
    class: "visually-hidden",
    accept: ".json,.jsonl,.ndjson,.csv,.tsv,.txt,application/json,text/csv",
    multiple: true,
    on: {
      change: async () => {
        const chosen = [...input.files];
        input.value = "";
        await take(chosen);
      },
    },
  });
  const label = h("label", { for: "log-file", class: "button" });
  const dropText = h("p", { class: "quiet" });
  const drop = h("div", { class: "drop" }, input, label, dropText);
  const controls = h("div", { class: "controls" });
  const element = h("div", { class: "log" }, drop, controls, stage);
  const newest = newestOnly();

  /** Take files, wherever on the page they were dropped. */
  async function take(files) {
    if (!files.length) return;
    games = null;
    await open(await readFiles(files));
  }

  /** Open what was read; `at` is where in it the reader was. */
  async function open(read, at = {}) {
    log = null; // what lies here is not to be judged by the rules of the next one
    opening += 1;
    const mine = opening;
    if (read.kind === "games") {
      games = read.games;
      draw();
      changed();
      return;
    }
    draw();
    fill(stage, hint(say("log.checking")));
    try {
      if (!(await checked(read)) || mine !== opening) return;
      place = at;
      log = read;
      draw();
      await pack();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (mine === opening)
        fill(
          stage,
          back(),
          problemBox(problem, () => open(read, at)),
        );
    }
  }

  /**
   * A file can be anything, and people name rules that there are not: the service looks it over before it comes
   * on the desk. A game by rules that are known is looked over as it is shown. Says whether there is more to do.
   */
  async function checked({ kind, body, text }) {
    if (kind === "too-large")
      throw new Problem(413, { title: say("problem.too-large"), detail: say("problem.too-large.detail") });
    const known = !body?.ruleset || rules.fits(body.ruleset);
    if (kind !== "new" && !(kind === "replay" && known)) await judged(rules, { kind, body, text });
    if (body.ruleset) await chooseRules(body.ruleset);
    if (kind === "turn") openTurn(body.state, body.moves);
    return kind !== "turn";
  }

  async function show(name, kind) {
    try {
      await open({ kind, body: await example(name) });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fill(
        stage,
        problemBox(problem, () => show(name, kind)),
      );
    }
  }

  /** From one of several games back to all of them. */
  function back() {
    return (
      games &&
      h(
        "p",
        {},
        h(
          "button",
          {
            type: "button",
            "data-key": "all-games",
            on: {
              click: () => {
                log = null;
                draw();
                changed();
              },
            },
          },
          `‹ ${say("games.all")}`,
        ),
        " ",
        log && h("strong", {}, nameOf(log)),
      )
    );
  }

  async function pack() {
    packedUp = await packed({
      k: log.kind === "replay" ? "replay" : "sheet",
      b: { players: log.body.players, dealer: log.body.dealer, deals: log.body.deals },
    });
    changed();
  }

  function button(key, press) {
    return h("button", { type: "button", "data-key": key, on: { click: press } }, say(`log.${key}`));
  }

  function draw() {
    newest.stop();
    list?.stop();
    list = null;
    element.classList.toggle("loaded", log !== null || games !== null);
    fill(label, say("log.choose"));
    fill(dropText, say("log.drop"));
    fill(
      controls,
      button("example-game", () => show("game", "replay")),
      button("example-sheet", () => show("sheet", "sheet")),
      button("new-sheet", () => {
        games = null;
        open({ kind: "new", body: blankSheet() });
      }),
    );
    if (log?.kind === "replay") drawReplay();
    else if (log) drawSheet();
    else if (games) drawGames();
    else fill(stage, hint(say("log.start")));
  }

  function drawGames() {
    const { digest } = rules;
    if (results.games !== games || results.digest !== digest) results = { games, digest, found: new Map() };
    list = gamesList(rules, games, results.found, open);
    fill(stage, list.element);
  }

  function drawSheet() {
    fill(
      stage,
      back(),
      sheetEditor(rules, log.body, (sheet) => {
        log.body = { ...log.body, ...sheet };
        pack();
      }),
    );
  }

  function drawReplay() {
    const { body } = log;
    const asked = { ruleset: rules.asked, players: body.players, deals: body.deals };
    fill(stage, hint(say("log.checking")));
    newest(
      (signal) => ask("v1/replays", asked, signal),
      (found) =>
        fill(
          stage,
          back(),
          replayViewer(rules, body, found, place, {
            moved(deal, at) {
              place = { deal, at };
              changed();
            },
            openTurn,
          }),
        ),
      (problem) => fill(stage, back(), problemBox(problem, draw)),
    );
  }

  draw();
  return {
    element,
    refresh: draw,
    take,
    params: () => (log ? { p: packedUp, ...place } : {}),
    async show(params) {
      const found = params.get("p") ? await unpacked(params.get("p")) : null;
      const { k: kind, b: body } = found ?? {};
      if (!Array.isArray(body?.players) || !Array.isArray(body.deals)) return draw();
      games = null;
      const at = params.has("deal")
        ? { deal: Number(params.get("deal")) || 0, at: Number(params.get("at")) || 0 }
        : {};
      return open({ kind: kind === "replay" || body.deals.length ? kind : "new", body }, at);
    },
  };
}
