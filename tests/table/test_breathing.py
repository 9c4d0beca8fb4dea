"""Breathing: who is not in a hurry takes turns, one piece of work in a round."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AbstractContextManager

import pytest

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


def test_who_is_not_in_a_hurry_stands_back_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def evening(breathing: Breathing) -> tuple[int, int]:
        pieces = 0

        async def work() -> None:
            nonlocal pieces
            while True:
                await breathing.pause()
                pieces += 1

        task = asyncio.create_task(work())
        await asyncio.sleep(0.01)
        with breathing.hurrying():
            before = pieces
            await asyncio.sleep(0.1)
            during = pieces - before
        before = pieces
        await asyncio.sleep(0.02)
        task.cancel()
        return during, pieces - before

    monkeypatch.setattr("salient.table.breathing.PATIENCE", 60.0)
    during, after = asyncio.run(evening(Breathing()))
    assert not during, "an order is on its way"
    assert after > 3, "then all go on at once"
    monkeypatch.setattr("salient.table.breathing.PATIENCE", 0.02)
    during, _ = asyncio.run(evening(Breathing()))
    assert 1 <= during <= 6, "a piece now and then, however many orders there are"


def test_who_keeps_others_waiting_does_not_stand_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("salient.table.breathing.PATIENCE", 60.0)

    async def evening() -> None:
        breathing = Breathing()
        await breathing.pause()
        with breathing.hurrying():
            await asyncio.wait_for(breathing.pause(awaited=1), PATIENCE)

    asyncio.run(evening())


def test_an_order_is_a_hurry_and_a_bot_is_none(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall()
    breathing, hurries = hall.table.breathing, Counter[str]()
    hurrying = breathing.hurrying

    def counted() -> AbstractContextManager[None]:
        hurries["all"] += 1
        return hurrying()

    monkeypatch.setattr(breathing, "hurrying", counted)
    person = hall.guest()
    game = person.new_game(seats=TWO_BOTS)
    wait_until(lambda: person.card(game)["seq"] > 0)
    assert not hurries
    person.order(person.new_game(seats={"german": "me", "allied": "me"}))
    assert hurries["all"] == 1


def test_bots_and_those_who_look_on_take_turns(open_hall: OpenHall) -> None:
    hall = open_hall()
    pauses = 0
    breathing = hall.table.breathing
    pause = breathing.pause

    async def counted(*, awaited: int = 0) -> None:
        nonlocal pauses
        pauses += 1
        await pause(awaited=awaited)

    breathing.pause = counted  # type: ignore[method-assign]
    person, stranger = hall.guest(), hall.stranger()
    game = person.new_game(seats=TWO_BOTS, open=True)
    with stranger.follow(game) as follower:
        while follower.news()["seq"] < 10 * PIECE:
            pass
    assert pauses > 10
    wait_until(lambda: person.card(game)["status"] == "over")
    assert [entry["seq"] for entry in person.log(game)] == list(range(person.card(game)["seq"] + 1))
