"""The table: all its parts, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from salient.games import find_game
from salient.table.accounts import Accounts
from salient.table.config import Config
from salient.table.errors import TableError
from salient.table.farewells import Farewells
from salient.table.letters import Letters
from salient.table.limits import Attempts, Crowd, Limiter
from salient.table.lobby import Lobby
from salient.table.metrics import Metrics
from salient.table.names import name_key
from salient.table.neighbours import Neighbours
from salient.table.notify import Notifier
from salient.table.presence import Presence
from salient.table.profiles import Profiles
from salient.table.referee import Referee
from salient.table.rematches import Rematches
from salient.table.robots import Robots
from salient.table.room import Room
from salient.table.rooms import Rooms, admits, read_game
from salient.table.sketches import Sketches
from salient.table.standing_in import StandIns
from salient.table.storage import Storage
from salient.table.taking_up import TakingUp
from salient.table.talking import Talk
from salient.table.timekeeper import Timekeeper
from salient.table.variations import VariationShelf
from salient.table.wire import Account, Status

NOBODY = -1
"""The side that decided before a game began."""


class GameTable:
    """What the routes work with."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.storage = Storage(config.database)
        self.rooms = Rooms(self.storage, config.rooms, config.entries)
        self.referee = Referee(self.storage, self.rooms, at_once=not config.pause)
        self.breathing = self.referee.breathing
        self.stand_ins = StandIns(self.referee, config.pause)
        self.neighbours = Neighbours(self.storage, self._hear, self.rooms.hear_of_all)
        self.robots = Robots(self.rooms, self.referee, self.neighbours, config.bot_workers)
        self.taking_up = TakingUp(self.storage, self.rooms, self.robots)
        self.notifier = Notifier(config, self.storage, self.neighbours.is_present)
        self.referee.watchers.append(self.notifier.watch)
        self.accounts = Accounts(self.storage, private_webhooks=config.private_webhooks)
        self.attempts = Attempts(self.storage)
        self.letters = Letters(config, self.accounts, self.attempts, self.notifier)
        self.presence_of = Presence(self.neighbours)
        self.lobby = Lobby(self.storage, self.rooms, self.presence_of.is_about)
        self.profiles = Profiles(self.storage, self.presence_of.is_about)
        self.rematches = Rematches(self.lobby)
        self.variations = VariationShelf(self.lobby)
        self.farewells = Farewells(self.storage, self.accounts, self.referee, self.lobby)
        self.sketches = Sketches(self.rooms)
        self.timekeeper = Timekeeper(self.storage, self.referee)
        self.referee.watchers.append(self.timekeeper.watch)
        self.metrics = Metrics()
        self.talk = Talk(self.storage, self.rooms, config.words)
        self.requests = Limiter(config.requests)
        self.reads = Limiter(config.reads)
        self.followers = Crowd()

    async def open(self) -> None:
        """Open the database and take up the games where they were."""
        await self.storage.open()
        await self.accounts.purge()
        await self.attempts.sweep()
        self.rooms.open()
        await self.neighbours.open()
        await self.timekeeper.open()
        self.taking_up.begin()

    async def close(self) -> None:
        """Stop the bots, send what is to be sent, close the database."""
        await self.taking_up.close()
        await self.stand_ins.close()
        await self.timekeeper.close()
        await self.robots.close()
        await self.rooms.close()
        await self.letters.close()
        await self.notifier.close()
        await self.neighbours.close()
        await self.accounts.close()
        await self.storage.close()

    async def _hear(self, kind: str, what: list[str]) -> None:
        """Take in what a neighbour has announced."""
        if kind == "moved":
            await self.rooms.hear_of(what[0], int(what[1]))
        elif kind == "changed":
            await self.rooms.hear_of(what[0])
        elif kind == "said":
            await self.talk.overhear(what[0])
        elif kind == "person":
            self.accounts.forget(int(what[0]))
        elif kind == "present":
            self._tell_company(what[0])
        elif kind == "about":
            self.presence_of.hear(int(what[0]))

    async def begin(self, game_id: str) -> None:
        """Tell the side that is to move, if all seats are taken: a bot thinks, a person hears."""
        try:
            room = await self.rooms.get(game_id)
        except TableError:
            return  # it cannot even be set up
        for watch in self.referee.watchers:
            watch(room, NOBODY)

    async def challenge(self, game_id: str, user: Account) -> None:
        """Tell those for whom seats of a game are kept, if they do not see its lists."""
        async with self.storage.read() as connection:
            row, seats = await read_game(connection, game_id)
        for seat in seats:
            if seat.kept_for is not None and not self.presence_of.is_about(seat.kept_for):
                self.notifier.challenge(row, seat.side, seat.kept_for, user.name)

    async def retell(self, game_id: str) -> None:
        """Let those who look at a game see its card anew: something beside it has changed."""
        async with self.storage.write() as connection:
            await connection.run_sync(self.storage.announce, "changed", game_id)
        await self.lobby.refresh(game_id)

    async def enter(self, game_id: str, user: Account | None, invite: str) -> Room:
        """The room of a game for one who may see it."""
        room = await self.rooms.get(game_id)
        _require_admission(room, user, invite)
        self.stand_ins.wake(room)
        return room

    @asynccontextmanager
    async def look(self, game_id: str, user: Account | None, invite: str) -> AsyncIterator[Room]:
        """The same, and nothing moves while one looks."""
        async with self.rooms.hold(game_id) as room:
            _require_admission(room, user, invite)
            self.stand_ins.wake(room)
            yield room

    async def export(self, game_id: str, user: Account | None, invite: str) -> tuple[str, str]:
        """The title of a game and its record; its dice are told when it is over.

        A finished game is exported even if the rules of this program cannot set it up.
        """
        try:
            async with self.look(game_id, user, invite) as room:
                if room.hides and room.status is not Status.OVER:
                    raise TableError("hidden-record")
                return room.game.id, room.record().to_text()
        except TableError as error:
            if error.code != "unplayable":
                raise
        row, seats, record = await self.rooms.written(game_id)
        players = [person for seat in seats for person in (seat.user_id, seat.kept_for)]
        if not admits(row, Status(row.status), players, user.id if user else None, invite):
            raise TableError("not-yours")
        if find_game(row.title).hides_in(row.options) and row.status != Status.OVER:
            raise TableError("hidden-record")
        return row.title, record.to_text()

    @asynccontextmanager
    async def presence(self, game_id: str, user: Account | None) -> AsyncIterator[None]:
        """Somebody looks at a game while the block runs: nobody need write to them about it."""
        if user is None:
            yield
            return
        await self.neighbours.come(game_id, user.id)
        self._tell_company(game_id)
        try:
            yield
        finally:
            await self.neighbours.go(game_id, user.id)
            self._tell_company(game_id)

    def _tell_company(self, game_id: str) -> None:
        """Somebody has come to a table, or gone: those who follow it look again."""
        if (room := self.rooms.found(game_id)) is not None:
            room.publish()

    # -- limits -------------------------------------------------------------------------------

    async def count_sign_up(self, network: str) -> None:
        """Count a new account or guest."""
        await self.attempts.count(f"sign-up {network}", self.config.sign_ups)

    @asynccontextmanager
    async def guessing(self, name: str, network: str) -> AsyncIterator[None]:
        """Count a password that is tried in the block, unless it is right.

        It counts for the network, and for the name within this network only: whoever tries
        somebody else's name elsewhere does not lock its owner out.
        """
        config, count = self.config, self.attempts.count
        numbers = [await count(f"wrong {network}", config.wrong_words)]
        numbers.append(await count(f"wrong {network} {name_key(name)}", config.sign_ins))
        yield
        await self.attempts.forgive(*numbers)

    async def count_game(self, user: Account) -> None:
        """Count a game that somebody sets up."""
        await self.attempts.count(f"game {user.id}", self.config.games)

    async def count_record(self, user: Account) -> None:
        """Count a record that somebody brings in."""
        await self.attempts.count(f"record {user.id}", self.config.records)


def _require_admission(room: Room, user: Account | None, invite: str) -> None:
    user_id = user.id if user else None
    players = (*room.users.values(), *room.kept_for)
    if not admits(room.row, room.status, players, user_id, invite):
        raise TableError("not-yours")
