"""Combats described in words: fire, a gun's shot, close combat. The chances are exact.

What each word means is in :data:`FIRE`, :data:`SHOT` and :data:`CLOSE`; ``salient odds squad`` and
the table of the page ask here. A word without a value is simply there (``motion``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import product

from salient.engine.errors import SetupError
from salient.engine.events import Modifier
from salient.engine.forecast import Forecast, told_number, told_shift
from salient.games.squad.combat.firepower import EIGHTHS, column_of
from salient.games.squad.combat.vehicle_damage import kill_result, soft_number
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.unit_rows import InfantryRow, VehicleRow, WeaponRow
from salient.games.squad.guns.armament import Shot, armament
from salient.games.squad.guns.ordnance import range_bonus, shell_column, to_kill
from salient.games.squad.guns.to_hit import CRITICAL, TURN_COST, basic_number
from salient.games.squad.phases.close_combat import kill_number
from salient.games.squad.show.odds import CHANCES, fire_chances, shell_chances

FIRE: dict[str, int | str] = {
    "fp": 8, "by": "", "range": 2, "reach": 0, "morale": 7, "leader": 0, "hit": 0,
    "leadership": 0, "cover": 0, "hindrance": 0, "drm": 0,
    "open": "", "moving": "", "concealed": "", "pinned": "", "advancing": "",
}  # fmt: skip
"""Fire of small arms: ``fp`` firepower or ``by`` kinds of units (``ss658,gerLMG``), ``range``,
``reach`` the normal range where only ``fp`` is given; ``leadership`` of who directs, ``cover``,
``hindrance``, other ``drm``, ``open`` ground, ``moving`` otherwise than by assault; halved if the
target is ``concealed``, the firers ``pinned`` or ``advancing``; ``morale`` of the target and the
modifier of a ``leader`` with it. With ``hit``, the To Hit number of a shell, ``fp`` is the
shell's."""

SHOT: dict[str, int | str] = {
    "gun": "", "target": "", "face": "front", "range": 6, "turns": 0, "acquired": 0, "cover": 0,
    "hindrance": 0, "drm": 0, "motion": "", "concealed": "", "pinned": "", "buttoned": "",
    "morale": 7, "leader": 0,
}  # fmt: skip
"""A shot of a ``gun``, vehicle or light anti-tank weapon at a ``target`` vehicle that shows its
``face`` (front, side, rear), or without one at infantry of a ``morale``; ``turns`` corners turned,
``acquired`` -1 or -2."""

CLOSE: dict[str, int | str] = {
    "close": "", "fp": 8, "against": 8, "leadership": 0, "drm": 0, "ambush": 0, "target": "",
    "by": "squad", "pinned": "", "motion": "", "buttoned": "",
}  # fmt: skip
"""Close combat: ``fp`` against ``against``, ``ambush`` 1 for who ambushes, -1 for who is ambushed;
or infantry (``by`` squad, half_squad, crew) against a ``target`` vehicle."""

FACES = ("front", "side", "rear")

ALLOWED: dict[str, range] = {
    "fp": range(1000), "against": range(1000), "range": range(1000), "reach": range(1000),
    "morale": range(13), "hit": range(13), "turns": range(7), "acquired": range(-2, 1),
    "ambush": range(-1, 2),
}  # fmt: skip
"""What the numbers may be; those that are not named here are modifiers."""


def described_combat(setting: SquadSetting, words: Mapping[str, str]) -> Forecast:
    """The exact chances of a combat in words: ``close`` and ``gun`` say what kind it is."""
    if "close" in words:
        told = Told(words, CLOSE)
        return _assault(setting, told) if told.text["target"] else _close_combat(setting, told)
    if "gun" in words:
        told = Told(words, SHOT)
        return _shot_at_vehicle(setting, told) if told.text["target"] else _shell(setting, told)
    told = Told(words, FIRE)
    return _shell_of_power(setting, told) if told.number["hit"] else _fire(setting, told)


