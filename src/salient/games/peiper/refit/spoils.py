"""After a scenario: equipment, hidden works, prisoners, fires, the wounded, upgrades."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_piece, each_place, members
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision, Log
from salient.games.peiper.areas import Areas
from salient.games.peiper.events import Diced, UnitDiced, UnitFared
from salient.games.peiper.refit.minefields import TakingUp
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.standing.pool import lose, lose_guns_of_wrecks, muster, spare_of
from salient.games.peiper.state import PeiperState, PeiperStep
from salient.games.squad.combat.rubble import make_rubble
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.events.play import GroundRolled, Marked
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.core.state import NOBODY
from salient.games.squad.infantry.heat_of_battle import better_kind
from salient.games.squad.terrain.board import Hexagon

BURNS_DOWN = {"wooden_building": 4, "stone_building": 2}
"""The highest die on which a building that burnt is rubble. Rule P8.6093."""

FIT, IN_LINE = 3, 5
"""Dice of a wounded leader: fit again, still wounded; above that he is evacuated. Rule P8.610."""

UP, FAR_UP, DOWN = 10, 12, 3
"""Rolls that raise or lower squads. Rule P8.6113."""

RAISED = {"us546": "us666", "us666": "us667", "ger447": "ss658", "ger467": "ger468"}
"""What a squad becomes that proves itself. Rule P8.6113."""


def share_out(g: PeiperState, log: Log) -> None:
    """Step 8.607. Rules P8.6071, P8.6072, P8.6073."""
    areas = areas_of(g)
    for item in each_piece(g.on_map(g.setting.items)):
        if g.owner[item] == NOBODY or g.where[g.owner[item]] != g.where[item]:
            claim_item(g, areas, item, log)
    for vehicle in each_piece(g.on_map(g.setting.vehicles) & ~g.wrecks):
        if vehicle not in g.home:
            claim_vehicle(g, areas, vehicle, log)
    for place in sorted(g.mines):
        show_mines(g, areas, place)
    g.steps += [TakingUp(AMERICAN), TakingUp(GERMAN)]


def claim_item(g: PeiperState, areas: Areas, item: Piece, log: Log) -> None:
    """Equipment that nobody has is that of whose area it lies in, or lost. Rule P8.6071.

    Reading: what the enemy finds is lost to both, but for what his own side left behind.
    """
    here, side = g.hex(item), g.side(item)
    if areas.setup[side] >> here & 1:
        taker = next((unit for unit in takers(g, areas, side, here)), None)
        if taker is not None:
            g.towed.pop(item, None)
            g.put(item, g.where[taker])
            g.owner[item] = taker
            g.home[item] = g.hex(taker)
            return
    log.append(UnitFared(side, item, "left_behind", "P8.6071"))
    lose(g, item)


def takers(g: PeiperState, areas: Areas, side: int, here: Hexagon) -> list[Piece]:
    """The squads in an area that can take something along, those with least first."""
    number = areas.area_of(side, here)
    squads = g.on_map(g.setting.army[side] & g.setting.squads) & ~g.aside()
    there = [unit for unit in each_piece(squads) if areas.area_of(side, g.hex(unit)) == number]
    there = [unit for unit in there if g.carried(unit).bit_count() < 2]
    return sorted(there, key=lambda unit: (g.carried(unit).bit_count(), unit))


def claim_vehicle(g: PeiperState, areas: Areas, vehicle: Piece, log: Log) -> None:
    """Vehicles that could not get away. Rule P8.6072.

    In an enemy area who has squads there captures them, if there is a counter for it; else they are
    wrecks. Elsewhere they stay.
    """
    side, here = g.side(vehicle), g.hex(vehicle)
    if not areas.setup[enemy(side)] >> here & 1:
        g.home[vehicle] = here
        return
    prize = spare_of(g, g.setting.units[vehicle].row.id, enemy(side))
    if prize is not None and has_men(g, areas, enemy(side), here):
        capture(g, vehicle, prize, log)
        return
    log.append(UnitFared(side, vehicle, "given_up", "P8.6072"))
    hooked = dict(g.towed)
    wreck(g, vehicle, log, burns=False)
    lose_guns_of_wrecks(g, hooked)


def has_men(g: PeiperState, areas: Areas, side: int, here: Hexagon) -> bool:
    """Whether a side has a squad or crew in the area that a hex lies in."""
    squads = g.on_map(g.setting.army[side] & g.setting.squads) & ~g.aside()
    number = areas.area_of(side, here)
    return any(areas.area_of(side, g.hex(unit)) == number for unit in each_piece(squads))


def capture(g: PeiperState, vehicle: Piece, prize: Piece, log: Log) -> None:
    """A vehicle is the enemy's, as it stands and without a crew; it is manned at 8.624. P8.6072."""
    place = g.where[vehicle]
    log.append(UnitFared(g.side(vehicle), vehicle, "taken", "P8.6072"))
    muster(g, prize)
    g.put(prize, place)
    g.home[prize] = g.setting.board.hex_of[place]
    g.facing[prize], g.turret[prize] = g.facing[vehicle], g.turret[vehicle]
    for name in ("immobile", "malfunctioned", "dismounted", "dry"):
        states = getattr(g, name)
        setattr(g, name, states | (states >> vehicle & 1) << prize)
    g.abandoned |= 1 << prize
    lose(g, vehicle)


