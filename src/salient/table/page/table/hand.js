/**
 * The player's hand: pointing at pieces and places, dragging, hovering, keys.
 *
 * Knows offers, not games: pointing at something leaves the offers that name it; the last one
 * left is ordered. Where a game asks first who and then where, a drag answers both questions.
 *
 * @import { Offer } from "../wire.d.ts"
 * @import { Glow } from "./glow.js"
 * @import { MapView } from "./map.js"
 * @import { Odds } from "./odds.js"
 * @import { Orders } from "./orders.js"
 * @import { Gestures, Target } from "./pointers.js"
 * @import { SightTool } from "./sight.js"
 * @import { Stacks } from "./stacks.js"
 * @import { Desk } from "./table.js"
 * @import { Traces } from "./traces.js"
 * @import { Point } from "./view.js"
 */

import { h } from "../dom.js";
import { placeOf } from "./choice.js";
import { describePiece } from "./describe.js";
import { Fan } from "./fan.js";
import { inspect } from "./inspect.js";
import { counterPicture } from "./picture.js";
import { Pointers } from "./pointers.js";
import { menuAt } from "./popover.js";
import { Tip } from "./tip.js";

/** How large a counter must be on the screen to be hit, by kind of pointer. */
const LARGE_ENOUGH = /** @type {Record<string, number>} */ ({ mouse: 18, pen: 24, touch: 36 });
const LINGER = 380;

/** @implements {Gestures} */
export class Hand {
  /**
   * @param {Desk} desk
   * @param {object} parts
   * @param {MapView} parts.map
   * @param {Stacks} parts.stacks
   * @param {Glow} parts.glow
   * @param {Odds} parts.odds
   * @param {SightTool} parts.sight
   * @param {Orders} parts.orders
   * @param {Traces} parts.traces
   */
  constructor(desk, parts) {
    const { model } = desk;
    this.desk = desk;
    this.parts = parts;
    this.tip = new Tip(parts.map.element);
    this.fan = new Fan(desk, parts.map, (kind, value, at) => this.pick(kind, value, at));
    this.pointers = new Pointers(parts.map, this);
    /** The place that the pointer or the keyboard is at. @type {number | null} */
    this.at = null;
    /** @type {{piece: number, ghost: HTMLElement, first: Promise<boolean> | null} | null} */
    this.drag = null;
    /** The offer whose way is shown. @type {Offer | null} */
    this.wayOf = null;
    this.lingering = 0;
    // Another position: what was pointed at is no more.
    model.on("position", () => this.#showWay(null));
  }

  // -- pointing ------------------------------------------------------------------------------

  /**
   * Point at a piece or a place.
   *
   * @param {"piece" | "place"} kind
   * @param {number} value
   * @param {Point} at point of the window, for a menu
   */
  async pick(kind, value, at) {
    const { model } = this.desk;
    if (model.busy) return;
    const choice = model.choice.with(kind, value);
    if (!choice.candidates.length) return;
    this.fan.close();
    if (choice.decided) await this.parts.orders.give(choice.decided);
    else if (choice.needsWords) this.#menu(choice.candidates, at);
    else model.choose(choice);
  }

  /** @param {Offer[]} offers @param {Point} at */
  #menu(offers, at) {
    const { model, say } = this.desk;
    menuAt(
      at,
      say("table.prompt.choose"),
      offers.map((offer) => ({
        text: `${model.question?.verbs[offer.action.verb] ?? ""} ${offer.label}`.trim(),
        note: offer.note,
        data: { action: offer.action.text },
        deed: () => this.parts.orders.give(offer),
        look: () => this.lookAt(offer),
      })),
    );
  }

  /** Take a half-made choice back. */
  cancel() {
    const { model } = this.desk;
    if (model.choice.picks.length) model.choose(model.choice.cleared());
  }

  /** @param {Target} target @param {PointerEvent} event */
  tap({ piece, place }, event) {
    const { sight } = this.parts;
    const at = { x: event.clientX, y: event.clientY };
    if (sight.on) return void sight.pick(this.#placeUnder({ piece, place }));
    this.tip.hide();
    if (piece !== null) return this.#tapPiece(piece, at, event.pointerType);
    this.#setAt(place);
    if (place !== null && this.#pickFloor(place, at)) return;
    this.fan.close();
    this.cancel();
  }

  /**
   * Point at a place: if it has floors that can be chosen, too, one says which is meant.
   *
   * @param {number} place @param {Point} at
   * @returns {boolean} whether anything can be chosen there
   */
  #pickFloor(place, at) {
    const { model, say } = this.desk;
    const open = this.#openFloors(place);
    if (open.length < 2) {
      if (open.length) this.pick("place", open[0], at);
      return open.length > 0;
    }
    this.fan.close();
    menuAt(
      at,
      say("table.prompt.choose"),
      open.map((floor) => {
        const offer = this.#offerFor(floor);
        return {
          text: model.placeName(floor),
          note: offer?.note ?? "",
          data: { floor },
          deed: () => this.pick("place", floor, at),
          look: () => this.lookAt(offer),
        };
      }),
    );
    return true;
  }

  /** The floors of a place that can be chosen; of one floor, itself. @param {number} place */
  #openFloors(place) {
    const { model } = this.desk;
    const floors = model.homeOf(place) === place ? model.floorsOf(place) : [place];
    return floors.filter((floor) => model.choice.allows("place", floor));
  }

