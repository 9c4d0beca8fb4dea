"""The changing part of a game: where everybody is, in what state, and what lies about.

Units are numbers and sets of units ints, one bit each; locations and hexes are numbers of the
board (the ground level of a hex has the number of the hex).
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from salient.boards.pieces import Pieces
from salient.engine.ids import Piece, Place
from salient.engine.state import State
from salient.games.squad.core.march import March
from salient.games.squad.core.ongoing import Aircraft, Lane, Minefield, Mission, Starshell
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.terrain.board import Hexagon, Hexside

Unit = Annotated[Piece, "unit"]
"""A unit, by its number."""

Units = Annotated[int, "units"]
"""A set of units, a bit each."""


class Columns(Pieces, State, kw_only=True):
    """Everything that changes.

    Attributes:
        turn: Game turn.
        mover: Whose player turn it is: the ATTACKER (A1.5).
        phase: ``setup``, ``rally``, ``prep``, ``move``, ``defensive``, ``advancing``, ``rout``,
            ``advance``, ``close``.
        where: Location of each unit, or ``NOWHERE``.
        stacks: Set of units by location.
        owner: Who has each weapon or gun, or ``NOBODY``.
        facing: Corner that each gun or vehicle faces: CA or VCA (C3.2, D3.1).
        turret: Corner that each turret faces: TCA.
        kind: Kind of each unit; replaced units have a lower one (A19.13).
        half, broken, desperate, pinned, cx, ti, wounded: States of personnel.
        concealed, hidden: Units under concealment, units not on the table (A12).
        prep_fired, first_fired, final_fired, moved, advanced, rallied, routed: What has been done.
        kept_rate: Weapons and guns that may fire again in this prep fire phase (A9.2, C2.24).
        arms_fired, arms_spent: Weapons of a vehicle, a bit each, that have fired in this phase (in
            the movement and the defensive fire phase together), and that have no fire left (D1.8).
        melee: Units locked in melee (A11.15).
        motion, buttoned, bogged, mired, immobile, shocked: States of vehicles.
        wrecks, burning: Vehicles that are wrecks, wrecks that burn.
        malfunctioned: Weapons, guns and main armaments that are out of order.
        lost: Units eliminated, captured or exited.
        exited: Units that have left the map.
        entrenched: Units in a foxhole.
        emplaced: Guns that are dug in where they were set up (C11.2).
        bypass: Side and corner of units in bypass (A4.3, D2.3).
        crest: Side of the crest that a unit stands at (B20.9).
        aboard: Vehicle that a squad or leader rides on or in (D6).
        towed: Vehicle that a gun is hooked to (C10.1).
        acquired: Location that a gun has acquired and the To Hit modifier (C6.5).
        control: Locations that each side controls (A26.1).
        losses: Casualty points that each side has inflicted (A26.2).
        smoke: Hindrance of smoke by location (A24); ``grenades`` are those of this phase.
        screens: Strength of shell smoke by location, and whether it is fresh (A24.2).
        out_of_smoke, out_of_wp: Guns that have no such shells left (C8.9).
        missions: How things stand with each battery that has been called (C1).
        calls: How often each side's sniper has been called in this phase (A14.1).
        residual: Column of residual fire by location (A8.2).
        lanes: Fire lanes (A9.22).
        flames, blazes: Locations that burn (B25).
        rubble: Hexes of rubble: 1 wooden, 2 stone (B24).
        debris: Hexes of debris (B37).
        wrecked_cars, cars: Hexes whose rail cars are wrecked; hexes with rail-car counters (B32.6).
        breaks: Sides opened by trail breaks, by hex (B24.7).
        breaches: Unit that holds a fence open, by hex and side ``6 * hex + side`` (P3.21).
        fire_zones: What a prepared fire zone made of a hex (B36).
        mines: Minefields by location.
        wire, foxholes: Locations with wire; capacity of foxholes by location (B26, B27).
        roadblocks: Hexsides with a roadblock, ``6 * hex + side`` (B29).
        march: The units moving at the moment.
        taken_unseen: Locations that hidden units have taken, and who seems to hold them (A26.1).
        absent: Units that are somewhere, nobody knows where: only in what a side knows.
        loading: Halves of MP that a vehicle has lost in this player turn by loading (D6.4).
        driven: Halves of MP that a vehicle has spent in this player turn (D6.5).
        unloading: Where a vehicle has stopped in this player turn to let people off (D6.5).
        fausts_fired: Panzerfausts used up (C13.31).
        charges_laid: Who laid each demolition charge that will go off (A23.4).
        charges_set: The hexside that such a charge lies or is set against (P5.1411b).
        charges_wired: Those of them that were set with care, as a whole turn (A23.7).
        debris_bridges: Bridges under debris (B37.63).
        debris_waits, held_debris: Whether debris waits for the end of an attack; how often it will
            fall, by location (B37.64b).
        through_breaks: Units that have come through a trail break in debris (B37.621).
        hidden_zones: Fire zones that the enemy does not know of, with whose they are (fn-B21).
        beside_road: Hex in which a vehicle has left the road aside (B35.3).
        out_of_houses: Location to which a unit has come out of a house (A11.8).
        stairs: Location from which a unit has come to the stairs of a tower (B34.43b).
        street_blocks: Hexsides of narrow streets with a roadblock, and the corner that its arrow
            points at (P5.141a).
        swings: How often a vehicle on a narrow street has tried to turn its turret in this phase
            (P5.122b).
        wall_breaches: What lies beyond the breaches in walls, by location and side
            ``6 * location + side`` (B23.71).
        spare: Counters in the box, see :mod:`.spares`.
        captive: Who guards each prisoner; both are where the guard is (A20.5).
        crewing: The vehicle that a unit mans in place of its own crew (A21.22).
        abandoned: Vehicles that nobody mans (D5.4).
        disrupted: Broken units that have given up (A19.12).
        self_rallied: Squads that have tried to rally by themselves in this phase (A18.11).
        unarmed: Freed prisoners without arms (A20.551).
        no_quarter: Sides that have refused a surrender or killed prisoners, a bit each (A20.3).
        short, low: Who and what is short of ammunition; squads that fire only next door (A19.131).
        captured: Weapons and guns that the enemies of their side have (A21.11).
        sniper_hexes: Where the snipers of each side are that has two (A14.2).
        dismounted: Vehicles whose machine-gun on top was taken off (D6.631).
        stunned: Player turns for which a crew is stunned; it is shocked as well (D5.34).
        recalled: Vehicles that have to leave (D5.341).
        withdrawing: Where those go who withdraw from a melee (A11.2).
        encircled, rings: Units that are encircled; where, and through which hexsides (A7.7).
        fire_from: The hexsides through which fire has come in this player turn, by location.
        berserk, fanatic: Those who are so (A15.43, A10.8).
        chains: Hexsides with a daisy chain, ``6 * hex + side``, and who laid it (B28.7).
        gyros: Tanks with a gyroscope (D11.1).
        aircraft: Planes of either side (E7).
        trenches: Locations with a trench (B27.5).
        labor: Vain tries to dig a foxhole, by location (B27.11).
        nvr: How many hexes one sees at night (E1.1); 0 by day.
        starshells: Lights in the sky (E1.92); ``lighters`` have tried to fire one in this player
            turn.
        flashes: Locations from where somebody has fired in this phase of a night (E1.8).
        cloaked: Infantry of the ATTACKER of a night under one counter per stack (E1.4).
        restrained: Units of the DEFENDER of a night who have no freedom of movement yet (E1.21).
        outcome, score: How the game ended.
    """

    musters_in_secret: ClassVar[bool] = False
    """Whether nobody knows what his enemy has brought, so that there may always be somebody."""

    setting: SquadSetting
    turn: int = 1
    mover: int = 0
    phase: str = "setup"
    where: list[Place]
    stacks: dict[Place, int] = {}
    owner: list[Piece]
    facing: list[int]
    turret: list[int]
    kind: list[str]
    half: Units = 0
    broken: Units = 0
    desperate: Units = 0
    pinned: Units = 0
    cx: Units = 0
    ti: Units = 0
    wounded: Units = 0
    concealed: Units = 0
    hidden: Units = 0
    prep_fired: Units = 0
    first_fired: Units = 0
    final_fired: Units = 0
    kept_rate: Units = 0
    arms_fired: dict[Unit, int] = {}
    arms_spent: dict[Unit, int] = {}
    moved: Units = 0
    advanced: Units = 0
    rallied: Units = 0
    routed: Units = 0
    melee: Units = 0
    motion: Units = 0
    buttoned: Units = 0
    bogged: Units = 0
    mired: Units = 0
    immobile: Units = 0
    shocked: Units = 0
    wrecks: Units = 0
    burning: Units = 0
    malfunctioned: Units = 0
    lost: Units = 0
    exited: Units = 0
    entrenched: Units = 0
    emplaced: Units = 0
    bypass: dict[Unit, tuple[int, int]] = {}
    crest: dict[Unit, int] = {}
    aboard: dict[Unit, Piece] = {}
    towed: dict[Unit, Piece] = {}
    acquired: dict[Unit, tuple[Place, int]] = {}
    control: list[int]
    losses: list[int]
    smoke: dict[Place, int] = {}
    grenades: int = 0
    screens: dict[Place, tuple[int, bool]] = {}
    out_of_smoke: Units = 0
    out_of_wp: Units = 0
    missions: dict[int, Mission] = {}
    calls: tuple[int, int] = (0, 0)
    residual: dict[Place, int] = {}
    lanes: tuple[Lane, ...] = ()
    flames: int = 0
    blazes: int = 0
    rubble: dict[Hexagon, int] = {}
    debris: int = 0
    cars: int = 0
    wrecked_cars: int = 0
    breaks: dict[Place, int] = {}
    breaches: dict[Hexside, Piece] = {}
    fire_zones: dict[Hexagon, str] = {}
    mines: dict[Place, tuple[Minefield, ...]] = {}
    wire: int = 0
    foxholes: dict[Place, int] = {}
    roadblocks: tuple[Hexside, ...] = ()
    march: March | None = None
    taken_unseen: dict[Place, int] = {}
    absent: Units = 0
    loading: dict[Unit, int] = {}
    driven: dict[Unit, int] = {}
    unloading: dict[Unit, Place] = {}
    fausts_fired: int = 0
    charges_laid: dict[Unit, Piece] = {}
    charges_set: dict[Unit, Hexside] = {}
    charges_wired: Units = 0
    debris_bridges: int = 0
    debris_waits: bool = False
    held_debris: dict[Place, int] = {}
    through_breaks: Units = 0
    hidden_zones: dict[Hexagon, int] = {}
    beside_road: dict[Unit, Hexagon] = {}
    out_of_houses: dict[Unit, Place] = {}
    stairs: dict[Unit, Place] = {}
    street_blocks: dict[Hexside, int] = {}
    swings: dict[Unit, int] = {}
    wall_breaches: dict[int, int] = {}
    spare: Units = 0
    captive: dict[Unit, Piece] = {}
    crewing: dict[Unit, Piece] = {}
    abandoned: Units = 0
    disrupted: Units = 0
    self_rallied: Units = 0
    unarmed: Units = 0
    no_quarter: int = 0
    short: Units = 0
    low: Units = 0
    captured: Units = 0
    sniper_hexes: dict[int, tuple[Hexagon, ...]] = {}
    dismounted: Units = 0
    recalled: Units = 0
    stunned: dict[Unit, int] = {}
    berserk: Units = 0
    fanatic: Units = 0
    withdrawing: dict[Unit, Place] = {}
    encircled: Units = 0
    rings: dict[Unit, tuple[Place, int]] = {}
    fire_from: dict[Place, int] = {}
    chains: dict[Hexside, int] = {}
    gyros: Units = 0
    aircraft: tuple[Aircraft, ...] = ()
    trenches: int = 0
    labor: dict[Place, int] = {}
    nvr: int = 0
    starshells: tuple[Starshell, ...] = ()
    lighters: Units = 0
    flashes: int = 0
    restrained: Units = 0
    cloaked: Units = 0
    outcome: str = ""
    score: int = 0
