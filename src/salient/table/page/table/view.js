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
const READABLE = 22;
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

/** Whether points of the map are well in sight and can be read. @param {Point[]} points @param {View} view @param {Sheet} sheet @param {Window} window */
export function shows(points, view, sheet, window) {
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ rim) =>
    at > size * rim && at < size * (1 - rim);
  return (
    sheet.counter * view.scale >= READABLE &&
    points.every(
      ({ x, y }) =>
        within(x * view.scale + view.x, window.width, 0.08) &&
        within(y * view.scale + view.y - window.top, window.height, 0.1),
    )
  );
}

/** Points of the map in the middle, as close as they allow. @param {Point[]} points @param {View} view @param {Sheet} sheet @param {Window} window */
export function centred(points, view, sheet, window) {
  const span = (/** @type {number[]} */ values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { middle: (least + most) / 2, size: most - least + sheet.counter * 6 };
  };
  const [across, down] = [span(points.map(({ x }) => x)), span(points.map(({ y }) => y))];
  const wanted = Math.max(view.scale, CLOSE / sheet.counter);
  const fitting = Math.min(wanted, window.width / across.size, window.height / down.size);
  const scale = limited(fitting, sheet, window);
  return {
    scale,
    x: window.width / 2 - across.middle * scale,
    y: window.top + window.height / 2 - down.middle * scale,
  };
}
