"""The exact chances of a fire attack, through the table and the morale checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from salient.boards.bits import members
from salient.engine.errors import SetupError
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast
from salient.games.squad.attack import struck
from salient.games.squad.cover import cover
from salient.games.squad.fire import CX, Aiming, direction
from salient.games.squad.firepower import EIGHTHS, column_of, crew_of, eighths
from salient.games.squad.morale import leader_help
from salient.games.squad.questions import Attack
from salient.games.squad.setting import SquadSetting
from salient.games.squad.state import SquadState, enemy
from salient.games.squad.tables import COLUMNS, Tables

CHANCES = {roll: (6 - abs(7 - roll)) / 36 for roll in range(2, 13)}
"""The chance of each sum of two dice."""


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


def planned_attack(g: SquadState, place: int) -> Forecast | None:
    """The attack being put together against a location; cowering and breakdowns left out."""
    order = g.steps[-1] if g.steps else None
    if not isinstance(order, Aiming) or order.target != place:
        return None
    return fire_forecast(g, order)


def fire_forecast(g: SquadState, order: Aiming) -> Forecast | None:
    """The exact chances of a fire attack on the first target in the location."""
    moving = order.occasion == "first"
    seen = struck(g, order.target, enemy(order.side), moving=moving) & ~g.hidden
    targets = [unit for unit in members(seen) if g.setting.personnel >> unit & 1]
    if not targets:
        return None
    concealed = not seen & ~g.concealed
    powers = {
        unit: eighths(g, unit, order.target, order.occasion, concealed=concealed)
        for unit in order.group
    }
    column = column_of(sum(powers.values()))
    origins = tuple(sorted({g.where[unit] for unit in order.group}))
    attack = Attack("fire", order.side, origins, order.target, moving, order.group)
    own = list(direction(g, order, origins))
    if any(g.cx >> crew_of(g, unit) & 1 for unit in order.group):
        own.append(CX)
    first = targets[0]
    modifiers = (*own, *cover(g, attack, first))
    drm = sum(modifier.value for modifier in modifiers)
    help_ = sum(modifier.value for modifier in leader_help(g, first))
    names = g.setting.units
    unknown = g.concealed >> first & 1
    morale = 7 if unknown else g.morale(first)
    return _forecast(
        g.setting.tables, column, drm, modifiers, morale, 0 if unknown else help_,
        tuple((names[unit].token, power // EIGHTHS) for unit, power in powers.items()),
        tuple(("?" if g.concealed >> u & 1 else names[u].token,
               0 if g.concealed >> u & 1 else g.morale(u)) for u in targets),
    )  # fmt: skip


def _forecast(
    tables: Tables,
    column: int,
    drm: int,
    modifiers: tuple[Modifier, ...],
    morale: int,
    help_: int,
    attackers: tuple[tuple[str, int], ...],
    defenders: tuple[tuple[str, int], ...],
) -> Forecast:
    fates = squad_chances(tables, column, drm, morale, help_)
    return Forecast(
        attackers,
        defenders,
        {"result": table_chances(tables, column, drm), "fate": dict(sorted(fates.items()))},
        {"column": COLUMNS[column] if column >= 0 else 0, "out_of_action": sum(
            fates.get(state, 0.0) for state in ("broken", "reduced", "eliminated"))},
        modifiers,
    )  # fmt: skip


def described_attack(setting: SquadSetting, words: Mapping[str, str]) -> Forecast:
    """A fire attack in words: ``fp=12 drm=1 morale=7``.

    Args:
        setting: Any scenario.
        words: ``fp`` firepower, ``drm`` the sum of all modifiers, ``morale`` of the target, and
            ``leader`` the modifier of a leader with the target.
    """
    known = {"fp": 8, "drm": 0, "morale": 7, "leader": 0}
    for word in words:
        if word not in known:
            raise SetupError("no-word", word=word, expected=", ".join(known))
    numbers = {}
    for word, usual in known.items():
        text = words.get(word, str(usual))
        try:
            numbers[word] = int(text)
        except ValueError:
            raise SetupError("not-number", word=word, text=text) from None
    column = column_of(numbers["fp"] * EIGHTHS)
    drm = (Modifier("A7.3", numbers["drm"]),) if numbers["drm"] else ()
    return _forecast(
        setting.tables, column, numbers["drm"], drm, numbers["morale"], numbers["leader"],
        (("squad", numbers["fp"]),), (("squad", numbers["morale"]),),
    )  # fmt: skip
