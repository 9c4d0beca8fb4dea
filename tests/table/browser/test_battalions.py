"""Battalions at the table: the staff, a formation and a unit on the move, an attack, by clicks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.table.browser.conftest import Visit
from tests.table.browser.visitor import Json, Visitor

WORDS = {
    "en": {"staff": "As the staff proposes", "bridge": "bridge:", "group": "Panzer Division"},
    "ja": {"staff": "幕僚の案のとおり", "bridge": "架橋：", "group": "装甲師団"},
}


def offered(player: Visitor, text: str) -> Json | None:
    """An offer by its text, if it is there."""
    return next((one for one in player.offers() if one["action"]["text"] == text), None)


def order(player: Visitor, text: str) -> None:
    """Give an order that must be on offer."""
    found = offered(player, text)
    assert found, [one["action"]["text"] for one in player.offers()]
    player.order(found)
    player.wait_for_turn()


def place_of(player: Visitor, name: str) -> int:
    """The place of a unit by its name."""
    [found] = [one["place"] for one in player.position()["pieces"] if one["name"] == name]
    place: int = found
    return place


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_corps_is_led_by_formations_and_its_staff(visit: Visit, language: str) -> None:
    player, words = visit(language=language), WORDS[language]
    player.sit_down(title="trumpets", scenario="clervaux", options={"events": "no"})
    player.wait_for_turn()
    order(player, "army 5pa")
    order(player, "corps xlvii")

    staff = player.page.locator('.prompt [data-action="staff"]')
    expect(staff).to_contain_text(words["staff"])
    expect(staff).to_contain_text(words["bridge"])
    order(player, "staff")
    expect(staff).to_have_count(0)
    order(player, "end")

    order(player, "group 2pz")
    expect(player.question).to_contain_text(words["group"])
    homes = {name: place_of(player, name) for name in ("I/304", "II/304")}
    order(player, "to 7840")
    for name, home in homes.items():
        assert place_of(player, name) != home, "over the Our on foot, one order for both"
    player.picture(f"battalions-group-{language}")

    order(player, "pick I/77")
    expect(player.page.locator(".figures text").first).to_have_text(re.compile(r"^[\d.]+$"))
    goal = next(one for one in player.offers() if one["action"]["verb"] == "move")
    player.order(goal)
    player.wait_for_turn()
    if offered(player, "stop"):
        order(player, "stop")
    home = place_of(player, "II/77")
    order(player, "follow")
    assert place_of(player, "II/77") != home, "same again"
    player.picture(f"battalions-follow-{language}")
