/**
 * What travels between the server and the page. Written by `make wire` from the server's own types.
 *
 * The methods are interfaces: to each path belong its parameters (those named in the path and
 * those of the query), what is sent, and what is answered.
 */

/** One entry of a die roll's modifiers, with the rule that gives it. */
export interface Modifier {
  rule: string;
  value: number;
}

/** A legal action with its text and its typed arguments. */
export interface ActionView {
  text: string;
  verb: string;
  args: [ArgKind, number | string][];
}

/** Something lying on the board that is not a piece: a blown bridge, a flag, a score. */
export interface Marker {
  kind: string;
  places: number[];
  text: string;
}

/** A piece on the board or waiting beside it. */
export interface PieceView {
  /** Index of the piece. */
  id: number;
  /** Its short token, as in action texts. */
  name: string;
  /** Index of its side. */
  side: number;
  /** What kind of troops it shows (`armor`, `infantry` …). */
  symbol: string;
  /** Key of its colour (service or nation). */
  colour: string;
  /** The numbers printed on it, in order. */
  values: number[];
  /** Index of its place, or -1 when off the board. */
  place: number;
  /** States such as `moved` or `entrenched`. */
  flags: string[];
  /** When it is due, for pieces still to come. */
  enters: string;
}

/** A name and its password. */
export interface Credentials {
  name: string;
  password: string;
}

/** Who is signed in, with the settings that nobody else sees. */
export interface Account {
  id: number;
  name: string;
  /** Whether this is a guest of a local table, without a password. */
  guest: boolean;
  /** The language of their notifications. */
  language: string;
  /** Where "your turn" goes, if anywhere. */
  email: string;
  /** Address that "your turn" is posted to, if any. */
  webhook: string;
  /** Its form: `json`, `discord` or `slack`. */
  webhook_kind: string;
  /** Until when they are away (nobody ever loses by being away; the others see it). */
  vacation: string | null;
}

/** A change of the settings; what is left out stays. */
export interface Settings {
  language?: string;
  email?: string;
  webhook?: string;
  webhook_kind?: string;
  vacation?: string | null;
}

/** A change of the password. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A key for programs, shown once: `Authorization: Bearer <token>`. */
export interface Token {
  token: string;
}

/** A named thing: an id and its text in the asked language. */
export interface Choice {
  id: string;
  text: string;
  about: string;
}

/** A switch of a game's rules; the first choice is the default. */
export interface OptionCard {
  id: string;
  text: string;
  rule: string;
  choices: Choice[];
}

/** A game of the engine with what can be chosen when it is set up. */
export interface Title {
  id: string;
  text: string;
  about: string;
  rules: string;
  sides: Choice[];
  scenarios: Choice[];
  options: OptionCard[];
}

/** Everything a newcomer chooses from, smallest scenario first. */
export interface Catalogue {
  titles: Title[];
  bots: Choice[];
  guests: boolean;
  version: string;
}

/** One side of a game and who plays it. */
export interface Seat {
  /** Id of the side. */
  side: string;
  /** Its name in the asked language. */
  text: string;
  /** Name of the person or bot, empty while the seat is free. */
  player: string;
  /** Whether a bot sits there. */
  bot: boolean;
  /** Whether it is the asking person's. */
  mine: boolean;
  /** Until when the player is on vacation. */
  away: string | null;
}

/** A game in a list, and the head of its page. */
export interface GameCard {
  /** Its name in addresses. */
  id: string;
  title: string;
  title_text: string;
  scenario: string;
  scenario_text: string;
  options: Record<string, string>;
  rules: string;
  status: Status;
  seats: Seat[];
  open: boolean;
  pace: string;
  created: string;
  moved: string;
  /** Number of its last journal entry. */
  seq: number;
  /** Ids of the sides that are asked now (empty when it is over). */
  to_move: string[];
  /** Whether the asking person decides. */
  my_turn: boolean;
  clock: string;
  /** Hash of the dice, published before the first throw. */
  commitment: string;
  /** The dice themselves, once the game is over. */
  seed: string;
  /** How it ended, in words. */
  result: string;
  /** Id of the winning side. */
  winner: string;
  /** The link's secret, for those who sit at the table. */
  invite: string;
  /** Why it cannot be played on here (another version of the rules), or empty. */
  problem: string;
  /** That it was begun under an earlier version of the rules and goes on under the present one, or empty. */
  note: string;
}

/** A table to be set up. */
export interface NewGame {
  /** Id of the game. */
  title: string;
  /** Id of the scenario. */
  scenario: string;
  /** Per side id: `me`, `open` (by invitation or from the lobby) or `bot:<name>`. */
  seats: Record<string, string>;
  /** Switches that differ from their defaults. */
  options?: Record<string, string>;
  /** Whether strangers may take an open seat from the lobby. */
  open?: boolean;
  /** `live` or `slow`. */
  pace?: string;
}

