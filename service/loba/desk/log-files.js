/** Files people drop: which question a file is, whoever wrote it. */

/** Read a file: `{ kind: "replay" | "sheet" | "turn" | "unknown", body }`. */
export function readLog(text) {
  try {
    return fromJson(JSON.parse(text));
  } catch {
    return fromTable(text);
  }
}

function fromJson(body) {
  if (Array.isArray(body?.deals)) {
    const cards = body.deals.some((deal) => deal.deck || deal.hands);
    return { kind: cards ? "replay" : "sheet", body };
  }
  if (body?.state && Array.isArray(body.moves)) return { kind: "turn", body };
  return { kind: "unknown" };
}

/**
 * A table as a spreadsheet saves it: names in the first line, a line of points for each deal. Who went out has a
 * star behind the points; where there is none, nobody did. A place left empty is a player who did not play.
 */
function fromTable(text) {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const [players, ...rows] = lines.map((line) => line.split(/[;\t,]/).map((cell) => cell.trim()));
  if (!players || players.length < 2 || rows.length === 0) return { kind: "unknown" };
  const deals = rows.map((cells) => {
    const deal = { winner: null, points: {} };
    players.forEach((player, at) => {
      const found = /^(-?\d+)\s*(\*?)$/.exec(cells[at] ?? "");
      if (!found) return;
      deal.points[player] = Number(found[1]);
      if (found[2]) deal.winner = player;
    });
    return deal;
  });
  return { kind: "sheet", body: { players, deals } };
}
