/**
 * Messages of the table to this browser while no page of it is open. The browser's push service carries them.
 *
 * @import { Api } from "./api.js"
 */

const WORKER = "/worker.js";

/** Whether this browser can do it: it needs https, or the machine itself. */
export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window;
}

/** A key as browsers want it. @param {string} text base64url */
export function keyBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Let the table push to this browser. @param {Api} api */
export async function subscribe(api) {
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const { key } = await api.get("/api/push");
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  const { endpoint = "", keys = {} } = made.toJSON();
  await api.post("/api/me/subscriptions", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** Let it not. @param {Api} api */
export async function unsubscribe(api) {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const made = await registration?.pushManager.getSubscription();
  if (!made) return;
  await api.post("/api/me/subscriptions/deletion", { endpoint: made.endpoint });
  await made.unsubscribe();
}
