/**
 * A position and the moves from there. The service keeps nothing, so this asks it for the position after any
 * number of moves, from the nearest one that is known already.
 */

import { ask, Problem } from "./api.js";
import { meldName } from "./moves.js";
import { say } from "./words.js";

/** How many moves one question may hold, and how many if it also asks what the verdict hinges on. */
const AT_ONCE = 500;
const AT_ONCE_HINGED = 20;

export class PlayThrough {
  #ruleset;
  #states;
  #wilds = null;

  constructor(ruleset, start, moves) {
    this.#ruleset = ruleset;
    this.#states = new Map([[0, start]]);
    this.moves = moves;
    this.verdicts = [];
    this.dealResult = null;
  }

  /** Judge all moves, up to the first that is illegal. */
  async judge(signal) {
    let state = this.#states.get(0);
    this.verdicts = [];
    for (let from = 0; from < this.moves.length; from += AT_ONCE) {
      const answer = await ask(
        "v1/adjudications",
        { ruleset: this.#ruleset, state, moves: this.moves.slice(from, from + AT_ONCE) },
        signal,
      );
      this.verdicts.push(...answer.verdicts.map((verdict) => ({ ...verdict, index: verdict.index + from })));
      this.dealResult = answer.deal_result;
      state = answer.state;
      if (!answer.legal) break;
    }
    this.#states.set(this.legalMoves, state);
  }

  /** Without a move nobody has looked at the position yet, and it may come from anywhere. */
  async lookOver(signal) {
    const asked = { ruleset: this.#ruleset, state: this.#states.get(0) };
    const { consistent, findings } = await ask("v1/state-checks", asked, signal);
    if (consistent) return;
    const errors = findings.map(({ pointer, message }) => ({ pointer, detail: message }));
    throw new Problem(422, { title: say("position.impossible"), errors });
  }

  /** How many moves could be made. */
  get legalMoves() {
    return this.verdicts.filter(({ legal }) => legal).length;
  }

  get legal() {
    return this.verdicts.every(({ legal }) => legal);
  }

  /** The position after so many moves. */
  async stateAfter(count, signal) {
    const wanted = Math.min(count, this.legalMoves);
    const from = Math.max(...[...this.#states.keys()].filter((known) => known <= wanted));
    if (from < wanted) {
      const asked = {
        ruleset: this.#ruleset,
        state: this.#states.get(from),
        moves: this.moves.slice(from, Math.min(wanted, from + AT_ONCE)),
      };
      this.#states.set(wanted, (await ask("v1/adjudications", asked, signal)).state);
    }
    return this.#states.get(wanted);
  }

  /** What the combinations are called that lie on the table at any time, by their ids. */
  get meldNames() {
    const names = new Map(this.#states.get(0).table.map((meld) => [meld.id, meldName(meld)]));
    for (const { index, effects } of this.verdicts) {
      for (const meld of effects?.melds ?? [])
        if (!names.has(meld.id)) names.set(meld.id, meldName({ ...meld, owner: this.moves[index].player }));
    }
    return names;
  }

  /** A position with what each wild card stands for: the moves said so, and for what lay there before, we ask. */
  async withWilds(state, count, signal) {
    if (!this.#wilds) {
      const { table } = this.#states.get(0);
      const asked = { ruleset: this.#ruleset, melds: table.map(({ kind, cards }) => ({ kind, cards })) };
      const found = table.length ? (await ask("v1/meld-checks", asked, signal)).verdicts : [];
      this.#wilds = new Map(table.map((meld, at) => [meld.id, found[at].wilds]));
    }
    const known = new Map(this.#wilds);
    for (const { effects } of this.verdicts.slice(0, count))
      for (const meld of effects?.melds ?? []) known.set(meld.id, meld.wilds);
    return { ...state, table: state.table.map((meld) => ({ ...meld, wilds: known.get(meld.id) ?? [] })) };
  }

  /** Which single house rule would turn the verdict round? In a long list that is asked of its last moves. */
  async hinges(signal) {
    const to = this.verdicts.length;
    const from = Math.max(0, to - AT_ONCE_HINGED);
    const asked = {
      ruleset: this.#ruleset,
      state: await this.stateAfter(from, signal),
      moves: this.moves.slice(from, to),
      what_if: true,
    };
    return (await ask("v1/adjudications", asked, signal)).hinges_on ?? [];
  }
}
