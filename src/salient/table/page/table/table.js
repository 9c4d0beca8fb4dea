/**
 * The table: the screen where a game is played, watched and replayed.
 *
 * Its parts listen to the model; here they are made, laid out and let go.
 *
 * @import { Api, Asking, GameParts } from "../api.js"
 * @import { Say } from "../texts.js"
 * @import { Account, Entry, Line, Position } from "../wire.d.ts"
 */

import { fill, h } from "../dom.js";
import { sign } from "../icons.js";
import { toast } from "../toasts.js";
import { Bell } from "./bell.js";
import { Chat } from "./chat.js";
import { Eye } from "./eye.js";
import { Forces } from "./forces.js";
import { GameInfo } from "./gameinfo.js";
import { Glow, patterns } from "./glow.js";
import { Hand } from "./hand.js";
import { pressKey } from "./keys.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
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
import { Traces } from "./traces.js";

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
 * What the page gives to a table.
 *
 * @typedef {object} Seat
 * @property {string} id the game
 * @property {string} invite the secret of an invitation, or empty
 * @property {boolean} replay whether the game is only looked back at
 * @property {Api} api
 * @property {Say} say
 * @property {string} lang
 * @property {Account | null} account
 * @property {(path: string) => void} navigate
 *
 * What all parts of a table share: that, the game, and a way to ask for parts of it.
 *
 * @typedef {Seat & {model: Model, ask: Asking<GameParts>}} Desk
 */

/**
 * Open the table of a game.
 *
 * @param {HTMLElement} root an empty element
 * @param {Seat} seat
 * @returns {Promise<{close(): void}>}
 */
