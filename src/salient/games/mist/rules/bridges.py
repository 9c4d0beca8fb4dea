"""Chapter 10: building and blowing bridges."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import BridgeBlown, BridgeBuilt, BridgeHeld, BridgingFailed
from salient.games.mist.rules.special import prevents_demolition
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.setting import ALLIED, DECLINE, END
from salient.games.mist.state import DIE, MistState, MistStep

BRIDGING_SUCCESS = 4
"""Rule 10.15: a bridge is built on a roll of 1-4."""

ENGINEER_DEMOLITION = {False: 8, True: 4}
"""Rule 10.29b for engineers, by whether they have moved this turn."""

OTHER_DEMOLITION = {False: 4, True: 2}
"""Rule 10.29b for other infantry-type units."""

GUARDED_SUCCESS = 1
"""Rule 14.23a: all that is left with a special unit in the area."""

NO_ALLIED_DEMOLITION = 16
"""Rules 6.0-II-2b, 10.26: the day on which the Allies blow nothing."""


# -- demolition (10.2) --------------------------------------------------------------------------


def demolishers(g: MistState, link: int, side: int) -> list[Piece]:
    """A side's units that may try to blow a bridge an enemy is about to cross.

    Infantry-type and in supply, in an area or zone at one end of the bridge that held no enemies
    when the impulse began, with fewer than two bridges tried in this impulse, each unit for itself;
    and only if nobody has tried this bridge yet.
    """
    if (g.tried | g.blown) >> link & 1:  # 10.25, qa-14
        return []
    if side == ALLIED and g.day == NO_ALLIED_DEMOLITION:  # 6.0-II-2b, 10.26
        return []
    setting, found = g.setting, []
    for place in setting.board.links[link][:2]:  # 10.21a, 10.22b, qa-13
        if g.contested >> place & 1:  # 10.24, qa-16
            continue
        able = g.stack(place, side) & ~setting.armor  # 10.22a
        able &= ~g.tried_twice  # 10.23, qa-15
        found += [unit for unit in each_piece(able) if in_supply(g, unit)]  # 13.24
    return found


def demolition_need(g: MistState, unit: Piece) -> int:
    """The highest roll with which a unit blows a bridge. Rules 10.27, 10.29b, 14.23."""
    setting = g.setting
    if setting.side_of[unit] == ALLIED and prevents_demolition(g, g.where[unit]):
        return GUARDED_SUCCESS
    moved_units = g.entered | g.acted if setting.moved_means_acted else g.entered
    moved = bool(moved_units >> unit & 1)
    table = ENGINEER_DEMOLITION if setting.engineers >> unit & 1 else OTHER_DEMOLITION
    return table[moved]


class Crossing(MistStep, frozen=True, tag="crossing"):
    """The enemy may try to blow the bridge in front of a moving group.

    Rules 6.0-II-2a, 8.41, 10.21.
    """

    link: int
    side: int

    def ask(self, g: MistState) -> Decision:
        """Who tries, or nobody."""
        a, b = g.setting.board.links[self.link][:2]
        units = demolishers(g, self.link, self.side)
        return Decision(
            self.side,
            "crossing",
            [*(Action("blow", (unit,)) for unit in units), DECLINE],
            ("8.41", "10.21", "10.29"),
            {"a": Ref("place", a), "b": Ref("place", b)},
        )

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Make the demolition check."""
        g.steps.pop()
        if action == DECLINE:
            return
        unit = action.piece(0)
        a, b = g.setting.board.links[self.link][:2]
        need = demolition_need(g, unit)
        g.tried |= 1 << self.link  # 10.25, qa-14
        # 10.23, qa-15
        g.tried_twice |= g.tried_once & (1 << unit)
        g.tried_once |= 1 << unit
        face = g.roll(DIE)
        rules = ("10.29", "14.23") if need == GUARDED_SUCCESS else ("10.29",)
        log.append(Rolled(self.side, "demolition", (face,), need, (), int(face <= need), rules))
        if face > need:
            log.append(BridgeHeld(unit, a, b))
            g.steps[-1] = g.steps[-1].crossing()
            return
        g.blown |= 1 << self.link  # 10.28a, 10.29a
        log.append(BridgeBlown(unit, a, b))
        g.steps[-1] = g.steps[-1].interrupted()