/** Taking a seat; without `invite` only open games can be joined. */
export interface Joining {
  side: string;
  invite?: string;
}

/** A record to be imported. */
export interface RecordText {
  text: string;
}

/** An action as a client orders it. */
export interface Order {
  /** Its canonical text, one of those offered. */
  text: string;
  /** The sequence number the client has seen; another one is answered with 409. */
  after: number;
  /** A word the client made up for this order: repeating it is harmless. */
  key: string;
}

/** Undo, resignation, a draw offered, accepted or declined, a halted game abandoned. */
export interface Gesture {
  /** `undo`, `resign`, `offer`, `accept`, `decline` or `abandon`. */
  kind: string;
  after: number;
  key: string;
  /** Who makes it; needed only by one who plays both sides. */
  side?: string;
}

/** The order is stored: it survives a crash from now on. */
export interface Acknowledgement {
  /** Its number in the journal. */
  seq: number;
  /** Whether it had been stored before (the same key was sent again). */
  repeated: boolean;
}

/** A sentence of the log. */
export interface Line {
  /** The sentence. */
  text: string;
  /** `heading`, `dice` or `event`. */
  kind: string;
  /** Index of the side it is about, or -1. */
  side: number;
  /** Pieces it names. */
  pieces: number[];
  /** Places it names. */
  places: number[];
  /** Rules it cites. */
  rules: string[];
  /** Dice as they fell. */
  faces: number[];
}

/** One entry of a game's journal, told in words. */
export interface Entry {
  /** Its number; the entries of a game are numbered from 1 without holes. Number 0 tells the set-up. */
  seq: number;
  /** `start`, `action`, `undo`, `resign`, `offer`, `accept`, `decline`, `abandon`. */
  kind: string;
  /** How many actions stand in the record after it. */
  move: number;
  /** Id of the side that made it, empty for the start. */
  side: string;
  /** The action's text; empty for those who may not know what was ordered. */
  text: string;
  /** When. */
  at: string;
  /** What came of it. */
  lines: Line[];
  /** Whether a later entry took it back. */
  undone: boolean;
  /** Whether it takes effect under the present rules; a halted game ends with entries that do not. */
  played: boolean;
  /** The turn after it. */
  clock: string;
  /** Victory points and such after it. */
  tracks: Record<string, number>;
}

/** A legal action with the words for its button. */
export interface Offer {
  /** Verb and typed arguments; its `text` is what an order sends. */
  action: ActionView;
  /** The action in the reader's language. */
  label: string;
  /** What it costs or means. */
  note: string;
  /** A figure to be written on the map where it leads. */
  figure: string;
}

/** What the viewer is asked. */
export interface Question {
  /** The question. */
  prompt: string;
  /** What one must have in mind to answer it. */
  details: string[];
  /** The rules it stands on. */
  rules: string[];
  /** The text of each verb that is offered. */
  verbs: Record<string, string>;
  /** All legal actions, and only they. */
  offers: Offer[];
  /** The pieces the question is about: "it" in its sentence. */
  acting: number[];
}

/** A number beside the board. */
export interface Track {
  id: string;
  text: string;
  value: number;
}

/** What never changes about a piece: for the order of battle and the list of losses. */
export interface PieceCard {
  id: number;
  name: string;
  long: string;
  side: number;
  symbol: string;
  look: string;
}

/** Everything a viewer sees of a game at one moment. */
export interface Position {
  /** The journal entry after which it is so. */
  seq: number;
  /** How many actions stand in the record. */
  move: number;
  /** Index of the viewing side, or -1 for a spectator. */
  side: number;
  /** Index of the side that decides, or -1. */
  to_decide: number;
  /** The turn in words. */
  clock: string;
  tracks: Track[];
  /** All pieces in view; one that is missing has been lost or is not seen. */
  pieces: PieceView[];
  /** The picture of each piece, an SVG group whose corner is at (0, 0). In a live update only those that changed since the last one on this connection. */
  looks: Record<string, string>;
  /** Markers as data. */
  markers: Marker[];
  /** The same as an SVG group to be laid over the map. */
  marks: string;
  /** Where the pieces off the map are, or when they are due, in words. */
  whereabouts: Record<string, string>;
  /** The pending question, if it is the viewer's. */
  question: Question | null;
  /** Whom the table waits for, in words, if it is not the viewer. */
  waiting: string;
  /** Whether the viewer may take their last action back. */
  can_undo: boolean;
  /** Id of the side that has offered a draw. */
  draw_offer: string;
  /** How the game ended, in words. */
  result: string;
  /** The cards of those that the board does not name. */
  met: PieceCard[];
}

