/**
 * The side panel: tabs on the desktop, a drawer on the phone.
 *
 * @import { Say } from "../texts.js"
 */

import { h } from "../dom.js";
import { recall, recallHere, remember, rememberHere } from "../memory.js";

const NARROWEST = 280;
const WIDEST = 640;
const STEP = 24;

export class Panel {
  /**
   * @param {Say} say
   * @param {{id: string, element: HTMLElement, shown?: () => void}[]} tabs
   */
  constructor(say, tabs) {
    this.tabs = tabs;
    this.current = tabs[0].id;
    /** Something new, for each tab. */
    this.dots = tabs.map(() => h("i", { class: "dot", hidden: true }));
    this.buttons = tabs.map(({ id }, at) =>
      h(
        "button",
        {
          class: "tab",
          type: "button",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `pane-${id}`,
          data: { tab: id },
          on: { click: () => this.show(id) },
        },
        h("span", null, say(`table.tab.${id}`)),
        this.dots[at],
      ),
    );
    this.panes = tabs.map(({ id, element }) =>
      h(
        "div",
        {
          class: `pane pane-${id}`,
          role: "tabpanel",
          id: `pane-${id}`,
          "aria-labelledby": `tab-${id}`,
        },
        element,
      ),
    );
    const strip = h("div", { class: "tabs", role: "tablist", "aria-label": say("table.panel.label") }, this.buttons);
    strip.addEventListener("keydown", (event) => this.#key(event));
    this.closer = h(
      "button",
      {
        class: "button quiet icon drawer-close",
        type: "button",
        "aria-label": say("table.close"),
        on: { click: () => this.toggle(false) },
      },
      "✕",
    );
    const grip = this.#grip(say("table.panel.width"));
    this.element = h(
      "aside",
      { class: "panel", "aria-label": say("table.panel.label"), data: { testid: "panel" } },
      grip,
      h("div", { class: "panel-head" }, strip, this.closer),
      this.panes,
    );
    this.#setWidth(Number(recall("table.panel")));
    // Whoever hears the grip hears how wide the panel is.
    const tell = () => grip.setAttribute("aria-valuenow", String(this.element.offsetWidth));
    new ResizeObserver(tell).observe(this.element);
    const last = recallHere("table.tab");
    this.show(tabs.find(({ id }) => id === last)?.id ?? tabs[0].id, { open: false });
  }

  /** The width is the reader's to choose. @param {string} label */
  #grip(label) {
    const grip = h("div", {
      class: "grip",
      role: "separator",
      "aria-orientation": "vertical",
      "aria-label": label,
      tabindex: "0",
      "aria-valuemin": NARROWEST,
      "aria-valuemax": WIDEST,
      "aria-valuenow": NARROWEST,
    });
    const move = (/** @type {PointerEvent} */ event) =>
      this.#setWidth(this.element.getBoundingClientRect().right - event.clientX);
    grip.addEventListener("pointerdown", (event) => {
      grip.setPointerCapture(event.pointerId);
      grip.addEventListener("pointermove", move);
    });
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move));
    grip.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
      if (step) this.#setWidth(this.element.offsetWidth + step);
    });
    return grip;
  }

  /** @param {number} width in pixels; 0 leaves it as it is */
  #setWidth(width) {
    if (!width) return;
    const wanted = Math.round(Math.min(Math.max(width, NARROWEST), WIDEST));
    this.element.style.setProperty("--chosen-width", `${wanted}px`);
    remember("table.panel", String(wanted));
  }

  /** @param {string} id @param {{open?: boolean}} [how] */
  show(id, { open = true } = {}) {
    this.current = id;
    rememberHere("table.tab", id);
    this.tabs.forEach((tab, at) => {
      const on = tab.id === id;
      this.buttons[at].setAttribute("aria-selected", String(on));
      this.buttons[at].tabIndex = on ? 0 : -1;
      this.panes[at].hidden = !on;
      if (on) {
        this.dots[at].hidden = true;
        if (this.element.isConnected) tab.shown?.();
      }
    });
    if (open) this.toggle(true);
  }

  /** Something new in a tab that is not seen. @param {string} id */
  hint(id) {
    const at = this.tabs.findIndex((tab) => tab.id === id);
    const seen = this.current === id && this.panes[at].offsetParent !== null;
    if (!seen) this.dots[at].hidden = false;
  }

  /** The drawer of the phone. @param {boolean} [open] */
  toggle(open) {
    this.element.classList.toggle("open", open);
    this.tabs.find(({ id }) => id === this.current)?.shown?.();
  }

  /** Whether it lies over the map; beside the map it is always there. */
  get isOpen() {
    return this.closer.offsetParent !== null && this.element.classList.contains("open");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = this.tabs.findIndex(({ id }) => id === this.current);
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.show(this.tabs[next].id);
    this.buttons[next].focus();
  }
}
