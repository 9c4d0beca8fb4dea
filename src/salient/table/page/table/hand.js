/**
 * The player's hand: pointing at pieces and places, dragging, hovering, keys.
 *
 * Knows offers, not games: pointing at something leaves the offers that name it; the last one
 * left is ordered. Where a game asks first who and then where, a drag answers both questions.
 *
 * @import { Offer } from "../wire.d.ts"
 * @import { Glow } from "./glow.js"
 * @import { LifelineTool } from "./lifeline.js"
 * @import { MapView } from "./map.js"
 * @import { Odds } from "./odds.js"
 * @import { Orders } from "./orders.js"
 * @import { Rules } from "./rules.js"
 * @import { Gestures, Target } from "./pointers.js"
 * @import { SightTool } from "./sight.js"
 * @import { Sketch } from "./sketch.js"
 * @import { Stacks } from "./stacks.js"
 * @import { Desk } from "./table.js"
 * @import { Traces } from "./traces.js"
 * @import { Point } from "./view.js"
 */

import { h } from "../dom.js";
import { placeOf } from "./choice.js";
import { Fan } from "./fan.js";
import { Gather } from "./gather.js";
import { inspect } from "./inspect.js";
import { counterPicture } from "./picture.js";
import { NEAR, Pointers } from "./pointers.js";
import { menuAt } from "./popover.js";
import { pieceWords, placeWords, Tip } from "./tip.js";
import { Why } from "./why.js";

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
   * @param {LifelineTool} parts.lifeline
   * @param {Orders} parts.orders
   * @param {Traces} parts.traces
   * @param {Rules} parts.rules
   * @param {Sketch} parts.sketch
   * @param {(piece: number) => void} parts.range shows where a piece could go
   */
  constructor(desk, parts) {
    const { model } = desk;
    this.desk = desk;
    this.parts = parts;
    this.tip = new Tip(parts.map.element);
    this.gather = new Gather(desk, parts.orders);
    this.why = new Why(desk, parts.rules, parts.map.element);
    this.fan = new Fan(desk, parts.map, this.gather, (kind, value, at) => this.pick(kind, value, at));
    this.pointers = new Pointers(parts.map, this);
    /** The place that the pointer or the keyboard is at. @type {number | null} */
    this.at = null;
    /** @type {{piece: number, ghost: HTMLElement, first: Promise<boolean> | null} | null} */
    this.drag = null;
    /** The offer whose way is shown. @type {Offer | null} */
    this.wayOf = null;
    this.lingering = 0;
    /** The last spot that was tapped. @type {Point | null} */
    this.tapped = null;
    /** Whether the table has changed since it was pointed there. */
    this.stale = false;
    // Another position: what was pointed at is no more.
    model.on("position", () => {
      this.#showWay(null);
      this.stale = true;
    });
  }

  // -- pointing ------------------------------------------------------------------------------

  /**
   * Point at a piece or a place.
   *
   * @param {"piece" | "place"} kind
   * @param {number} value
   * @param {Point} at point of the window, for a menu
   * @param {string} [pointer] what it was pointed at with
   * @returns {Promise<void>}
   */
  async pick(kind, value, at, pointer = "mouse") {
    const { model } = this.desk;
    if (model.busy) return;
    const choice = model.choice.with(kind, value);
    if (!choice.candidates.length) return this.#refuse(kind, value, at);
    if (kind === "place") this.fan.close();
    if (choice.decided) await this.#give(choice.decided, pointer);
    else if (choice.needsWords) this.#menu(choice.candidates, at);
    else model.choose(choice);
  }

  /** A finger cannot hover: it is shown the odds before it commits anybody. @param {Offer} offer @param {string} pointer */
  async #give(offer, pointer) {
    const place = placeOf(offer);
    const { odds, orders } = this.parts;
    const fought = pointer === "touch" && place !== null && this.#isFought(place);
    if (fought && (await odds.pin(place, { offer, give: () => orders.give(offer) }))) return;
    await orders.give(offer);
  }

  /**
   * What cannot be chosen now: another unit is chosen instead of the one that was; else it is said why not.
   *
   * @param {"piece" | "place"} kind @param {number} value @param {Point} at
   * @returns {Promise<void>}
   */
  async #refuse(kind, value, at) {
    const { model } = this.desk;
    if (kind === "place") return this.why.tell([{ place: value }], at);
    const place = model.placeOf(value);
    const mine = model.piece(value)?.side === model.shown?.side;
    if (!mine) return this.why.tell([{ place }, { piece: value }], at);
    if (model.actors.has(value)) return;
    if (this.gather.chosen) {
      await this.gather.release();
      if (model.choice.allows("piece", value)) return this.pick("piece", value, at);
    }
    const remedy = this.#rest((piece) => this.pick("piece", piece, at), value);
    return this.why.tell([{ piece: value }, { place }], at, remedy);
  }

  /**
   * The word that ends what those are doing who are under way, if nothing else is left to them and it costs nothing:
   * after it somebody else can be chosen.
   *
   * @param {(piece: number) => Promise<void>} pick @param {number} piece who is meant
   */
  #rest(pick, piece) {
    const { offers = [], acting = [] } = this.desk.model.question ?? {};
    const [offer, ...others] = offers.filter(({ action }) => !action.args.length);
    if (!acting.length || !offer || others.length || offer.momentous || offer.warning) return null;
    const deed = async () => {
      await this.parts.orders.give(offer);
      if (this.desk.model.choice.allows("piece", piece)) await pick(piece);
    };
    return { words: offer.label, deed };
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

  /** Take a half-made choice back, and let whoever was chosen go. */
  async cancel() {
    const { model } = this.desk;
    this.why.hide();
    this.pointers.forget();
    if (model.choice.picks.length) return model.choose(model.choice.cleared());
    await this.gather.release();
  }

  /** @param {Target} target @param {PointerEvent} event */
  async tap({ piece, place }, event) {
    const { sight, lifeline } = this.parts;
    clearTimeout(this.lingering); // who presses does not linger
    if (this.#isSameAgain(event)) return;
    await this.gather.work; // where a stack is still being taken up, all of it is meant to go there
    while (this.desk.model.busy) await this.desk.model.idle(); // a quick hand is not made to wait
    const at = { x: event.clientX, y: event.clientY };
    if (lifeline.on) return void lifeline.pick(piece, place);
    if (sight.on) return void sight.pick(this.#placeUnder({ piece, place }));
    this.tip.hide();
    if (piece !== null) return this.#tapPiece(piece, at, event.pointerType);
    this.#setAt(place);
    if (place !== null && this.#pickFloor(place, at, event.pointerType)) return;
    this.#tapNothing(place, at);
  }

  /** Whether a spot is pressed again while its order is on its way: that means no second order. @param {Point} at */
  #isSameAgain({ x, y }) {
    const last = this.tapped;
    this.tapped = { x, y };
    return this.desk.model.busy && last !== null && Math.hypot(x - last.x, y - last.y) < NEAR;
  }

  /** Nothing can be done there: say why, or let go what was chosen. @param {number | null} place @param {Point} at */
  #tapNothing(place, at) {
    const { model } = this.desk;
    const wanted = place !== null && model.choice.next.places.size > 0;
    const open = this.fan.place !== null;
    this.fan.close();
    if (wanted) this.why.tell([{ place }], at);
    else if (!open) this.cancel();
  }

  /**
   * Point at a place: if it has floors that can be chosen, too, one says which is meant.
   *
   * @param {number} place @param {Point} at @param {string} pointer
   * @returns {boolean} whether anything can be chosen there
   */
  #pickFloor(place, at, pointer) {
    const { model, say } = this.desk;
    const open = this.#openFloors(place);
    if (open.length < 2) {
      if (open.length) this.pick("place", open[0], at, pointer);
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
          deed: () => this.pick("place", floor, at, pointer),
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
    if (!legal.length && !hidden && choice.allows("place", place)) return this.pick("place", place, at, pointer);
    if (!legal.length && this.#pickFloor(model.homeOf(place), at, pointer)) return;
    if (!hidden || (!legal.length && model.question)) this.#refuse("piece", piece, at);
    if (!hidden) return;
    this.fan.open(place);
    this.fan.hovered = false;
  }

  /** A double tap on a stack takes all of it, on a place it is one tap more; elsewhere the map zooms. @param {Target} target @param {PointerEvent} event */
  doubleTap({ piece, place }, event) {
    const { model } = this.desk;
    clearTimeout(this.lingering);
    if (piece === null) {
      const meant = place !== null && model.choice.allows("place", place);
      if (meant) this.tap({ piece, place }, event);
      return meant;
    }
    const mine = model.piece(piece)?.side === model.shown?.side;
    if (!mine || !model.question) return false;
    this.#takeAll(model.placeOf(piece), piece);
    return true;
  }

  /** @param {number} place @param {number} first */
  async #takeAll(place, first) {
    this.fan.close();
    await this.gather.all(place, first);
    this.fan.close();
  }

  /** What can be asked about a piece. */
  get #tools() {
    const { range, lifeline } = this.parts;
    return { range, lifeline: (/** @type {number} */ piece) => void lifeline.show(piece) };
  }

  /** @param {Target} target @param {Point} at */
  inspect({ piece, place }, at) {
    const where = place ?? (piece === null ? null : (this.desk.model.piece(piece)?.place ?? null));
    this.tip.hide();
    if (where !== null && where >= 0) inspect(this.desk, where, at, this.#tools);
  }

  // -- hovering ------------------------------------------------------------------------------

  /** @param {Target} target @param {PointerEvent | null} event */
  hover({ piece, place }, event) {
    const { model } = this.desk;
    const { tip, fan } = this;
    const { stacks } = this.parts;
    const where = piece === null ? place : (model.piece(piece)?.place ?? null);
    if (where !== this.at || this.stale) {
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
    const words = [alone ? pieceWords(model, piece) : null, this.#placeWords(where)];
    tip.show({ x: event.clientX, y: event.clientY }, ...words);
  }

  /** @param {number} place */
  #placeWords(place) {
    return placeWords(this.desk.model, place, this.#openFloors(place));
  }

  /** The place under the pointer: its way and its odds. @param {number | null} place */
  #setAt(place) {
    const { glow, odds } = this.parts;
    this.at = place;
    this.stale = false;
    const [floor = null] = place !== null && place >= 0 ? this.#openFloors(place) : [];
    glow.showCursor(floor);
    const offer = floor === null ? null : this.#offerFor(floor);
    this.#showWay(offer);
    const fought = floor ?? (place !== null && place >= 0 && this.#isContested(place) ? place : null);
    odds.hint(fought !== null && this.#isFought(fought) ? fought : null);
  }

  /** Whether both sides stand in a place: its combat is known before anybody is asked for it. @param {number} place */
  #isContested(place) {
    const sides = this.desk.model.piecesAt(place).map(({ side }) => side);
    return Boolean(this.desk.model.question) && sides.includes(0) && sides.includes(1);
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
    const place = offer ? (placeOf(offer) ?? this.#aimOf(offer)) : null;
    const pieces = (offer?.action.args ?? []).filter(([kind]) => kind === "piece").map(([, value]) => Number(value));
    model.emit("focus", { pieces, places: place === null ? [] : [place] });
    glow.showCursor(place);
    this.#showWay(offer && placeOf(offer) !== null ? offer : null);
    odds.hint(place !== null && this.#isFought(place) ? place : null);
  }

  /** The place that dice are about to be thrown for: the only one that the question names. @param {Offer} offer */
  #aimOf({ action }) {
    const { acting = [], places = [] } = this.desk.model.question ?? {};
    return !action.args.length && acting.length && places.length === 1 ? places[0] : null;
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
    const pile = this.parts.stacks.piles.has(model.homeOf(model.placeOf(piece)));
    if (pile && this.gather.able(model.placeOf(piece)).some(({ id }) => id === piece))
      this.drag.first = this.gather.all(model.placeOf(piece), piece).then((count) => count > 0);
    else if (decided && placeOf(decided) === null) this.drag.first = this.parts.orders.give(decided);
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
    const at = { x: event.clientX, y: event.clientY };
    if (place === null || place === home) return this.cancel();
    if (!model.choice.allows("place", place)) return this.why.tell([{ place }, { piece: drag.piece }], at);
    await this.pick("place", place, at, event.pointerType);
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

  // -- drawing -------------------------------------------------------------------------------

  draws() {
    return this.parts.sketch.on;
  }

  /** @param {Target} from @param {Target} to */
  draw(from, to) {
    this.parts.sketch.point(this.#placeUnder(from), this.#placeUnder(to));
  }

  drawEnd() {
    this.parts.sketch.end();
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

  /** Enter: choose the place the cursor is at, or open its stack; do the only thing that is left. */
  enter() {
    const { model } = this.desk;
    const [only, ...others] = model.question?.offers ?? [];
    if (only && !others.length && placeOf(only) === null) return this.parts.orders.give(only);
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
    if (at && this.at !== null) inspect(this.desk, this.at, at, this.#tools);
  }
}
