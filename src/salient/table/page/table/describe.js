/**
 * Pieces in words.
 *
 * @import { Model } from "./model.js"
 */

/**
 * Name, numbers and states of a piece.
 *
 * @param {Model} model
 * @param {number} id
 * @returns {{name: string, long: string, kind: string, values: string, flags: string[], whole: string}}
 */
export function describePiece(model, id) {
  const { board } = model;
  const card = model.cards.get(id);
  const piece = model.piece(id);
  const name = model.pieceName(id);
  const long = card?.long ?? name;
  const kind = board.symbols[piece?.symbol ?? card?.symbol ?? ""] ?? "";
  const words = board.kind_values[piece?.symbol ?? ""] ?? board.values;
  const values = (piece?.values ?? []).map((value, at) => `${words[at] ?? ""} ${value}`.trim()).join(" · ");
  const flags = (piece?.flags ?? []).map((flag) => board.flags[flag] ?? flag);
  const whole = [long, kind, values, ...flags].filter(Boolean).join(", ");
  return { name, long, kind, values, flags, whole };
}