  /** @param {number} piece @param {Point} at @param {string} pointer */
  #tapPiece(piece, at, pointer) {
    const { model } = this.desk;
    const { stacks } = this.parts;
    const place = model.placeOf(piece);
    const stack = model.piecesAround(place);
    const { choice } = model;
    const needed = LARGE_ENOUGH[pointer] ?? LARGE_ENOUGH.touch;
    const hidden = stack.length > 1 && (stacks.piles.has(model.homeOf(place)) || stacks.pixels < needed);
    const legal = stack.filter(({ id }) => choice.allows("piece", id));
    this.#setAt(place);
    if (!hidden && choice.allows("piece", piece)) return this.pick("piece", piece, at);
    if (!legal.length && !hidden && choice.allows("place", place)) return this.pick("place", place, at);
    if (!legal.length && this.#pickFloor(model.homeOf(place), at)) return;
    this.fan.open(place);
    this.fan.hovered = false;
  }

  /** A double tap on something legal is two taps; elsewhere the map zooms. @param {Target} target */
  doubleTap({ piece, place }) {
    const { choice } = this.desk.model;
    return (piece !== null && choice.allows("piece", piece)) || (place !== null && choice.allows("place", place));
  }

  /** @param {Target} target @param {Point} at */
  inspect({ piece, place }, at) {
    const where = place ?? (piece === null ? null : (this.desk.model.piece(piece)?.place ?? null));
    this.tip.hide();
    if (where !== null && where >= 0) inspect(this.desk, where, at);
  }

  // -- hovering ------------------------------------------------------------------------------

  /** @param {Target} target @param {PointerEvent | null} event */
  hover({ piece, place }, event) {
    const { model } = this.desk;
    const { tip, fan } = this;
    const { stacks } = this.parts;
    const where = piece === null ? place : (model.piece(piece)?.place ?? null);
    if (where !== this.at) {
      this.#setAt(where);
      this.#linger(piece, where);
    }
    if (!event || where === null) {
      if (fan.hovered && !fan.element.matches(":hover")) fan.close();
      return tip.hide();
    }
    const home = model.homeOf(where);
    if (fan.hovered && fan.place !== home) fan.close();
    if (fan.place === home) return tip.hide();
    const alone = piece !== null && !stacks.piles.has(home);
    const words = [alone ? this.#pieceWords(piece) : null, this.#placeWords(where)];
    tip.show({ x: event.clientX, y: event.clientY }, ...words);
  }

  /** @param {number} piece */
  #pieceWords(piece) {
    const { long, kind, values, flags } = describePiece(this.desk.model, piece);
    const more = [kind, values, ...flags].filter(Boolean).join(" · ");
    return h("div", { class: "tip-piece" }, h("strong", null, long), h("span", null, more));
  }

