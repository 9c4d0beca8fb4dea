"""Units and stacks in a few letters, and a short note on each offered action."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Message, Series, Value, Word, message, series
from salient.engine.state import Decision, Ref
from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.fight.artillery import attack_guns, by_formation, defence_guns
from salient.games.trumpets.fight.combat import Gathering
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.march.ranges import Reach
from salient.games.trumpets.roster import ALLIED, GERMAN, SIDES
from salient.games.trumpets.sequence import Activation
from salient.games.trumpets.show.odds import planned_attack
from salient.games.trumpets.show.proposals import staff_note
from salient.games.trumpets.show.view import flags_of, values_of
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.state import TrumpetsState

UNIT_VERBS = (
    *("pick", "join", "reserve", "idle", "dig", "fortify", "block", "strengthen", "attach"),
    *("commit", "gun", "lose", "name", "shift", "drop", "spend", "split", "gather"),
)
"""Orders that begin with a unit."""

MOVES = ("move", "foot", "march")

# -- units and stacks ---------------------------------------------------------------------------


def unit_note(g: TrumpetsState, unit: Piece) -> Message:
    """Kind, factors and state of a unit in a few letters."""
    words = [
        message("report.unit_flag", flag=message(f"flag_short.{flag}"))
        for flag in flags_of(g, unit)
    ]
    values = values_of(g, unit)
    return message(
        "report.unit",
        kind=message(f"kind_short.{g.setting.units[unit].type}"),
        first=values[0],
        second=values[1],
        flags=series(words, ""),
    )


def unit_list(g: TrumpetsState, units: Iterable[Piece]) -> Value:
    """Units with their notes."""
    said = [
        message("report.unit_named", unit=Ref("piece", unit), note=unit_note(g, unit))
        for unit in units
    ]
    return series(said) if said else message("list.none")


def unit_names(units: Iterable[Piece]) -> Series:
    """Units by their designations alone."""
    return series(Ref("piece", unit) for unit in units)


def garrison(g: TrumpetsState, place: Place) -> Value:
    """Who is in a hex, with the factors together."""
    for side in (GERMAN, ALLIED):
        units = each_piece(g.stack(place, side))
        if g.stack(place, side) & g.unseen:  # gc-6b, gc-6e
            return message(
                "report.strangers", side=message(f"side_short.{SIDES[side]}"), count=len(units)
            )
        if units:
            return message(
                "report.garrison",
                side=message(f"side_short.{SIDES[side]}"),
                attack=sum(map(g.af, units)),
                defence=sum(map(g.df, units)),
            )
    return ""


def features(g: TrumpetsState, place: Place) -> list[Value]:
    """Settlement, ground and works of a hex."""
    row = g.setting.country.rows[place]
    words: list[Value] = [message(f"terrain.{row.terrain}")]
    if row.settlement:
        words.insert(0, message(f"terrain.{row.settlement}"))
    if place in g.positions:
        words.append(message(f"work.{g.positions[place]}"))
    return words


def is_held_up(g: TrumpetsState, units: Iterable[Piece], side: int, place: Place) -> bool:
    """Whether an enemy zone holds one of some units up in a hex. Row tab-zoc."""
    afv = g.setting.roster.afv
    kinds = {bool(afv >> unit & 1) for unit in units}
    return any(zone(g, enemy(side), afv=kind) >> place & 1 for kind in kinds)


# -- actions ------------------------------------------------------------------------------------


def note_actions(g: TrumpetsState, decision: Decision) -> list[Value]:
    """A short note on each action: cost of a move, state of a unit, odds of an attack."""
    notes = _Notes(g, decision)
    return [notes.note(action) for action in decision.actions]


def figure_actions(g: TrumpetsState, decision: Decision) -> list[str]:
    """What stands on the map: movement factors of a move, the column of an attack."""
    notes = _Notes(g, decision)
    return [notes.figure(action) for action in decision.actions]


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: TrumpetsState, decision: Decision) -> None:
        self.g = g
        self.side = decision.side
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.costs = _costs_of_moves(g, self.moving) if self.moving else {}
        self.writers: dict[str, Callable[[Action], Value]] = {
            **dict.fromkeys(MOVES, self._move),
            **dict.fromkeys(("mark", "fight"), self._target),
            **dict.fromkeys(("enter", "overrun", "infiltrate", "team", "burn"), self._place),
            **dict.fromkeys(("hit", "choose"), self._there),
            **dict.fromkeys(("retreat", "advance"), self._way),
            **dict.fromkeys(UNIT_VERBS, self._unit),
            "to": self._place,
            "staff": lambda _action: staff_note(g),
            "air": self._aircraft,
            "strafe": lambda action: garrison(g, action.place(1)),
            "guns": self._guns,
            "end": self._end,
            "attack": lambda _action: self._attack(g.fight.target),
        }

    def note(self, action: Action) -> Value:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def figure(self, action: Action) -> str:
        """A few letters for the map; most actions have none."""
        if action.verb in MOVES:
            cost = self.costs.get(action.verb, {}).get(action.place(0))
            return "" if cost is None else f"{cost / 2:g}"
        if action.verb in ("mark", "fight"):
            planned = planned_attack(self.g, action.place(0))
            return ODDS[work_out(self.g, planned).column] if planned else ""
        return ""

    def _unit(self, action: Action) -> Value:
        return unit_note(self.g, action.piece(0))

    def _place(self, action: Action) -> Value:
        return series(features(self.g, action.place(0)))

    def _aircraft(self, action: Action) -> Value:
        return Word(self.g.aircraft[action.number(0)].type, ("type",))

    def _guns(self, action: Action) -> Value:
        """The battalions of an artillery formation that would fire."""
        g = self.g
        attacks = isinstance(g.steps[-1], Gathering)
        guns = attack_guns(g, g.fight) if attacks else defence_guns(g, g.fight)
        return unit_names(by_formation(g, guns)[action.choice(0)])

    def _end(self, _action: Action) -> Value:
        """Which corps would not be taken at all. Rules sop-13, sop-14."""
        g, step = self.g, self.g.steps[-1]
        if not isinstance(step, Activation):
            return ""
        names = [Word(g.setting.word(corps), ("choice",)) for corps in step.passed_over(g)]
        return message("report.not_taken", corps=series(names))

    def _there(self, action: Action) -> Value:
        return garrison(self.g, action.place(0))

    def _way(self, action: Action) -> Value:
        return series(features(self.g, action.place(1)))

    def _move(self, action: Action) -> Value:
        """Movement factors, and whether the move ends in an enemy zone. Rules sop-24, tab-zoc."""
        place, moving = action.place(0), self.moving
        cost = self.costs.get(action.verb, {}).get(place)
        if moving is None or cost is None:
            return ""
        held = is_held_up(self.g, moving.units, self.side, place)
        said = message("report.cost", cost=f"{cost / 2:g}")
        return series([said, message("report.zoc") if held else ""], "")

    def _target(self, action: Action) -> Value:
        """The defence, and the column of the strongest attack without guns and aircraft."""
        return self._attack(action.place(0))

    def _attack(self, place: Place) -> Value:
        g = self.g
        planned = planned_attack(g, place)
        if planned is None:
            return garrison(g, place)
        odds = work_out(g, planned)
        column = Word(ODDS[odds.column], ())
        return message(
            "report.planned",
            attack=odds.attack,
            defence=odds.defence,
            column=column,
            drm=odds.drm,
        )


def _costs_of_moves(g: TrumpetsState, moving: Moving) -> dict[str, dict[Place, int]]:
    """Half MF to each hex by the order for it; none for who is off the map or deployed."""
    if g.where[moving.units[0]] == NOWHERE or g.deployed & moving.group:
        return {}
    return {verb: _costs(reach) for verb, reach in moving.reaches(g).items()}


def _costs(reach: Reach) -> dict[Place, int]:
    levels = enumerate(reach.flood.levels)
    return {place: cost for cost, level in levels for place in each_place(level)} | reach.ends
