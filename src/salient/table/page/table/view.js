/**
 * Where a map lies in its window: pure geometry.
 *
 * A view is the map's corner in pixels of the window and its scale. The window is the part of the
 * element in which the map can be seen: something may lie over it above and below.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, scale: number}} View
 * @typedef {{width: number, height: number, top: number}} Window
 * @typedef {{width: number, height: number, counter: number}} Sheet `counter`: side of a counter
 */

/** Pixels of a counter that can be read, of one that is looked at, and of the largest. */
const READABLE = 28;
const CLOSE = 34;
const LARGEST = 160;

/** The whole map, as large as it can be. @param {Sheet} sheet @param {Window} window @returns {View} */
export function fitted(sheet, window) {
  const scale = Math.min(window.width / sheet.width, window.height / sheet.height) || 1;
  return {
    scale,
    x: (window.width - sheet.width * scale) / 2,
    y: window.top + (window.height - sheet.height * scale) / 2,
  };
}

/** A scale that makes sense. @param {number} scale @param {Sheet} sheet @param {Window} window */
export function limited(scale, sheet, window) {
  return Math.min(Math.max(scale, fitted(sheet, window).scale * 0.8), LARGEST / sheet.counter);
}

/** Keep the window full of map, but for a margin. @param {View} view @param {Sheet} sheet @param {Window} window */
export function kept(view, sheet, window) {
  const hold = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ size) => {
    const margin = size < room ? room - size : Math.min(room * 0.1, 48);
    return Math.min(Math.max(at, room - size - margin), margin);
  };
  return {
    scale: view.scale,
    x: hold(view.x, window.width, sheet.width * view.scale),
    y: window.top + hold(view.y - window.top, window.height, sheet.height * view.scale),
  };
}

/** Another scale; what lies at a point stays there. @param {View} view @param {number} scale @param {Point} at */
export function zoomed(view, scale, at) {
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Whether points of the map are well in sight. @param {Point[]} points @param {View} view @param {Window} window */
export function shows(points, view, window) {
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ rim) =>
    at > size * rim && at < size * (1 - rim);
  return points.every(
    ({ x, y }) =>
      within(x * view.scale + view.x, window.width, 0.08) &&
      within(y * view.scale + view.y - window.top, window.height, 0.1),
  );
}

/**
 * Points of the map in the middle, as close as they allow, and always close enough to be read: if they do not all
 * fit into the window then, the one in their midst comes into the middle.
 *
 * @param {Point[]} points @param {View} view @param {Sheet} sheet @param {Window} window
 * @param {{hold?: boolean}} [how] hold: the scale stays
 */
export function centred(points, view, sheet, window, { hold = false } = {}) {
  const span = (/** @type {number[]} */ values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { middle: (least + most) / 2, size: most - least + sheet.counter * 6 };
  };
  const [across, down] = [span(points.map(({ x }) => x)), span(points.map(({ y }) => y))];
  const wanted = Math.max(view.scale, CLOSE / sheet.counter);
  const fitting = Math.min(wanted, window.width / across.size, window.height / down.size);
  const scale = hold ? view.scale : limited(Math.max(fitting, READABLE / sheet.counter), sheet, window);
  const fits = across.size * scale <= window.width && down.size * scale <= window.height;
  const middle = fits ? { x: across.middle, y: down.middle } : inTheMidst(points);
  return {
    scale,
    x: window.width / 2 - middle.x * scale,
    y: window.top + window.height / 2 - middle.y * scale,
  };
}

/** The point that has the least way to all others. @param {Point[]} points */
function inTheMidst(points) {
  const far = (/** @type {Point} */ one) => points.reduce((sum, { x, y }) => sum + Math.hypot(x - one.x, y - one.y), 0);
  return points.reduce((best, one) => (far(one) < far(best) ? one : best));
}
