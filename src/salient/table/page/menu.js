/**
 * Menus and boxes that open at a button.
 *
 * @import { Children } from "./dom.js"
 */

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A button with a box that opens below it. The browser closes the box on Escape or a click elsewhere.
 *
 * @param {HTMLButtonElement} button
 * @param {() => Children} content made afresh each time the box opens
 * @returns {HTMLElement} both, to be put into the page
 */
export function withPopover(button, content) {
  const box = h("div", { class: "popover", popover: "auto" });
  button.popoverTargetElement = box;
  box.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    fill(box, content());
    requestAnimationFrame(() => {
      place(box, button); // shown by now, but not painted yet
      focusFirst(box);
    });
  });
  box.addEventListener("keydown", (event) => walk(event, box.querySelectorAll(".menu-item")));
  box.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest(".menu-item")) box.hidePopover();
  });
  return h("div", { class: "with-popover" }, button, box);
}

/** @param {HTMLElement} box */
function focusFirst(box) {
  /** @type {HTMLElement | null} */ (box.querySelector("a, button, input"))?.focus();
}

/**
 * Below the button if there is room, inside the window in any case.
 *
 * @param {HTMLElement} box @param {HTMLElement} button
 */
function place(box, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8));
  const below = at.bottom + 6;
  const top = below + height > innerHeight - 8 ? Math.max(8, innerHeight - height - 8) : below;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/**
 * Two keys go from item to item, and round again.
 *
 * @param {KeyboardEvent} event
 * @param {NodeListOf<HTMLElement>} items
 * @param {[back: string, on: string]} [keys]
 */
export function walk(event, items, [back, on] = ["ArrowUp", "ArrowDown"]) {
  if (event.key !== back && event.key !== on) return;
  event.preventDefault();
  event.stopPropagation();
  const now = [...items].indexOf(/** @type {HTMLElement} */ (document.activeElement));
  items[(now + (event.key === on ? 1 : -1) + items.length) % items.length]?.focus();
}

/**
 * A modal dialog with a title and a button that closes it.
 *
 * @param {string} title
 * @param {string} close the word for closing
 * @param {...Children} content
 * @returns {HTMLDialogElement} open; it removes itself when closed
 */
export function openDialog(title, close, ...content) {
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": title },
    h(
      "header",
      null,
      h("h2", null, title),
      h(
        "button",
        { class: "button quiet icon", type: "button", "aria-label": close, on: { click: () => void dialog.close() } },
        icon("close"),
      ),
    ),
    h("div", { class: "body stack" }, content),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click on the veil
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
