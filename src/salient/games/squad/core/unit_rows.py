"""Kinds of units, weapons, guns, vehicles and their ammunition, row by row."""

from __future__ import annotations

from typing import Literal

from salient.engine.data import Sourced

Flag = Literal["yes", "no"]
SideName = Literal["german", "american"]


class InfantryRow(Sourced, frozen=True):
    """A kind of squad or crew, with its half-squad. Rules A1.2, A1.25, A19.

    Attributes:
        quality: Its class, from elite to conscript.
        broken: Morale of the broken side.
        half_fp, half_range, half_morale, half_broken: The half-squad that it becomes.
        smoke: Smoke exponent, 0 for none (A24.1).
        assault: Whether it has assault fire (A7.36).
        steady: Underlined morale: never replaced (A19.132).
        lower: The kind that replaces it (A19.13), empty for none.
        mines: Whether it may have magnetic mines against AFVs (C13.7).
        deploys: Whether it may try to deploy without a leader (A1.31).
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["squad", "crew", "dummy"]
    quality: Literal["elite", "first", "second", "green", "conscript"]
    fp: int
    range: int
    morale: int
    broken: int
    half_fp: int
    half_range: int
    half_morale: int
    half_broken: int
    smoke: int
    assault: Flag
    steady: Flag
    lower: str
    mines: Flag
    deploys: Flag

    @property
    def is_ss(self) -> bool:
        """Whether it belongs to the Waffen-SS."""
        return self.id.startswith("ss")


class LeaderRow(Sourced, frozen=True):
    """A kind of leader or hero. Rules A1.3, A10.7, A15.2; ``lower`` replaces him (A19.13)."""

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["leader", "hero"]
    morale: int
    broken: int
    modifier: int
    fp: int
    range: int
    lower: str


class WeaponRow(Sourced, frozen=True):
    """A kind of support weapon. Rules A9, C13.

    Attributes:
        least, range: Its range in hexes.
        rof: Multiple rate of fire (A9.2).
        pp: Portage points (A4.4).
        breakdown: Original roll from which it malfunctions (A9.7).
        lost: Whether it is removed then.
        repair: Highest die that repairs it; 0 if it cannot be repaired.
        tk: To Kill number of its shaped charge (C13), or of a machine-gun against AFVs (A9.61).
        th: Its own To Hit numbers by range, separated by spaces.
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal[
        "mg", "latw", "flamethrower", "demolition", "mortar", "radio", "phone", "mine_string"
    ]  # fmt: skip
    fp: int
    least: int
    range: int
    rof: int
    pp: int
    breakdown: int
    lost: Flag
    repair: int
    tk: int | None = None
    th: str = ""


class GunRow(Sourced, frozen=True):
    """A kind of gun. Rules C2, C10.

    Attributes:
        manhandling: The number under which it is pushed (C10.3).
        size: To Hit case P (C6.7).
        barrel: Length: empty, ``L``, ``LL`` or ``*``.
        ife: Infantry firepower of an automatic gun, 0 for none (C2.29).
        crew: The kind of crew that serves it.
    """

    id: str
    side: SideName
    name: str
    ja: str
    kind: Literal["AT", "AA", "INF", "ART", "MTR"]
    manhandling: int
    size: int
    calibre: int
    barrel: Literal["", "L", "LL", "*"]
    rof: int
    least: int
    range: int
    ife: int
    he: Flag
    crew: str


class VehicleRow(Sourced, frozen=True):
    """A kind of vehicle. Rules D1.

    Attributes:
        move: How it pays MP.
        turret: ``T`` turns fast, ``ST`` slowly, ``NT`` has none (C5.11).
        front, side_armour, turret_front, turret_side: Armour factors; -1 unarmoured (D1.6).
        size: To Hit case P (D1.7).
        open: Whether it is open-topped.
        pressure: Ground pressure, 0 low, 1 normal, 2 high (D1.4).
        crew: Crew survival number (D5.6).
        capacity: Portage points of passengers it carries; 0 none (D6.1).
        tow: The least manhandling number of a gun that it tows; 99 none (C10.1).
        cvp: Casualty points of the vehicle with its crew (A26.2).
        fittings: ``skirts`` (D11.2), ``gyro`` if it may have one (D11.1).
    """

    id: str
    side: SideName
    name: str
    ja: str
    branch: str
    mp: int
    move: Literal["tracked", "halftrack", "truck", "armoured_car"]
    turret: Literal["T", "ST", "NT"]
    calibre: int
    barrel: Literal["", "L", "LL", "*"]
    rof: int
    ife: int
    he: Flag
    bmg: int
    cmg: int
    aamg: int
    front: int
    side_armour: int
    turret_front: int
    turret_side: int
    size: int
    open: Flag
    pressure: int
    crew: int
    breakdown: int
    capacity: int
    tow: int
    cvp: int
    fittings: str = ""

    @property
    def armoured(self) -> bool:
        """Whether it is an AFV."""
        return self.front >= 0


class AmmunitionRow(Sourced, frozen=True):
    """Depletion numbers of a kind of gun or vehicle, 0 for none. Rules C8.9, A24.

    Attributes:
        smoke: Of its smoke shells.
        wp: Of its white phosphorus shells.
    """

    id: str
    smoke: int
    wp: int


UnitRow = InfantryRow | LeaderRow | WeaponRow | GunRow | VehicleRow
