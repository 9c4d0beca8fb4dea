"""A campaign at the table: purchase form, staff, works, set-up, first turn, papers and overlays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from salient.games import find_game
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import PHONE, Json, Visitor

SEATS = {"german": "me", "american": "me"}


def sit_down(player: Visitor) -> None:
    """Begin CG-II, both sides one's own."""
    player.sit_down(title="peiper", scenario="cheneux", seats=SEATS)
    player.wait_for_turn()


def offer(player: Visitor, text: str) -> Json:
    """An offer by its text, or the first of a verb."""
    return next(o for o in player.offers() if text in (o["action"]["text"], o["action"]["verb"]))


def do(player: Visitor, *texts: str) -> None:
    """Order one thing after the other, by the list or the buttons."""
    for text in texts:
        player.order(offer(player, text), by_list=True)
        player.wait_for_turn()


def test_from_the_first_purchase_to_the_first_turn_by_clicking(visit: Visit) -> None:
    player = visit()
    sit_down(player)
    expect(player.question).to_contain_text("objective hex for SS Infantry Platoon (I2)")
    player.order(offer(player, "objective"))
    do(player, "staff")
    expect(player.question).to_contain_text("You have 35 CPP")
    form = player.page.locator(".finder.form")
    expect(form).to_be_visible()
    expect(form).to_contain_text("SS Infantry Platoon (I2): 6 CPP, 5 left; 3 SS elite squad 6-5-8")
    form.locator("[data-action='buy i2 reserve']").click()
    expect(player.question).to_contain_text("objective hex for SS Infantry Platoon (I2)")
    player.see("undo").click()
    expect(player.question).to_contain_text("You have 35 CPP")
    do(player, "staff", "staff", "staff")
    expect(player.question).to_contain_text("20 FPP")
    expect(player.page.locator(".finder.form")).to_contain_text("foxhole for 2 squads")
    do(player, "fort wire")
    expect(player.question).to_contain_text("Where is this built: wire?")
    player.order(offer(player, "site"))
    expect(player.question).to_contain_text("17 FPP")
    do(player, "staff", "staff")
    expect(player.question).to_contain_text("Put units elsewhere")
    do(player, "end")
    expect(player.question).to_contain_text("fanatically")
    do(player, "fanatic no")
    expect(player.prompt.locator(".clock")).to_contain_text("20 December, afternoon, turn 1")


def test_the_papers_and_the_overlays_of_a_campaign(visit: Visit) -> None:
    player = visit()
    sit_down(player)
    for name in ("areas", "front", "entries", "points"):
        player.page.locator("[data-tool=overlays]").click()
        player.page.locator(f"[data-overlay={name}]").click()
        expect(player.see("legend")).to_be_visible()
    player.page.locator("[data-tool=library]").click()
    player.page.locator("[data-page=turns]").click()
    current = player.page.locator(".library-phases [aria-current=step]")
    expect(current).to_contain_text("purchase")
    player.page.locator("[data-page=tables]").click()
    charts = player.page.locator(".library-chart")
    for heading in ("Calendar and roster", "victory line", "Purchase record"):
        expect(charts.filter(has_text=heading).first).to_be_visible()
    player.page.emulate_media(media="print")
    expect(player.see("print")).to_be_hidden()
    expect(player.map).to_be_hidden()
    expect(charts.first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_purchase_form_on_a_phone(visit: Visit, language: str) -> None:
    player = visit(language=language, **PHONE)
    sit_down(player)
    do(player, "staff")
    form = player.page.locator(".finder.form")
    expect(form).to_be_visible()
    name = find_game("peiper").setting("cheneux").charts.group_name(1, language)
    expect(form).to_contain_text(re.compile(re.escape(name)))
    assert faults_of(player.page) == []
    player.picture(f"purchase-phone-{language}")
    player.see("find").click()
    expect(form).to_be_hidden()
