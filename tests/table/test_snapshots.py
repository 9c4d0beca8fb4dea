"""Snapshots: a game opened from them is the one that its journal plays out to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select, update

from salient.engine import Match, seed_from_text
from salient.engine.retelling import Retelling
from salient.games import GAMES, find_game
from salient.table import room as rooms
from salient.table import schema, snapshots
from salient.table.rebuilding import rebuild
from salient.table.room import Room
from salient.table.table import GameTable
from salient.table.telling import tell_entry, tell_past, tell_position
from salient.table.wire import Account, Gesture, NewGame, Order
from tests.table.people import SIDES, Hall, Person, random_match, wait_until
from tests.table.test_storage import open_table, run

SMALL = {
    "mist": "three_days", "bulge": "campaign", "squad": "practice", "trumpets": "clervaux",
    "peiper": "cheneux",
}  # fmt: skip
ENTRIES = 320
"""More than two stretches."""

LONG = 460


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


def at_table(address: str, work: Callable[[GameTable], Awaitable[Any]]) -> Any:
    """Do something at a table that is opened for it, with bots asleep."""

    async def evening() -> Any:
        async with open_table(address) as table:
            return await work(table)

    return run(evening)


async def settle(table: GameTable) -> None:
    """Wait until what is to be kept is kept."""
    while table.rooms.snapshots.busy:
        await asyncio.sleep(0.01)


async def rows(table: GameTable, game_id: str) -> list[Any]:
    async with table.storage.read() as connection:
        return list(await snapshots.read_snapshots(connection, game_id, 2**31 - 1))


def bring_in(address: str, title: str, seed: str = "long", entries: int = ENTRIES) -> str:
    """Bring in a long game; it is played once, and its snapshots are kept."""

    async def work(table: GameTable) -> str:
        anna = await table.accounts.admit_guest("en")
        text = random_match(title, SMALL[title], seed, entries).record().to_text()
        game_id = await table.lobby.bring_in(text, anna, {})
        assert (await table.rooms.get(game_id)).recalled == 0
        await settle(table)
        return game_id

    game_id: str = at_table(address, work)
    return game_id


async def replayed(table: GameTable, game_id: str) -> Room:
    """The same game from its journal alone."""
    row, seats, entries = await table.rooms._read(game_id)
    return rebuild(row, seats, entries)


def all_of(room: Room) -> dict[str, Any]:
    """Everything that is told of a game, and what is not."""
    moves = sorted({0, 1, room.moves // 3, room.moves - 1, room.moves} & set(range(room.moves + 1)))
    sides = (-1, 0, 1)
    return {
        "state": room.game.fingerprint(room.match.state),
        "decision": room.match.decision,
        "record": room.match.record().to_text(),
        "deeds": room.match.deeds,
        "keys": room.keys,
        "status": (room.status, room.offer, room.taken_back, room.match.can_undo),
        "moments": [(m.move, m.clock, m.tracks, m.undone, m.events) for m in room.moments],
        "log": [tell_entry(room, n, None, "en") for n in range(room.seq + 1)],
        "seen": [tell_entry(room, n, 0, "ja") for n in range(room.seq + 1)],
        "positions": [tell_position(room, side, "en") for side in sides],
        "past": [tell_past(room, move, side, "en") for move in moves for side in sides],
        "states": [room.game.fingerprint(room.state_at(move)) for move in moves],
    }


@pytest.mark.parametrize("title", GAMES)
def test_a_game_opened_from_snapshots_is_the_one_of_its_journal(address: str, title: str) -> None:
    game_id = bring_in(address, title)

    async def work(table: GameTable) -> None:
        room = await table.rooms.get(game_id)
        assert room.recalled >= rooms.STRETCH
        assert all_of(room) == all_of(await replayed(table, game_id))

    at_table(address, work)


def test_what_snapshots_tell_is_not_played_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = bring_in(address, "mist")
    played: list[object] = []
    play = Match.play

    def noted(match: Match[Any], *args: Any, **more: Any) -> Any:
        played.append(args)
        return play(match, *args, **more)

    monkeypatch.setattr(Match, "play", noted)

    async def work(table: GameTable) -> Room:
        return await table.rooms.get(game_id)

    room = at_table(address, work)
    assert len(played) == room.seq - room.recalled
    assert room.recalled >= rooms.STRETCH


async def play_at_random(
    table: GameTable, game_id: str, anna: Account, chance: random.Random, times: int
) -> None:
    """Order and take back at random."""
    for number in range(times):
        room = await table.rooms.get(game_id)
        key = f"random-{room.seq}-{number}"
        if room.match.decision is None:
            return
        if room.match.can_undo and chance.random() < 0.3:
            await table.referee.gesture(room, anna.id, Gesture("undo", room.seq, key))
            continue
        if chance.random() < 0.05:
            side = room.game.sides[chance.randrange(2)]
            if room.offer is None:
                await table.referee.gesture(room, anna.id, Gesture("offer", room.seq, key, side))
                continue
        text = room.match.state.setting.lexicon.text(chance.choice(room.match.decision.actions))
        await table.referee.order(room, anna.id, Order(text, room.seq, key))


def test_what_was_taken_back_is_counted_on_after_a_restart(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "STRETCH", 4)
    wanted = NewGame(
        title="mist", scenario="seventh", seats=dict.fromkeys(find_game("mist").sides, "me")
    )

    async def work(table: GameTable) -> tuple[str, int]:
        anna = await table.accounts.admit_guest("en")
        game_id = await table.lobby.create(wanted, anna)
        room = await table.rooms.get(game_id)
        for number in range(12):
            assert room.match.decision is not None
            key = f"again-{number}"
            if room.match.can_undo:
                await table.referee.gesture(room, anna.id, Gesture("undo", room.seq, key))
                continue
            text = room.match.state.setting.lexicon.text(room.match.decision.actions[0])
            await table.referee.order(room, anna.id, Order(text, room.seq, key))
        await settle(table)
        return game_id, room.taken_back

    async def look(table: GameTable) -> int:
        return (await table.rooms.get(game_id)).taken_back

    game_id, taken_back = at_table(address, work)
    assert taken_back > 1
    assert at_table(address, look) == taken_back


@pytest.mark.parametrize("title", ["mist", "squad"])
def test_undo_and_draws_come_through(
    each_database: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "STRETCH", 7)
    chance = random.Random(f"undo {title}")
    wanted = NewGame(
        title=title, scenario=SMALL[title], seats=dict.fromkeys(find_game(title).sides, "me")
    )

    async def begin(table: GameTable) -> tuple[str, Account]:
        anna = await table.accounts.admit_guest("en")
        return await table.lobby.create(wanted, anna), anna

    game_id, anna = at_table(each_database, begin)
    recalled = 0
    for _ in range(4):

        async def work(table: GameTable) -> Room:
            room = await table.rooms.get(game_id)
            assert all_of(room) == all_of(await replayed(table, game_id))
            await play_at_random(table, game_id, anna, chance, 60)
            await settle(table)
            return room

        room = at_table(each_database, work)
        assert room.recalled >= recalled
        recalled = room.recalled
    assert recalled > 20


def spoil(**change: Any) -> Any:
    return update(schema.snapshots).values(**change)


LAST = schema.snapshots.c.seq == select(schema.snapshots.c.seq).order_by(
    schema.snapshots.c.seq.desc()
).limit(1).scalar_subquery()  # fmt: skip
SPOILT = {
    "other program": spoil(program="another"),
    "other rules": spoil(rules="0"),
    "no state": spoil(state=b"nothing"),
    "no pages": spoil(pages=b"nothing"),
    "another stamp": spoil(stamp="aa000000"),
    "a gap": delete(schema.snapshots).where(schema.snapshots.c.since == 0),
    "last one too far": spoil(seq=LONG).where(LAST),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_snapshot_that_is_wrong_or_old_is_thrown_away_and_the_journal_played(
    address: str, how: str
) -> None:
    game_id = bring_in(address, "mist", entries=LONG)

    async def break_it(table: GameTable) -> list[Any]:
        before = await rows(table, game_id)
        change = SPOILT[how]
        if how == "another stamp":  # one of these very columns
            change = change.values(stamp=before[-1].stamp[:2] + "000000")
        async with table.storage.write() as connection:
            await connection.execute(change)
        return before

    async def open_it(table: GameTable) -> list[Any]:
        room = await table.rooms.get(game_id)
        assert room.recalled == 0
        assert all_of(room) == all_of(await replayed(table, game_id))
        await settle(table)
        return await rows(table, game_id)

    async def open_again(table: GameTable) -> Room:
        return await table.rooms.get(game_id)

    before = at_table(address, break_it)
    assert len(before) > 1
    assert at_table(address, open_it) == before, "made anew, and the same"
    assert at_table(address, open_again).recalled == before[-1].seq


def test_the_state_of_another_game_is_not_taken_for_this_one(address: str) -> None:
    mine, other = bring_in(address, "mist", "mine"), bring_in(address, "mist", "other")

    async def swap(table: GameTable) -> None:
        table_ = schema.snapshots
        state = (await rows(table, other))[-1].state
        async with table.storage.write() as connection:
            await connection.execute(
                update(table_).where(table_.c.game_id == mine).values(state=state)
            )

    async def look(table: GameTable) -> None:
        room = await table.rooms.get(mine)
        assert room.recalled == 0
        assert room.match.state.seed == seed_from_text("mine")

    at_table(address, swap)
    at_table(address, look)


def test_rules_that_change_without_a_word_are_noticed_in_spite_of_snapshots(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program plays the journal again, and every stamp is compared."""
    game_id = bring_in(address, "mist")
    assert snapshots.program() == snapshots.program()
    monkeypatch.setattr(snapshots, "program", lambda: "changed")

    async def spoil_journal(table: GameTable) -> Room:
        journal = schema.journal
        async with table.storage.write() as connection:
            found = await connection.execute(select(journal.c.stamp).where(journal.c.seq == 50))
            stamp = found.scalar_one()
            await connection.execute(
                update(journal).where(journal.c.seq == 50).values(stamp=stamp[:2] + "000000")
            )
        return await table.rooms.get(game_id)

    assert at_table(address, spoil_journal).halted_at == 50


