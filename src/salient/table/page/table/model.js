/**
 * What the page knows of one game: the present as the server tells it, and what is shown of it.
 *
 * Topics: `position` (something else is shown; detail {steps, jump}), `entries` (the log grew;
 * detail the new entries), `card`, `said`, `connection`, `busy`, `choice`, `focus` (things a log
 * line or a list points at).
 */

import { Choice } from "./choice.js";
import { Signals } from "./signals.js";

/**
 * @typedef {{id: number, name: string, side: number, symbol: string, values: number[],
 *   place: number, flags: string[], enters: string}} Piece
 * @typedef {{seq: number, move: number, side: number, to_decide: number, clock: string,
 *   tracks: {id: string, text: string, value: number}[], pieces: Piece[],
 *   looks: Record<string, string>, met: any[], marks: string, question: any, waiting: string,
 *   whereabouts: Record<string, string>, can_undo: boolean, draw_offer: string, result: string}} Position
 */

export class Model extends Signals {
  /** @param {any} board @param {any} card */
  constructor(board, card) {
    super();
    this.board = board;
    this.card = card;
    /** The present. @type {Position | null} */
    this.present = null;
    /** A past that is being looked at instead. @type {Position | null} */
    this.past = null;
    /** The journal: entry n at index n. @type {any[]} */
    this.entries = [];
    /** @type {any[]} */
    this.said = [];
    this.seq = -1;
    this.busy = false;
    /** @type {"connecting" | "live" | "lost"} */
    this.connection = "connecting";
    /** The answer that is being put together. */
    this.choice = new Choice([]);
    /** @type {Map<number, any>} */
    this.cards = new Map(board.pieces.map((/** @type {any} */ piece) => [piece.id, piece]));
    this.looks = new Map(board.pieces.map((/** @type {any} */ piece) => [piece.id, piece.look]));
    /** Places with others above or below them: all of each, the place itself first. @type {Map<number, number[]>} */
    this.floors = new Map();
    board.places.forEach((/** @type {any} */ { home }, /** @type {number} */ place) => {
      if (home != null) this.floors.set(home, [...(this.floors.get(home) ?? [home]), place]);
    });
  }

  /** What is on the screen. @returns {Position | null} */
  get shown() {
    return this.past ?? this.present;
  }

  /** The pieces the question is about: what "it" means in it. */
  get actors() {
    return new Set(this.question?.acting ?? []);
  }

  get question() {
    return this.past ? null : (this.present?.question ?? null);
  }

  /** @param {number} id */
  piece(id) {
    return this.shown?.pieces.find((piece) => piece.id === id) ?? null;
  }

  /** The pieces in a place, in the order of the position. @param {number} place */
  piecesAt(place) {
    return this.shown?.pieces.filter((piece) => piece.place === place) ?? [];
  }

  /** The place that a floor or a bridge lies in. @param {number} place @returns {number} */
  homeOf(place) {
    return this.board.places[place]?.home ?? place;
  }

  /** A place with all that lies above and below it. @param {number} place */
  floorsOf(place) {
    const home = this.homeOf(place);
    return this.floors.get(home) ?? [home];
  }

  /** What tells a floor from the place it lies in; empty for the place itself. @param {number} place */
  floorName(place) {
    const home = this.homeOf(place);
    if (home === place) return "";
    const [whole, base] = [this.placeName(place), this.placeName(home)];
    return (whole.startsWith(base) ? whole.slice(base.length) : whole).replace(/^\W+/, "");
  }

  /** The pieces of a place and of its floors, floor by floor. @param {number} place */
  piecesAround(place) {
    return this.floorsOf(place).flatMap((floor) => this.piecesAt(floor));
  }

  /** @param {number} id */
  pieceName(id) {
    return this.cards.get(id)?.name ?? this.piece(id)?.name ?? `#${id}`;
  }

