"""Who has nothing to decide is asked all the same where the enemy would learn something from it."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from salient.engine import Match, parse_record, replay, seed_from_text
from salient.engine.actions import Action
from salient.engine.events import seen_events
from salient.games import find_game
from salient.games.squad.core.events.movement import LetGo
from salient.table.room import Room
from salient.table.standing_in import AT_FIRST, SPREAD, StandIns
from tests.table.conftest import OpenHall
from tests.table.people import Follower, Hall, Person, wait_until

SQUAD = find_game("squad")
SCENARIO = "sanatorium"
PAUSE = 0.2


class Pair(NamedTuple):
    """A position, one that looks the same to the mover, and an order of his.

    After the order his enemy can fire in one of them, and in the other he cannot.
    """

    asked: Any
    silent: Any
    order: Action
    mover: int


def veiled_after(g: Any, order: Action, mover: int) -> bool | None:
    """Whether the enemy is asked after an order only for the sake of the veil; None if not at all.

    Nothing is said, either, if dice have fallen.
    """
    after = g.copy()
    SQUAD.play(after, order, mover, veil=(mover,))
    decision = SQUAD.decision(after)
    if decision is None or decision.side == mover or after.drawn != g.drawn:
        return None
    return decision.veils


def pairs(seed: str) -> Iterator[Pair]:
    """Such positions, of random games."""
    rng = random.Random(seed)
    for number in range(40):
        match = Match.start(SQUAD, SCENARIO, seed_from_text(f"{seed} {number}"))
        while (decision := match.decision) is not None and len(match.log) < 250:
            g, mover = match.state, decision.side
            orders = [action for action in decision.actions if action.verb == "go"]
            if orders and g.mover == mover:
                order = rng.choice(orders)
                twin = SQUAD.known(g, mover, random.Random(0))
                ends = veiled_after(g, order, mover), veiled_after(twin, order, mover)
                if set(ends) == {True, False}:
                    asked, silent = (g.copy(), twin) if not ends[0] else (twin, g.copy())
                    yield Pair(asked, silent, order, mover)
            match.play(rng.choice(orders or decision.actions))


@pytest.fixture(scope="module")
def pair() -> Pair:
    return next(pairs("veil"))


class Table(NamedTuple):
    """A game of two people with an onlooker, at a certain position."""

    game: str
    mover: Person
    enemy: Person
    watcher: Person
    room: Room


def sit_down(hall: Hall, g: Any, mover: int) -> Table:
    """Two people at a position of ours."""
    people, sides = (hall.guest(), hall.guest()), SQUAD.sides
    game = people[0].new_game(
        title="squad", scenario=SCENARIO, seats={sides[mover]: "me", sides[1 - mover]: "open"},
        open=True,
    )  # fmt: skip
    people[1].join(game, sides[1 - mover])
    people[0].position(game)
    room = hall.table.rooms.found(game)
    assert room is not None
    room.match.state = g.copy()
    room.match._known.clear()
    room.positions.clear()
    return Table(game, people[0], people[1], hall.stranger(), room)


NAMES = re.compile(r"Guest \d+")


def plain(news: Any) -> Any:
    """A message without what tells one game, or one moment, from another."""
    if isinstance(news, dict):
        moment = ("at", "card", "now", "company")
        return {key: plain(value) for key, value in news.items() if key not in moment}
    if isinstance(news, list):
        return [plain(each) for each in news]
    return NAMES.sub("Guest", news) if isinstance(news, str) else news


def messages(follower: Follower, seq: int) -> list[Any]:
    """All that somebody is sent until an entry."""
    return [plain(each) for each in follower.until(seq)]


def answers(person: Person, game: str) -> list[Any]:
    """What somebody finds out who asks."""
    asked = ("position", "log", "standing", "overlays/threat", "places/3", "odds/3", "why?place=3",
             "trace?action=pass", "position?move=1", "")  # fmt: skip
    found = [person.client.get(f"/api/games/{game}/{path}".rstrip("/")) for path in asked]
    return [(each.status_code, without_names(each.json())) for each in found]


def without_names(answer: Any) -> Any:
    """The same without the names and numbers of the game itself."""
    own = ("id", "moved", "created", "commitment", "invite")
    if isinstance(answer, dict):
        answer = {key: value for key, value in answer.items() if key not in own}
    return plain(answer)


@contextmanager
def asleep() -> Iterator[None]:
    """For a while the table answers for nobody."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StandIns, "wake", lambda *_: None)
        yield


