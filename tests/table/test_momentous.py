"""At a table nothing that cannot be taken back happens without a word, and journals tell it."""

from __future__ import annotations

from typing import Any

from tests.engine.test_momentous import give_the_word, play_until_held
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person


def held_game(hall: Hall) -> tuple[Person, str]:
    """A person who is asked for the only thing that is left."""
    match = play_until_held("mist", "seventh")
    person = hall.guest()
    record = match.record()
    actions = list(record.actions)
    stamps = list(record.stamps)
    _, text = actions.pop()
    shorter = record._replace(actions=actions, stamps=stamps[:-1])
    game: str = person.bring_in(shorter.to_text())["id"]
    person.order(game, text)
    return person, game


def question(person: Person, game: str) -> Any:
    return person.position(game)["question"]


def test_what_is_momentous_is_offered_alone_and_can_be_declined_by_undoing(hall: Hall) -> None:
    person, game = held_game(hall)
    [offer] = question(person, game)["offers"]
    assert offer["momentous"]
    assert person.position(game)["can_undo"]
    person.gesture(game, "undo")
    assert len(question(person, game)["offers"]) > 1


def test_a_word_is_an_entry_of_its_own_and_no_action_of_the_record(hall: Hall) -> None:
    person, game = held_game(hall)
    before = person.position(game)["move"]
    record = person.send("GET", f"/api/games/{game}/record").text
    person.order(game)
    entry = person.log(game)[-1]
    assert (entry["kind"], entry["move"]) == ("confirm", before + 1)
    after = person.send("GET", f"/api/games/{game}/record").text
    assert len(after.splitlines()) == len(record.splitlines())
    assert person.position(game, move=before)["move"] == before


def test_a_restarted_server_still_waits_for_the_word_and_remembers_it(open_hall: OpenHall) -> None:
    person, game = held_game(open_hall())
    waiting = person.position(game)
    again = open_hall().stranger()
    again.client.cookies.update(dict(person.client.cookies))
    assert again.position(game) == waiting
    again.order(game)
    seen = again.position(game), again.log(game), again.position(game, move=waiting["move"])
    third = open_hall().stranger()
    third.client.cookies.update(dict(person.client.cookies))
    told = third.position(game), third.log(game), third.position(game, move=waiting["move"])
    assert told == seen


def test_a_game_that_was_taken_back_before_the_word_is_rebuilt(open_hall: OpenHall) -> None:
    person, game = held_game(open_hall())
    person.gesture(game, "undo")
    seen = person.position(game), person.log(game)
    again = open_hall().stranger()
    again.client.cookies.update(dict(person.client.cookies))
    assert (again.position(game), again.log(game)) == seen


def test_journals_of_programs_that_did_not_ask_play_on_as_they_were(open_hall: OpenHall) -> None:
    match = play_until_held("mist", "seventh")
    give_the_word(match)
    person = open_hall().guest()
    game = person.bring_in(match.record().to_text())["id"]
    position = person.position(game)
    decision = match.decision
    assert decision is not None
    assert position["move"] == len(match.record().actions)
    assert len(position["question"]["offers"]) == len(decision.actions)