  /** @param {number} place */
  placeName(place) {
    return this.board.places[place]?.name ?? `#${place}`;
  }

  /**
   * Take in news: entries in the order of their numbers, known ones only where they changed.
   *
   * @param {any} news
   */
  apply(news) {
    // From another life of this game (a restored server): begin again.
    if (news.seq < this.seq && news.entries?.[0]?.seq === 0) this.#forget();
    const fresh = [];
    for (const entry of news.entries ?? []) {
      const known = this.entries[entry.seq];
      this.entries[entry.seq] = entry;
      if (!known) fresh.push(entry);
      if (entry.kind === "undo" && !known) this.#strike(entry);
    }
    if (news.seq > this.seq) this.seq = news.seq;
    if (news.card) this.#setCard(news.card);
    if (fresh.length) this.emit("entries", fresh);
    if (news.position && news.position.seq >= (this.present?.seq ?? -1) && !this.#isKnown(news.position)) {
      this.#setPresent(news.position, fresh);
    }
    this.hear(news.said ?? []);
  }

  /**
   * Whether a position is what we have: every live line opens with one, and a choice that is being
   * made shall not be lost by that. Pictures follow from the rest.
   *
   * @param {Position} position
   */
  #isKnown(position) {
    const tell = (/** @type {Position | null} */ one) => JSON.stringify({ ...one, looks: null });
    return tell(position) === tell(this.present);
  }

  #forget() {
    this.entries = [];
    this.seq = -1;
    this.present = null;
  }

  /** Words of the chat, each once. @param {any[]} said */
  hear(said) {
    const fresh = said.filter((words) => !this.said.some((old) => old.id === words.id));
    if (!fresh.length) return;
    this.said.push(...fresh);
    this.emit("said", fresh);
  }

  /** An undo takes back the last action that still stands. @param {any} undo */
  #strike(undo) {
    for (let seq = undo.seq - 1; seq > 0; seq -= 1) {
      const entry = this.entries[seq];
      if (entry?.kind === "action" && !entry.undone) {
        entry.undone = true;
        return;
      }
    }
  }

  /** @param {any} card */
  #setCard(card) {
    this.card = card;
    this.emit("card");
  }

  /** @param {Position} position @param {any[]} fresh */
  #setPresent(position, fresh) {
    const first = this.present === null;
    this.learn(position);
    this.present = position;
    this.choice = new Choice(this.question?.offers ?? []);
    if (!this.past) this.emit("position", { fresh, jump: first });
    this.emit("present", { fresh });
    this.emit("choice");
  }

  /** A position of a live update holds only the pictures that changed. @param {Position} position */
  learn(position) {
    for (const card of position.met ?? []) this.cards.set(card.id, card);
    if (this.past && position !== this.past) return this.#keep(position);
    for (const [id, look] of Object.entries(position.looks)) this.looks.set(Number(id), look);
  }

  /** Pictures that arrive while the past is looked at wait for the return. @param {Position} position */
  #keep(position) {
    for (const [id, look] of Object.entries(position.looks)) this.#waiting.set(Number(id), look);
  }

  /** @type {Map<number, string>} */
  #waiting = new Map();

  /**
   * Look at a moment of the past, or at the present again.
   *
   * @param {Position | null} position
   */
  lookBack(position) {
    if (position && !this.past) this.#waiting = new Map(this.looks);
    this.past = position;
    if (position) {
      this.learn(position);
    } else {
      this.looks = this.#waiting;
    }
    this.choice = new Choice(this.question?.offers ?? []);
    this.emit("position", { fresh: [], jump: false });
    this.emit("choice");
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.choice = choice;
    this.emit("choice");
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.emit("busy");
  }

  /** @param {"connecting" | "live" | "lost"} connection */
  setConnection(connection) {
    this.connection = connection;
    this.emit("connection");
  }

  /** How many actions stand in the record at present. */
  get moves() {
    return this.present?.move ?? 0;
  }
}
