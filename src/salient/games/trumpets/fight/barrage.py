"""Barrage shock (48.0, advanced): massed guns before the combat, first the attacker's."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

import msgspec

from salient.boards.bits import each_piece, set_of
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log
from salient.games.trumpets.charts.cells import half_up
from salient.games.trumpets.charts.combat import Barrage as Cell
from salient.games.trumpets.events import AttackBrokenOff, Barrage, Marked
from salient.games.trumpets.fight.artillery import by_formation
from salient.games.trumpets.fight.situation import nations
from salient.games.trumpets.harm.retreat import Retreat
from salient.games.trumpets.state import Attack, TrumpetsState, TrumpetsStep

DIE = 6
UNCOORDINATED = Fraction(1, 4)
"""Rule note-ba-f: what uncoordinated fire adds to a defence."""

QUARTER = Fraction(1, 4)
SHOCK_RETREAT = 1
"""Rule res-ba-s."""

ATTACK, CANCEL = Action("attack"), Action("cancel")


def nation_of(g: TrumpetsState, guns: Iterable[Piece]) -> str:
    """The row of the columns; US and British guns together use the British one. Rule rc-bar-1."""
    found = nations(g, set_of(guns))
    return "british" if len(found) > 1 else next(iter(found), "german")


def barrage_column(g: TrumpetsState, guns: Pieces, cf: int) -> int:
    """The column of a barrage from 0, -1 for none. Rules gc-7a, note-bd-a, tab-bd-cols."""
    return g.setting.combat.barrage_column(nation_of(g, guns), cf) if guns else -1


def needs_coordination(g: TrumpetsState, guns: Pieces) -> bool:
    """Whether more than one artillery formation fires. Rules note-bd-b, note-ba-b.

    Then one die decides, by nation, whether the table is used at all: rules note-bd-c,
    note-bd-d, note-bd-e, note-ba-a, note-ba-c, note-ba-d, note-ba-e.
    """
    return len(by_formation(g, guns)) > 1


def share_of(cf: int, share: Fraction) -> int:
    """A half of the CF is rounded up, a quarter to the nearest. Rules res-ba-half, res-ba-quarter.

    >>> share_of(31, Fraction(1, 2)), share_of(30, Fraction(1, 4)), share_of(30, Fraction(1))
    (16, 8, 30)
    """
    return half_up(cf * share) if share == QUARTER else ceil(cf * share)


def after_attack_barrage(attack: Attack, cell: Cell) -> Attack:
    """An attack after the barrage on the defender. Rules res-bd-cf, res-bd-s, drm-bd-star."""
    return msgspec.structs.replace(attack, shocked=cell.effect == "S", stars=cell.stars)


def after_defence_barrage(attack: Attack, cell: Cell) -> Attack:
    """An attack after the barrage on the attacker: its fire and stars. Rules res-ba-cf and on."""
    return msgspec.structs.replace(
        attack,
        return_fire=share_of(attack.return_fire, cell.share),
        return_stars=cell.stars,
    )


def uncoordinated(attack: Attack) -> Attack:
    """A defence whose guns were not coordinated. Rule note-ba-f."""
    fire = share_of(attack.return_fire, UNCOORDINATED)
    return msgspec.structs.replace(attack, return_fire=fire)


def without(attack: Attack, home: Place) -> Attack:
    """An attack without those who come from a hex."""
    pairs = [
        (unit, origin)
        for unit, origin in zip(attack.attackers, attack.origins, strict=True)
        if origin != home
    ]
    return msgspec.structs.replace(
        attack,
        attackers=tuple(unit for unit, _ in pairs),
        origins=tuple(origin for _, origin in pairs),
    )


class Fire(TrumpetsStep, frozen=True, tag="fire"):
    """A barrage: coordination, then two dice. Rules tab-bd, tab-ba.

    Attributes:
        side: Whose guns.
    """

    side: int

    def _roll(
        self, g: TrumpetsState, guns: Pieces, cf: int, target: Place, log: Log
    ) -> Cell | None:
        """The cell of the table, None if the fire was not coordinated."""
        charts = g.setting.combat
        column, die = barrage_column(g, guns, cf), 0
        table = charts.on_defender if self.side == g.fight.side else charts.on_attacker
        if needs_coordination(g, guns):
            die = g.roll(DIE)
            if die > charts.coordination[nation_of(g, guns)]:
                log.append(Barrage(self.side, target, cf, column + 1, die, 0, (die,), "-"))
                return None
        dice = (g.roll(DIE), g.roll(DIE))
        roll = sum(dice)
        cell = table[roll][column]
        text = f"{cell.effect}{'*' * cell.stars}" or "CF"
        thrown = (die, *dice) if die else dice
        log.append(Barrage(self.side, target, cf, column + 1, die, roll, thrown, text))
        return cell


class AttackBarrage(Fire, frozen=True, tag="attack_barrage"):
    """The barrage on the defender. Rules tab-bd, note-bd-a to note-bd-g."""

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Roll, if there are guns enough; the CF counts in any case (note-bd-g)."""
        g.steps.pop()
        fight = g.fight
        if barrage_column(g, fight.guns, fight.fire) < 0:
            return
        cell = self._roll(g, fight.guns, fight.fire, fight.target, log)
        if cell is None:  # note-bd-f
            return
        g.attack = after_attack_barrage(fight, cell)
        if g.fight.shocked:
            shock(g, fight.defenders, log)


