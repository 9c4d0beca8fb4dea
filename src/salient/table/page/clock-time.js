/**
 * What clocks say, without a document: how much time a side has, and how it is written.
 *
 * @import { Say } from "./texts.js"
 * @import { Clocks, TimeLimit } from "./wire.d.ts"
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LAST_MINUTE = MINUTE;
const LAST_HOURS = 6 * HOUR;

/**
 * Milliseconds that a side has left.
 *
 * @param {Clocks} clocks
 * @param {number} side its index
 * @param {number} asked index of the side that is asked, or -1
 * @param {number} now by the clock of the server
 * @returns {number | null} null: no clock runs for it and none did
 */
export function remaining({ limit, left, deadline }, side, asked, now) {
  if (limit.days) return side === asked && deadline ? Math.max(Date.parse(deadline) - now, 0) : null;
  if (!left.length) return limit.main * 1000; // it starts with the first action
  if (side !== asked || !deadline) return left[side] * 1000;
  return Math.min(Math.max(Date.parse(deadline) - now, 0), left[side] * 1000); // the first seconds are free
}

/** Whether it is time to hurry. @param {number} time milliseconds @param {TimeLimit} limit */
export function isLow(time, limit) {
  return time < (limit.days ? LAST_HOURS : LAST_MINUTE);
}

/**
 * Time in short: `4:05`, `1:04:05`, or days and hours.
 *
 * @param {number} time milliseconds
 * @param {Say} say
 */
export function timeText(time, say) {
  const seconds = Math.ceil(time / 1000);
  if (time >= DAY) {
    return say("time.days_hours", { days: Math.floor(time / DAY), hours: Math.floor((time % DAY) / HOUR) });
  }
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What was chosen, in words. @param {TimeLimit} limit @param {Say} say */
export function limitText({ main, increment, days }, say) {
  if (days) return say("time.days", { days });
  const minutes = Math.round(main / 60);
  return increment ? say("time.main_more", { minutes, seconds: increment }) : say("time.main", { minutes });
}