/** A place of the board: its name and where its stack stands on the map. */
export interface PlaceCard {
  name: string;
  x: number | null;
  y: number | null;
  /** The place it lies above or below: it is a floor of a house, a bridge and such. */
  home: number | null;
}

/** What never changes in a game: map, names, sides, overlays. */
export interface Board {
  title: string;
  /** The bare map; every place has an element with the id `place-<index>` and `data-place`. */
  svg: string;
  width: number;
  height: number;
  /** Side of a counter in map units. */
  counter: number;
  sides: Choice[];
  places: PlaceCard[];
  pieces: PieceCard[];
  /** What can be laid over the map. */
  overlays: Choice[];
  /** The words for the numbers on a piece, in their order. */
  values: string[];
  /** The words for the states of pieces. */
  flags: Record<string, string>;
  /** The words for the kinds of troops. */
  symbols: Record<string, string>;
  /** The same for kinds of troops whose numbers mean something else. */
  kind_values: Record<string, string[]>;
  /** Whether pieces can be on the map that the viewer does not see. */
  hides: boolean;
  /** Whether lines of sight can be asked for. */
  sight: boolean;
}

/** Whether two places see each other. */
export interface Sight {
  /** Whether they do. */
  clear: boolean;
  /** Why: the judgement first, then what the line meets on its way. */
  lines: string[];
  /** The places it meets. */
  places: number[];
}

/** One shading of an overlay. */
export interface Layer {
  /** What it shows. */
  text: string;
  /** Index of the side it belongs to, or -1. */
  side: number;
  /** The places shaded. */
  places: number[];
  /** A few words on some of the places. */
  notes: Record<string, string>;
}

/** All that is to be known of a place. */
export interface Inspection {
  place: number;
  lines: string[];
}

/** The places an action passes through, first to last. */
export interface Trace {
  places: number[];
}

/** A distribution: outcomes in order, with their chances. */
export interface OddsTable {
  text: string;
  outcomes: string[];
  chances: number[];
}

/** A single number of a forecast, in words. */
export interface OddsFigure {
  text: string;
  value: number;
}

/** A modifier with its reason and rule. */
export interface OddsModifier {
  text: string;
  modifier: Modifier;
}

/** The exact chances of a combat. */
export interface Odds {
  place: number;
  attackers: string;
  defenders: string;
  figures: OddsFigure[];
  modifiers: OddsModifier[];
  tables: OddsTable[];
}

/** A rule in our own words. */
export interface RuleText {
  id: string;
  title: string;
  summary: string;
}

/** Something to say at the table. */
export interface Saying {
  text: string;
}

/** Something that was said. */
export interface Said {
  id: number;
  name: string;
  text: string;
  at: string;
}

/** A player's private notes on a game. */
export interface Notes {
  text: string;
}

/**
 * A live update.
 *
 * The first message after connecting brings everything after `since`; each later one brings
 * what is new. A client applies entries in the order of their numbers and ignores numbers that
 * it has.
 */
export interface News {
  /** The journal number after these entries. */
  seq: number;
  /** New entries, oldest first. */
  entries?: Entry[];
  /** What the viewer sees now. */
  position?: Position | null;
  /** The head of the page, when it changed. */
  card?: GameCard | null;
  /** New words of the chat. */
  said?: Said[];
}

/** Every error, whatever its status. */
export interface Problem {
  /** The HTTP status. */
  status: number;
  /** Stable name of the mistake. */
  code: string;
  /** What was wrong and what was expected, in the asked language. */
  message: string;
  /** The game's present number, when the client's was stale. */
  seq: number | null;
}

/** What an argument of an action refers to. */
export type ArgKind = "piece" | "place" | "number" | "choice";

/** Where a game stands; a halted one can only be read, for the rules have changed under it. */
export type Status = "open" | "running" | "halted" | "over";

