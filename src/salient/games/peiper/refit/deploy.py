"""Step 8.624: both sides set up in their areas, unseen."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log, Ref, once, resting
from salient.games.peiper.areas import Areas
from salient.games.peiper.battle.bore import fields, to_be_sighted
from salient.games.peiper.refit.arranging import arrange, arrangements, take_off_hooks
from salient.games.peiper.refit.artillery import hand_out_radios
from salient.games.peiper.refit.concealing import conceal_all
from salient.games.peiper.refit.contents import in_hand
from salient.games.peiper.refit.dummies import do_without
from salient.games.peiper.refit.works import bridge_hex
from salient.games.peiper.staff.placing import best_place
from salient.games.peiper.staff.proposals import STAFF
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.standing.entries import eligible_hexes
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.core.actions import CORNER_WORDS, END
from salient.games.squad.core.courses import inward
from salient.games.squad.core.events.play import Deployed, Faced
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.setting import AMERICAN, GERMAN, corner_of
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.core.state import NOBODY
from salient.games.squad.terrain.board import each_hex

FROM_ENEMY = 8
"""Hexes between reserves and American areas. Rule CG7a-6."""
GUN_SHIFT = 3
"""How far from where it ended a gun may set up. Rule CG12b."""


def set_up(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.624: who does not move first sets up first. Rules P8.624, P8.623."""
    g.settled = 0
    take_off_hooks(g)
    g.steps.append(SettingUp(g.terms.first))
    g.steps.append(SettingUp(enemy(g.terms.first)))


class SettingUp(PeiperStep, frozen=True, tag="setting_up"):
    """A side puts its new units on the map, and may shift about those that are there.

    Rules P8.624, CG7-1, CG9, CG12b.

    Attributes:
        moving: The unit being put elsewhere, or -1.
        faced: Vehicles and guns that have been turned.
        sighted: The machine-gun being sighted in for the night, or -1 (CG12a).
    """

    side: int
    moving: Piece = NOBODY
    faced: int = 0
    sighted: Piece = NOBODY

    def as_enemy_knows(self) -> SettingUp:
        """Nobody sees who is where."""
        return SettingUp(self.side)

    def sets_up(self, side: int) -> bool:
        """Whether a side still sets up."""
        return side == self.side

    def question(self, g: PeiperState) -> Decision | None:
        """Where the next unit goes; then who moves elsewhere, or turns."""
        if self.moving >= 0:
            actions = [Action("deploy", (self.moving, place)) for place in places(g, self.moving)]
            values: dict[str, Ref | int | str] = {"unit": Ref("piece", self.moving)}
            return Decision(self.side, "deploy", [*actions, END], ("P8.624",), values)
        if self.sighted >= 0:
            gun = self.sighted
            actions = [Action("bore", (gun, place)) for place in fields(g, gun)]
            values = {"unit": Ref("piece", gun)}
            return Decision(self.side, "bore", [*actions, END], ("CG12a",), values)
        for unit in waiting(g, self.side):
            actions = [Action("deploy", (unit, place)) for place in places(g, unit)]
            if g.setting.dummies >> unit & 1:
                actions.append(Action("do_without", (unit,)))
            if actions:
                return Decision(
                    self.side, "deploy", [*actions, STAFF], ("P8.624", "CG7-1"),
                    {"unit": Ref("piece", unit)},
                )  # fmt: skip
        actions = [Action("move", (unit,)) for unit in movable(g, self.side)]
        turning = g.on_map(g.setting.army[self.side] & (g.setting.guns | g.setting.vehicles))
        for unit in each_piece(turning & ~(self.faced | g.wrecks | g.aside())):
            actions += [Action("face", (unit, word)) for word in CORNER_WORDS]
        actions += arrangements(g, self.side)
        actions += [Action("sight_in", (gun,)) for gun in to_be_sighted(g, self.side)]
        if not actions:
            return None
        rules = ("P8.624", "CG9", "CG12c", "CG22c")
        return Decision(self.side, "arrange", [*actions, END], rules)

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """Do it."""
        match action.verb:
            case "sight_in":
                g.steps[-1] = SettingUp(self.side, NOBODY, self.faced, action.piece(0))
            case "bore":
                g.bore[action.piece(0)] = (g.where[action.piece(0)], action.place(1))
                g.steps[-1] = SettingUp(self.side, NOBODY, self.faced)
            case "end" if self.moving >= 0 or self.sighted >= 0:
                g.steps[-1] = SettingUp(self.side, NOBODY, self.faced)
            case "end":
                self.act(g, log)
            case "staff":
                self.place_all(g, log)
            case "move":
                g.settled |= 1 << action.piece(0)
                g.steps[-1] = SettingUp(self.side, action.piece(0), self.faced)
            case "face":
                unit = action.piece(0)
                g.facing[unit] = g.turret[unit] = corner_of(action.choice(1))
                log.append(Secret(self.side, Faced(self.side, unit, action.choice(1))))
                g.steps[-1] = SettingUp(self.side, NOBODY, self.faced | 1 << unit)
            case "deploy":
                put_down(g, action.piece(0), action.place(1), log)
                g.steps[-1] = SettingUp(self.side, NOBODY, self.faced)
            case "do_without":
                do_without(g, 1 << action.piece(0))
            case _:
                arrange(g, self.side, action, log)

    def place_all(self, g: PeiperState, log: Log) -> None:
        """The staff puts all down for whom there is room, and does without the other dummies."""
        for unit in waiting(g, self.side):
            with resting(g):
                found = places(g, unit)
            if found:
                put_down(g, unit, best_place(g, unit, found), log)
            else:
                do_without(g, 1 << unit & g.setting.dummies)

    def act(self, g: PeiperState, log: Log) -> None:
        """Those for whom there is no room wait in a box; the rest hides. Rules CG11a, CG7a-3."""
        g.steps.pop()
        finish_set_up(g, self.side)


