/**
 * Several units at once: a whole stack with one gesture, and a changed mind without a trace.
 *
 * Knows offers, not games: who is pointed at is ordered, one after the other, as far as each order is
 * about one piece and nothing momentous.
 *
 * @import { Offer } from "../wire.d.ts"
 * @import { Orders } from "./orders.js"
 * @import { Desk } from "./table.js"
 */

export class Gather {
  /** @param {Desk} desk @param {Orders} orders */
  constructor(desk, orders) {
    this.model = desk.model;
    this.orders = orders;
    /** What is being taken or let go; who means something else by his next gesture waits for it. @type {Promise<unknown>} */
    this.work = Promise.resolve();
  }

  /**
   * Do something when what was begun before is done: two gestures never mix their orders.
   *
   * @template T
   * @param {() => Promise<T>} deed
   * @returns {Promise<T>}
   */
  #inTurn(deed) {
    const done = this.work.then(deed);
    this.work = done.catch(() => {});
    return done;
  }

  /** The pieces of a place that can still be taken with one gesture. @param {number} place */
  able(place) {
    return this.model.piecesAround(place).filter(({ id }) => this.#offerFor(id) !== null);
  }

  /**
   * Take all pieces of a place that can be taken together, beginning with the one that was pointed at.
   *
   * @param {number} place @param {number | null} [first]
   * @returns {Promise<number>} how many were
   */
  all(place, first = null) {
    return this.#inTurn(() => this.#takeAll(place, first));
  }

  /** @param {number} place @param {number | null} first */
  async #takeAll(place, first) {
    const { model } = this;
    while (model.busy) await model.idle();
    const mates = model
      .piecesAround(place)
      .map(({ id }) => id)
      .sort((one, other) => Number(other === first) - Number(one === first));
    let count = 0;
    for (const id of mates) {
      const offer = this.#offerFor(id);
      if (!offer) continue;
      if (!(await this.orders.give(offer))) break;
      count += 1;
    }
    return count;
  }

  /** @param {number} id */
  #offerFor(id) {
    const { decided } = this.model.choice.with("piece", id);
    return decided && isSelection(decided) ? decided : null;
  }

  /** Let the next unit do what the last one was told: dig in, wait, stop. @returns {Promise<boolean>} */
  sameAgain() {
    return this.#inTurn(() => this.#repeat());
  }

  async #repeat() {
    const { model, orders } = this;
    const { plain } = orders;
    while (model.busy) await model.idle();
    const next = plain ? model.question?.offers.find(isSelection) : null;
    if (!next || !(await orders.give(next))) return false;
    const same = model.question?.offers.find(({ action }) => action.verb === plain && !action.args.length);
    if (same) return orders.give(same);
    await this.#letGo();
    return false;
  }

  /** Whether the last thing that was done was only to choose somebody. */
  get chosen() {
    const { model } = this;
    const last = model.lastDeed;
    return Boolean(model.present?.can_undo && last?.text && !last.lines.length && model.actors.size);
  }

  /** Let go whoever was chosen, and nothing that has happened. */
  release() {
    return this.#inTurn(() => this.#letGo());
  }

  async #letGo() {
    const { model, orders } = this;
    while (model.busy) await model.idle();
    while (this.chosen && model.question) {
      const before = model.seq;
      await orders.undo();
      if (model.seq === before) return;
    }
  }
}

/** Whether an offer only chooses one piece. @param {Offer} offer */
function isSelection({ action, momentous, warning }) {
  return action.args.length === 1 && action.args[0][0] === "piece" && !momentous && !warning;
}
