/**
 * The guided first turn: a few words beside the real things of the real table.
 *
 * The table stays usable all the time. A step that asks for an action goes on by itself when the
 * table asks something new (`salient:question`), or with the Next button.
 *
 * @import { Say } from "./texts.js"
 * @import { LessonCard } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";
import { remember } from "./memory.js";

/**
 * @typedef {object} Step
 * @property {string} [text] message id
 * @property {string} [words] or the words themselves
 * @property {string} [verb] the verb of the action it waits for, or several
 * @property {string[]} at selectors of what it points at; the first one that shows is taken
 * @property {boolean} [acts] whether it waits for the player to do something
 */

/** @type {Step[]} */
const PLAIN_STEPS = [
  { text: "tour.prompt", at: ["[data-testid=prompt]"] },
  { text: "tour.glow", at: ["[data-testid=map]"], acts: true },
  { text: "tour.move", at: ["[data-testid=map]"], acts: true },
  { text: "tour.undo", at: ["[data-testid=undo]", "[data-testid=prompt]"] },
  { text: "tour.log", at: ["[data-testid=log]", "[data-testid=panel]", "[data-testid=drawer]"] },
  { text: "tour.finish", at: ["[data-testid=prompt]"] },
  { text: "tour.help", at: ["[data-testid=help]"] },
];
const SEEN = "tour";
const GAP = 12;
/** What lies over the map and must be read or used: dice, chances, a form. */
const CARDS = ["[data-testid=deed]", "[data-testid=odds]", ".finder"];

/** A lesson as a step: one that waits points at the map, the others at the question. @param {LessonCard} lesson @returns {Step} */
function stepOf({ text, verb }) {
  return { words: text, verb, acts: Boolean(verb), at: [verb ? "[data-testid=map]" : "[data-testid=prompt]"] };
}

/**
 * Begin the tour over the open table: the lessons of the game, else what can be said of any.
 *
 * @param {{say: Say}} shell
 * @param {LessonCard[]} [lessons]
 * @returns {{close(): void}}
 */
export function startTour({ say }, lessons = []) {
  const STEPS = lessons.length ? lessons.map(stepOf) : PLAIN_STEPS;
  const light = h("div", { class: "tour-light", "aria-hidden": "true" });
  const words = h("p", { id: "tour-words" });
  const count = h("p", { class: "eyebrow" });
  const next = h("button", { class: "button primary", type: "button", "data-testid": "tour-next" });
  const back = h("button", { class: "button", type: "button" }, say("tour.back"));
  const skip = h("button", { class: "button quiet", type: "button", "data-testid": "tour-skip" }, say("tour.skip"));
  const card = h(
    "section",
    {
      class: "tour",
      role: "dialog",
      "aria-label": say("tour.title"),
      "aria-describedby": "tour-words",
      "data-testid": "tour",
    },
    count,
    h("div", { "aria-live": "polite" }, words),
    h("div", { class: "row" }, next, back, h("span", { class: "grow" }), skip),
  );

  const ended = new AbortController();
  let at = 0;
  const show = (/** @type {number} */ step) => {
    at = step;
    const last = at === STEPS.length - 1;
    fill(words, STEPS[at].words ?? say(STEPS[at].text ?? ""));
    fill(count, say("tour.count", { n: at + 1, of: STEPS.length }));
    fill(next, say(last ? "tour.done" : STEPS[at].verb ? "tour.pass" : "tour.next"));
    next.classList.toggle("primary", !STEPS[at].acts); // there the table is what invites
    back.hidden = at === 0;
    skip.hidden = last;
    place(card, light, STEPS[at]);
    const elsewhere = document.activeElement !== document.body && !card.contains(document.activeElement);
    if (!elsewhere || !STEPS[at].acts) next.focus({ preventScroll: true });
  };
  const goOn = () => (at + 1 < STEPS.length ? show(at + 1) : end());
  const heard = () => STEPS[at].acts && !STEPS[at].verb && goOn();
  const acted = (/** @type {Event} */ event) => {
    const { verbs, offered } = /** @type {CustomEvent<{verbs: string[], offered: string[]}>} */ (event).detail;
    // Who does what is taught later has come so far: nobody is held up by a step that was not to be taken.
    const done = STEPS.findIndex(({ verb }, step) => step >= at && taught(verb).some((one) => verbs.includes(one)));
    // The same is asked again, and what comes next is not asked yet: one more platoon, one more phase.
    const next = taught(STEPS[done + 1]?.verb);
    const again = (/** @type {string[]} */ those) => those.some((one) => offered.includes(one));
    if (done === at && next.length && !again(next) && again(taught(STEPS[at].verb))) return;
    if (done >= 0 && done + 1 < STEPS.length) show(done + 1);
    else if (done >= 0) end();
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !card.contains(document.activeElement)) return;
    event.stopPropagation();
    end();
  };
  const follow = setInterval(() => place(card, light, STEPS[at]), 250); // the table moves and resizes freely
  const close = () => {
    clearInterval(follow);
    ended.abort();
    light.remove();
    card.remove();
  };
  const end = () => {
    remember(SEEN, "seen");
    close();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=map]"))?.focus({ preventScroll: true });
  };
  next.addEventListener("click", goOn);
  back.addEventListener("click", () => show(at - 1));
  skip.addEventListener("click", end);

  const { signal } = ended;
  document.addEventListener("salient:question", heard, { signal });
  document.addEventListener("salient:acted", acted, { signal });
  document.addEventListener("keydown", keys, { capture: true, signal });
  document.body.append(light, card);
  show(0);
  return { close };
}

