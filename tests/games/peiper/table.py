"""A table on which each rule of the campaign can be shown.

A :class:`Campaign` is a campaign with nothing on its map; a test puts counters out of the box where
it wants them and runs single steps of the refit phase::

    table = Campaign("cheneux")
    table.put("P9", "us747.1").hold("american", "P9", "L10")
    table.dice(3, 4).step(606)
    assert table.where("us747.1") == "L10"
"""

from __future__ import annotations

from types import EllipsisType
from typing import Self

import msgspec

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine import Event
from salient.games.peiper.calendar import parse_date
from salient.games.peiper.game import PeiperGame, check_campaign, first_state
from salient.games.peiper.sequence import AGAIN, ENDING, ONCE, REFIT, Refit
from salient.games.peiper.state import Force, Line, PeiperState, Terms
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.terrain.board import Hexagon
from tests.dice import SCRIPT
from tests.games.playing import Playing

GAME = PeiperGame()


class Campaign(Playing):
    """A campaign set up piece by piece."""

    game = GAME

    def __init__(self, name: str = "cheneux", date: str = "", **options: str) -> None:
        setting = GAME.setting(name, options)
        self.g: PeiperState = first_state(setting, bytes(32))
        self.g.steps = []
        self.g.date = parse_date(date) if date else setting.dates[0]
        self.g.roster.append(Line(self.g.date, "attack", attacker=0))
        self.g.san_now = [setting.campaign.german.san, setting.campaign.american.san]
        self.events: list[Event] = []

    @classmethod
    def begun(cls, name: str = "cheneux", seed: int = 0, **options: str) -> Campaign:
        """A campaign at its first question."""
        table = cls.__new__(cls)
        table.g, table.events = GAME.start(name, bytes([seed]) * 32, options)
        return table

    # -- setting up ---------------------------------------------------------------------------

    def place(self, name: str) -> Hexagon:
        return Hexagon(self.g.setting.board.place(name))

    def put(self, where: str, *units: str, facing: str = CORNER_WORDS[0]) -> Self:
        """Take counters out of the box and place them; ``a+b`` gives weapon or gun b to a."""
        g = self.g
        for text in units:
            first, *items = map(self.unit, text.split("+"))
            for unit in (first, *items):
                g.spare &= ~(1 << unit)
                g.box.pop(unit, None)
                g.facing[unit] = g.turret[unit] = CORNER_WORDS.index(facing)
            for item in items:
                g.owner[item] = first
            g.put(first, self.place(where))
        return self

    def box(self, entry: str, *units: str, exited: bool = False) -> Self:
        """Put counters into the holding box of the entry area with an arrow in a hex."""
        for text in units:
            first, *items = map(self.unit, text.split("+"))
            for unit in (first, *items):
                self.g.spare &= ~(1 << unit)
                self.g.box[unit] = 2 * self.entry(entry) + exited
            for item in items:
                self.g.owner[item] = first
        return self

    def entry(self, name: str) -> int:
        """The number of the entry area with an arrow in a hex."""
        centres = [area.centre for area in self.g.setting.entries]
        return centres.index(self.place(name))

    def hold(self, side: str, *places: str) -> Self:
        """A side controls all locations of some hexes."""
        index = PLAYERS.index(side)
        for name in places:
            for place in self.g.setting.board.locations_in(self.place(name)):
                self.g.control[index] |= 1 << place
                self.g.control[1 - index] &= ~(1 << place)
        return self

    def hold_limits(self) -> Self:
        """Both sides control what lies within their limits."""
        for side in (0, 1):
            for here in members(self.g.setting.limits[side] & ~self.g.setting.limits[1 - side]):
                self.hold(PLAYERS[side], self.g.setting.board.hexes[here].name)
        return self

    def mark(self, flag: str, *units: str) -> Self:
        for name in units:
            setattr(self.g, flag, getattr(self.g, flag) | 1 << self.unit(name))
        return self

    def force(self, side: str, chart: str, *units: str, **values: object) -> Self:
        """A group in the purchase record with some counters."""
        bits = 0
        for name in units:
            bits |= 1 << self.unit(name)
        index = PLAYERS.index(side)
        self.g.forces.append(
            Force(chart, index, self.g.date, units=bits, strength="full", **values)  # type: ignore[arg-type]
        )
        return self

    def terms(self, **values: object) -> Self:
        """What the scenario is fought under."""
        self.g.terms = msgspec.structs.replace(self.g.terms, **values)
        return self

    def battle(self, first: str = "american", *words: str, **values: object) -> Self:
        """A scenario is being played, with the refit phase under it."""
        side = PLAYERS.index(first)
        self.g.terms = Terms(first=side, attacker=side, words=tuple(sorted(words)), **values)  # type: ignore[arg-type]
        self.g.steps = [Refit((*ENDING, *ONCE, *AGAIN))]
        self.g.mover, self.g.phase = side, "rally"
        return self

    def dice(self, *faces: int | EllipsisType) -> Self:
        """Say how the next dice fall."""
        SCRIPT.say(*faces)
        return self

    # -- playing ------------------------------------------------------------------------------

    def step(self, number: int) -> Self:
        """Run one step of the refit phase to its first question."""
        self.g.refit = number
        self.g.offered = None
        with self.telling_all():
            REFIT[number](self.g, self.events)
        return self.run()

    def end(self) -> Self:
        """Answer every question with ``end``."""
        while self.decision is not None and "end" in self.offered():
            self.play("end")
        return self

    def fight(self) -> Self:
        """In every melee all attack all."""
        while self.offered("fight"):
            self.play(*self.offered("fight"))
        return self

    def look_after(self) -> None:
        check_campaign(self.g)

    # -- looking ------------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        place = self.g.where[self.unit(unit)]
        return "" if place == NOWHERE else self.g.setting.board.locations[place].token

    def is_(self, flag: str, unit: str) -> bool:
        return bool(getattr(self.g, flag) >> self.unit(unit) & 1)

    def boxed(self, unit: str) -> str:
        """The box of a counter: its arrow's hex, with a star in the exited part."""
        box = self.g.box.get(self.unit(unit))
        if box is None:
            return ""
        name = self.g.setting.board.hexes[self.g.setting.entries[box // 2].centre].name
        return name + ("*" if box % 2 else "")

    def texts(self, verb: str) -> list[str]:
        """The offered actions of a verb."""
        return [text for text in self.offered() if text.split()[0] == verb]
