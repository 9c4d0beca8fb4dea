/**
 * What if: variations that the reader plays on from moments of this game. They are listed, named, shown to others by a
 * link, and taken away.
 *
 * @import { Variation, Variations } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { actionButton } from "../forms.js";
import { toast } from "../toasts.js";
import { confirm } from "./popover.js";

const LONGEST = 60;

export class VariationList {
  /** @param {Desk} desk @param {HTMLElement} element where they are listed */
  constructor(desk, element) {
    this.desk = desk;
    /** @type {Variations | null} */
    this.known = null;
    this.element = element;
    this.complain = (/** @type {unknown} */ problem) => toast(messageOf(problem), "bad");
  }

  /** Look for them again; those that are listed as they are stay, with whatever is being written into them. */
  async load() {
    try {
      const known = await this.desk.ask("variations");
      if (JSON.stringify(known) === JSON.stringify(this.known)) return;
      this.known = known;
    } catch {
      return; // the game itself is what matters here
    }
    this.#draw();
  }

  #draw() {
    const { known } = this;
    const { say } = this.desk;
    if (!known) return;
    fill(
      this.element,
      known.of
        ? h(
            "p",
            { class: "notice" },
            say("table.variation.this", { move: known.move }),
            " ",
            h(
              "a",
              { href: `/replay/${known.of}?move=${known.move}`, data: { testid: "variation-origin" } },
              say("table.variation.origin"),
            ),
          )
        : null,
      known.own.length
        ? h(
            "details",
            { open: true },
            h("summary", null, say("table.variation.own", { n: known.own.length })),
            h(
              "ul",
              { class: "variation-list" },
              known.own.map((one) => this.#row(one)),
            ),
          )
        : null,
    );
  }

  /** @param {Variation} variation */
  #row(variation) {
    const { say, id } = this.desk;
    const { id: game, name, clock, move } = variation;
    const input = h("input", {
      type: "text",
      value: name,
      maxlength: String(LONGEST),
      placeholder: say("table.variation.unnamed"),
      "aria-label": say("table.variation.name"),
      data: { testid: "variation-name" },
    });
    input.addEventListener("change", () => void this.#rename(variation, input.value.trim()));
    return h(
      "li",
      { data: { variation: game } },
      input,
      h("p", { class: "hint" }, say("table.variation.from", { move, clock })),
      h(
        "div",
        { class: "row" },
        game === id
          ? h("span", { class: "tag mine" }, say("table.variation.here"))
          : h("a", { class: "button small", href: `/game/${game}` }, say("table.variation.open")),
        this.#button("share", () => this.#share(variation)),
        this.#button("remove", () => this.#remove(variation), "quiet"),
      ),
    );
  }

  /** @param {"share" | "remove"} id @param {() => Promise<unknown>} deed @param {string} [look] */
  #button(id, deed, look = "") {
    const looks = { class: `small ${look}`, testid: `variation-${id}`, complain: this.complain };
    return actionButton(this.desk.say(`table.variation.${id}`), looks, deed);
  }

  /** @param {Variation} variation @param {string} name */
  async #rename(variation, name) {
    const { api, say } = this.desk;
    try {
      await api.put("/api/games/{game_id}/variation", { name }, { game_id: variation.id });
      variation.name = name;
      toast(say("table.variation.named"), "good");
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {Variation} variation */
  async #share({ id, invite }) {
    const { say } = this.desk;
    const address = new URL(`/game/${id}?invite=${encodeURIComponent(invite)}`, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      toast(say("table.variation.copied"), "good");
    } catch {
      toast(address); // the clipboard is forbidden: at least it can be read
    }
  }

  /** @param {Variation} variation */
  async #remove({ id, of, name }) {
    const { api, say, navigate } = this.desk;
    const question = say("table.variation.sure", { name: name || say("table.variation.unnamed") });
    const words = { question, yes: say("table.variation.remove"), no: say("table.cancel"), danger: true };
    if (!(await confirm(words)).yes) return;
    await api.delete("/api/games/{game_id}", { game_id: id });
    if (id === this.desk.id) return navigate(`/replay/${of}`);
    await this.load();
  }
}
