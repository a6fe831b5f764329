/** The strip above every view: which game this table plays, and its house rules. */

import { fill, h, s } from "./dom.js";
import { contractText, optionValue, problemBox } from "./verdict.js";
import { say } from "./words.js";

const SLIDERS =
  "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0";

/** `choose(ref)` is told of every change. */
export function rulesBar(rules, choose) {
  const element = h("section", { class: "rules-bar", "aria-label": say("rules.game") });
  let open = false;
  let single = false; // whether the single rules are shown
  let sought = ""; // which of them

  function draw() {
    const { ref } = rules;
    const changes = ref.variants.length + Object.keys(ref.options).length;
    fill(
      element,
      h(
        "div",
        { class: "rules-line" },
        h(
          "label",
          { class: "game" },
          h("span", { class: "visually-hidden" }, say("rules.game")),
          h(
            "select",
            { "data-key": "game", on: { change: (event) => choose({ id: event.target.value }) } },
            rules.list.map(({ id, name }) => h("option", { value: id, selected: id === ref.id }, name)),
          ),
        ),
        h(
          "button",
          {
            type: "button",
            "data-key": "house-rules",
            "aria-expanded": String(open),
            "aria-controls": "house-rules",
            on: {
              click: () => {
                open = !open;
                draw();
              },
            },
          },
          s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SLIDERS })),
          h("span", { class: "says" }, say("rules.house")),
          changes > 0 && h("span", { class: "badge" }, String(changes)),
        ),
        rules.digest &&
          h("span", { class: "seal", title: say("rules.seal.why") }, `${say("rules.seal")} `, rules.digest),
      ),
      (ref.variants.length > 0 || Object.keys(ref.options).length > 0) && chips(),
      rules.problem && problemBox(rules.problem, undefined, title),
      h("div", { id: "house-rules", class: "house-rules", hidden: !open }, open && panel()),
    );
  }

  function chips() {
    const { ref } = rules;
    return h(
      "ul",
      { class: "chips" },
      ref.variants.map((id) =>
        chip(variantName(id), `v:${id}`, () =>
          choose({ ...ref, variants: ref.variants.filter((one) => one !== id) }),
        ),
      ),
      Object.entries(ref.options).map(([name, value]) =>
        chip(say("colon", { name: title(name), value: optionValue(name, value) }), `o:${name}`, () =>
          drop(name),
        ),
      ),
    );
  }

  function chip(text, key, remove) {
    return h(
      "li",
      {},
      text,
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "data-key": `chip:${key}`,
          "data-near": "house-rules",
          "aria-label": say("rules.undo", { what: text }),
          on: { click: remove },
        },
        "×",
      ),
    );
  }

  const title = (name) => rules.page.options.find((option) => option.name === name)?.title ?? name;
  const variantName = (id) => rules.entry.variants.find((variant) => variant.id === id)?.name ?? id;

  function drop(name) {
    const options = { ...rules.ref.options };
    delete options[name];
    choose({ ...rules.ref, options });
  }

  function panel() {
    const { ref, entry, page } = rules;
    return [
      h("p", {}, entry.summary),
      entry.variants.length > 0 &&
        h(
          "fieldset",
          {},
          h("legend", {}, say("rules.variants")),
          h(
            "div",
            { class: "variants" },
            entry.variants.map(({ id, name, summary }) =>
              h(
                "label",
                { class: "check" },
                h("input", {
                  type: "checkbox",
                  checked: ref.variants.includes(id),
                  "data-key": `variant:${id}`,
                  on: {
                    change: (event) =>
                      choose({
                        ...ref,
                        variants: event.target.checked
                          ? [...ref.variants, id]
                          : ref.variants.filter((one) => one !== id),
                      }),
                  },
                }),
                h("span", {}, h("strong", {}, name), h("span", { class: "quiet block" }, summary)),
              ),
            ),
          ),
        ),
      h(
        "details",
        {
          open: single,
          on: {
            toggle: (event) => {
              single = event.target.open;
            },
          },
        },
        h("summary", { "data-key": "single" }, say("rules.options")),
        find(),
        h("div", { class: "options" }, page.options.map(option)),
      ),
    ];
  }

  /** There are some forty rules; on a phone that is a long way. */
  function find() {
    return h(
      "label",
      { class: "find" },
      h("span", { class: "visually-hidden" }, say("rules.find")),
      h("input", {
        type: "search",
        value: sought,
        placeholder: say("rules.find"),
        "data-key": "find-rule",
        on: {
          input: (event) => {
            sought = event.target.value;
            for (const { name } of rules.page.options)
              element.querySelector(`[data-option="${name}"]`).hidden = !matches(name);
          },
        },
      }),
    );
  }

  function matches(name) {
    const { title: heading, text } = rules.page.options.find((one) => one.name === name);
    return plain(`${heading} ${text} ${name}`).includes(plain(sought.trim()));
  }

  function option(entry) {
    const { name, title: heading, text, allowed } = entry;
    const value = valueOf(entry);
    const set = (chosen) => choose({ ...rules.ref, options: { ...rules.ref.options, [name]: chosen } });
    const hintId = `hint-${name}`;
    return h(
      "div",
      {
        class: `option${name in rules.ref.options ? " changed" : ""}`,
        "data-option": name,
        hidden: !matches(name),
      },
      h("label", { for: `option-${name}` }, heading),
      control(name, value, allowed, set, hintId),
      h("p", { id: hintId, class: "quiet" }, withoutCodes(text, allowed)),
    );
  }

  /** What a control shows: what was chosen, as far as it is such a value at all. */
  function valueOf({ name, value, allowed }) {
    const own = rules.ref.options[name];
    if (allowed.keys) return { ...value, ...own };
    if (allowed.max_items) return Array.isArray(own) ? own.filter(Boolean) : value;
    return own ?? value;
  }

  function control(name, value, allowed, set, hintId) {
    const common = { id: `option-${name}`, "data-key": `option:${name}`, "aria-describedby": hintId };
    if (Array.isArray(allowed)) {
      return h(
        "select",
        { ...common, on: { change: (event) => set(allowed[event.target.selectedIndex]) } },
        allowed.map((one) => h("option", { selected: one === value }, optionValue(name, one))),
      );
    }
    if (allowed.keys) {
      return h(
        "div",
        { class: "card-values", role: "group", "aria-describedby": hintId },
        allowed.keys.map((each, at) =>
          h(
            "label",
            {},
            say(`value.card.${each}`),
            number(
              at === 0 ? common : { "data-key": `option:${name}:${each}` },
              value[each],
              allowed,
              (points) => set({ ...rules.ref.options[name], [each]: points }),
            ),
          ),
        ),
      );
    }
    if (allowed.max_items) {
      return h("input", {
        ...common,
        type: "text",
        value: value.map(({ piernas, escaleras }) => contractText(piernas, escaleras)).join(" "),
        placeholder: "2P 1P+1E 2E",
        on: { change: (event) => readContracts(event.target, set) },
      });
    }
    return number(common, value, allowed, set);
  }

  function number(common, value, { min, max }, set) {
    return h("input", {
      ...common,
      type: "number",
      min,
      max,
      value,
      on: {
        change: (event) =>
          event.target.checkValidity() && event.target.value !== "" && set(Number(event.target.value)),
      },
    });
  }

  function readContracts(input, set) {
    const slips = input.value
      .trim()
      .split(/[\s·,]+/)
      .filter(Boolean);
    const read = slips.map((slip) => /^(?:(\d)P)?\+?(?:(\d)E)?$/i.exec(slip));
    const good = read.every((one) => one && (one[1] || one[2]));
    input.setAttribute("aria-invalid", String(!good));
    if (good) set(read.map((one) => ({ piernas: Number(one[1] ?? 0), escaleras: Number(one[2] ?? 0) })));
  }

  draw();
  return { element, draw };
}

/** Without accents and capitals, as people type when they look for something. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** What an option means, without the words of the API: here its values have names that people understand. */
function withoutCodes(text, allowed) {
  const codes = Array.isArray(allowed) ? allowed : [];
  return codes.reduce((left, code) => left.replaceAll(` (${code})`, ""), text);
}
