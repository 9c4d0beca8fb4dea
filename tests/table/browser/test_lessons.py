"""The guided first scenario: it waits for the deed, in every title that teaches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from salient.engine.lessons import LEARNER, lessons_for
from salient.games import find_game
from tests.engine.test_lessons import TAUGHT
from tests.table.browser.conftest import Visit


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("title", TAUGHT)
def test_a_lesson_goes_on_when_it_has_been_done(visit: Visit, title: str, language: str) -> None:
    learner = visit(tour=True, language=language)
    game = find_game(title)
    seats = dict.fromkeys(game.sides, "me")
    learner.sit_down(title=title, scenario=game.scenarios[0], seats=seats)
    texts = game.texts(language)
    steps = lessons_for(game, game.scenarios[0], LEARNER)
    tour = learner.see("tour")
    expect(tour).to_contain_text(texts.say(f"lesson.{steps[0].id}"))
    learner.see("tour-next").click()
    expect(tour).to_contain_text(texts.say(f"lesson.{steps[1].id}"))
    learner.picture(f"lesson-{title}-{language}")
    for _ in range(3):  # what is asked again is done again
        learner.order(learner.find_offer(*steps[1].verbs), by_list=True)
        learner.wait_for_turn()
        asked = {offer["action"]["verb"] for offer in learner.offers()}
        if not steps[2].verb or asked & set(steps[2].verbs) or not asked & set(steps[1].verbs):
            break
        expect(tour).to_contain_text(texts.say(f"lesson.{steps[1].id}"))
    expect(tour).to_contain_text(texts.say(f"lesson.{steps[2].id}"))


def test_a_step_that_was_not_to_be_taken_holds_nobody_up(visit: Visit) -> None:
    """A gun with one target has aimed by itself; who ends the phase has gone beyond firing."""
    learner, game = visit(tour=True), find_game("squad")
    learner.sit_down(title="squad", scenario="practice", seats=dict.fromkeys(game.sides, "me"))
    tour, say = learner.see("tour"), game.texts("en").say
    learner.see("tour-next").click()
    expect(tour).to_contain_text(say("lesson.fire"))
    gun = next(one for one in learner.offers() if one["action"]["text"] == "fire ssMMG.1")
    learner.order(gun, by_list=True)
    expect(learner.page.locator("[data-action=shoot]")).to_be_visible()
    expect(tour).to_contain_text(say("lesson.target"))
    learner.order(learner.find_offer("shoot"), by_list=True)
    expect(tour).to_contain_text(say("lesson.end"))
    learner.order(learner.find_offer("end"), by_list=True)
    expect(tour).to_contain_text(say("lesson.move"))


def test_who_skips_a_lesson_by_doing_the_next_goes_on_from_there(visit: Visit) -> None:
    learner, game = visit(tour=True), find_game("squad")
    learner.sit_down(title="squad", scenario="practice", seats=dict.fromkeys(game.sides, "me"))
    learner.see("tour-next").click()
    learner.order(learner.find_offer("end"), by_list=True)
    expect(learner.see("tour")).to_contain_text(game.texts("en").say("lesson.move"))
