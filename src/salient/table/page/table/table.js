/**
 * The table: the screen where a game is played, watched and replayed.
 *
 * Its parts listen to the model; here they are made, laid out and let go.
 *
 * @import { Api, Asking, GameParts } from "../api.js"
 * @import { Say } from "../texts.js"
 * @import { Page as LibraryPage } from "./library.js"
 * @import { Account, Entry, Line, Position } from "../wire.d.ts"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { sign } from "../icons.js";
import { isOn, recallHere, rememberHere } from "../memory.js";
import { toast } from "../toasts.js";
import { Bell } from "./bell.js";
import { Chat } from "./chat.js";
import { CompanyStrip } from "./company.js";
import { DeedCard } from "./deed-card.js";
import { Dialogue } from "./dialogue.js";
import { Eye } from "./eye.js";
import { Forces } from "./forces.js";
import { GameInfo } from "./gameinfo.js";
import { Glow, patterns } from "./glow.js";
import { Hand } from "./hand.js";
import { pressKey } from "./keys.js";
import { Known } from "./known.js";
import { LifelineTool } from "./lifeline.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { DEEDS, Model } from "./model.js";
import { Notes } from "./notes.js";
import { Odds } from "./odds.js";
import { Orders } from "./orders.js";
import { Overlays } from "./overlays.js";
import { Panel } from "./panel.js";
import { parsePicture } from "./picture.js";
import { Playback } from "./playback.js";
import { Prompt } from "./prompt.js";
import { Rematch } from "./rematch.js";
import { Replay } from "./replay.js";
import { Rules } from "./rules.js";
import { SightTool } from "./sight.js";
import { Sketch } from "./sketch.js";
import { SketchBar } from "./sketch-bar.js";
import { Stacks } from "./stacks.js";
import { StandingBar } from "./standing.js";
import { Status } from "./status.js";
import { Traces } from "./traces.js";
import { Trail } from "./trail.js";

const SIGNS = {
  zoomIn: "M10 4v12M4 10h12",
  zoomOut: "M4 10h12",
  whole: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  action: "M10 2v4M10 14v4M2 10h4M14 10h4M10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  overlays: "M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4",
  sight: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  lifeline: "M3 16c4 0 3-6 7-6s3-6 7-6M3 16m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M14 4h3v3",
  sketch: "M4 16l1-4L14 3l3 3-9 9zM12 5l3 3",
  again: "M3 6h9M9 3l3 3-3 3M17 14H8M11 11l-3 3 3 3",
  replay: "M4 10a6 6 0 1 1 2 4.5M4 15v-4h4M10 7v3.5l2.5 1.5",
  library: "M10 5C8 3.5 5.5 3.5 3 4v12c2.5-.5 5-.5 7 1c2-1.5 4.5-1.5 7-1V4c-2.5-.5-5-.5-7 1zM10 5v12",
  drawer: "M3 5h14M3 10h14M3 15h14",
};

/** How many sentences about the enemy are said aloud at once. */
const SPOKEN = 12;

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
 * @typedef {Seat & {model: Model, ask: Asking<GameParts>, known: Known}} Desk
 */