def test_snapshots_go_with_their_game(each_database: str) -> None:
    game_id = bring_in(each_database, "mist")

    async def work(table: GameTable) -> list[Any]:
        assert await rows(table, game_id)
        async with table.storage.write() as connection:
            await connection.execute(delete(schema.games).where(schema.games.c.id == game_id))
        return await rows(table, game_id)

    assert at_table(each_database, work) == []


def test_what_is_kept_too_late_or_twice_harms_nobody(each_database: str) -> None:
    """Two servers keep the same game, and one lags behind."""
    game_id = bring_in(each_database, "mist")

    async def work(table: GameTable) -> tuple[list[Any], list[Any]]:
        before = await rows(table, game_id)
        late = await replayed(table, game_id)
        assert late.drafts
        table.rooms.snapshots.keep(late)
        await settle(table)
        return before, await rows(table, game_id)

    before, after = at_table(each_database, work)
    assert before == after


@pytest.mark.parametrize("title", GAMES)
def test_events_are_read_as_they_were_written(title: str) -> None:
    game = find_game(title)
    options = {option.id: option.choices[-1] for option in game.options}
    retelling, chance, kinds = Retelling(game), random.Random(title), set()
    match = Match.start(game, SMALL[title], seed_from_text("retold"), options)
    while (decision := match.decision) is not None and len(match.log) < 700:
        match.play(chance.choice(decision.actions))
    for _, events in match.log:
        kinds |= {type(event) for event in events}
        assert retelling.read(msgspec.json.decode(msgspec.json.encode(events))) == events
    assert len(kinds) > 5


