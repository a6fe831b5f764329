/** Elements as nested expressions. Text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Return an HTML element. `on` holds listeners; null, undefined and false leave an attribute out. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Return an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "value" || name === "checked" || name === "selected") {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * Put other children into an element. Who had the focus by its `data-key` gets it back, so that a hand on the
 * keyboard is not thrown to the top of the page by what it did; and what was being written there is not lost to an
 * answer that came in between.
 */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const near = focused?.dataset.near;
  const selection = focused?.selectionStart === undefined ? null : focused.selectionStart;
  const half = focused && unfinished.delete(focused) ? focused.value : null;
  filling = true; // some browsers tell a field that is taken away that it has been changed and left
  element.replaceChildren();
  filling = false;
  append(element, children);
  if (!key) return;
  const again = byKey(element, key) ?? (near && byKey(element, near));
  if (!again) return;
  if (half !== null) {
    again.value = half;
    unfinished.add(again);
  }
  again.focus({ preventScroll: true });
  try {
    if (selection !== null) again.setSelectionRange(selection, selection);
  } catch {
    // a number field has no caret to put back
  }
}

/** Fields that somebody is writing in: changed, and not yet left. */
const unfinished = new WeakSet();
let filling = false;

document.addEventListener("input", ({ target }) => {
  if (target.matches("input[type=text], input[type=number]")) unfinished.add(target);
});
document.addEventListener(
  "change",
  (event) => {
    if (filling) event.stopImmediatePropagation();
    unfinished.delete(event.target);
  },
  { capture: true },
);
// A browser does not count what was put back into a field as a change.
document.addEventListener("focusout", ({ target }) => {
  if (!filling && unfinished.delete(target)) target.dispatchEvent(new Event("change", { bubbles: true }));
});

function byKey(element, key) {
  return element.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
