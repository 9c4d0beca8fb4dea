"""The order of battle agrees with every known fact of the printed game.

Facts marked S1, S2, S5 come from published replays and tournament reports of the printed game.
"""

import csv
import heapq
import re
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest

import salient

DATA = Path(salient.__file__).parent / "games" / "mist" / "data"
KINDS = ("armor", "mechanized", "motorized", "engineer", "infantry")
IMPULSE = re.compile(r"(1[6-9]|2[01])-[123]|22-1")
MOST_UNITS, MOST_STRENGTH = 4, 10  # rule 7.1

Row = dict[str, str]


def read(file: str) -> list[Row]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


UNITS = read("units.csv")
AREAS = {row["name"]: row for row in read("areas.csv")}
ZONES = {row["letter"]: row for row in read("zones.csv")}
RESERVES = {row["name"]: row for row in read("reserves.csv")}
KIND_ROWS = {row["kind"]: row for row in read("kinds.csv")}
UNIT = {row["id"]: row for row in UNITS}


def strength(units: list[Row]) -> int:
    return sum(int(unit["strength"]) for unit in units)


def at(area: str, side: str = "") -> list[Row]:
    return [u for u in UNITS if u["area"] == area and side in ("", u["side"])]


def of(formation: str, enters: str = "") -> list[Row]:
    return [u for u in UNITS if u["formation"] == formation and enters in ("", u["enters"])]


def starting(side: str) -> list[Row]:
    return [u for u in UNITS if u["side"] == side and u["enters"] == "start"]


# -- movement on the set-up, for the facts that say who can reach what ---------------------------


def roads() -> dict[str, list[tuple[str, int, bool]]]:
    """For each area its neighbours by road with cost and whether the bridge is blown."""
    names = {row["number"]: row["name"] for row in AREAS.values()}
    graph = defaultdict(list)
    for row in read("links.csv"):
        if row["a"] in names and row["b"] in names:
            a, b = names[row["a"]], names[row["b"]]
            cost, blown = (1 if row["road"] == "primary" else 2), row["bridge"] == "blown"
            graph[a].append((b, cost, blown))
            graph[b].append((a, cost, blown))
    return graph


ROADS = roads()


def within_reach(unit: Row, target: str, taken: tuple[str, ...] = ()) -> bool:
    """Whether a unit can enter an area from its set-up area in one move. Rules 8.2, 8.3.

    Areas in ``taken`` have fallen to other units of its side, which still stand there.
    """
    foot = unit["kind"] == "infantry"
    ways = [(5, True)] if foot else [(8, False)]
    if unit["kind"] in ("mechanized", "motorized", "engineer"):
        ways.append((5, True))
    occupied = {u["area"] for u in UNITS if u["area"]}
    hostile = {u["area"] for u in UNITS if u["area"] and u["side"] != unit["side"]} - {*taken}
    for allowance, may_ford in ways:
        spent = {unit["area"]: 0}
        queue = [(0, unit["area"])]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == target:
                return True
            if cost > spent[here] or (cost and here in hostile):
                continue
            for there, road, blown in ROADS[here]:
                if blown and not may_ford:
                    continue
                total = cost + (3 if blown else road) + (there in occupied)
                if total <= allowance and total < spent.get(there, allowance + 1):
                    spent[there] = total
                    heapq.heappush(queue, (total, there))
    return False


def strongest_stack(units: list[Row]) -> int:
    """The greatest strength that four units of at most ten strength can have. Rule 7.1."""
    stacks = (s for n in range(1, MOST_UNITS + 1) for s in combinations(units, n))
    totals = (strength(list(stack)) for stack in stacks)
    return max((total for total in totals if total <= MOST_STRENGTH), default=0)


def attackers(target: str) -> list[Row]:
    """German units that can enter an area in impulse 16-1."""
    free = [u for u in starting("german") if u["first"] != "held"]
    return [u for u in free if within_reach(u, target)]


# -- the file itself -----------------------------------------------------------------------------


