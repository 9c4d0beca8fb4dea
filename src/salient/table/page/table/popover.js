/**
 * Small things that float: cards at a point, menus, questions that need a yes.
 *
 * @import { Children, Words } from "../dom.js"
 */

import { h } from "../dom.js";
import { walk } from "../menu.js";

/**
 * Show a card at a point of the window; it goes when one presses elsewhere or Escape.
 *
 * The popover is a manual one: an automatic one would go when the finger is lifted whose long
 * press opened it.
 *
 * @param {{x: number, y: number}} at
 * @param {Children} children
 * @param {{label: string, class?: string}} options
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function floatAt(at, children, { label, class: name = "" }) {
  closeLast();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const card = h(
    "div",
    {
      class: `popover floating ${name}`,
      popover: "manual",
      role: "dialog",
      "aria-label": label,
      tabindex: "-1",
    },
    children,
  );
  const ended = new AbortController();
  const close = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    const within = card.contains(document.activeElement);
    card.remove();
    if (within) before?.focus({ preventScroll: true });
  };
  const { signal } = ended;
  addEventListener("pointerdown", (event) => !event.composedPath().includes(card) && close(), {
    capture: true,
    signal,
  });
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      close();
    },
    { capture: true, signal },
  );
  addEventListener("popstate", close, { signal });
  (document.querySelector("dialog[open]") ?? document.body).append(card); // what lies outside an open dialog is dead
  card.showPopover();
  placeAt(card, at);
  /** @type {HTMLElement} */ (card.querySelector("button, a, input") ?? card).focus({ preventScroll: true });
  closeLast = close;
  return { element: card, close };
}

/** Only one card is open at a time. */
let closeLast = () => {};

/** @param {HTMLElement} card @param {{x: number, y: number}} at */
function placeAt(card, at) {
  const { offsetWidth: w, offsetHeight: hgt } = card;
  const left = Math.min(Math.max(at.x + 10, 8), innerWidth - w - 8);
  const below = at.y + 12 + hgt <= innerHeight - 8;
  const top = below ? at.y + 12 : Math.max(at.y - hgt - 12, 8);
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

/** Where a card for an element goes. @param {Element} element */
export function pointBelow(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left - 10, y: box.bottom - 6 };
}

/**
 * A menu at a point.
 *
 * @param {{x: number, y: number}} at
 * @param {string} label
 * @param {{text: string, note?: string, data?: Words, deed: () => void,
 *   look?: () => void}[]} items `look`: called when the item is pointed at
 */
export function menuAt(at, label, items) {
  const { element, close } = floatAt(
    at,
    items.map(({ text, note, data, deed, look }) =>
      h(
        "button",
        {
          class: "menu-item",
          type: "button",
          role: "menuitem",
          data,
          on: {
            click: () => {
              close();
              deed();
            },
            pointerenter: () => look?.(),
            focus: () => look?.(),
          },
        },
        h("span", null, text),
        note ? h("span", { class: "menu-note" }, note) : null,
      ),
    ),
    { label, class: "menu" },
  );
  element.setAttribute("role", "menu");
  element.addEventListener("keydown", (event) => walk(event, element.querySelectorAll("button")));
}

/**
 * Ask for a yes.
 *
 * @param {{question: string, yes: string, no: string, danger?: boolean, never?: string}} words `never`: not to be
 *   asked again
 * @returns {Promise<{yes: boolean, never: boolean}>}
 */
export function confirm({ question, yes, no, danger = false, never = "" }) {
  return new Promise((resolve) => {
    const box = h("input", { type: "checkbox" });
    const dialog = h(
      "dialog",
      { class: "dialog confirm", "aria-label": question },
      h(
        "div",
        { class: "body" },
        h("p", null, question),
        never ? h("label", { class: "never" }, box, " ", never) : null,
      ),
      h(
        "footer",
        null,
        h("button", { class: "button", type: "button", on: { click: () => void dialog.close("") } }, no),
        h(
          "button",
          {
            class: `button primary${danger ? " danger-fill" : ""}`,
            type: "button",
            on: { click: () => void dialog.close("yes") },
          },
          yes,
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve({ yes: dialog.returnValue === "yes", never: box.checked });
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