# -- bridging (10.1) ----------------------------------------------------------------------------


def bridging_sites(g: MistState, unit: Piece) -> list[int]:
    """The blown bridges an engineer may work on now, as links.

    It began the turn beside the site and has done nothing since but try, in vain, to build a
    bridge (8.36e, 10.12a, 10.14a, 10.16a); no battle was fought in its area this impulse and no
    enemy is in it (10.13, 10.14b); it is in supply (13.24); a friend stands on the far bank
    (10.12b); nobody else worked on the bridge in this impulse (10.17b).
    """
    setting, here = g.setting, g.where[unit]
    side, bit = setting.side_of[unit], 1 << unit
    if (g.acted & ~g.bridging | g.fresh) & bit:
        return []
    if (g.present[enemy(side)] | g.fought) >> here & 1:
        return []
    sites = [
        link
        for to, link, _, _ in setting.board.exits[here]
        if g.blown >> link & 1 and not g.worked >> link & 1 and g.present[side] >> to & 1
    ]
    return sites if sites and in_supply(g, unit) else []


class Bridging(MistStep, frozen=True, tag="bridging"):
    """After combat engineers, and only they, may try to build bridges (10.11).

    Rules 6.0-II-4, 6.0-III-4, 10.1.

    Attributes:
        side: The side whose impulse it is.
        busy: Engineers that have made their attempt of this impulse (10.16a).
    """

    side: int
    busy: tuple[int, ...] = ()

    def ask(self, g: MistState) -> Decision | None:
        """Which engineer works on which bridge."""
        setting = g.setting
        actions = []
        for unit in each_piece(setting.engineers & setting.army[self.side]):
            if g.where[unit] != NOWHERE and unit not in self.busy:
                actions += [
                    Action("bridge", (unit, _far_bank(g, unit, link)))
                    for link in bridging_sites(g, unit)
                ]
        if not actions:
            return None
        return Decision(self.side, "bridging", [*actions, END], ("10.12", "10.15", "10.16"))

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Make one attempt."""
        if action == END:
            g.steps.pop()
            return
        unit, far = action.piece(0), action.place(1)
        link = g.setting.board.link_between(g.where[unit], far)
        assert link is not None, "a bridging site is a link"
        g.steps[-1] = Bridging(self.side, (*self.busy, unit))  # 10.16a
        g.acted |= 1 << unit  # 8.36e, 10.14a
        g.worked |= 1 << link  # 10.17b
        key = 2 * link + self.side  # 10.16b
        failures = g.failures.get(key, 0)
        face = g.roll(DIE)
        success = face - failures <= BRIDGING_SUCCESS  # 10.15, 10.16, 10.17a
        modifiers = (Modifier("10.16", -failures),) if failures else ()
        log.append(
            Rolled(
                self.side,
                "bridging",
                (face,),
                BRIDGING_SUCCESS,
                modifiers,
                int(success),
                ("10.15",),
            )
        )
        if success:
            g.bridging &= ~(1 << unit)  # 10.14a, 10.16a
            g.blown &= ~(1 << link)  # 10.15
            for owner in (0, 1):  # 10.16b
                g.failures.pop(2 * link + owner, None)
            log.append(BridgeBuilt(unit, g.where[unit], far))
        else:
            g.bridging |= 1 << unit  # 10.16a
            g.failures[key] = failures + 1  # 10.16
            log.append(BridgingFailed(unit, g.where[unit], far, failures + 1))


def _far_bank(g: MistState, unit: Piece, link: int) -> Place:
    a, b = g.setting.board.links[link][:2]
    return b if g.where[unit] == a else a
