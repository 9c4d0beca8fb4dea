"""The parts of the table: maps of both games, overlays, rules, talk, notes, records, results."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.table.browser.conftest import Visit
from tests.table.browser.situations import finished_game, game_before, game_of_bots
from tests.table.browser.visitor import Visitor
from tests.table.process import ServerProcess

DRAWN = re.compile("M")
HARMLESS = "<img src=x onerror=alert(1)> & <b>bold</b>"


def test_a_dragged_regiment_sees_its_range_and_its_way(visit: Visit) -> None:
    player = visit()
    player.sit_down(title="bulge", scenario="campaign")
    [[_, piece]] = player.find_offer("activate")["action"]["args"]
    player.lift(piece)
    expect(player.page.locator(".piece.held")).to_have_count(1)
    expect(player.page.locator(".legal-under")).to_have_attribute("d", DRAWN)
    before = player.seq()
    seen = [place for place in player.places_offered() if player.free_spot("place", place)]
    goal = player.free_spot("place", seen[-1])
    assert goal
    player.page.mouse.move(*goal, steps=5)
    expect(player.page.locator("path.way:not(.under)")).to_have_attribute("d", DRAWN)
    expect(player.page.locator(".tip")).to_be_visible()
    player.picture("bulge-drag")
    player.page.mouse.up()
    player.wait_for_news(before)
    expect(player.page.locator(".ghost")).to_have_count(0)
    [moved] = [one for one in player.position()["pieces"] if one["id"] == piece]
    assert moved["place"] == seen[-1]


@pytest.mark.parametrize(
    ("title", "scenario", "verb"), [("mist", "seventh", "fight"), ("bulge", "campaign", "target")]
)
def test_the_odds_of_an_attack_are_shown_before_it(
    visit: Visit, title: str, scenario: str, verb: str
) -> None:
    player = visit()
    player.become_guest()
    record = game_before(verb, title, scenario)
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    offer = player.find_offer(verb)
    place = offer["action"]["args"][-1][1]
    if verb == "target":  # who attacks is said after whom
        player.order(offer)
        player.order(player.find_offer("commit"))
    player.page.mouse.move(*player.spot("piece", enemy_at(player, place)))
    player.page.keyboard.press("o")
    odds = player.see("odds")
    expect(odds).to_be_visible()
    expect(odds.locator(".odds-table .chance").first).to_contain_text("%")
    chances = [float(text.strip("<%")) for text in odds.locator(".chance").all_text_contents()]
    assert sum(chances) >= 99
    player.picture(f"odds-{title}")
    player.page.keyboard.press("Escape")
    expect(odds).to_be_hidden()


@pytest.mark.parametrize(
    ("title", "scenario", "verb", "language", "meaning"),
    [
        ("bulge", "campaign", "target", "en", "the attacker"),
        ("trumpets", "clervaux", "mark", "ja", "攻撃側"),
    ],
)
def test_a_code_of_the_table_of_results_says_what_it_means(
    visit: Visit, title: str, scenario: str, verb: str, language: str, meaning: str
) -> None:
    player = visit(language=language, viewport={"width": 1280, "height": 720})
    player.become_guest()
    record = game_of_bots(title, scenario, 60, verb)
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    place = player.find_offer(verb)["action"]["args"][-1][1]
    player.page.mouse.move(*player.spot("piece", enemy_at(player, place)))
    player.page.keyboard.press("o")
    codes = player.see("odds").locator(".odds-table.worded").first
    expect(codes).to_contain_text(meaning)
    player.picture(f"odds-meaning-{title}")


def test_a_spectator_sees_the_game_and_can_order_nothing(visit: Visit) -> None:
    player, spectator = visit(), visit()
    game = player.sit_down(open=True)
    spectator.go_to_table(game)
    expect(spectator.page.locator(".piece").first).to_be_attached()
    assert_idle(spectator)
    player.order(player.find_offer("activate"))
    expect(spectator.page.locator(".entry")).to_have_count(2)
    assert spectator.log() == player.log()
    assert_idle(spectator)
    expect(spectator.page.locator("[data-tab=notes]")).to_have_count(0)
    spectator.page.locator("[data-tab=game]").click()
    expect(spectator.page.locator("[data-gesture]")).to_have_count(0)


def test_a_click_on_what_is_not_legal_orders_nothing(visit: Visit) -> None:
    player = visit()
    player.sit_down(seats={"german": "me", "allied": "bot:simple"})
    enemy = next(one for one in player.position()["pieces"] if one["side"] == 1)
    orders = count_orders(player)
    player.page.mouse.click(*player.spot("piece", enemy["id"]))
    player.page.mouse.dblclick(*player.spot("piece", enemy["id"]))
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".fan")).to_be_hidden()
    assert player.seq() == 0
    assert orders == []


def test_overlays_shade_the_map_and_say_what_they_show(visit: Visit) -> None:
    player = visit()
    player.sit_down()
    for overlay in player.ask(f"/api/games/{player.game}/board")["overlays"]:
        player.page.locator("[data-tool=overlays]").click()
        player.page.locator(f"[data-overlay={overlay['id']}]").click()
        expect(player.see("legend")).to_be_visible()
        expect(player.page.locator(".shading .layer").first).to_have_attribute("d", DRAWN)
    player.picture("overlay")
    player.see("legend").get_by_role("button").click()
    expect(player.page.locator(".shading .layer")).to_have_count(0)
    expect(player.see("legend")).to_be_hidden()


def test_places_and_rules_explain_themselves(visit: Visit) -> None:
    player = visit()
    player.sit_down()
    piece = player.position()["pieces"][0]
    player.page.mouse.click(*player.spot("piece", piece["id"]), button="right")
    card = player.page.locator(".inspect")
    expect(card.locator("h2")).not_to_be_empty()
    expect(card.locator(".inspect-pieces li").first).to_be_visible()
    player.picture("inspection")
    player.page.keyboard.press("Escape")
    expect(card).to_have_count(0)

    player.see("unfold").click()
    chip = player.prompt.locator(".rule-chip").first
    chip.click()
    rule = player.page.locator(".rule-card")
    expect(rule.locator(".rule-text p").first).not_to_be_empty()
    player.picture("rule")
    player.page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    expect(chip).to_be_focused()


def test_two_people_talk_and_keep_their_notes_to_themselves(visit: Visit) -> None:
    one, other = sit_opposite(visit)
    one.page.locator("[data-tab=chat]").click()
    one.page.locator(".chat-form input").fill(HARMLESS)
    one.page.keyboard.press("Enter")
    for visitor in (one, other):
        expect(visitor.page.locator(".chat-list p")).to_have_text([HARMLESS])
    expect(other.page.locator("[data-tab=chat] .dot")).to_be_visible()
    other.page.locator("[data-tab=chat]").click()
    expect(other.page.locator("[data-tab=chat] .dot")).to_be_hidden()
    other.page.locator(".chat-form input").fill("Nuts!")
    other.page.keyboard.press("Enter")
    expect(one.page.locator(".chat-list p").last).to_have_text("Nuts!")
    expect(one.page.locator(".chat-form input")).to_have_value("")

    one.page.locator("[data-tab=notes]").click()
    one.page.locator(".notes-text").fill("Bastogne on the 20th")
    expect(one.page.locator(".notes .hint")).to_contain_text("Saved")
    one.page.reload()
    one.wait_for_table()
    one.page.locator("[data-tab=notes]").click()
    expect(one.page.locator(".notes-text")).to_have_value("Bastogne on the 20th")
    other.page.locator("[data-tab=notes]").click()
    expect(other.page.locator(".notes-text")).to_have_value("")


def test_notes_are_not_lost_to_those_that_are_still_on_their_way(visit: Visit) -> None:
    player = visit()
    game = player.sit_down()
    kept = f"/api/games/{game}/notes"
    player.context.request.put(kept, data={"text": "Old"}, headers={"X-Salient": "1"})
    held: list[Route] = []
    player.page.route("**/notes?*", lambda route: held.append(route))
    with player.page.expect_request("**/notes?*"):
        player.page.locator("[data-tab=notes]").click()
    notes = player.page.locator(".notes-text")
    expect(notes).not_to_be_editable()
    held[0].continue_()
    player.page.unroute("**/notes?*")
    expect(notes).to_have_value("Old")
    notes.fill("Old and new")
    expect(player.page.locator(".notes .hint")).to_contain_text("Saved")
    assert player.ask(kept)["text"] == "Old and new"


def test_a_draw_is_declined_and_a_resignation_ends_the_game_for_both(visit: Visit) -> None:
    one, other = sit_opposite(visit)
    for visitor in (one, other):
        visitor.page.locator("[data-tab=game]").click()
    gesture(one, "offer", sure=True)
    expect(one.page.locator(".gestures")).to_contain_text("Your draw offer stands.")
    expect(other.page.locator(".gestures")).to_contain_text("German offers a draw.")
    gesture(other, "decline")
    expect(one.page.locator("[data-gesture=offer]")).to_be_visible()
    gesture(one, "resign", sure=False)
    expect(one.page.locator("dialog[open]")).to_be_visible()
    one.page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    assert not one.page.locator(".prompt.over").count()
    gesture(one, "resign", sure=True)
    for visitor in (one, other):
        expect(visitor.prompt).to_contain_text("The game is over")
        expect(visitor.page.locator("[data-gesture]")).to_have_count(0)


def test_the_record_of_a_running_game_is_downloaded_but_keeps_its_dice_secret(
    visit: Visit, file: Callable[[str], Path]
) -> None:
    player = visit()
    player.sit_down()
    player.order(player.find_offer("activate"))
    player.page.locator("[data-tab=game]").click()
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Download record").click()
    record = file("record.txt")
    download.value.save_as(record)
    assert "activate" in record.read_text()

    player.expect_faults("400.*api/records", "console.*400")
    player.open()
    player.see("import-file").set_input_files(record)
    expect(player.page.locator(".toast.bad")).to_be_visible()


def test_an_imported_game_goes_on_and_a_finished_one_is_replayed(
    visit: Visit, file: Callable[[str], Path]
) -> None:
    player = visit()
    player.become_guest()
    record = file("record.txt")
    record.write_text(game_of_bots("mist", "seventh", 40))
    player.open()
    player.see("import-file").set_input_files(record)
    player.wait_for_table()
    player.wait_for_turn()
    assert player.seq() == 40
    assert player.page.url.startswith(f"{player.address}/game/")

    record.write_text(finished_game())
    player.open()
    player.see("import-file").set_input_files(record)
    player.wait_for_table()
    expect(player.page.locator(".replay-count")).to_have_text(re.compile(r"^0 / \d+$"))
    assert player.page.url.startswith(f"{player.address}/replay/")


def test_the_theme_is_switched_and_kept(visit: Visit) -> None:
    reader = visit(color_scheme="light")
    reader.open()
    root = reader.page.locator("html")
    day = ground(reader)
    reader.see("theme").click()
    expect(root).to_have_attribute("data-theme", "light")
    assert ground(reader) == day
    reader.see("theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    night = ground(reader)
    assert night != day
    reader.page.reload()
    expect(reader.see("theme")).to_be_visible()
    assert ground(reader) == night
    reader.see("theme").click()
    assert ground(reader) == day


# -- small things -------------------------------------------------------------------------------


def sit_opposite(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two people at one table, the first with the German side."""
    one, other = visit(), visit()
    game = one.sit_down(seats={"german": "me", "allied": "open"}, open=True)
    other.become_guest()
    other.tell(f"/api/games/{game}/seats", {"side": "allied", "invite": ""})
    other.go_to_table(game)
    one.wait_for_turn()
    return one, other


