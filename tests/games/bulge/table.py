"""A small hex map on which each rule of *Battle of the Bulge: Ardennes '44* can be shown.

The test map (``toy/``): 13 rows and 14 columns of plain. The West Wall is column 11, Germany lies
east of it (6th SS north of row 9, 5th Panzer between rows 9 and 5, 7th Army south of row 5; the
boundary lines run along rows 9 and 5 from the eastern edge to 0910 and 0510). A main road runs
along row 6 from E1 to W1, another from S1 through Spa (0203), Alpha (0303, town), Charlie (0603,
important city) and Delta (0904, fortress on a hill) to N1 at 1306, and one from NW1 at 1101 to
1105. Ordinary roads: 0607-0707-0807 through the deep forest 0707, 0303-0301 to SW1, 1014-1009
from E2. Deep forest 0707 and 0708, light forest 0505 and 0506, hill 0909. Bravo (0305) and
Echo (0406) are cities, Foxtrot (1201) an important city behind the Meuse. The Meuse is a great
river between columns 2 and 3; the Brook runs between 0308 and 0309, 0408 and 0409, 0708 and 0709.

A :class:`Table` starts with an empty map: put units where the rule needs them, begin a phase,
script the dice, play actions by their text and look at what is offered and what happened.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

from salient.boards.pieces import NOWHERE
from salient.engine import Event, Place
from salient.games.bulge import GAME
from salient.games.bulge.game import BattleOfTheBulge
from salient.games.bulge.sequence import CombatPhase, GameTurn, MovementPhase
from salient.games.bulge.setting import SIDES, BulgeSetting
from salient.games.bulge.state import BulgeState
from tests.games.playing import Playing


class ToyBulge(BattleOfTheBulge):
    """The game with the test map and test units."""

    data_folder = Path(__file__).parent / "toy"


TOY = ToyBulge()


class Table(Playing):
    """A game on the test map, set up piece by piece."""

    game: BattleOfTheBulge = TOY

    def __init__(self, turn: int = 3, **options: str) -> None:
        setting = self.game.setting("campaign", options)
        assert isinstance(setting, BulgeSetting)
        self.g: BulgeState = self.game.set_up(setting, bytes(32))
        self.g.steps = []
        self.g.turn = turn
        self.events: list[Event] = []

    # -- setting up ---------------------------------------------------------------------------

    def place(self, name: str) -> Place:
        """A hex by number or town name, or an entry by its id."""
        setting = self.g.setting
        for number, row in enumerate(setting.entries):
            if row.id == name:
                return setting.entry_place[number]
        return setting.at(name)

    def put(self, where: str, *units: str, steps: int | None = None) -> Self:
        """Place units; ``steps`` 1 turns them to their reduced side."""
        for name in units:
            self.g.put(self.unit(name), self.place(where))
            if steps is not None:
                self.g.steps_left[self.unit(name)] = steps
        return self

    def mark(self, flag: str, *units: str) -> Self:
        """Set a unit flag: oos, isolated, shaken, wary, finished and so on."""
        for name in units:
            setattr(self.g, flag, getattr(self.g, flag) | 1 << self.unit(name))
        return self

    def passed(self, side: str, *hexes: str) -> Self:
        """Say which side was last in some hexes (13.3)."""
        for name in hexes:
            bit = 1 << self.place(name)
            keep = self.g.german_last & ~bit
            self.g.german_last = keep | bit if side == "german" else keep
        return self

    # -- playing ------------------------------------------------------------------------------

    def move(self, side: str, number: int = 1) -> Self:
        """A movement phase (first or second); the game stops when it is over."""
        return self.run(MovementPhase(SIDES.index(side), number))

    def fight(self, side: str, number: int = 1) -> Self:
        """A combat phase (first or second); the game stops when it is over."""
        return self.run(CombatPhase(SIDES.index(side), number))

    def begin_turn(self) -> Self:
        """A whole game turn and everything after it, as in a real game."""
        return self.run(GameTurn())

    def attack(self, target: str, *units: str) -> Self:
        """Declare one attack and close the list: its dice fall at once."""
        self.play(f"target {target}")
        for name in units:
            if f"commit {name}" in self.offered():
                self.play(f"commit {name}")
        self.play("declare")
        if "end" in self.offered():
            self.play("end")
        return self

    # -- looking ------------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        place = self.g.where[self.unit(unit)]
        return "" if place == NOWHERE else str(self.g.setting.board.hex(place))

    def steps(self, unit: str) -> int:
        return self.g.steps_left[self.unit(unit)]

    def spent(self) -> int:
        """Movement points used by the moving stack."""
        return int(self.g.steps[-1].spent)

    def reach(self, unit: str, verb: str = "move") -> set[str]:
        """The hexes a lone unit may go to with a verb, from a movement decision."""
        trial = self.g.copy()
        self.game.play(trial, self.g.setting.lexicon.parse(f"activate {unit}"))
        decision = self.game.decision(trial)
        assert decision is not None
        texts = (trial.setting.lexicon.text(action) for action in decision.actions)
        return {text.split()[1] for text in texts if text.split()[0] == verb}


class RealTable(Table):
    """The same on the map of the game, with its units."""

    game = GAME
