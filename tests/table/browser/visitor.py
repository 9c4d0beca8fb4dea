"""A person with a browser of his own: what he sees, and short words for what he does."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.table.browser.chromium import PATIENCE
from tests.table.people import wait_until

Json = Any
Point = tuple[float, float]

DESKTOP = {"width": 1280, "height": 800}
PHONE = {
    "viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True,
    "device_scale_factor": 2,
}  # fmt: skip

LEAVING = "net::ERR_ABORTED"
"""What a request is told when its page is left."""

# A point of the window where nothing lies over a place or a piece, as near its middle as can be.
SPOT = """(map, [kind, id]) => {
  const layer = kind === "piece" ? "overlay" : "art";
  const found = map.shadowRoot.querySelector(`.${layer} [data-${kind}="${id}"]`);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  const hits = (x, y) => document.elementFromPoint(x, y) === map
    && map.shadowRoot.elementFromPoint(x, y)?.closest("[data-piece], [data-place]") === found;
  const steps = Array.from({ length: 25 }, (_, count) => (count + 0.5) / 25);
  const at = (u, v) => [box.x + u * box.width, box.y + v * box.height];
  const points = steps.flatMap((u) => steps.map((v) => at(u, v)));
  const [middleX, middleY] = at(0.5, 0.5);
  const far = ([x, y]) => Math.hypot(x - middleX, y - middleY);
  return points.filter(([x, y]) => hits(x, y)).sort((a, b) => far(a) - far(b))[0] ?? null;
}"""

# The sentence of each line, without the rules and dice that stand beside it.
SENTENCES = """lines => lines.map((line) => {
  const copy = line.cloneNode(true);
  for (const other of copy.querySelectorAll(".chips, .dice")) other.remove();
  return copy.textContent.trim();
})"""

# The table looks where something can be done after two frames.
FRAMES = """async () => {
  for (let count = 0; count < 3; count += 1) await new Promise(requestAnimationFrame);
}"""

NUMBERS = "all => Math.max(-1, ...all.map((entry) => Number(entry.dataset.seq)))"


class Visitor:
    """Somebody at a page of ours.

    Errors of the console, of the page and of the network are collected as faults; a test says
    beforehand which it expects.
    """

    def __init__(
        self, browser: Browser, address: str, *, tour: bool = False, briefing: bool = False,
        language: str = "en", motion: bool = False, cautious: bool = False,
        ending: bool = False, **settings: Any,
    ) -> None:  # fmt: skip
        """Open a browser.

        Args:
            browser: Where.
            address: The server.
            tour: Whether the guided tour may come up, as for every newcomer.
            briefing: Whether a game begins with its briefing.
            language: The language of the browser.
            motion: Whether things may glide.
            ending: Whether the end of a game is an occasion.
            cautious: Whether the table asks before a phase ends with units left.
            settings: More of Playwright's settings of a context.
        """
        settings = {
            "viewport": DESKTOP, "reduced_motion": "no-preference" if motion else "reduce",
            "locale": {"en": "en-GB", "ja": "ja-JP"}[language], **settings,
        }  # fmt: skip
        self.address = address
        self.context = browser.new_context(base_url=address, **settings)
        self.context.set_default_timeout(PATIENCE)
        if not tour:
            self.context.add_init_script("localStorage.setItem('salient.tour', 'seen')")
        if not briefing:
            self.context.add_init_script("localStorage.setItem('salient.briefing', 'off')")
        if not ending:
            self.context.add_init_script("localStorage.setItem('salient.table.ending', 'off')")
        if not cautious:
            self.context.add_init_script("localStorage.setItem('salient.table.ask_done', 'off')")
        self.page = self.context.new_page()
        self._faults: list[str] = []
        self._expected: list[str] = []
        self._watch(self.page)

    # -- faults ---------------------------------------------------------------------------------

    def _watch(self, page: Page) -> None:
        note = self._faults.append
        page.on(
            "console", lambda said: note(f"console: {said.text}") if said.type == "error" else None
        )
        page.on("pageerror", lambda error: note(f"page: {error}"))
        page.on("requestfailed", lambda sent: note(f"network: {sent.failure} {sent.url}"))
        page.on(
            "response", lambda got: note(f"{got.status}: {got.url}") if got.status >= 400 else None
        )

    def expect_faults(self, *patterns: str) -> None:
        """Faults that belong to the test."""
        self._expected += patterns

    def leave(self) -> list[str]:
        """Close the browser; what went wrong."""
        self.context.close()
        known = (*self._expected, LEAVING)
        return [fault for fault in self._faults if not any(re.search(one, fault) for one in known)]

    # -- going about ----------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        """Go to a page of ours."""
        self.page.goto(path)

    def see(self, name: str) -> Locator:
        """A part of the page by its name for tests."""
        return self.page.get_by_test_id(name)

    def ask(self, path: str, **params: Any) -> Json:
        """What the server tells this person, past the page."""
        answer = self.context.request.get(path, params=params)
        assert answer.ok, answer.text()
        return answer.json()

    def tell(self, path: str, body: Json = None) -> Json:
        """Send the server something, past the page."""
        answer = self.context.request.post(path, data=body, headers={"X-Salient": "1"})
        assert answer.ok, answer.text()
        return answer.json()

    def become_guest(self) -> None:
        """Be known to the server."""
        self.tell("/api/guests")

    def set_up(self, **wanted: Any) -> str:
        """Set a game up past the page, both sides my own unless seats are given; its id."""
        seats = {"german": "me", "allied": "me"}
        body = {"title": "mist", "scenario": "seventh", "seats": seats, **wanted}
        game: str = self.tell("/api/games", body)["id"]
        return game

    def sit_down(self, **wanted: Any) -> str:
        """Come as a guest, set a game up and open its table; the game's id."""
        self.become_guest()
        game = self.set_up(**wanted)
        self.go_to_table(game)
        return game

    def go_to_table(self, game: str, path: str = "/game") -> None:
        """Open a table and wait until it is laid out."""
        self.open(f"{path}/{game}")
        self.wait_for_table()

    def wait_for_table(self, line: str = "live") -> None:
        """Wait until the table is laid out, its line is open (or lost) and the map stands still."""
        self.see("table").wait_for()
        self.page.locator(f"[data-testid=connection][data-state={line}]").wait_for(state="attached")
        self.page.evaluate(FRAMES)
        self.rest()

    @property
    def game(self) -> str:
        """The id of the game on the screen."""
        found = re.search(r"/(?:game|replay)/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def picture(self, name: str) -> None:
        """Keep what is seen, if a folder for pictures is given."""
        if folder := os.environ.get("SALIENT_SCREENSHOTS"):
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    # -- what the table says --------------------------------------------------------------------

    @property
    def map(self) -> Locator:
        return self.see("map")

    @property
    def prompt(self) -> Locator:
        return self.see("prompt")

    @property
    def question(self) -> Locator:
        return self.see("question")

    def seq(self) -> int:
        """The number of the last entry in the log."""
        number: int = self.page.locator(".log [data-seq]").evaluate_all(NUMBERS)
        return number

    def log(self) -> list[str]:
        """The sentences of the log that stand, first to last."""
        lines: list[str] = self.page.locator(".entry:not(.undone) .line").evaluate_all(SENTENCES)
        return lines

    def position(self) -> Json:
        """What the server says this person sees."""
        return self.ask(f"/api/games/{self.game}/position", lang=self.language)

    def offers(self) -> list[Json]:
        """What this person may order."""
        question = self.position()["question"]
        return question["offers"] if question else []

    @property
    def language(self) -> str:
        """The language of the page."""
        lang: str = self.page.evaluate("document.documentElement.lang")
        return lang

    def is_asked(self) -> bool:
        """Whether the page asks this person something."""
        return self.page.locator(".prompt.mine:not(.busy)").count() > 0

    def wait_for_turn(self) -> None:
        """Wait until the page asks this person something."""
        self.page.locator(".prompt.mine:not(.busy)").wait_for()

    # -- pointing at the map --------------------------------------------------------------------

    def free_spot(self, kind: str, number: int) -> Point | None:
        """A free point of a place or a piece, if there is one in sight."""
        found = self.map.evaluate(SPOT, [kind, number])
        return (found[0], found[1]) if found else None

    def spot(self, kind: str, number: int) -> Point:
        """A free point of a place or a piece; if there is none, the map is made smaller."""
        for _ in range(8):
            if found := self.free_spot(kind, number):
                return found
            self.zoom_out()
        raise AssertionError(f"{kind} {number} is nowhere to be seen")

    def places_in_sight(self) -> list[int]:
        """The places of the map that can be pointed at now."""
        places = range(len(self.ask(f"/api/games/{self.game}/board")["places"]))
        return [place for place in places if self.free_spot("place", place)]

    def zoom_out(self) -> None:
        """Make the map smaller, with the button."""
        self.page.locator("[data-tool=zoom_out]").click()
        self.rest()

    def rest(self) -> None:
        """Wait until the map stands still."""
        expect(self.page.locator(".map .sheet.moving")).to_have_count(0)

    def point_at(self, kind: str, number: int, press: Callable[[float, float], None]) -> None:
        """Click or tap a place, or a piece, out of the fan of its stack if need be."""
        press(*self.spot(kind, number))
        in_fan = self.page.locator(f'[data-fan="{number}"]')
        if kind == "piece" and in_fan.is_visible():
            in_fan.click()

    # -- ordering -------------------------------------------------------------------------------

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Something is done that the log will tell."""
        before = self.seq()
        yield
        self.wait_for_news(before)

    def wait_for_news(self, before: int) -> None:
        """Wait until the log has gone beyond a number and nothing is under way."""
        wait_until(lambda: self.seq() > before, PATIENCE / 1000)
        expect(self.page.locator(".prompt.busy")).to_have_count(0)

    def order(self, offer: Json, *, by_list: bool = False) -> None:
        """Carry an offer out: on the map, or with the prompt's own buttons and list."""
        args = [] if by_list else offer["action"]["args"]
        with self.acting():
            before = self.seq()
            for kind, value in args:
                if kind in ("piece", "place") and not self._is_under_way(before):
                    self.point_at(kind, value, self.page.mouse.click)
            if not self._is_under_way(before):
                self.press_offer(offer["action"]["text"])
            self.say_yes()

    def say_yes(self) -> None:
        """Mean what was ordered, if the table asks."""
        asked = self.page.locator("dialog.confirm[open] .primary")
        if asked.count():
            asked.click()

    def press_offer(self, text: str) -> None:
        """Click an answer: in the menu or the prompt, where the list is opened if need be."""
        button = self.page.locator(f"[data-action={json.dumps(text)}]")
        if not button.count():
            self.see("find").click()
        button.first.click()

    def _is_under_way(self, before: int) -> bool:
        return self.page.locator(".prompt.busy").count() > 0 or self.seq() > before

    def lift(self, piece: int) -> Point:
        """Take a piece off the map and hold it: that orders it to act. Where it was lifted."""
        mouse = self.page.mouse
        before = self.seq()
        x, y = self.spot("piece", piece)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 12, y + 12, steps=3)
        self.page.locator(".ghost").wait_for()
        self.wait_for_news(before)
        return x, y

    def drag(self, piece: int, choose: Callable[[list[int]], int]) -> None:
        """Drag a piece to one of the places in sight that glow while it is held.

        One that can go nowhere, or nowhere in sight, is put back.
        """
        mouse = self.page.mouse
        home = self.lift(piece)
        before = self.seq()
        seen = [place for place in self.places_offered() if self.free_spot("place", place)]
        goal = self.free_spot("place", choose(seen)) if seen else None
        if goal:
            expect(self.page.locator(".legal-under")).to_have_attribute("d", re.compile("M"))
        mouse.move(*(goal or home), steps=4)
        mouse.up()
        if goal:
            self.wait_for_news(before)

    def places_offered(self, verb: str = "move") -> list[int]:
        """The places that can be ordered with a verb."""
        actions = [offer["action"] for offer in self.offers()]
        return [action["args"][-1][1] for action in actions if action["verb"] == verb]

    def find_offer(self, *verbs: str) -> Json:
        """The first offer of some verbs, the first verb preferred."""
        return first_of(self.offers(), verbs)


def first_of(offers: Sequence[Json], verbs: Sequence[str]) -> Json:
    """The first offer with the first of some verbs that is offered."""
    for verb in verbs:
        for offer in offers:
            if offer["action"]["verb"] == verb:
                return offer
    raise AssertionError(f"none of {verbs} is offered, but {[o['action']['text'] for o in offers]}")
