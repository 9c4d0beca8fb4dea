/**
 * The switch of the browser's own messages, with the subscription that lets the table push them.
 *
 * @import { Api } from "./api.js"
 * @import { Shell } from "./main.js"
 */

import { h } from "./dom.js";
import { remember } from "./memory.js";
import { NOTICES, noticesOn } from "./notices.js";
import { canPush, subscribe, unsubscribe } from "./push.js";
import { toast } from "./toasts.js";

/** The switch, where the browser can do it. @param {Shell} shell */
export function noticeSwitch({ api, say }) {
  if (!("Notification" in window)) return h("p", { class: "hint" }, say("notice.impossible"));
  const input = h("input", { type: "checkbox", "data-testid": "notices", checked: noticesOn() });
  input.addEventListener("change", async () => {
    if (!input.checked) return silence(api);
    const allowed = (await Notification.requestPermission()) === "granted";
    input.checked = allowed;
    remember(NOTICES, allowed ? "on" : "off");
    if (!allowed) return toast(say("notice.forbidden"), "bad");
    if (canPush()) await subscribe(api).catch(() => toast(say("notice.push_failed"), "bad"));
  });
  return h(
    "div",
    { class: "stack" },
    h("label", { class: "switch" }, input, h("span", null, say("notice.switch"))),
    h("p", { class: "hint" }, say("notice.hint")),
  );
}

/** Let this browser say nothing any more: who signs out is not told here. @param {Api} api */
export async function silence(api) {
  remember(NOTICES, "off");
  if (canPush()) await unsubscribe(api).catch(() => {}); // the table forgets it when its push service does
}