  /** @param {number} place */
  #placeWords(place) {
    const { model } = this.desk;
    const floors = this.#openFloors(place);
    return (floors.length ? floors : [place]).map((floor) => {
      const offers = floors.length ? model.choice.with("place", floor).candidates : [];
      return h(
        "div",
        { class: "tip-place" },
        h("span", null, model.placeName(floor)),
        offers
          .slice(0, 4)
          .filter(({ note }) => note)
          .map(({ action, note }) =>
            h(
              "span",
              { class: "tip-note" },
              offers.length > 1 ? `${model.question?.verbs[action.verb] ?? ""} ${note}` : note,
            ),
          ),
      );
    });
  }

  /** The place under the pointer: its way and its odds. @param {number | null} place */
  #setAt(place) {
    const { glow, odds } = this.parts;
    this.at = place;
    const [floor = null] = place !== null && place >= 0 ? this.#openFloors(place) : [];
    glow.showCursor(floor);
    const offer = floor === null ? null : this.#offerFor(floor);
    this.#showWay(offer);
    odds.hint(offer && floor !== null && this.#isFought(floor) ? floor : null);
  }

  /** The first offer that ends in a place. @param {number} place */
  #offerFor(place) {
    const { choice } = this.desk.model;
    if (!choice.allows("place", place)) return null;
    return choice.with("place", place).candidates[0] ?? null;
  }

  /** Whether enemies of the viewer stand in a place. @param {number} place */
  #isFought(place) {
    const { model } = this.desk;
    return model.piecesAt(place).some(({ side }) => side !== model.shown?.side);
  }

  /** An offer in a list is pointed at. @param {Offer | null} offer */
  lookAt(offer) {
    const { model } = this.desk;
    const { glow, odds } = this.parts;
    const place = offer ? placeOf(offer) : null;
    const pieces = (offer?.action.args ?? []).filter(([kind]) => kind === "piece").map(([, value]) => Number(value));
    model.emit("focus", { pieces, places: place === null ? [] : [place] });
    glow.showCursor(place);
    this.#showWay(offer && place !== null ? offer : null);
    odds.hint(place !== null && this.#isFought(place) ? place : null);
  }

  /** @param {Offer | null} offer */
  async #showWay(offer) {
    const { glow } = this.parts;
    this.wayOf = offer;
    if (!offer) return glow.showWay([]);
    await new Promise((resume) => setTimeout(resume, 40));
    if (this.wayOf !== offer || this.desk.model.busy) return;
    const places = await this.parts.traces.find(offer.action.text);
    if (this.wayOf === offer) glow.showWay(places);
  }

  /** A pile fans out by itself when the pointer rests on it. @param {number | null} piece @param {number | null} place */
  #linger(piece, place) {
    clearTimeout(this.lingering);
    if (piece === null || place === null || this.drag) return;
    const { fan } = this;
    const { stacks } = this.parts;
    const { model } = this.desk;
    // Where the place itself is wanted, a fan would only be in the way.
    if (
      !stacks.piles.has(model.homeOf(place)) ||
      this.#openFloors(place).some((floor) => model.choice.next.places.has(floor))
    )
      return;
    this.lingering = setTimeout(() => {
      if (this.at === place && fan.place === null) {
        fan.open(place, { hovered: true });
        this.tip.hide();
      }
    }, LINGER);
  }

  // -- dragging ------------------------------------------------------------------------------

  /** @param {number} piece */
  canDrag(piece) {
    const { model } = this.desk;
    if (model.busy || !model.question) return false;
    const { choice } = model;
    const it = model.actors.has(piece) || choice.implied.has(piece);
    return choice.allows("piece", piece) || (it && choice.next.places.size > 0);
  }

  /** @param {number} piece @param {PointerEvent} event */
  dragStart(piece, event) {
    const { model } = this.desk;
    const ghost = h(
      "div",
      { class: "ghost", style: { width: `${Math.max(this.parts.stacks.pixels, 44)}px` } },
      counterPicture(model.looks.get(piece) ?? "", model.board.counter),
    );
    document.body.append(ghost);
    clearTimeout(this.lingering);
    this.fan.close();
    this.tip.hide();
    this.drag = { piece, ghost, first: null };
    const choice = model.choice.with("piece", piece);
    const { decided } = choice;
    if (decided && placeOf(decided) === null) this.drag.first = this.parts.orders.give(decided);
    else if (choice.candidates.length && !choice.needsWords) model.choose(choice);
    model.hold(piece);
    this.#carry(event);
  }

  /** @param {Target} target @param {PointerEvent} event */
  dragMove(target, event) {
    if (!this.drag) return;
    this.#carry(event);
    const place = this.#placeUnder(target);
    if (place !== this.at) this.#setAt(place);
    if (place === null) return this.tip.hide();
    this.tip.show({ x: event.clientX + 20, y: event.clientY + 16 }, this.#placeWords(place));
  }

  /** @param {Target | null} target @param {PointerEvent} event */
  async dragEnd(target, event) {
    const { model } = this.desk;
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    drag.ghost.remove();
    this.tip.hide();
    const place = target ? this.#placeUnder(target) : null;
    const home = model.piece(drag.piece)?.place ?? null;
    model.hold(null);
    if (drag.first) await drag.first;
    if (place === null || place === home || !model.choice.allows("place", place)) {
      return drag.first ? undefined : this.cancel();
    }
    await this.pick("place", place, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #carry(event) {
    if (!this.drag) return;
    this.drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
  }

  /** @param {Target} target */
  #placeUnder({ piece, place }) {
    return piece === null ? place : (this.desk.model.piece(piece)?.place ?? null);
  }

  // -- keys ----------------------------------------------------------------------------------

  /** Go to the next thing that can be chosen. @param {number} step */
  walk(step) {
    const { model, say } = this.desk;
    const { glow, map } = this.parts;
    const spots = model.openPlaces;
    if (!spots.length) return "";
    const from = this.at === null ? -1 : spots.indexOf(this.at);
    const place = spots[from < 0 ? (step > 0 ? 0 : spots.length - 1) : (from + step + spots.length) % spots.length];
    this.#setAt(place);
    glow.showCursor(place);
    map.centreOn([place]);
    const stack = model
      .piecesAt(place)
      .map(({ id }) => model.pieceName(id))
      .join(", ");
    return say("table.walk", { place: model.placeName(place), pieces: stack || say("table.nobody") });
  }

  /** Enter: choose the place the cursor is at, or open its stack. */
  enter() {
    const { model } = this.desk;
    const at = this.at === null ? null : this.parts.map.pointOf(this.at);
    if (!at || this.at === null) return;
    const legal = model.piecesAt(this.at).filter(({ id }) => model.choice.allows("piece", id));
    if (!legal.length && model.choice.allows("place", this.at)) return this.pick("place", this.at, at);
    if (legal.length === 1 && !model.choice.allows("place", this.at)) return this.pick("piece", legal[0].id, at);
    this.fan.open(this.at, { focus: true });
  }

  /** Inspect the place the cursor is at. */
  inspectHere() {
    const at = this.at === null ? null : this.parts.map.pointOf(this.at);
    if (at && this.at !== null) inspect(this.desk, this.at, at);
  }
}
