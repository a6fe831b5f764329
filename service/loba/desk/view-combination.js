/** “Is this a combination? May this card be added?” */

import { ask, MOST_CARDS, newestOnly } from "./api.js";
import { cardsIn, cardsOut } from "./address.js";
import { combination } from "./card-view.js";
import { fill, h } from "./dom.js";
import { glance } from "./glance.js";
import { added as markedAdded, layOff } from "./lay-off.js";
import { chooser } from "./picker.js";
import { hint, problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

const KINDS = ["", "pierna", "escalera"];

export function combinationView({ rules, changed }) {
  let adding = false;
  let kind = "";
  const laid = [];
  const added = [];
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const controls = h("div", { class: "controls" });
  const cards = h("div", {});
  const element = h(
    "div",
    { class: "two-sides" },
    h("div", { class: "side" }, controls, cards),
    answer,
    glance(answer),
  );
  const newest = newestOnly();

  function draw() {
    fill(
      controls,
      choice(
        "mode",
        say("combination.mode"),
        [
          [false, say("combination.new")],
          [true, say("combination.add")],
        ],
        adding,
        (chosen) => {
          adding = chosen;
          draw();
          moved();
        },
      ),
      !adding &&
        choice(
          "kind",
          say("combination.kind"),
          KINDS.map((one) => [one, say(`kind.${one || "either"}`)]),
          kind,
          (chosen) => {
            kind = chosen;
            draw();
            moved();
          },
        ),
    );
    const rows = adding
      ? [
          { id: "laid", title: say("combination.laid"), hint: say("combination.laid.hint"), cards: laid },
          { id: "added", title: say("combination.added"), hint: say("combination.added.hint"), cards: added },
        ]
      : [{ id: "laid", title: say("combination.cards"), hint: say("combination.hint"), cards: laid }];
    const choosing = chooser(rules.options, rows, moved);
    if (adding && laid.length >= 3) choosing.light("added");
    fill(cards, choosing.element);
  }

  function moved() {
    changed();
    judge();
  }

  function judge() {
    if (adding && !rules.knows("lay_off_from")) return fill(answer, hint(say("combination.no-laying-off")));
    if (laid.length === 0 || (adding && added.length === 0)) {
      newest.stop();
      return fill(answer, hint(say(adding ? "combination.start-adding" : "combination.start")));
    }
    if (Math.max(laid.length, added.length) > MOST_CARDS) {
      newest.stop();
      return fill(answer, hint(say("combination.too-many")));
    }
    const work = adding ? judgeAdding : judgeNew;
    return newest(
      work,
      (found) => fill(answer, found),
      (problem) => fill(answer, problemBox(problem, judge)),
    );
  }

  async function check(signal) {
    const asked = { ruleset: rules.asked, melds: [{ ...(kind && !adding && { kind }), cards: laid }] };
    return (await ask("v1/meld-checks", asked, signal)).verdicts[0];
  }

  /** The same run with its wild card at the other end, where it may stand there as well. */
  async function turnedRound({ legal, kind: found, cards: lying, wilds }, signal) {
    const last = lying.length - 1;
    const at = legal && found === "escalera" && wilds.length === 1 ? wilds[0].index : -1;
    if (at !== 0 && at !== last) return null;
    const turned = at === last ? [lying[last], ...lying.slice(0, last)] : [...lying.slice(1), lying[0]];
    const asked = { ruleset: rules.asked, melds: [{ kind: found, cards: turned }] };
    const [other] = (await ask("v1/meld-checks", asked, signal)).verdicts;
    return other.legal && cardsOut(other.cards) === cardsOut(turned) ? turned : null;
  }

  async function judgeNew(signal) {
    const found = await check(signal);
    const { legal, reasons, violations, points } = found;
    const turned = await turnedRound(found, signal);
    return [
      verdict({
        legal,
        title: legal ? say(`combination.yes.${found.kind}`) : say("combination.no"),
        sentences: legal ? reasons : violations,
        articles: rules.articles,
        more: [
          asItLies(found, violations),
          legal && h("p", { class: "points" }, say("points", { count: points })),
          turned && flip(turned),
        ],
      }),
    ];
  }

  /** How it would lie on the table; in cards that are none, the ones the sentences point at are marked. */
  function asItLies({ legal, cards: lying, wilds }, violations) {
    const marks = {};
    for (const { pointer } of violations) {
      const at = /\/cards\/(\d+)$/.exec(pointer)?.[1];
      if (at !== undefined) marks[at] = "wrong";
    }
    return h(
      "div",
      { class: "felt" },
      h("p", { class: "felt-label" }, say(legal ? "combination.lies" : "combination.shown")),
      combination(lying, { wilds, marks }),
    );
  }

  function flip(turned) {
    return h(
      "button",
      {
        type: "button",
        "data-key": "flip",
        on: {
          click: () => {
            laid.splice(0, laid.length, ...turned);
            draw();
            moved();
          },
        },
      },
      say("combination.flip"),
    );
  }

  async function judgeAdding(signal) {
    const table = await check(signal);
    if (!table.legal) {
      return [
        verdict({
          legal: false,
          title: say("combination.table-no"),
          sentences: table.violations,
          articles: rules.articles,
          more: [asItLies(table, table.violations)],
        }),
      ];
    }
    const turned = await turnedRound(table, signal);
    const asked = layOff(rules, table, added);
    if (!asked) return [hint(say("combination.too-many"))];
    const found = await ask("v1/adjudications", asked, signal);
    const [{ legal, reasons, violations, effects }] = found.verdicts;
    const result = effects?.melds[0];
    return [
      verdict({
        legal,
        title: say(legal ? "combination.added-yes" : "combination.added-no", { count: added.length }),
        sentences: legal ? reasons : violations,
        articles: rules.articles,
        more: [
          legal
            ? h(
                "div",
                { class: "felt" },
                h("p", { class: "felt-label" }, say("combination.lies")),
                combination(result.cards, {
                  wilds: result.wilds,
                  marks: markedAdded(result.cards, table.cards),
                }),
              )
            : h(
                "div",
                { class: "felt" },
                h("p", { class: "felt-label" }, say("combination.on-table")),
                combination(table.cards, { wilds: table.wilds }),
                h("p", { class: "felt-label" }, say("combination.added")),
                combination(added, { marks: wrongCards(violations) }),
              ),
          turned && flip(turned),
        ],
      }),
    ];
  }

  draw();
  return {
    element,
    refresh() {
      draw();
      judge();
    },
    params: () => ({
      c: cardsOut(laid),
      ...(adding && { add: cardsOut(added) || "-" }),
      ...(kind && { k: kind }),
    }),
    show(params) {
      laid.splice(0, laid.length, ...cardsIn(params.get("c")));
      added.splice(0, added.length, ...cardsIn(params.get("add")));
      adding = params.has("add");
      kind = KINDS.includes(params.get("k")) ? params.get("k") : "";
      draw();
      judge();
    },
  };
}

/** Buttons of which one is pressed. */
export function choice(id, label, entries, chosen, choose) {
  return h(
    "div",
    { class: "choice", role: "group", "aria-label": label },
    entries.map(([value, text]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(value === chosen),
          "data-key": `${id}:${value}`,
          on: { click: () => choose(value) },
        },
        text,
      ),
    ),
  );
}

function wrongCards(violations) {
  const marks = {};
  for (const { pointer } of violations) {
    const at = /^\/moves\/0\/cards\/(\d+)$/.exec(pointer)?.[1];
    if (at !== undefined) marks[at] = "wrong";
  }
  return marks;
}