def show_mines(g: PeiperState, areas: Areas, place: Place) -> None:
    """Hidden mines in no man's land or an enemy area are known from now on. Rule P8.6073."""
    here = g.setting.board.hex_of[place]
    fields = []
    for field in g.mines[place]:
        seen = areas.no_mans_land | areas.setup[enemy(field.side)]
        known = field.known or bool(seen >> here & 1)
        fields.append(msgspec.structs.replace(field, known=known))
    g.mines[place] = tuple(fields)


def lead_away(g: PeiperState, log: Log) -> None:
    """Step 8.608: prisoners leave play. Rule P8.608."""
    for unit in list(g.captive):
        log.append(UnitFared(g.side(unit), unit, "led_away", "P8.608"))
        del g.captive[unit]
        lose(g, unit)


def put_out_fires(g: PeiperState, log: Log) -> None:
    """Step 8.609: burning wrecks are burnt out from then on (SSR-KGP10).

    Rules P8.609, P8.6091, P8.6092, P8.6093, P8.6094, P8.6095, CG19b.
    """
    board = g.setting.board
    g.flames = 0
    burnt = sorted({board.hex_of[place] for place in each_place(g.blazes)})
    g.blazes = 0
    for here in burnt:
        log.append(Marked(here, "blaze", "removed"))
        wrecks = g.stacks.get(here, 0) & g.wrecks
        building = board.hexes[here].row.building
        stands = is_building(g, here) and building in BURNS_DOWN and here not in g.rubble
        if stands and burns_down(g, here, log):
            make_rubble(g, here, log)
            for unit in each_piece(wrecks):  # P8.6095
                lose(g, unit)
    g.burnt |= g.burning
    g.burning = 0


def burns_down(g: PeiperState, hexagon: Hexagon, log: Log) -> bool:
    """Whether a die brings a burnt building down. Rule P8.6093."""
    die = g.die()
    log.append(GroundRolled(hexagon, "building", (die,)))
    return die <= BURNS_DOWN[g.setting.board.hexes[hexagon].row.building]


def tend_wounded(g: PeiperState, log: Log) -> None:
    """Step 8.610: wounded leaders are fit again, stay so, or are evacuated. Rule P8.610."""
    for unit in each_piece(g.wounded & ~g.lost):
        die = g.die()
        result = "fit" if die <= FIT else "wounded" if die <= IN_LINE else "evacuated"
        log.append(UnitDiced(g.side(unit), unit, "wound", (die,), FIT, (), result, "P8.610"))
        if result == "fit":
            g.wounded &= ~(1 << unit)
        elif result == "evacuated":
            lose(g, unit)


# -- recombining and upgrades ---------------------------------------------------------------------


def prove_themselves(g: PeiperState, log: Log) -> None:
    """Step 8.611. Rules P8.6111, P8.6113."""
    areas = areas_of(g)
    for side in (0, 1):
        recombine(g, areas, side, log)
    for side in (1, 0):
        roll_upgrade(g, side, log)


