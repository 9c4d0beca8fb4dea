"""The exact chances of a fire attack, through the table and the morale checks."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.games.squad.combat.cover import cover
from salient.games.squad.combat.firepower import AT_MOVERS, EIGHTHS
from salient.games.squad.combat.morale import leader_help
from salient.games.squad.combat.vehicle_arms import MACHINE_GUNS
from salient.games.squad.combat.vehicle_damage import soft_result
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.core.tables import COLUMNS, Tables
from salient.games.squad.guns.mortars import (
    is_mortar,
    mortar_column,
    mortar_roll,
    mortar_targets,
    mortar_turns,
    mortar_victims,
)
from salient.games.squad.guns.to_hit import CRITICAL
from salient.games.squad.infantry.fire import Aiming, Plan, plan, who_pays
from salient.games.squad.phases.close_combat import Combat, modifiers_of, odds_of, strength

CHANCES = {roll: (6 - abs(7 - roll)) / 36 for roll in range(2, 13)}
"""The chance of each sum of two dice."""


def close_chance(g: SquadState, action: Action) -> tuple[int, str, int, float]:
    """Kill number, odds and modifiers of close combat with those chosen, and its chance. A11.11."""
    step = g.steps[-1]
    assert isinstance(step, Combat)
    foes = g.people(step.place, enemy(step.side))
    if action.verb == "engage":
        foes = 1 << action.piece(0)
    kill, odds = odds_of(g, strength(g, step.place, step.side), foes)
    found = modifiers_of(g, step.place, step.side, foes, step.ambusher)
    drm = sum(modifier.value for modifier in found)
    if action.verb == "capture":
        for answer in g.setting.chapters.capture_modifiers:
            drm += sum(modifier.value for modifier in answer(g, step.side))
    return kill, odds, drm, sum(chance for roll, chance in CHANCES.items() if roll + drm < kill)


def hit_chance(need: int, *, doubled: bool = False) -> float:
    """The chance of a To Hit roll; two ones always hit. Rules C3.7, C5.35.

    Args:
        need: The number to be rolled, or less.
        doubled: Whether the lower die counts twice, as for a firer in motion.
    """
    if not doubled:
        return sum(chance for roll, chance in CHANCES.items() if roll <= max(need, CRITICAL))
    pairs = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    hits = sum(sum(dice) == CRITICAL or sum(dice) + min(dice) <= need for dice in pairs)
    return hits / len(pairs)


def fate(result: str, morale: int, drm: int) -> dict[str, float]:
    """What becomes of one good squad under a result: its chances by state.

    Results that strike some units of a stack are read as if it were alone.
    """
    if not result:
        return {"unhurt": 1.0}
    if result.endswith("KIA"):
        return {"eliminated": 1.0}
    found: defaultdict[str, float] = defaultdict(float)
    if result == "PTC":
        for roll, chance in CHANCES.items():
            found["unhurt" if roll + drm <= morale else "pinned"] += chance
        return found
    hurt = result.startswith("K/")
    plus = 0 if result == "NMC" else int(result.removeprefix("K/").removesuffix("MC"))
    for roll, chance in CHANCES.items():
        final = roll + plus + drm
        if final > morale or roll == 12:
            state = "reduced" if roll == 12 or hurt else "broken"
        elif hurt:
            state = "reduced"
        else:
            state = "pinned" if final == morale else "unhurt"
        found[state] += chance
    return found


def table_chances(tables: Tables, column: int, drm: int) -> dict[int | str, float]:
    """The chance of each result of the fire table."""
    found: defaultdict[int | str, float] = defaultdict(float)
    for roll, chance in CHANCES.items():
        result = tables.result(column, roll + drm) if column >= 0 else ""
        found[result or "none"] += chance
    return dict(found)


def squad_chances(
    tables: Tables, column: int, drm: int, morale: int, help_: int
) -> dict[str, float]:
    """The chance of each fate of one target."""
    found: defaultdict[str, float] = defaultdict(float)
    for result, chance in table_chances(tables, column, drm).items():
        for state, part in fate("" if result == "none" else str(result), morale, help_).items():
            found[state] += chance * part
    return dict(found)


def planned_attack(g: SquadState, place: Place) -> Forecast | None:
    """The attack being put together against a location; cowering and breakdowns left out.

    It is shown for each target before one is chosen.
    """
    order = g.steps[-1] if g.steps else None
    if not isinstance(order, Aiming):
        return None
    mortar = order.group[0]
    if is_mortar(g, mortar) and place in mortar_targets(g, mortar, order.occasion):
        return mortar_forecast(g, mortar, place, order.occasion)
    offered = (g.offered or order.ask(g)).actions
    if order.target == NOWHERE and Action("at", (place,)) in offered:
        order = msgspec.structs.replace(order, target=place)
    return fire_forecast(g, order) if order.target == place else None


def planned_shot(g: SquadState, action: Action) -> Forecast | None:
    """What an offered shot with small arms promises: with everything, or one machine-gun. D1.8."""
    order = g.steps[-1] if g.steps else None
    if action.verb == "at" or not isinstance(order, Aiming):
        return planned_attack(g, action.place(0))
    arms, place = MACHINE_GUNS[action.choice(1)], action.place(0)
    return fire_forecast(g, msgspec.structs.replace(order, target=place, arms=arms))


def mortar_forecast(g: SquadState, mortar: Piece, place: Place, occasion: Occasion) -> Forecast:
    """The exact chances of a mortar's shot on the first target: To Hit, then the fire table.

    What it does to buildings and rail cars is left out.
    """
    need, cases = mortar_roll(g, mortar, place, mortar_turns(g, mortar, place), occasion)
    columns = (mortar_column(g, mortar, critical=False), mortar_column(g, mortar, critical=True))
    attack = Attack("shell", g.side(mortar), (), place, occasion in AT_MOVERS, (mortar,))
    targets = reckoned(g, mortar_victims(g, mortar, place, occasion))
    first = targets[0]
    covers = cover(g, attack, first)
    unknown = g.concealed >> first & 1
    morale = 7 if unknown else g.morale(first)
    help_ = 0 if unknown else known_help(g, first)
    names = g.setting.units
    return shell_chances(
        g.setting.tables, need, columns, covers, morale, help_, cases,
        ((names[mortar].token, COLUMNS[columns[0]]),),
        tuple(("?" if g.concealed >> u & 1 else names[u].token,
               0 if g.concealed >> u & 1 else g.morale(u)) for u in targets),
    )  # fmt: skip


def shell_chances(
    tables: Tables,
    need: int,
    columns: tuple[int, int],
    covers: tuple[Modifier, ...],
    morale: int,
    help_: int,
    cases: tuple[Modifier, ...],
    attackers: tuple[tuple[str, int], ...],
    defenders: tuple[tuple[str, int], ...],
) -> Forecast:
    """A To Hit roll, then the table: the usual column, or that of a critical hit. C3.33, C3.7."""
    drm = sum(modifier.value for modifier in covers)
    critical = CHANCES[CRITICAL]
    hit = sum(chance for roll, chance in CHANCES.items() if CRITICAL < roll <= need)
    results: defaultdict[int | str, float] = defaultdict(float, {"none": 1 - hit - critical})
    fates: defaultdict[str, float] = defaultdict(float, {"unhurt": 1 - hit - critical})
    for column, part in zip(columns, (hit, critical), strict=True):
        for result, chance in table_chances(tables, column, drm).items():
            results[result] += part * chance
        for state, chance in squad_chances(tables, column, drm, morale, help_).items():
            fates[state] += part * chance
    lost = sum(fates.get(state, 0.0) for state in ("broken", "reduced", "eliminated"))
    return Forecast(
        attackers,
        defenders,
        {"result": dict(results), "fate": dict(sorted(fates.items()))},
        {"hit": hit + critical, "column": COLUMNS[columns[0]], "out_of_action": lost},
        (*cases, *covers),
    )


def reckoned(g: SquadState, targets: int) -> list[Piece]:
    """The targets that a forecast counts: infantry that is known, then question marks.

    What is concealed counts as a plain squad, whatever it is.
    """
    known = targets & g.setting.personnel & ~g.concealed
    return [*each_piece(known), *each_piece(targets & g.concealed & ~g.riding())]


def known_help(g: SquadState, unit: Piece) -> int:
    """What leaders add to a check of a unit, as far as its enemy knows them. Rule A10.7."""
    helped = leader_help(g, unit, g.concealed)
    return sum(modifier.value for modifier in helped)


def fire_forecast(g: SquadState, order: Aiming) -> Forecast | None:
    """The exact chances of a fire attack on the first target in the location."""
    planned = plan(g, order)
    targets = reckoned(g, planned.targets)
    if not targets:
        return lorry_forecast(g, planned)
    first = targets[0]
    modifiers = (*planned.own, *cover(g, planned.attack, first))
    help_ = known_help(g, first)
    names = g.setting.units
    unknown = g.concealed >> first & 1
    morale = 7 if unknown else g.morale(first)
    found = fire_chances(
        g.setting.tables, planned.column, modifiers, morale, 0 if unknown else help_,
        tuple((names[unit].token, power // EIGHTHS) for unit, power in planned.powers.items()),
        tuple(("?" if g.concealed >> u & 1 else names[u].token,
               0 if g.concealed >> u & 1 else g.morale(u)) for u in targets),
    )  # fmt: skip
    if order.occasion != "protective":
        return found
    payer = who_pays(g, order.group, order.leaders)[0]
    price: dict[int | str, float] = dict(sorted(price_of_protection(g, payer).items()))
    return msgspec.structs.replace(found, tables={**found.tables, "price": price})


def lorry_forecast(g: SquadState, planned: Plan) -> Forecast | None:
    """The exact chances of a fire attack on an unarmoured vehicle. Rule A7.308."""
    lorries = soft_vehicles(g, planned.targets)
    if not lorries:
        return None
    modifiers = (*planned.own, *cover(g, planned.attack, lorries[0]))
    drm = sum(modifier.value for modifier in modifiers)
    fates: defaultdict[int | str, float] = defaultdict(float)
    for roll, chance in CHANCES.items():
        fates[soft_result(g, planned.column, roll + drm) or "none"] += chance
    names = g.setting.units
    column = COLUMNS[planned.column] if planned.column >= 0 else 0
    return Forecast(
        tuple((names[unit].token, power // EIGHTHS) for unit, power in planned.powers.items()),
        tuple((names[unit].token, 0) for unit in lorries),
        {"shot": dict(fates)},
        {"column": column, "out_of_action": 1 - fates["none"]},
        modifiers,
    )


def soft_vehicles(g: SquadState, targets: int) -> Pieces:
    """The unarmoured vehicles among targets that are known for what they are."""
    unknown = g.setting.armour | g.concealed | g.hidden | g.wrecks
    return each_piece(targets & g.setting.vehicles & ~unknown)


def price_of_protection(g: SquadState, unit: Piece) -> dict[str, float]:
    """What final protective fire may cost somebody who takes part: a morale check. Rule A8.31."""
    help_ = sum(modifier.value for modifier in leader_help(g, unit))
    return fate("NMC", g.morale(unit), help_)


def fire_chances(
    tables: Tables,
    column: int,
    modifiers: tuple[Modifier, ...],
    morale: int,
    help_: int,
    attackers: tuple[tuple[str, int], ...],
    defenders: tuple[tuple[str, int], ...],
) -> Forecast:
    """An attack on the fire table, then morale. Rules A7.3, A7.301, A7.302."""
    drm = sum(modifier.value for modifier in modifiers)
    fates = squad_chances(tables, column, drm, morale, help_)
    return Forecast(
        attackers,
        defenders,
        {"result": table_chances(tables, column, drm), "fate": dict(sorted(fates.items()))},
        {"column": COLUMNS[column] if column >= 0 else 0, "out_of_action": sum(
            fates.get(state, 0.0) for state in ("broken", "reduced", "eliminated"))},
        modifiers,
    )  # fmt: skip
