/** “What does this hand cost?” and the best use of it. */

import { ask, newestOnly } from "./api.js";
import { cardsIn, cardsOut } from "./address.js";
import { card, combination } from "./card-view.js";
import { fill, h } from "./dom.js";
import { glance } from "./glance.js";
import { chooser } from "./picker.js";
import { hint, problemBox, verdict } from "./verdict.js";
import { say } from "./words.js";

export function handView({ rules, changed }) {
  const hand = [];
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

  function draw() {
    const { opening_minimum: minimum, contracts } = rules.options;
    const openingMatters = minimum > 0 || contracts?.length > 0;
    fill(
      controls,
      openingMatters &&
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
      contracts?.length > 0 &&
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
    fill(
      cards,
      chooser(
        rules.options,
        [
          {
            id: "hand",
            title: say("hand.title"),
            hint: say("hand.hint", { count: rules.options.hand_size }),
            cards: hand,
          },
        ],
        moved,
      ).element,
    );
  }

  function moved() {
    changed();
    judge();
  }

  function judge() {
    if (hand.length === 0) {
      newest.stop();
      fill(answer, hint(say("hand.start")));
      return;
    }
    newest(
      weigh,
      (found) => fill(answer, found),
      (problem) => fill(answer, problemBox(problem)),
    );
  }

  async function weigh(signal) {
    const [you, other] = ["a", "b"];
    const [best, cost] = await Promise.all([
      ask(
        "v1/hand-arrangements",
        { ruleset: rules.asked, hand, has_opened: opened, deal_number: deal },
        signal,
      ),
      // Nobody has gone out, so that what is left in this hand counts, as it does for whoever loses a deal.
      ask(
        "v1/deal-scores",
        {
          ruleset: rules.asked,
          players: [
            { id: you, hand },
            { id: other, hand: [] },
          ],
          winner: null,
        },
        signal,
      ),
    ]);
    return [costBox(cost.scores[0]), bestBox(best)];
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

  function bestBox(best) {
    const { melds, remaining } = best;
    const more = [
      melds.length > 0 &&
        h(
          "div",
          { class: "felt" },
          melds.map(({ kind, cards: lying, wilds }) =>
            h(
              "div",
              { class: "laid" },
              h("p", { class: "felt-label" }, say(`kind.${kind}`)),
              combination(lying, { wilds }),
            ),
          ),
        ),
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
    const title = melds.length ? say("hand.best", { count: best.remaining_points }) : say("hand.nothing");
    return verdict({ title, more });
  }

  draw();
  return {
    element,
    refresh() {
      draw();
      judge();
    },
    params: () => ({ c: cardsOut(hand), ...(opened && { opened: "1" }), ...(deal > 1 && { deal }) }),
    show(params) {
      hand.splice(0, hand.length, ...cardsIn(params.get("c")));
      opened = params.has("opened");
      deal = Math.max(1, Number(params.get("deal") ?? 1) || 1);
      draw();
      judge();
    },
  };
}
