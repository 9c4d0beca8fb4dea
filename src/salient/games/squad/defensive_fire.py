"""Fire at moving units: first fire, residual fire, fire lanes. Rules A8, A9.22."""

from __future__ import annotations

import msgspec

from salient.boards.bits import members, set_of
from salient.engine.actions import Action
from salient.engine.state import Decision, Log, Ref
from salient.games.squad import chapters
from salient.games.squad.actions import HOLD, PASS
from salient.games.squad.attack import moving_place, strike, struck
from salient.games.squad.fire import RULES, Aiming, has_target
from salient.games.squad.firepower import firers
from salient.games.squad.lanes import lanes_at
from salient.games.squad.questions import Attack
from salient.games.squad.state import NOWHERE, SquadState, SquadStep, enemy


def meet_fire(g: SquadState, log: Log) -> None:
    """Residual fire and fire lanes strike those who enter a location. Rules A8.2, A9.22."""
    place = moving_place(g)
    if place == NOWHERE or g.march is None:
        return
    column = residual_at(g, g.march.units[0], place)
    if column >= 0:
        attack = Attack("residual", enemy(g.mover), (), place, moving=True)
        _strike(g, attack, column, log)
    for lane in lanes_at(g, place):
        attack = Attack(
            "lane", enemy(g.mover), (lane.origin,), place, moving=True, firers=(lane.weapon,)
        )
        _strike(g, attack, lane.column, log)


def residual_at(g: SquadState, unit: int, place: int) -> int:
    """The column of the residual fire that reaches a unit; -1 for none. Rules A8.2, P5.131."""
    flanks = [at for answer in chapters.FLANKS for at in answer(g, unit)]
    return max(g.residual.get(at, -1) for at in (place, *flanks))


def _strike(g: SquadState, attack: Attack, column: int, log: Log) -> None:
    targets = struck(g, attack.target, g.mover, moving=True) & g.setting.personnel
    if targets:
        strike(g, attack, column, g.dice(), (), targets, log)


def still_moving(g: SquadState) -> int:
    """The moving units that are neither broken, pinned, busy, stuck nor lost."""
    if g.march is None:
        return 0
    out = g.broken | g.pinned | g.ti | g.lost | g.exited
    out |= g.wrecks | g.immobile | g.bogged | g.shocked
    return set_of(g.march.units) & ~out


class FirstFire(SquadStep, frozen=True, tag="first_fire"):
    """The DEFENDER may fire at units that have just spent movement points. Rules A8.1, A8.3.

    Attributes:
        shots: Who has fired at this expenditure; nobody fires more often than points were spent
            (A8.14).
    """

    side: int
    shots: tuple[int, ...] = ()

    def ask(self, g: SquadState) -> Decision | None:
        """Who fires at them, if anybody can."""
        march, place = g.march, moving_place(g)
        if march is None or march.held or place == NOWHERE:
            return None
        if not set_of(march.units) & ~g.lost & ~g.wrecks:
            return None
        actions = [Action("fire", (unit,)) for unit in self.able(g)]
        if not actions:
            return None
        return Decision(
            self.side, "fire.first", [*actions, PASS, HOLD], RULES["first"],
            {"place": Ref("place", place)},
        )  # fmt: skip

    def able(self, g: SquadState) -> list[int]:
        """The units and weapons that can fire at the moving units."""
        assert g.march is not None
        most = max(1, g.march.last // 2)
        ready = [u for u in members(firers(g, self.side, "first")) if self.shots.count(u) < most]
        return [unit for unit in ready if has_target(g, unit, self.side, "first")]

    def take(self, g: SquadState, action: Action, log: Log) -> None:  # noqa: ARG002
        """Fire, let this go, or hold fire for the rest of the move."""
        if action == PASS:
            g.steps.pop()
            return
        if action == HOLD:
            g.steps.pop()
            assert g.march is not None
            g.march = msgspec.structs.replace(g.march, held=True)
            return
        unit = int(action.args[0])
        g.steps[-1] = FirstFire(self.side, (*self.shots, unit))
        g.steps.append(Aiming(self.side, "first", (unit,)))
