/**
 * What is asked for once and known from then on: what one looks up, and how the game stands.
 *
 * @import { Asking, GameParts } from "../api.js"
 * @import { Handbook, Reference, Standing } from "../wire.d.ts"
 * @import { Model } from "./model.js"
 */

export class Known {
  /** @type {Promise<Reference> | null} */
  #reference = null;
  /** What holds for one entry of the log. @type {{seq: number, standing?: Promise<Standing>, handbook?: Promise<Handbook>}} */
  #now = { seq: -1 };

  /** @param {Model} model @param {Asking<GameParts>} ask */
  constructor(model, ask) {
    this.model = model;
    this.ask = ask;
  }

  /** Briefing and lessons. */
  reference() {
    this.#reference ??= this.ask("reference").catch((problem) => {
      this.#reference = null; // so that the next one asks again
      throw problem;
    });
    return this.#reference;
  }

  /** Who would win now, and where the game stands. */
  standing() {
    const now = this.#present();
    now.standing ??= this.ask("standing").catch((problem) => {
      now.standing = undefined;
      throw problem;
    });
    return now.standing;
  }

  /** Tables and keys; some tables are books that are kept during the game. */
  handbook() {
    const now = this.#present();
    now.handbook ??= this.ask("handbook").catch((problem) => {
      now.handbook = undefined;
      throw problem;
    });
    return now.handbook;
  }

  #present() {
    const { seq } = this.model;
    if (this.#now.seq !== seq) this.#now = { seq };
    return this.#now;
  }
}
