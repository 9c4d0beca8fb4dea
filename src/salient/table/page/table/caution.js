/**
 * Nothing irrevocable without a word: what an order costs for good is said before it is sent.
 *
 * @import { Say } from "../texts.js"
 * @import { Offer } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { isOn, remember } from "../memory.js";
import { isOnMap } from "./choice.js";
import { confirm } from "./popover.js";

/**
 * What must be asked before an order is sent; null, at once, if it can be sent as it is.
 *
 * @param {Desk} desk @param {Offer} offer
 * @returns {(() => Promise<boolean>) | null} asks whether the order is really meant
 */
export function cautionFor({ model, say }, offer) {
  if (offer.warning) return () => isMeantAllTheSame(offer.warning, say);
  const left = unitsLeft(model.question, offer);
  if (!left || !isOn("table.ask_done", true)) return null;
  return () => isDone(left, say);
}

/** What it costs is known. @param {string} warning @param {Say} say */
async function isMeantAllTheSame(warning, say) {
  const { yes } = await confirm({
    question: warning,
    yes: say("table.sure.all_the_same"),
    no: say("table.cancel"),
    danger: true,
  });
  return yes;
}

/** Some could still do something. @param {number} left @param {Say} say */
async function isDone(left, say) {
  const { yes, never } = await confirm({
    question: say("table.sure.left", { count: left }),
    yes: say("table.sure.go_on"),
    no: say("table.cancel"),
    never: say("table.sure.never"),
  });
  if (yes && never) remember("table.ask_done", "off");
  return yes;
}

/**
 * How many units would miss their chance when an order ends the phase for all of them.
 *
 * @param {{left_out: number, acting: number[]} | null} question @param {Offer} offer
 */
export function unitsLeft(question, offer) {
  if (!question || !offer.momentous || isOnMap(offer) || question.acting.length) return 0;
  return question.left_out;
}
