"""What takes long is worked out beside the event loop: nobody else waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from salient.engine import Match
from salient.table import aftermath, answers, library, lobby, rooms, sketches, telling
from tests.table.people import Hall, Person, random_match


@pytest.fixture(scope="module")
def person(hall: Hall) -> Person:
    return hall.guest()


@pytest.fixture(scope="module")
def game(person: Person) -> str:
    """A game that is over, of which anything may be asked."""
    text = random_match("mist", "seventh", "threads", 40).record().to_text()
    game: str = person.bring_in(text)["id"]
    person.gesture(game, "resign", side="german")
    return game


def ask(path: str) -> Callable[[Person, str], object]:
    """Ask about a game."""
    return lambda person, game: person.client.get(f"/api/games/{game}/{path}").raise_for_status()


def bring_in(person: Person, _game: str) -> object:
    return person.bring_in(random_match("mist", "seventh", "in", 9).record().to_text())


def open_anew(person: Person, game: str) -> object:
    person.hall.table.rooms._rooms.clear()
    return person.position(game)


Heavy = tuple[Any, str, Callable[[Person, str], object]]
HEAVY: dict[str, Heavy] = {
    "a record is read": (lobby, "parse_record", bring_in),
    "a record is played": (Match, "resume", bring_in),
    "a journal is played": (rooms, "rebuild", open_anew),
    "a map is drawn": (telling, "tell_board", ask("board")),
    "the past": (telling, "tell_past", ask("position?move=7")),
    "a threat": (answers, "tell_overlay", ask("overlays/threat")),
    "an overlay of the past": (answers, "tell_overlay", ask("overlays/supply?move=7")),
    "odds": (answers, "tell_odds", ask("odds/3")),
    "a place": (answers, "tell_place", ask("places/3?move=7")),
    "a range": (answers, "tell_reach", ask("reach/0")),
    "lines of supply": (answers, "tell_lifelines", ask("lifelines/0")),
    "a briefing": (library, "tell_reference", ask("reference")),
    "tables": (library, "tell_handbook", ask("handbook")),
    "the standing": (library, "tell_standing", ask("standing")),
    "the aftermath": (aftermath, "tell_aftermath", ask("aftermath")),
    "a small picture": (sketches, "sketch", ask("sketch")),
}


@pytest.mark.parametrize("what", HEAVY)
def test_the_loop_does_not_do_it_itself(
    hall: Hall, person: Person, game: str, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    owner, name, do = HEAVY[what]
    work, threads = getattr(owner, name), set[threading.Thread]()

    def noted(*given: Any, **more: Any) -> Any:
        threads.add(threading.current_thread())
        return work(*given, **more)

    monkeypatch.setattr(owner, name, noted)
    do(person, game)
    assert threads, "it was worked out"
    assert hall.thread not in threads


def test_lines_of_sight_are_drawn_beside_the_loop(
    hall: Hall, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = person.new_game(
        title="squad", scenario="practice", seats={"german": "me", "american": "me"}
    )
    work, threads = answers.tell_sight, list[threading.Thread]()

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return work(*given)

    monkeypatch.setattr(answers, "tell_sight", noted)
    person.get(f"/api/games/{game}/sight/0/1")
    assert threads
    assert hall.thread not in threads
