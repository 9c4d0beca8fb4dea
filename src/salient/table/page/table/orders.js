/**
 * Giving orders: each has a key of its own, so that sending it again is harmless.
 *
 * @import { Acknowledgement, Offer } from "../wire.d.ts"
 * @import { Live } from "./live.js"
 * @import { Desk } from "./table.js"
 *
 * @typedef {{after: number, key: string}} Stamp what every order says besides itself
 */

import { ApiProblem, messageOf } from "../api.js";
import { toast } from "../toasts.js";
import { cautionFor } from "./caution.js";

const TRIES = 6;
const NEWS_DUE = 2_500;

export class Orders {
  /** @param {Desk} desk @param {Live} live brings what comes of an order */
  constructor(desk, live) {
    this.desk = desk;
    this.live = live;
    /** The last order that named nothing on the map: what "the same again" means. */
    this.plain = "";
  }

  /**
   * Order an offered action. Where nothing must be asked before, it is under way at once: who comes next waits for it.
   *
   * @param {Offer} offer
   * @returns {Promise<boolean>} whether it was carried out
   */
  async give(offer) {
    const { api, id } = this.desk;
    if (this.desk.model.busy) return false;
    const isMeant = cautionFor(this.desk, offer);
    if (isMeant && !(await isMeant())) return false;
    const { text, verb, args } = offer.action;
    if (!args.length && !offer.momentous) this.plain = verb;
    return this.#send((stamp) => api.post("/api/games/{game_id}/orders", { text, ...stamp }, { game_id: id }));
  }

  /** @param {string} kind undo, resign, offer, accept, decline, plead, allow or refuse @param {string} [side] */
  gesture(kind, side = "") {
    const { api, id } = this.desk;
    return this.#send((stamp) => api.post("/api/games/{game_id}/gestures", { kind, side, ...stamp }, { game_id: id }));
  }

  /** Take the last action back, if that may be. */
  async undo() {
    const { present, past, board } = this.desk.model;
    if (!present?.can_undo || past) return;
    await this.gesture("undo", board.sides[present.to_decide]?.id);
  }

  /** @param {(stamp: Stamp) => Promise<Acknowledgement>} post */
  async #send(post) {
    const { model } = this.desk;
    if (model.busy) return false;
    model.setBusy(true);
    try {
      const stamp = { after: model.seq, key: randomKey() };
      const { seq } = await insist(() => post(stamp));
      if (!(await model.reached(seq, NEWS_DUE))) await this.live.refresh();
      return true;
    } catch (problem) {
      await this.#explain(problem);
      return false;
    } finally {
      model.setBusy(false);
    }
  }

  /** @param {unknown} problem */
  async #explain(problem) {
    const stale = problem instanceof ApiProblem && problem.status === 409;
    toast(stale ? this.desk.say("table.stale") : messageOf(problem), stale ? "info" : "bad");
    if (stale) await this.live.refresh().catch(() => {});
  }
}

/**
 * Post until the server was reached.
 *
 * @template T
 * @param {() => Promise<T>} post
 * @returns {Promise<T>}
 */
async function insist(post) {
  for (let count = 1; ; count += 1) {
    try {
      return await post();
    } catch (problem) {
      const status = problem instanceof ApiProblem ? problem.status : 0;
      const unheard = !status || (status >= 502 && status <= 504);
      if (!unheard || count >= TRIES) throw problem;
      await pause(400 * 2 ** count);
    }
  }
}

/** @param {number} time milliseconds */
function pause(time) {
  return new Promise((resume) => setTimeout(resume, time));
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