def test_unit_ids_are_unique_words_that_can_be_typed() -> None:
    ids = [unit["id"] for unit in UNITS]
    assert len({name.casefold() for name in ids}) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9/-]{2,12}", name) for name in ids)


def test_every_unit_has_a_name_in_both_languages() -> None:
    assert all(unit["name"] and unit["ja"] and not unit["ja"].isascii() for unit in UNITS)
    for language in ("name", "ja"):
        assert len({unit[language] for unit in UNITS}) == len(UNITS)


@pytest.mark.rule("mist:4.11a")
def test_every_unit_is_of_one_of_the_five_kinds() -> None:
    assert set(KIND_ROWS) == set(KINDS)
    assert {unit["kind"] for unit in UNITS} == set(KINDS)


@pytest.mark.rule("mist:4.11b")
def test_airborne_units_are_infantry() -> None:
    airborne = [unit for unit in UNITS if unit["airborne"] == "1"]
    assert {"504/82", "327/101", "15/5FJ"} <= {unit["id"] for unit in airborne}
    assert {unit["kind"] for unit in airborne} == {"infantry"}


@pytest.mark.rule("mist:4.12")
def test_units_belong_to_the_nations_and_services_of_the_counters() -> None:
    looks = {(unit["side"], unit["nation"], unit["service"]) for unit in UNITS}
    german = {("german", "german", service) for service in ("heer", "ss", "luftwaffe")}
    allied = {("allied", nation, "") for nation in ("us", "british", "norwegian", "belgian")}
    assert german | allied <= looks
    assert looks - german - allied <= {("allied", "french", "")}


@pytest.mark.rule("mist:4.12")
@pytest.mark.parametrize("nation", ["norwegian", "belgian"])
def test_norwegians_and_belgians_are_small_garrisons_on_the_map(nation: str) -> None:
    garrison = [unit for unit in UNITS if unit["nation"] == nation]
    assert garrison
    assert all(unit["enters"] == "start" and unit["strength"] == "1" for unit in garrison)


@pytest.mark.rule("mist:4.14")
def test_every_unit_has_a_starting_area_or_an_arrival() -> None:
    for unit in UNITS:
        if unit["enters"] == "start":
            assert unit["area"], unit["id"]
            assert not unit["zones"], unit["id"]
        else:
            assert unit["zones"], unit["id"]
            assert not unit["area"], unit["id"]
            name = unit["enters"].removeprefix("reserve:")
            assert name in RESERVES or IMPULSE.fullmatch(unit["enters"]), unit["id"]


def test_strengths_run_from_one_to_five() -> None:
    assert {unit["strength"] for unit in UNITS} == set("12345")


def test_sources_name_columns_of_the_file() -> None:
    columns = set(UNITS[0])
    for row in UNITS:
        named = [*row["printed"].split(), *row["history"].split()]
        assert set(named) <= columns, row["id"]
        assert len(set(named)) == len(named), row["id"]


def test_the_number_of_units_is_playable() -> None:
    assert 75 <= sum(unit["side"] == "german" for unit in UNITS) <= 100
    assert 110 <= sum(unit["side"] == "allied" for unit in UNITS) <= 150


# -- the values of the kinds ---------------------------------------------------------------------


@pytest.mark.rule("mist:8.31")
@pytest.mark.rule("mist:8.32")
def test_infantry_has_five_movement_points_and_all_others_eight() -> None:
    allowances = {kind: int(row["mp"]) for kind, row in KIND_ROWS.items()}
    assert allowances == {**dict.fromkeys(KINDS, 8), "infantry": 5}


@pytest.mark.rule("mist:9.51")
def test_quality_falls_from_engineer_to_infantry() -> None:
    best_first = sorted(KINDS, key=lambda kind: -int(KIND_ROWS[kind]["quality"]))
    assert best_first == ["engineer", "armor", "mechanized", "motorized", "infantry"]
    assert len({row["quality"] for row in KIND_ROWS.values()}) == len(KINDS)


