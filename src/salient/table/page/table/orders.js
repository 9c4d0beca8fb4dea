/** Giving orders: each has a key of its own, so that sending it again is harmless. */

import { toast } from "../toasts.js";

const TRIES = 6;
const NEWS_DUE = 2_500;

export class Orders {
  /**
   * @param {import("./model.js").Model} model
   * @param {{api: any, say: any, id: string, refresh: () => Promise<void>}} desk
   */
  constructor(model, desk) {
    this.model = model;
    this.desk = desk;
  }

  /**
   * Order an offered action.
   *
   * @param {import("./choice.js").Offer} offer
   * @returns {Promise<boolean>} whether it was carried out
   */
  give(offer) {
    return this.#send("orders", { text: offer.action.text });
  }

  /** @param {string} kind undo, resign, offer, accept or decline @param {string} [side] */
  gesture(kind, side = "") {
    return this.#send("gestures", { kind, side });
  }

  /** @param {string} path @param {Record<string, string>} body */
  async #send(path, body) {
    const { model, desk } = this;
    if (model.busy) return false;
    model.setBusy(true);
    try {
      const order = { ...body, after: model.seq, key: randomKey() };
      const answer = await this.#post(`/api/games/${desk.id}/${path}`, order);
      await this.#awaitNews(answer.seq);
      return true;
    } catch (problem) {
      await this.#explain(/** @type {any} */ (problem));
      return false;
    } finally {
      model.setBusy(false);
    }
  }

  /** Post until the server was reached. @param {string} path @param {any} order */
  async #post(path, order) {
    for (let count = 1; ; count += 1) {
      try {
        return await this.desk.api.post(path, order);
      } catch (problem) {
        const { status } = /** @type {any} */ (problem);
        const unheard = !status || (status >= 502 && status <= 504);
        if (!unheard || count >= TRIES) throw problem;
        await pause(400 * 2 ** count);
      }
    }
  }

  /** The live line brings what came of it; if it is cut, ask. @param {number} seq */
  async #awaitNews(seq) {
    const end = Date.now() + NEWS_DUE;
    while (this.model.seq < seq && Date.now() < end) await pause(15);
    if (this.model.seq < seq) await this.desk.refresh();
  }

  /** @param {{status: number, code: string, message: string}} problem */
  async #explain(problem) {
    const stale = problem.status === 409;
    toast(stale ? this.desk.say("table.stale") : problem.message, stale ? "info" : "bad");
    if (stale) await this.desk.refresh().catch(() => {});
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
