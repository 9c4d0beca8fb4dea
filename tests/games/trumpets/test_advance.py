"""Advance after combat (tab-adv, note-adv, rc-adv-1)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Advanced
from salient.games.trumpets.fight.advance import routes
from tests.conftest import Dice
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule

WHITE = {
    "D1v": ("1-1", 3), "DE": ("7-1", -3), "DR1": ("5-1", 6), "DR2": ("5-1", 5), "DR3": ("5-1", 4),
    "DR4": ("5-1", 3), "1DR2": ("5-1", 1),
}  # fmt: skip
"""Odds and white rolls that give some results."""

ROAD = [
    "1010-1110", "0909-1010", "0809-0909", "0708-0809", "0608-0708", "0507-0608", "0407-0507",
]  # fmt: skip
"""A road from 1110 through 1010 to the west."""


def won(monkeypatch: pytest.MonkeyPatch, dice: Dice, t: Table, result: str, *units: str) -> Table:
    """The units in 1110 win the hex 1010 with a result; its defenders are far away then."""
    odds, white = WHITE[result]
    fix_odds(monkeypatch, odds, min(white - 1, 0))
    dice(1, max(white, 1), ...)
    t.fight().attack("1010", *units)
    assert t.combat.result == result
    while t.asked.endswith("losses"):
        t.play(sorted(t.offered())[0])
    while t.asked.endswith("retreat"):
        ends = sorted(t.offered("retreat"), key=lambda text: text.split()[2])
        t.play(ends[-1])
    return t


def reach(t: Table, unit: str) -> set[str]:
    """Where a unit may advance to."""
    return {text.split()[2] for text in t.offered("advance") if text.split()[1] == unit}


def farthest(t: Table, unit: str) -> int:
    """How many hexes a unit may advance."""
    board, home = t.g.setting.board, t.g.where[t.unit(unit)]
    return max((board.distance(home, t.hex(to)) for to in reach(t, unit)), default=0)


def field(unit: str, defender: str = "fa1", **more: object) -> Table:
    """A unit in 1110 on a road before a weak garrison in 1010."""
    t = Table(roads=ROAD, **more)  # type: ignore[arg-type]
    return t.put("1010", defender).put("1110", unit)


# -- how far ------------------------------------------------------------------------------------

CHART = {"D1v": (2, 2, 1), "DE": (2, 2, 1), "DR1": (2, 2, 1), "DR2": (4, 4, 2), "DR3": (6, 6, 3),
         "DR4": (8, 8, 4), "1DR2": (4, 4, 2)}  # fmt: skip
ROWS = {"D1v": "tab-adv-d1", "1DR2": "tab-adv"}


@rule("trumpets:tab-adv", "trumpets:gc-20", "trumpets:note-adv-1", "trumpets:note-adv-12")
@pytest.mark.parametrize(
    "result",
    [
        pytest.param(name, marks=rule(f"trumpets:{ROWS.get(name, f'tab-adv-{name.lower()}')}"))
        for name in CHART
    ],
)
def test_reconnaissance_advances_by_its_column(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, result: str
) -> None:
    """Off the road too: 8 hexes of clear ground for DR4."""
    t = Table().put("1010", "fa1").put("1110", "aa1")
    won(monkeypatch, dice, t, result, "aa1")
    assert farthest(t, "aa1") == CHART[result][0]


@rule("trumpets:tab-adv", "trumpets:note-adv-2", "trumpets:note-adv-10")
@pytest.mark.parametrize("result", ["D1v", "DE", "DR1", "DR2", "DR3"])
@pytest.mark.parametrize("unit", ["pz", "pg"])
def test_tanks_and_armored_infantry_advance_along_roads(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, unit: str, result: str
) -> None:
    t = won(monkeypatch, dice, field(unit), result, unit)
    assert farthest(t, unit) == CHART[result][1]


@rule("trumpets:note-adv-2", "trumpets:note-adv-10")
def test_off_the_road_tanks_have_the_basic_rate(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = won(monkeypatch, dice, Table().put("1010", "fa1").put("1110", "pz"), "DR1", "pz")
    assert reach(t, "pz") == {"1010"}


@rule("trumpets:note-adv-10")
def test_a_road_with_a_gap_ends_the_road_advance(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    """DR2: two hexes anywhere, but along the road only as far as it goes."""
    t = Table(roads=["1010-1110", "0909-1010", "0708-0809"]).put("1010", "fa1").put("1110", "pz")
    won(monkeypatch, dice, t, "DR2", "pz")
    assert "0909" in reach(t, "pz")
    assert "0809" not in reach(t, "pz")


@rule("trumpets:note-adv-11")
def test_a_unit_may_change_road_at_a_junction(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    roads = [*ROAD, "0909-0908", "0907-0908"]
    t = Table(roads=roads).put("1010", "fa1").put("1110", "pz")
    won(monkeypatch, dice, t, "DR2", "pz")
    assert {"0809", "0908", "0907", "0708"} <= reach(t, "pz")


@rule("trumpets:tab-adv", "trumpets:note-adv-3", "trumpets:gc-20")
@pytest.mark.parametrize("result", ["D1v", "DE", "DR1", "DR2", "DR3", "1DR2"])
@pytest.mark.parametrize("unit", ["vg1", "stug", "pi"])
def test_all_others_advance_at_the_basic_rate(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, unit: str, result: str
) -> None:
    t = won(monkeypatch, dice, field(unit), result, unit)
    assert farthest(t, unit) == CHART[result][2]


@rule("trumpets:note-adv-1")
def test_motorized_rangers_use_the_recon_column(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    odds, white = WHITE["DR1"]
    fix_odds(monkeypatch, odds)
    t = Table(roads=ROAD).put("1010", "vierling").put("1110", "rng")
    dice(1, white, ...)
    t.fight("allied").attack("1010", "rng").play("retreat vierling 0910")
    assert farthest(t, "rng") == 2


@rule("trumpets:note-adv-1", "trumpets:note-adv-9")
def test_the_hq_of_peiper_advances_other_hqs_do_not(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = field("kpz").put("1110", "HQ-KGP", "HQ-1SS")
    won(monkeypatch, dice, t, "DR1", "kpz")
    assert reach(t, "HQ-KGP") >= {"1010", "0909"}
    assert not reach(t, "HQ-1SS")


@rule("trumpets:note-adv-8")
def test_guns_never_advance(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = field("vg1").put("1110", "ar1").put("1110", "nw1")
    won(monkeypatch, dice, t, "DR2", "vg1")
    assert {text.split()[1] for text in t.offered("advance")} == {"vg1"}


# -- limits -------------------------------------------------------------------------------------


@rule("trumpets:note-adv-4", "trumpets:note-adv-7")
def test_a_road_hex_costs_a_whole_mf(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """Exhausted panzers have 4 MF: four road hexes, though DR3 would give six."""
    t = field("pz").put("1510", "HQ-1SS").flag("exhausted", "HQ-1SS")
    won(monkeypatch, dice, t, "DR3", "pz")
    assert farthest(t, "pz") == 4


@rule("trumpets:note-adv-7")
def test_nobody_exceeds_his_mf(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """6 MF of infantry: forest 3 and forest 3, not a third hex."""
    woods = ["1010", "0909", "0910", "1009", "0809", "0810", "0908", "0911", "1008"]
    ground = dict.fromkeys(woods, "forest")
    t = Table(ground=ground).put("1010", "fa1").put("1110", "vg1")
    won(monkeypatch, dice, t, "DR3", "vg1")
    assert farthest(t, "vg1") == 2


@rule("trumpets:note-adv-5", "trumpets:tab-pos-advance")
@pytest.mark.parametrize("position", ["strongpoint", "fortress"])
@pytest.mark.parametrize("unit", ["aa1", "pz"])
def test_after_a_strongpoint_everybody_has_the_basic_rate(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, unit: str, position: str
) -> None:
    t = won(monkeypatch, dice, field(unit).works("1010", position), "DR1", unit)
    assert reach(t, unit) == {"1010"}


@rule("trumpets:tab-pos-advance")
@pytest.mark.parametrize("position", ["ip5", "ip6"])
def test_improved_positions_do_not_slow_an_advance(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, position: str
) -> None:
    t = won(monkeypatch, dice, field("pz").works("1010", position), "DR1", "pz")
    assert farthest(t, "pz") == 2


@rule("trumpets:note-adv-6", "trumpets:tab-pos-advance")
@pytest.mark.parametrize(("garrison", "hexes"), [("eng", 1), ("fa1", 4)])
def test_a_manned_roadblock_stops_an_advance(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, garrison: str, hexes: int
) -> None:
    t = field("pz", garrison).works("1010", "roadblock")
    won(monkeypatch, dice, t, "DR2", "pz")
    assert farthest(t, "pz") == hexes


@rule("trumpets:rc-adv-1")
def test_later_hexes_stop_in_enemy_zones(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """A rifle battalion in 0908 controls 0909 and 0809: the panzers stop in the first of them."""
    t = field("pz").put("0908", "r1")
    won(monkeypatch, dice, t, "DR3", "pz")
    assert "0909" in reach(t, "pz")
    assert "0809" not in reach(t, "pz")


@rule("trumpets:rc-adv-1")
def test_the_first_hex_is_the_vacated_one(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = won(monkeypatch, dice, field("vg1"), "DR2", "vg1")
    t.play("advance vg1 0909")
    assert [t.g.setting.country.number(event.to) for event in t.happened(Advanced)] == [
        "1010", "0909",
    ]  # fmt: skip
    assert t.where("vg1") == "0909"


@rule("trumpets:gc-20")
def test_nobody_has_to_advance(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = won(monkeypatch, dice, field("vg1"), "DR2", "vg1").play("end")
    assert t.where("vg1") == "1110"


@rule("trumpets:rc-adv-1")
@pytest.mark.parametrize(("ford", "free"), [("river ford", False), ("stream", False)])
def test_tanks_do_not_advance_over_a_ford_that_needs_engineers(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, ford: str, free: bool
) -> None:
    """They attacked with the infantry, which wades over."""
    t = Table(water={"1010-1110": ford}).put("1010", "fa1").put("1110", "vg1", "stug")
    units = ("vg1", "stug") if "ford" in ford else ("vg1",)
    won(monkeypatch, dice, t, "DR1", *units)
    assert reach(t, "vg1") == {"1010"}
    assert bool(reach(t, "stug")) == free


@rule("trumpets:rc-adv-1")
def test_engineers_with_charges_ready_stay(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = field("vg1").put("1110", "pi")
    t.g.ready[t.unit("pi")] = 0
    won(monkeypatch, dice, t, "DR1", "vg1", "pi")
    assert not reach(t, "pi")


@rule("trumpets:rc-rubble-1", "trumpets:rc-adv-1")
def test_rubble_ends_an_advance(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = field("vg1")
    t.g.rubble[t.hex("1010")] = 2
    won(monkeypatch, dice, t, "DR3", "vg1")
    assert reach(t, "vg1") == {"1010"}


@rule("trumpets:rc-adv-1", "trumpets:sop-22c")
@pytest.mark.parametrize(
    ("answer", "faces", "end", "standing"),
    [("keep", (), "1010", True), ("blow", (4, 5), "1110", False), ("blow", (5, 5), "1010", True)],
)
def test_the_engineers_blow_the_bridge_behind_them(
    monkeypatch: pytest.MonkeyPatch,
    dice: Dice,
    answer: str,
    faces: tuple[int, ...],
    end: str,
    standing: bool,
) -> None:
    """They held the far bank, with the charges ready: a river bridge goes up on 9 or less."""
    t = Table(roads=ROAD, water={"1010-1110": "river"}).put("1010", "eng").put("1110", "pz")
    site = t.g.setting.country.site_at[t.hex("1010"), t.hex("1110")]
    t.g.ready[t.unit("eng")] = site
    won(monkeypatch, dice, t, "DR1", "pz")
    t.play("advance pz 1010")
    assert t.asked == "allied crossing"
    dice(*faces, ...)
    t.play(answer)
    assert (t.where("pz"), not t.g.down >> site & 1) == (end, standing)
    if t.offered():
        t.play("end")
    assert t.g.ready == {}


@rule("trumpets:rc-ret-1")
def test_a_unit_driven_off_leaves_its_works(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = field("pz", "eng").flag("building", "eng")
    t.g.works[t.unit("eng")] = "ip6"
    won(monkeypatch, dice, t, "DR1", "pz")
    assert (t.g.building, t.g.works) == (0, {})


@rule("trumpets:note-adv-7", "trumpets:note-adv-10")
def test_of_two_ways_that_cost_the_same_the_first_is_gone() -> None:
    t = Table().put("1010", "vg1")
    here, goal = t.hex("1010"), t.hex("1210")
    ways = routes(t.g, t.unit("vg1"), 2, t.g.setting.board.around(1 << here), 0)
    between = [
        to
        for to in t.g.setting.board.neighbours[here]
        if t.g.setting.board.direction(to, goal) is not None
    ]
    assert len(between) == 2
    assert ways[goal] == (between[0], goal)
