/**
 * The game itself: players, options, dice, record, and the gestures of giving up or agreeing.
 *
 * @import { Seat } from "../wire.d.ts"
 * @import { Orders } from "./orders.js"
 * @import { Replay } from "./replay.js"
 * @import { Desk } from "./table.js"
 * @import { VariationList } from "./variations.js"
 */

import { limitText } from "../clock-time.js";
import { fill, h, isShown } from "../dom.js";
import { sideMark } from "../icons.js";
import { isOn, remember } from "../memory.js";
import { personName } from "../people.js";
import { toast } from "../toasts.js";
import { confirm } from "./popover.js";

export class GameInfo {
  /** @param {Desk} desk @param {Orders} orders @param {Replay} replay */
  constructor(desk, orders, replay) {
    this.desk = desk;
    this.orders = orders;
    this.replay = replay;
    this.rules = h("dl", { class: "facts" });
    this.above = h("div", { class: "part" });
    // What is written here stays while everything round it is told anew.
    this.variations = h("div", { class: "variations", data: { testid: "variations" } });
    this.below = h("div", { class: "part" });
    this.element = h("div", { class: "gameinfo" }, this.above, this.variations, this.below);
    /** @type {VariationList | null} */
    this.list = null;
    this.#loadOptions();
    desk.model.on("card", () => this.update());
    desk.model.on("present", () => this.update());
  }

  /** One looks at it. */
  shown() {
    this.update();
    void this.#loadVariations();
  }

