/** The live line to the server: a WebSocket that comes back by itself and misses nothing. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Close code of a line that the server does not grant. */
const REFUSED = 4403;

export class Live {
  /**
   * @param {object} options
   * @param {string} options.id the game
   * @param {string} options.lang
   * @param {string} options.invite the secret of an invitation, or empty
   * @param {() => number} options.since the last number that is known
   * @param {(news: any) => void} options.onNews
   * @param {(state: "connecting" | "live" | "lost") => void} options.onState
   */
  constructor(options) {
    this.options = options;
    this.wait = FIRST_WAIT;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.wake = () => this.#hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  #connect() {
    const { id, lang, invite, since, onNews, onState } = this.options;
    const address = new URL(`/api/games/${id}/live`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = String(new URLSearchParams({ lang, since: String(Math.max(since(), 0)) }));
    if (invite) address.searchParams.set("invite", invite);
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      this.wait = FIRST_WAIT;
      onState("live");
      onNews(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.closed) return;
      if (code === REFUSED) this.wait = LONGEST_WAIT;
      onState("lost");
      this.#connectLater();
    });
  }

  #connectLater() {
    clearTimeout(this.timer);
    // A little chance, so that a thousand tables do not come back in the same instant.
    this.timer = setTimeout(() => this.#connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The network or the reader is back: try at once. */
  #hurry() {
    if (this.closed || document.hidden || !this.socket) return;
    if (this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.wait = FIRST_WAIT;
      this.#connect();
    }
  }
}
