/** Combinations on a table as somebody enters them: in any order, whatever they are. */

import { ask } from "./api.js";

/**
 * Ask the service what they are and how they lie. `melds` are `{ owner, kind, cards }`; what comes back is the
 * table for another question, and the verdicts in the same order. Those without cards are left out.
 */
export async function arranged(rules, melds, signal) {
  const lying = melds.filter(({ cards }) => cards.length > 0);
  if (!lying.length) return { table: [], verdicts: [] };
  const asked = { ruleset: rules.asked, melds: lying.map(({ cards }) => ({ cards })) };
  const { verdicts } = await ask("v1/meld-checks", asked, signal);
  const table = lying.map(({ owner, kind }, at) => ({
    id: `m${at + 1}`,
    owner,
    kind: verdicts[at].kind ?? kind ?? "pierna",
    cards: verdicts[at].cards,
  }));
  return { table, verdicts };
}