def test_a_game_that_the_new_rules_halt_says_so_and_can_be_abandoned(
    visit: Visit, server: ServerProcess
) -> None:
    player = visit()
    player.become_guest()
    game = player.tell("/api/records", {"text": game_of_bots("mist", "seventh", 12)})["id"]
    with sqlite3.connect(server.log.parent / "table.db") as database:  # as if made by old rules
        database.execute("UPDATE games SET rules = 'old' WHERE id = ?", (game,))
        database.execute("UPDATE journal SET text = 'fly' WHERE game_id = ? AND seq = 9", (game,))
    player.go_to_table(game)
    expect(player.prompt).to_contain_text("cannot be played on here")
    player.page.locator("[data-tab=game]").click()
    expect(player.page.locator(".gameinfo .notice.bad")).to_contain_text("entry 9")
    expect(player.page.locator("[data-gesture]")).to_have_count(1)
    gesture(player, "abandon", sure=True)
    expect(player.prompt).to_contain_text("The game was abandoned")


def gesture(visitor: Visitor, kind: str, *, sure: bool | None = None) -> None:
    """Press a button of the game's tab, and the one that confirms it."""
    visitor.page.locator(f"[data-gesture={kind}]").click()
    if sure:
        visitor.page.locator("dialog[open] .primary").click()


def count_orders(visitor: Visitor) -> list[str]:
    """The orders that the page sends from now on."""
    sent: list[str] = []
    visitor.page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    return sent


def assert_idle(visitor: Visitor) -> None:
    """There is nothing to press, and pressing the map orders nothing."""
    orders = count_orders(visitor)
    assert not visitor.is_asked()
    expect(visitor.page.locator("[data-action], .piece.legal")).to_have_count(0)
    expect(visitor.see("undo")).to_be_hidden()
    piece = visitor.position()["pieces"][0]
    visitor.page.mouse.click(*visitor.spot("piece", piece["id"]))
    visitor.page.keyboard.press("Escape")
    assert orders == []


def enemy_at(visitor: Visitor, place: int) -> int:
    """A piece of the other side in a place."""
    position = visitor.position()
    here = [one for one in position["pieces"] if one["place"] == place]
    found: int = next(one["id"] for one in here if one["side"] != position["side"])
    return found


def ground(visitor: Visitor) -> str:
    """The colour of the page."""
    colour: str = visitor.page.locator("html").evaluate(
        "root => getComputedStyle(root).backgroundColor"
    )
    return colour
