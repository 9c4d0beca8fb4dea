"""The set-ups of the battalion game: everybody stands where he may, in command, once."""

from __future__ import annotations

import csv
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from salient.engine.ledger import Ledger

DATA = Path(__file__).parents[3] / "src/salient/games/trumpets/data"
PARTS = ("PD", "MO", "AF", "EV")
PAIRS = {
    frozenset(pair)
    for pair in (("1SS", "3FJ"), ("116PZ", "560VG"), ("4ID", "10AD"), ("101AB", "10AD"))
}
"""Divisions that may share a hex at the start (stack-7, stack-8)."""


def read(name: str) -> list[dict[str, str]]:
    """The rows of a data file."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


UNITS = {row["id"]: row for row in read("units.csv")}
SUBSTITUTES = {row["id"]: row for row in read("substitutes.csv")}
FORMATIONS = {row["id"]: row for row in read("formations.csv")}
LEDGER = Ledger.load(DATA.parent)
SCENARIOS = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))
SETUPS = {
    name: [row for row in read(f"setup_{name}.csv") if row["hex"]]
    for name in sorted({scenario["setup"] for scenario in SCENARIOS.values()})
}
"""Pieces on the map: KGC's HQ has no hex before the Germans place it (rc-kgc-1)."""
ARRIVALS = read("arrivals.csv")
HEXES = {row["hex"]: row for row in read("hexes.csv")}
ROADS = {number for row in read("sides.csv") if row["road"] for number in (row["a"], row["b"])}


class Piece(NamedTuple):
    """A unit, a substitute or an HQ as a set-up lists it."""

    id: str
    formation: str
    side: str
    is_hq: bool

    @property
    def division(self) -> str:
        """The division, brigade or cavalry group; empty for corps and army troops."""
        for name in chain(self.formation):
            level = FORMATIONS[name]["level"]
            if level in ("division", "brigade") or name.endswith("CG"):
                return name
        return ""


def chain(formation: str) -> Iterator[str]:
    """A formation and all above it."""
    while formation:
        yield formation
        formation = FORMATIONS[formation]["parent"]


def piece(row: dict[str, str]) -> Piece:
    """What a row of a set-up speaks of."""
    name = row["unit"]
    if name.startswith("HQ-"):
        return Piece(name, name[3:], FORMATIONS[name[3:]]["side"], True)
    owner = UNITS.get(name) or SUBSTITUTES[name]
    formation = row["under"] or owner["formation"]
    return Piece(name, formation, FORMATIONS[formation]["side"], False)


def battalions(name: str) -> list[str]:
    """The battalions a piece stands for."""
    if name in SUBSTITUTES:
        return SUBSTITUTES[name]["members"].split()
    return [] if name.startswith("HQ-") else [name]


def turn(code: str) -> int:
    """A turn as a number."""
    return 4 * int(code[:2]) + PARTS.index(code[2:])


def inside(scenario: str, number: str) -> bool:
    """Whether a hex lies in the section of a scenario and is not closed."""
    first, last, top, bottom = SCENARIOS[scenario]["section"]
    column, row = int(number[:2]), int(number[2:])
    closed = SCENARIOS[scenario].get("closed", [])
    return first <= column <= last and top <= row <= bottom and number not in closed


