/** Pictures from the server (maps, counters, markers) as elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The root element of an SVG document or group. Native tooltips are taken out: the table has its
 * own, which can be reached by keyboard and touch.
 *
 * @param {string} text
 * @returns {SVGElement}
 */
export function parsePicture(text) {
  const whole = text.startsWith("<svg") ? text : `<svg xmlns="${SVG}">${text}</svg>`;
  /** @type {Element} */
  const parsed = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  const root = /** @type {SVGElement} */ (document.importNode(parsed, true));
  for (const odd of root.querySelectorAll("title, script, foreignObject")) odd.remove();
  return root;
}

/**
 * A counter as a picture of its own, for lists and fans.
 *
 * @param {string} look
 * @param {number} size side of a counter in map units
 */
export function counterPicture(look, size) {
  const picture = parsePicture(look);
  for (const group of picture.querySelectorAll("[data-piece]")) group.removeAttribute("data-piece");
  picture.setAttribute("viewBox", `-1 -1 ${size + 2} ${size + 2}`);
  picture.setAttribute("class", "counter");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/**
 * The outline of a place as path data, whatever element draws it.
 *
 * @param {Element | null} element
 * @param {{x: number | null, y: number | null}} anchor where to draw a disc if nothing draws it
 * @param {number} radius
 */
export function outlineOf(element, anchor, radius) {
  const read = (/** @type {string} */ name) => Number(element?.getAttribute(name) ?? 0);
  const drawn = element?.getAttribute("d");
  if (drawn) return drawn;
  if (element?.tagName === "polygon") return `M${element.getAttribute("points")}Z`;
  if (element?.tagName === "rect") {
    return `M${read("x")} ${read("y")}h${read("width")}v${read("height")}h${-read("width")}Z`;
  }
  if (element?.tagName === "circle") return disc(read("cx"), read("cy"), read("r"));
  return anchor?.x == null || anchor.y == null ? "" : disc(anchor.x, anchor.y, radius);
}

/** @param {number} x @param {number} y @param {number} r */
function disc(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
