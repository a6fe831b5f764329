/** The rules of this table: which game, which variants, which single options, and what the service makes of it. */

import { read } from "./api.js";

export class Rules {
  list = [];
  ref = { id: "", variants: [], options: {} };
  page = { options: [], articles: [] };
  options = {};
  digest = "";
  problem = null;

  /** What a question says about the rules. Members that say nothing are left out. */
  get asked() {
    const { id, variants, options } = this.ref;
    return { id, ...(variants.length && { variants }), ...(Object.keys(options).length && { options }) };
  }

  get articles() {
    return this.page.articles;
  }

  /** The games there are, in the reader's language. */
  async loadList() {
    this.list = (await read("v1/rulesets")).rulesets;
  }

  get entry() {
    return this.list.find(({ id }) => id === this.ref.id) ?? this.list[0];
  }

  /** Whether there are such rules: somebody's file may ask for anything. */
  fits(ref) {
    const entry = this.list.find(({ id }) => id === ref.id);
    const { variants = [], options = {} } = ref;
    return (
      entry !== undefined &&
      Array.isArray(variants) &&
      variants.every((variant) => entry.variants.some(({ id }) => id === variant)) &&
      isObject(options)
    );
  }

  /**
   * Take other rules. Where they exclude each other, that is said, and the last ones that did not stay in
   * `options`, so that there is still a pack to show.
   */
  async choose({ id, variants = [], options = {} }) {
    const known = this.list.find((entry) => entry.id === id) ?? this.list[0];
    const fitting = variants.filter((variant) => known.variants.some((one) => one.id === variant));
    const ref = { id: known.id, variants: fitting, options: isObject(options) ? options : {} };
    this.ref = ref;
    let problem = null;
    const page = await this.#page(ref).catch((found) => {
      if (found.status !== 422) throw found;
      problem = found;
      return this.#page({ ...ref, options: {} });
    });
    if (this.ref !== ref) return; // other rules have been chosen in the meantime
    this.page = page;
    this.problem = problem;
    this.options = Object.fromEntries(page.options.map(({ name, value }) => [name, value]));
    this.digest = problem ? "" : page.digest;
  }

  /** The rules in full, as they are at a table that plays so. */
  #page({ id, variants, options }) {
    const query = new URLSearchParams();
    if (variants.length) query.set("variants", variants.join(","));
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    const asked = query.toString();
    return read(`v1/rulesets/${id}${asked ? `?${asked}` : ""}`);
  }

  /** Whether this game has an option at all. */
  knows(option) {
    return option in this.options;
  }
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
