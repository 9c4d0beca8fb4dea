/**
 * What this browser does when the table pushes a message and no page of it need be open: it shows the message, and
 * opens the game when it is chosen.
 */

const worker = /** @type {any} */ (self); // the checker knows pages only

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, link, tag } = event.data.json();
  // One for each game; a page that is open says nothing besides, for the tag is the same.
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, data: { link }, icon: "/page/icon.svg", renotify: true }),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.link));
});

/** Bring the game to the front: in a window that is open, or in a new one. @param {string} link */
async function show(link) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((/** @type {any} */ one) => new URL(one.url).pathname === link);
  return there ? there.focus() : worker.clients.openWindow(link);
}
