/**
 * The address of what is on the desk: `#/hand?r=loba-de-menos&c=6D.7D`. All of it stands behind the `#`, which
 * a browser never sends anywhere. Short things are readable; a position or a log is packed.
 */

const LONGEST = 30_000;

/** Read the address bar: the view and its parameters. */
export function where() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: path, params: new URLSearchParams(query) };
}

/** Write the address bar. Says whether it all fitted in. */
export function put(view, params) {
  const kept = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  // Colons and commas are as good as anything in a fragment; escaped, they would only be ugly.
  const query = new URLSearchParams(kept).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  const fits = query.length <= LONGEST;
  history.replaceState(null, "", `#/${view}${fits && query ? `?${query}` : ""}`);
  return fits;
}

/** Pack anything that JSON can hold into letters and digits. */
export async function packed(value) {
  const raw = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(raw).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Unpack it again; null where it was cut short or is something else. */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const raw = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(raw).text());
  } catch {
    return null;
  }
}

export const cardsOut = (cards) => cards.join(".");
export const cardsIn = (text) => (text ? text.split(".").filter((card) => CARD.test(card)) : []);

const CARD = /^(JOKER|[A2-9TJQK][SHDC]|([1-9]|1[0-2])[oceb])$/;
