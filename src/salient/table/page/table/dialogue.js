/**
 * What the two at a table have to agree upon, at the board: a draw, taking back, a rematch.
 *
 * @import { Orders } from "./orders.js"
 * @import { Rematch } from "./rematch.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { actionButton } from "../forms.js";
import { toast } from "../toasts.js";
import { confirm } from "./popover.js";

export class Dialogue {
  /** @param {Desk} desk @param {Orders} orders @param {Rematch} rematch */
  constructor(desk, orders, rematch) {
    this.desk = desk;
    this.orders = orders;
    this.rematch = rematch;
    this.element = h("div", {
      class: "dialogue",
      role: "group",
      hidden: true,
      "aria-live": "polite",
      "aria-label": desk.say("table.dialogue.label"),
      data: { testid: "dialogue" },
    });
    this.complain = (/** @type {unknown} */ problem) => toast(messageOf(problem), "bad");
    desk.model.on("present", () => this.#draw());
    rematch.watch(() => this.#draw());
    this.#draw();
  }

  #draw() {
    const { model, replay } = this.desk;
    const parts = replay || !model.mine.size ? [] : (this.#draws() ?? this.#pleas() ?? this.rematch.parts() ?? []);
    this.element.hidden = !parts.length;
    fill(this.element, parts);
  }

  /** @param {string} text @param {...Node} buttons */
  #say(text, ...buttons) {
    return [h("p", null, text), h("div", { class: "row" }, buttons)];
  }

  /** @param {string} side */
  #nameOf(side) {
    return this.desk.model.card.seats.find((seat) => seat.side === side)?.text ?? "";
  }

  // -- a draw --------------------------------------------------------------------------------

  #draws() {
    const { model, say } = this.desk;
    const offer = model.present?.draw_offer ?? "";
    const { mine } = model;
    if (!offer || model.card.status !== "running" || mine.has(offer)) return null;
    const [side] = mine;
    const agree = async () => {
      const question = say("table.game.accept_sure", { side: this.#nameOf(side) });
      const words = { question, yes: say("table.game.accept"), no: say("table.cancel") };
      if ((await confirm(words)).yes) await this.orders.gesture("accept", side);
    };
    return this.#say(
      say("table.game.draw_offered", { side: this.#nameOf(offer) }),
      this.#button("table.game.accept", "draw-accept", agree, "primary"),
      this.#button("table.game.decline", "draw-decline", () => this.orders.gesture("decline", side)),
    );
  }

  // -- taking back ---------------------------------------------------------------------------

  #pleas() {
    const { model, say } = this.desk;
    const plea = model.present?.plea ?? "";
    if (!plea || model.card.status !== "running") return null;
    const [side] = model.mine;
    if (model.mine.has(plea)) return this.#say(say("table.game.plea_waiting"));
    return this.#say(
      say("table.game.plea", { side: this.#nameOf(plea) }),
      this.#button("table.game.allow", "plea-allow", () => this.orders.gesture("allow", side), "primary"),
      this.#button("table.game.refuse", "plea-refuse", () => this.orders.gesture("refuse", side)),
    );
  }

  /** @param {string} text @param {string} testid @param {() => Promise<unknown>} deed @param {string} [look] */
  #button(text, testid, deed, look = "") {
    return actionButton(this.desk.say(text), { class: look, testid, complain: this.complain }, deed);
  }
}
