/**
 * People by name: where their profile is, and whether they are about.
 *
 * @import { Say } from "./texts.js"
 * @import { Seat } from "./wire.d.ts"
 */

import { h } from "./dom.js";

/** Where somebody's profile is. @param {string} name */
export function personPath(name) {
  return `/people/${encodeURIComponent(name)}`;
}

/** A name, as a link if there is a profile behind it. @param {Seat} seat */
export function personName({ player, person }) {
  return person ? h("a", { class: "person-link", href: personPath(player) }, player) : h("span", null, player);
}

/** A dot for one who is about. @param {boolean} online @param {Say} say */
export function presenceDot(online, say) {
  return (
    online && h("span", { class: "presence", role: "img", title: say("card.online"), "aria-label": say("card.online") })
  );
}
