"""The order of battle of the battalion game: units, formations, substitutes."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "src/salient/games/trumpets/data"
KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def read(name: str) -> list[dict[str, str]]:
    """The rows of a data file."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


UNITS = {row["id"]: row for row in read("units.csv")}
FORMATIONS = {row["id"]: row for row in read("formations.csv")}
SUBSTITUTES = {row["id"]: row for row in read("substitutes.csv")}
BATTALIONS = {id_: row for id_, row in UNITS.items() if not row["parent"]}
CLASSES = {
    "foot": {3, 6, 7},
    "horse": {4},
    "truck": {5, 6, 7, 8},
    "cross_country": {9, 10},
    "afv_light_medium": {6, 7, 8, 9},
    "afv_heavy": {6},
}


@pytest.mark.rule("trumpets:rc-unit-1")
def test_each_battalion_is_one_unit() -> None:
    """1,154 battalions arrive by 26 December: 522 German, 632 Allied."""
    assert len(read("units.csv")) == len(UNITS)
    sides = Counter(row["side"] for row in BATTALIONS.values())
    assert sides == {"german": 522, "allied": 632}
    assert len({row["name"] for row in UNITS.values()}) == len(UNITS)


@pytest.mark.parametrize(
    ("unit", "af", "df"),
    [
        ("I/77", 8, 10),
        ("I/FJ5", 10, 10),
        ("I/304", 10, 10),
        ("I/60", 13, 13),
        ("I/SS1", 13, 13),
        ("III/SS2", 15, 13),
        ("I/Pz3", 23, 20),
        ("I/SSPz1", 23, 18),
        ("II/Pz3", 18, 15),
        ("T501", 20, 23),
        ("StuG244", 10, 10),
        ("SSPJ1", 8, 10),
        ("AA2", 8, 8),
        ("SSAA1", 10, 8),
        ("Pi26", 5, 5),
        ("SSPi1", 8, 8),
        ("FlR182", 3, 10),
        ("1/110", 10, 13),
        ("1/501", 10, 13),
        ("1/327", 10, 13),
        ("52AIB", 13, 13),
        ("707Tk", 15, 13),
        ("1/67Ar", 18, 15),
        ("644TD", 8, 13),
        ("811TD", 8, 10),
        ("814TD", 8, 15),
        ("801TD", 3, 10),
        ("18C", 8, 8),
        ("28R", 3, 3),
        ("103E", 5, 8),
        ("447AA", 3, 5),
        ("143AG", 3, 10),
    ],
)
def test_typical_values(unit: str, af: int, df: int) -> None:
    """AF and DF are two and a half times the strengths of the order of battle."""
    row = UNITS[unit]
    assert (int(row["af"]), int(row["df"])) == (af, df)


@pytest.mark.parametrize(
    ("unit", "cf", "reach", "df"),
    [
        ("109FA", 6, 7, 3),
        ("108FA", 8, 9, 3),
        ("II/A26", 5, 7, 3),
        ("IV/A26", 6, 8, 3),
        ("I/W55", 5, 4, 3),
        ("II/W55", 5, 4, 3),
    ],
)
def test_typical_guns(unit: str, cf: int, reach: int, df: int) -> None:
    """CF of guns is one and a half times the artillery value, of rockets once."""
    row = UNITS[unit]
    assert (int(row["cf"]), int(row["range"]), int(row["df"])) == (cf, reach, df)


SUMS = {
    **dict.fromkeys(["2ID-DA", "99ID-DA", "106ID-DA", "28ID-DA", "4ID-DA", "1ID-DA"], 26),
    **dict.fromkeys(["82AB-DA", "101AB-DA"], 14),
    **{"V-FA": 75, "VII-FA": 69, "III-FA": 28, "XII-FA": 35},
    **{"FAG402": 25, "FAG333": 22, "FAG174": 23, "FAG422": 16},
    **dict.fromkeys(["43ID-RA", "51ID-RA", "53ID-RA"], 24),
    **dict.fromkeys(["AR-26VG", "AR-12VG", "AR-212VG", "AR-18VG", "AR-560VG"], 19),
    **dict.fromkeys(["AR-2PZ", "AR-116PZ", "AR-PZL", "AR-9PZ"], 17),
    **{"AR-1SS": 16, "AR-12SS": 16, "AR-2SS": 22, "AR-9SS": 22, "AR-3FJ": 16, "AR-5FJ": 16},
    **{"VAK388": 35, "VAK401": 27, "VAK402": 27, "VAK405": 27, "VAK766": 27, "VAK408": 27},
    **{"VWB4": 34, "VWB7": 34, "VWB15": 34, "VWB16": 34, "VWB17": 34, "VWB8": 19, "VWB18": 19},
}


@pytest.mark.rule("trumpets:rc-art-1", "trumpets:rc-unit-1")
def test_guns_of_the_formations_add_up() -> None:
    """CF by artillery formation; the werfer brigades of 7th Army have half the projectors."""
    total: Counter[str] = Counter()
    for row in BATTALIONS.values():
        total[row["guns"]] += int(row["cf"])
    assert {name: total[name] for name in SUMS} == SUMS
    armored = [total[f"CC{letter}9"] for letter in "ABR"]
    assert sum(armored) == 18