def distance(a: str, b: str) -> int:
    """Hexes from one to another; odd columns stand half a hex further south."""
    (qa, ra), (qb, rb) = (
        (int(n[:2]), int(n[2:]) - (int(n[:2]) - int(n[:2]) % 2) // 2) for n in (a, b)
    )
    return max(abs(qa - qb), abs(ra - rb), abs(qa - qb + ra - rb))


def cut(scenario: str) -> list[dict[str, str]]:
    """The rows of its set-up that a scenario uses."""
    return [row for row in SETUPS[SCENARIOS[scenario]["setup"]] if inside(scenario, row["hex"])]


@pytest.mark.parametrize("name", SETUPS)
def test_nobody_is_set_up_twice(name: str) -> None:
    """Each battalion stands once, as itself or in a substitute; companies come off their own."""
    standing: list[str] = []
    for row in SETUPS[name]:
        piece(row)
        standing += battalions(row["unit"])
    assert len(standing) == len(set(standing))
    steps = {row["unit"]: int(row["steps"]) for row in SETUPS[name]}
    for unit in standing:
        parent = UNITS[unit]["parent"]
        if parent in steps:
            taken = sum(UNITS[other]["parent"] == parent for other in standing)
            assert 0 < steps[parent] <= int(UNITS[parent]["steps"]) - taken, unit


@pytest.mark.parametrize("name", SETUPS)
def test_rows_of_a_setup_are_sound(name: str) -> None:
    """Steps within the unit's, guns and HQs deployed or in march, works where they can be."""
    for row in SETUPS[name]:
        unit = UNITS.get(row["unit"])
        guns = unit is None or bool(unit["guns"])
        assert (row["mode"] in ("deployed", "march")) == guns, row
        assert unit is None or int(row["steps"]) <= int(unit["steps"]), row
        assert row["under"] in ("", *FORMATIONS), row
        assert not (row["position"] and guns and not row["unit"].startswith("HQ-")), row


@pytest.mark.rule("trumpets:rc-scn-2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_lies_in_the_section(scenario: str) -> None:
    """Units, arrivals, prizes and sources stand in the section, in no closed hex."""
    data = SCENARIOS[scenario]
    for prize in data["prizes"]:
        assert inside(scenario, prize["hex"]), prize
    for side in ("german", "allied"):
        assert data["supply"][side]
        assert all(inside(scenario, number) for number in data["supply"][side])
    first, last = turn(data["first"]), turn(data["last"])
    for row in ARRIVALS:
        if row["scenario"] == scenario:
            assert inside(scenario, row["hex"]), row
            assert first <= turn(row["turn"]) <= last, row
            piece(row)
    assert 0 < data["draw"] <= data["win"]
    if data["setup"] == scenario:
        assert len(cut(scenario)) == len(SETUPS[scenario])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_arrival_is_not_on_the_map_already(scenario: str) -> None:
    """Who arrives is not set up, and arrives once."""
    standing = [unit for row in cut(scenario) for unit in battalions(row["unit"])]
    arriving = [row["unit"] for row in ARRIVALS if row["scenario"] == scenario]
    coming = [unit for name in arriving for unit in battalions(name)]
    assert len(standing + coming) == len({*standing, *coming})


@pytest.mark.rule("trumpets:rc-scn-1")
@pytest.mark.parametrize("name", SETUPS)
def test_stacks_are_legal(name: str) -> None:
    """Three units, one substitute, one Allied tank battalion, one division, one HQ a level."""
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for row in SETUPS[name]:
        stacks[row["hex"]].append(piece(row))
    for number, stack in stacks.items():
        units = [one for one in stack if not one.is_hq]
        assert len(units) <= 3, number
        assert len({one.side for one in stack}) == 1, number
        assert sum(is_one_gun(one.id) for one in units) <= 1, number
        assert sum(is_allied_tank(one.id) for one in units) <= 1, number
        divisions = {one.division for one in units} - {""}
        assert len(divisions) < 2 or frozenset(divisions) in PAIRS, (number, divisions)
        levels = [hq_level(one.formation) for one in stack if one.is_hq]
        assert len(levels) == len(set(levels)), number


def is_one_gun(unit: str) -> bool:
    """Whether of such guns only one may stand in a hex (stack-6, rc-stack-1)."""
    return unit in SUBSTITUTES or UNITS[unit]["guns"].startswith(("VAK", "VWB"))


def is_allied_tank(unit: str) -> bool:
    """Whether a unit is an Allied tank battalion (stack-5)."""
    return unit in UNITS and (UNITS[unit]["side"], UNITS[unit]["type"]) == ("allied", "armor")


def hq_level(formation: str) -> str:
    """The level that counts for stacking (stack-1, stack-2)."""
    level = FORMATIONS[formation]["level"]
    return "division" if level in ("brigade", "group") else level


def serves(hq: str, formation: str) -> bool:
    """Whether troops of a corps, an army or a group may use an HQ: one of their corps or army."""
    if FORMATIONS[formation]["level"] not in ("corps", "army", "group", "fa_group"):
        return False
    above = {up for up in chain(formation) if FORMATIONS[up]["level"] in ("corps", "army")}
    return not above.isdisjoint(chain(hq))


OUT_OF_REACH = {
    "bastogne": {"52AIB", "2Tk", "73AFA"},
    "22": {"16Bel"},
    "campaign": {"158E", "16Bel", "7TDG"},
    "st_vith": {"I/1129", "II/1129", "Fus1560"},
}
"""Units that begin without their HQ: it comes later or is lost behind the enemy, or they guard
the rear of the front far away from everybody."""


@pytest.mark.parametrize("name", SETUPS)
def test_units_begin_within_reach_of_an_hq(name: str) -> None:
    """Of their own HQ; corps and army troops of any HQ of their corps or army (rc-cmd-2)."""
    where = {row["unit"]: row["hex"] for row in SETUPS[name]}
    hqs = [unit[3:] for unit in where if unit.startswith("HQ-")]
    lost = set()
    for row in SETUPS[name]:
        one = piece(row)
        own = {one.formation, *(hq for hq in hqs if serves(hq, one.formation))}
        if not any(
            distance(row["hex"], where[f"HQ-{hq}"]) <= int(FORMATIONS[hq]["range"])
            for hq in own
            if hq in hqs
        ):
            lost.add(one.id)
    assert lost == OUT_OF_REACH.get(name, set())


@pytest.mark.parametrize(
    ("scenario", "german", "allied"), [("clervaux", 25, 17), ("losheim", 25, 17)]
)
def test_small_scenarios_have_the_pieces_they_need(scenario: str, german: int, allied: int) -> None:
    """Pieces without HQs, set up or arriving."""
    rows = cut(scenario) + [row for row in ARRIVALS if row["scenario"] == scenario]
    sides = [piece(row).side for row in rows if not piece(row).is_hq]
    assert (sides.count("german"), sides.count("allied")) == (german, allied)


@pytest.mark.parametrize("name", SETUPS)
def test_vehicles_stand_where_they_can_drive(name: str) -> None:
    """No truck, HQ or AFV in forest without a road, nobody but foot in such a marsh."""
    for row in SETUPS[name]:
        terrain = HEXES[row["hex"]]["terrain"]
        if terrain in OFF_ROAD and row["hex"] not in ROADS:
            members = [UNITS[unit] for unit in battalions(row["unit"])]
            slowest = min(members, key=lambda unit: int(unit["mf"]), default={"movement": "truck"})
            assert slowest["movement"] in OFF_ROAD[terrain], row


OFF_ROAD = {"forest": ("foot", "horse", "cross_country"), "marsh": ("foot",)}
"""Who may be in a hex without a road (off_road_movement.csv, dry ground)."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sources_and_arrivals_are_on_roads(scenario: str) -> None:
    """Supply comes along roads; so do reinforcements, but for a drop from the air."""
    for side in ("german", "allied"):
        assert {*SCENARIOS[scenario]["supply"][side]} <= ROADS
    for row in ARRIVALS:
        if row["scenario"] == scenario and row["unit"] != "vdH":
            assert row["hex"] in ROADS, row


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_prizes_are_settlements(scenario: str) -> None:
    """Points are for villages, towns and cities."""
    for prize in SCENARIOS[scenario]["prizes"]:
        assert HEXES[prize["hex"]]["settlement"], prize


def around(number: str) -> list[str]:
    """A hex and its neighbours."""
    column, row = int(number[:2]), int(number[2:])
    block = [
        f"{c:02}{r:02}" for c in range(column - 1, column + 2) for r in range(row - 1, row + 2)
    ]
    return [hex_ for hex_ in block if hex_ in HEXES and distance(hex_, number) <= 1]


def test_german_armies_begin_in_their_areas() -> None:
    """In the campaign every German stands in the area of his army or next to it (rc-area-1)."""
    for row in SETUPS["campaign"]:
        one = piece(row)
        if one.side == "german":
            army = list(chain(one.formation))[-1]
            assert army in {HEXES[number]["army"] for number in around(row["hex"])}, row


@pytest.mark.rule("trumpets:rc-scn-1")
def test_the_campaign_has_every_battalion() -> None:
    """All but the 272nd and the 78th Division, the commando teams and a troop of cavalry."""
    rows = SETUPS["campaign"] + [row for row in ARRIVALS if row["scenario"] == "campaign"]
    there = {unit for row in rows for unit in battalions(row["unit"])}
    absent = UNITS.keys() - there
    assert {row for row in absent if UNITS[row]["formation"] not in ("272VG", "78ID")} == {
        *("Stielau", "18C", "B/32C")
    }


CONTENTS = [
    ("clervaux", "16MO", "17EV", 15, 17, 12),
    ("losheim", "16MO", "17AF", 12, 13, 16),
    ("army_7", "16MO", "18EV", 13, 15, 37),
    ("bastogne", "19PD", "22EV", 22, 25, 16),
    ("st_vith", "20PD", "23EV", 10, 12, 18),
    ("panzer_6", "16MO", "18EV", 8, 12, 42),
    ("panzer_5", "16MO", "18EV", 12, 17, 42),
    ("campaign", "16MO", "26EV", 26, 38, 143),
    ("meuse", "23PD", "26EV", 8, 12, 61),
    ("iii_corps", "22PD", "26EV", 9, 14, 36),
    ("salm_ourthe", "22PD", "24EV", 9, 12, 30),
    ("end_game", "22PD", "26EV", 26, 38, 143),
]
"""Scenario, turns, points of a draw and of a German victory, points of all places together."""


@pytest.mark.parametrize(
    ("scenario", "first", "last", "draw", "win", "places"),
    [
        pytest.param(*row, marks=pytest.mark.rule(f"trumpets:rc-scn-{row[0].replace('_', '-')}"))
        for row in CONTENTS
    ],
)
def test_what_a_scenario_asks(
    scenario: str, first: str, last: str, draw: int, win: int, places: int
) -> None:
    """Its turns, its levels, and what its places are worth in all."""
    data = SCENARIOS[scenario]
    assert (data["first"], data["last"]) == (first, last)
    assert (data["draw"], data["win"]) == (draw, win)
    assert sum(prize["points"] for prize in data["prizes"]) == places
    row = LEDGER.rules[f"rc-scn-{scenario.replace('_', '-')}"]
    if "German win" in row.summary:
        assert f"German win {win}, draw {draw}." in row.summary
        assert f"{win}でドイツ軍勝利、{draw}で引き分け" in row.say("ja")[1]
