/** A tiny made-up game, as the server would tell it: two sides, four places, three pieces. */

/** @import { Board, Entry, GameCard, Line, Offer, Position } from "../../src/salient/table/page/wire.d.ts" */

/** An offered action: `offer("move", ["piece", 1], ["place", 3])`. @returns {Offer} */
export function offer(verb, ...args) {
  const text = [verb, ...args.map(([, value]) => value)].join(" ");
  return { action: { text, verb, args }, label: text, note: "", figure: "" };
}

/** Places 0, 1 and 2; 3 is the upper floor of 2. @returns {Board} */
export function board() {
  const place = (name, home = null) => ({ name, x: 0, y: 0, home });
  const card = (id, name, side) => ({
    id,
    name,
    long: `${name} division`,
    side,
    symbol: "armor",
    look: `<g>${id}</g>`,
  });
  return {
    title: "Made up",
    svg: "<svg/>",
    width: 400,
    height: 200,
    counter: 20,
    sides: [
      { id: "red", text: "Red", about: "" },
      { id: "blue", text: "Blue", about: "" },
    ],
    places: [place("Town"), place("Mill"), place("House"), place("House, level 1", 2)],
    pieces: [card(0, "1st", 0), card(1, "2nd", 0), card(2, "3rd", 1)],
    overlays: [],
    values: ["attack", "move"],
    flags: { moved: "has moved" },
    symbols: { armor: "tanks", gun: "guns" },
    kind_values: { gun: ["range"] },
    hides: false,
    sight: false,
    die: 6,
  };
}

/** Red is the reader's. @returns {GameCard} */
export function card(changes = {}) {
  const seat = (side, mine) => ({ side, text: side, player: side, bot: false, mine, away: null });
  const base = {
    id: "g1",
    title: "made-up",
    title_text: "Made up",
    scenario: "s",
    scenario_text: "S",
    options: {},
    rules: "1",
    status: "running",
    seats: [seat("red", true), seat("blue", false)],
    open: false,
    pace: "live",
    created: "2024-12-16T05:30:00Z",
    moved: "2024-12-16T05:30:00Z",
    seq: 0,
    to_move: ["red"],
    my_turn: true,
    clock: "1",
    commitment: "",
    seed: "",
    result: "",
    winner: "",
    invite: "",
    problem: "",
  };
  return { ...base, ...changes };
}

/** @returns {import("../../src/salient/table/page/wire.d.ts").PieceView} */
export function piece(id, place, changes = {}) {
  const side = id < 2 ? 0 : 1;
  return {
    id,
    name: `p${id}`,
    side,
    symbol: "armor",
    colour: "",
    values: [4, 6],
    place,
    flags: [],
    enters: "",
    ...changes,
  };
}

/** The reader is asked whenever there are offers. @returns {Position} */
export function position(seq, offers = [], changes = {}) {
  const question = {
    prompt: "What now?",
    details: [],
    rules: [],
    verbs: { move: "Move" },
    offers,
    acting: [],
    left_out: 0,
  };
  return {
    seq,
    move: seq,
    side: 0,
    to_decide: 0,
    clock: "1",
    tracks: [],
    pieces: [piece(0, 0), piece(1, 0), piece(2, 3)],
    looks: {},
    markers: [],
    marks: "",
    whereabouts: {},
    question: offers.length ? question : null,
    waiting: "",
    can_undo: false,
    draw_offer: "",
    result: "",
    met: [],
    ...changes,
  };
}

/** @returns {Entry} */
export function entry(seq, changes = {}) {
  const kind = seq === 0 ? "start" : "action";
  const base = { seq, kind, move: seq, side: seq ? "red" : "", text: "", at: "2024-12-16T05:30:00Z", lines: [] };
  return { ...base, undone: false, clock: "1", tracks: {}, ...changes };
}

/** @returns {Line} */
export function line(changes = {}) {
  return { text: "", kind: "event", side: 0, pieces: [], places: [], rules: [], faces: [], moved: false, ...changes };
}