def test_an_event_that_the_game_does_not_have_is_refused() -> None:
    retelling = Retelling(find_game("mist"))
    for written in ({"event": "invasion"}, {}, {"event": "moved", "units": "x"}):
        with pytest.raises(ValueError, match=r"event|Expected|Object"):
            retelling.read([written])


def test_what_was_taken_back_by_agreement_comes_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it goes back behind a snapshot that was made before."""
    monkeypatch.setattr(rooms, "STRETCH", 3)
    with Hall(tmp_path / "table.db") as hall:
        people = dict(zip(SIDES, (hall.guest(), hall.guest()), strict=True))
        german, allied = people.values()
        game = german.new_game(seats={"german": "me", "allied": "open"}, open=True)
        allied.join(game)

        def play(count: int) -> None:
            for number in range(count):
                (side,) = german.card(game)["to_move"]
                offers = people[side].offers(game)
                ends = [text for text in offers if text.startswith("end")]
                people[side].order(game, ends[0] if ends and number % 3 == 2 else offers[0])

        def pleading() -> Person:
            """Somebody who cannot take back alone what he did."""
            for _ in range(60):
                for person in people.values():
                    if person.position(game)["can_plead"]:
                        return person
                play(3)
            raise AssertionError("everybody can take back by himself")

        def told() -> tuple[object, object, str]:
            record = german.client.get(f"/api/games/{game}/record").text
            return german.position(game), german.log(game), record

        play(30)
        for _ in range(3):
            pleader = pleading()
            before = german.position(game)["move"]
            pleader.gesture(game, "plead")
            (allied if pleader is german else german).gesture(game, "allow")
            assert german.position(game)["move"] < before
            play(13)
        wait_until(lambda: not hall.table.rooms.snapshots.busy)
        live = told()
        hall.table.rooms._rooms.pop(game)
        assert told() == live
        room = hall.table.rooms.found(game)
        assert room is not None
        assert room.recalled > 30
        assert german.position(game, move=20) == german.position(game, move=20)
        hall.rows("DELETE FROM snapshots")
        hall.table.rooms._rooms.pop(game)
        assert told() == live, "and so does the journal alone"
