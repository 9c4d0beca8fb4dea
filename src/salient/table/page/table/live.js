/**
 * The live line to the server: a WebSocket that comes back by itself and misses nothing.
 *
 * @import { Desk } from "./table.js"
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4_000;
const REFUSED_WAIT = 15_000;
const ASK_EVERY = 8_000;
/** Close code of a line that the server does not grant. */
const REFUSED = 4403;

export class Live {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.asking = 0;
    this.ended = new AbortController();
  }

  /** Begin to listen. */
  open() {
    const { signal } = this.ended;
    if (signal.aborted) return;
    addEventListener("online", () => this.#hurry(), { signal });
    document.addEventListener("visibilitychange", () => this.#hurry(), { signal });
    this.#connect();
  }

  close() {
    this.ended.abort();
    clearTimeout(this.timer);
    clearInterval(this.asking);
    this.socket?.close();
  }

  /** Ask for what the line has not brought. */
  async refresh() {
    const { ask, api, id, invite, model } = this.desk;
    const [entries, position, card] = await Promise.all([
      ask("log", { since: model.seq }),
      ask("position"),
      api.get("/api/games/{game_id}", { game_id: id, invite }),
    ]);
    model.apply({ seq: position.seq, entries, position, card });
  }

  #connect() {
    const { id, lang, invite, model } = this.desk;
    const address = new URL(`/api/games/${id}/live`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const seen = model.present?.seq === model.seq;
    address.search = String(new URLSearchParams({ lang, since: String(Math.max(model.seq, 0)), seen: String(seen) }));
    if (invite) address.searchParams.set("invite", invite);
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      this.wait = FIRST_WAIT;
      this.#tell("live");
      model.apply(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.ended.signal.aborted) return;
      if (code === REFUSED) this.wait = REFUSED_WAIT;
      this.#tell("lost");
      this.#connectLater();
    });
  }

  /** @param {"live" | "lost"} state */
  #tell(state) {
    const { model } = this.desk;
    if (state === model.connection) return;
    model.setConnection(state);
    clearInterval(this.asking);
    // Where no live line is to be had, asking now and then does it too.
    if (state === "lost") this.asking = setInterval(() => this.#askAgain(), ASK_EVERY);
  }

  /** The server answers again: so will the line. */
  async #askAgain() {
    await this.refresh().then(
      () => this.#hurry(),
      () => {},
    );
  }

  #connectLater() {
    clearTimeout(this.timer);
    // A little chance, so that a thousand tables do not come back in the same instant.
    this.timer = setTimeout(() => this.#connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The network or the reader is back: try at once. */
  #hurry() {
    if (document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.#connect();
  }
}
