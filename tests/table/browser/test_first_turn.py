"""The first minutes of a newcomer, with the mouse, with the keyboard, and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import PHONE, Visitor


def test_a_newcomer_is_at_the_table_with_one_click_and_plays_his_first_turn(visit: Visit) -> None:
    newcomer = visit(tour=True, motion=True)
    newcomer.open()
    newcomer.see("play-now").click()
    newcomer.wait_for_table()
    tour = newcomer.see("tour")
    expect(tour).to_contain_text("1 of 7")
    newcomer.picture("first-turn-tour")
    newcomer.see("tour-next").click()

    expect(tour).to_contain_text("2 of 7")
    expect(newcomer.page.locator(".piece.legal").first).to_be_visible()
    newcomer.order(newcomer.find_offer("activate"))
    expect(tour).to_contain_text("3 of 7")
    newcomer.order(newcomer.find_offer("move"))
    expect(tour).to_contain_text("4 of 7")
    assert len(newcomer.log()) > 1, newcomer.log()
    for count in (5, 6, 7):
        newcomer.see("tour-next").click()
        expect(tour).to_contain_text(f"{count} of 7")
    newcomer.see("tour-next").click()
    expect(tour).to_have_count(0)

    german = newcomer.prompt.locator(".prompt-side")
    impulse = german.text_content()
    while newcomer.is_asked() and german.text_content() == impulse:
        newcomer.order(newcomer.find_offer("stop", "end", "done", "pass", "wait"))
    newcomer.wait_for_turn()
    expect(newcomer.page.locator('.entry[data-side="1"]:not([hidden])').first).to_be_attached()
    expect(newcomer.page).to_have_title(re.compile("^● "))
    newcomer.page.reload()
    newcomer.wait_for_table()
    expect(tour).to_have_count(0)


def test_everything_can_be_played_with_the_keyboard_alone(visit: Visit) -> None:
    player = visit()
    keyboard = player.page.keyboard
    player.open()
    player.see("play-now").wait_for()
    tab_to(player, '[data-testid="play-now"]')
    keyboard.press("Enter")
    player.wait_for_table()
    player.wait_for_turn()

    keyboard.press("?")
    keys = player.page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    keyboard.press("Escape")
    expect(keys).to_have_count(0)

    keyboard.press("n")
    expect(player.map).to_be_focused()
    assert focus_shows(player)
    cursor = player.page.locator("path.cursor")
    first = cursor.get_attribute("d")
    assert first
    keyboard.press("n")
    expect(cursor).not_to_have_attribute("d", first)
    keyboard.press("Shift+N")
    expect(cursor).to_have_attribute("d", first)
    with player.acting():
        keyboard.press("Enter")
        if player.page.locator(".fan").is_visible():  # a stack: choose one of it
            assert focus_shows(player)
            keyboard.press("ArrowRight")
            keyboard.press("Enter")
    with player.acting():
        keyboard.press("n")
        keyboard.press("Enter")
    player.picture("keyboard")
    moved = player.log()

    keyboard.press("/")
    if player.page.locator(".finder input").is_visible():
        expect(player.page.locator(".finder input")).to_be_focused()
        keyboard.press("Escape")
    before = player.page.locator(".map .sheet").get_attribute("style")
    player.map.focus()
    keyboard.press("ArrowLeft")
    expect(player.page.locator(".map .sheet")).not_to_have_attribute("style", before or "")

    impulse = player.prompt.locator(".prompt-side").text_content()
    while player.is_asked() and player.prompt.locator(".prompt-side").text_content() == impulse:
        offer = player.find_offer("stop", "end", "wait")
        with player.acting():
            tab_to(player, f'[data-action="{offer["action"]["text"]}"]')
            keyboard.press("Enter")
    player.wait_for_turn()
    assert player.log()[: len(moved)] == moved


def test_a_move_is_played_with_taps_on_a_phone(visit: Visit) -> None:
    player = visit(**PHONE)
    tap = player.page.touchscreen.tap
    player.open()
    fits(player)
    player.see("play-now").tap()
    player.wait_for_table()
    player.wait_for_turn()
    fits(player)
    expect(player.question).to_be_in_viewport(ratio=1)
    player.picture("phone")

    for verb in ("activate", "move"):
        [[kind, value]] = player.find_offer(verb)["action"]["args"]
        with player.acting():
            player.point_at(kind, value, tap)
        expect(player.question).to_be_in_viewport(ratio=1)
    fits(player)

    player.see("drawer").tap()
    expect(player.see("log")).to_be_in_viewport()
    fits(player)
    player.page.locator(".drawer-close").tap()
    expect(player.see("log")).not_to_be_in_viewport()
    for path in ("/new", "/account"):
        player.open(path)
        player.page.locator("h1").wait_for()
        fits(player)


def test_fingers_move_and_zoom_the_map(visit: Visit) -> None:
    player = visit(**PHONE)
    player.sit_down()
    player.rest()
    fingers = player.context.new_cdp_session(player.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    box = player.map.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.2
    before = view(player)
    touch("touchStart", (x, y))
    for step in range(1, 7):
        touch("touchMove", (x + 10 * step, y + 5 * step))
    touch("touchEnd")
    player.rest()
    panned = view(player)
    assert panned["x"] > before["x"]
    assert panned["scale"] == before["scale"]
    assert player.seq() == 0, "panning orders nothing"

    touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 7):
        touch("touchMove", (x - 20 - 6 * step, y), (x + 20 + 6 * step, y))
    touch("touchEnd")
    player.rest()
    assert view(player)["scale"] > panned["scale"] * 1.5
    assert player.seq() == 0, "pinching orders nothing"


# -- small things -------------------------------------------------------------------------------

# A focus that nobody sees is none: the element, or what it is drawn by, has an outline or a shadow.
FOCUS_SHOWS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return false;
  const { top, bottom } = element.getBoundingClientRect();
  const drawn = [element, element.parentElement].map((one) => getComputedStyle(one));
  const outlined = drawn.some(({ outlineStyle, outlineWidth }) =>
    outlineStyle !== "none" && parseFloat(outlineWidth) >= 1);
  return bottom > 0 && top < innerHeight && (outlined || drawn[0].boxShadow !== "none");
}"""

MOST_TABS = 80


def focus_shows(visitor: Visitor) -> bool:
    """Whether one sees where the keyboard is."""
    shows: bool = visitor.page.evaluate(FOCUS_SHOWS)
    return shows


def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until something has the focus; on the way the focus is always seen."""
    for _ in range(MOST_TABS):
        if visitor.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        visitor.page.keyboard.press("Tab")
        here = visitor.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        at_the_end = here.startswith("<body")  # beyond the last element the browser's own come
        assert at_the_end or focus_shows(visitor), here
    raise AssertionError(f"{selector} cannot be reached with Tab")


def fits(visitor: Visitor) -> None:
    """Nothing is wider than the window."""
    wide = "[document.documentElement.scrollWidth, innerWidth]"
    content, window = visitor.page.evaluate(wide)
    assert content <= window == visitor.page.viewport_size["width"]  # type: ignore[index]


def view(visitor: Visitor) -> dict[str, float]:
    """Where the map lies and how large it is."""
    style = visitor.page.locator(".map .sheet").get_attribute("style") or ""
    found = re.search(r"translate\(([-\d.]+)px, ([-\d.]+)px\) scale\(([\d.]+)\)", style)
    assert found, style
    x, y, scale = map(float, found.groups())
    return {"x": x, "y": y, "scale": scale}
