/** Files people drop: which question a file is, whoever wrote it. */

/** What nobody's games or score sheets come near; so much is not even read. */
const LARGEST = 20_000_000;

/**
 * Read files: `{ kind, body }`, with `replay`, `sheet` or `turn` as kind; `{ kind: "games", games }` where there
 * are several, each with a `name` or a `number`; or what is the matter: `unknown`, `too-large`, or `broken`, which
 * looks like JSON and is none.
 */
export async function readFiles(files) {
  const read = await Promise.all(
    [...files].map(async (file) => ({ ...(await readFile(file)), name: file.name })),
  );
  return read.length === 1 ? read[0] : games(read);
}

async function readFile(file) {
  return file.size > LARGEST ? { kind: "too-large" } : readLog(await file.text());
}

/** Several files may hold several games each. */
function games(read) {
  return {
    kind: "games",
    games: read.flatMap((one) =>
      one.kind === "games" ? one.games.map((game) => ({ ...game, name: one.name })) : [one],
    ),
  };
}

export function readLog(text) {
  const body = parsed(text);
  if (Array.isArray(body)) return numbered(body.map(fromJson));
  if (body !== undefined) return fromJson(body);
  const lines = text.split("\n").filter((line) => line.trim());
  const first = lines.length > 1 ? parsed(lines[0]) : undefined;
  if (first !== null && typeof first === "object") return numbered(lines.map(fromLine));
  if (/^\s*[[{]/.test(text)) return { kind: "broken", text };
  return fromTable(text);
}

function numbered(read) {
  if (read.length < 2) return read[0] ?? { kind: "unknown" };
  return { kind: "games", games: read.map((one, at) => ({ ...one, number: at + 1 })) };
}

function fromLine(line) {
  const body = parsed(line);
  return body === undefined ? { kind: "broken", text: line } : fromJson(body);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromJson(body) {
  if (Array.isArray(body?.deals)) {
    const cards = body.deals.some((deal) => deal?.deck || deal?.hands);
    return { kind: cards ? "replay" : "sheet", body };
  }
  if (body?.state && Array.isArray(body.moves)) return { kind: "turn", body };
  return { kind: "unknown" };
}

/**
 * A table as a spreadsheet saves it: names in the first line, a line of points for each deal. Who went out has a
 * star behind the points; where there is none, nobody did. A place left empty is a player who did not play. A
 * first column that counts the deals is left out, and so is what stands in no deal, like a line of totals.
 */
const COUNTS = /^(|#|n[.º°]*|deal|round|mano|ronda|manche)$/i;

function fromTable(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const apart = /[;\t]/.exec(lines[0] ?? "")?.[0] ?? ",";
  const [names, ...rows] = lines.map((line) => line.split(apart).map(cell));
  const from = COUNTS.test(names?.[0]) ? 1 : 0;
  const players = names?.slice(from) ?? [];
  while (players.at(-1) === "") players.pop();
  const played = rows.filter((cells) => from === 0 || points(cells[0]));
  if (players.length < 2 || !played.some((cells) => cells.some(points))) return { kind: "unknown" };
  const deals = played.map((cells) => {
    const deal = { winner: null, points: {} };
    players.forEach((player, at) => {
      const found = points(cells[at + from] ?? "");
      if (!found) return;
      deal.points[player] = Number(found[1].replace("−", "-"));
      if (found[2]) deal.winner = player;
    });
    return deal;
  });
  return { kind: "sheet", body: { players, deals } };
}

const points = (text) => /^([-−]?\d+)\s*(\*?)$/.exec(text);

/** A cell without the quotation marks that some programs put around it. */
function cell(text) {
  return text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"')
    .trim();
}
