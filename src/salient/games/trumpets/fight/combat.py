"""Steps 1 to 6 of ground combat (51.1): what is attacked, by whom, with what support."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.trumpets.calendar import is_night
from salient.games.trumpets.events import AttackDeclared, GunsAnswered
from salient.games.trumpets.fight.artillery import (
    attack_fire,
    attack_guns,
    by_formation,
    defence_fire,
    defence_guns,
)
from salient.games.trumpets.fight.barrage import lay_barrages
from salient.games.trumpets.fight.blitzkrieg import may_blitz, resolve_blitz
from salient.games.trumpets.fight.engaged import decline, forgive, owed, pay_by_attacking
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.fight.results import resolve
from salient.games.trumpets.fight.situation import defenders_of
from salient.games.trumpets.fight.staff import proposed_attack_guns, proposed_defence_guns
from salient.games.trumpets.roster import is_foot
from salient.games.trumpets.setting import END, STAFF
from salient.games.trumpets.standing.freshness import is_resting
from salient.games.trumpets.standing.passage import enters, movement_class
from salient.games.trumpets.state import Attack, TrumpetsState, TrumpetsStep

ATTACK, BLITZ, CANCEL = Action("attack"), Action("blitz"), Action("cancel")
ALL, DONE, DECLINE = Action("all"), Action("done"), Action("decline")

PLANES = 2
"""Rule rc-air-4: so many aircraft a side support a combat at most."""

KGP_ATTACK = 4
"""Half MF that an attack in exploitation costs (rc-kgp-1)."""

SUPPORT = "support"
"""Mission of an aircraft that has been committed to a combat (eoc-3)."""


# -- who may attack what ------------------------------------------------------------------------


def able(g: TrumpetsState, corps: int) -> int:
    """Units of a corps that may attack something. Rule rc-att-1.

    In exploitation those of Kampfgruppe Peiper that have MF left (kgp-13).
    """
    roster = g.setting.roster
    if g.exploiting:
        return g.on_map(g.exploiting)
    barred = g.fought | g.marched | g.reserve | g.building
    found = 0
    barred |= set_of(g.ferrying) | set_of(g.bridging)
    for unit in each_piece(g.corps_on_map(corps) & roster.combat & ~barred):
        if g.af(unit) and not is_resting(g, unit):
            found |= 1 << unit
    return found


def can_attack(g: TrumpetsState, unit: Piece, target: Place) -> bool:
    """Whether a unit can get at a hex next to its own; foot attacks over any water (rc-att-1)."""
    here = g.where[unit]
    if g.setting.board.direction(here, target) is None:
        return False
    kind = movement_class(g, unit)
    return is_foot(kind) or enters(g, kind, here, target)


def targets(g: TrumpetsState, side: int, corps: int) -> int:
    """Enemy hexes that a corps can attack and has not attacked. Rules gc-4a, gc-4b, gc-5."""
    board, enemies = g.setting.board, g.occupied[enemy(side)] & ~g.attacked.get(corps, 0)
    found = 0
    for unit in each_piece(able(g, corps)):
        near = board.around(1 << g.where[unit]) & enemies & ~found
        for target in each_place(near):
            if can_attack(g, unit, target):
                found |= 1 << target
    return found


# -- the segment --------------------------------------------------------------------------------


class CombatSegment(TrumpetsStep, frozen=True, tag="combat_segment"):
    """The ground combat of a corps: mark hexes, then fight for them one by one.

    Rules sop-27, gc-1, gc-2, gc-3, gc-4, gc-5, gc-6. A corps that rests only answers for
    counter-attacks (rc-ca-1).

    Attributes:
        side: The attacker.
        corps: His corps.
        marking: Whether hexes are still being marked (gc-2).
        marks: Hexes that this corps has marked.
    """

    side: int
    corps: int
    marking: bool = True
    marks: int = 0

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """A hex to mark, or a marked hex to attack."""
        open_ = targets(g, self.side, self.corps)
        values: dict[str, Ref | int | str] = {"corps": g.setting.roster.formations[self.corps].id}
        if self.marking:
            fresh = open_ & ~self.marks
            if not fresh:
                return None
            marks = g.setting.offer["mark"].of(members(fresh))
            return Decision(self.side, "marking", [*marks, DONE], ("gc-2", "gc-3"), values)
        left = open_ & self.marks
        if not left:
            return None
        fights = g.setting.offer["fight"].of(members(left))
        stop = DECLINE if owed(g, g.corps_units(self.corps)) else END
        return Decision(self.side, "choosing", [*fights, stop], ("gc-5", "gc-6", "rc-ca-1"), values)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Mark, fight, or go on."""
        if action.verb == "mark":
            mark = 1 << action.place(0)
            g.marked |= mark
            g.steps[-1] = msgspec.structs.replace(self, marks=self.marks | mark)
        elif action == DONE:
            g.steps[-1] = msgspec.structs.replace(self, marking=False)
        elif action.verb == "fight":
            g.attack = Attack(self.side, self.corps, action.place(0))
            g.steps.append(Gathering(self.side))
        else:
            self._end(g, log)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Nothing to mark any more, or nothing to fight for."""
        if self.marking and self.marks:
            g.steps[-1] = msgspec.structs.replace(self, marking=False)
        else:
            self._end(g, log)

    def _end(self, g: TrumpetsState, log: Log) -> None:
        g.steps.pop()
        units = g.corps_units(self.corps)
        decline(g, self.side, units, log)
        forgive(g, units)


# -- one attack ---------------------------------------------------------------------------------


def planes_for(g: TrumpetsState, side: int, corps: set[int], used: tuple[int, ...]) -> list[int]:
    """Aircraft that may still support a side. Rules gc-6a, gc-6d, rc-air-4."""
    target = g.fight.target
    if len(used) >= PLANES or is_night(g.turn) or g.weather_at(target) == "snow":
        return []
    return [
        number
        for number, plane in enumerate(g.aircraft)
        if plane.side == side and plane.mission == "hold" and plane.corps in corps
        if number not in used
    ]


class Gathering(TrumpetsStep, frozen=True, tag="gathering"):
    """The attacker names his units, aircraft and guns for one attack. Rules gc-6a, gc-6c."""

    side: int

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision:
        """More of them, the attack, or nothing after all."""
        fight, offer = g.fight, g.setting.offer
        units = self._candidates(g)
        actions = [offer["commit"][unit] for unit in units]
        if len(units) > 1:
            actions.append(ALL)
        if fight.attackers:
            actions.append(ATTACK)
            if may_blitz(g, fight):
                actions.append(BLITZ)
        actions.append(CANCEL)
        actions += gun_actions(g, attack_guns(g, fight))
        if proposed_attack_guns(g, fight):
            actions.append(STAFF)
        actions += offer["air"].of(planes_for(g, self.side, {fight.corps}, fight.planes))
        return Decision(
            self.side,
            "gathering",
            actions,
            ("gc-6a", "gc-6c", "rc-att-1"),
            {"hex": Ref("place", fight.target)},
            fight.attackers,
        )

    def _candidates(self, g: TrumpetsState) -> list[Piece]:
        fight = g.fight
        return [
            unit
            for unit in each_piece(able(g, fight.corps))
            if unit not in fight.attackers and can_attack(g, unit, fight.target)
        ]

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Build the attack up."""
        fight = g.fight
        match action.verb:
            case "commit":
                self._commit(g, [action.piece(0)])
            case "all":
                self._commit(g, self._candidates(g))
            case "guns" | "gun":
                guns = (*fight.guns, *named_guns(g, action, attack_guns(g, fight)))
                g.attack = msgspec.structs.replace(fight, guns=guns)
            case "staff":  # rc-staff-1
                guns = (*fight.guns, *proposed_attack_guns(g, fight))
                g.attack = msgspec.structs.replace(fight, guns=guns)
            case "air":
                planes = (*fight.planes, action.number(0))
                g.attack = msgspec.structs.replace(fight, planes=planes)
            case "cancel":
                g.steps.pop()
                g.attack = None
                g.exploiting = 0
            case _:
                self._declare(g, log, blitz=action == BLITZ)

    def _commit(self, g: TrumpetsState, units: list[Piece]) -> None:
        fight = g.fight
        g.attack = msgspec.structs.replace(
            fight,
            attackers=(*fight.attackers, *units),
            origins=(*fight.origins, *(g.where[unit] for unit in units)),
        )

    def _declare(self, g: TrumpetsState, log: Log, *, blitz: bool) -> None:
        g.steps.pop()
        declare(g, msgspec.structs.replace(g.fight, blitz=blitz), log)


