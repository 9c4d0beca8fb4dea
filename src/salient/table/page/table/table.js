/** The table: the screen where a game is played, watched and replayed. */

import { fill, h } from "../dom.js";
import { toast } from "../toasts.js";
import { Bell } from "./bell.js";
import { Chat } from "./chat.js";
import { placeOf } from "./choice.js";
import { describePiece } from "./describe.js";
import { Fan } from "./fan.js";
import { Forces } from "./forces.js";
import { GameInfo, isOn } from "./gameinfo.js";
import { Glow, patterns } from "./glow.js";
import { Hand } from "./hand.js";
import { pressKey } from "./keys.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { sign } from "./marks.js";
import { Model } from "./model.js";
import { Notes } from "./notes.js";
import { Odds } from "./odds.js";
import { Orders } from "./orders.js";
import { Overlays } from "./overlays.js";
import { Panel } from "./panel.js";
import { parsePicture } from "./picture.js";
import { Prompt } from "./prompt.js";
import { Replay } from "./replay.js";
import { Rules } from "./rules.js";
import { SightTool } from "./sight.js";
import { Stacks } from "./stacks.js";
import { Status } from "./status.js";
import { Tip } from "./tip.js";
import { waysTaken } from "./ways.js";

const ASK_EVERY = 8_000;
const SIGNS = {
  zoomIn: "M10 4v12M4 10h12",
  zoomOut: "M4 10h12",
  whole: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  action: "M10 2v4M10 14v4M2 10h4M14 10h4M10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  overlays: "M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4",
  sight: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  replay: "M4 10a6 6 0 1 1 2 4.5M4 15v-4h4M10 7v3.5l2.5 1.5",
  drawer: "M3 5h14M3 10h14M3 15h14",
};

/**
 * Ask something of this game: `get("odds/12")`.
 *
 * @typedef {(path: string, query?: Record<string, any>) => Promise<any>} Get
 */

/**
 * Open the table of a game.
 *
 * @param {HTMLElement} root an empty element
 * @param {{id: string, invite?: string, replay?: boolean, api: any, say: any, lang: string,
 *   account: any, navigate: (path: string) => void}} desk
 * @returns {Promise<{close(): void}>}
 */
