/** What the page itself says, in three languages. What a verdict says comes from the service. */

import en from "./words/en.js";
import es from "./words/es.js";
import fr from "./words/fr.js";

const CATALOGUES = { en, es, fr };
export const LANGUAGES = { en: "English", es: "Español", fr: "Français" };

let language = "en";
let plurals = new Intl.PluralRules(language);

/** Speak a language from now on. */
export function speak(chosen) {
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
}

export function spoken() {
  return language;
}

/** The language the reader's browser likes best among ours. */
export function preferred() {
  const liked = navigator.languages.map((tag) => tag.slice(0, 2));
  return liked.find((tag) => tag in CATALOGUES) ?? "en";
}

/** A sentence, its {names} filled in. Where `count` is given, `key.one` or `key.other` is said. */
export function say(key, params = {}) {
  const words = CATALOGUES[language];
  const form = params.count === undefined ? undefined : `${key}.${plurals.select(params.count)}`;
  const text = words[form] ?? words[`${key}.other`] ?? words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}

/** Whether there are words for this key. */
export function has(key) {
  return key in CATALOGUES[language];
}

/** A list as people write it: “ana, beto and caro”. */
export function listed(items) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
