/**
 * What travels between the server and the page. Written by `make wire` from the server's own types.
 *
 * The methods are interfaces: to each path belong its parameters (those named in the path and
 * those of the query), what is sent, and what is answered.
 */

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
  /** Whether its owner has confirmed that address; before, nothing is sent there. */
  confirmed: boolean;
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

/** The key of a letter that confirms an address. */
export interface LetterKey {
  key: string;
}

/** The name of an account whose password is forgotten. */
export interface Forgotten {
  name: string;
}

/** A new password, with the key of a letter. */
export interface Replacement {
  key: string;
  new: string;
}

/** A key for programs, shown once: `Authorization: Bearer <token>`. */
export interface Token {
  token: string;
}

/** What a browser knows this table by when it subscribes to its messages. */
export interface PushKey {
  key: string;
}

/** A browser that wants to be told, as its push service gives it. */
export interface NewSubscription {
  /** Where messages to it are posted. */
  endpoint: string;
  /** The public key that messages are encrypted for. */
  p256dh: string;
  /** The secret that goes with it. */
  auth: string;
}

/** A browser that is not to be told any more. */
export interface OldSubscription {
  endpoint: string;
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
  /** How long it takes, in words, or empty. */
  length: string;
  /** How much there is to learn, from 1 to 5; 0 says nothing. */
  difficulty: number;
  /** Where a picture of it is, or empty. */
  picture: string;
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
  letters: boolean;
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
  /** Whether a person with a profile sits there. */
  person: boolean;
  /** For whom the free seat is kept, if for anybody. */
  kept: string;
  /** Whether it is kept for the asking person. */
  for_me: boolean;
  /** Whether the player is about; told only to who plays in the same game. */
  online: boolean;
}

/** The limit of time that a game has: seconds, or days. */
export interface TimeLimit {
  main: number;
  increment: number;
  days: number;
}

/** A limit of time: seconds for the game, free ones for each answer, or days for each turn. */
export interface ChosenTime {
  /** Seconds that each side has for the whole game, from 60 to 86,400; 0 for no clock. */
  main?: number;
  /** Seconds of each answer that do not count, up to 600 (and never less than 5). */
  increment?: number;
  /** Days that a side has each time it is asked, from 1 to 30, instead of the others. */
  days?: number;
}

/** The clocks of a game. */
export interface Clocks {
  /** What was chosen. */
  limit: TimeLimit;
  /** Seconds that each side had when it was last asked, in the order of the sides; empty before the first action. */
  left: number[];
  /** When the side that is asked runs out of time; null while no clock runs. */
  deadline: string | null;
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
  /** Its clocks, if it has any. */
  time: Clocks | null;
  /** Whether it counts for the ratings of its players. */
  rated: boolean;
  /** Id of its rematch, for those who play in both. */
  rematch: string;
}

/** A table to be set up. */
export interface NewGame {
  /** Id of the game. */
  title: string;
  /** Id of the scenario. */
  scenario: string;
  /** Per side id: `me`, `open` (by invitation or from the lobby), `bot:<name>` or `person:<name>`, for whom the seat is kept. */
  seats: Record<string, string>;
  /** Switches that differ from their defaults. */
  options?: Record<string, string>;
  /** Whether strangers may take an open seat from the lobby. */
  open?: boolean;
  /** `live` or `slow`. */
  pace?: string;
  /** A clock; for games between two people. */
  time?: ChosenTime;
  /** Whether it counts for their ratings; for two accounts, with a clock. */
  rated?: boolean;
}

/** Taking a seat; without `invite` only open games can be joined. */
export interface Joining {
  side: string;
  invite?: string;
}