export async function openTable(root, desk) {
  const { id, invite = "", api, say } = desk;
  fill(root, h("p", { class: "table-loading", role: "status" }, say("table.loading")));
  /** @type {Get} */
  const get = (path, query = {}) =>
    api.get(`/api/games/${id}${path ? `/${path}` : ""}`, { invite: invite || null, ...query });
  const [board, card, entries, position] = await Promise.all([get("board"), get(""), get("log"), get("position")]);
  const table = new Table(root, { ...desk, invite, get }, new Model(board, card));
  table.start(entries, position);
  return table;
}

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {any} desk
   * @param {Model} model
   */
  constructor(root, desk, model) {
    this.desk = desk;
    this.model = model;
    this.ended = new AbortController();
    const { say, api, get, id, lang, account, navigate } = desk;
    this.orders = new Orders(model, { api, say, id, refresh: () => this.refresh() });
    this.rules = new Rules({ api, say, title: model.card.title });
    this.odds = new Odds({ get, say, model, rules: this.rules, isRight: (place) => this.map.isRight(place) });
    this.hand = new Hand({ model, get, say, orders: this.orders, odds: this.odds });
    this.#drawMap();
    this.prompt = new Prompt({
      model,
      say,
      rules: this.rules,
      order: (offer) => this.orders.give(offer),
      look: (offer) => this.hand.lookAt(offer),
      undo: () => this.undo(),
      cancel: () => this.hand.cancel(),
      replay: () => this.replay.enter(0),
    });
    this.replay = new Replay({ get, say, model, onMove: (move) => this.#replayed(move) });
    this.overlays = new Overlays({ get, say, model, glow: this.glow });
    this.log = new Log({
      model,
      say,
      rules: this.rules,
      point: (line) => this.#point(line),
      visit: (line, entry) => this.#visit(line, entry),
    });
    this.status = new Status({ model, say, visit: (move) => this.replay.enter(move, { stay: desk.replay }) });
    this.forces = new Forces({
      model,
      say,
      describe: (piece) => describePiece(model, piece).whole,
      point: (pieces) => model.emit("focus", { pieces, places: [] }),
      visit: (piece) => this.#visitPiece(piece),
    });
    this.chat = new Chat({ api, say, id, lang, model, account });
    this.notes = new Notes({ api, say, id });
    this.info = new GameInfo({ say, id, api, lang, model, orders: this.orders, replay: this.replay, navigate });
    this.panel = new Panel(say, [
      { id: "log", element: this.log.element, shown: () => this.log.toEnd() },
      { id: "status", element: this.status.element, shown: () => this.status.update() },
      { id: "forces", element: this.forces.element, shown: () => this.forces.update() },
      { id: "chat", element: this.chat.element },
      ...(account ? [{ id: "notes", element: this.notes.element, shown: () => this.notes.load() }] : []),
      { id: "game", element: this.info.element, shown: () => this.info.update() },
    ]);
    this.bell = new Bell();
    this.#arrange(root);
    this.#listen();
  }

  // -- building ------------------------------------------------------------------------------

  #drawMap() {
    const { model, hand } = this;
    const { say } = this.desk;
    this.map = new MapView(
      model.board,
      say("table.map", { title: model.board.title }),
      {
        tap: (target, event) => (this.sight.on ? this.sight.pick(this.#placeUnder(target)) : hand.tap(target, event)),
        doubleTap: (target) => hand.doubleTap(target),
        hover: (target, event) => hand.hover(target, event),
        inspect: (target, at) => hand.inspect(target, at),
        canDrag: (piece) => hand.canDrag(piece),
        dragStart: (piece, event) => hand.dragStart(piece, event),
        dragMove: (target, event) => hand.dragMove(target, event),
        dragEnd: (target, event) => hand.dragEnd(target, event),
      },
      () => this.fan?.follow(),
    );
    this.stacks = new Stacks(model, this.map);
    this.glow = new Glow(model, this.map);
    this.marks = h("g", { class: "marks" });
    const { below, above } = this.glow;
    this.sight = new SightTool({
      get: this.desk.get,
      say,
      model,
      map: this.map,
      toggled: (on) => this.tools.querySelector("[data-tool=sight]")?.setAttribute("aria-pressed", String(on)),
    });
    this.map.overlay.append(
      patterns(model.board.counter),
      below,
      this.marks,
      this.stacks.layer,
      above,
      this.sight.layer,
    );
    this.fan = new Fan({
      model,
      map: this.map,
      say,
      describe: (piece) => describePiece(model, piece).whole,
      pick: (piece, at) => hand.pick("piece", piece, at),
      pickPlace: (place, at) => hand.pick("place", place, at),
    });
    this.tip = new Tip(this.map.element);
    hand.hold({ map: this.map, stacks: this.stacks, fan: this.fan, glow: this.glow, tip: this.tip });
  }

  /** @param {import("./pointers.js").Target} target */
  #placeUnder({ piece, place }) {
    return piece === null ? place : (this.model.piece(piece)?.place ?? null);
  }

  /** @param {HTMLElement} root */
  #arrange(root) {
    const { say } = this.desk;
    const tool = (/** @type {string} */ name, /** @type {string} */ path, /** @type {(event: any) => void} */ deed) =>
      h(
        "button",
        {
          class: "button icon tool",
          type: "button",
          title: say(`table.tool.${name}`),
          "aria-label": say(`table.tool.${name}`),
          data: { tool: name },
          on: { click: deed },
        },
        sign(path),
      );
    this.badge = h("div", { class: "badge", role: "status", hidden: true, data: { testid: "connection" } });
    this.spoken = h("div", { class: "visually-hidden", "aria-live": "polite" });
    const hasOverlays = this.model.board.overlays.length > 0;
    this.tools = h(
      "div",
      { class: "tools" },
      tool("zoom_in", SIGNS.zoomIn, () => this.map.zoomBy(1.4)),
      tool("zoom_out", SIGNS.zoomOut, () => this.map.zoomBy(1 / 1.4)),
      tool("whole", SIGNS.whole, () => this.map.whole()),
      tool("action", SIGNS.action, () => this.centreOnAction()),
      hasOverlays && tool("overlays", SIGNS.overlays, (event) => this.overlays.open(event.currentTarget)),
      this.model.board.sight && tool("sight", SIGNS.sight, () => this.sight.toggle()),
      tool("replay", SIGNS.replay, () => (this.replay.on ? this.replay.leave() : this.replay.enter())),
    );
    this.drawer = h(
      "button",
      {
        class: "button icon drawer-open",
        type: "button",
        data: { testid: "drawer" },
        on: { click: () => this.panel.toggle(!this.panel.isOpen) },
      },
      sign(SIGNS.drawer),
      h("span", null, say("table.panel.open")),
    );
    this.element = h(
      "div",
      { class: "table", data: { testid: "table" } },
      this.prompt.element,
      h(
        "div",
        { class: "map-box" },
        this.map.element,
        this.fan.element,
        this.tip.element,
        this.tools,
        this.odds.element,
        this.sight.element,
        this.overlays.legend,
        this.replay.element,
        this.badge,
        this.drawer,
      ),
      this.panel.element,
      this.spoken,
    );
    fill(root, this.element);
    this.#keepClear();
  }

  /** The prompt lies over the map: what it covers is not where things are brought into sight. */
  #keepClear() {
    this.clear = new ResizeObserver(() => this.#measure());
    this.clear.observe(this.prompt.element);
  }

  #measure() {
    const { offsetTop, offsetHeight } = this.prompt.element;
    this.element.style.setProperty("--prompt-height", `${offsetHeight}px`);
    this.map.covered = offsetTop === 0 ? { top: offsetHeight, bottom: 0 } : { top: 0, bottom: offsetHeight };
  }

  #listen() {
    const { model } = this;
    model.on("position", ({ fresh, jump }) => this.#showPosition(fresh, jump));
    model.on("present", ({ fresh }) => this.#hearPresent(fresh));
    model.on("entries", (fresh) => {
      this.log.add(fresh);
      if (fresh.some((/** @type {any} */ entry) => entry.kind === "undo")) this.replay.forget();
    });
    model.on("choice", () => this.#showChoice());
    model.on("busy", () => this.prompt.busy());
    model.on("card", () => this.info.update());
    model.on("said", (fresh) => {
      this.chat.add(fresh);
      if (this.live) this.panel.hint("chat");
    });
    model.on("connection", () => this.#showConnection());
    model.on("focus", (things) => this.#showFocus(things));
    document.addEventListener("keydown", (event) => pressKey(this, event), { signal: this.ended.signal });
  }

  // -- life ----------------------------------------------------------------------------------

  /** @param {any[]} entries @param {any} position */
  start(entries, position) {
    const { id, lang, invite, replay, get } = this.desk;
    const { model } = this;
    model.apply({ seq: position.seq, entries, position });
    this.log.redraw();
    this.info.update();
    this.#firstLook();
    if (replay) this.replay.enter(0, { stay: true });
    // What was said before is known before the line opens: only new words are announced.
    get("chat")
      .then(
        (/** @type {any[]} */ said) => model.hear(said),
        () => {},
      )
      .finally(() => {
        if (this.ended.signal.aborted) return;
        this.live = new Live({
          id,
          lang,
          invite,
          since: () => model.seq,
          onNews: (news) => model.apply(news),
          onState: (state) => state !== model.connection && model.setConnection(state),
        });
      });
  }

  /** Where the eye goes first: what can be done, else everything. */
  #firstLook() {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#measure();
        const legal = this.#legalPlaces();
        const manned = (this.model.shown?.pieces ?? []).map(({ place }) => place).filter((place) => place >= 0);
        this.map.centreOn(legal.length ? legal : [...new Set(manned)], { force: true });
      }),
    );
  }

  #legalPlaces() {
    const { pieces, places } = this.model.choice.next;
    const spots = [...pieces].map((piece) => this.model.piece(piece)?.place ?? -1);
    return [...new Set([...spots, ...places])].filter((place) => place >= 0);
  }

  /** Ask for what the live line has not brought. */
  async refresh() {
    const { get } = this.desk;
    const [entries, position] = await Promise.all([get("log", { since: this.model.seq }), get("position")]);
    this.model.apply({ seq: position.seq, entries, position });
  }

  close() {
    this.ended.abort();
    this.live?.close();
    clearInterval(this.asking);
    this.map.close();
    this.clear?.disconnect();
    this.bell.close();
    this.replay.leave();
    this.odds.close();
  }

  // -- showing -------------------------------------------------------------------------------

  /** @param {any[]} fresh @param {boolean} jump */
  #showPosition(fresh, jump) {
    const { model } = this;
    const shown = /** @type {any} */ (model.shown);
    this.fan.close();
    this.odds.close();
    this.hand.forget();
    if (this.drawnMarks !== shown.marks) {
      this.drawnMarks = shown.marks;
      fill(this.marks, ...parsePicture(shown.marks).childNodes);
    }
    this.stacks.update(waysTaken(fresh, this.hand.traced), jump);
    this.element.classList.toggle("past", Boolean(model.past));
    this.prompt.update();
    if (this.panel.current === "status") this.status.update();
    if (this.panel.current === "forces") this.forces.update();
    this.#showChoice();
  }

  /** The present changed. @param {any[]} fresh */
  #hearPresent(fresh) {
    const { model } = this;
    const asked = Boolean(model.present?.question);
    const seats = model.card.seats.filter((/** @type {any} */ seat) => seat.mine);
    const mine = new Set(seats.map((/** @type {any} */ seat) => seat.side));
    const others = fresh.filter((entry) => entry.side && !mine.has(entry.side));
    this.bell.tell(asked, fresh.length > 0 && (others.length > 0 || document.hidden));
    if (asked && fresh.length) document.dispatchEvent(new CustomEvent("salient:question"));
    if (asked !== this.asked) document.dispatchEvent(new CustomEvent("salient:turn"));
    this.asked = asked;
    if (this.overlays.on) this.overlays.refresh();
    this.sight.refresh();
    if (this.panel.current === "game") this.info.update();
    this.#tellOffer(mine);
    this.replay.slider.max = String(model.moves);
    if (model.past || !isOn("table.follow", true)) return;
    const seen = others.flatMap((entry) => entry.lines.flatMap((/** @type {any} */ line) => line.places));
    if (seen.length) this.map.centreOn(seen.slice(-6));
    else if (fresh.length) this.#seekLegal();
  }

  /** The other side offers a draw: that must not be overlooked. @param {Set<string>} mine */
  #tellOffer(mine) {
    const { model } = this;
    const offer = model.present?.draw_offer ?? "";
    const fresh = offer && offer !== this.offer && !mine.has(offer);
    this.offer = offer;
    if (!fresh) return;
    this.panel.hint("game");
    const side = model.board.sides.find((/** @type {any} */ one) => one.id === offer);
    toast(this.desk.say("table.game.draw_offered", { side: side?.text ?? "" }));
  }

  /** If nothing that can be chosen is in sight, go where it is. */
  #seekLegal() {
    const places = this.#legalPlaces();
    const inSight = places.some((place) => this.map.sees(place));
    if (places.length && !inSight) this.map.centreOn(places.length > 12 ? places.slice(0, 12) : places);
  }

  /** Where the last thing happened, or where something can be done. */
  centreOnAction() {
    const { entries } = this.model;
    const last = [...entries]
      .reverse()
      .find((entry) => entry?.lines.some((/** @type {any} */ line) => line.places.length));
    const places = last?.lines.flatMap((/** @type {any} */ line) => line.places) ?? this.#legalPlaces();
    this.map.centreOn(places, { force: true });
  }

  #showChoice() {
    const { model } = this;
    const { pieces, places } = model.choice.next;
    const picked = new Set(model.choice.picks.filter(({ kind }) => kind === "piece").map(({ value }) => Number(value)));
    const implied = model.choice.implied;
    const { actors } = model;
    const it = (/** @type {number} */ id) => picked.has(id) || implied.has(id) || actors.has(id);
    this.stacks.mark({
      legal: (id) => pieces.has(id),
      chosen: it,
      dim: (id) => pieces.size > 0 && !pieces.has(id) && !it(id),
      held: (id) => this.hand.drag?.piece === id,
    });
    this.glow.showLegal(places);
    this.glow.showFigures(this.#figures(places));
    this.prompt.choose();
  }

  /** What the offers of some places have to be written there; of several offers the first. @param {Set<number>} places */
  #figures(places) {
    const found = new Map();
    for (const offer of this.model.choice.candidates) {
      const place = offer.figure ? placeOf(offer) : null;
      if (place !== null && places.has(place) && !found.has(place)) found.set(place, offer.figure);
    }
    return found;
  }

  #showConnection() {
    const { say } = this.desk;
    const lost = this.model.connection === "lost";
    this.badge.hidden = !lost;
    this.badge.dataset.state = this.model.connection;
    this.badge.textContent = lost ? say("table.reconnecting") : "";
    clearInterval(this.asking);
    // Where no live line is to be had, asking now and then does it too.
    if (lost) this.asking = setInterval(() => this.refresh().catch(() => {}), ASK_EVERY);
  }

  /** @param {{pieces: number[], places: number[]}} things */
  #showFocus({ pieces, places }) {
    const named = new Set(pieces);
    this.stacks.mark({ named: (id) => named.has(id) });
    this.glow.point(places);
  }

  /** @param {any} line */
  #point(line) {
    this.#showFocus(line ?? { pieces: [], places: [] });
  }

  /** @param {any} line @param {any} entry */
  #visit(line, entry) {
    if (this.replay.on && !entry.undone) this.replay.go(entry.move);
    const spots = line.pieces.map((/** @type {number} */ id) => this.model.piece(id)?.place ?? -1);
    const places = (line.places.length ? line.places : spots).filter((/** @type {number} */ place) => place >= 0);
    if (!places.length) return;
    if (this.panel.isOpen) this.panel.toggle(false);
    this.map.centreOn(places, { force: true });
  }

  /** @param {number} piece */
  #visitPiece(piece) {
    const place = this.model.piece(piece)?.place ?? -1;
    if (place < 0) return;
    this.panel.toggle(false);
    this.map.centreOn([place], { force: true });
    this.fan.open(place);
  }

  /** @param {number | null} move */
  #replayed(move) {
    this.log.mark(move);
    if (move === null) this.log.toEnd();
    if (this.overlays.on) this.overlays.refresh();
    const done = this.model.entries.filter((one) => one && !one.undone && one.kind === "action");
    const entry = done.find((one) => one.move === move);
    const places = entry?.lines.flatMap((/** @type {any} */ line) => line.places) ?? [];
    if (places.length && isOn("table.follow", true)) this.map.centreOn(places.slice(-6));
  }

  async undo() {
    const { model } = this;
    if (!model.present?.can_undo || model.past) return;
    await this.orders.gesture("undo", model.board.sides[model.present.to_decide]?.id ?? "");
  }
}
