/** A score sheet: written here or read from a file, checked with every number. */

import { ask, newestOnly } from "./api.js";
import { fill, h } from "./dom.js";
import { standingsBox } from "./standings.js";
import { problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

const NAMES = ["ana", "beto", "caro", "dani", "eva"];

export function blankSheet() {
  return { players: NAMES.slice(0, 3), deals: [] };
}

/** Show a sheet. `moved(sheet)` is told of every change. */
export function sheetEditor(rules, given, moved) {
  const sheet = { players: [...given.players], dealer: given.dealer, deals: structuredClone(given.deals) };
  const element = h("div", { class: "sheet" });
  const grid = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("sheet.grid") });
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const controls = h("div", { class: "controls" });
  const newest = newestOnly();
  let found = { rows: [], violations: [] };

  function check() {
    moved(sheet);
    const deals = sheet.deals.filter((deal) => deal.winner !== null || Object.keys(deal.points).length);
    if (!deals.length) {
      found = { rows: [], violations: [] };
      newest.stop();
      fill(answer, h("p", { class: "hint" }, say("sheet.hint")));
      draw();
      return;
    }
    const asked = {
      ruleset: rules.asked,
      players: sheet.players,
      ...(sheet.dealer && { dealer: sheet.dealer }),
      deals,
    };
    newest(
      (signal) => ask("v1/scoresheets", asked, signal),
      (answered) => {
        found = answered;
        fill(
          answer,
          verdict({
            legal: answered.legal,
            title: say(answered.legal ? "sheet.legal" : "sheet.illegal", { deal: answered.rows.length + 1 }),
            sentences: answered.violations,
            articles: rules.articles,
          }),
          standingsBox(answered.standings, rules.options),
        );
        draw();
      },
      (problem) => {
        found = { rows: [], violations: [] };
        fill(answer, problemBox(problem, check));
        draw();
      },
    );
  }

  const pointers = () => new Set(found.violations.map(({ pointer }) => pointer));

  function draw() {
    drawControls();
    const rows = [...sheet.deals, null];
    const wrong = pointers();
    fill(
      grid,
      h(
        "table",
        { class: "score-grid" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, say("sheet.deal")),
            sheet.players.map((player, at) =>
              h(
                "th",
                { scope: "col" },
                h("input", {
                  type: "text",
                  value: player,
                  maxlength: 20,
                  "aria-label": say("position.name", { number: at + 1 }),
                  "data-key": `name:${at}`,
                  on: { change: (event) => rename(at, event.target.value.trim()) },
                }),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((deal, index) => line(deal ?? { winner: null, points: {} }, index, wrong)),
        ),
      ),
    );
  }

  function line(deal, index, wrong) {
    const row = found.rows[index];
    const base = `/deals/${index}`;
    const bad = [...wrong].some((pointer) => pointer === base || pointer.startsWith(`${base}/`));
    const classes = bad ? "bad" : "";
    const more = extras(deal, index, row ? outAfter(index) : []);
    return [
      h(
        "tr",
        { class: classes },
        h(
          "th",
          { scope: "row" },
          String(index + 1),
          row?.dealer && h("span", { class: "dealer-of" }, say("sheet.dealer", { player: row.dealer })),
        ),
        sheet.players.map((player, at) =>
          cell(deal, index, player, at, row, wrong.has(`${base}/points/${player}`)),
        ),
      ),
      more.length > 0 &&
        h(
          "tr",
          { class: `extras-row ${classes}` },
          h("td", {}),
          h("td", { class: "extras", colspan: sheet.players.length }, more),
        ),
    ];
  }

  /** What else may be true of a deal: how it was won, and who comes back after it. */
  function extras(deal, index, out) {
    return [
      deal.winner !== null && rules.options.concealed_bonus > 0 && flag(deal, "concealed", index),
      deal.winner !== null && rules.knows("chinchon_wins") && flag(deal, "chinchon", index),
      ...(rules.options.reentries > 0 ? out : []).map((player) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: deal.reentries?.includes(player) ?? false,
            "data-key": `back:${index}:${player}`,
            on: { change: (event) => comeBack(deal, player, event.target.checked) },
          }),
          h("span", {}, say("sheet.returns", { player })),
        ),
      ),
    ].filter(Boolean);
  }

  function cell(deal, index, player, at, row, wrong) {
    const label = say("sheet.cell", { player, deal: index + 1 });
    const back = row?.reentered.find((one) => one.player === player);
    return h(
      "td",
      { class: wrong ? "wrong" : "" },
      h("input", {
        type: "text",
        class: "points-of",
        value: deal.points[player] ?? "",
        "aria-label": label,
        autocomplete: "off",
        inputmode: belowZero() ? "text" : "numeric", // not every keypad of a phone has a minus
        maxlength: 8,
        "data-key": `points:${index}:${at}`,
        on: { change: (event) => points(index, player, event.target) },
      }),
      h(
        "div",
        { class: "below" },
        h(
          "button",
          {
            type: "button",
            class: "plain won",
            "aria-pressed": String(deal.winner === player),
            "aria-label": say("sheet.won", { player, deal: index + 1 }),
            title: say("score.went-out"),
            "data-key": `won:${index}:${at}`,
            on: { click: () => won(index, player) },
          },
          "★",
        ),
        row && player in row.totals && h("span", { class: "total" }, String(row.totals[player])),
      ),
      row?.eliminated.includes(player) && h("span", { class: "tag out" }, say("table.out")),
      back && h("span", { class: "tag" }, `→ ${back.score}`),
    );
  }

  function flag(deal, name, index) {
    return h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: Boolean(deal[name]),
        "data-key": `${name}:${index}`,
        on: {
          change: (event) => {
            if (event.target.checked) deal[name] = true;
            else delete deal[name];
            check();
          },
        },
      }),
      h("span", {}, say(`sheet.${name}`)),
    );
  }

  /** Who is out when this deal is over, by what the service found. */
  function outAfter(index) {
    const out = new Set();
    for (const row of found.rows.slice(0, index + 1)) {
      for (const player of row.eliminated) out.add(player);
      if (row !== found.rows[index]) for (const { player } of row.reentered) out.delete(player);
    }
    return [...out];
  }

  function deal(index) {
    sheet.deals[index] ??= { winner: null, points: {} };
    return sheet.deals[index];
  }

  function points(index, player, field) {
    const text = field.value.trim().replace("−", "-");
    const good = /^(-?\d+)?$/.test(text);
    field.setAttribute("aria-invalid", String(!good));
    if (!good) return;
    if (text === "") delete deal(index).points[player];
    else deal(index).points[player] = Number(text);
    drop();
    check();
  }

  /** Whether points below zero are usual in this game. */
  function belowZero() {
    const { scoring, concealed_bonus: concealed, full_close_bonus: full } = rules.options;
    return scoring === "points" || concealed > 0 || full > 0;
  }

  function won(index, player) {
    const one = deal(index);
    one.winner = one.winner === player ? null : player;
    if (one.winner === player) one.points[player] ??= 0;
    drop();
    check();
  }

  /** Lines left empty at the end are no deals. */
  function drop() {
    while (
      sheet.deals.length &&
      sheet.deals.at(-1).winner === null &&
      !Object.keys(sheet.deals.at(-1).points).length
    )
      sheet.deals.pop();
  }

  function comeBack(one, player, back) {
    const others = (one.reentries ?? []).filter((id) => id !== player);
    one.reentries = back ? [...others, player] : others;
    if (!one.reentries.length) delete one.reentries;
    check();
  }

  function rename(at, name) {
    const old = sheet.players[at];
    if (!name || sheet.players.includes(name)) return draw();
    sheet.players[at] = name;
    if (sheet.dealer === old) sheet.dealer = name;
    for (const one of sheet.deals) {
      if (one.winner === old) one.winner = name;
      if (old in one.points) {
        one.points[name] = one.points[old];
        delete one.points[old];
      }
      one.reentries = one.reentries?.map((id) => (id === old ? name : id));
      if (!one.reentries) delete one.reentries;
    }
    return check();
  }

  function seats(count) {
    while (sheet.players.length < count)
      sheet.players.push(NAMES.find((name) => !sheet.players.includes(name)));
    while (sheet.players.length > count) {
      const gone = sheet.players.pop();
      if (sheet.dealer === gone) sheet.dealer = undefined;
      for (const one of sheet.deals) {
        delete one.points[gone];
        if (one.winner === gone) one.winner = null;
      }
    }
    check();
  }

  function drawControls() {
    fill(
      controls,
      h(
        "label",
        { class: "inline" },
        say("position.players"),
        h(
          "select",
          { "data-key": "players", on: { change: (event) => seats(Number(event.target.value)) } },
          [2, 3, 4, 5].map((count) =>
            h("option", { value: count, selected: count === sheet.players.length }, String(count)),
          ),
        ),
      ),
      firstDealer(),
    );
  }

  /** Who deals is known from then on: it passes on, or goes to whoever won. */
  function firstDealer() {
    return h(
      "label",
      { class: "inline" },
      say("sheet.first-dealer"),
      h(
        "select",
        {
          "data-key": "first-dealer",
          on: {
            change: (event) => {
              sheet.dealer = event.target.value || undefined;
              check();
            },
          },
        },
        h("option", { value: "" }, "–"),
        sheet.players.map((player) =>
          h("option", { value: player, selected: player === sheet.dealer }, player),
        ),
      ),
    );
  }

  check();
  draw();
  element.append(
    controls,
    h("div", { class: "two-sides wide-left" }, h("div", { class: "side" }, grid), answer),
  );
  return element;
}