@pytest.mark.rule("trumpets:rc-unit-3")
def test_movement_factors_by_class() -> None:
    """Each class has its allowances (rc-unit-3)."""
    for row in UNITS.values():
        assert int(row["mf"]) in CLASSES[row["movement"]], row["id"]


def test_ratings_are_in_range() -> None:
    """ER 2 to 6, one to three steps, CF and range only for guns."""
    for row in UNITS.values():
        assert 2 <= int(row["er"]) <= 6, row["id"]
        assert 1 <= int(row["steps"]) <= 3, row["id"]
        gun = row["type"] in ("artillery", "rocket")
        assert (int(row["cf"]) > 0) == (int(row["range"]) > 0) == gun == bool(row["guns"]), row
        assert row["nation"] in ("german", "us", "british")
        assert KANA.search(row["ja"]), row["id"]
        assert " " not in row["id"]


@pytest.mark.rule("trumpets:rc-unit-5")
def test_detached_companies_have_their_share() -> None:
    """A company has one step and 1/N of its battalion, rounded half up."""
    companies = [row for row in UNITS.values() if row["parent"]]
    assert {row["id"] for row in companies} == {
        *("A/110", "L/110", "B/103E", "3/SSPi1", "A/18C", "C/18C", "B/32C", "A/820TD")
    }
    for row in companies:
        whole = UNITS[row["parent"]]
        steps = int(whole["steps"])
        assert row["steps"] == "1"
        for value in ("af", "df"):
            assert int(row[value]) == max(1, int(int(whole[value]) / steps + 0.5)), row["id"]
    assert UNITS["A/820TD"]["df"] == "5"


@pytest.mark.rule("trumpets:rc-form-1", "trumpets:rc-hq-1")
def test_formations_form_chains_under_armies() -> None:
    """Every chain of command ends in one of six armies; ranges go by level."""
    ranges = {"army": (20, 15), "corps": (14, 10), "division": (10, 7), "kg": (6, 4), "cp": (6, 4)}
    for row in FORMATIONS.values():
        level = row["level"]
        expected = ranges.get(level, (7, 5))
        assert (int(row["range"]), int(row["range_march"])) == expected, row["id"]
        assert level in (*ranges, "brigade", "group", "fa_group")
        top = row
        while top["parent"]:
            top = FORMATIONS[top["parent"]]
            assert top["side"] == row["side"]
        assert top["level"] == "army", row["id"]
        assert set(row["letters"]) <= set("RHDE")
        assert KANA.search(row["ja"])
    armies = {row["id"] for row in FORMATIONS.values() if row["level"] == "army"}
    assert armies == {"6PA", "5PA", "7A", "1A", "3A", "XXX"}


def test_every_unit_has_a_formation_of_its_side() -> None:
    """And every formation but the army troops has units or subordinates."""
    for row in UNITS.values():
        assert FORMATIONS[row["formation"]]["side"] == row["side"], row["id"]
    used = {row["formation"] for row in UNITS.values()}
    used |= {row["parent"] for row in FORMATIONS.values()}
    assert set(FORMATIONS) - used == {"KGC"}


@pytest.mark.rule("trumpets:rc-form-1")
def test_kampfgruppe_peiper() -> None:
    """Its panzers, Tigers, half-tracks, flak and engineers."""
    members = {row["id"] for row in UNITS.values() if row["formation"] == "KGP"}
    assert members == {"I/SSPz1", "T501", "III/SS2", "F84", "3/SSPi1"}
    assert FORMATIONS["KGP"]["parent"] == "1SS"


def test_brigade_150_has_three_combat_units() -> None:
    """The cards name the HQ and three combat units; the commando teams are no battalion."""
    brigade = [row for row in UNITS.values() if row["formation"] == "150"]
    assert {row["id"] for row in brigade if row["type"] != "commando"} == {"KGX", "KGY", "KGZ"}


@pytest.mark.rule("trumpets:rc-sub-1")
def test_substitutes_hold_the_german_artillery_formations() -> None:
    """Two or three battalions of one formation each; every formation wholly or not at all."""
    held: Counter[str] = Counter()
    for row in SUBSTITUTES.values():
        members = row["members"].split()
        assert 2 <= len(members) <= 3
        held.update(members)
        assert {UNITS[unit]["guns"] for unit in members} == {row["guns"]}
        assert {UNITS[unit]["formation"] for unit in members} == {row["formation"]}
        assert row["id"] not in UNITS
    assert set(held.values()) == {1}
    formations = {UNITS[unit]["guns"] for unit in held}
    assert {id_ for id_, row in UNITS.items() if row["guns"] in formations} == set(held)
    assert formations >= {name for name in SUMS if name.startswith(("AR-", "VAK", "VWB"))}
