/** “Check a game log or score sheet.” */

import { packed, unpacked } from "./address.js";
import { ask, newestOnly } from "./api.js";
import { fill, h } from "./dom.js";
import { readLog } from "./log-files.js";
import { replayViewer } from "./replay-viewer.js";
import { blankSheet, sheetEditor } from "./sheet-editor.js";
import { hint, problemBox } from "./verdict.js";
import { say } from "./words.js";

export function logView({ rules, changed, chooseRules, example, openTurn }) {
  let log = null; // { kind, body }
  let place = {};
  let packedUp = "";
  const stage = h("div", { class: "stage" });
  const input = h("input", {
    type: "file",
    id: "log-file",
    class: "visually-hidden",
    accept: ".json,.csv,.tsv,.txt,application/json,text/csv",
    on: {
      change: () => {
        take(input.files[0]);
        input.value = "";
      },
    },
  });
  const label = h("label", { for: "log-file", class: "button" });
  const dropText = h("p", { class: "quiet" });
  const drop = h(
    "div",
    {
      class: "drop",
      on: {
        dragover: (event) => {
          event.preventDefault();
          drop.classList.add("over");
        },
        dragleave: () => drop.classList.remove("over"),
        drop: (event) => {
          event.preventDefault();
          drop.classList.remove("over");
          take(event.dataTransfer.files[0]);
        },
      },
    },
    input,
    label,
    dropText,
  );
  const controls = h("div", { class: "controls" });
  const element = h("div", { class: "log" }, drop, controls, stage);
  const newest = newestOnly();

  async function take(file) {
    if (!file) return;
    await open(readLog(await file.text()));
  }

  async function open(read) {
    if (read.kind === "unknown") {
      fill(stage, problemBox({ title: say("log.unknown"), errors: [], message: say("log.unknown.detail") }));
      return;
    }
    log = null; // what lies here is not to be judged by the rules of the next one
    if (read.body.ruleset) await chooseRules(read.body.ruleset);
    if (read.kind === "turn") {
      openTurn(read.body.state, read.body.moves);
      return;
    }
    log = read;
    place = {};
    await pack();
    draw();
  }

  async function pack() {
    packedUp = await packed({
      k: log.kind,
      b: { players: log.body.players, dealer: log.body.dealer, deals: log.body.deals },
    });
    changed();
  }

  function draw() {
    newest.stop();
    element.classList.toggle("loaded", log !== null);
    fill(label, say("log.choose"));
    fill(dropText, say("log.drop"));
    fill(
      controls,
      h(
        "button",
        {
          type: "button",
          "data-key": "example-game",
          on: { click: async () => open({ kind: "replay", body: await example("game") }) },
        },
        say("log.example-game"),
      ),
      h(
        "button",
        {
          type: "button",
          "data-key": "example-sheet",
          on: { click: async () => open({ kind: "sheet", body: await example("sheet") }) },
        },
        say("log.example-sheet"),
      ),
      h(
        "button",
        {
          type: "button",
          "data-key": "new-sheet",
          on: { click: () => open({ kind: "sheet", body: blankSheet() }) },
        },
        say("log.new-sheet"),
      ),
    );
    if (!log) {
      fill(stage, hint(say("log.start")));
    } else if (log.kind === "sheet") {
      fill(
        stage,
        sheetEditor(rules, log.body, (sheet) => {
          log.body = { ...log.body, ...sheet };
          pack();
        }),
      );
    } else {
      const { body } = log;
      const asked = { ruleset: rules.asked, players: body.players, deals: body.deals };
      newest(
        (signal) => ask("v1/replays", asked, signal),
        (found) =>
          fill(
            stage,
            replayViewer(rules, body, found, place, (deal, at) => {
              place = { deal, at };
              changed();
            }),
          ),
        (problem) => fill(stage, problemBox(problem)),
      );
    }
  }

  draw();
  return {
    element,
    refresh: draw,
    params: () => (log ? { p: packedUp, ...place } : {}),
    async show(params) {
      const found = params.get("p") ? await unpacked(params.get("p")) : null;
      if (found?.k) {
        log = { kind: found.k, body: found.b };
        packedUp = params.get("p");
        place = params.has("deal")
          ? { deal: Number(params.get("deal")), at: Number(params.get("at") ?? 0) }
          : {};
      }
      draw();
    },
  };
}
