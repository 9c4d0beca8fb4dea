/**
 * The same game once more with the sides swapped: wanted, waited for, begun. It is offered at the board and at the
 * end of the game.
 *
 * @import { GameCard } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { actionButton } from "../forms.js";
import { toast } from "../toasts.js";

export class Rematch {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The rematch, if there is one. @type {GameCard | null} */
    this.game = null;
    this.declined = false;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    this.complain = (/** @type {unknown} */ problem) => toast(messageOf(problem), "bad");
    desk.model.on("card", () => void this.#look());
    desk.model.on("present", () => this.#tell());
    void this.#look();
  }

  /** Hear when there is something else to say. @param {() => void} draw @returns {() => void} stops it */
  watch(draw) {
    this.watchers.add(draw);
    return () => void this.watchers.delete(draw);
  }

  #tell() {
    for (const draw of this.watchers) draw();
  }

  /** Ask for the rematch, once it is known that there is one. */
  async #look() {
    const { api, model } = this.desk;
    const id = model.card.rematch;
    if (!id) this.game = null;
    else if (this.game?.id !== id || this.game.status === "open") {
      this.game = await api.get("/api/games/{game_id}", { game_id: id }).catch(() => null);
    }
    this.#tell();
  }

  /** What is to be said and done about it, made afresh; null: nothing. @returns {Node[] | null} */
  parts() {
    const { model, say, replay } = this.desk;
    const over = model.card.status === "over" && model.present?.result && model.entries.length;
    if (!over || replay || !model.mine.size || this.declined) return null;
    const { game } = this;
    if (!game)
      return [
        h(
          "div",
          { class: "row" },
          this.#button("ask", "rematch", () => this.#ask(), "primary"),
        ),
      ];
    if (game.status !== "open") return saying(say("table.rematch.begun"), this.#link(game));
    if (game.seats.some((seat) => seat.for_me)) {
      const name = game.seats.find((seat) => seat.player)?.player ?? "";
      return saying(
        say("table.rematch.wanted", { name }),
        this.#button("accept", "rematch-accept", () => this.#ask(), "primary"),
        this.#button("decline", "rematch-decline", () => this.#decline(game)),
      );
    }
    const other = game.seats.find((seat) => !seat.mine);
    return saying(say("table.rematch.waiting", { name: other?.kept ?? "" }), this.#link(game));
  }

  /** The same once more, or yes to it. */
  async #ask() {
    const { api, id, navigate } = this.desk;
    const game = await api.post("/api/games/{game_id}/rematch", undefined, { game_id: id });
    if (game.status === "running") return navigate(`/game/${game.id}`);
    this.game = game;
    this.#tell();
  }

  /** @param {GameCard} game */
  async #decline(game) {
    await this.desk.api.delete("/api/games/{game_id}/challenge", { game_id: game.id });
    this.declined = true;
    this.#tell();
  }

  /** @param {string} id @param {string} testid @param {() => Promise<unknown>} deed @param {string} [look] */
  #button(id, testid, deed, look = "") {
    return actionButton(this.desk.say(`table.rematch.${id}`), { class: look, testid, complain: this.complain }, deed);
  }

  /** @param {GameCard} game */
  #link(game) {
    const words = this.desk.say("table.rematch.go");
    return h("a", { class: "button", href: `/game/${game.id}`, data: { testid: "rematch-go" } }, words);
  }
}

/** @param {string} text @param {...Node} buttons */
function saying(text, ...buttons) {
  return [h("p", null, text), h("div", { class: "row" }, buttons)];
}
