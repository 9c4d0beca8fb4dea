"""A short note on each offered action: what it costs, who stands there, at which odds."""

from __future__ import annotations

from collections.abc import Callable

from salient.boards.bits import members
from salient.boards.hexes import Flood
from salient.engine.actions import Action
from salient.engine.state import Decision
from salient.games.bulge.rules.combat import MIN_COLUMN, defending, work_out
from salient.games.bulge.rules.movement import Moving
from salient.games.bulge.setting import GERMAN, ODDS
from salient.games.bulge.show.briefing import is_held
from salient.games.bulge.show.odds import planned_attack
from salient.games.bulge.show.wording import garrison, texts_of, unit_note
from salient.games.bulge.state import BulgeState


def describe_actions(g: BulgeState, decision: Decision, language: str) -> list[str]:
    """A short note on each action: cost of a move, strength of a unit, odds of an attack."""
    notes = _Notes(g, decision, language)
    return [notes.note(action) for action in decision.actions]


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: BulgeState, decision: Decision, language: str) -> None:
        self.g = g
        self.side = decision.side
        self.language = language
        self.texts = texts_of(language)
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.costs: dict[str, dict[int, int]] = {}
        self.writers: dict[str, Callable[[Action], str]] = {
            "move": self._move,
            "march": self._move,
            "enter": self._enter,
            "exit": self._exit,
            "deploy": lambda action: self._terrain(action.place(1)),
            "land": lambda action: self._terrain(action.place(0)),
            "target": self._target,
            "resolve": self._target,
        }
        for verb in ("interdict", "cover", "supply"):
            self.writers[verb] = lambda action: self._garrison(action.place(0))
        for verb in ("activate", "join", "commit", "lose", "pursue", "remove", "guard"):
            self.writers[verb] = lambda action: unit_note(g, action.piece(0), self.texts)

    def note(self, action: Action) -> str:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def _move(self, action: Action) -> str:
        """Movement points, and whether the move ends in an enemy ZOC."""
        place, moving = action.place(0), self.moving
        if moving is None:
            return ""
        if action.verb not in self.costs:
            march = action.verb == "march"
            reach = moving.strategic_range(self.g) if march else moving.combat_range(self.g)
            self.costs[action.verb] = _costs(reach)
        cost = self.costs[action.verb].get(place, moving.spent) - moving.spent
        said = self.texts.say("report.cost", cost=cost)
        return said + (self.texts.say("report.zoc") if is_held(self.g, moving, place) else "")

    def _enter(self, action: Action) -> str:
        setting = self.g.setting
        edge = setting.entry_hex[action.place(0) - setting.first_entry]
        place = setting.name("place", edge, self.language)
        return self.texts.say("report.edge", place=place)

    def _exit(self, action: Action) -> str:  # noqa: ARG002
        """What a breakthrough is worth. Rules 13.10-1, 13.10-2."""
        if self.moving is None or self.side != GERMAN:
            return ""
        mech = self.g.setting.mech
        vp = sum(2 if mech >> unit & 1 else 1 for unit in self.moving.units)
        return self.texts.say("report.points", vp=vp)

    def _terrain(self, place: int) -> str:
        return self.texts.say(f"terrain.{self.g.setting.hex_rows[place].terrain}")

    def _garrison(self, place: int) -> str:
        return garrison(self.g, place, self.texts)

    def _target(self, action: Action) -> str:
        """The defence, and the odds of the attack declared or of the best one possible."""
        g, place = self.g, action.place(0)
        planned = planned_attack(g, place)
        if planned is None:
            defence = sum(g.defence(unit) for unit in defending(g, place, self.side))
            return self.texts.say("report.weak", defence=defence)
        odds = work_out(g, *planned)
        return self.texts.say(
            "report.planned" if action.verb == "resolve" else "report.best",
            attack=odds.attack,
            defence=odds.defence,
            column=ODDS[max(odds.column, MIN_COLUMN)],
        )


def _costs(reach: Flood) -> dict[int, int]:
    return {place: cost for cost, level in enumerate(reach.levels) for place in members(level)}