def declare(g: TrumpetsState, attack: Attack, log: Log) -> None:
    """An attack is made: markers on units and guns, then the defender's answer. Rule gc-6."""
    g.attack = attack
    for unit in attack.attackers:
        g.fought |= 1 << unit
        if attack.kgp:  # rc-kgp-1
            g.kgp_spent[unit] = g.kgp_spent.get(unit, 0) + KGP_ATTACK
    g.exploiting = 0
    g.attacked[attack.corps] = g.attacked.get(attack.corps, 0) | 1 << attack.target
    spend_support(g, attack.guns, attack.planes)
    pay_by_attacking(g, attack)
    manner = "blitz" if attack.blitz else "attack"
    log.append(AttackDeclared(attack.attackers, attack.target, attack.guns, manner))
    g.steps += [Resolution(attack.side), Answering(enemy(attack.side))]


def spend_support(g: TrumpetsState, guns: Pieces, planes: tuple[int, ...]) -> None:
    """Fired markers, and aircraft that are on a ground support mission. Rules gc-6c, gc-6f."""
    for gun in guns:
        g.fired |= 1 << gun
    g.aircraft = tuple(
        msgspec.structs.replace(plane, mission=SUPPORT) if number in planes else plane
        for number, plane in enumerate(g.aircraft)
    )


