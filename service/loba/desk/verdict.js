/** What the service answered, for people: yes or no, why, and which article says so. */

import { h } from "./dom.js";
import { has, say } from "./words.js";

/** A verdict in a box. Without `legal` it is neither yes nor no. */
export function verdict({ legal, title, sentences = [], articles = [], more = [] }) {
  const kind = legal === undefined ? "neutral" : legal ? "yes" : "no";
  return h(
    "section",
    { class: `verdict ${kind}` },
    h(
      "h2",
      {},
      legal !== undefined && h("span", { class: "sign", "aria-hidden": "true" }, legal ? "✓" : "✗"),
      title,
    ),
    sentences.length > 0 &&
      h(
        "ul",
        { class: "reasons" },
        sentences.map((sentence) => h("li", {}, sentence.message, " ", articleLink(sentence.rule, articles))),
      ),
    more,
  );
}

/** A link to the article a sentence rests on. */
export function articleLink(rule, articles) {
  if (!rule) return null;
  const title = articles.find((article) => article.id === rule)?.title ?? rule;
  return h("a", { class: "article", href: `#/rules?a=${rule}` }, `§ ${title}`);
}

/**
 * A question that could not be judged; `again` asks it once more, where that may help. `named` tells what people
 * call an option.
 */
export function problemBox(problem, again, named = (option) => option) {
  return h(
    "section",
    { class: "verdict problem" },
    h("h2", {}, h("span", { class: "sign", "aria-hidden": "true" }, "?"), problem.title),
    h(
      "ul",
      { class: "reasons" },
      problem.errors.length
        ? problem.errors.map((error) =>
            h("li", {}, placed(place(error.pointer, problem.asked, named), error.detail)),
          )
        : h("li", {}, problem.message),
    ),
    again &&
      problem.passes &&
      h("button", { type: "button", "data-key": "again", on: { click: () => again() } }, say("again")),
  );
}

/** A sentence behind the place it speaks of. */
function placed(where, sentence) {
  return where ? [h("strong", {}, say("colon", { name: where, value: "" })), " ", sentence] : sentence;
}

/** Where in a file something is wrong: counted as people count, and then as it is written there. */
function place(pointer, asked, named) {
  const steps = (pointer ?? "").split("/").slice(1);
  if (steps[0] === "ruleset") {
    // Which rules are meant is plain from their name, or from the name of the option.
    const value = steps.reduce((at, step) => at?.[step], asked);
    return steps[1] === "options" && steps[2] ? named(steps[2]) : typeof value === "string" ? value : "";
  }
  if (steps[0] === "state" && steps.length > 1) steps.shift();
  const counted = [];
  while (steps.length > 1 && has(`place.${steps[0]}`) && /^\d+$/.test(steps[1])) {
    const [list, at] = steps.splice(0, 2);
    counted.push(say(`place.${list}`, { number: Number(at) + 1 }));
  }
  return [...counted, ...(steps.length ? [steps.join(" / ")] : [])].join(", ");
}

/** What is still missing before anything can be asked. */
export function hint(text) {
  return h("p", { class: "hint" }, text);
}

/** The tables where the verdict would be the other way round. */
export function hinges(found, legal, articlesOptions) {
  if (!found.length)
    return h("p", { class: "quiet" }, say(legal ? "hinges.none-legal" : "hinges.none-illegal"));
  const byOption = new Map();
  for (const hinge of found) {
    const row = byOption.get(hinge.option) ?? { here: hinge.value, others: [] };
    row.others.push(hinge.other_value);
    byOption.set(hinge.option, row);
  }
  return h(
    "div",
    { class: "hinges" },
    h("h3", {}, say(legal ? "hinges.illegal-where" : "hinges.legal-where")),
    h(
      "ul",
      {},
      [...byOption].map(([option, { here, others }]) =>
        h(
          "li",
          {},
          h("strong", {}, articlesOptions.find(({ name }) => name === option)?.title ?? option),
          say("colon", { name: "", value: "" }),
          " ",
          others.map((value) => optionValue(option, value)).join(` ${say("or")} `),
          h(
            "span",
            { class: "quiet" },
            ` (${say("colon", { name: say("hinges.here"), value: optionValue(option, here) })})`,
          ),
        ),
      ),
    ),
  );
}

/** The value of an option as people say it. An address may hold anything as one. */
export function optionValue(option, value) {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (option === "contracts" && Array.isArray(value)) {
    return value.length
      ? value.map((contract) => contractText(contract?.piernas, contract?.escaleras)).join(" · ")
      : say("value.contracts.none");
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value)
      .map(([name, points]) => `${say(`value.card.${name}`)} ${points}`)
      .join(", ");
  }
  const key = `value.${option}.${value}`;
  return has(key) ? say(key) : String(value);
}

/** A contract on a slip of paper: `2P 1E` is two piernas and an escalera. */
export function contractText(piernas, escaleras) {
  return [piernas && `${piernas}P`, escaleras && `${escaleras}E`].filter(Boolean).join("+");
}