def waiting(g: PeiperState, side: int) -> list[Piece]:
    """Units that must be set up: not weapons, which go with those who have them."""
    units = in_hand(g, side) & (g.setting.personnel | g.setting.vehicles)
    return list(each_piece(units))


def movable(g: PeiperState, side: int) -> list[Piece]:
    """Units on the map that may be put elsewhere, each once. Rule P8.624."""
    units = g.setting.army[side] & (g.setting.personnel | g.setting.vehicles)
    stuck = g.settled | g.wrecks | g.immobile | g.dry | g.aside() | g.riding()
    return list(each_piece(g.on_map(units) & ~stuck))


def put_down(g: PeiperState, unit: Piece, place: Place, log: Log) -> None:
    """A unit is set up with all it has; vehicles and guns face the middle of the map."""
    side = g.side(unit)
    g.settled |= 1 << unit
    g.concealed |= 1 << unit & g.setting.dummies
    g.put(unit, place)
    for item in each_piece(g.carried(unit)):
        g.put(item, place)
    for one in each_piece(1 << unit | g.carried(unit)):
        if (g.setting.vehicles | g.setting.guns) >> one & 1 and g.facing[one] < 0:
            g.facing[one] = g.turret[one] = inward(g, place)
    number = g.force_number(unit)
    if number >= 0 and g.forces[number].placing == "reserve" and g.forces[number].new:
        g.reserve |= 1 << unit | g.carried(unit)
    g.concealed |= 1 << unit & g.setting.dummies  # A dummy is never anything but a question mark.
    log.append(Secret(side, Deployed(side, unit, place)))


# -- where ----------------------------------------------------------------------------------------


def places(g: PeiperState, unit: Piece) -> list[Place]:
    """The locations where a unit may be set up. Rules CG7-1, CG7a-6, CG12b, P8.5f."""
    board = g.setting.board
    hexes = hexes_for(g, unit)
    found = [
        place for here in each_hex(hexes) for place in board.locations_in(here)
        if board.locations[place].floor not in ("rooftop", "culvert", "stairs", "tower")
        and not may_set_up(g, unit, place)
    ]  # fmt: skip
    if g.setting.vehicles >> unit & 1 and g.side(unit) == GERMAN:  # SSR-II.6
        found = [place for place in found if board.hex_of[place] != bridge_hex(g)]
    if g.terms.initial:
        found = within_limits(g, unit, found)
    return found


def hexes_for(g: PeiperState, unit: Piece) -> int:
    """The hexes in which a unit may be set up."""
    side = g.side(unit)
    number = g.force_number(unit)
    force = g.forces[number] if number >= 0 else None
    if g.terms.initial:
        fixed = g.setting.fixed_hex(unit)
        if fixed >= 0:
            return 1 << fixed
        hexes = g.setting.limits[side]
        if force is not None and force.placing == "reserve":
            outside = hexes ^ g.setting.ground.everywhere
            return once(g, "reserves", lambda: reserve_hexes(g, hexes, outside))
        return hexes
    areas = areas_of(g)
    if unit in g.home:
        return home_hexes(g, areas, unit)
    open_areas = areas.setup[side] & ~areas.isolated[side]
    if force is not None and force.placing == "reserve":
        foes = areas.setup[AMERICAN] | eligible_hexes(g, AMERICAN)
        return once(g, "reserves", lambda: reserve_hexes(g, open_areas, foes))
    if force is not None and force.new:
        return same_area(g, areas, force.units, side) or open_areas
    return open_areas


def same_area(g: PeiperState, areas: Areas, units: int, side: int) -> int:
    """The area in which others of a new group already stand: all go there. Rule CG7-1."""
    there = g.on_map(units)
    if not there:
        return 0
    number = areas.area_of(side, g.hex(each_piece(there)[0]))
    return areas.parts[side][number] if number >= 0 else 0


def home_hexes(g: PeiperState, areas: Areas, unit: Piece) -> int:
    """The area where a unit was kept; guns not far from where they stood.

    Rules P8.6055, P8.6241, CG12b.
    """
    side, home = g.side(unit), g.home[unit]
    number = areas.area_of(side, home)
    hexes = areas.parts[side][number] if number >= 0 else 1 << home
    if g.carried(unit) & g.setting.guns & ~(g.setting.mortars | g.rolling) and not g.idle:
        board = g.setting.board
        return set_of(here for here in each_place(hexes) if board.range(here, home) <= GUN_SHIFT)
    return hexes


