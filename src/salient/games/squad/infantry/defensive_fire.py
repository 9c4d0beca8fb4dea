"""Fire at moving units: first fire, snap shots, residual fire, fire lanes. Rules A8, A9.22."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Event, Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.attack import moving_place, strike, struck
from salient.games.squad.combat.firepower import bears_on_crossing, firers, unspent
from salient.games.squad.combat.lanes import lanes_along, lanes_at, snap_column
from salient.games.squad.core.actions import HOLD, PASS
from salient.games.squad.core.events.movement import LetGo
from salient.games.squad.core.secrets import lurks
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.infantry.aims import blind, onlookers, with_target
from salient.games.squad.infantry.fire import RULES, Aiming, count_shot, has_shot_left
from salient.games.squad.sight.crossings import crossing_of, sees_whole
from salient.games.squad.sight.lines import lookouts


def meet_fire(g: SquadState, log: Log) -> None:
    """Residual fire and fire lanes strike those who enter a location. Rules A8.2, A9.22."""
    place = moving_place(g)
    if place == NOWHERE or g.march is None:
        return
    meet_crossing_lanes(g, place, log)
    column = residual_at(g, g.march.units[0], place)
    if column >= 0:
        attack = Attack("residual", enemy(g.mover), (), place, moving=True)
        _strike(g, attack, column, log)
    for lane in lanes_at(g, place):
        attack = Attack(
            "lane", enemy(g.mover), (lane.origin,), place, moving=True, firers=(lane.weapon,)
        )
        _strike(g, attack, lane.column, log)


def meet_crossing_lanes(g: SquadState, place: Place, log: Log) -> None:
    """Fire lanes strike those who cross a hexside along which they run. Rules A9.221, P2.42b."""
    crossing = crossing_of(g)
    if crossing is None:
        return
    for lane in lanes_along(g, crossing):
        attack = Attack(
            "lane", enemy(g.mover), (lane.origin,), place, True, (lane.weapon,), crossing=True
        )
        _strike(g, attack, snap_column(lane.column), log)


def residual_at(g: SquadState, unit: Piece, place: Place) -> int:
    """The column of the residual fire that reaches a unit; -1 for none. Rules A8.2, P5.131."""
    flanks = [at for answer in g.setting.chapters.flanks for at in answer(g, unit)]
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
    out |= g.wrecks | g.immobile | g.bogged | g.shocked | g.abandoned | g.riding()
    return set_of(g.march.units) & ~out


def _unless_seen(g: SquadState, event: LetGo) -> Event:
    """That fire was held tells that somebody could have fired: who might be unseen. Rule A12.3."""
    return Secret(event.side, event) if lurks(g, event.side) else event


class FirstFire(SquadStep, frozen=True, tag="first_fire"):
    """The DEFENDER may fire at units that have just spent movement points. Rules A8.1, A8.3, A8.31.

    Attributes:
        inside: Whether the location entered has been fired at, so that it is too late for snap
            shots (A8.15).
        silent: Whether nobody can fire, and the enemy must not learn it: he does not see who might
            have (A12.3).
    """

    side: int
    inside: bool = False
    silent: bool = False

    def as_enemy_knows(self) -> FirstFire:
        """Nobody knows whether there is somebody who can fire."""
        return FirstFire(self.side, self.inside)

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Who fires at them, if anybody can."""
        march, place = g.march, moving_place(g)
        if self.silent:
            values: dict[str, Ref | int | str] = {"place": Ref("place", place)}
            return Decision(
                self.side, "fire.first", [PASS], RULES["first"], values, veils=True
            )  # fmt: skip
        if march is None or march.held or not self.has_target(g):
            return None
        actions = [Action("fire", (unit,)) for unit in self.able(g, "first")]
        actions += [Action("snap", (unit,)) for unit in self.snappers(g)]
        actions += [Action("protect", (unit,)) for unit in self.able(g, "protective")]
        if not actions:
            return None
        return Decision(
            self.side, "fire.first", [*actions, PASS, HOLD], RULES["first"],
            {"place": Ref("place", place)},
        )  # fmt: skip

    def has_target(self, g: SquadState) -> bool:
        """Whether those who have spent movement points are still there to be fired at."""
        units = g.march.units if g.march is not None else ()
        return moving_place(g) != NOWHERE and bool(set_of(units) & ~g.lost & ~g.wrecks)

    def ready(self, g: SquadState, occasion: Occasion, among: int) -> int:
        """Those of some units and weapons that may still fire at this expenditure. Rule A8.14."""
        ready = firers(g, self.side, occasion, among)
        for unit in g.moving.shots:
            if not has_shot_left(g, unit):
                ready &= ~(1 << unit)
        return ready

    def able(self, g: SquadState, occasion: Occasion) -> list[Piece]:
        """The units and weapons that can fire at the moving units where they are."""
        near = onlookers(g, self.side, occasion)
        if not near:
            return []
        return with_target(g, self.ready(g, occasion, near), self.side, occasion)

    def snappers(self, g: SquadState) -> list[Piece]:
        """The units and weapons that can fire at the hexside just crossed. Rule A8.15."""
        crossing = crossing_of(g)
        if self.inside or crossing is None:
            return []
        units = unspent(g, self.side, "first") & ~blind(g)
        near = lookouts(g, units, crossing.to)
        if not near:
            return []
        ready = self.ready(g, "first", union(units for units, _, _ in near))
        found: list[Piece] = []
        for units, eye, origin in near:
            if not units & ready:
                continue
            able = [
                u for u in each_piece(units & ready) if bears_on_crossing(g, u, crossing, "first")
            ]
            if able and sees_whole(g, eye, origin, crossing):
                found += able
        return sorted(found)

    def run(self, g: SquadState, log: Log) -> None:
        """Nobody fires; whether anybody could, an enemy who does not see all of them is not told.

        Rule A12.3.
        """
        if self.has_target(g) and lurks(g, self.side):
            g.steps[-1] = FirstFire(self.side, self.inside, silent=True)
        else:
            self.finish(g)

    def finish(self, g: SquadState) -> None:
        """No more fire at this expenditure; at the next one everybody may fire again."""
        g.steps.pop()
        if g.march is not None:
            g.change_march(shots=(), volleys=())

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Fire, let this go, or hold fire for the rest of the move."""
        if self.silent:
            self.finish(g)
            return
        if action in (PASS, HOLD):
            log.append(_unless_seen(g, LetGo(self.side)))
            g.change_march(held=action == HOLD)
            self.finish(g)
            return
        unit, snap = action.piece(0), action.verb == "snap"
        count_shot(g, unit)
        g.steps[-1] = FirstFire(self.side, self.inside or not snap)
        if snap:
            g.steps.append(Aiming(self.side, "first", (unit,), (), moving_place(g), snap=True))
        else:
            occasion: Occasion = "protective" if action.verb == "protect" else "first"
            g.steps.append(Aiming(self.side, occasion, (unit,)))