class Told:
    """The words of a combat, checked: numbers, texts, and flags that are there or not."""

    def __init__(self, words: Mapping[str, str], known: Mapping[str, int | str]) -> None:
        for word in words:
            if word not in known:
                raise SetupError("no-word", word=word, expected=", ".join(known))
        self.words = words
        self.number: dict[str, int] = {}
        self.text: dict[str, str] = {}
        for word, usual in known.items():
            if isinstance(usual, int):
                self.number[word] = (
                    told_number(words, word, ALLOWED[word], usual)
                    if word in ALLOWED else told_shift(words, word)
                )  # fmt: skip
            else:
                self.text[word] = words.get(word, usual)

    def __contains__(self, word: str) -> bool:
        """Whether a word was said."""
        return word in self.words

    def one_of(self, word: str, choices: Collection[str]) -> str:
        """The value of a word that has few."""
        if self.text[word] not in choices:
            raise SetupError("no-word", word=self.text[word], expected=", ".join(choices))
        return self.text[word]

    def modifiers(self, *rules: tuple[str, str, int]) -> tuple[Modifier, ...]:
        """Modifiers of words: rule, word, and what the word counts if it has no number."""
        found = ((rule, self.number.get(word, value if word in self else 0))
                 for rule, word, value in rules)  # fmt: skip
        return tuple(Modifier(rule, value) for rule, value in found if value)


def _total(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)


def _ask(setting: SquadSetting) -> SquadState:
    """A state with nobody in it: tables are asked of states."""
    return SquadState(setting=setting, seed=bytes(32), where=[], owner=[], facing=[], turret=[],
                      kind=[], control=[0, 0], losses=[0, 0])  # fmt: skip


# -- small arms -----------------------------------------------------------------------------------


