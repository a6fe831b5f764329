/** The desk: language, rules, five views, and an address that holds what is on it. */

import { put, where } from "./address.js";
import { Problem, read, useKey } from "./api.js";
import { fill, h, s } from "./dom.js";
import { Rules } from "./rules.js";
import { rulesBar } from "./rules-bar.js";
import { problemBox } from "./verdict.js";
import { combinationView } from "./view-combination.js";
import { handView } from "./view-hand.js";
import { logView } from "./view-log.js";
import { rulesView } from "./view-rules.js";
import { turnView } from "./view-turn.js";
import { LANGUAGES, preferred, say, speak, spoken } from "./words.js";

const VIEWS = {
  combination: combinationView,
  hand: handView,
  turn: turnView,
  log: logView,
  rules: rulesView,
};
const ICONS = {
  combination: "M5 7l7-2 4 14-7 2zM12 4h8v14h-3",
  hand: "M4 9l5-2 4 12-5 2zM10 5l6 0v13M17 6l4 2-4 11",
  turn: "M3 12a9 6 0 1 0 18 0 9 6 0 1 0-18 0M9 12l2 2 4-4",
  log: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  rules: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
};

const root = document.getElementById("desk");
const rules = new Rules();
let current = "combination";
let chosenLanguage = null; // only where the reader chose one: a link leaves it to whoever opens it
let views = {};
let stale = new Set(); // views that were drawn by other rules
let bar = null;
let full = false; // what is on the desk does not fit into an address

const desk = {
  rules,
  changed: remember,
  chooseRules: (ref) => chooseRules(ref),
  example: (name) => read(new URL(`examples/${name}.json`, import.meta.url)),
  openTurn(state, moves) {
    go("turn");
    views.turn.open(state, moves);
  },
};

function rulesParams({ id, variants, options }) {
  return { r: id, v: variants.join(","), o: Object.keys(options).length ? JSON.stringify(options) : "" };
}

function rulesFrom(params) {
  let options = {};
  try {
    options = JSON.parse(params.get("o")) ?? {};
  } catch {
    // an address cut short: the game without its house rules
  }
  return { id: params.get("r"), variants: params.get("v")?.split(",").filter(Boolean) ?? [], options };
}

/** Write what is on the desk into the address bar. */
function remember() {
  const view = views[current];
  if (!view) return;
  full = !put(current, { ...rulesParams(rules.ref), l: chosenLanguage, ...view.params() });
}

async function chooseRules(ref) {
  await attempt(async () => {
    await rules.choose(ref);
    bar.draw();
    stale = new Set(Object.keys(views));
    freshen();
    remember();
  });
}

/** Draw the view on the desk by the rules there are now; the others wait until they are looked at. */
function freshen() {
  if (stale.delete(current)) views[current].refresh();
}

function go(name) {
  current = name in VIEWS ? name : "combination";
  if (!views[current]) {
    views[current] = VIEWS[current](desk);
    stale.add(current);
  }
  freshen();
  document.title = `loba · ${say(`view.${current}`)}`;
  for (const link of root.querySelectorAll("nav.views a")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  fill(
    root.querySelector("main"),
    h("h1", { tabindex: -1 }, say(`view.${current}.title`)),
    views[current].element,
  );
}

/** Follow the address, wherever it came from: a link of ours, a link from somebody, the way back. */
async function follow() {
  const { view, params } = where();
  await attempt(async () => {
    const language = params.get("l");
    if (language in LANGUAGES && language !== spoken()) {
      chosenLanguage = language;
      await build();
    }
    if (params.has("r")) {
      const wanted = rulesFrom(params);
      if (JSON.stringify(rulesParams(wanted)) !== JSON.stringify(rulesParams(rules.ref))) {
        await rules.choose(wanted);
        bar.draw();
        stale = new Set(Object.keys(views));
      }
    }
    const bare = [...params.keys()].every((key) => "rvol".includes(key));
    if (!bare) stale.delete(view); // it is told anew what lies there
    go(view);
    if (!bare) await views[current].show(params);
    remember();
  });
}

/** Lay the desk out in a language. */
async function build() {
  speak(chosenLanguage ?? preferred());
  document.documentElement.lang = spoken();
  await rules.loadList();
  const { id, variants, options } = rules.ref;
  await rules.choose({ id, variants, options });
  views = {};
  bar = rulesBar(rules, chooseRules);
  fill(
    root,
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        on: {
          click: (event) => {
            event.preventDefault();
            root.querySelector("h1")?.focus();
          },
        },
      },
      say("skip"),
    ),
    h(
      "header",
      { class: "top" },
      h(
        "a",
        { class: "brand", href: "#/combination" },
        h("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 36, height: 36 }),
        h("span", {}, h("strong", {}, "loba"), h("span", { class: "motto" }, say("motto"))),
      ),
      h(
        "div",
        { class: "tools" },
        h(
          "label",
          {},
          h("span", { class: "visually-hidden" }, say("language")),
          h(
            "select",
            { "data-key": "language", on: { change: (event) => changeLanguage(event.target.value) } },
            Object.entries(LANGUAGES).map(([code, name]) =>
              h("option", { value: code, lang: code, selected: code === spoken() }, name),
            ),
          ),
        ),
        h("button", { type: "button", "data-key": "share", on: { click: share } }, say("share")),
      ),
      h("p", { class: "shared", role: "status" }),
    ),
    h(
      "nav",
      { class: "views", "aria-label": say("views") },
      Object.keys(VIEWS).map((name) =>
        h(
          "a",
          { href: `#/${name}`, "data-view": name },
          s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] })),
          h("span", {}, say(`view.${name}`)),
        ),
      ),
    ),
    bar.element,
    h("main", { id: "main" }),
  );
}

