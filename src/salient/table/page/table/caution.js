/**
 * Nothing irrevocable without a word: what an order costs for good is said before it is sent.
 *
 * @import { Offer } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { isOn, remember } from "../memory.js";
import { isOnMap } from "./choice.js";
import { confirm } from "./popover.js";

/**
 * Whether an order is really meant.
 *
 * @param {Desk} desk @param {Offer} offer
 * @returns {Promise<boolean>}
 */
export async function isMeant({ model, say }, offer) {
  if (offer.warning) {
    const answer = await confirm({
      question: offer.warning,
      yes: say("table.sure.all_the_same"),
      no: say("table.cancel"),
      danger: true,
    });
    return answer.yes;
  }
  const left = unitsLeft(model.question, offer);
  if (!left || !isOn("table.ask_done", true)) return true;
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
 * How many units could still do something when an order ends that for all of them.
 *
 * @param {{offers: Offer[], acting: number[]} | null} question @param {Offer} offer
 */
export function unitsLeft(question, offer) {
  if (!question || !offer.momentous || isOnMap(offer) || question.acting.length) return 0;
  const able = question.offers.flatMap(({ action }) => action.args.slice(0, 1));
  return new Set(able.filter(([kind]) => kind === "piece").map(([, value]) => value)).size;
}