def reserve_hexes(g: PeiperState, own: int, foes: int) -> int:
    """The hexes far enough from the Americans, or the farthest. Rules CG7a-6, SSR-II.2, SSR-III.2.

    >>> FROM_ENEMY
    8
    """
    ground, near = g.setting.ground, foes
    for _ in range(FROM_ENEMY - 1):
        wider = near | set_of(
            beyond for here in members(near & ~_inner(ground.beside, near))
            for beyond in members(ground.beside[here])
        )  # fmt: skip
        if not own & ~wider:
            break
        near = wider
    return own & ~near or own


def _inner(beside: tuple[int, ...], hexes: int) -> int:
    """Those of some hexes that have only such hexes around them."""
    return set_of(here for here in members(hexes) if not beside[here] & ~hexes)


def within_limits(g: PeiperState, unit: Piece, places: list[Place]) -> list[Place]:
    """Those of some locations that the limits of the first set-up leave to a unit.

    Rules P8.51-US-setup, P8.51-GE-setup, P8.52-GE-setup, SSR-II.6.
    """
    setting, side = g.setting, g.side(unit)
    hex_of = setting.board.hex_of
    full = full_columns(g, unit)
    found = [place for place in places if not full >> hex_of[place] & 1]
    if setting.cg == "stoumont" and side == AMERICAN:
        if g.carried(unit) & setting.guns or too_many_inside(g, unit):
            found = [place for place in found if not is_building(g, place)]
    elif setting.cg == "stoumont":
        shared = setting.limits[AMERICAN]
        found = [
            place for place in found
            if not (shared >> hex_of[place] & 1 and is_by_americans(g, place))
        ]  # fmt: skip
    return found


def is_by_americans(g: PeiperState, place: Place) -> bool:
    """Whether Americans are in a location or next to it. Rule P8.51-GE-setup."""
    beside = g.setting.ground.beside[g.setting.board.hex_of[place]]
    return any(g.stack(near, AMERICAN) for near in (place, *members(beside)))


def full_columns(g: PeiperState, unit: Piece) -> int:
    """The hexes of those columns of the thin zone that have their one squad or vehicle.

    Rule P8.52-GE-setup.
    """
    setting, side = g.setting, g.side(unit)
    counts = setting.squads | setting.vehicles
    if not counts >> unit & 1 or not setting.thin[side]:
        return 0
    hexes = setting.board.hexes
    others = g.on_map(setting.army[side] & counts) & ~(1 << unit)
    taken = {hexes[g.hex(other)].spot[0] for other in each_piece(others)}
    return set_of(here for here in members(setting.thin[side]) if hexes[here].spot[0] in taken)


def too_many_inside(g: PeiperState, unit: Piece) -> bool:
    """Whether too few squads would be left for the open. Rule P8.51-US-setup."""
    setting = g.setting
    own = setting.army[AMERICAN] & setting.squads & ~setting.crews & ~g.spare & ~g.lost
    total = sum(g.size(one) for one in each_piece(own) if one not in g.box)
    inside = sum(
        g.size(one) for one in each_piece(g.on_map(own) & ~(1 << unit))
        if is_building(g, g.where[one])
    )  # fmt: skip
    outside = setting.campaign.american.outside_buildings
    if not own >> unit & 1:
        return False
    return inside + g.size(unit) > max(0, total - 2 * outside)


# -- afterwards -----------------------------------------------------------------------------------


def finish_set_up(g: PeiperState, side: int) -> None:
    """The set-up of a side is over. Rules CG11a, CG11b, CG7a-3, P8.52-GE-setup."""
    do_without(g, set_of(waiting(g, side)) & g.setting.dummies)
    for unit in waiting(g, side):
        wait_off_map(g, unit)
    for number, force in enumerate(g.forces):
        if force.side == side and force.new and g.on_map(force.units):
            g.change_force(number, new=False)
    if g.terms.initial:
        drop_empty_foxholes(g, side)
    hand_out_radios(g, side)
    conceal_all(g, side)


def wait_off_map(g: PeiperState, unit: Piece) -> None:
    """Who cannot be set up waits in a holding box, or stays in the box. Rules CG7a-3, CG6c-4."""
    side = g.side(unit)
    entry = next(
        (n for n, area in enumerate(g.setting.entries) if area.since(side) is not None), None
    )
    for one in each_piece(1 << unit | g.carried(unit)):
        if entry is not None:
            g.box[one] = 2 * entry


def drop_empty_foxholes(g: PeiperState, side: int) -> None:
    """Foxholes of the thin zone without a squad are not there. Rule P8.52-GE-setup."""
    thin = g.setting.thin[side]
    g.planned = [
        (owner, work, here) for owner, work, here in g.planned
        if owner != side or not g.setting.charts.works[work].squads or not thin >> here & 1
        or g.stack(here, side) & g.setting.squads
    ]  # fmt: skip
