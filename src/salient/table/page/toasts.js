/** Short messages at the lower edge, read out by screen readers and gone by themselves. */

import { h } from "./dom.js";

const SECONDS = { good: 5, info: 6, bad: 10 };
const MOST = 3;

/** @type {HTMLElement | null} */
let shelf = null;

/**
 * Show a message for a while; it stays as long as the pointer or the focus is on it.
 *
 * @param {string} text
 * @param {"info" | "good" | "bad"} [kind]
 */
export function toast(text, kind = "info") {
  const here = openShelf();
  for (const old of [...here.children]) {
    if (old.textContent === text || here.childElementCount >= MOST) old.remove();
  }
  const element = h("div", { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status" }, text);
  here.append(element);
  let held = false;
  element.addEventListener("pointerenter", () => (held = true));
  element.addEventListener("pointerleave", () => (held = false));
  element.addEventListener("click", () => element.remove());
  const leave = () => (held ? setTimeout(leave, 1000) : element.remove());
  setTimeout(leave, SECONDS[kind] * 1000);
}

/** The shelf in the top layer, above dialogs that were opened before it. */
function openShelf() {
  shelf ??= h("div", { class: "toasts", popover: "manual", "aria-live": "polite" });
  if (!shelf.isConnected) document.body.append(shelf);
  if (shelf.matches(":popover-open")) shelf.hidePopover();
  shelf.showPopover();
  return shelf;
}
