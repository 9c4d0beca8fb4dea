"""The changing part of a game of *A Time for Trumpets*."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from salient.boards.bits import each_piece, each_place, union
from salient.boards.pieces import NOWHERE, Pieces
from salient.engine.ids import Piece, Place, Places
from salient.engine.memory import Memo
from salient.engine.state import State, Step
from salient.games.trumpets.ladder import Ladder
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.setting import TrumpetsSetting


class Troops(NamedTuple):
    """Who is under whom, as sets of units.

    Attributes:
        under: The formation of each unit, from which the rest follows.
        own: The units right under each formation.
        corps: The units of each corps, eliminated ones too.
    """

    under: tuple[int, ...]
    own: dict[int, int]
    corps: dict[int, int]


TROOPS: Memo[tuple[int, Ladder], Troops] = Memo("who is under whom, by the column itself", 64)


class Aircraft(msgspec.Struct, frozen=True):
    """A squadron of this turn. Rules sop-5, rc-air-1, rc-air-2.

    Attributes:
        side: Whose it is.
        type: ``p47``, ``b26``, ``fw190``, ``me262`` or ``ju88``.
        corps: Formation it belongs to, -1 before that is settled (sop-5c).
        mission: ``strafe``, ``hold``, ``home`` or empty before it has one (sop-5d).
        centre: Middle of the patrol area of a strafer, -1 for others.
    """

    side: int
    type: str
    corps: int = -1
    mission: str = ""
    centre: Place = NOWHERE


class Attack(msgspec.Struct, frozen=True):
    """A ground combat from its declaration to its end.

    Rules gc-6, gc-7, gc-8, gc-9, gc-10, gc-11, gc-12, gc-13, gc-14, gc-15, gc-16, gc-17, gc-18,
    gc-19, gc-20.

    Attributes:
        side: The attacking side.
        corps: The corps that attacks (formation).
        target: The hex attacked.
        attackers: Units that attack, in the order they were named.
        origins: The hex each attacker fights from.
        guns, defending_guns: Artillery units that support each side.
        planes, defending_planes: Numbers of the aircraft that support each side.
        blitz: Whether it is a blitzkrieg attack (sop-28).
        kgp: Whether Kampfgruppe Peiper makes it in exploitation (kgp-5).
        surprised: Whether the defenders are surprised by it (kgp-7).
        defenders: The units of the hex attacked, once the guns have been committed.
        fire, return_fire: CF of the guns of each side after the cuts, -1 before it is fixed.
        shocked: Whether the defenders are shocked (res-bd-s).
        stars, return_stars: Stars of the barrages on the defender and on the attacker.
        column: Final odds as a column of the table, -1 before the dice.
        result: Code of the white die, or of a blitzkrieg.
        attrition: Code of the red die.
    """

    side: int
    corps: int
    target: Place
    attackers: tuple[Piece, ...] = ()
    origins: Places = ()
    guns: tuple[Piece, ...] = ()
    defending_guns: tuple[Piece, ...] = ()
    planes: tuple[int, ...] = ()
    defending_planes: tuple[int, ...] = ()
    blitz: bool = False
    kgp: bool = False
    surprised: bool = False
    defenders: tuple[Piece, ...] = ()
    fire: int = -1
    return_fire: int = -1
    shocked: bool = False
    stars: int = 0
    return_stars: int = 0
    column: int = -1
    result: str = ""
    attrition: str = ""


class TrumpetsState(Pieces, State, kw_only=True):
    """Where everything is and what it has done.

    Units, hexes, formations and bridge sites are numbers, sets of them ints.

    Attributes:
        turn: Number of the turn (:mod:`~salient.games.trumpets.calendar`).
        where: Hex of each unit, or ``NOWHERE``.
        stacks: Set of units by hex, for hexes that hold any.
        steps_left: Steps of each unit; 0 is eliminated.
        held: Hexes with combat units, by side.
        zones: Hexes with units of each zone class, those of the Germans first (tab-zoc).
        occupied: Hexes with any units, by side.
        present: The units on the map.
        unseen: Of a position as a side knows it, the units that it does not look at (gc-6b, gc-6e).
        under: Formation each unit is under; of an HQ its own (sop-18b, rc-form-2).
        waiting: Turn in which a unit off the map may come on: arrivals and those that left
            (sop-23, rc-off-1).
        gate: Hex where a unit off the map comes on.
        ground: ``dry``, ``mud`` or ``frozen`` (sop-2).
        ground_until: Turn through which the ground stays as it was rolled (note-ground-x, -y, -z).
        weather: Weather of each German army area (sop-3a).
        squalls: Army areas with snow squalls, which touch combat only (note-weather-1,
            note-weather-3, note-road-1).
        rested: Rested markers by HQ (sop-4).
        fatigued, exhausted: HQs in these states (tab-fresh).
        exhausted_yesterday: HQs that were exhausted on the day before (note-fuel-2).
        just_rested: HQs that earned a Rested marker in the turn before (drm-fuel-2).
        resting: HQs that rest in this turn (sop-13b).
        idle_without_rest: HQs that rest by a random event and earn nothing by it (rc-ev-1).
        night_movement: HQs with a Night Movement marker (sop-13e).
        low_fuel: HQs with Low Fuel (tab-fuel).
        fuel: Captured fuel by formation of the army (sop-12a).
        dumps_taken: Hexes whose fuel has been captured, searched or burnt (note-dump-1).
        momentum: Divisions with a movement factor more in this turn (rc-ev-2).
        congested: Corps whose vehicles crawl in this turn (rc-ev-2).
        slipping: Units that zones of control do not stop in this turn (rc-ev-1).
        spotters: Whether US guns fire at full strength in this turn (rc-ev-1).
        ooc: Units out of command (sop-7).
        oos: Units out of supply (sop-9).
        dropped: Units supplied from the air until the next pre-dawn turn (sop-10).
        deployed: Guns and HQs that are deployed; the others are in march formation (rc-mode-1).
        disrupted1, disrupted2: Units disrupted (29.3).
        shock: Units in shock (res-bd-S).
        engaged: Units with Engaged (res-crt-eng).
        engaged_since: Number of the player segment in which Engaged was given, by unit
            (rc-eng-1).
        ca: Units that must counter-attack (res-crt-ca).
        ca_targets: Units that drew the counter-attack, by unit (rc-ca-1).
        fired: Guns that have fired (gc-6g, gc-6h).
        reserve: Units in reserve (sop-18d).
        building: Units under Construction (sop-19c).
        works: What a unit under Construction builds.
        ferrying: Engineers with Eng Ferry, and the hex on the other side of the ford (sop-20).
        bridging: Engineers at work on a bridge, and its site (sop-21).
        ready: Engineers with Ready to Blow, and the site, until it is rolled (sop-22, rc-blow-4).
        blow_tried: Engineers that have tried to blow a bridge in this segment (rc-blow-1).
        moved: Units that have moved in this segment.
        marched: Units that have moved strategically in this turn (rc-strat-1).
        fought: Units that have attacked in this turn (gc-4).
        attacked: Hexes attacked in this turn, by corps (gc-4a).
        alert: Units with Alert (kgp-3).
        dismounted: Units on foot without their vehicles (rc-move-2).
        positions: Works by hex; fortresses of the map among them.
        rubble: Level of rubble by hex (note-bomb-1).
        down: Sites whose bridge does not stand.
        stages: Stage of bridges that are being built or were built, by site (rc-bridge-1).
        builders: Side that builds or built the bridge of a site.
        columns: Bridge column that is in the bridge of a site (rc-bridge-1).
        lifting: Sites whose bridge is being taken up (sop-21b).
        control: Hexes a German combat unit entered last (rc-vic-1).
        aircraft: The squadrons of this turn (sop-5b).
        leaders_spent: Formations whose leader has acted in this turn (met-2).
        teams: Hexes of the commando teams on the map (rc-com-1).
        teams_left: Commando teams not yet placed.
        teams_next: Commando teams that are at hand again in the next turn (note-commando-1).
        named: Reserves that leaders have named in this turn, by formation (tab-leader-D).
        exploiting: Units of Kampfgruppe Peiper that may attack in exploitation (kgp-13).
        ghosts: Units without a zone of control: Peiper's in exploitation (kgp-6).
        riders: Paratroops that ride on Peiper's tanks (kgp-10).
        kgp_spent: Half MF that Peiper's units have spent in exploitation (kgp-14).
        kgp_route: Hexes of the southern route that he has entered in this turn (kgp-11).
        attached: Units that have passed to another HQ in this segment (sop-18b).
        formed_kgc: Whether Kampfgruppe Cochenhausen has been formed or declined (sop-18c).
        orders_done: Formations that have been activated in this segment (sop-14).
        marked: Hexes with attack markers (gc-2).
        attack: The combat being fought.
        exited: Units that left the map for good (rc-exit-1).
        fallen: Turn in which places that count fell and have been German since.
        points: Victory points of events that are over: losses, exits (rc-vic-1).
        outcome: How the game ended.
        score: The points it ended with.
    """

    setting: TrumpetsSetting
    turn: int
    where: list[Place]
    stacks: dict[Place, int] = {}
    steps_left: list[int]
    held: list[int]
    zones: list[int]
    occupied: list[int]
    present: int = 0
    unseen: int = 0
    under: tuple[int, ...]
    waiting: dict[Piece, int] = {}
    gate: dict[Piece, Place] = {}
    ground: str = "dry"
    ground_until: int = 0
    weather: dict[str, str] = {}
    squalls: frozenset[str] = frozenset()
    rested: dict[Piece, int] = {}
    fatigued: int = 0
    exhausted: int = 0
    exhausted_yesterday: int = 0
    just_rested: int = 0
    resting: int = 0
    idle_without_rest: int = 0
    night_movement: int = 0
    low_fuel: int = 0
    fuel: dict[int, int] = {}
    dumps_taken: int = 0
    momentum: int = 0
    congested: int = 0
    slipping: int = 0
    spotters: bool = False
    ooc: int = 0
    oos: int = 0
    dropped: int = 0
    deployed: int = 0
    disrupted1: int = 0
    disrupted2: int = 0
    shock: int = 0
    engaged: int = 0
    engaged_since: dict[Piece, int] = {}
    ca: int = 0
    ca_targets: dict[Piece, int] = {}
    fired: int = 0
    reserve: int = 0
    building: int = 0
    works: dict[Piece, str] = {}
    ferrying: dict[Piece, Place] = {}
    bridging: dict[Piece, int] = {}
    ready: dict[Piece, int] = {}
    blow_tried: int = 0
    moved: int = 0
    marched: int = 0
    fought: int = 0
    attacked: dict[int, int] = {}
    alert: int = 0
    dismounted: int = 0
    positions: dict[Place, str] = {}
    rubble: dict[Place, int] = {}
    down: int = 0
    stages: dict[int, int] = {}
    builders: dict[int, int] = {}
    columns: dict[int, Piece] = {}
    lifting: int = 0
    control: int = 0
    aircraft: tuple[Aircraft, ...] = ()
    leaders_spent: int = 0
    teams: int = 0
    teams_left: int = 0
    teams_next: int = 0
    exploiting: int = 0
    ghosts: int = 0
    riders: int = 0
    kgp_spent: dict[Piece, int] = {}
    kgp_route: int = 0
    attached: int = 0
    formed_kgc: bool = False
    named: dict[int, int] = {}
    orders_done: int = 0
    marked: int = 0
    attack: Attack | None = None
    exited: int = 0
    fallen: dict[Place, int] = {}
    points: int = 0
    outcome: str = ""
    score: int = 0

    # -- pieces -------------------------------------------------------------------------------

    def put(self, piece: Piece, place: Place) -> None:
        """Place a unit in a hex, or take it off the map (``NOWHERE``)."""
        old = self.where[piece]
        super().put(piece, place)
        self.keep_presence(self.occupied, piece, old)
        bit, roster = 1 << piece, self.setting.roster
        self.present |= bit
        if place == NOWHERE:
            self.present, self.unseen = self.present ^ bit, self.unseen & ~bit
        if roster.zone_of[piece] < 0:
            return
        side, kind = roster.side_of[piece], roster.zone_of[piece]
        if old != NOWHERE:
            fellows = self.stacks.get(old, 0) & roster.army[side]
            if not fellows & roster.combat:
                self.held[side] &= ~(1 << old)
            if not fellows & roster.of_zone[kind]:
                self.zones[kind] &= ~(1 << old)
        if place != NOWHERE:
            self.held[side] |= 1 << place
            self.zones[kind] |= 1 << place
            german = side == GERMAN
            self.control = self.control | 1 << place if german else self.control & ~(1 << place)

    def on_map(self, pieces: int) -> int:
        """Those of a set of units that stand on the map."""
        return pieces & self.present

    @property
    def disrupted(self) -> int:
        """Units disrupted in either degree."""
        return self.disrupted1 | self.disrupted2

    @property
    def fight(self) -> Attack:
        """The combat being fought, where there is one."""
        assert self.attack is not None, "results belong to a combat"
        return self.attack

    def weather_at(self, place: Place) -> str:
        """The weather in a hex: that of its army area (sop-3a)."""
        return self.weather.get(self.setting.country.rows[place].army, "clear")

    # -- strength -----------------------------------------------------------------------------

    def scaled(self, unit: Piece, full: int) -> int:
        """A factor of a unit as it stands: in proportion to its steps (rc-unit-2)."""
        left, steps = self.steps_left[unit], self.setting.units[unit].steps
        if left == steps or not full:
            return full
        return max(1, (2 * full * left + steps) // (2 * steps))

    def af(self, unit: Piece) -> int:
        """Attack factor of a unit as it stands."""
        return self.scaled(unit, self.setting.units[unit].af)

    def df(self, unit: Piece) -> int:
        """Defence factor of a unit as it stands."""
        return self.scaled(unit, self.setting.units[unit].df)

    def cf(self, unit: Piece) -> int:
        """Combat factor of guns as they stand; of a substitute that of its battalions left."""
        units = self.setting.units
        if units[unit].members:
            return sum(self.cf(member) for member in self.alive(units[unit].members))
        return self.scaled(unit, units[unit].cf)

    # -- formations ---------------------------------------------------------------------------

    def hq(self, unit: Piece) -> Piece:
        """The HQ a unit is under, -1 if its formation has none in the scenario."""
        return self.setting.roster.formations[self.under[unit]].hq

    def is_at_work(self, unit: Piece) -> bool:
        """Whether an engineer has a ferry, a bridge or charges to see to.

        Rules sop-20, sop-21, sop-22.
        """
        return unit in self.ferrying or unit in self.bridging or unit in self.ready

    @property
    def ladder(self) -> Ladder:
        """The chain of command as it is in this turn. Rule rc-form-4."""
        return self.setting.ladders[self.turn]

    def chain(self, formation: int) -> tuple[int, ...]:
        """A formation and those above it, the lowest first."""
        return self.setting.ladders[self.turn].chains[formation]

    def corps_of(self, formation: int) -> int:
        """The corps of a formation; troops of an army without a corps act as one (rc-turn-1)."""
        return self.setting.ladders[self.turn].corps[formation]

    def army_of(self, formation: int) -> int:
        """The army of a formation, or the highest formation above it."""
        return self.ladder.armies[formation]

    def belongs(self, unit: Piece, formations: tuple[str, ...]) -> bool:
        """Whether a unit is under one of some formations, at any depth."""
        index = self.setting.roster.formation_index
        wanted = {index[name] for name in formations if name in index}
        return bool(wanted.intersection(self.chain(self.under[unit])))

    @property
    def segment(self) -> int:
        """A number for the player segment of a turn that the combat being fought belongs to."""
        return 2 * self.turn + self.fight.side

    def assign(self, unit: Piece, formation: int) -> None:
        """Put a unit under a formation. Rule sop-18b."""
        troops, bit, corps = self.troops, 1 << unit, self.ladder.corps
        old, above = self.under[unit], self.ladder.corps[self.under[unit]]
        under, own, of_corps = list(self.under), troops.own.copy(), troops.corps.copy()
        under[unit] = formation
        own[old] ^= bit
        own[formation] = own.get(formation, 0) | bit
        of_corps[above] ^= bit
        of_corps[corps[formation]] = of_corps.get(corps[formation], 0) | bit
        self.under = tuple(under)
        known = self.setting.memory.of(TROOPS)
        known.keep((id(self.under), self.ladder), Troops(self.under, own, of_corps))

    @property
    def troops(self) -> Troops:
        """Who is under whom, looked up by the column: copies share it until somebody changes."""
        known, key = self.setting.memory.of(TROOPS), (id(self.under), self.ladder)
        found = known.get(key)
        return known.keep(key, self._muster()) if found is None else found

    def _muster(self) -> Troops:
        own, corps = dict[int, int](), dict[int, int]()
        for unit, formation in enumerate(self.under):
            own[formation] = own.get(formation, 0) | 1 << unit
        for formation, units in own.items():
            above = self.ladder.corps[formation]
            corps[above] = corps.get(above, 0) | units
        return Troops(self.under, own, corps)

    def corps_units(self, corps: int) -> int:
        """All units, HQs among them, that act with a corps, on the map or off."""
        found, steps = self.troops.corps.get(corps, 0), self.steps_left
        for unit in each_piece(found & ~self.present):
            if not steps[unit]:
                found ^= 1 << unit
        return found

    def corps_on_map(self, corps: int) -> int:
        """The units on the map, HQs among them, that act with a corps."""
        return self.troops.corps.get(corps, 0) & self.present

    def troops_of(self, formation: int) -> int:
        """The units on the map under a formation, at any depth."""
        own = self.troops.own
        return union(own.get(one, 0) for one in self.ladder.below[formation]) & self.present

    def alive(self, units: tuple[Piece, ...]) -> list[Piece]:
        """Those of some units that have not been eliminated."""
        return [unit for unit in units if self.steps_left[unit]]

    def units_in(self, places: int, units: int) -> int:
        """Those of a set of units that stand in a set of hexes."""
        found, stacks = 0, self.stacks
        for place in each_place(places & (self.occupied[0] | self.occupied[1])):
            found |= stacks[place]
        return found & units


class TrumpetsStep(Step[TrumpetsState], frozen=True):
    """A step of the sequence of play."""