export async function openTable(root, seat) {
  const { id, invite, api, say } = seat;
  fill(root, h("p", { class: "table-loading", role: "status" }, say("table.loading")));
  /** @type {Asking<GameParts>} */
  const ask = (part, ...[params]) => api.get(`/api/games/{game_id}/${part}`, { game_id: id, invite, ...params });
  const [board, card, entries, position] = await Promise.all([
    ask("board"),
    api.get("/api/games/{game_id}", { game_id: id, invite }),
    ask("log"),
    ask("position"),
  ]);
  const table = new Table(root, { ...seat, ask, model: new Model(board, card) });
  table.start(entries, position);
  return table;
}

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {Desk} desk
   */
  constructor(root, desk) {
    const { model, say } = desk;
    this.desk = desk;
    this.model = model;
    this.ended = new AbortController();
    this.live = new Live(desk);
    this.orders = new Orders(desk, this.live);
    this.rules = new Rules(desk);
    const traces = new Traces(desk);

    this.map = new MapView(model.board, say("table.map", { title: model.board.title }));
    this.stacks = new Stacks(model, this.map, traces);
    this.glow = new Glow(model, this.map);
    this.eye = new Eye(model, this.map);
    this.odds = new Odds(desk, this.rules, this.map);
    this.overlays = new Overlays(desk, this.glow);
    this.sight = new SightTool(desk, this.map, (on) => this.tools.sight.setAttribute("aria-pressed", String(on)));
    const { map, stacks, glow, odds, sight, orders } = this;
    this.hand = new Hand(desk, { map, stacks, glow, odds, sight, orders, traces });
    this.replay = new Replay(desk);
    this.prompt = new Prompt(desk, { rules: this.rules, orders, hand: this.hand, replay: this.replay });
    this.panel = this.#makePanel();
    this.bell = new Bell(model);

    this.marks = h("g", { class: "marks" });
    this.badge = h("div", { class: "badge", role: "status", hidden: true, data: { testid: "connection" } });
    this.spoken = h("div", { class: "visually-hidden", "aria-live": "polite" });
    this.tools = this.#makeTools();
    this.element = this.#arrange();
    fill(root, this.element);
    this.clear = new ResizeObserver(() => this.#measure());
    this.clear.observe(this.prompt.element);
    this.#listen();
  }

  // -- building ------------------------------------------------------------------------------

  #makePanel() {
    const { desk } = this;
    const log = new Log(desk, this.rules, (line, entry) => this.#visit(line, entry));
    const status = new Status(desk, this.replay);
    const forces = new Forces(desk, (piece) => this.#visitPiece(piece));
    const chat = new Chat(desk);
    const notes = new Notes(desk);
    const info = new GameInfo(desk, this.orders, this.replay);
    return new Panel(desk.say, [
      { id: "log", element: log.element, shown: () => log.toEnd() },
      { id: "status", element: status.element, shown: () => status.update() },
      { id: "forces", element: forces.element, shown: () => forces.update() },
      { id: "chat", element: chat.element },
      ...(desk.account ? [{ id: "notes", element: notes.element, shown: () => notes.load() }] : []),
      { id: "game", element: info.element, shown: () => info.update() },
    ]);
  }

  /** The buttons over the map. */
  #makeTools() {
    const { say } = this.desk;
    const { eye, map, overlays, replay, sight } = this;
    const tool = (
      /** @type {string} */ name,
      /** @type {string} */ path,
      /** @type {(near: Element) => void} */ deed,
    ) => {
      const words = say(`table.tool.${name}`);
      const button = h(
        "button",
        { class: "button icon tool", type: "button", title: words, "aria-label": words, data: { tool: name } },
        sign(path),
      );
      button.addEventListener("click", () => deed(button));
      return button;
    };
    return {
      zoomIn: tool("zoom_in", SIGNS.zoomIn, () => map.zoomBy(1.4)),
      zoomOut: tool("zoom_out", SIGNS.zoomOut, () => map.zoomBy(1 / 1.4)),
      whole: tool("whole", SIGNS.whole, () => map.whole()),
      action: tool("action", SIGNS.action, () => eye.centreOnAction()),
      overlays: tool("overlays", SIGNS.overlays, (near) => overlays.open(near)),
      sight: tool("sight", SIGNS.sight, () => sight.toggle()),
      replay: tool("replay", SIGNS.replay, () => (replay.on ? replay.leave() : replay.enter())),
    };
  }

  #arrange() {
    const { say } = this.desk;
    const { board } = this.model;
    const { zoomIn, zoomOut, whole, action, overlays, sight, replay } = this.tools;
    const { below, above } = this.glow;
    this.map.overlay.append(patterns(board.counter), below, this.marks, this.stacks.layer, above, this.sight.layer);
    const drawer = h(
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
    return h(
      "div",
      { class: "table", data: { testid: "table" } },
      this.prompt.element,
      h(
        "div",
        { class: "map-box" },
        this.map.element,
        this.hand.fan.element,
        this.hand.tip.element,
        h(
          "div",
          { class: "tools" },
          [zoomIn, zoomOut, whole, action],
          board.overlays.length > 0 && overlays,
          board.sight && sight,
          replay,
        ),
        this.odds.element,
        this.sight.element,
        this.overlays.legend,
        this.replay.element,
        this.badge,
        drawer,
      ),
      this.panel.element,
      this.spoken,
    );
  }

  /** The prompt lies over the map: what it covers is not where things are brought into sight. */
  #measure() {
    const { offsetTop, offsetHeight } = this.prompt.element;
    this.element.style.setProperty("--prompt-height", `${offsetHeight}px`);
    this.map.covered = offsetTop === 0 ? { top: offsetHeight, bottom: 0 } : { top: 0, bottom: offsetHeight };
  }

  #listen() {
    const { model } = this;
    let drawn = "";
    model.on("position", () => {
      const { marks = "" } = model.shown ?? {};
      if (marks !== drawn) fill(this.marks, ...parsePicture(marks).childNodes);
      drawn = marks;
      this.element.classList.toggle("past", Boolean(model.past));
    });
    model.on("connection", () => this.#showConnection());
    this.#tellQuestions();
    this.#tellOffers();
    document.addEventListener("keydown", (event) => pressKey(this, event), { signal: this.ended.signal });
  }

  // -- life ----------------------------------------------------------------------------------

  /** @param {Entry[]} entries @param {Position} position */
  start(entries, position) {
    const { replay, ask } = this.desk;
    const { model } = this;
    model.catchUp(entries, position);
    // When the page has been laid out.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#measure();
        this.eye.open();
      }),
    );
    if (replay) this.replay.enter(0, { stay: true });
    // What was said before is known before the line opens: only new words are announced.
    ask("chat")
      .then((said) => model.hear(said))
      .catch(() => {})
      .finally(() => {
        model.on("said", () => this.panel.hint("chat"));
        this.live.open();
      });
  }

  close() {
    this.ended.abort();
    this.live.close();
    this.map.close();
    this.clear.disconnect();
    this.bell.close();
    this.replay.leave();
    this.odds.close();
  }

  // -- telling -------------------------------------------------------------------------------

  /** Tell the rest of the page when something new is asked, and when it is another's turn. */
  #tellQuestions() {
    const { model } = this;
    let asked = false;
    model.on("present", ({ fresh }) => {
      const before = asked;
      asked = Boolean(model.present?.question);
      if (asked && fresh.length) document.dispatchEvent(new CustomEvent("salient:question"));
      if (asked !== before) document.dispatchEvent(new CustomEvent("salient:turn"));
    });
  }

  /** The other side offers a draw: that must not be overlooked. */
  #tellOffers() {
    const { model } = this;
    let known = "";
    model.on("present", () => {
      const offer = model.present?.draw_offer ?? "";
      const fresh = offer && offer !== known && !model.mine.has(offer);
      known = offer;
      if (!fresh) return;
      this.panel.hint("game");
      const side = model.board.sides.find(({ id }) => id === offer);
      toast(this.desk.say("table.game.draw_offered", { side: side?.text ?? "" }));
    });
  }

  #showConnection() {
    const { connection } = this.model;
    const lost = connection === "lost";
    this.badge.hidden = !lost;
    this.badge.dataset.state = connection;
    this.badge.textContent = lost ? this.desk.say("table.reconnecting") : "";
  }

  // -- going there ---------------------------------------------------------------------------

  /** A line of the log was chosen. @param {Line} line @param {Entry} entry */
  #visit(line, entry) {
    if (this.replay.on && !entry.undone) this.replay.go(entry.move);
    if (this.eye.visit(line) && this.panel.isOpen) this.panel.toggle(false);
  }

  /** A piece was chosen in the order of battle. @param {number} piece */
  #visitPiece(piece) {
    const place = this.model.placeOf(piece);
    if (place < 0) return;
    this.panel.toggle(false);
    this.map.centreOn([place], { force: true });
    this.hand.fan.open(place);
  }
}
