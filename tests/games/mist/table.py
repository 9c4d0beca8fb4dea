r"""A small map on which each rule of *Tigers in the Mist* can be shown.

The test map (``toy/``)::

    A   B C            zones A-C German; bridges drawn as =, blown ones as x
    |   |/
    Ash-Birch          primary; the roads of A and H are drawn as secondary ones (11.13)
     x    =  \.        Ash x Cedar secondary, Birch = Cedar primary, Birch-Elm secondary
      Cedar--Elm       Cedar is a start-line area
        |   / |x\=     Dale-Elm secondary, Elm x Fern secondary, Elm = Glen primary
    P--Dale=Fern--Glen Dale: 2 VP, Fern: 1 VP and release area
              |  =  \=
        D,G-J-Heath--Iris=E   Heath-Iris secondary, Iris x Jade
               |    x
        L,M,N-Jade--/

A :class:`Table` starts with an empty map: put units where the rule needs them, begin an impulse,
script the dice, play actions by their text and look at what is offered and what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine import Event
from salient.engine.events import Moved
from salient.engine.ids import Place
from salient.engine.speech import Speech
from salient.games.mist import GAME
from salient.games.mist.events import Shifted
from salient.games.mist.game import TigersInTheMist
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.sequence import Impulse, ImpulsePair
from salient.games.mist.setting import SIDES, MistSetting, impulse_index, impulse_name
from salient.games.mist.state import MistState, MistStep
from tests.games.playing import Playing


class ToyMist(TigersInTheMist):
    """The game with the test map and test units."""

    data_folder = Path(__file__).parent / "toy"


TOY = ToyMist()


class Table(Playing):
    """A game on the test map, set up piece by piece."""

    def __init__(self, clock: str = "17-1", scenario: str = "campaign", **options: str) -> None:
        setting = TOY.setting(scenario, options)
        assert isinstance(setting, MistSetting)
        self.game: TigersInTheMist = TOY
        self.g: MistState = TOY.set_up(setting, bytes(32))
        for unit in setting.all_units:
            self.g.put(unit, NOWHERE)
        self.g.dug_in = self.g.outsiders = 0
        self.g.steps = []
        self.g.clock = impulse_index(clock)
        self.events: list[Event] = []

    # -- setting up ---------------------------------------------------------------------------

    def place(self, name: str) -> Place:
        return self.g.setting.place(name)

    def link(self, a: str, b: str) -> int:
        link = self.g.setting.board.link_between(self.place(a), self.place(b))
        assert link is not None
        return link

    def put(self, where: str, *units: str, strength: int | None = None) -> Self:
        """Place units; ``strength`` overrides that of their counters."""
        for name in units:
            self.g.put(self.unit(name), self.place(where))
            if strength is not None:
                self.g.strength[self.unit(name)] = strength
        return self

    def mark(self, flag: str, *units: str) -> Self:
        """Set a unit flag: acted, entered, dug_in, on_foot and so on."""
        for name in units:
            setattr(self.g, flag, getattr(self.g, flag) | 1 << self.unit(name))
        return self

    def blow(self, a: str, b: str) -> Self:
        self.g.blown |= 1 << self.link(a, b)
        return self

    def repair(self, a: str, b: str) -> Self:
        self.g.blown &= ~(1 << self.link(a, b))
        return self

    def control(self, side: str, *areas: str) -> Self:
        for name in areas:
            bit = 1 << self.place(name)
            keep = self.g.german_control & ~bit
            self.g.german_control = keep | bit if side == "german" else keep
        return self

    # -- playing ------------------------------------------------------------------------------

    def run(self, *steps: MistStep) -> Self:
        """Go to the next decision, and see to what follows whatever was set up by hand."""
        super().run(*steps)
        self.game.after(self.g, self.events, None)
        return self

    def begin(self, side: str) -> Self:
        """One player impulse; the game stops when it is over."""
        return self.run(Impulse(SIDES.index(side)))

    def begin_pair(self) -> Self:
        """An impulse pair and everything after it, as in a real game."""
        return self.run(ImpulsePair())

    # -- looking ------------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        place = self.g.where[self.unit(unit)]
        return "" if place == NOWHERE else self.g.setting.place_names[place]

    def strength(self, unit: str) -> int:
        return self.g.strength[self.unit(unit)]

    def is_blown(self, a: str, b: str) -> bool:
        return bool(self.g.blown >> self.link(a, b) & 1)

    def spent(self) -> int:
        """Movement points used by the active group."""
        return int(self.g.steps[-1].spent)

    def left(self) -> int:
        """Movement points the active group still has."""
        step = self.g.steps[-1]
        return int(step.mp - step.spent)

    def cost(self, unit: str, to: str, via: Iterable[str] = ()) -> int:
        """Movement points a lone unit pays to go somewhere, place by place if ``via`` is given."""
        trial = Table.__new__(Table)
        trial.__dict__.update(self.__dict__)
        trial.g, trial.events = self.g.copy(), []
        trial.play(f"activate {unit}")
        before = trial.spent()
        for place in self._each(via, to):
            verb = "move" if f"move {place}" in trial.offered() else "ford"
            trial.play(f"{verb} {place}")
        return sum(trial.costs()) - before

    def costs(self) -> list[int]:
        """What each step of the moves so far has cost."""
        return [event.cost for event in self.happened(Moved, Shifted)]

    def _each(self, via: Iterable[str], to: str) -> Iterator[str]:
        yield from via
        yield to

    def notes(self, language: str = "en") -> dict[str, str]:
        """What is told beside each offered action, by its text."""
        speech = Speech(self.game, self.g.setting, language)
        decision = self.question
        told = self.game.report.describe_actions(self.g, decision)
        texts = map(self.g.setting.lexicon.text, decision.actions)
        return dict(zip(texts, map(speech.say, told), strict=True))

    # -- longer stretches ---------------------------------------------------------------------

    def rest(self, until: str = "") -> Self:
        """Nobody moves until the movement of an impulse begins, or until the game is over.

        Reinforcements take the first of their entry zones.
        """
        while self.decision and (self.clock, self.asked) != (until, "german movement"):
            self.play("end" if "end" in self.offered() else min(self.offered()))
        return self

    @property
    def clock(self) -> str:
        """The impulse being played: ``17-2``."""
        return impulse_name(self.g.clock)

    def supplied(self, unit: str) -> bool:
        return in_supply(self.g, self.unit(unit))

    def controlled(self, area: str) -> bool:
        """Whether the Germans control an area."""
        return bool(self.g.german_control >> self.place(area) & 1)

    @classmethod
    def set_up(cls, scenario: str = "campaign", **options: str) -> Self:
        """A table with all units in their set-up places, before the first step of play."""
        table = cls("16-1", scenario, **options)
        table.g = table.game.set_up(table.g.setting, bytes(32))
        return table


class FullTable(Table):
    """The same with the game's own map and units, for rules that name them."""

    def __init__(self, clock: str = "17-1", scenario: str = "campaign", **options: str) -> None:
        super().__init__(clock)
        self.game = GAME
        setting = GAME.setting(scenario, options)
        self.g = GAME.set_up(setting, bytes(32))
        for unit in self.g.setting.start_at:
            self.g.put(unit, NOWHERE)
        self.g.dug_in = self.g.outsiders = 0
        self.g.steps = []
        self.g.clock = impulse_index(clock)


def names_of(setting: MistSetting, places: int) -> list[str]:
    """The names of a set of places."""
    return [setting.place_names[place] for place in members(places)]