@pytest.mark.rule("mist:4.17")
def test_armor_has_the_values_of_the_illustration_and_is_the_best() -> None:
    armor = KIND_ROWS["armor"]
    assert [armor["attack"], armor["defence"], armor["mp"]] == ["4", "5", "8"]
    others = [row for kind, row in KIND_ROWS.items() if kind != "armor"]
    assert all(int(row["attack"]) < 4 and int(row["defence"]) <= 5 for row in others)


def test_defence_is_above_attack() -> None:
    assert all(int(row["defence"]) > int(row["attack"]) for row in KIND_ROWS.values())


# -- the set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("mist:5.21")
def test_starting_units_stand_in_areas_of_their_own_side() -> None:
    for unit in UNITS:
        if unit["area"]:
            assert AREAS[unit["area"]]["control"] == unit["side"], unit["id"]


@pytest.mark.rule("mist:5.22")
def test_only_front_line_american_infantry_starts_entrenched() -> None:
    entrenched = [unit for unit in UNITS if unit["entrenched"] == "1"]
    assert {"422/106", "393/99", "12B/4"} <= {unit["id"] for unit in entrenched}
    for unit in entrenched:
        assert unit["nation"] == "us", unit["id"]
        assert unit["kind"] != "armor", unit["id"]
        assert AREAS[unit["area"]]["front"] == "1" or unit["area"] == "Hosheid", unit["id"]


def test_every_front_area_has_a_garrison() -> None:
    front = [name for name, row in AREAS.items() if row["front"] == "1"]
    assert [name for name in front if not at(name, "allied")] == []


def test_many_front_areas_hold_one_unit_of_one_or_two_strength() -> None:
    """S14."""
    front = [name for name, row in AREAS.items() if row["front"] == "1"]
    small = [name for name in front if [int(u["strength"]) for u in at(name)] in ([1], [2])]
    assert len(small) >= len(front) // 2


@pytest.mark.rule("mist:7.1b")
def test_exactly_two_german_set_up_areas_exceed_the_stacking_limit() -> None:
    held: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for unit in UNITS:
        if unit["area"]:
            held[unit["area"], unit["side"]].append(unit)
    over = {
        place
        for place, units in held.items()
        if len(units) > MOST_UNITS or strength(units) > MOST_STRENGTH
    }
    assert over == {("Dasburg", "german"), ("Stadtkyll", "german")}


@pytest.mark.parametrize("area", ["Wahlerscheid", "Dasburg", "Gemund", "Nusbaum", "Irrel"])
def test_an_engineer_starts_beside_each_blown_bridge(area: str) -> None:
    """Rule 10.12 asks for it, or the bridge could not be tried on 16 December."""
    assert any(unit["kind"] == "engineer" for unit in at(area, "german"))


@pytest.mark.parametrize(
    "area",
    [
        "Wallendorf", "Lutzkampen", "Habscheid", "Bleialf", "Auw", "Vianden", "Holzhum",
        "Marnach", "Echternach", "Beaufort", "Monschau", "Hosheid",
    ],
)  # fmt: skip
def test_the_americans_defend_the_areas_attacked_in_the_replays(area: str) -> None:
    """S1 and S2."""
    assert at(area, "allied")
    assert not at(area, "german")


def test_the_regiments_of_the_106th_hold_the_schnee_eifel() -> None:
    """S1."""
    assert {u["id"]: u["area"] for u in of("106") if u["entrenched"] == "1"} == {
        "422/106": "Auw",
        "423/106": "Bleialf",
        "424/106": "Habscheid",
        "820TD/106": "Manderfeld",
    }


@pytest.mark.rule("mist:s1-setup")
def test_the_28th_stands_in_vianden_and_diekirch_but_not_in_the_practice_scenario() -> None:
    for area in ("Vianden", "Diekirch"):
        soldiers = [unit for unit in at(area) if unit["formation"] == "28"]
        assert soldiers
        assert {unit["seventh"] for unit in soldiers} == {"0"}
    rest = [unit for unit in starting("german") + starting("allied")
            if AREAS[unit["area"]]["seventh"] == "1" and unit["seventh"] == "0"]  # fmt: skip
    assert {unit["area"] for unit in rest} == {"Vianden", "Diekirch"}
    assert {unit["formation"] for unit in rest} == {"28"}


