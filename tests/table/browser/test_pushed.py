"""Messages to a browser with no page of ours open: subscribed with a click, shown by the worker."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from salient.table.push import encode, public_point
from tests.table.browser.conftest import Visit
from tests.table.browser.test_company import member
from tests.table.browser.visitor import Visitor
from tests.table.people import wait_until
from tests.table.test_push import Browser

ENDPOINT = "https://push.example/abc"

# No push service can be reached from here: the browser's answer is made up, the rest is its own.
SUBSCRIBED = """(() => {
  const keys = %s;
  const made = { endpoint: keys.endpoint, toJSON: () => ({ endpoint: keys.endpoint, keys }) };
  made.unsubscribe = async () => { window.subscribed = null; return true; };
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    window.subscribed = { length: applicationServerKey.length, userVisibleOnly };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
})()"""

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/worker.js");
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, link: data.link }));
}"""


def browsers(person: Visitor) -> list[str]:
    return [one["endpoint"] for one in person.ask("/api/me/export")["browsers"]]


def test_a_click_subscribes_the_worker_shows_what_is_pushed_and_a_click_ends_it(
    visit: Visit,
) -> None:
    person, _ = member(visit, "Pushed")
    person.context.grant_permissions(["notifications"])
    browser = Browser()
    keys = {
        "endpoint": ENDPOINT,
        "p256dh": encode(public_point(browser.key)),
        "auth": encode(browser.auth),
    }
    person.page.add_init_script(SUBSCRIBED % json.dumps(keys))
    person.open("/account")
    registrations: list[Any] = []
    line = person.context.new_cdp_session(person.page)
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    person.see("notices").check()
    wait_until(lambda: browsers(person) == [ENDPOINT])
    made = person.page.evaluate("window.subscribed")
    assert made == {"length": 65, "userVisibleOnly": True}
    expect(person.page.locator(".toast.bad")).to_have_count(0)

    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # else it sleeps
    message = {"title": "Your turn", "body": "ここです", "link": "/game/g1", "tag": "g1"}
    parcel = {
        "origin": person.address,
        "registrationId": registrations[0]["registrationId"],
        "data": json.dumps(message),
    }

    def is_shown() -> bool:
        # A push service tries again where a browser was not awake yet; the tag keeps it one notice.
        line.send("ServiceWorker.deliverPushMessage", parcel)
        person.page.wait_for_timeout(500)
        shown: list[Any] = person.page.evaluate(SHOWN)
        return shown == [message]

    wait_until(is_shown)

    person.see("notices").uncheck()
    wait_until(lambda: browsers(person) == [])


def test_a_browser_that_cannot_subscribe_says_so_and_still_tells_of_turns(visit: Visit) -> None:
    person, _ = member(visit, "Unpushed")
    person.context.grant_permissions(["notifications"])
    refuse = "PushManager.prototype.subscribe = async () => { throw new Error('no'); }"
    person.page.add_init_script(refuse)
    person.open("/account")
    person.see("notices").check()
    expect(person.page.locator(".toast.bad")).to_be_visible()
    expect(person.see("notices")).to_be_checked()
    assert browsers(person) == []


def test_who_signs_out_is_told_no_more_at_this_browser(visit: Visit) -> None:
    person, _ = member(visit, "Leaving")
    person.context.grant_permissions(["notifications"])
    browser = Browser()
    keys = {
        "endpoint": f"{ENDPOINT}/leaving",
        "p256dh": encode(public_point(browser.key)),
        "auth": encode(browser.auth),
    }
    person.page.add_init_script(SUBSCRIBED % json.dumps(keys))
    person.open("/account")
    person.see("notices").check()
    wait_until(lambda: browsers(person) == [f"{ENDPOINT}/leaving"])
    with person.page.expect_response(re.compile("subscriptions/deletion")) as gone:
        person.see("sign-out").click()
    assert gone.value.status == 204
