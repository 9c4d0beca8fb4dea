/**
 * Private notes on a game; they save themselves.
 *
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { h } from "../dom.js";

const PAUSE = 900;

export class Notes {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { say } = desk;
    this.area = h("textarea", {
      class: "notes-text",
      maxlength: "20000",
      placeholder: say("table.notes.write"),
      "aria-label": say("table.notes.label"),
      on: { input: () => this.#later() },
      readonly: true, // until the old notes are there: what is written before would replace them
    });
    this.state = h("p", { class: "hint", "aria-live": "polite" }, say("table.notes.private"));
    this.element = h("div", { class: "notes" }, this.area, this.state);
    this.loaded = false;
    this.timer = 0;
  }

  async load() {
    if (this.loaded) return;
    this.loaded = true;
    try {
      this.area.value = (await this.desk.ask("notes")).text;
      this.area.readOnly = false;
    } catch (problem) {
      this.loaded = false;
      this.state.textContent = messageOf(problem);
    }
  }

  #later() {
    clearTimeout(this.timer);
    this.state.textContent = this.desk.say("table.notes.unsaved");
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  async save() {
    clearTimeout(this.timer);
    try {
      await this.desk.api.put("/api/games/{game_id}/notes", { text: this.area.value }, { game_id: this.desk.id });
      this.state.textContent = this.desk.say("table.notes.saved");
    } catch (problem) {
      this.state.textContent = messageOf(problem);
    }
  }
}
