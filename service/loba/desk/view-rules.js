/** “Rule sheet”: the articles of this table, to read and to print. */

import { fill, h } from "./dom.js";
import { optionValue } from "./verdict.js";
import { say } from "./words.js";

export function rulesView({ rules }) {
  const element = h("article", { class: "rule-sheet" });
  let wanted = null;

  function draw() {
    const { page, entry, ref, digest } = rules;
    const own = page.options.filter(({ from }) => from === "options");
    const variants = entry.variants.filter(({ id }) => ref.variants.includes(id));
    fill(
      element,
      h(
        "header",
        {},
        h("h2", {}, page.name),
        h("p", {}, entry.summary),
        h(
          "p",
          { class: "screen-only" },
          h(
            "button",
            { type: "button", class: "primary", "data-key": "print", on: { click: () => window.print() } },
            say("sheet.print"),
          ),
        ),
      ),
      variants.length > 0 &&
        h(
          "section",
          {},
          h("h3", {}, say("rules.variants")),
          h(
            "ul",
            {},
            variants.map(({ name, summary }) => h("li", {}, h("strong", {}, name), " — ", summary)),
          ),
        ),
      own.length > 0 &&
        h(
          "section",
          { class: "own-rules" },
          h("h3", {}, say("sheet.own")),
          h(
            "ul",
            {},
            own.map(({ name, title, value }) =>
              h("li", {}, h("strong", {}, say("colon", { name: title, value: optionValue(name, value) }))),
            ),
          ),
        ),
      h(
        "nav",
        { class: "contents screen-only", "aria-label": say("sheet.contents") },
        h(
          "ol",
          {},
          page.articles.map(({ id, title }) => h("li", {}, h("a", { href: `#/rules?a=${id}` }, title))),
        ),
      ),
      h(
        "div",
        { class: "articles" },
        page.articles.map(({ id, title, text }, at) =>
          h(
            "section",
            { id: `article-${id}`, tabindex: -1, class: id === wanted ? "wanted" : "" },
            h("h3", {}, h("span", { class: "article-number" }, String(at + 1)), " ", title),
            text.split("\n").map((paragraph) => h("p", {}, paragraph)),
          ),
        ),
      ),
      h("footer", { class: "quiet" }, digest && say("sheet.seal", { digest })),
    );
  }

  draw();
  return {
    element,
    refresh: draw,
    params: () => ({ a: wanted }),
    show(params) {
      wanted = params.get("a");
      draw();
      const article = wanted && element.querySelector(`#article-${CSS.escape(wanted)}`);
      if (article)
        requestAnimationFrame(() => {
          article.scrollIntoView({ block: "start" });
          article.focus({ preventScroll: true });
        });
    },
  };
}