/** A record to be imported. */
export interface RecordText {
  text: string;
  /** The bots that go on with it, by the id of their side; the others are one's own. */
  bots?: Record<string, string>;
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

/**
 * Undo, resignation, a draw offered, accepted or declined, a halted game abandoned.
 *
 * And what one cannot take back alone: asked for, allowed, refused.
 */
export interface Gesture {
  /** `undo`, `resign`, `offer`, `accept`, `decline`, `abandon`, `plead`, `allow` or `refuse`. */
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
  /** Lots as they were drawn, each a die as well: which of how many. */
  lots: Lot[];
  /** Whether the pieces it names went the way of the places it names. */
  moved: boolean;
}

/** One entry of a game's journal, told in words. */
export interface Entry {
  /** Its number; the entries of a game are numbered from 1 without holes. Number 0 tells the set-up. */
  seq: number;
  /** `start`, `action`, `confirm` (an action that was asked for because it is momentous, though it was the only one left), `undo`, `resign`, `offer`, `accept`, `decline`, `abandon`, `plead` (to take back one's last action and all since), `allow`, `refuse`, `pause` (the table was away), `timeout`. */
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
  /** Whether it cannot be taken back: it throws dice, takes a loss or ends a phase. */
  momentous: boolean;
  /** What it costs for good, to be said before it is ordered; empty if nothing. */
  warning: string;
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
  /** The places that its sentence names. */
  places: number[];
  /** How many pieces would miss their chance if the phase ended now. */
  left_out: number;
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
  /** The clocks, if there are any. */
  time: Clocks | null;
  /** Id of the side that asks to take something back. */
  plea: string;
  /** Whether the viewer may ask for that. */
  can_plead: boolean;
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
  /** The bare map; every place has an element with the id `place-<index>`. */
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
  /** Whether it can be asked where any piece could go. */
  ranges: boolean;
  /** Whether it can be asked what a piece lives by: supply, command. */
  lifelines: boolean;
  /** How many sides the dice have. */
  die: number;
  /** How many pieces the game has; what has a higher number is seen, but not known. */
  count: number;
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

/** A line that a piece lives by. */
export interface Lifeline {
  /** `supply`, `command` or what else a game has. */
  what: string;
  /** The same in words. */
  title: string;
  /** Whether it holds. */
  sound: boolean;
  /** The places it passes, from the piece to its end; of one that is cut, those of the line that would come nearest to holding. */
  way: number[];
  /** The positions in the way at which it is cut, on the step that leads there. */
  cuts: number[];
  /** The judgement first, then each cut. */
  lines: string[];
  /** The rules these cite. */
  rules: string[];
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

/** Why something cannot be done now, with the rules that bar it; empty if nobody knows. */
export interface Reason {
  text: string;
  rules: string[];
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

/** What a side has: how many pieces of each kind are on the map, and how many are to come. */
export interface ForceCard {
  side: number;
  kinds: [string, number][];
  coming: number;
}

/** The briefing before the first turn. */
export interface Brief {
  /** Length and theme in a sentence or two. */
  about: string;
  /** What is happening, and where. */
  situation: string;
  /** How the game is won. */
  victory: string;
  /** Who would win as things stand at the start, line by line. */
  standing: string[];
  /** What each side has as far as the reader knows. */
  forces: ForceCard[];
  /** A word to each side, in the order of the sides. */
  hints: string[];
}

/** A table of the game that players look things up in. */
export interface ChartTable {
  id: string;
  text: string;
  head: string[];
  rows: string[][];
  rules: string[];
}

/** A sign of the map and what it means: an SVG group around (0, 0), 48 by 32 units. */
export interface KeySample {
  text: string;
  svg: string;
}

/** A step of the guided first turn, and the verb of the action it waits for, if any. */
export interface LessonCard {
  text: string;
  verb: string;
}

/** What one is told before the first turn, and what guides through it. */
export interface Reference {
  /** The briefing. */
  brief: Brief;
  /** The guided first turn, if there is one for the reader. */
  lessons: LessonCard[];
}

/** What one looks up during a game. */
export interface Handbook {
  /** The tables. */
  charts: ChartTable[];
  /** SVG that the samples of the key need beside them. */
  key_head: string;
  /** The signs of the map. */
  key: KeySample[];
  /** The states that pieces show. */
  badges: KeySample[];
}

/** Pieces of a side that are due in a turn. */
export interface Coming {
  side: number;
  names: string[];
}

/** A turn of the track, with those who arrive in it. */
export interface TurnCard {
  text: string;
  coming: Coming[];
}

/** A phase of a turn and the index of the side that acts in it (-1: both). */
export interface PhaseCard {
  side: number;
  text: string;
}

/** How a game stands: who would win, and where one is in the sequence of play. */
export interface Standing {
  /** The journal entry after which it is so. */
  seq: number;
  /** Who would win now, in one sentence; empty if the game cannot say. */
  verdict: string;
  /** Why, line by line. */
  lines: string[];
  /** The turns of the scenario; empty if it has no fixed length. */
  turns: TurnCard[];
  /** Index of the present turn. */
  now: number;
  /** The phases of a turn. */
  phases: PhaseCard[];
  /** Index of the present phase, or -1. */
  phase: number;
}

/** The table at the end of a turn. */
export interface TurnLook {
  /** How many actions had been played. */
  move: number;
  /** The turn in words. */
  clock: string;
  /** Victory points and such. */
  tracks: Record<string, number>;
  /** What each side had on the map. */
  strength: number[];
  /** The places that each side held. */
  held: number[][];
}

/** A piece that was lost, with its full name. */
export interface LostPiece {
  id: number;
  name: string;
}

/** A moment worth looking at again. */
export interface Highlight {
  /** `swing`, `lucky` or `unlucky`. */
  kind: string;
  /** How many actions had been played after it. */
  move: number;
  /** Index of the side whose moment it was. */
  side: number;
  /** The turn in words. */
  clock: string;
  /** What happened. */
  lines: string[];
}

/** A game that is over, looked back at. */
export interface Aftermath {
  /** Id of the winning side, or empty. */
  winner: string;
  /** How it ended, in words. */
  result: string;
  /** The victory conditions with their figures, line by line. */
  why: string[];
  /** The words for victory points and such. */
  tracks: Record<string, string>;
  /** The turns, first to last. */
  turns: TurnLook[];
  /** The pieces that each side has lost. */
  losses: LostPiece[][];
  /** The best moments, in the order in which they came. */
  highlights: Highlight[];
}

/** A rule as it stands in the rulebook. */
export interface Article {
  id: string;
  title: string;
  /** Its words and the citations in them alternately, words first. */
  summary: string[];
  /** What it is, in words; empty for a plain rule. */
  kind: string;
  /** The rules that refer to it. */
  cited_by: string[];
  /** What it speaks of and the game does not have, or empty. */
  absent: string;
}

/** A chapter of a rulebook. */
export interface BookChapter {
  id: string;
  title: string;
  articles: Article[];
}

/** The whole rulebook of a title in our own words. */
export interface Book {
  title: string;
  text: string;
  chapters: BookChapter[];
}

/** Who is at the table: the sides whose players are, and how many others look on. */
export interface Company {
  present: string[];
  watching: number;
}

/** A rating in one title: the number, how sure it is, from how many games, and the last change. */
export interface RatingCard {
  title: string;
  text: string;
  rating: number;
  deviation: number;
  games: number;
  /** Whether so much is known that it stands in the table of the best. */
  settled: boolean;
}

/** Results of somebody with one side of a title, against people or against bots. */
export interface Tally {
  title: string;
  text: string;
  side: string;
  side_text: string;
  bots: boolean;
  won: number;
  lost: number;
  drawn: number;
}

/** A finished game in somebody's history. */
export interface PastGame {
  card: GameCard;
  /** `won`, `lost` or `drawn`, for that person. */
  score: string;
  /** By how much it changed their rating, if it was rated. */
  change: number | null;
}

/** What everybody may know of a person; private games only if the reader played in them. */
export interface Profile {
  name: string;
  since: string;
  /** Whether it is the asking person's own. */
  mine: boolean;
  /** Whether they are about; told only to who plays with them. */
  online: boolean;
  ratings: RatingCard[];
  tallies: Tally[];
  games: PastGame[];
}

/** A place in the table of the best. */
export interface Ranked {
  place: number;
  name: string;
  rating: number;
  deviation: number;
  games: number;
  mine: boolean;
}

/** What if: a game to be played on from a moment of a finished one. */
export interface NewVariation {
  /** After so many actions. */
  move: number;
  /** What one calls it. */
  name?: string;
  /** The bots that play with one, by the id of their side. */
  bots?: Record<string, string>;
}

/** Another name for a variation. */
export interface NamedVariation {
  name: string;
}

/** A variation of one's own. */
export interface Variation {
  /** The game that it is. */
  id: string;
  /** The game it began in. */
  of: string;
  /** After how many actions it begins. */
  move: number;
  /** The turn at that moment. */
  clock: string;
  name: string;
  status: Status;
  moved: string;
  /** The secret by which others may see it. */
  invite: string;
}

/** The variations of a game. */
export interface Variations {
  /** If the game is a variation itself: of which game, after so many actions, by which name. */
  of: string;
  move: number;
  name: string;
  /** One's own variations of it, or of the game it began in, the newest first. */
  own: Variation[];
}

/** The wish to have one's account deleted; members prove it with their password. */
export interface Farewell {
  password?: string;
}

/** A game as the export of one's data has it. */
export interface HeldGame {
  id: string;
  title: string;
  scenario: string;
  sides: string[];
  status: string;
  result: string;
  created: string;
  moved: string;
  rated: boolean;
}

/** An entry that one made in a journal. */
export interface HeldEntry {
  game: string;
  seq: number;
  kind: string;
  text: string;
  at: string;
}

/** Words of one's own at a table: said, or noted in private. */
export interface HeldText {
  game: string;
  text: string;
  at: string | null;
}

/** A session of a browser, or the token of a program (which has no end). */
export interface HeldSession {
  created: string;
  expires: string | null;
}

/** Something that was counted, for limits: what, and when. */
export interface HeldAttempt {
  what: string;
  at: string;
}

/** A browser to which messages are pushed. */
export interface HeldBrowser {
  endpoint: string;
  created: string;
}

/** Everything that the table holds about a person. */
export interface Holdings {
  account: Account;
  created: string;
  sessions: HeldSession[];
  games: HeldGame[];
  entries: HeldEntry[];
  words: HeldText[];
  notes: HeldText[];
  ratings: RatingCard[];
  challenges: string[];
  variations: HeldText[];
  browsers: HeldBrowser[];
  letters: string[];
  attempts: HeldAttempt[];
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
  /** Who is at the table, when that changed; told to its players alone. */
  company?: Company | null;
  /** The time of the server, by which deadlines are to be read. */
  now?: string | null;
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

/** Where a game stands; a halted one can only be read, for the rules have changed under it. */
export type Status = "open" | "running" | "halted" | "over";

/** A lot drawn among many: which of how many. */
export interface Lot {
  number: number;
  among: number;
}

/** A legal action with its text and its typed arguments. */
export interface ActionView {
  text: string;
  verb: string;
  args: [ArgKind, number | string][];
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

/** Something lying on the board that is not a piece: a blown bridge, a flag, a score. */
export interface Marker {
  kind: string;
  places: number[];
  text: string;
}

/** One entry of a die roll's modifiers, with the rule that gives it. */
export interface Modifier {
  rule: string;
  value: number;
}

/** What an argument of an action refers to. */
export type ArgKind = "piece" | "place" | "number" | "choice";

export interface Get {
  /** Who is signed in, or null */
  "/api/me": {
    params: Record<string, never>;
    body: undefined;
    answer: Account | null;
  };
  /** What browsers know this table by when they subscribe to its messages */
  "/api/push": {
    params: Record<string, never>;
    body: undefined;
    answer: PushKey;
  };
  /** What everybody may know of a person: ratings, results, finished games */
  "/api/people/{name}": {
    params: { name: string; lang?: string };
    body: undefined;
    answer: Profile;
  };
  /** The best players of a title of whom enough is known */
  "/api/ratings/{title}": {
    params: { title: string };
    body: undefined;
    answer: Ranked[];
  };
  /** Everything that the table holds about oneself */
  "/api/me/export": {
    params: { lang?: string };
    body: undefined;
    answer: Holdings;
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
  /** The whole rulebook in our own words, in chapters */
  "/api/rules/{title}": {
    params: { title: string; lang?: string };
    body: undefined;
    answer: Book;
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
  /** One's variations of a game, and of what it is one itself */
  "/api/games/{game_id}/variations": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Variations;
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
  /** Why a piece cannot be chosen, or a place cannot be gone to, by whoever is asked */
  "/api/games/{game_id}/why": {
    params: { game_id: string; lang?: string; invite?: string; piece?: number | null; place?: number | null };
    body: undefined;
    answer: Reason;
  };
  /** Whether two places see each other, and why: now, or after a number of actions */
  "/api/games/{game_id}/sight/{origin}/{target}": {
    params: { game_id: string; origin: number; target: number; lang?: string; invite?: string; side?: string; move?: number | null };
    body: undefined;
    answer: Sight;
  };
  /** Places shaded for some purpose: now, or after a number of actions */
  "/api/games/{game_id}/overlays/{overlay}": {
    params: { game_id: string; overlay: string; lang?: string; invite?: string; side?: string; move?: number | null };
    body: undefined;
    answer: Layer[];
  };
  /** Where a piece could go by itself, whoever's turn it is: now, or after some actions */
  "/api/games/{game_id}/reach/{piece}": {
    params: { game_id: string; piece: number; lang?: string; invite?: string; side?: string; move?: number | null };
    body: undefined;
    answer: Layer;
  };
  /** The lines a piece lives by: whether they hold, where they end or are cut, and why */
  "/api/games/{game_id}/lifelines/{piece}": {
    params: { game_id: string; piece: number; lang?: string; invite?: string; side?: string; move?: number | null };
    body: undefined;
    answer: Lifeline[];
  };
  /** All that is to be known of a place: now, or after a number of actions */
  "/api/games/{game_id}/places/{place}": {
    params: { game_id: string; place: number; lang?: string; invite?: string; side?: string; move?: number | null };
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
  /** Briefing and lessons */
  "/api/games/{game_id}/reference": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Reference;
  };
  /** Tables and keys */
  "/api/games/{game_id}/handbook": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Handbook;
  };
  /** Who would win now and why, the turns with their arrivals, the phases */
  "/api/games/{game_id}/standing": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Standing;
  };
  /** Of a game that is over: who won and why, the turns, the losses, the best moments */
  "/api/games/{game_id}/aftermath": {
    params: { game_id: string; lang?: string; invite?: string };
    body: undefined;
    answer: Aftermath;
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
  /** Have messages pushed to a browser: your turn, a challenge */
  "/api/me/subscriptions": {
    params: Record<string, never>;
    body: NewSubscription;
    answer: null;
  };
  /** Have none pushed to it any more */
  "/api/me/subscriptions/deletion": {
    params: Record<string, never>;
    body: OldSubscription;
    answer: null;
  };
  /** Have the letter that confirms one's address sent again */
  "/api/me/confirmation": {
    params: Record<string, never>;
    body: undefined;
    answer: null;
  };
  /** Confirm an address with the key of a letter */
  "/api/confirmations": {
    params: Record<string, never>;
    body: LetterKey;
    answer: null;
  };
  /** Ask for a letter to the owner of a name who has forgotten the password */
  "/api/resets": {
    params: Record<string, never>;
    body: Forgotten;
    answer: null;
  };
  /** Choose a new password with the key of a letter; all sessions end and a new one begins */
  "/api/passwords": {
    params: Record<string, never>;
    body: Replacement;
    answer: Account;
  };
  /** Delete one's account with all that is held about oneself; running games are resigned */
  "/api/me/deletion": {
    params: Record<string, never>;
    body: Farewell;
    answer: null;
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
  /** The same game once more with the sides swapped: offered, or accepted if the other did */
  "/api/games/{game_id}/rematch": {
    params: { game_id: string; lang?: string };
    body: undefined;
    answer: GameCard;
  };
  /** Play on from a moment of a finished game, alone or against a bot */
  "/api/games/{game_id}/variations": {
    params: { game_id: string; lang?: string; invite?: string };
    body: NewVariation;
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
  /** Give a variation another name. It is taken away as any game of one's own is */
  "/api/games/{game_id}/variation": {
    params: { game_id: string };
    body: NamedVariation;
    answer: NamedVariation;
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
  /** Decline a seat that is kept for oneself */
  "/api/games/{game_id}/challenge": {
    params: { game_id: string };
    body: undefined;
    answer: null;
  };
}
