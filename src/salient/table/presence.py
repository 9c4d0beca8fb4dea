"""Presence: who is at a table, and who is about; told to those alone who play with them."""

from __future__ import annotations

import time

from salient.table.neighbours import Neighbours
from salient.table.room import Room
from salient.table.wire import Company

ABOUT = 60.0
"""Seconds that somebody is about after the last request."""

TELL_EVERY = 20.0
"""Seconds between two announcements of the same person to the neighbours."""

MOST_KNOWN = 10_000


class Presence:
    """Knows who is where, at this server and at its neighbours."""

    def __init__(self, neighbours: Neighbours) -> None:
        self.neighbours = neighbours
        self._seen: dict[int, float] = {}
        self._told: dict[int, float] = {}

    def see(self, user_id: int) -> None:
        """Somebody has asked for something here."""
        now = time.monotonic()
        self.hear(user_id)
        if self._told.get(user_id, -TELL_EVERY) <= now - TELL_EVERY:
            self._told = {who: at for who, at in self._told.items() if at > now - TELL_EVERY}
            self._told[user_id] = now
            self.neighbours.mention(user_id)

    def hear(self, user_id: int) -> None:
        """Somebody has asked for something, here or at a neighbour's."""
        self._seen.pop(user_id, None)
        self._seen[user_id] = time.monotonic()
        if len(self._seen) > MOST_KNOWN:
            del self._seen[next(iter(self._seen))]

    def is_about(self, user_id: int) -> bool:
        """Whether somebody is about: looks at any game, or has asked for something just now."""
        lately = self._seen.get(user_id, -ABOUT) > time.monotonic() - ABOUT
        return lately or self.neighbours.is_anywhere(user_id)

    def company(self, room: Room, user_id: int | None) -> Company | None:
        """Who is at a table, for one of its players; nobody else is told."""
        if user_id is None or user_id not in room.users.values():
            return None
        people = self.neighbours.people(room.id)
        sides = room.game.sides
        present = [sides[side] for side, who in room.users.items() if who in people]
        return Company(present, len(people - set(room.users.values())))
