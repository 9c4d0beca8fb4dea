"""Squads at the table: fire with its odds, a move with its cost, lines of sight, hidden enemies."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.table.browser.conftest import Visit
from tests.table.browser.situations import game_of_bots
from tests.table.browser.visitor import Json, Visitor, first_of
from tests.table.people import wait_until

SEATS = {"german": "me", "american": "bot:simple"}
QUIET = ("end", "stop", "pass", "hold", "rout", "crawl")
"""Answers that let things be, as far as one may."""


def sit_down(player: Visitor, scenario: str = "practice", seats: Json = SEATS) -> str:
    """Set a game of squads up and open its table."""
    return player.sit_down(title="squad", scenario=scenario, seats=seats, open=True)


def phase(player: Visitor) -> str:
    """Turn and phase as the page has them."""
    return player.prompt.locator(".clock").text_content() or ""


def quietly(player: Visitor, *until: str) -> Json:
    """Let everything be until one of some verbs is offered; that offer."""
    for _ in range(40):
        player.wait_for_turn()
        offers = player.offers()
        if any(offer["action"]["verb"] in until for offer in offers):
            return first_of(offers, until)
        player.order(first_of(offers, QUIET))
    raise AssertionError(f"{until} never came")


def test_a_turn_is_played_by_clicking_with_odds_costs_and_first_fire(visit: Visit) -> None:
    player = visit()
    sit_down(player)
    player.wait_for_turn()
    assert "prep fire" in phase(player)

    player.order(player.find_offer("fire"))
    figure = player.page.locator(".figures text").first
    expect(figure).to_have_text(re.compile(r"^\d+%$"))
    target = player.find_offer("at")
    assert "out of action" in target["note"]
    player.order(target)
    details = player.prompt.locator(".detail")
    expect(details.first).to_have_text(re.compile(r"Firepower column: \d+"))
    expect(details.nth(1)).to_have_text(re.compile(r"Out of action .*%"))
    expect(player.page.locator(".piece.chosen").first).to_be_visible()
    player.order(player.find_offer("shoot"))
    assert any("fire of" in line for line in player.log())

    mover = quietly(player, "move")
    assert "movement" in phase(player)
    player.order(mover)
    [[_, piece]] = mover["action"]["args"]
    expect(player.question).to_contain_text("MF left")
    costs = player.page.locator(".figures text")
    expect(costs.first).to_have_text(re.compile(r"^[\d½!]+$"))
    goal = player.find_offer("go")
    place = goal["action"]["args"][0][1]
    player.page.mouse.move(*player.spot("place", place))
    expect(player.page.locator(".tip")).to_contain_text(" MF")
    expect(player.page.locator(".glow path.way:not(.under)")).to_have_attribute(
        "d", re.compile("M")
    )
    player.order(goal)
    player.wait_for_turn()
    assert any(re.search(r"moved|entered", line) for line in player.log())
    [moved] = [one for one in player.position()["pieces"] if one["id"] == piece]
    assert moved["place"] == place or "broken" in moved["flags"] or "pinned" in moved["flags"]

    while not any(line.startswith("American: rally") for line in player.log()):
        player.wait_for_turn()
        player.order(first_of(player.offers(), QUIET))
        wait_until(lambda: player.is_asked() or "American: rally" in " ".join(player.log()))
    assert "German: advance phase" in player.log(), "the phases of a turn have passed"


def test_a_floor_that_can_be_fired_at_lights_its_house(visit: Visit) -> None:
    """Counters lie over a floor: its hex glows and bears the chance."""
    player = visit(viewport={"width": 1280, "height": 720})
    sit_down(player)
    player.wait_for_turn()
    player.order(next(o for o in player.offers() if o["action"]["text"] == "fire ss658.1"))
    board = player.ask(f"/api/games/{player.game}/board")["places"]
    aims = [o["action"]["args"][0][1] for o in player.offers() if o["action"]["verb"] == "at"]
    homes = {board[place]["home"] for place in aims if board[place]["home"] is not None}
    assert homes
    expect(player.page.locator(".figures text")).to_have_count(len(aims))
    lit = player.page.locator(".legal-under").get_attribute("d") or ""
    assert lit.count("M") >= len(aims) + len(homes)


def test_what_is_fired_at_is_marked_and_the_card_does_not_lie_on_it(visit: Visit) -> None:
    player = visit(viewport={"width": 1280, "height": 720})
    sit_down(player)
    player.wait_for_turn()
    player.order(player.find_offer("fire"))
    if any(one["action"]["verb"] == "at" for one in player.offers()):
        player.order(player.find_offer("at"))
    [place] = player.position()["question"]["places"]
    asked = player.page.locator("path.asked")
    expect(asked).to_have_attribute("d", re.compile("M"))
    box = asked.bounding_box()
    assert box
    detail = player.prompt.locator(".detail").nth(1)
    expect(detail).to_contain_text("Out of action")
    seen, whole = detail.bounding_box(), player.prompt.bounding_box()
    assert seen
    assert whole
    assert seen["y"] + seen["height"] <= whole["y"] + whole["height"], "the chance is not cut off"
    with player.acting():
        player.page.locator('[data-action="shoot"]').click()
    card = player.see("deed")
    expect(card).to_be_visible()
    lies = card.bounding_box()
    assert lies
    assert lies["x"] > box["x"] + box["width"] or lies["x"] + lies["width"] < box["x"], place
    expect(asked).to_have_attribute("d", "")
    player.picture("deed-aside")


def test_who_moves_in_sight_is_fired_at_by_clicking(visit: Visit) -> None:
    player = visit()
    player.become_guest()
    record = game_of_bots("squad", "sanatorium", 0, "hold")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    assert "movement" in phase(player)
    expect(player.question).to_contain_text("The enemy moves")
    expect(player.page.locator("[data-action=hold]")).to_be_visible()
    player.order(player.find_offer("fire"))
    expect(player.prompt.locator(".detail").first).to_contain_text("Firepower column")
    player.order(player.find_offer("shoot"))
    assert any(", fire of" in line for line in player.log())


def test_the_floors_of_a_house_are_reached_by_click_and_by_key(visit: Visit) -> None:
    player = visit()
    sit_down(player)
    player.wait_for_turn()
    board = player.ask(f"/api/games/{player.game}/board")
    homes = {
        at: place["home"] for at, place in enumerate(board["places"]) if place["home"] is not None
    }
    fire = next(
        offer for offer in player.offers() if offer["action"]["verb"] == "fire"
        and aims_upstairs(player, offer, homes)
    )  # fmt: skip
    assert fire
    upstairs = next(o for o in player.offers() if o["action"]["args"][0][1] in homes)
    floor = upstairs["action"]["args"][0][1]
    expect(player.page.locator(".floor text").first).to_have_text("1")
    for _ in range(len(player.offers()) + 1):
        player.page.keyboard.press("n")
        if player.page.locator("path.cursor").get_attribute("d") and player.page.evaluate(
            "document.querySelector('.visually-hidden[aria-live]')?.textContent ?? ''"
        ).startswith(board["places"][floor]["name"]):
            break
    with player.acting():
        player.page.mouse.click(*player.spot("piece", enemy_at(player, floor)))
    assert board["places"][floor]["name"] in (player.question.text_content() or "")


def aims_upstairs(player: Visitor, offer: Json, homes: dict[int, int]) -> bool:
    """Order somebody to fire; if he has no target on a floor, take it back."""
    player.order(offer)
    if any(
        one["action"]["args"] and one["action"]["args"][0][1] in homes for one in player.offers()
    ):
        return True
    with player.acting():
        player.see("undo").click()
    return False


def enemy_at(player: Visitor, place: int) -> int:
    """An enemy counter in a place."""
    pieces = player.position()["pieces"]
    found: int = next(one["id"] for one in pieces if one["place"] == place and one["side"] == 1)
    return found


def test_a_line_of_sight_is_drawn_and_told(visit: Visit) -> None:
    player = visit()
    game = sit_down(player)
    player.wait_for_turn()
    pieces = [one for one in player.position()["pieces"] if one["place"] >= 0]
    mine, foe = (next(one for one in pieces if one["side"] == side) for side in (0, 1))
    player.page.locator("[data-tool=sight]").click()
    card = player.see("sight")
    expect(card).to_contain_text("look from")
    player.page.mouse.click(*player.spot("piece", mine["id"]))
    expect(card).to_contain_text("look at")
    player.page.mouse.click(*player.spot("piece", foe["id"]))
    told = player.ask(f"/api/games/{game}/sight/{mine['place']}/{foe['place']}", lang="en")
    expect(card).to_contain_text(told["lines"][0])
    expect(card.locator(".sight-way li")).to_have_count(len(told["lines"]) - 1)
    expect(player.page.locator(".sight-line:not(.under)")).to_have_attribute("d", re.compile("L"))
    player.picture("squad-sight")
    player.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_each_sees_only_what_he_may(visit: Visit) -> None:
    german, american, watcher = visit(), visit(), visit()
    game = sit_down(german, "sanatorium", {"german": "me", "american": "open"})
    american.become_guest()
    american.tell(f"/api/games/{game}/seats", {"side": "american"})
    for other in (american, watcher):
        other.go_to_table(game)
    hidden = {
        piece["name"] for piece in german.position()["pieces"]
        if piece["side"] == 0 and {"hidden", "concealed"} & set(piece["flags"])
    }  # fmt: skip
    assert hidden, "the Germans of this scenario are concealed"
    for other in (american, watcher):
        seen = other.page.content() + json.dumps(other.position())
        shown = other.page.locator(".map").evaluate("map => map.shadowRoot.innerHTML")
        for name in hidden:
            assert not re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", seen + shown), name
    expect(american.page.locator('.piece[data-side="0"]').first).to_contain_text("?")
