/**
 * Building elements without markup in strings, so that no text can ever become code.
 *
 * @typedef {Node | string | number | false | null | undefined} Child
 * @typedef {Child | Children[]} Children
 *
 * @typedef {typeof SVG_TAGS[number]} SvgTag
 * @typedef {Omit<HTMLElementTagNameMap, SvgTag> & Pick<SVGElementTagNameMap, SvgTag>} Tags
 *
 * @typedef {{[E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => unknown}} Listeners
 * @typedef {Record<string, string | number | null | undefined>} Words
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = /** @type {const} */ ([
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
const IS_SVG = new Set(/** @type {readonly string[]} */ (SVG_TAGS));

/**
 * An element with properties and children.
 *
 * Properties: `class` (string), `data` and `style` (objects), `on` (event → listener),
 * everything else an attribute; `true` gives an empty attribute; `false`, `null` and `undefined`
 * leave it out. `value`, `checked`, `selected` and `disabled` are set as properties. Children may
 * be nested lists; false and null are left out.
 *
 * @template {keyof Tags} T
 * @param {T} tag SVG tags are made in their own namespace.
 * @param {{[name: string]: unknown, data?: Words, style?: Words, on?: Listeners} | null} [props]
 * @param {...Children} children
 * @returns {Tags[T]} the element
 */
export function h(tag, props, ...children) {
  const element = /** @type {any} */ (
    IS_SVG.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag)
  );
  element.append(...nodes(children)); // before the properties: the value of a <select> needs its options
  for (const [name, value] of Object.entries(props ?? {})) setProperty(element, name, value);
  return element;
}

/**
 * Put other children into an element.
 *
 * @param {Element} element
 * @param {...Children} children
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

/** Whether an element is part of the page and no part around it is hidden. @param {Element} element */
export function isShown(element) {
  return element.isConnected && !element.closest("[hidden]");
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
  } else if (AS_PROPERTY.has(name)) {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}
