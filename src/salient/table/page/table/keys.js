/**
 * The keys of the table.
 *
 * @import { Table } from "./table.js"
 */

/**
 * What the keys do. Letters work wherever nothing is being typed; Enter only on the map, because
 * elsewhere it presses buttons.
 *
 * @type {Record<string, (table: Table) => void>}
 */
const DEEDS = {
  u: (table) => table.orders.undo(),
  o: (table) => pinOdds(table),
  i: (table) => table.hand.inspectHere(),
  l: (table) => lookFrom(table),
  p: (table) => traceFrom(table),
  n: (table) => walk(table, 1),
  N: (table) => walk(table, -1),
  s: (table) => sameAgain(table),
  x: (table) => table.sketch.clear(),
  w: ({ hand, sketchBar }) => hand.at !== null && sketchBar.edit(hand.at),
  t: (table) => table.playback.again(),
  c: (table) => table.eye.centreOnAction(),
  "/": (table) => table.prompt.find(),
  ",": (table) => table.replay.step(-1),
  ".": (table) => table.replay.step(1),
  "+": (table) => table.map.zoomBy(1.3),
  "=": (table) => table.map.zoomBy(1.3),
  "-": (table) => table.map.zoomBy(1 / 1.3),
  0: (table) => table.map.whole(),
};

/** @param {Table} table @param {KeyboardEvent} event */
export function pressKey(table, event) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return stepBack(table, target);
  if (target.matches?.("input:not([type=range]), textarea, select")) return;
  const onMap = target === table.map.element || target === document.body;
  const deed = event.key === "Enter" && onMap ? () => table.hand.enter() : DEEDS[event.key];
  if (!deed) return;
  event.preventDefault();
  deed(table);
}

/** Escape closes what was opened last; what came by itself under the pointer goes with it. @param {Table} table @param {HTMLElement} target */
function stepBack(table, target) {
  const { odds, prompt, panel, replay, model } = table;
  const { fan } = table.hand;
  if (fan.hovered) fan.close();
  if (!odds.pinned) odds.close();
  if (fan.place !== null) {
    const inside = fan.element.contains(target);
    fan.close();
    if (inside) table.map.element.focus();
  } else if (!odds.element.hidden) odds.close();
  else if (table.sight.on) table.sight.toggle(false);
  else if (table.lifeline.on) table.lifeline.toggle(false);
  else if (table.playback.running) table.playback.stop();
  else if (!table.deed.element.hidden) table.deed.close();
  else if (table.sketch.on) table.sketch.toggle(false);
  else if (prompt.listed) prompt.unlist();
  else if (model.busy || model.choice.picks.length || table.hand.gather.chosen) table.hand.cancel();
  else if (panel.isOpen) panel.toggle(false);
  else if (replay.on && !table.desk.replay) replay.leave();
}

/** @param {Table} table @param {number} step */
function walk(table, step) {
  const words = table.hand.walk(step);
  if (words) table.spoken.textContent = words;
  table.map.element.focus({ preventScroll: true });
}

/** @param {Table} table */
async function sameAgain(table) {
  if (!(await table.hand.gather.sameAgain())) table.spoken.textContent = table.desk.say("table.same_none");
}

/** The first press looks from where the cursor is, further ones look at it. @param {Table} table */
function lookFrom(table) {
  const { sight, hand, model } = table;
  if (!model.board.sight) return;
  if (sight.on) sight.pick(hand.at);
  else sight.toggle(true, hand.at);
}

/** What whoever stands at the cursor lives by; pressed there again, the next of the stack. @param {Table} table */
function traceFrom({ lifeline, hand, model }) {
  if (!model.board.lifelines) return;
  const stack = hand.at === null ? [] : model.piecesAround(hand.at).map(({ id }) => id);
  if (!stack.length) return lifeline.toggle();
  lifeline.show(stack[(stack.indexOf(lifeline.piece ?? -1) + 1) % stack.length]);
}

/** @param {Table} table */
async function pinOdds(table) {
  const { at } = table.hand;
  const found = at !== null && !table.model.past && (await table.odds.pin(at));
  if (!found) table.spoken.textContent = table.desk.say("table.odds.none");
}
