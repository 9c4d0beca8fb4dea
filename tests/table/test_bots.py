"""Bots at the table: they answer, and nobody waits for them but the one who plays them."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import Any

import pytest

from salient.bots import SimpleBot
from salient.engine import Action, AnyGame, Decision, seed_from_text
from salient.games import find_game
from salient.table.robots import Robots, Turns
from salient.table.thinking import think
from tests.table.conftest import OpenHall
from tests.table.people import PATIENCE, Hall, Person, random_match, wait_until

ME_AND_BOT = {"german": "me", "allied": "bot:random"}
TWO_BOTS = {"german": "bot:random", "allied": "bot:random"}


def play_until_asked(person: Person, game: str, times: int) -> None:
    """Order the last offer whenever one is asked, so often."""
    for _ in range(times):
        wait_until(lambda: person.card(game)["my_turn"] or person.card(game)["status"] == "over")
        if person.card(game)["status"] == "over":
            return
        person.order(game, person.offers(game)[-1])


def test_a_bot_answers(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats=ME_AND_BOT)
    assert person.card(game)["seats"][1]["bot"]
    play_until_asked(person, game, 12)
    wait_until(lambda: any(entry["side"] == "allied" for entry in person.log(game)))
    numbers = [entry["seq"] for entry in person.log(game)]
    assert numbers == list(range(len(numbers)))


def test_a_bot_begins_when_it_is_asked_first(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats={"german": "bot:random", "allied": "me"})
    wait_until(lambda: person.card(game)["seq"] > 0)
    assert person.log(game)[1]["side"] == "german"


def test_a_bot_begins_when_somebody_joins(hall: Hall) -> None:
    maker, other = hall.guest(), hall.guest()
    game = maker.new_game(seats={"german": "bot:random", "allied": "open"}, open=True)
    assert maker.card(game)["seq"] == 0
    other.join(game)
    wait_until(lambda: other.card(game)["seq"] > 0)


def wait_for_answer(person: Person) -> float:
    """How long a small question takes."""
    began = time.perf_counter()
    person.get("/api/me")
    return time.perf_counter() - began


def test_the_server_answers_while_bots_think(hall: Hall) -> None:
    person = hall.guest()
    before = [wait_for_answer(person) for _ in range(20)]  # as busy as the machine is otherwise
    game = person.new_game(seats=TWO_BOTS, scenario="campaign")
    waits: list[float] = []
    while person.card(game)["seq"] < 600 or len(waits) < 10:
        waits.append(wait_for_answer(person))
        time.sleep(0.02)
    assert median(waits) < 0.25 + 5 * median(before)
    person.ask("DELETE", f"/api/games/{game}", status=204)


def test_two_bots_play_to_the_end(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game(seats=TWO_BOTS)
    wait_until(lambda: person.card(game)["status"] == "over")
    card = person.card(game)
    assert card["result"]
    assert card["seed"]


def test_a_bot_does_not_know_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    def choose(_: SimpleBot, __: AnyGame, g: Any, decision: Decision) -> Action:
        shown.append(g.seed)
        return decision.actions[0]

    monkeypatch.setattr(SimpleBot, "choose", choose)
    match = random_match("mist", "seventh", "secret", actions=0)
    save = match.game.dump(match.state)
    assert think("mist", "some game", save, {0: "simple"})
    assert match.state.seed not in shown
    assert shown


def test_a_game_that_is_taken_away_while_its_bot_thinks_disturbs_nobody(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    person = hall.guest()
    games = [person.new_game(seats=TWO_BOTS, scenario="campaign") for _ in range(2)]
    wait_until(lambda: all(person.card(game)["seq"] for game in games))
    for game in games:
        person.ask("DELETE", f"/api/games/{game}", status=204)
    wait_until(lambda: not set(games) & set(hall.table.robots._tasks))
    assert not caplog.records


def test_a_bot_goes_on_after_a_restart(open_hall: OpenHall) -> None:
    first = open_hall()
    person = first.guest()
    game = person.new_game(seats=TWO_BOTS, scenario="campaign")
    wait_until(lambda: person.card(game)["seq"] > 0)
    stop = threading.Thread(target=first.__exit__, args=(None, None, None))
    stop.start()
    stop.join()
    second = open_hall()
    again = second.stranger()
    again.client.cookies.update(dict(person.client.cookies))
    began = again.card(game)["seq"]
    wait_until(lambda: again.card(game)["seq"] > began)


# -- whose turn it is ---------------------------------------------------------------------------


def test_a_bot_that_a_person_waits_for_thinks_first() -> None:
    order: list[str] = []

    async def think_for(name: str, turns: Turns, *, urgent: bool) -> None:
        async with turns.take(urgent=urgent):
            order.append(name)
            await asyncio.sleep(0)

    async def evening() -> None:
        turns = Turns(1)
        bots = [think_for(f"bots {number}", turns, urgent=False) for number in range(3)]
        await asyncio.gather(*bots, think_for("person", turns, urgent=True))

    asyncio.run(evening())
    assert order == ["bots 0", "person", "bots 1", "bots 2"]


def test_who_gives_up_waiting_takes_nobodys_turn() -> None:
    served: list[str] = []

    async def think_for(name: str, turns: Turns) -> None:
        async with turns.take(urgent=False):
            served.append(name)

    async def evening() -> None:
        turns = Turns(1)
        async with turns.take(urgent=False):
            early = asyncio.create_task(think_for("early", turns))
            late = asyncio.create_task(think_for("late", turns))
            await asyncio.sleep(0)
            early.cancel()
        await late
        # The turn was given to one who gave up at that very moment.
        async with turns.take(urgent=False):
            gone = asyncio.create_task(think_for("gone", turns))
            next_one = asyncio.create_task(think_for("next", turns))
            await asyncio.sleep(0)
        gone.cancel()
        await next_one
        await asyncio.wait_for(think_for("last", turns), PATIENCE)

    asyncio.run(evening())
    assert served == ["late", "next", "last"]


def test_nobody_can_foretell_a_bot_by_the_address_of_its_game() -> None:
    """What it draws by lot hangs on the secret dice, not on the id that everybody reads."""
    game = find_game("mist")
    played = set()
    for seed in ("one", "two", "three"):
        g, _ = game.start("seventh", seed_from_text(seed))
        played.add(tuple(think("mist", "the same game", game.dump(g), {0: "random", 1: "random"})))
    assert len(played) == 3


def test_workers_make_room_for_new_ones(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            begun.append(self)

    monkeypatch.setattr("salient.table.robots.ERRANDS", 2)
    monkeypatch.setattr("salient.table.robots.ProcessPoolExecutor", Pool)
    hall = open_hall()
    person = hall.guest()
    game = person.new_game(seats=TWO_BOTS)
    wait_until(lambda: person.card(game)["status"] == "over")
    assert len(begun) > 1


def test_after_a_start_people_are_served_first_and_bots_among_themselves_one_by_one(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_hall()
    person = first.guest()
    monkeypatch.setattr(Robots, "wake", lambda *_: None)
    alone = [person.new_game(seats=TWO_BOTS) for _ in range(3)]
    mine = person.new_game(seats={"german": "bot:random", "allied": "me"})
    woken: list[str] = []
    busy = threading.Event()

    async def until_idle(_: Robots) -> None:
        while busy.is_set():
            await asyncio.sleep(0.01)

    busy.set()
    monkeypatch.setattr(Robots, "wake", lambda _, room: woken.append(room.id))
    monkeypatch.setattr(Robots, "until_idle", until_idle)
    open_hall()
    wait_until(lambda: woken)
    time.sleep(0.1)
    assert woken == [mine]
    busy.clear()
    wait_until(lambda: len(woken) == 4)
    assert sorted(woken[1:]) == sorted(alone)