export interface Get {
  /** Who is signed in, or null */
  "/api/me": {
    params: Record<string, never>;
    body: undefined;
    answer: Account | null;
  };
  /** The texts of the page */
  "/api/texts": {
    params: { lang?: string };
    body: undefined;
    answer: Record<string, string>;
  };
  /** What can be played, and against whom */
  "/api/catalogue": {
    params: { lang?: string };
    body: undefined;
    answer: Catalogue;
  };
  /** A rule in our own words; a number also finds its parts */
  "/api/rules/{title}/{citation}": {
    params: { title: string; citation: string; lang?: string };
    body: undefined;
    answer: RuleText[];
  };
  /** Games of one kind */
  "/api/games": {
    params: { lang?: string; scope?: "mine" | "open" | "watch" | "finished" };
    body: undefined;
    answer: GameCard[];
  };
  /** The head of a game */
  "/api/games/{game_id}": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: GameCard;
  };
  /** The record of a game; its dice are told when it is over, and so are hidden pieces */
  "/api/games/{game_id}/record": {
    params: { game_id: string; invite?: string };
    body: undefined;
    answer: string;
  };
  /** Map, names and everything else that never changes in a game */
  "/api/games/{game_id}/board": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Board;
  };
  /** What one sees now, or saw after a number of actions */
  "/api/games/{game_id}/position": {
    params: { game_id: string; lang?: string; invite?: string; side?: string; move?: number | null };
    body: undefined;
    answer: Position;
  };
  /** The journal in words */
  "/api/games/{game_id}/log": {
    params: { game_id: string; lang?: string; invite?: string; since?: number };
    body: undefined;
    answer: Entry[];
  };
  /** The exact chances of the combat that would be fought in a place */
  "/api/games/{game_id}/odds/{place}": {
    params: { game_id: string; place: number; lang?: string; invite?: string };
    body: undefined;
    answer: Odds | null;
  };
  /** The way an offered action takes over the board */
  "/api/games/{game_id}/trace": {
    params: { game_id: string; action: string; invite?: string };
    body: undefined;
    answer: Trace;
  };
  /** Whether two places see each other, and why */
  "/api/games/{game_id}/sight/{origin}/{target}": {
    params: { game_id: string; origin: number; target: number; lang?: string; invite?: string };
    body: undefined;
    answer: Sight;
  };
  /** Places shaded for some purpose */
  "/api/games/{game_id}/overlays/{overlay}": {
    params: { game_id: string; overlay: string; lang?: string; invite?: string; side?: string };
    body: undefined;
    answer: Layer[];
  };
  /** All that is to be known of a place */
  "/api/games/{game_id}/places/{place}": {
    params: { game_id: string; place: number; lang?: string; invite?: string };
    body: undefined;
    answer: Inspection;
  };
  /** What was said at the table */
  "/api/games/{game_id}/chat": {
    params: { game_id: string; invite?: string };
    body: undefined;
    answer: Said[];
  };
  /** One's private notes on a game */
  "/api/games/{game_id}/notes": {
    params: { game_id: string; invite?: string };
    body: undefined;
    answer: Notes;
  };
}

export interface Post {
  /** Make an account and sign in; a guest keeps all games */
  "/api/accounts": {
    params: Record<string, never>;
    body: Credentials;
    answer: Account;
  };
  /** Play without an account, at tables that admit guests */
  "/api/guests": {
    params: { lang?: string };
    body: undefined;
    answer: Account;
  };
  /** Sign in with name and password */
  "/api/session": {
    params: Record<string, never>;
    body: Credentials;
    answer: Account;
  };
  /** A key for programs that play in one's name */
  "/api/me/tokens": {
    params: Record<string, never>;
    body: undefined;
    answer: Token;
  };
  /** Set a game up */
  "/api/games": {
    params: { lang?: string };
    body: NewGame;
    answer: GameCard;
  };
  /** Take a free seat */
  "/api/games/{game_id}/seats": {
    params: { game_id: string; lang?: string };
    body: Joining;
    answer: GameCard;
  };
  /** Make a game of a record: to be looked at if it is finished, else to go on with */
  "/api/records": {
    params: { lang?: string };
    body: RecordText;
    answer: GameCard;
  };
  /** Carry out an action. It is stored before it is acknowledged */
  "/api/games/{game_id}/orders": {
    params: { game_id: string };
    body: Order;
    answer: Acknowledgement;
  };
  /** Undo, resign, or a word about a draw */
  "/api/games/{game_id}/gestures": {
    params: { game_id: string };
    body: Gesture;
    answer: Acknowledgement;
  };
  /** Say something at the table */
  "/api/games/{game_id}/chat": {
    params: { game_id: string; invite?: string };
    body: Saying;
    answer: Said;
  };
}

export interface Put {
  /** Change the password; all other sessions and all tokens end */
  "/api/me/password": {
    params: Record<string, never>;
    body: NewPassword;
    answer: Account;
  };
  /** Keep one's private notes */
  "/api/games/{game_id}/notes": {
    params: { game_id: string; invite?: string };
    body: Notes;
    answer: Notes;
  };
}

export interface Patch {
  /** Change one's settings */
  "/api/me": {
    params: Record<string, never>;
    body: Settings;
    answer: Account;
  };
}

export interface Delete {
  /** Sign out: the session is forgotten */
  "/api/session": {
    params: Record<string, never>;
    body: undefined;
    answer: null;
  };
  /** Make all keys of one's programs worthless */
  "/api/me/tokens": {
    params: Record<string, never>;
    body: undefined;
    answer: null;
  };
  /** Take away a game of one's own that nobody else has joined */
  "/api/games/{game_id}": {
    params: { game_id: string };
    body: undefined;
    answer: null;
  };
}