@pytest.mark.parametrize("division", ["1SS", "12SS", "2Pz", "116Pz", "PzL"])
def test_five_panzer_divisions_are_the_core_of_the_opening(division: str) -> None:
    """S7."""
    units = of(division, "start")
    assert {"armor", "mechanized", "motorized", "engineer"} <= {unit["kind"] for unit in units}
    assert strength(units) >= 11


@pytest.mark.parametrize(
    ("area", "formation"),
    [
        ("Wahlerscheid", "326VG"), ("Hollerath", "277VG"), ("Losheim", "12VG"),
        ("Hallschlag", "3FJ"), ("Ormont", "18VG"), ("Sellerich", "18VG"),
        ("Pronsfeld", "62VG"), ("Arzfeld", "560VG"), ("Arzfeld", "116Pz"), ("Dasburg", "2Pz"),
        ("Gemund", "26VG"), ("Roth", "5FJ"), ("Mettendorf", "352VG"), ("Nusbaum", "276VG"),
        ("Irrel", "212VG"),
    ],
)  # fmt: skip
def test_german_divisions_face_their_historical_sectors(area: str, formation: str) -> None:
    assert any(unit["formation"] == formation for unit in at(area, "german"))


def test_a_single_american_battalion_without_tanks_has_one_step() -> None:
    alone = [unit for unit in UNITS if re.search(r"\bBattalion\b", unit["name"].split(",")[0])]
    foot = [unit for unit in alone if unit["nation"] == "us" and unit["kind"] != "armor"]
    assert {"12A/4", "60AI/9A", "526AI", "291Eng"} <= {unit["id"] for unit in foot}
    assert {unit["strength"] for unit in foot} == {"1"}


def test_an_entry_impulse_without_a_source_says_that_it_was_chosen() -> None:
    bare = [
        unit for unit in UNITS
        if IMPULSE.fullmatch(unit["enters"])
        and "enters" not in f"{unit['printed']} {unit['history']}".split()
    ]  # fmt: skip
    chosen = {unit["id"] for unit in bare if "impulse chosen for the balance" in unit["note"]}
    assert len(chosen) == 7
    assert {unit["id"] for unit in bare} - chosen == {"CCB/10A"}, "by a play report"


# -- the first impulse ---------------------------------------------------------------------------


def test_only_allied_units_are_free_and_only_german_units_are_held() -> None:
    marks = Counter((unit["side"], unit["first"]) for unit in UNITS if unit["first"])
    assert set(marks) == {("allied", "free"), ("german", "held")}
    assert all(unit["enters"] == "start" for unit in UNITS if unit["first"])
    assert marks["allied", "free"] < len(starting("allied")) // 5


@pytest.mark.parametrize(
    ("area", "divisions"),
    [
        ("Marnach", {"2Pz"}),
        ("Lutzkampen", {"116Pz", "560VG"}),
        ("Habscheid", {"116Pz", "62VG"}),
        ("Bleialf", {"18VG", "62VG"}),
        ("Holzhum", {"26VG"}),
        ("Vianden", {"5FJ"}),
        ("Wallendorf", {"352VG"}),
        ("Beaufort", {"276VG"}),
        ("Echternach", {"212VG"}),
    ],
)
def test_the_attacks_of_the_replays_are_possible_on_16_1(area: str, divisions: set[str]) -> None:
    """S1 and S2."""
    assert divisions <= {unit["formation"] for unit in attackers(area)}


def test_panzergrenadiers_of_the_2nd_can_cross_to_marnach_on_16_1() -> None:
    """S1."""
    assert {"304/2Pz", "2/2Pz"} <= {unit["id"] for unit in attackers("Marnach")}


def test_vianden_can_meet_twelve_shots_on_16_1_and_no_more() -> None:
    """S5: nine steps and the three artillery requests they bring (rule 9.42)."""
    steps = strongest_stack(attackers("Vianden"))
    assert steps + steps // 3 == 12


