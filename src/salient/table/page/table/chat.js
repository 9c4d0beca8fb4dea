/**
 * Talk at the table.
 *
 * @import { Said } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { toast } from "../toasts.js";

export class Chat {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { say } = desk;
    this.list = h("ol", { class: "chat-list", "aria-live": "polite", "aria-label": say("table.chat.label") });
    const write = say("table.chat.write");
    this.input = h("input", {
      type: "text",
      maxlength: "2000",
      autocomplete: "off",
      placeholder: write,
      "aria-label": write,
    });
    this.form = h(
      "form",
      { class: "chat-form", on: { submit: (event) => this.#send(event) } },
      this.input,
      h("button", { class: "button primary", type: "submit" }, say("table.chat.send")),
    );
    this.empty = h("p", { class: "empty" }, say("table.chat.empty"));
    this.element = h("div", { class: "chat" }, this.empty, this.list, desk.account ? this.form : null);
    desk.model.on("said", (said) => this.#add(said));
  }

  /** @param {Said[]} said */
  #add(said) {
    this.empty.hidden = true;
    this.list.append(...said.map((words) => this.#words(words)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Said} words */
  #words({ name, text, at }) {
    const time = new Date(at).toLocaleTimeString(this.desk.lang, { hour: "2-digit", minute: "2-digit" });
    return h("li", null, h("strong", null, name), h("time", { datetime: at }, time), h("p", null, text));
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    try {
      this.desk.model.hear([
        await this.desk.api.post("/api/games/{game_id}/chat", { text }, { game_id: this.desk.id }),
      ]);
      this.input.value = "";
    } catch (problem) {
      toast(messageOf(problem), "bad");
    }
  }
}