def recombine(g: PeiperState, areas: Areas, side: int, log: Log) -> None:
    """Half-squads of one kind in one area become squads again. Rule P8.6111."""
    waiting: dict[tuple[int, str], Piece] = {}
    halves = g.half & g.setting.army[side] & g.setting.squads & ~g.setting.crews
    for unit in each_piece(g.on_map(halves) & ~g.aside()):
        key = areas.area_of(side, g.hex(unit)), g.kind[unit]
        other = waiting.pop(key, None)
        if key[0] < 0 or other is None or len(members(g.carried(other) | g.carried(unit))) > 2:
            waiting[key] = unit
            continue
        for item in each_piece(g.carried(unit)):
            g.owner[item] = other
            g.put(item, g.where[other])
            g.home[item] = g.hex(other)
        lose(g, unit)
        g.half &= ~(1 << other)
        log.append(UnitFared(side, other, "recombined", "P8.6111"))


def roll_upgrade(g: PeiperState, side: int, log: Log) -> None:
    """One roll a side: squads go up or down a class. Rule P8.6113."""
    line = g.roster[-1]
    lead = line.cvp[side] - line.cvp[enemy(side)]
    worth = max(-3, min(3, int(lead / 10)))
    modifiers = [Modifier("P8.6113", worth), Modifier("P8.6113", int(line.winner == side))]
    modifiers = [drm for drm in modifiers if drm.value]
    dice = g.dice()
    final = sum(dice) + sum(drm.value for drm in modifiers)
    result = "up" if final >= UP else "down" if final <= DOWN else "same"
    log.append(Diced(side, "upgrade", dice, UP, tuple(modifiers), result, "P8.6113"))
    if result != "same":
        if final >= FAR_UP:
            g.steps.append(Promotion(side))
        g.steps.append(Upgrade(side, 2 if final >= FAR_UP else 1, up=result == "up"))


class Upgrade(PeiperStep, frozen=True, tag="upgrade"):
    """Which squad goes up or down a class. Rule P8.6113."""

    side: int
    left: int
    up: bool

    def question(self, g: PeiperState) -> Decision | None:
        """Every squad that can."""
        actions = [Action("pick", (unit,)) for unit in self.able(g)] if self.left else []
        if not actions:
            return None
        return Decision(self.side, "upgrade" if self.up else "downgrade", actions, ("P8.6113",))

    def able(self, g: PeiperState) -> list[Piece]:
        """The squads on the map that have another class."""
        squads = g.on_map(g.setting.army[self.side] & g.setting.squads & ~g.setting.crews)
        return [unit for unit in each_piece(squads & ~g.aside()) if self.becomes(g, unit)]

    def becomes(self, g: PeiperState, unit: Piece) -> str:
        """The class that a squad would have, empty for none."""
        kind = g.kind[unit]
        found = RAISED.get(kind, "") if self.up else g.row(unit).lower
        return found if found in g.setting.tables.kinds else ""

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It is of that class from now on."""
        unit = action.piece(0)
        g.kind[unit] = self.becomes(g, unit)
        fate = "upgraded" if self.up else "downgraded"
        log.append(UnitFared(self.side, unit, fate, "P8.6113"))
        g.steps[-1] = Upgrade(self.side, self.left - 1, self.up)


class Promotion(PeiperStep, frozen=True, tag="promotion"):
    """Which leader goes up a grade. Rule P8.6113."""

    side: int

    def question(self, g: PeiperState) -> Decision | None:
        """Every leader on the map for whom there is a better grade."""
        leaders = g.on_map(g.setting.army[self.side] & g.setting.leaders) & ~g.aside()
        actions = [Action("pick", (unit,)) for unit in each_piece(leaders) if better_kind(g, unit)]
        return Decision(self.side, "promotion", actions, ("P8.6113",)) if actions else None

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """He is of that grade from now on."""
        unit = action.piece(0)
        g.kind[unit] = better_kind(g, unit)
        log.append(UnitFared(self.side, unit, "promoted", "P8.6113"))
        g.steps.pop()