  update() {
    if (!isShown(this.element)) return;
    const { model, say } = this.desk;
    const { card } = model;
    fill(
      this.above,
      h("h2", null, card.scenario_text),
      h("p", { class: "soft" }, card.title_text, card.rated ? ` · ${say("card.rated")}` : ""),
      card.time ? h("p", { class: "soft" }, limitText(card.time.limit, say)) : null,
      card.problem ? h("p", { class: "notice bad" }, card.problem) : null,
      card.note ? h("p", { class: "notice" }, card.note) : null,
      h("ul", { class: "seats" }, card.seats.map(this.#seat, this)),
      this.#gestures(),
      this.#links(),
    );
    fill(
      this.below,
      this.#switches(),
      h("details", null, h("summary", null, say("table.game.options")), this.rules),
      h("details", null, h("summary", null, say("table.game.dice")), this.#dice()),
    );
  }

  /** @param {Seat} seat @param {number} index */
  #seat(seat, index) {
    const { say } = this.desk;
    const away = seat.away ? new Date(seat.away) : null;
    const date = away && away > new Date() ? away.toLocaleDateString(this.desk.lang) : "";
    return h(
      "li",
      null,
      sideMark(index, seat.text),
      h("span", null, seat.text),
      h("strong", null, seat.player ? personName(seat) : say("table.game.free")),
      seat.mine ? h("span", { class: "tag mine" }, say("table.game.you")) : null,
      date ? h("span", { class: "tag warn" }, say("table.game.away", { date })) : null,
    );
  }

  /** Who makes a gesture: the deciding side of two, else the only one. */
  #actor() {
    const { model } = this.desk;
    const mine = [...model.mine];
    const deciding = model.board.sides[model.present?.to_decide ?? -1]?.id;
    return mine.includes(deciding) ? deciding : mine[0];
  }

  #gestures() {
    const { model, say } = this.desk;
    const mine = [...model.mine];
    if (!mine.length) return null;
    if (model.card.status === "halted") {
      const abandon = this.#gesture(
        "abandon",
        "table.game.abandon",
        this.#actor(),
        "table.game.abandon_sure",
        "danger",
      );
      return h("div", { class: "row gestures" }, abandon);
    }
    if (model.card.status !== "running") return null;
    const offer = model.present?.draw_offer ?? "";
    const other = model.card.seats.find((seat) => seat.side === offer)?.text ?? "";
    const mayAnswer = offer && (mine.length > 1 || !mine.includes(offer));
    const answerer = mine.find((side) => side !== offer) ?? "";
    return h(
      "div",
      { class: "row gestures" },
      mayAnswer
        ? [
            h("p", { class: "notice warn" }, say("table.game.draw_offered", { side: other })),
            this.#gesture("accept", "table.game.accept", answerer, "table.game.accept_sure"),
            this.#gesture("decline", "table.game.decline", answerer),
          ]
        : null,
      !offer ? this.#gesture("offer", "table.game.offer", this.#actor(), "table.game.offer_sure") : null,
      offer && !mayAnswer ? h("p", { class: "notice" }, say("table.game.draw_waiting")) : null,
      model.present?.can_plead ? this.#gesture("plead", "table.game.plead", mine[0], "table.game.plead_sure") : null,
      this.#gesture("resign", "table.game.resign", this.#actor(), "table.game.resign_sure", "danger"),
    );
  }

  /** @param {string} kind @param {string} text @param {string} side @param {string} [sure] @param {string} [look] */
  #gesture(kind, text, side, sure = "", look = "") {
    const { say, model } = this.desk;
    const name = model.card.seats.find((seat) => seat.side === side)?.text ?? "";
    return h(
      "button",
      {
        class: `button ${look}`,
        type: "button",
        data: { gesture: kind },
        on: {
          click: async () => {
            const question = sure && say(sure, { side: name });
            const words = { question, yes: say(text), no: say("table.cancel"), danger: look === "danger" };
            if (!sure || (await confirm(words)).yes) await this.orders.gesture(kind, side);
          },
        },
      },
      say(text),
    );
  }

  #links() {
    const { model, say, id, navigate } = this.desk;
    const { card } = model;
    const button = (/** @type {string} */ label, /** @type {() => void} */ deed) =>
      h("button", { class: "button", type: "button", on: { click: deed } }, say(label));
    const copy = (/** @type {string} */ label, /** @type {string} */ path) => button(label, () => this.#copy(path));
    const over = card.status === "over";
    return h(
      "div",
      { class: "row" },
      card.invite && !over ? copy("table.game.invite", `/game/${id}?invite=${encodeURIComponent(card.invite)}`) : null,
      over ? copy("table.game.share", `/replay/${id}`) : null,
      over
        ? h("a", { class: "button", href: `/replay/${id}` }, say("table.game.replay"))
        : button("table.replay.enter", () => this.replay.enter()),
      over || !model.board.hides
        ? h("a", { class: "button", href: `/api/games/${id}/record`, download: `${id}.txt` }, say("table.game.record"))
        : null,
      over ? button("table.game.lobby", () => navigate("/")) : null,
    );
  }

  #switches() {
    const { say } = this.desk;
    const toggle = (/** @type {string} */ name, /** @type {string} */ text, /** @type {boolean} */ normally) => {
      const input = h("input", {
        type: "checkbox",
        checked: isOn(name, normally),
        on: { change: () => void remember(name, input.checked ? "on" : "off") },
      });
      return h("label", { class: "switch" }, input, h("span", null, say(text)));
    };
    return h(
      "div",
      { class: "switches" },
      toggle("table.follow", "table.game.follow", true),
      toggle("table.sound", "table.game.sound", false),
      toggle("table.ending", "table.game.ending", true),
    );
  }

  #dice() {
    const { say, model } = this.desk;
    const { commitment, seed } = model.card;
    return [
      h("p", { class: "hint" }, say("table.game.commitment")),
      h("code", { class: "hash" }, commitment),
      seed ? [h("p", { class: "hint" }, say("table.game.seed")), h("code", { class: "hash" }, seed)] : null,
    ];
  }

  /** They come when one looks. */
  async #loadVariations() {
    const { VariationList } = await import("./variations.js");
    this.list ??= new VariationList(this.desk, this.variations);
    await this.list.load();
  }

  /** The options in words; without the catalogue they go by their ids. */
  async #loadOptions() {
    const { api, model } = this.desk;
    const { card } = model;
    const found = await api.get("/api/catalogue").catch(() => null);
    const known = found?.titles.find((title) => title.id === card.title)?.options ?? [];
    fill(
      this.rules,
      Object.entries(card.options).map(([id, value]) => {
        const option = known.find((one) => one.id === id);
        const choice = option?.choices.find((one) => one.id === value);
        return h("div", null, h("dt", null, option?.text ?? id), h("dd", null, choice?.text ?? value));
      }),
    );
  }

  /** @param {string} path */
  async #copy(path) {
    const { say } = this.desk;
    const link = new URL(path, location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      toast(say("table.game.copied"), "good");
    } catch {
      toast(link);
    }
  }
}