def test_three_steps_of_american_armour_can_reach_schoenburg_on_16_1() -> None:
    """S2."""
    free = [u for u in starting("allied") if u["first"] == "free" and u["kind"] == "armor"]
    assert strength([u for u in free if within_reach(u, "Schoenburg")]) == 3


def test_at_most_eight_german_steps_can_reach_schoenburg_on_16_december() -> None:
    """S2: once Bleialf has fallen to others."""
    taken = ("Bleialf", "Habscheid")
    able = [u for u in starting("german") if within_reach(u, "Schoenburg", taken)]
    assert strongest_stack(able) == 8


# -- arrivals ------------------------------------------------------------------------------------


def test_entry_zones_belong_to_the_side() -> None:
    for unit in UNITS:
        for zone in filter(None, unit["zones"].split("/")):
            assert ZONES[zone]["side"] == unit["side"], unit["id"]


@pytest.mark.rule("mist:11.11b")
def test_some_allied_reinforcements_choose_between_d_e_and_f() -> None:
    """S4 (errata to 11.11)."""
    choice = [unit for unit in UNITS if unit["zones"] == "D/E/F"]
    assert choice
    assert {unit["side"] for unit in UNITS if "/" in unit["zones"]} == {"allied"}


def test_the_10th_armored_comes_early_enough_to_fight_near_bastogne_on_the_17th() -> None:
    """S5."""
    early = [unit for unit in of("10A") if unit["enters"] in ("17-1", "17-2")]
    assert any(unit["zones"] in ("M", "N") and unit["fifth"] == "1" for unit in early)


@pytest.mark.rule("mist:11.31")
def test_every_panzer_reserve_has_units_and_release_areas() -> None:
    named = {unit["enters"] for unit in UNITS if unit["enters"].startswith("reserve:")}
    assert named == {f"reserve:{name}" for name in RESERVES}
    for row in RESERVES.values():
        assert IMPULSE.fullmatch(row["opens"])
        assert int(row["delay"]) >= 1


@pytest.mark.rule("mist:11.32")
def test_release_areas_are_the_areas_with_a_tank_silhouette() -> None:
    listed = {area for row in RESERVES.values() for area in row["areas"].split("/")}
    assert listed == {name for name, row in AREAS.items() if row["reserve"] == "1"}


# -- the small scenarios -------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_practice_scenario_uses_units_inside_its_section_only(side: str) -> None:
    for unit in UNITS:
        if unit["seventh"] == "1" and unit["side"] == side:
            if unit["area"]:
                assert AREAS[unit["area"]]["seventh"] == "1", unit["id"]
            else:
                assert unit["zones"] == {"german": "C", "allied": "P"}[side], unit["id"]
                assert unit["enters"] <= "18-3", unit["id"]


def test_both_sides_fight_in_both_small_scenarios() -> None:
    for scenario, germans, allies in (("seventh", 25, 15), ("fifth", 70, 60)):
        part = [unit for unit in UNITS if unit[scenario] == "1"]
        assert strength([unit for unit in part if unit["side"] == "german"]) >= germans
        assert strength([unit for unit in part if unit["side"] == "allied"]) >= allies


@pytest.mark.rule("mist:s2-setup")
def test_fifth_panzer_army_uses_the_units_set_up_in_its_section() -> None:
    for unit in UNITS:
        if unit["area"] and AREAS[unit["area"]]["fifth"] == "1":
            assert unit["fifth"] == "1", unit["id"]
    outside = {u["id"] for u in UNITS if u["area"] and u["fifth"] == "1"
               and AREAS[u["area"]]["fifth"] == "0"}  # fmt: skip
    assert outside == {"CCB/9A"}


def test_german_reinforcements_of_fifth_panzer_army_come_by_b_or_c() -> None:
    for unit in UNITS:
        if unit["side"] == "german" and unit["fifth"] == "1" and unit["zones"]:
            assert unit["zones"] in ("B", "C"), unit["id"]
