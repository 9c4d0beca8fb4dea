"""A real Chromium, as the distribution brings it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")

# No sandbox, because tests run in containers as root; and no talk with anybody but our server.
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip

PATIENCE = 60_000.0
"""Milliseconds after which something that should have come will not come: machines can be busy."""


def find_chromium() -> str | None:
    """The program, if it is installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def open_chromium(program: str) -> Iterator[Browser]:
    """A browser, closed at the end.

    Playwright keeps an event loop running in this thread as long as it is open, so nobody else
    can start one: close it before other tests run.
    """
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