/**
 * Open the table of a game.
 *
 * @param {HTMLElement} root an empty element
 * @param {Seat} seat
 * @returns {Promise<Table>}
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
  const model = new Model(board, card);
  const table = new Table(root, { ...seat, ask, model, known: new Known(model, ask) });
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
    this.sight = new SightTool(desk, this.map, (on) => {
      this.tools.sight.setAttribute("aria-pressed", String(on));
      if (on && this.lifeline.on) this.lifeline.toggle(false);
    });
    this.lifeline = new LifelineTool(desk, this.map, this.rules, (on) => {
      this.tools.lifeline.setAttribute("aria-pressed", String(on));
      if (on && this.sight.on) this.sight.toggle(false);
    });
    this.sketch = new Sketch(desk, this.map, () => {
      this.tools.sketch.setAttribute("aria-pressed", String(this.sketch.on));
      this.sketchBar.update();
    });
    this.sketchBar = new SketchBar(desk, this.map, this.sketch);
    const { map, stacks, glow, odds, sight, lifeline, orders, sketch, rules } = this;
    const range = (/** @type {number} */ piece) => void this.overlays.showRange(piece);
    this.hand = new Hand(desk, { map, stacks, glow, odds, sight, lifeline, orders, traces, sketch, range, rules });
    this.replay = new Replay(desk);
    this.trail = new Trail(model, map);
    this.deed = new DeedCard(desk, this.rules, map);
    this.playback = new Playback(desk, this.replay, this.deed);
    const end = () => void this.showEnd().catch((problem) => toast(messageOf(problem), "bad"));
    this.prompt = new Prompt(desk, { rules: this.rules, orders, hand: this.hand, replay: this.replay, end });
    this.panel = this.#makePanel();
    this.bell = new Bell(model);
    this.company = new CompanyStrip(desk);
    this.rematch = new Rematch(desk);
    this.dialogue = new Dialogue(desk, orders, this.rematch);
    this.standing = new StandingBar(desk, () => void this.lookUp("turns"));

    this.marks = h("g", { class: "marks" });
    this.badge = h("div", { class: "badge", role: "status", hidden: true, data: { testid: "connection" } });
    this.spoken = h("div", { class: "visually-hidden", "aria-live": "polite" });
    this.tools = this.#makeTools();
    this.element = this.#arrange();
    fill(root, this.element);
    this.clear = new ResizeObserver(() => this.#measure());
    this.clear.observe(this.prompt.element);
    this.clear.observe(this.standing.element);
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
      { id: "game", element: info.element, shown: () => info.shown() },
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
      lifeline: tool("lifeline", SIGNS.lifeline, () => this.lifeline.toggle()),
      library: tool("library", SIGNS.library, () => void this.lookUp("briefing")),
      sketch: tool("sketch", SIGNS.sketch, () => this.sketch.toggle()),
      again: tool("again", SIGNS.again, () => this.playback.again()),
      replay: tool("replay", SIGNS.replay, () => (replay.on ? replay.leave() : replay.enter())),
    };
  }

  #arrange() {
    const { say } = this.desk;
    const { board } = this.model;
    const { zoomIn, zoomOut, whole, action, overlays, sight, lifeline, library, sketch, again, replay } = this.tools;
    const { below, above } = this.glow;
    this.map.overlay.append(
      patterns(board.counter),
      below,
      this.marks,
      this.stacks.layer,
      above,
      this.trail.layer,
      this.sketch.layer,
      this.sight.layer,
      this.lifeline.layer,
    );
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
        this.hand.why.element,
        h(
          "div",
          { class: "tools" },
          [zoomIn, zoomOut, whole, action],
          board.overlays.length > 0 && overlays,
          board.sight && sight,
          board.lifelines && lifeline,
          library,
          sketch,
          again,
          replay,
        ),
        this.standing.element,
        this.odds.element,
        this.sight.element,
        this.lifeline.element,
        this.sketchBar.element,
        this.overlays.legend,
        this.replay.element,
        this.playback.element,
        this.deed.element,
        this.badge,
        this.company.element,
        this.dialogue.element,
        drawer,
      ),
      this.panel.element,
      this.spoken,
    );
  }

  /** Prompt and strip lie over the map: what they cover is not where things are brought into sight. */
  #measure() {
    const { offsetTop, offsetHeight } = this.prompt.element;
    const { clientHeight: height } = this.map.element;
    const strip = this.standing.element;
    const low = strip.offsetTop > height / 2 ? height - strip.offsetTop : 0;
    this.element.style.setProperty("--prompt-height", `${offsetHeight}px`);
    this.map.covered = offsetTop === 0 ? { top: offsetHeight, bottom: low } : { top: 0, bottom: offsetHeight };
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
    this.#tellDeeds();
    this.#tellOffers();
    this.#tellEnd();
    model.on("entries", (fresh) => this.#announce(fresh));
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
    if (replay) this.replay.enter(Number(new URLSearchParams(location.search).get("move")) || 0, { stay: true });
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
    this.standing.close();
    this.company.close();
    this.playback.stop();
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

  /** What the others did is said aloud, too. @param {Entry[]} fresh */
  #announce(fresh) {
    const { mine, present } = this.model;
    if (!present) return; // that is history
    const others = fresh.filter(({ side }) => side && !mine.has(side));
    const words = others.flatMap(({ lines }) => lines.map(({ text }) => text));
    if (words.length) this.spoken.textContent = words.slice(-SPOKEN).join(" ");
  }

  /** Tell the rest of the page what I have done: the tour waits for it. */
  #tellDeeds() {
    const { model } = this;
    model.on("entries", (fresh) => {
      const mine = fresh.filter(({ kind, side }) => DEEDS.has(kind) && model.mine.has(side));
      const verbs = mine.map(({ text }) => text.split(" ")[0]);
      if (verbs.length) setTimeout(() => this.#tellDeed(verbs)); // when what is asked next is known
    });
  }

  /** @param {string[]} verbs */
  #tellDeed(verbs) {
    const offered = this.model.present?.question?.offers.map(({ action }) => action.verb) ?? [];
    document.dispatchEvent(new CustomEvent("salient:acted", { detail: { verbs, offered } }));
  }

  /** The lessons of the game for me, if it has any. */
  async lessons() {
    return (await this.desk.known.reference()).lessons;
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
      this.panel.hint("game"); // the dialogue at the board says it
    });
  }

  /** The game ends while one looks on, or one comes to a table where it has ended: once that is an occasion. */
  #tellEnd() {
    const { model, desk } = this;
    model.on("present", () => {
      if (!model.present?.result || desk.replay || !isOn("table.ending", true)) return;
      if (recallHere(`over.${desk.id}`)) return;
      rememberHere(`over.${desk.id}`, "seen");
      this.showEnd().catch(() => {}); // the prompt offers it again
    });
  }

  /** How it ended: that comes when it is wanted. */
  async showEnd() {
    const { openAftermath } = await import("./aftermath.js");
    return openAftermath(this.desk, this.map, this.replay, this.rematch);
  }

  #showConnection() {
    const { connection } = this.model;
    const lost = connection === "lost";
    this.badge.hidden = !lost;
    this.badge.dataset.state = connection;
    this.badge.textContent = lost ? this.desk.say("table.reconnecting") : "";
  }

  // -- looking up ----------------------------------------------------------------------------

  /**
   * Briefing, turns, tables and keys; they come when they are asked for.
   *
   * @param {LibraryPage} page @param {{begin?: boolean}} [how]
   */
  async lookUp(page, how) {
    const { openLibrary } = await import("./library.js");
    return openLibrary(this.desk, this.rules, page, how);
  }

  /** Whether the game goes on and I have not done anything in it yet. */
  isNew() {
    const { card, mine, standing } = this.model;
    return card.status === "running" && mine.size > 0 && !standing.some(({ side }) => mine.has(side));
  }

  /** The briefing before the first turn; it ends when it is closed. */
  async brief() {
    const dialog = await this.lookUp("briefing", { begin: true });
    await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
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
