"""Units in a few letters, and a short note on each offered action: costs, strengths, chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.messages import Message, Series, Value, message, series
from salient.engine.state import Decision, Ref
from salient.games.mist.rules.bridges import BRIDGING_SUCCESS, demolition_need
from salient.games.mist.rules.combat import open_battle
from salient.games.mist.rules.groups import SHIFT_COST
from salient.games.mist.rules.movement import ENGINEER_DIGGING, Moving, is_frozen
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.state import MistState

# -- units --------------------------------------------------------------------------------------


def unit_note(g: MistState, unit: Piece) -> Message:
    """Type, strength and state of a unit in a few letters."""
    row, flags = g.setting.units[unit], []
    if g.where[unit] != NOWHERE and is_frozen(g, unit):
        flags.append("frozen")
    if g.dug_in >> unit & 1:
        flags.append("dug_in")
    if g.on_foot >> unit & 1:
        flags.append("on_foot")
    if g.where[unit] != NOWHERE and not in_supply(g, unit):
        flags.append("out_of_supply")
    words = [message("report.unit_flag", flag=message(f"flag_short.{flag}")) for flag in flags]
    kind = message("kind_short." + ("airborne" if row.airborne else row.kind))
    return message("report.unit", kind=kind, strength=g.strength[unit], flags=series(words, ""))


def unit_list(g: MistState, units: Iterable[Piece]) -> Series:
    """Units with their notes."""
    return series(
        message("report.unit_named", unit=Ref("piece", unit), note=unit_note(g, unit))
        for unit in units
    )


# -- actions ------------------------------------------------------------------------------------


def note_actions(g: MistState, decision: Decision) -> list[Value]:
    """A short note on each action: cost of a move, strength of a unit, chance of a try."""
    notes = _Notes(g, decision)
    return [notes.note(action) for action in decision.actions]


def figure_actions(g: MistState, decision: Decision) -> list[str]:
    """What stands on the map: the movement points of a move."""
    notes = _Notes(g, decision)
    return [notes.figure(action) for action in decision.actions]


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: MistState, decision: Decision) -> None:
        self.g = g
        self.side = decision.side
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.writers: dict[str, Callable[[Action], Value]] = {
            "move": self._move,
            "ford": self._move,
            "shift": self._shift,
            "place": lambda action: series(self._company(action.place(0)), "report.and"),
            "fight": self._battle,
            "blow": self._demolition,
            "bridge": self._bridging,
            "fire": lambda action: unit_note(g, action.piece(1)),
            "entrench": self._digging,
        }
        for verb in ("activate", "join", "leave", "remove", "shell"):
            self.writers[verb] = lambda action: unit_note(g, action.piece(0))

    def note(self, action: Action) -> Value:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def figure(self, action: Action) -> str:
        """A few letters for the map; most actions have none."""
        if self.moving is None or action.verb not in ("move", "ford"):
            return ""
        return str(sum(self.moving.way(self.g, action.place(0), ford=action.verb == "ford").costs))

    def _company(self, place: Place) -> list[Message]:
        """Who is in a place, as the deciding side sees it."""
        sides = (("enemy", enemy(self.side)), ("friends", self.side))
        strengths = {word: self.g.total(self.g.stack(place, side)) for word, side in sides}
        return [message(f"report.{word}", strength=n) for word, n in strengths.items() if n]

    def _move(self, action: Action) -> Value:
        """What the order costs, and who is where it leads."""
        assert self.moving is not None, "only a group moves"
        place, ford = action.place(0), action.verb == "ford"
        way = self.moving.way(self.g, place, ford=ford)
        notes = [message("report.cost", cost=sum(way.costs)), *self._company(place)]
        notes += self._crossings(self.moving, way.places)
        if ford and not self.moving.walks(self.g):
            notes.append(message("report.without_vehicles"))
        return series(notes, "report.and")

    def _crossings(self, moving: Moving, places: Places) -> Iterator[Message]:
        """The rivers that an order of several steps leads over, and where."""
        board, here = self.g.setting.board, self.g.where[moving.units[0]]
        for a, b in pairwise((here, *places)) if len(places) > 1 else ():
            link = board.link_between(a, b)
            if link is not None and board.links[link].bridge:
                how = "wading" if self.g.blown >> link & 1 else "bridge"
                yield message(f"report.by_{how}", a=Ref("place", a), b=Ref("place", b))

    def _shift(self, action: Action) -> Value:
        here = self.g.where[self.moving.units[0]] if self.moving else action.place(0)
        return message("report.cost", cost=SHIFT_COST * abs(action.place(0) - here))

    def _digging(self, action: Action) -> Value:
        unit = self.moving.units[0] if self.moving else 0
        if not self.g.setting.engineers >> unit & 1:
            return ""
        return message("report.dig", cost=ENGINEER_DIGGING)

    def _battle(self, action: Action) -> Value:
        battle = open_battle(self.g, action.place(0), self.side)
        return message(
            "report.battle_odds",
            attack=sum(self.g.strength[unit] for unit in battle.attackers),
            defence=sum(self.g.strength[unit] for unit in battle.defenders),
        )

    def _demolition(self, action: Action) -> Value:
        return message("report.success", need=demolition_need(self.g, action.piece(0)))

    def _bridging(self, action: Action) -> Value:
        unit, far = action.piece(0), action.place(1)
        link = self.g.setting.board.link_between(self.g.where[unit], far)
        failures = 0 if link is None else self.g.failures.get(2 * link + self.side, 0)
        return message("report.success", need=BRIDGING_SUCCESS + failures)
