"""Single numbers of the rules, as ``numbers.toml`` has them."""

from __future__ import annotations

import msgspec


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Allotments in MF (A4)."""

    infantry: int
    smc: int
    wounded: int
    leader_bonus: int
    double_time: int
    rout: int


class Stacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of a location: half-squads and leaders (A5.1)."""

    normal: int
    leaders: int


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of fire and smoke (A6.7, A8.2, A24, B25)."""

    hindrance_block: int
    residual_most: int
    smoke_grenade: int
    smoke: int
    white_phosphorus: int
    blaze: int
    burning_wreck: int
    dispersed: int


class Rally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modifiers of rally attempts (A10.6)."""

    desperate: int
    disrupted: int
    self_rally: int
    terrain: int


class Bog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roll from which a vehicle bogs (D8.21)."""

    threshold: int


class Crews(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The highest roll by which a crew stays in an immobilised vehicle, by side (D5.5)."""

    courage: dict[str, int]


class CloseCombatNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values against vehicles, what wins an ambush, the best kill number (A11.11, A11.4, A11.5)."""

    squad: int
    crew: int
    half_squad: int
    smc: int
    ambush: int
    overwhelming: int


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the range adds to a To Kill number, by calibre (C7.31)."""

    small: list[int]
    medium: list[int]
    large: list[int]


class PanzerfaustNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has one, To Hit by range, To Kill, the months from which they reach farther (C13.3)."""

    at_hand: int
    to_hit: list[int]
    to_kill: int
    since: list[str]


class MistRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mist of a density: +1 for ``every`` so many hexes without ``skip`` of them. Rule E3.32.

    Attributes:
        blocks: Whether it can block a line of sight as other hindrances do.
        flies: Whether aircraft fly in it (E7.1).
    """

    every: int
    skip: int = 0
    blocks: bool = False
    flies: bool = False


class ArtilleryNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Contact by radio and field phone, accuracy where guns are registered (C1.2, C1.33)."""

    radio: int
    phone: int
    registered: int


class AircraftNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sighting, firepower of planes, what they do to AFVs, and flak (E7)."""

    sighting: int
    hides: dict[str, int]
    strafing: int
    strafed_armour: int
    bombs: int
    bombed_armour: int
    flak: int


class NightNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Night visibility range by clouds and moon; starshells (E1.1, E1.92)."""

    overcast: dict[str, int]
    scattered: dict[str, int]
    clear: dict[str, int]
    starshell: int
    second_starshell: int
    light: int
    throw: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``core.toml``."""

    movement: Movement
    stacking: Stacking
    fire: Fire
    rally: Rally
    bog: Bog
    crew_morale: dict[str, int]
    crews: Crews
    close_combat: CloseCombatNumbers
    bands: Bands
    panzerfaust: PanzerfaustNumbers
    mist: dict[str, MistRow]
    night: NightNumbers
    artillery: ArtilleryNumbers
    aircraft: AircraftNumbers
    unarmoured: dict[str, int]
    high_explosive: dict[str, int]
    vehicle_line: dict[str, int]
