/**
 * Where the map looks by itself: at what can be done, and at what happens.
 *
 * @import { Entry, Line } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Model } from "./model.js"
 */

import { isOn, recallHere, rememberHere } from "../memory.js";

const KEEP = 250;

/** How many of the last places, and of those that can be chosen, are brought into sight together. */
const LAST = 6;
const FIRST = 12;

export class Eye {
  /** @param {Model} model @param {MapView} map */
  constructor(model, map) {
    this.model = model;
    this.map = map;
    this.key = `view.${model.card.id}`;
    this.keeping = 0;
    model.on("present", ({ fresh }) => this.#follow(fresh));
    model.on("past", () => this.#lookBack());
  }

  /** At first: where one looked before, else at what can be done, else at everybody. */
  open() {
    const before = recallHere(this.key);
    this.map.on("moved", () => this.#keep());
    if (before) return this.map.lookAt(JSON.parse(before));
    const pieces = this.model.shown?.pieces ?? [];
    const manned = pieces.map(({ place }) => place).filter((place) => place >= 0);
    const legal = this.model.openPlaces;
    this.map.centreOn(legal.length ? legal : [...new Set(manned)], { force: true });
  }

  /** What is looked at outlives a reload and a change of the language. */
  #keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => rememberHere(this.key, JSON.stringify(this.map.outlook)), KEEP);
  }

  /** At the last thing that happened somewhere, or where something can be done. */
  centreOnAction() {
    const last = this.model.entries.findLast((entry) => placesOf(entry).length);
    this.map.centreOn(last ? placesOf(last) : this.model.openPlaces, { force: true });
  }

  /** At what a line of the log tells of. @param {Line} line @returns {boolean} whether that is on the map */
  visit({ pieces, places }) {
    const spots = places.length ? places : pieces.map((id) => this.model.placeOf(id));
    const found = spots.filter((place) => place >= 0);
    this.map.centreOn(found, { force: true });
    return found.length > 0;
  }

  /** At what the others did; else at what can be done, if none of it is in sight. @param {Entry[]} fresh */
  #follow(fresh) {
    const { model } = this;
    if (model.past || this.map.isHandled || !isOn("table.follow", true)) return;
    const others = fresh.filter(({ side }) => side && !model.mine.has(side));
    const seen = others.flatMap(placesOf);
    if (seen.length) this.map.centreOn(seen.slice(-LAST), { hold: true });
    else if (fresh.length) this.#seekOpen();
  }

  #lookBack() {
    const entry = this.model.actionOf(this.model.past?.move ?? null);
    if (entry && isOn("table.follow", true)) this.map.centreOn(placesOf(entry).slice(-LAST), { hold: true });
  }

  #seekOpen() {
    const places = this.model.openPlaces;
    if (!places.some((place) => this.map.sees(place))) this.map.centreOn(places.slice(0, FIRST), { hold: true });
  }
}

/** All places that an entry tells of. @param {Entry} entry */
function placesOf(entry) {
  return entry.lines.flatMap(({ places }) => places);
}