def _fire(setting: SquadSetting, told: Told) -> Forecast:
    """A fire attack: firepower by range, the table, morale. Rules A7.1, A7.3, A7.53."""
    powers = dict[str, int]()
    for name, power, reach in _firers(setting, told):
        powers[name] = powers.get(name, 0) + _eighths(power, reach, told)
    modifiers = told.modifiers(
        ("A7.53", "leadership", 0), ("A7.6", "cover", 0), ("A6.7", "hindrance", 0),
        ("A4.6", "open", -1), ("A4.61", "moving", -1), ("A7.3", "drm", 0),
    )  # fmt: skip
    attackers = tuple((name, power // EIGHTHS) for name, power in powers.items())
    return fire_chances(
        setting.tables, column_of(sum(powers.values())), modifiers, told.number["morale"],
        told.number["leader"], attackers, (("squad", told.number["morale"]),),
    )  # fmt: skip


def _firers(setting: SquadSetting, told: Told) -> Iterable[tuple[str, int, int]]:
    """Who fires: name, printed firepower and normal range."""
    if not told.text["by"]:
        yield "squad", told.number["fp"], told.number["reach"] or told.number["range"]
        return
    kinds = setting.tables.kinds
    known = [k for k, row in kinds.items() if isinstance(row, InfantryRow | WeaponRow) and row.fp]
    for kind in told.text["by"].split(","):
        row = kinds.get(kind)
        if not isinstance(row, InfantryRow | WeaponRow) or not row.fp:
            raise SetupError("no-word", word=kind, expected=", ".join(known))
        yield kind, row.fp, row.range


def _eighths(power: int, reach: int, told: Told) -> int:
    away = told.number["range"]
    eighths = power * EIGHTHS * (3 if not away else 2 if away == 1 else 1)
    halves = [away > reach and away > 1, "concealed" in told, "pinned" in told, "advancing" in told]
    return 0 if away > 2 * reach and away > 1 else eighths >> sum(halves)


def _shell_of_power(setting: SquadSetting, told: Told) -> Forecast:
    """A shell of which only the To Hit number and the firepower are told. Rules C3.33, C3.7."""
    power, morale = told.number["fp"], told.number["morale"]
    columns = column_of(power * EIGHTHS), column_of(2 * power * EIGHTHS)
    return shell_chances(
        setting.tables, told.number["hit"], columns, told.modifiers(("A7.3", "drm", 0)), morale,
        told.number["leader"], (), (("mortar", power),), (("squad", morale),),
    )  # fmt: skip


# -- guns -----------------------------------------------------------------------------------------


def _gun(setting: SquadSetting, told: Told) -> tuple[WeaponRow | None, Shot | None]:
    """The weapon: a light anti-tank weapon with numbers of its own, or a gun's shot."""
    kinds = setting.tables.kinds
    row = kinds.get(told.text["gun"])
    if isinstance(row, WeaponRow) and row.th:
        return row, None
    shot = armament(row) if row is not None else None
    if shot is None or shot.mortar:
        guns = (name for name, row in kinds.items()
                if (isinstance(row, WeaponRow) and row.th)
                or ((shot := armament(row)) is not None and not shot.mortar))  # fmt: skip
        raise SetupError("no-word", word=told.text["gun"], expected=", ".join(guns))
    return None, shot


def _need(setting: SquadSetting, told: Told, table: str, cases: Iterable[Modifier]) -> int:
    """The To Hit number. Rules C3.3, C4, C13."""
    weapon, shot = _gun(setting, told)
    away = told.number["range"]
    if shot is not None:
        return basic_number(_ask(setting), shot, away, table) - _total(cases)
    assert weapon is not None
    numbers = weapon.th.split()
    if away >= len(numbers):
        raise SetupError("no-word", word=str(away), expected=f"0-{len(numbers) - 1}")
    return int(numbers[away]) - _total(cases)


def _cases(setting: SquadSetting, told: Told) -> tuple[Modifier, ...]:
    """The To Hit cases that words can name. Rules C5, C6."""
    _, shot = _gun(setting, told)
    turns, away = told.number["turns"], told.number["range"]
    first, more = TURN_COST[shot.mount if shot is not None else "T"]
    near = -2 if away == 1 else -1 if away == 2 else 0
    found = [Modifier("C5.11", first + more * (turns - 1)) if turns else Modifier("C5.11", 0),
             Modifier("C5.5", 2 if not away else 0), Modifier("C6.4", near)]  # fmt: skip
    return (
        *(case for case in found if case.value),
        *told.modifiers(
            ("C5.4", "pinned", 2), ("C5.9", "buttoned", 1), ("C6.1", "motion", 2),
            ("C6.2", "concealed", 2), ("C6.5", "acquired", 0), ("A7.6", "cover", 0),
            ("A6.7", "hindrance", 0), ("C3.3", "drm", 0),
        ),
    )  # fmt: skip


def _shell(setting: SquadSetting, told: Told) -> Forecast:
    """A shot at infantry: To Hit with the cover, then the fire table. Rules C3.31, C6.8, C8.31."""
    g, (weapon, shot) = _ask(setting), _gun(setting, told)
    cases = _cases(setting, told)
    if shot is None:
        assert weapon is not None
        shot = Shot(0, "", 0, weapon.fp, True, "T", weapon.breakdown, heat=True)
    columns = shell_column(g, shot, critical=False), shell_column(g, shot, critical=True)
    morale = told.number["morale"]
    return shell_chances(
        setting.tables, _need(setting, told, "infantry", cases), columns, (), morale,
        told.number["leader"], cases, ((told.text["gun"], 0),), (("squad", morale),),
    )  # fmt: skip


def _vehicle(setting: SquadSetting, told: Told) -> VehicleRow:
    row = setting.tables.kinds.get(told.text["target"])
    if not isinstance(row, VehicleRow):
        known = (name for name, row in setting.tables.kinds.items() if isinstance(row, VehicleRow))
        raise SetupError("no-word", word=told.text["target"], expected=", ".join(known))
    return row


def _shot_at_vehicle(setting: SquadSetting, told: Told) -> Forecast:
    """To Hit, then To Kill; the hull is hit if the coloured die is not the lower. C3.32, C7."""
    target, face = _vehicle(setting, told), told.one_of("face", FACES)
    cases = _cases(setting, told)
    if target.size:
        cases = (*cases, Modifier("C6.7", target.size))
    need = _need(setting, told, "vehicle", cases)
    found: defaultdict[int | str, float] = defaultdict(float)
    for coloured, white in product(range(1, 7), repeat=2):
        critical, hull = coloured + white == CRITICAL, coloured >= white
        if not critical and coloured + white > need:
            found["missed"] += 1 / 36
            continue
        kill = _kill_number(setting, told, target, face, hull=hull, critical=critical)
        for roll, chance in CHANCES.items():
            found[kill_result(roll, kill, hull=hull)] += chance / 36
    order = ("burning", "wrecked", "immobilised", "shocked", "none", "missed")
    kill = _kill_number(setting, told, target, face, hull=True, critical=False)
    return Forecast(
        ((told.text["gun"], 0),), ((told.text["target"], 0),),
        {"shot": {name: found[name] for name in order if name in found}},
        {"to_hit": need, "hit": 1 - found["missed"], "to_kill": kill,
         "destroyed": found["burning"] + found["wrecked"]},
        cases,
    )  # fmt: skip


def _kill_number(
    setting: SquadSetting, told: Told, target: VehicleRow, face: str, *, hull: bool, critical: bool
) -> int:
    """The final To Kill number. Rules C7.31, C7.34, D1.6."""
    weapon, shot = _gun(setting, told)
    times = 2 if critical else 1
    if not target.armoured:
        return soft_number(_ask(setting), shot.calibre if shot is not None else 0) * times
    if shot is not None:
        g = _ask(setting)
        basic = to_kill(g, shot) + range_bonus(g, shot.calibre, told.number["range"])
    else:
        assert weapon is not None
        basic = weapon.tk or 0
    front = target.front if hull else target.turret_front
    flank = target.side_armour if hull else target.turret_side
    return basic * times - (front if face == "front" else flank)


# -- close combat ---------------------------------------------------------------------------------


def _roll(kill: int, modifiers: Iterable[Modifier], middle: str) -> dict[int | str, float]:
    """Under the number, the number itself, or over it."""
    drm = _total(modifiers)
    found: dict[int | str, float] = {"eliminated": 0.0, middle: 0.0, "none": 0.0}
    for roll, chance in CHANCES.items():
        final = roll + drm
        found["eliminated" if final < kill else middle if final == kill else "none"] += chance
    return found


def _close_combat(setting: SquadSetting, told: Told) -> Forecast:
    """Infantry against infantry: the attack and, unless ambushed, the answer. Rules A11.11, A11.4.

    The answer is that of all: who ambushes strikes first, and the dead do not answer.
    """
    own, foes = told.number["fp"], told.number["against"]
    ambush = max(-1, min(1, told.number["ambush"]))
    mine = told.modifiers(("A11.141", "leadership", 0), ("A11", "drm", 0))
    ambushed = (Modifier("A11.4", -ambush),) if ambush else ()
    kill, _ = kill_number(_ask(setting), own, foes)
    back, _ = kill_number(_ask(setting), foes, own)
    answer = tuple(Modifier(one.rule, -one.value) for one in ambushed)
    return Forecast(
        (("squad", own),), (("squad", foes),),
        {"attack": _roll(kill, (*mine, *ambushed), "reduced"),
         "answer": _roll(back, answer, "reduced")},
        {"kill_number": kill},
        (*mine, *ambushed),
    )  # fmt: skip


def _assault(setting: SquadSetting, told: Told) -> Forecast:
    """Infantry against a vehicle. Rules A11.5, A11.51."""
    row, values = _vehicle(setting, told), setting.numbers.close_combat
    by = told.one_of("by", ("squad", "half_squad", "crew"))
    value = {"squad": values.squad, "half_squad": values.half_squad, "crew": values.crew}[by]
    value -= "pinned" in told
    state = (-3 if not row.armoured else -2 if row.open == "yes"
             else 0 if "buttoned" in told else -1)  # fmt: skip
    unarmed = 0 if row.bmg or row.cmg or row.aamg else -1
    modifiers = (
        *told.modifiers(("A11.141", "leadership", 0), ("A11.51", "motion", 2), ("A11", "drm", 0)),
        *(Modifier("A11.51", value) for value in (state, unarmed) if value),
    )
    return Forecast(
        ((by, value),), ((told.text["target"], 0),),
        {"attack": _roll(value, modifiers, "immobilised")}, {"kill_number": value}, modifiers,
    )  # fmt: skip