def test_the_mover_is_told_the_same_whether_or_not_somebody_can_fire(
    open_hall: OpenHall, pair: Pair
) -> None:
    hall = open_hall(pause=PAUSE)
    text = pair.asked.setting.lexicon.text(pair.order)
    told = []
    for g, silent in ((pair.asked, False), (pair.silent, True)):
        table = sit_down(hall, g, pair.mover)
        with table.mover.follow(table.game) as one, table.watcher.follow(table.game) as two:
            one.until(0), two.until(0)
            with asleep():
                table.mover.order(table.game, text)
                assert table.room.is_veil == silent
                assert table.room.decider == 1 - pair.mover
                found = [messages(one, 1), messages(two, 1)]
                found += [answers(table.mover, table.game), answers(table.watcher, table.game)]
            if silent:
                table.watcher.position(table.game)  # who looks wakes the table
            else:
                table.enemy.order(table.game, "pass")
            found += [messages(one, 2), messages(two, 2)]
            told.append(found)
    assert told[0] == told[1]


def test_who_has_nothing_to_decide_is_not_bothered(open_hall: OpenHall, pair: Pair) -> None:
    hall = open_hall(pause=PAUSE)
    table = sit_down(hall, pair.silent, pair.mover)
    with asleep():
        table.mover.order(table.game, pair.silent.setting.lexicon.text(pair.order))
        seen = table.enemy.position(table.game)
        assert seen["question"] is None
        assert seen["to_decide"] == pair.mover
        assert seen["waiting"]
        assert table.mover.position(table.game)["to_decide"] == 1 - pair.mover
        assert (table.game, table.enemy.me["id"]) not in hall.table.notifier._waiting
    wait_until(lambda: table.mover.position(table.game)["question"])
    entry = table.mover.log(table.game)[2]
    assert (entry["kind"], entry["side"], entry["text"], entry["lines"]) == (
        "action", SQUAD.sides[1 - pair.mover], "", [],
    )  # fmt: skip
    assert table.enemy.log(table.game)[2]["kind"] == "confirm"


def test_without_a_pause_the_answer_comes_with_the_order(open_hall: OpenHall, pair: Pair) -> None:
    table = sit_down(open_hall(), pair.silent, pair.mover)
    acknowledged = table.mover.order(table.game, pair.silent.setting.lexicon.text(pair.order))
    assert acknowledged["seq"] >= 2
    assert not table.room.is_veil


def test_who_plays_both_sides_knows_anyway(open_hall: OpenHall, pair: Pair) -> None:
    hall = open_hall(pause=PAUSE)
    person = hall.guest()
    game = person.new_game(title="squad", scenario=SCENARIO, seats=dict.fromkeys(SQUAD.sides, "me"))
    person.position(game)
    room = hall.table.rooms.found(game)
    assert room is not None
    assert room.veiled == frozenset()
    room.match.state = pair.silent.copy()
    room.match._known.clear()
    person.order(game, pair.silent.setting.lexicon.text(pair.order))
    assert not room.is_veil
    assert room.seq == 1


def play_both(table: Table, rng: random.Random, orders: int) -> None:
    """Let two people play at random."""
    people = {0: table.mover, 1: table.enemy}
    for _ in range(orders):
        decides = table.watcher.position(table.game)["to_decide"]
        if decides < 0:
            break
        offers = people[decides].offers(table.game)
        going = [text for text in offers if text.startswith("go ")]
        people[decides].order(table.game, rng.choice(going or offers))


