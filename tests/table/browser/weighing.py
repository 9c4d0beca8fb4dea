"""Weighing what a first game costs a newcomer, for a test and for ``benchmarks/page.py``."""

from __future__ import annotations

import time
import zlib
from typing import Any

import msgspec
from playwright.sync_api import CDPSession

from tests.table.browser.visitor import Visitor

PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""


class FirstPlay(msgspec.Struct):
    """What was measured.

    Attributes:
        title: The game.
        bytes: All that was received.
        requests: How many answers came.
        twice: What came twice, though it had not changed.
        painted: Milliseconds until the lobby was seen.
        asked: Milliseconds from the click on *Play* to the briefing over the first question.
        heaviest: The largest answers.
    """

    title: str
    bytes: int
    requests: int
    twice: list[str]
    painted: float
    asked: float
    heaviest: dict[str, int]


class Scales:
    """Weighs what a page receives, as it travels."""

    def __init__(self, line: CDPSession) -> None:
        self._urls: dict[str, str] = {}
        self.weights: list[tuple[str, int]] = []
        line.on("Network.requestWillBeSent", self._sent)
        line.on("Network.loadingFinished", self._came)
        line.on("Network.webSocketFrameReceived", self._told)
        line.send("Network.enable")

    def _sent(self, event: dict[str, Any]) -> None:
        method, url = event["request"]["method"], event["request"]["url"]
        self._urls[event["requestId"]] = f"{method} /{url.split('/', 3)[-1]}"

    def _came(self, event: dict[str, Any]) -> None:
        weight = int(event["encodedDataLength"])
        if weight:  # nothing travels out of the browser's own store
            self.weights.append((self._urls[event["requestId"]], weight))

    def _told(self, event: dict[str, Any]) -> None:
        """A live update: the line packs it, and the browser tells of it unpacked."""
        payload = event["response"]["payloadData"].encode()
        self.weights.append(("live", len(zlib.compress(payload))))


def play_first(visitor: Visitor, title: str) -> FirstPlay:
    """Let a newcomer begin a game, and measure it."""
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    visitor.open()
    visitor.see("titles").locator("article").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    painted = visitor.page.evaluate(PAINTED)
    begun = time.perf_counter()
    visitor.see(f"play-{title}").click()
    visitor.see("begin").wait_for()
    asked = (time.perf_counter() - begun) * 1000
    visitor.see("begin").click()
    visitor.wait_for_turn()
    visitor.page.wait_for_load_state("networkidle")
    weights = scales.weights
    # Less is a "not changed"; lists of games and live updates change all the time.
    changing = ("live", "GET /api/games?")
    names = [name for name, it in weights if it > 1000 and not name.startswith(changing)]
    heaviest = sorted(weights, key=lambda pair: -pair[1])[:8]
    return FirstPlay(
        title=title,
        bytes=sum(weight for _, weight in weights),
        requests=len(weights),
        twice=sorted({name for name in names if names.count(name) > 1}),
        painted=round(painted),
        asked=round(asked),
        heaviest=dict(heaviest),
    )