async function changeLanguage(code) {
  await attempt(async () => {
    const kept = Object.entries(views).map(([name, view]) => [name, view.params()]);
    chosenLanguage = code;
    await build();
    for (const [name, params] of kept) {
      views[name] = VIEWS[name](desk);
      stale.delete(name);
      const told = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
      await views[name].show(new URLSearchParams(told));
    }
    go(current);
    remember();
    root.querySelector("[data-key=language]").focus();
  });
}

/** Hand the address on: by the device's own means, by the clipboard, or for the hand to copy. */
async function share() {
  const status = root.querySelector(".shared");
  const address = new URL(location.href);
  address.hash = address.hash.replace(/&l=\w\w/, "");
  if (full) {
    fill(status, say("share.too-long"));
    return;
  }
  try {
    await navigator.clipboard.writeText(address.href);
    fill(status, say("share.copied"));
  } catch {
    // not allowed, or the page did not come by a secure way
    const field = h("input", {
      type: "text",
      readonly: true,
      value: address.href,
      "aria-label": say("share.address"),
    });
    fill(status, say("share.copy"), " ", field);
    field.select();
  }
}

/** Do something that asks the service. Where it wants a key, ask the person for one and do it again. */
async function attempt(work, withKey = false) {
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 401) askKey(work, withKey);
    else
      fill(
        root.querySelector("main") ?? root,
        problemBox(problem),
        h(
          "button",
          { type: "button", "data-key": "again", on: { click: () => location.reload() } },
          say("again"),
        ),
      );
  }
}

function askKey(work, refused) {
  const field = h("input", { type: "password", autocomplete: "off", required: true, id: "key" });
  const use = h("button", { type: "submit", class: "primary" }, say("key.use"));
  fill(
    root,
    h(
      "main",
      {},
      h(
        "form",
        {
          class: "key-form",
          on: {
            submit: (event) => {
              event.preventDefault();
              useKey(field.value);
              // What would be typed meanwhile is gone when the answer comes.
              field.disabled = use.disabled = true;
              attempt(work, true);
            },
          },
        },
        h("h1", {}, say("key.title")),
        refused ? h("p", { role: "alert" }, say("key.refused")) : h("p", {}, say("key.why")),
        h("label", { for: "key" }, say("key.label")),
        field,
        use,
      ),
    ),
  );
  field.focus();
}

/** A file may be dropped anywhere: where it is not wanted, a browser would leave the desk for it. */
function takeDrops() {
  const over = (event, on) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("over", on);
  };
  addEventListener("dragover", (event) => over(event, true));
  addEventListener("dragleave", (event) => over(event, false));
  addEventListener("drop", (event) => {
    over(event, false);
    if (!event.dataTransfer?.files.length || !root.querySelector("nav.views")) return;
    go("log");
    views.log.take([...event.dataTransfer.files]);
  });
}

await attempt(async () => {
  const { params } = where();
  if (params.get("l") in LANGUAGES) chosenLanguage = params.get("l");
  await build();
  await follow();
  addEventListener("hashchange", follow);
  // The network is back: ask again what was left without an answer.
  addEventListener("online", () => root.querySelector("main [data-key=again]")?.click());
  takeDrops();
});