def test_a_journal_with_veils_plays_again_and_its_record_is_that_of_the_game(
    open_hall: OpenHall,
) -> None:
    first = open_hall()
    table = sit_down(first, SQUAD.start(SCENARIO, seed_from_text("x"))[0], 0)
    first.table.rooms._rooms.clear()  # the game itself, not our position
    rng = random.Random("veiled game")
    answered = "SELECT kind FROM journal WHERE game_id = ? AND key LIKE 'table-%'"
    for _ in range(10):
        play_both(table, rng, 40)
        kinds = first.rows(answered, table.game)
        if len(kinds) > 3:
            break
    assert set(kinds) == {("confirm",)}
    log = table.mover.log(table.game)
    second = open_hall()
    again = second.stranger()
    again.client.cookies.update(dict(table.mover.client.cookies))
    assert again.log(table.game) == log
    room = second.table.rooms.found(table.game)
    assert room is not None
    assert room.halted_at is None
    record = parse_record(room.match.record().to_text())
    *_, (state, _) = replay(SQUAD, record)
    assert SQUAD.fingerprint(state) == SQUAD.fingerprint(room.match.state)
    for move in range(0, room.moves, 7):
        assert again.position(table.game, move=move)["move"] == move


def test_a_table_that_is_killed_before_it_answers_answers_when_somebody_looks(
    open_hall: OpenHall,
) -> None:
    first = open_hall(pause=60.0)
    table = sit_down(first, SQUAD.start(SCENARIO, seed_from_text("x"))[0], 0)
    first.table.rooms._rooms.clear()
    rng, people = random.Random("killed"), {0: table.mover, 1: table.enemy}
    with asleep():
        for _ in range(200):
            decides = table.watcher.position(table.game)["to_decide"]
            offers = people[decides].offers(table.game)
            if not offers:
                break
            people[decides].order(table.game, rng.choice(offers))
        room = first.table.rooms.found(table.game)
        assert room is not None
        assert room.is_veil
    again = open_hall(pause=0.01).stranger()
    wait_until(lambda: again.position(table.game)["seq"] > room.seq)


def test_a_bot_answers_where_it_has_nothing_to_decide(open_hall: OpenHall, pair: Pair) -> None:
    hall = open_hall(pause=60.0)
    person = hall.guest()
    sides = SQUAD.sides
    game = person.new_game(
        title="squad", scenario=SCENARIO,
        seats={sides[pair.mover]: "me", sides[1 - pair.mover]: "bot:random"},
    )  # fmt: skip
    wait_until(lambda: person.position(game)["question"])
    room = hall.table.rooms.found(game)
    assert room is not None
    before = room.seq
    room.match.state = pair.silent.copy()
    room.match._known.clear()
    room.positions.clear()
    person.order(game, pair.silent.setting.lexicon.text(pair.order), after=before)
    wait_until(lambda: person.position(game)["question"])
    assert [m.written.kind for m in room.moments[before + 1 :]][:2] == ["action", "confirm"]
    assert all(m.written.user_id is None for m in room.moments[before + 2 :])


def test_a_pause_is_like_those_that_a_player_makes(hall: Hall, pair: Pair) -> None:
    table = sit_down(hall, pair.silent, pair.mover)
    stand_ins = StandIns(hall.table.referee, 4.0)
    hall.table.referee.watchers.pop()
    found = [stand_ins.pause(table.room) for _ in range(200)]
    assert AT_FIRST[0] * SPREAD[0] <= min(found) < max(found) <= AT_FIRST[1] * SPREAD[1]
    pace = table.room.paces[table.room.decider] = deque([2.0])
    found = [stand_ins.pause(table.room) for _ in range(200)]
    assert 2.0 * SPREAD[0] <= min(found) < max(found) <= 2.0 * SPREAD[1]
    pace.append(3600.0)
    assert max(stand_ins.pause(table.room) for _ in range(200)) == 4.0, "nobody waits for an hour"


@pytest.mark.rule("squad:A12.3")
def test_that_fire_was_held_is_told_to_those_who_held_it(pair: Pair) -> None:
    g, foe = pair.asked.copy(), 1 - pair.mover
    SQUAD.play(g, pair.order, pair.mover, veil=(pair.mover,))
    events = SQUAD.play(g, Action("pass"), foe, veil=(pair.mover,))
    assert any(isinstance(event, LetGo) for event in seen_events(events, foe))
    assert not any(isinstance(event, LetGo) for event in seen_events(events, pair.mover))
