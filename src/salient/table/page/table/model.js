/**
 * What the page knows of one game: the present as the server tells it, and what is shown of it.
 *
 * @import { Board, Company, Entry, GameCard, News, PieceCard, Position, Said, Status } from "../wire.d.ts"
 *
 * What the parts of the table listen to:
 *
 * @typedef {object} Topics
 * @property {{fresh: Entry[], jump: boolean}} position something else is shown: after new entries, or at one jump
 * @property {{fresh: Entry[]}} present the present changed, whatever is shown
 * @property {undefined} past another moment is looked at, or the present again
 * @property {undefined} seq the journal came to a higher number
 * @property {Entry[]} entries the log grew by these
 * @property {Said[]} said new words of the chat
 * @property {Things} focus a line of the log or of a list points at these
 * @property {undefined} card
 * @property {undefined} company somebody has come to the table, or gone
 * @property {undefined} connection
 * @property {undefined} busy
 * @property {undefined} choice the answer that is being put together, or what is held for it
 *
 * @typedef {{pieces: number[], places: number[]}} Things
 */

import { Choice } from "./choice.js";
import { Signals } from "./signals.js";

/** Entries that play something, and that an undo takes back. */
export const DEEDS = new Set(["action", "confirm"]);

/** How the server calls the view of one who plays neither side. */
export const SPECTATOR = "spectator";

/** @extends {Signals<Topics>} */
export class Model extends Signals {
  /** @param {Board} board @param {GameCard} card */
  constructor(board, card) {
    super();
    this.board = board;
    this.card = card;
    /** The present. @type {Position | null} */
    this.present = null;
    /** A past that is being looked at instead. @type {Position | null} */
    this.past = null;
    /** The journal: entry n at index n. @type {Entry[]} */
    this.entries = [];
    /** @type {Said[]} */
    this.said = [];
    this.seq = -1;
    /** Who is at the table, as far as the reader is told. @type {Company | null} */
    this.company = null;
    /** How far the clock of the server is ahead of ours, in milliseconds. */
    this.skew = 0;
    this.busy = false;
    /** @type {"connecting" | "live" | "lost"} */
    this.connection = "connecting";
    /** Whether what has come is first played, action by action. @type {(fresh: Entry[]) => boolean} */
    this.playsFirst = () => false;
    /** The answer that is being put together. */
    this.choice = new Choice([]);
    /** The piece that is being dragged. @type {number | null} */
    this.held = null;
    /** @type {Map<number, PieceCard>} */
    this.cards = new Map(board.pieces.map((piece) => [piece.id, piece]));
    this.looks = new Map(board.pieces.map((piece) => [piece.id, piece.look]));
    /** Places with others above or below them: all of each, the place itself first. @type {Map<number, number[]>} */
    this.floors = new Map();
    board.places.forEach(({ home }, place) => {
      if (home !== null) this.floors.set(home, [...(this.floors.get(home) ?? [home]), place]);
    });
  }

  /** The sides that the reader plays. @returns {Set<string>} */
  get mine() {
    return new Set(this.card.seats.filter((seat) => seat.mine).map(({ side }) => side));
  }

  /** What is on the screen. @returns {Position | null} */
  get shown() {
    return this.past ?? this.present;
  }

  /** The moment on the screen, for whoever asks the server about it. @returns {{move?: number, side?: string}} */
  get moment() {
    const { past, board } = this;
    return past ? { move: past.move, side: board.sides[past.side]?.id ?? SPECTATOR } : {};
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

  /** Where a piece is; -1 for one that is not on the map. @param {number} id */
  placeOf(id) {
    return this.piece(id)?.place ?? -1;
  }

  /** The pieces in a place, in the order of the position. @param {number} place */
  piecesAt(place) {
    return this.shown?.pieces.filter((piece) => piece.place === place) ?? [];
  }

  /** The places where something can be chosen: a piece, or the place itself. */
  get openPlaces() {
    const { pieces, places } = this.choice.next;
    const manned = [...pieces].map((id) => this.placeOf(id)).filter((place) => place >= 0);
    return [...new Set([...manned, ...places])];
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
   * @param {News} news
   */
  apply(news) {
    // From another life of this game (a restored server): begin again.
    if (news.seq < this.seq && news.entries?.[0]?.seq === 0) this.#forget();
    /** @type {Entry[]} */
    const fresh = [];
    const { status } = this.card;
    for (const entry of news.entries ?? []) {
      const known = this.entries[entry.seq];
      this.entries[entry.seq] = entry;
      if (!known) fresh.push(entry);
    }
    this.#strike(fresh);
    if (news.now) this.skew = Date.parse(news.now) - Date.now();
    if (news.card) this.#setCard(news.card);
    if (fresh.length) this.emit("entries", fresh);
    if (news.position && !this.#isKnown(news.position, status)) this.#setPresent(news.position, fresh);
    this.hear(news.said ?? []);
    if (news.company) {
      this.company = news.company;
      this.emit("company");
    }
    if (news.seq > this.seq) {
      this.seq = news.seq;
      this.emit("seq");
    }
  }

  /**
   * Take in what was asked for. Entries and position may be of different moments: we have come as
   * far as both.
   *
   * @param {Entry[]} entries those after the last known one
   * @param {Position} position
   * @param {GameCard} [card]
   */
  catchUp(entries, position, card) {
    const last = entries.at(-1)?.seq ?? this.seq;
    this.apply({ seq: Math.min(position.seq, last), entries, position, card });
  }

  /**
   * Wait until the journal has come to a number.
   *
   * @param {number} seq
   * @param {number} patience milliseconds
   * @returns {Promise<boolean>} false: it has not, in that time
   */
  reached(seq, patience) {
    if (this.seq >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ come) => {
        stop();
        clearTimeout(timer);
        resolve(come);
      };
      const timer = setTimeout(() => end(false), patience);
      const stop = this.on("seq", () => this.seq >= seq && end(true));
    });
  }

  /**
   * Whether a position is what we have, or older: every live line opens with one, and a choice that
   * is being made shall not be lost by that. Without an entry it changes only with the viewer and
   * with the status of the game.
   *
   * @param {Position} position
   * @param {Status} before the status when the last one came
   */
  #isKnown(position, before) {
    const { present } = this;
    if (present === null || position.seq > present.seq) return false;
    const same = position.move === present.move && position.side === present.side;
    return position.seq < present.seq || (same && before === this.card.status);
  }

