/** “What does this hand cost?” and the best use of it. */

import { ask, MOST_CARDS, newestOnly } from "./api.js";
import { cardsIn, cardsOut } from "./address.js";
import { card, combination } from "./card-view.js";
import { fill, h } from "./dom.js";
import { glance } from "./glance.js";
import { added, layOff } from "./lay-off.js";
import { arranged } from "./on-table.js";
import { chooser } from "./picker.js";
import { hint, problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

const [YOU, OTHER] = ["a", "b"];

export function handView({ rules, changed }) {
  const hand = [];
  const melds = []; // what lies on the table: { owner, cards }
  let opened = false;
  let deal = 1;
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const cards = h("div", {});
  const controls = h("div", { class: "controls" });
  const element = h(
    "div",
    { class: "two-sides" },
    h("div", { class: "side" }, controls, cards),
    answer,
    glance(answer),
  );
  const newest = newestOnly();
  let choosing = null;

  const layingOff = () => rules.knows("lay_off_from");
  const lying = () => (layingOff() ? melds.filter((meld) => meld.cards.length > 0) : []);

  /** Whether it has to be said that the player has opened: a combination of the player's own says so already. */
  function openingMatters() {
    const { opening_minimum: minimum, contracts, lay_off_from: from } = rules.options;
    if (lying().some(({ owner }) => owner === YOU)) return false;
    return minimum > 0 || contracts?.length > 0 || (lying().length > 0 && from !== "any-time");
  }

  function drawControls() {
    fill(
      controls,
      openingMatters() &&
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: opened,
            "data-key": "opened",
            on: {
              change: (event) => {
                opened = event.target.checked;
                moved();
              },
            },
          }),
          h("span", {}, say("hand.opened")),
        ),
      rules.options.contracts?.length > 0 &&
        h(
          "label",
          { class: "inline" },
          say("hand.deal"),
          h("input", {
            type: "number",
            min: 1,
            max: 99,
            value: deal,
            "data-key": "deal",
            on: {
              change: (event) => {
                deal = Math.max(1, Number(event.target.value));
                moved();
              },
            },
          }),
        ),
    );
  }

  function draw(light) {
    drawControls();
    const before = choosing?.lit ?? "hand";
    choosing = chooser(rules.options, rows(), moved);
    choosing.light(light ?? before);
    fill(
      cards,
      choosing.element,
      layingOff() &&
        h(
          "button",
          {
            type: "button",
            class: "after",
            "data-key": "add-meld",
            on: {
              click: () => {
                melds.push({ owner: YOU, cards: [] });
                draw(`meld:${melds.length - 1}`);
              },
            },
          },
          say("position.add-meld"),
        ),
    );
  }

  function rows() {
    const { hand_size: count } = rules.options;
    return [
      { id: "hand", title: say("hand.title"), hint: say("hand.hint", { count }), cards: hand },
      ...(layingOff() ? melds : []).map((meld, at) => ({
        id: `meld:${at}`,
        title: say("position.meld", { number: at + 1 }),
        hint: say("combination.laid.hint"),
        cards: meld.cards,
        about: whose(meld, at),
        remove: () => {
          melds.splice(at, 1);
          draw();
          moved();
        },
      })),
    ];
  }

  /** To whom a combination belongs matters to who may add to it, and to whether the player has opened. */
  function whose(meld, at) {
    return h(
      "select",
      {
        "aria-label": say("position.owner"),
        "data-key": `owner:${at}`,
        on: {
          change: (event) => {
            meld.owner = event.target.value;
            moved();
          },
        },
      },
      [
        [YOU, "hand.whose.own"],
        [OTHER, "hand.whose.rival"],
      ].map(([owner, key]) => h("option", { value: owner, selected: owner === meld.owner }, say(key))),
    );
  }

  function moved() {
    drawControls();
    changed();
    judge();
  }

  function judge() {
    if (hand.length === 0) {
      newest.stop();
      fill(answer, hint(say("hand.start")));
      return;
    }
    if (hand.length > MOST_CARDS) {
      newest.stop();
      fill(answer, hint(say("combination.too-many")));
      return;
    }
    newest(
      weigh,
      (found) => fill(answer, found),
      (problem) => fill(answer, problemBox(problem, judge)),
    );
  }

  async function weigh(signal) {
    const { table, verdicts } = await arranged(rules, lying(), signal);
    const [cost, best] = await Promise.all([
      // Nobody has gone out, so that what is left in this hand counts, as it does for whoever loses a deal.
      ask(
        "v1/deal-scores",
        {
          ruleset: rules.asked,
          players: [
            { id: YOU, hand },
            { id: OTHER, hand: [] },
          ],
          winner: null,
        },
        signal,
      ),
      verdicts.every(({ legal }) => legal) ? bestUse(table, verdicts, signal) : notOnTable(verdicts),
    ]);
    return [costBox(cost.scores[0]), best];
  }

  async function bestUse(table, verdicts, signal) {
    const asked = { ruleset: rules.asked, hand, deal_number: deal };
    if (openingMatters()) asked.has_opened = opened;
    if (table.length) Object.assign(asked, { table, player: YOU });
    const best = await ask("v1/hand-arrangements", asked, signal);
    const { lay_offs: layOffs } = best;
    const after = await Promise.all(layOffs.map((one) => withAdded(one, table, verdicts, signal)));
    return bestBox(best, after);
  }

  /** What lies on the table after cards have been added to it, with the added ones marked. */
  async function withAdded({ meld: id, cards: more }, table, verdicts, signal) {
    const at = table.findIndex((meld) => meld.id === id);
    const { kind, owner, cards: before } = table[at];
    const asked = layOff(rules, table[at], more);
    const found = asked && (await ask("v1/adjudications", asked, signal));
    // Where it takes several steps, the cards are shown beside those that lie there.
    const [lies] = found?.verdicts[0].effects?.melds ?? [
      { cards: [...before, ...more], wilds: verdicts[at].wilds },
    ];
    return { kind, owner, ...lies, marks: added(lies.cards, before) };
  }

  /** Nothing can be added to what is no combination. */
  function notOnTable(verdicts) {
    return verdict({
      legal: false,
      title: say("combination.table-no"),
      sentences: verdicts.flatMap(({ violations }) => violations),
      articles: rules.articles,
      more: [
        h(
          "div",
          { class: "felt" },
          verdicts.filter(({ legal }) => !legal).map(({ cards: shown }) => combination(shown)),
        ),
      ],
    });
  }

  function costBox({ points, breakdown }) {
    return h(
      "section",
      { class: "verdict neutral" },
      h(
        "h2",
        {},
        h("span", { class: "sign", "aria-hidden": "true" }, "Σ"),
        say("hand.cost", { count: points }),
      ),
      breakdown.length > 0 &&
        h(
          "ul",
          { class: "priced" },
          breakdown.map(({ item, points: each }) =>
            h("li", {}, card(item, { size: "small" }), h("span", { class: "price" }, String(each))),
          ),
        ),
      rules.knows("close_max_loose") && h("p", { class: "quiet" }, say("hand.cost.linked")),
    );
  }

  function bestBox(best, addedTo) {
    const { melds: laid, remaining } = best;
    const used = laid.length > 0 || addedTo.length > 0;
    const more = [
      used &&
        h(
          "div",
          { class: "felt" },
          laid.map(({ kind, cards: shown, wilds }) =>
            h(
              "div",
              { class: "laid" },
              h("p", { class: "felt-label" }, say(`hand.lay.${kind}`)),
              combination(shown, { wilds }),
            ),
          ),
          addedTo.map(({ kind, owner, cards: shown, wilds, marks }) =>
            h(
              "div",
              { class: "laid" },
              h(
                "p",
                { class: "felt-label" },
                say(`hand.add.${kind}`),
                " · ",
                say(owner === YOU ? "hand.whose.own" : "hand.whose.rival"),
              ),
              combination(shown, { wilds, marks }),
            ),
          ),
        ),
      used &&
        rules.options.scoring === "points" &&
        h("p", { class: "points" }, say("hand.earned", { count: best.melded_points })),
      remaining.length > 0 &&
        h(
          "div",
          { class: "left-over" },
          h("h3", {}, say("hand.left", { count: best.remaining_points })),
          combination(remaining, { size: "small" }),
        ),
      best.can_go_out &&
        h(
          "p",
          { class: "good" },
          "✓ ",
          say(rules.knows("close_max_loose") ? "hand.can-close" : "hand.can-go-out"),
        ),
    ];
    const title = used ? say("hand.best", { count: best.remaining_points }) : say("hand.nothing");
    return verdict({ title, more });
  }

  draw();
  return {
    element,
    refresh() {
      draw();
      judge();
    },
    params: () => ({
      c: cardsOut(hand),
      t: tableOut(melds),
      ...(opened && { opened: "1" }),
      ...(deal > 1 && { deal }),
    }),
    show(params) {
      hand.splice(0, hand.length, ...cardsIn(params.get("c")));
      melds.splice(0, melds.length, ...tableIn(params.get("t")));
      opened = params.has("opened");
      deal = Math.max(1, Number(params.get("deal") ?? 1) || 1);
      draw();
      judge();
    },
  };
}

/** A table in an address: `5D.6D.7D,*4S.4H.4C`; what another player has laid has a mark before it. */
function tableOut(melds) {
  return melds
    .filter((meld) => meld.cards.length > 0)
    .map(({ owner, cards }) => (owner === OTHER ? "*" : "") + cardsOut(cards))
    .join(",");
}

function tableIn(text) {
  return (text?.split(",") ?? [])
    .map((meld) => ({ owner: meld.startsWith("*") ? OTHER : YOU, cards: cardsIn(meld.replace("*", "")) }))
    .filter((meld) => meld.cards.length > 0);
}