/** The verbs that complete a step: any of those named. @param {string} [verb] */
function taught(verb) {
  return verb?.split(" ").filter(Boolean) ?? [];
}

/** The first of some elements that shows. @param {string[]} selectors */
function visible(selectors) {
  for (const selector of selectors) {
    const element = document.querySelector(selector);
    if (!element?.checkVisibility()) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (right > left && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight) return element;
  }
  return null;
}

/**
 * Light on the thing, the card where it hides least of it.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement} light
 * @param {Step} step
 */
function place(card, light, step) {
  const target = visible(step.at);
  // What is taught about is not veiled.
  light.hidden = !target || Boolean(visible(CARDS));
  const { width, height } = card.getBoundingClientRect();
  const room = { left: GAP, top: GAP, right: innerWidth - GAP - width, bottom: innerHeight - GAP - height };
  // On a phone the question lies at the foot of the window: what is answered there stays in sight.
  const question = document.querySelector("[data-testid=prompt]")?.getBoundingClientRect();
  if (question && question.bottom >= innerHeight - GAP) room.bottom = question.top - GAP - height;
  let [x, y] = [(innerWidth - width) / 2, room.bottom];
  if (target) {
    const box = target.getBoundingClientRect();
    frame(light, box);
    [x, y] = beside(box, width, height, room);
  }
  [x, y] = asideOf(x, y, width, height, room);
  const inside = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.round(Math.max(GAP, Math.min(at, most)));
  card.style.transform = `translate(${inside(x, room.right)}px, ${inside(y, room.bottom)}px)`;
}

/**
 * Where the card goes: below, above, left or right of a box, else into the corner of the window.
 *
 * @param {{left: number, right: number, top: number, bottom: number, width: number}} box
 * @param {number} width @param {number} height of the card
 * @param {{left: number, right: number, top: number, bottom: number}} room where its corner may be
 * @returns {[x: number, y: number]}
 */
export function beside(box, width, height, room) {
  const middle = box.left + box.width / 2 - width / 2;
  if (box.bottom + GAP <= room.bottom) return [middle, box.bottom + GAP];
  if (box.top - GAP - height >= room.top) return [middle, box.top - GAP - height];
  if (box.left - GAP - width >= room.left) return [box.left - GAP - width, box.top + GAP];
  if (box.right + GAP <= room.right) return [box.right + GAP, box.top + GAP];
  return [room.right, room.bottom];
}

/**
 * Out of the way of what dice or chances have to say: right of it, in the corner of the window, or left of it.
 *
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {{right: number, bottom: number}} room where the corner of the card may be
 * @returns {[x: number, y: number]}
 */
function asideOf(x, y, width, height, room) {
  const other = visible(CARDS)?.getBoundingClientRect();
  const apart = (/** @type {number} */ left, /** @type {number} */ top) =>
    !other || left > other.right || left + width < other.left || top > other.bottom || top + height < other.top;
  if (!other || apart(x, y)) return [x, y];
  /** @type {[number, number][]} */
  const spots = [
    [other.right + GAP, y],
    [room.right, room.bottom],
    [other.left - GAP - width, y],
  ];
  const free = spots.find(([left, top]) => left >= GAP && left <= room.right && apart(left, top));
  return free ?? [room.right, room.bottom];
}

/** The light around a box, inside the window. @param {HTMLElement} light @param {DOMRect} box */
function frame(light, box) {
  const rim = 4;
  const [left, top] = [Math.max(0, box.left - rim), Math.max(0, box.top - rim)];
  const [right, bottom] = [Math.min(innerWidth, box.right + rim), Math.min(innerHeight, box.bottom + rim)];
  Object.assign(light.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${right - left}px`,
    height: `${bottom - top}px`,
  });
}
