/**
 * Building elements without markup in strings, so that no text can ever become code.
 *
 * @typedef {Node | string | number | false | null | undefined} Child
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "g",
  "path",
  "circle",
  "rect",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "use",
  "defs",
  "title",
  "marker",
  "clipPath",
  "pattern",
]);

/**
 * An element with properties and children.
 *
 * Properties: `class` (string), `data` and `style` (objects), `on` (event → listener),
 * `ref` (called with the element), everything else an attribute; `true` gives an empty
 * attribute; `false`, `null` and `undefined` leave it out. `value`, `checked`, `selected` and
 * `disabled` are set as properties. Children may be nested lists; false and null are left out.
 *
 * @param {string} tag SVG tags are made in their own namespace.
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {any} the element
 */
export function h(tag, props, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element.append(...nodes(children)); // before the properties: the value of a <select> needs its options
  for (const [name, value] of Object.entries(props ?? {})) setProperty(element, name, value);
  return element;
}

/**
 * Put other children into an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** The children that are there, flat. @param {any[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== false && child !== null && child !== undefined)
    .map((child) => (child instanceof Node ? child : String(child)));
}

const AS_PROPERTY = new Set(["value", "checked", "selected", "disabled"]);

/** @param {any} element @param {string} name @param {any} value */
function setProperty(element, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "data") {
    for (const [key, word] of Object.entries(value)) {
      if (word !== null && word !== undefined) element.dataset[key] = word;
    }
  } else if (name === "style") {
    for (const [key, word] of Object.entries(value)) element.style.setProperty(key, word);
  } else if (name === "ref") {
    value(element);
  } else if (AS_PROPERTY.has(name)) {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}
