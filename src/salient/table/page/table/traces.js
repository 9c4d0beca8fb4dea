/**
 * The ways that offered actions take over the board, each asked for once.
 *
 * @import { Desk } from "./table.js"
 */

const MOST = 500;

export class Traces {
  /** @param {Desk} desk */
  constructor({ ask, model }) {
    this.ask = ask;
    this.model = model;
    /** The ways last seen, by the text of the action. @type {Map<string, number[]>} */
    this.known = new Map();
    /** @type {Map<string, Promise<number[]>>} */
    this.asked = new Map();
  }

  /** The places an action passes, first to last; none if it cannot be told. @param {string} action */
  find(action) {
    const key = `${this.model.seq}:${action}`;
    const found = this.asked.get(key) ?? this.#look(action);
    if (this.asked.size > MOST) this.asked.clear();
    this.asked.set(key, found);
    return found;
  }

  /** @param {string} action */
  async #look(action) {
    const { places } = await this.ask("trace", { action }).catch(() => ({ places: [] }));
    this.known.set(action, places);
    return places;
  }
}
