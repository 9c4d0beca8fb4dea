"""A newcomer's first combat by real clicks: briefing, steps, chances, the card of the dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from salient.engine.lessons import LEARNER, lessons_for
from salient.games import find_game
from tests.table.browser.conftest import Visit
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor
from tests.table.people import wait_until


def arrive(visit: Visit, title: str, size: str, language: str, motion: bool = False) -> Visitor:
    """Come to the lobby, begin a game of the shelf and read its briefing."""
    learner = visit(tour=True, briefing=True, motion=motion, language=language, **SIZES[size])
    learner.open()
    learner.see(f"play-{title}").click()
    learner.see("begin").click()
    learner.wait_for_turn()
    expect_step(learner, title, 0)
    learner.see("tour-next").click()
    return learner


def expect_step(learner: Visitor, title: str, number: int) -> None:
    """The so manieth step is taught."""
    game = find_game(title)
    step = lessons_for(game, game.scenarios[0], LEARNER)[number]
    expect(learner.see("tour")).to_contain_text(
        game.texts(learner.language).say(f"lesson.{step.id}")
    )


def piece(learner: Visitor, name: str) -> int:
    """A unit by what stands on its counter."""
    found: int = next(one["id"] for one in learner.position()["pieces"] if one["name"] == name)
    return found


def clear_of_each_other(learner: Visitor, one: str, other: str) -> bool:
    """Whether two parts of the page do not lie over each other."""
    a, b = (learner.see(name).bounding_box() for name in (one, other))
    assert a
    assert b
    return (
        a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    )  # fmt: skip


@pytest.mark.parametrize(("size", "language"), [("laptop", "en"), ("wide", "ja")])
def test_the_first_battle_of_the_mist_is_foreseen_and_read(
    visit: Visit, size: str, language: str
) -> None:
    learner = arrive(visit, "mist", size, language, motion=True)
    learner.page.mouse.click(*learner.spot("piece", piece(learner, "915/352VG")))
    expect_step(learner, "mist", 2)
    expect(learner.page.locator(".figure").first).to_have_text(re.compile(r"^\d+$"))
    place = next(one["action"]["args"][0][1] for one in learner.offers()
                 if one["action"]["text"] == "move Wallendorf")  # fmt: skip
    learner.page.mouse.click(*learner.spot("place", place))
    expect_step(learner, "mist", 3)
    x, y = learner.spot("piece", piece(learner, "109C/28"))
    learner.page.mouse.move(x + 2, y + 2)
    learner.page.mouse.move(x, y)
    expect(learner.see("odds")).to_be_visible()
    wait_until(lambda: clear_of_each_other(learner, "odds", "tour"))
    learner.picture(f"first-combat-odds-{language}")
    for number in (4, 5):
        learner.see("tour-next").click()
        expect_step(learner, "mist", number)
    learner.page.locator('[data-action="end"]').click()
    expect_step(learner, "mist", 6)
    learner.wait_for_turn()  # the others' deeds have been played
    card = learner.see("deed")
    expect(card).to_contain_text("Wallendorf" if language == "en" else "ヴァレンドルフ")
    expect(card.locator(".die").first).to_be_visible()
    wait_until(lambda: clear_of_each_other(learner, "deed", "tour"))
    learner.picture(f"first-combat-card-{language}")
    learner.see("tour-next").click()
    expect(learner.see("tour")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_first_attack_of_the_bulge_is_taught_to_its_dice(visit: Visit, language: str) -> None:
    learner = arrive(visit, "bulge", "laptop", language)
    lehr = piece(learner, "902/Lehr")
    learner.page.mouse.dblclick(*learner.spot("piece", lehr))
    expect(learner.page.locator(".piece.chosen")).to_have_count(3)
    goal = next(one["action"]["args"][0][1] for one in learner.offers()
                if one["action"]["text"] == "move 2431")  # fmt: skip
    learner.page.mouse.click(*learner.spot("place", goal))
    expect_step(learner, "bulge", 3)
    learner.page.locator('[data-action="end"]').click()
    expect_step(learner, "bulge", 4)
    learner.page.locator('[data-action="target 2430"]').click()
    expect_step(learner, "bulge", 5)
    learner.page.mouse.dblclick(*learner.spot("piece", lehr))
    declare = learner.page.locator('[data-action="declare"]')
    expect(declare).to_contain_text("14")
    declare.hover()
    expect(learner.see("odds")).to_be_visible()
    declare.click()
    expect_step(learner, "bulge", 6)
    learner.page.locator('[data-action="resolve 2430"]').click()
    expect(learner.see("deed").locator(".die").first).to_be_visible()
    expect_step(learner, "bulge", 7)
    learner.see("tour-next").click()
    expect_step(learner, "bulge", 8)


def test_on_a_phone_the_steps_leave_the_question_in_sight(visit: Visit) -> None:
    learner = arrive(visit, "squad", "phone", "en")
    wait_until(lambda: clear_of_each_other(learner, "tour", "prompt"))
    gun = piece(learner, "ssMMG.1")
    learner.page.touchscreen.tap(*learner.spot("piece", gun))
    learner.page.locator(f'[data-fan="{gun}"]').tap()
    shoot = learner.page.locator('[data-action="shoot"]')
    expect(shoot).to_have_class(re.compile("primary"))
    wait_until(lambda: clear_of_each_other(learner, "tour", "prompt"))
    shoot.tap()
    expect(learner.see("deed").locator(".die").first).to_be_visible()
    expect_step(learner, "squad", 3)
    learner.picture("first-combat-phone")


def test_who_is_under_way_is_stopped_where_another_is_wanted(visit: Visit) -> None:
    player = visit(**SIZES["laptop"])
    player.sit_down()
    player.page.mouse.click(*player.spot("piece", piece(player, "14/5FJ")))
    expect(player.page.locator(".piece.chosen")).to_have_count(1)
    vianden = next(one for one in player.offers() if one["action"]["text"] == "move Vianden")
    with player.acting():
        player.page.mouse.click(*player.spot("place", vianden["action"]["args"][0][1]))
    wanted = piece(player, "986/276VG")
    player.page.mouse.click(*player.spot("piece", wanted))
    expect(player.see("why")).to_contain_text("8.21")
    player.see("remedy").click()
    expect(player.page.locator(f'.piece.chosen[data-piece="{wanted}"]')).to_have_count(1)


def test_answers_that_have_no_room_are_counted_and_come_to_light(visit: Visit) -> None:
    player = visit(**SIZES["laptop"])
    player.sit_down(title="trumpets", scenario="clervaux")
    for verb in ("army", "corps"):
        player.order(player.find_offer(verb), by_list=True)
        player.wait_for_turn()
    while (offer := player.find_offer("name", "end"))["action"]["verb"] == "name":
        player.order(offer, by_list=True)  # with some weather guns are named first
        player.wait_for_turn()
    player.order(offer, by_list=True)
    player.wait_for_turn()
    more = player.page.locator(".unfold-count")
    expect(more).to_have_text(re.compile(r"^\+\d$"))
    staff = player.page.locator('.prompt [data-action="staff"]')
    expect(staff).to_be_in_viewport(ratio=0.7)  # its words, if not all of its note
    player.see("unfold").click()
    expect(more).to_be_hidden()
    for button in player.page.locator(".prompt-buttons button").all():
        inner = "one => one.scrollWidth <= one.clientWidth + 1"
        assert button.evaluate(inner), button.text_content()
        expect(button).to_be_in_viewport(ratio=1)
    player.picture("unfolded")
