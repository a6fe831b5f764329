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
 * keyboard is not thrown to the top of the page by what it did.
 */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const near = focused?.dataset.near;
  const selection = focused?.selectionStart === undefined ? null : focused.selectionStart;
  element.replaceChildren();
  append(element, children);
  if (!key) return;
  const again = byKey(element, key) ?? (near && byKey(element, near));
  if (!again) return;
  again.focus({ preventScroll: true });
  try {
    if (selection !== null) again.setSelectionRange(selection, selection);
  } catch {
    // a number field has no caret to put back
  }
}

function byKey(element, key) {
  return element.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