  #forget() {
    this.entries = [];
    this.seq = -1;
    this.present = null;
  }

  /** Words of the chat, each once. @param {Said[]} said */
  hear(said) {
    const fresh = said.filter((words) => !this.said.some((old) => old.id === words.id));
    if (!fresh.length) return;
    this.said.push(...fresh);
    this.emit("said", fresh);
  }

  /**
   * Undos take back the last actions that still stand. Of entries that come together the server has
   * said so already: only those that came before are struck here.
   *
   * @param {Entry[]} fresh
   */
  #strike(fresh) {
    let own = 0;
    for (const { seq, kind, move } of fresh) {
      if (DEEDS.has(kind)) own += 1;
      if (kind === "allow") this.#strikeSince(seq, move);
      if (kind !== "undo") continue;
      if (own > 0) own -= 1;
      else this.#strikeBefore(Math.min(seq, fresh[0].seq));
    }
  }

  /** What was done before an entry and stands no more: only so many actions do. @param {number} seq @param {number} move */
  #strikeSince(seq, move) {
    for (const entry of this.entries.slice(0, seq)) {
      if (entry && DEEDS.has(entry.kind) && entry.move > move) entry.undone = true;
    }
  }

  /** @param {number} seq */
  #strikeBefore(seq) {
    const entry = this.entries.slice(0, seq).findLast((one) => one && DEEDS.has(one.kind) && !one.undone);
    if (entry) entry.undone = true;
  }

  /** @param {GameCard} card */
  #setCard(card) {
    this.card = card;
    this.emit("card");
  }

  /** @param {Position} position @param {Entry[]} fresh */
  #setPresent(position, fresh) {
    const first = this.present === null;
    if (this.present && !this.past && this.playsFirst(fresh)) this.#stayAt(this.present);
    this.learn(position);
    this.present = position;
    this.choice = new Choice(this.question?.offers ?? []);
    if (!this.past) this.emit("position", { fresh, jump: first });
    this.emit("present", { fresh });
    this.emit("choice");
  }

  /** Go on showing a position when another comes. @param {Position} position */
  #stayAt(position) {
    this.#waiting = new Map(this.looks);
    this.past = { ...position, question: null, can_undo: false };
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
   * @param {Entry[]} [fresh] what led there
   */
  lookBack(position, fresh = []) {
    if (position && !this.past) this.#waiting = new Map(this.looks);
    this.past = position;
    if (position) {
      this.learn(position);
    } else {
      this.looks = this.#waiting;
    }
    this.choice = new Choice(this.question?.offers ?? []);
    this.emit("position", { fresh, jump: false });
    this.emit("choice");
    this.emit("past");
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.choice = choice;
    this.emit("choice");
  }

  /** @param {number | null} piece */
  hold(piece) {
    this.held = piece;
    this.emit("choice");
  }

  /** Wait until no order is under way. @returns {Promise<void>} */
  idle() {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.on("busy", () => {
        if (this.busy) return;
        stop();
        resolve();
      });
    });
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

  /** The entries that no undo took back. */
  get standing() {
    return this.entries.filter((entry) => !entry.undone);
  }

  /** Whether somebody else did something. @param {Entry} entry */
  isOthers({ kind, side, undone }) {
    return DEEDS.has(kind) && !undone && !this.mine.has(side);
  }

  /** What the others have done since the reader last did something; of both sides, if he plays none. */
  get lastTurn() {
    const deeds = this.entries.filter((entry) => DEEDS.has(entry.kind) && !entry.undone);
    const last = deeds.findLastIndex((entry) => this.isOthers(entry));
    if (!this.mine.size) return turnOf(deeds);
    const own = deeds.slice(0, last + 1).findLastIndex((entry) => !this.isOthers(entry));
    return deeds.slice(own + 1, last + 1);
  }

  /** The last action that stands. */
  get lastDeed() {
    return this.entries.findLast((entry) => DEEDS.has(entry.kind) && !entry.undone);
  }

  /** What an undo took back: they nest like brackets. @param {Entry} undo */
  takenBackBy(undo) {
    let open = 1;
    for (const entry of this.entries.slice(0, undo.seq).reverse()) {
      if (entry.kind === "undo") open += 1;
      else if (DEEDS.has(entry.kind) && entry.undone) open -= 1;
      if (!open) return entry;
    }
    return null;
  }

  /** The action that was the so manieth of those that stand. @param {number | null} move */
  actionOf(move) {
    return this.standing.find((entry) => DEEDS.has(entry.kind) && entry.move === move);
  }

  /** How many actions stand in the record at present. */
  get moves() {
    return this.present?.move ?? 0;
  }
}

/** The last deeds that one side did in a row. @param {Entry[]} deeds */
function turnOf(deeds) {
  const side = deeds.at(-1)?.side;
  return deeds.slice(deeds.findLastIndex((entry) => entry.side !== side) + 1);
}
