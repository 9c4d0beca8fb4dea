"""Units and stacks in a few letters, and a short note on each offered action."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from salient.boards.bits import each_piece, each_place
from salient.boards.hexes import Flood
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.messages import Message, Series, Value, message, series
from salient.engine.state import Decision, Ref
from salient.games.bulge.rules.combat import MIN_COLUMN, Gathering, defending, work_out
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.movement import MODES, Moving
from salient.games.bulge.setting import ALLIED, GERMAN, ODDS, SIDES
from salient.games.bulge.show.odds import planned_attack
from salient.games.bulge.show.view import FLAGS
from salient.games.bulge.state import FULL, BulgeState

UNIT_VERBS = (
    *("muster", "activate", "join", "commit", "release"),
    *("lose", "pursue", "remove", "guard"),
)
"""Orders that name a unit."""

# -- units and stacks ---------------------------------------------------------------------------


def unit_note(g: BulgeState, unit: Piece) -> Message:
    """Branch, strengths and state of a unit in a few letters."""
    flags = [name for flag, name in FLAGS.items() if getattr(g, flag) >> unit & 1]
    if g.steps_left[unit] < FULL:
        flags.append("reduced")
    words = [message("report.unit_flag", flag=message(f"flag_short.{flag}")) for flag in flags]
    return message(
        "report.unit",
        kind=message(f"kind_short.{g.setting.units[unit].branch}"),
        attack=g.attack(unit),
        defence=g.defence(unit),
        flags=series(words, ""),
    )


def unit_list(g: BulgeState, units: Iterable[Piece]) -> Value:
    """Units with their notes."""
    said = [
        message("report.unit_named", unit=Ref("piece", unit), note=unit_note(g, unit))
        for unit in units
    ]
    return series(said) if said else message("list.none")


def unit_names(units: Iterable[Piece]) -> Series:
    """Units by their designations alone."""
    return series(Ref("piece", unit) for unit in units)


def garrison(g: BulgeState, place: Place) -> Value:
    """Who is in a hex, with the strengths together."""
    for side in (GERMAN, ALLIED):
        units = each_piece(g.stack(place, side))
        if units:
            return message(
                "report.garrison",
                side=message(f"side_short.{SIDES[side]}"),
                attack=sum(map(g.attack, units)),
                defence=sum(map(g.defence, units)),
            )
    return ""


def is_held(g: BulgeState, stack: Moving, place: Place) -> bool:
    """Whether an enemy ZOC holds a stack up in a hex; no ZOC holds commandos. Rule 9.5-3a."""
    return bool(ezoc(g, stack.side) >> place & 1 and not stack.group & g.setting.commandos)


# -- actions ------------------------------------------------------------------------------------


def note_actions(g: BulgeState, decision: Decision) -> list[Value]:
    """A short note on each action: cost of a move, strength of a unit, odds of an attack."""
    notes = _Notes(g, decision)
    return [notes.note(action) for action in decision.actions]


def figure_actions(g: BulgeState, decision: Decision) -> list[str]:
    """What stands on the map: the movement points of a move."""
    notes = _Notes(g, decision)
    return [notes.figure(action) for action in decision.actions]


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: BulgeState, decision: Decision) -> None:
        self.g = g
        self.side = decision.side
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.costs: dict[str, dict[Place, int]] = {}
        self.ranges: dict[str, Flood] = {}
        self.writers: dict[str, Callable[[Action], Value]] = {
            "move": self._move,
            "march": self._move,
            "enter": self._enter,
            "exit": self._exit,
            "deploy": lambda action: self._terrain(action.place(1)),
            "land": self._landing,
            "interdict": self._traffic,
            "through": lambda action: self._terrain(action.place(0)),
            "target": self._target,
            "resolve": self._target,
            "declare": self._declared,
        }
        for verb in ("cover", "supply", "mass"):
            self.writers[verb] = lambda action: garrison(g, action.place(0))
        for verb in UNIT_VERBS:
            self.writers[verb] = lambda action: unit_note(g, action.piece(0))

    def note(self, action: Action) -> Value:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def figure(self, action: Action) -> str:
        """A few letters for the map; most actions have none."""
        if self.moving is None or action.verb not in MODES:
            return ""
        return str(self._cost(self.moving, action))

    def _cost(self, moving: Moving, action: Action) -> int:
        """The movement points of a move."""
        if action.verb not in self.ranges:
            self.ranges[action.verb] = moving.ranges(moving.stack(self.g))[MODES[action.verb]]
            self.costs[action.verb] = _costs(self.ranges[action.verb])
        return self.costs[action.verb].get(action.place(0), 0)

    def _move(self, action: Action) -> Value:
        """Movement points; whether the move ends in an enemy ZOC, or Allied troops may ask."""
        place, moving = action.place(0), self.moving
        if moving is None:
            return ""
        cost = self._cost(moving, action)
        held = message("report.zoc") if is_held(self.g, moving, place) else ""
        return series([message("report.cost", cost=cost), held, self._searches(action)], "")

    def _searches(self, action: Action) -> Value:
        """How often Allied troops look for a commando on its way. Rule 9.5-3b."""
        g, moving = self.g, self.moving
        if moving is None or not moving.group & g.setting.commandos:
            return ""
        reach, mode = self.ranges[action.verb], MODES[action.verb]
        way = moving.way(moving.stack(g), reach, mode, action.place(0))
        count = sum(g.occupied[ALLIED] >> place & 1 for place in way)
        return message("report.searches", count=count) if count else ""

    def _enter(self, action: Action) -> Value:
        setting = self.g.setting
        edge = setting.entry_hex[action.place(0) - setting.first_entry]
        return message("report.edge", place=Ref("place", edge))

    def _exit(self, action: Action) -> Value:
        """What a breakthrough is worth. Rules 13.10-1, 13.10-2."""
        if self.moving is None or self.side != GERMAN:
            return ""
        mech = self.g.setting.mech
        vp = sum(2 if mech >> unit & 1 else 1 for unit in self.moving.units)
        return message("report.points", vp=vp)

    def _terrain(self, place: Place) -> Value:
        return message(f"terrain.{self.g.setting.hex_rows[place].terrain}")

    def _landing(self, action: Action) -> Value:
        """Terrain, and who is waiting there. Rules 9.4-2d, 9.4-2e."""
        place = action.place(0)
        there = garrison(self.g, place)
        return series([self._terrain(place), *([there] if there else [])])

    def _traffic(self, action: Action) -> Value:
        """The road that is cut, and who stands on it. Rule 10.4b."""
        g, place = self.g, action.place(0)
        roads = {"main": g.setting.main_hexes, "road": g.setting.road_hexes}
        road = next((kind for kind, hexes in roads.items() if hexes >> place & 1), "")
        there = garrison(g, place)
        words = [message(f"road.{road}" if road else "report.no_traffic")]
        return series([*words, *([there] if there else [])])

    def _target(self, action: Action) -> Value:
        """The defence, and the odds of the attack declared or of the best one possible."""
        return self._attack(action.place(0), "planned" if action.verb == "resolve" else "best")

    def _declared(self, _action: Action) -> Value:
        """The odds of the attack that is being put together."""
        step = self.g.steps[-1]
        return self._attack(step.combat.target, "planned") if isinstance(step, Gathering) else ""

    def _attack(self, place: Place, said: str) -> Value:
        g = self.g
        planned = planned_attack(g, place)
        if planned is None:
            defence = sum(g.defence(unit) for unit in defending(g, place, self.side))
            return message("report.weak", defence=defence)
        odds = work_out(g, *planned)
        return message(
            f"report.{said}",
            attack=odds.attack,
            defence=odds.defence,
            column=ODDS[max(odds.column, MIN_COLUMN)],
        )


def _costs(reach: Flood) -> dict[Place, int]:
    return {place: cost for cost, level in enumerate(reach.levels) for place in each_place(level)}
