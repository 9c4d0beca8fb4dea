"""Breathing: who is not in a hurry takes turns, one piece of work in a round."""

from __future__ import annotations

import asyncio

from salient.table.breathing import PIECE, Breathing
from tests.table.conftest import OpenHall
from tests.table.people import PATIENCE, wait_until

TWO_BOTS = {"german": "bot:random", "allied": "bot:random"}


def test_one_of_many_works_in_each_round() -> None:
    done: list[str] = []

    async def work(name: str, breathing: Breathing) -> None:
        for _ in range(3):
            await breathing.pause()
            done.append(name)

    async def evening() -> list[int]:
        breathing = Breathing()
        tasks = [asyncio.create_task(work(name, breathing)) for name in "abcde"]
        rounds = []
        while not all(task.done() for task in tasks):
            before = len(done)
            await asyncio.sleep(0)  # a round of the loop
            rounds.append(len(done) - before)
        return rounds

    rounds = asyncio.run(evening())
    assert max(rounds) == 1, "never two pieces in a round"
    assert done == list("abcde" * 3), "in turn"


def test_who_gives_up_waiting_holds_nobody_up() -> None:
    async def evening() -> None:
        breathing = Breathing()
        tasks = [asyncio.create_task(breathing.pause()) for _ in range(4)]
        await asyncio.sleep(0)
        for gone in (tasks[0], tasks[2]):
            gone.cancel()
        await asyncio.wait_for(asyncio.gather(tasks[1], tasks[3]), PATIENCE)
        await asyncio.wait_for(breathing.pause(), PATIENCE)

    asyncio.run(evening())


def test_bots_and_those_who_look_on_take_turns(open_hall: OpenHall) -> None:
    hall = open_hall()
    pauses = 0
    breathing = hall.table.breathing
    pause = breathing.pause

    async def counted() -> None:
        nonlocal pauses
        pauses += 1
        await pause()

    breathing.pause = counted  # type: ignore[method-assign]
    person, stranger = hall.guest(), hall.stranger()
    game = person.new_game(seats=TWO_BOTS, open=True)
    with stranger.follow(game) as follower:
        while follower.news()["seq"] < 10 * PIECE:
            pass
    assert pauses > 10
    wait_until(lambda: person.card(game)["status"] == "over")
    assert [entry["seq"] for entry in person.log(game)] == list(range(person.card(game)["seq"] + 1))
