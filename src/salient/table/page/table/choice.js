/**
 * An answer that is being put together: the offers, and what has been pointed at so far.
 *
 * Knows no game: an offer is a verb with typed arguments (piece, place, number, choice), and
 * pointing at things leaves the offers that name them.
 *
 * @import { ArgKind, Offer } from "../wire.d.ts"
 *
 * @typedef {Offer["action"]["args"][number]} Arg
 * @typedef {{kind: ArgKind | "verb", value: number | string}} Picked what was pointed at
 */

const ON_MAP = new Set(["piece", "place"]);

/** Whether an offer names anything on the map. @param {Offer} offer */
export function isOnMap(offer) {
  return offer.action.args.some(([kind]) => ON_MAP.has(kind));
}

/** The last place an offer names, or null. @param {Offer} offer @returns {number | null} */
export function placeOf(offer) {
  const places = offer.action.args.filter(([kind]) => kind === "place");
  return places.length ? Number(places[places.length - 1][1]) : null;
}

export class Choice {
  /**
   * @param {Offer[]} offers all that are legal
   * @param {Picked[]} [picks] what was pointed at, in order
   */
  constructor(offers, picks = []) {
    this.offers = offers;
    this.picks = picks;
    /** The offers that fit the picks. @type {Offer[]} */
    this.candidates = fitting(offers, picks);
  }

  /** @param {Picked["kind"]} kind @param {Picked["value"]} value */
  with(kind, value) {
    return new Choice(this.offers, [...this.picks, { kind, value }]);
  }

  /** The choice with nothing pointed at. */
  cleared() {
    return new Choice(this.offers);
  }

  /** Whether pointing at something leads anywhere. @param {Picked["kind"]} kind @param {Picked["value"]} value */
  allows(kind, value) {
    return this.with(kind, value).candidates.length > 0;
  }

  /** The one offer that is left once something was pointed at. @returns {Offer | null} */
  get decided() {
    return this.picks.length && this.candidates.length === 1 ? this.candidates[0] : null;
  }

  /** Whether the rest must be chosen by its words: nothing on the map tells the candidates apart. */
  get needsWords() {
    const { pieces, places } = this.next;
    return this.picks.length > 0 && this.candidates.length > 1 && !pieces.size && !places.size;
  }

  /** What can be pointed at next. @returns {{pieces: Set<number>, places: Set<number>}} */
  get next() {
    const pieces = new Set();
    const places = new Set();
    for (const group of byVerb(this.candidates).values()) {
      const told = group.length > 1 ? sharedValues(group) : [];
      for (const offer of group) {
        const open = openArgs(offer, this.picks).filter(([kind]) => ON_MAP.has(kind));
        const [kind, value] = open.find((arg) => !told.includes(key(arg))) ?? open[0] ?? [];
        if (kind === "piece") pieces.add(Number(value));
        if (kind === "place") places.add(Number(value));
      }
    }
    return { pieces, places };
  }

  /** What the candidates have to be written at the places that can be pointed at; of several the first. */
  get figures() {
    const { places } = this.next;
    /** @type {Map<number, string>} */
    const figures = new Map();
    for (const offer of this.candidates) {
      const place = offer.figure ? placeOf(offer) : null;
      if (place !== null && places.has(place) && !figures.has(place)) figures.set(place, offer.figure);
    }
    return figures;
  }

  /** The pieces that every candidate names: "it". @returns {Set<number>} */
  get implied() {
    const groups = [...byVerb(this.candidates).values()].filter((group) => group.some(isOnMap));
    const shared = groups.length === 1 && groups[0].length > 1 ? sharedValues(groups[0]) : [];
    const words = shared.filter((word) => word.startsWith("piece:"));
    return new Set(words.map((word) => Number(word.slice("piece:".length))));
  }
}

/** @param {Arg} arg */
function key([kind, value]) {
  return `${kind}:${value}`;
}

/**
 * The offers that fit the picks taken as the first arguments; if there is none, those that name
 * the picks anywhere: one may point at the target before the gun.
 *
 * @param {Offer[]} offers @param {Picked[]} picks
 */
function fitting(offers, picks) {
  const strict = offers.filter((offer) => fitsInOrder(offer, picks));
  return strict.length ? strict : offers.filter((offer) => fitsAnyhow(offer, picks));
}

/** @param {Offer} offer @param {Picked[]} picks */
function fitsInOrder({ action }, picks) {
  if (picks.some(({ kind, value }) => kind === "verb" && value !== action.verb)) return false;
  const things = picks.filter(({ kind }) => kind !== "verb");
  return things.every(({ kind, value }, at) => {
    const arg = action.args[at];
    return arg !== undefined && arg[0] === kind && arg[1] === value;
  });
}

/** @param {Offer} offer @param {Picked[]} picks */
function fitsAnyhow(offer, picks) {
  if (picks.some(({ kind, value }) => kind === "verb" && value !== offer.action.verb)) return false;
  const things = picks.filter(({ kind }) => kind !== "verb").length;
  return openArgs(offer, picks).length === offer.action.args.length - things;
}

/** The arguments that no pick has filled. @param {Offer} offer @param {Picked[]} picks @returns {Arg[]} */
function openArgs({ action }, picks) {
  const open = [...action.args];
  for (const { kind, value } of picks) {
    const at = open.findIndex((arg) => arg[0] === kind && arg[1] === value);
    if (at >= 0) open.splice(at, 1);
  }
  return open;
}

/** @param {Offer[]} offers @returns {Map<string, Offer[]>} */
export function byVerb(offers) {
  const groups = new Map();
  for (const offer of offers) {
    const group = groups.get(offer.action.verb) ?? [];
    groups.set(offer.action.verb, group);
    group.push(offer);
  }
  return groups;
}

/** What all offers of a verb have in common. @param {Offer[]} group */
function sharedValues(group) {
  const [first, ...rest] = group;
  return first.action.args.filter((arg, at) => rest.every(({ action }) => action.args[at]?.[1] === arg[1])).map(key);
}
