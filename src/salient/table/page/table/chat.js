/** Talk at the table. */

import { h } from "../dom.js";
import { toast } from "../toasts.js";

export class Chat {
  /** @param {{api: any, say: any, id: string, lang: string, model: import("./model.js").Model, account: any}} desk */
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
      { class: "chat-form", on: { submit: (/** @type {Event} */ event) => this.#send(event) } },
      this.input,
      h("button", { class: "button primary", type: "submit" }, say("table.chat.send")),
    );
    this.empty = h("p", { class: "empty" }, say("table.chat.empty"));
    this.element = h("div", { class: "chat" }, this.empty, this.list, desk.account ? this.form : null);
  }

  /** @param {any[]} said */
  add(said) {
    this.empty.hidden = true;
    this.list.append(...said.map((words) => this.#words(words)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {any} words */
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
      this.desk.model.hear([await this.desk.api.post(`/api/games/${this.desk.id}/chat`, { text })]);
      this.input.value = "";
    } catch (problem) {
      toast(/** @type {any} */ (problem).message, "bad");
    }
  }
}