def shock(g: TrumpetsState, units: Iterable[Piece], log: Log) -> None:
    """Shock markers for every unit of a hex. Rules res-bd-mark, res-ba-mark."""
    struck = tuple(units)
    g.shock |= set_of(struck)
    log.append(Marked(struck, "shock"))


class DefenceBarrage(Fire, frozen=True, tag="defence_barrage"):
    """The barrage on the attacker, on a hex that the defender names. Rules tab-ba, rc-bar-2."""

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which hex."""
        fight = g.fight
        if barrage_column(g, fight.defending_guns, fight.return_fire) < 0:
            return None
        actions = [Action("choose", (home,)) for home in sorted(set(fight.origins))]
        return Decision(self.side, "barrage", actions, ("rc-bar-2", "tab-ba"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Fire on it."""
        g.steps.pop()
        fight, home = g.fight, action.place(0)
        cell = self._roll(g, fight.defending_guns, fight.return_fire, home, log)
        if cell is None:
            g.attack = uncoordinated(fight)
            return
        g.attack = after_defence_barrage(fight, cell)
        if cell.effect:
            self._drive_off(g, home, shocked=cell.effect == "S", log=log)

    def _drive_off(self, g: TrumpetsState, home: Place, *, shocked: bool, log: Log) -> None:
        """Those of the hex are out; shocked ones retreat a hex. Rules res-ba-s, res-ba-a."""
        fight = g.fight
        struck = tuple(
            unit
            for unit, origin in zip(fight.attackers, fight.origins, strict=True)
            if origin == home
        )
        g.attack = without(fight, home)
        g.steps.append(BreakingOff(fight.side))
        if shocked:
            # Every unit of the hex is shocked; those that attacked fall back (res-ba-mark).
            shock(g, each_piece(g.stacks[home]), log)
            g.steps.append(
                Retreat(fight.side, struck, SHOCK_RETREAT, 1 << fight.target, may_stand=False)
            )


class BreakingOff(TrumpetsStep, frozen=True, tag="breaking_off"):
    """After a barrage the rest of the attackers may go on or break off. Rule rc-bar-2."""

    side: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Go on or not, if anybody is left."""
        if not g.fight.attackers:
            return None
        return Decision(self.side, "breaking_off", [ATTACK, CANCEL], ("res-ba-a", "res-ba-s"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Go on, or stop."""
        if action == ATTACK:
            g.steps.pop()
        else:
            self.run(g, log)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The attack is over; guns and aircraft stay used."""
        g.steps.pop()
        log.append(AttackBrokenOff(g.fight.target))
        g.attack = None


def lay_barrages(g: TrumpetsState) -> list[TrumpetsStep]:
    """The steps of both barrages, that of the defender beneath. Rule gc-7."""
    side = g.fight.side
    return [DefenceBarrage(enemy(side)), AttackBarrage(side)]
