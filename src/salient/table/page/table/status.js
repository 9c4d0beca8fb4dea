/**
 * Tracks beside the board, how they went, and who would win now and why.
 *
 * @import { Track } from "../wire.d.ts"
 * @import { Replay } from "./replay.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h, isShown } from "../dom.js";
import { sideMark } from "../icons.js";

const WIDTH = 300;
const HEIGHT = 110;
const LEFT = 30;
const BOTTOM = 18;

export class Status {
  /** @param {Desk} desk @param {Replay} replay */
  constructor(desk, replay) {
    this.desk = desk;
    this.replay = replay;
    this.verdict = h("div", { class: "status-verdict", data: { testid: "verdict" } });
    this.element = h("div", { class: "status" });
    desk.model.on("position", () => this.update());
  }

  /** Who would win now; of a moment of the past that is not told. */
  async #tellVerdict() {
    const { model, known } = this.desk;
    this.verdict.hidden = Boolean(model.past);
    const told = model.past ? null : await known.standing().catch(() => null);
    if (!told || model.past || told.seq < model.seq) return;
    const { verdict, lines } = told;
    fill(
      this.verdict,
      verdict && h("p", { class: "lead" }, verdict),
      lines
        .filter((line) => line !== verdict)
        .map((line) => h("p", { class: line.startsWith(" ") ? "status-part" : "" }, line)),
    );
  }

  update() {
    const { model, say } = this.desk;
    const { shown } = model;
    if (!shown || !isShown(this.element)) return;
    void this.#tellVerdict();
    const strength = model.board.sides.map((side, index) => {
      const all = shown.pieces.filter((piece) => piece.side === index && piece.place >= 0);
      return h(
        "div",
        { class: "figure" },
        sideMark(index, side.text),
        h("strong", null, all.length),
        h("span", null, say("table.status.on_map", { side: side.text })),
      );
    });
    fill(
      this.element,
      h("p", { class: "status-clock" }, shown.clock),
      h(
        "div",
        { class: "figures" },
        shown.tracks.map(({ text, value }) =>
          h("div", { class: "figure" }, h("strong", null, value), h("span", null, text)),
        ),
        strength,
      ),
      this.verdict,
      shown.tracks.map((track) => this.#plot(track)),
    );
  }

  /** @param {Track} track */
  #plot(track) {
    const { model, say } = this.desk;
    const points = model.standing
      .filter((entry) => track.id in entry.tracks)
      .map((entry) => ({ move: entry.move, value: entry.tracks[track.id], clock: entry.clock }));
    if (points.length < 2) return null;
    const now = model.shown?.move ?? 0;
    const values = points.map(({ value }) => value);
    const low = Math.min(0, ...values);
    const high = Math.max(low + 1, ...values);
    const last = Math.max(points[points.length - 1].move, 1);
    const x = (/** @type {number} */ move) => LEFT + (move / last) * (WIDTH - LEFT - 6);
    const y = (/** @type {number} */ value) => 8 + (1 - (value - low) / (high - low)) * (HEIGHT - BOTTOM - 8);
    const [first, ...rest] = points;
    const steps = rest.map(({ move, value }) => `H${x(move).toFixed(1)}V${y(value).toFixed(1)}`);
    const line = `M${x(first.move)} ${y(first.value)}${steps.join("")}`;
    const turns = points.filter(({ clock }, at) => at === 0 || clock !== points[at - 1].clock);
    const labels = spaced(turns.map(({ move, clock }) => ({ x: x(move), clock })));
    return h(
      "figure",
      { class: "plot" },
      h("figcaption", { class: "eyebrow" }, say("table.status.history", { track: track.text })),
      h(
        "svg",
        {
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          role: "img",
          "aria-label": say("table.status.history_words", {
            track: track.text,
            low: Math.min(...values),
            high: Math.max(...values),
            value: values[values.length - 1],
          }),
          on: { click: (event) => this.#click(event, last) },
        },
        [low, high].map((value) => [
          h("path", { class: "plot-grid", d: `M${LEFT} ${y(value)}H${WIDTH - 6}` }),
          h("text", { x: LEFT - 5, y: y(value) + 3.5, "text-anchor": "end" }, value),
        ]),
        labels.map((label) => h("text", { x: label.x, y: HEIGHT - 4, class: "plot-clock" }, label.clock)),
        h("path", { class: "plot-area", d: `${line}V${y(low)}H${x(points[0].move)}Z` }),
        h("path", { class: "plot-line", d: line }),
        h("path", { class: "plot-now", d: `M${x(Math.min(now, last))} 6V${HEIGHT - BOTTOM}` }),
      ),
    );
  }

  /** A click on the plot goes to that moment. @param {MouseEvent} event @param {number} last */
  #click(event, last) {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - 6);
    const move = Math.round(Math.min(Math.max(share, 0), 1) * last);
    this.replay.enter(move, { stay: this.desk.replay });
  }
}

/** Labels that do not run into each other. @param {{x: number, clock: string}[]} labels */
function spaced(labels) {
  let free = 0;
  return labels.filter(({ x, clock }) => {
    const width = clock.length * 5 + 8;
    if (x < free || x + width > WIDTH) return false;
    free = x + width;
    return true;
  });
}
