"""What can be laid over the map: supply, control, reinforcements, threats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.ids import enemy
from salient.engine.reports import Arrival, Shade, tell_arrivals
from salient.engine.texts import Texts, package_texts
from salient.games.mist.rules.movement import Moving, allowance, is_frozen
from salient.games.mist.rules.reinforcements import NOT_RELEASED
from salient.games.mist.rules.supply import in_supply, lines, out_of_supply
from salient.games.mist.setting import ALLIED, FOLDER, GERMAN, SIDES, impulse_name
from salient.games.mist.state import MistState

NEVER = 999
"""The clock of reserves that have not been released: after everything else."""


def overlays(g: MistState) -> tuple[str, ...]:  # noqa: ARG001
    """All overlays of the game."""
    return tuple(LAYERS)


def overlay(g: MistState, name: str, side: int, language: str) -> list[Shade]:
    """One overlay; layers without places are left out."""
    texts = package_texts(FOLDER / "text", language)
    return [shade for shade in LAYERS[name](g, side, texts) if shade.places]


def _supply(g: MistState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """Where each side can be supplied, and its units that are not. Rules 13.11-13.14."""
    for owner in (GERMAN, ALLIED):
        reach = lines(g, owner)
        yield Shade(_key("supply", owner), owner, members(reach.dry))
        yield Shade(_key("supply_wet", owner), owner, members(reach.wet & ~reach.dry))
        starving: dict[int, list[str]] = {}
        for unit in _on_map(g, owner):
            if not in_supply(g, unit):
                starving.setdefault(g.where[unit], []).append(g.setting.units[unit].id)
        notes = {place: texts.say("list.comma").join(ids) for place, ids in starving.items()}
        yield Shade(_key("cut_off", owner), owner, tuple(notes), notes)


def _control(g: MistState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """Who controls the areas, and those worth points. Rules 12.21, 12.22."""
    setting = g.setting
    areas = setting.all_areas & setting.section
    for owner, held in ((GERMAN, g.german_control), (ALLIED, ~g.german_control)):
        places = members(areas & held)
        worth = {place: setting.vp[place] for place in places if setting.vp[place]}
        notes = {place: texts.say("shade.vp", vp=vp) for place, vp in worth.items()}
        yield Shade(_key("control", owner), owner, places, notes)
    yield Shade("shade.contested", -1, members(g.present[GERMAN] & g.present[ALLIED] & areas))


def _reinforcements(g: MistState, side: int, texts: Texts) -> Iterator[Shade]:  # noqa: ARG001
    """The zones by which units still to come will enter. Rules 11.1, 11.3."""
    setting = g.setting
    dates = {unit: clock for clock, units in setting.due.items() for unit in units}
    for units, clock in zip(setting.reserve_units, g.released, strict=True):
        dates |= dict.fromkeys(units, NEVER if clock == NOT_RELEASED else clock)

    def name(clock: int) -> str:
        return texts.say("shade.reserve") if clock == NEVER else impulse_name(clock)

    for owner in (GERMAN, ALLIED):
        coming = [
            Arrival(clock, zone, setting.units[unit].id)
            for unit, clock in dates.items()
            if setting.army[owner] >> unit & 1 and g.where[unit] == NOWHERE and g.strength[unit]
            for zone in setting.entry[unit]
        ]
        notes = tell_arrivals(coming, texts, name)
        yield Shade(_key("reinforcements", owner), owner, tuple(notes), notes)


def _threat(g: MistState, side: int, texts: Texts) -> Iterator[Shade]:
    """What the enemies of a side could move into when they next act, and with what strength."""
    for foe in (GERMAN, ALLIED):
        if foe != side:
            strength = _reach(g, foe)
            notes = {p: texts.say("shade.strength", strength=strength[p]) for p in sorted(strength)}
            yield Shade(_key("threat", foe), foe, tuple(notes), notes)


def _reach(g: MistState, side: int) -> Counter[int]:
    """The strength a side's units, each alone, can bring to places that are not its own yet."""
    setting, other = g.setting, enemy(side)
    held = g.german_control if other == GERMAN else ~g.german_control
    goals = setting.all_areas & held | g.present[other] | setting.home_zones[other]
    found: Counter[int] = Counter()
    for unit in _on_map(g, side):
        if is_frozen(g, unit):
            continue
        alone = Moving(side, (unit,), allowance(g, unit), oos=out_of_supply(g, 1 << unit))
        reach = alone.range(g, alone.mp, fords=alone.walks(g))
        for place in members(reach.reached & goals):
            found[place] += g.strength[unit]
    return found


def _on_map(g: MistState, side: int) -> Iterator[int]:
    for place in members(g.present[side]):
        yield from members(g.stack(place, side))


def _key(what: str, side: int) -> str:
    return f"shade.{what}.{SIDES[side]}"


LAYERS: dict[str, Callable[[MistState, int, Texts], Iterator[Shade]]] = {
    "supply": _supply,
    "control": _control,
    "reinforcements": _reinforcements,
    "threat": _threat,
}
"""What makes the layers of each overlay."""