def gun_actions(g: TrumpetsState, guns: list[Piece]) -> list[Action]:
    """Guns by formation, and one by one where a formation has several. Rule rc-art-1."""
    formations = by_formation(g, guns)
    actions = [Action("guns", (name,)) for name in formations]
    for group in formations.values():
        if len(group) > 1:
            actions += g.setting.offer["gun"].of(group)
    return actions


def named_guns(g: TrumpetsState, action: Action, guns: list[Piece]) -> list[Piece]:
    """The guns that an action names."""
    if action.verb == "gun":
        return [action.piece(0)]
    return by_formation(g, guns)[action.choice(0)]


class Answering(TrumpetsStep, frozen=True, tag="answering"):
    """The defender names his aircraft and guns. Rules gc-6d, gc-6f."""

    side: int

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """More of them, or no more."""
        fight, offer = g.fight, g.setting.offer
        corps = {g.corps_of(g.under[unit]) for unit in each_piece(defenders_of(g, fight))}
        actions = [
            *offer["air"].of(planes_for(g, self.side, corps, fight.defending_planes)),
            *gun_actions(g, defence_guns(g, fight)),
        ]
        if not actions:
            return None
        if proposed_defence_guns(g, fight):
            actions.append(STAFF)
        return Decision(
            self.side,
            "answering",
            [*actions, DONE],
            ("gc-6d", "gc-6f", "rc-art-3"),
            {"hex": Ref("place", fight.target)},
        )

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Commit them, or close."""
        fight = g.fight
        if action == DONE:
            self.run(g, log)
        elif action.verb == "air":
            planes = (*fight.defending_planes, action.number(0))
            g.attack = msgspec.structs.replace(fight, defending_planes=planes)
        else:
            if action == STAFF:  # rc-staff-1
                named = proposed_defence_guns(g, fight)
            else:
                named = named_guns(g, action, defence_guns(g, fight))
            guns = (*fight.defending_guns, *named)
            g.attack = msgspec.structs.replace(fight, defending_guns=guns)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Everything is committed: the fire of both sides is fixed."""
        g.steps.pop()
        fight = g.fight
        g.attack = msgspec.structs.replace(
            fight,
            defenders=members(defenders_of(g, fight)),
            fire=attack_fire(g, fight),
            return_fire=defence_fire(g, fight),
        )
        spend_support(g, fight.defending_guns, fight.defending_planes)
        if fight.defending_guns:
            log.append(GunsAnswered(fight.defending_guns, fight.target))
        if g.setting.advanced:
            g.steps += lay_barrages(g)


class Resolution(TrumpetsStep, frozen=True, tag="resolution"):
    """Odds, dice and results of the attack, unless it was broken off.

    Rules gc-8, gc-9, gc-10, gc-11, gc-12, gc-13, gc-14, gc-15, gc-16, gc-17, gc-18, gc-19, gc-20.
    """

    side: int

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Roll."""
        g.steps.pop()
        if g.attack is None:
            return
        odds = work_out(g, g.attack)
        if g.attack.blitz:
            resolve_blitz(g, odds, log)
        else:
            resolve(g, odds, log)
