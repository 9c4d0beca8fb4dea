"""Broken units: rout, interdiction, rally. Rules A10.5, A10.6."""

from __future__ import annotations

import pytest

from salient.engine.ids import Piece
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.men import Checked, Eliminated, Routed
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.phases.rally import in_danger, rally
from salient.games.squad.phases.rout import danger_to, rout_goals
from tests.games.squad.table import Table


def beaten(*lines: str) -> Table:
    table = Table(*lines, german="ss658 2 ss91", american="us666 2 us81")
    return table.put("C3", "ss658.1").mark("broken", "ss658.1")


@pytest.mark.rule("squad:A3.6", "squad:A10.5", "squad:A10.51")
def test_a_broken_unit_next_to_an_enemy_must_run_to_the_nearest_shelter() -> None:
    table = beaten("B5 woods", "A8 woods").put("D2", "us666.1").phase("rout")
    assert table.where("ss658.1") == "B5" or table.offered("rout") == {"rout B5"}
    assert "pass" not in table.offered()


@pytest.mark.rule("squad:A10.51", "squad:A10.52")
def test_it_never_comes_nearer_to_an_enemy_in_sight() -> None:
    table = beaten("A1 woods").put("E5", "us666.1").phase("rout")
    assert "crawl C4" not in table.offered()
    assert "crawl B3" in table.offered()


@pytest.mark.rule("squad:A10.53")
def test_running_through_the_open_under_fire_costs_a_check() -> None:
    table = beaten("C6 woods").put("C1", "us666.1").dice(6, 5, ...).phase("rout")
    if table.decision:
        table.play("rout C6")
    assert table.happened(Routed)
    assert "interdiction" in {event.check for event in table.happened(Checked)}
    assert table.is_("half", "ss658.1")


@pytest.mark.rule("squad:A10.5")
def test_who_cannot_run_surrenders() -> None:
    table = beaten().put("B3", "us666.1").put("D2", "us666.2").put("C2", "us81.1")
    for name in ("C4", "B2", "D3"):
        table.g.blazes |= 1 << table.place(name)
    table.phase("rout")
    assert table.happened(Eliminated)[-1].cause == "surrender"
    assert table.is_("lost", "ss658.1")


def test_a_unit_out_of_danger_may_stay() -> None:
    table = beaten("C3 woods").phase("rout")
    assert "pass" in table.offered() or table.decision is None


@pytest.mark.rule("squad:A10.6", "squad:A10.62")
def test_a_leader_rallies_and_desperation_makes_it_hard() -> None:
    table = beaten().put("C3", "ss91.1").dice(4, 2).phase("rally").play("rally ss658.1")
    assert not table.is_("broken", "ss658.1")
    table = beaten().put("C3", "ss91.1").dice(4, 3).phase("rally").play("rally ss658.1")
    assert table.is_("broken", "ss658.1")


@pytest.mark.rule("squad:A10.61")
def test_shelter_helps_to_rally() -> None:
    table = beaten("C3 woods").put("C3", "ss91.1").dice(4, 3).phase("rally")
    table.play("rally ss658.1")
    assert not table.is_("broken", "ss658.1")


@pytest.mark.rule("squad:A10.63", "squad:A18.11")
def test_one_squad_of_the_attacker_may_rally_alone() -> None:
    table = beaten().put("E5", "ss658.2").mark("broken", "ss658.2")
    table.put("H8", "us666.1").mark("broken", "us666.1").phase("rally")
    assert table.offered("rally") == {"rally ss658.1", "rally ss658.2"}
    table.dice(6, 5).play("rally ss658.1")
    assert table.decision is None


def test_boxcars_in_a_rally_cost_a_casualty() -> None:
    table = beaten().put("C3", "ss91.1").dice(6, 6).phase("rally").play("rally ss658.1")
    assert table.is_("half", "ss658.1")
    assert table.is_("broken", "ss658.1")


@pytest.mark.rule("squad:B28.41")
def test_mines_attack_those_who_run_into_them() -> None:
    table = beaten("C6 woods").put("C1", "us666.1")
    for name in ("B4", "C4", "D4", "B3", "D3"):
        table.g.mines[table.place(name)] = (Minefield("ap", 8, 1),)
    table.mark("pinned", "us666.1").dice(1, 1).phase("rout")
    if table.decision:
        table.play("rout C6")
    fired = [event for event in table.happened(Fired) if event.means == "mines"]
    assert fired
    assert table.is_("half", "ss658.1") or table.is_("lost", "ss658.1")


def test_who_is_killed_by_mines_runs_no_farther() -> None:
    table = beaten("C6 woods").put("C1", "us666.1").mark("half", "ss658.1")
    for name in ("B4", "C4", "D4", "B3", "D3"):
        table.g.mines[table.place(name)] = (Minefield("ap", 12, 1),)
    table.mark("pinned", "us666.1").dice(1, 1).phase("rout")
    if table.decision:
        table.play("rout C6")
    assert len(table.happened(Routed)) == 1
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A10.5", "squad:A10.53")
@pytest.mark.parametrize(
    ("line", "enemy", "must"),
    [
        ("C3 woods", "D2", True),
        ("C3 woods", "F3", False),
        ("C3 open_ground", "F3", True),
        ("C3 open_ground", "J9", False),
        ("C3 open_ground", "", False),
    ],
)
def test_next_to_an_enemy_or_in_the_open_under_fire_nobody_stays(
    line: str, enemy: str, must: bool
) -> None:
    """The range of the American squad is six hexes."""
    table = beaten(line, "A6 woods", "I9 woods", "I8 pine_woods", "J8 pine_woods")
    if enemy:
        table.put(enemy, "us666.1")
    table.phase("rout")
    assert ("pass" in table.offered()) is not must
    assert table.asked == "german rout" or table.happened(Routed)


@pytest.mark.rule("squad:A10.5")
def test_each_of_several_who_cannot_run_is_lost() -> None:
    table = beaten().put("C3", "ss658.2").mark("broken", "ss658.2").put("C2", "us666.1")
    for name in ("B3", "D3", "C4", "B2", "D2", "B4", "D4"):
        if name != "C2":
            table.g.blazes |= 1 << table.place(name)
    table.phase("rout")
    assert [event.cause for event in table.happened(Eliminated)] == ["surrender"] * 2


def attempt(table: Table, unit: str) -> dict[str, int]:
    """The modifiers of an attempt to rally."""
    table.dice(6, 5, ...).phase("rally").play(f"rally {unit}")
    check = next(event for event in table.happened(Checked) if event.check == "rally")
    return {modifier.rule: modifier.value for modifier in check.modifiers}


@pytest.mark.rule("squad:A10.7", "squad:A10.6")
def test_the_best_leader_in_good_order_rallies_and_no_hero_does() -> None:
    units = {"german": "ss658 ss92 ss91 sshero", "american": "us666"}
    table = Table(**units).put("C3", "ss658.1", "ss91.1", "ss92.1", "sshero.1")  # type: ignore[arg-type]
    assert attempt(table.mark("broken", "ss658.1"), "ss658.1")["A10.7"] == -2
    table = Table(**units).put("C3", "ss658.1", "ss91.1", "ss92.1")  # type: ignore[arg-type]
    assert attempt(table.mark("broken", "ss658.1", "ss92.1"), "ss658.1")["A10.7"] == -1
    table = Table(**units).put("C3", "ss658.1", "sshero.1").mark("broken", "ss658.1")  # type: ignore[arg-type]
    assert "A10.7" not in attempt(table, "ss658.1")


@pytest.mark.rule("squad:A10.63")
def test_who_rallies_by_himself_finds_it_harder() -> None:
    assert attempt(beaten(), "ss658.1")["A10.63"] == 1
    led = beaten().put("C3", "ss91.1")
    assert "A10.63" not in attempt(led, "ss658.1")


@pytest.mark.rule("squad:A10.61")
@pytest.mark.parametrize(("line", "value"), [("C3 woods", -1), ("C3 stone_building", -1),
                                             ("C3 open_ground", None)])  # fmt: skip
def test_shelter_takes_one_off_the_roll(line: str, value: int | None) -> None:
    assert attempt(beaten(line), "ss658.1").get("A10.61") == value


@pytest.mark.rule("squad:A10.62")
@pytest.mark.parametrize(
    ("enemy", "desperate"), [("", False), ("D3", True), ("E3", False), ("?", False)]
)
def test_out_of_the_reach_of_enemies_nobody_stays_desperate(enemy: str, desperate: bool) -> None:
    """An enemy next door whom nobody knows frightens nobody."""
    table = beaten("D3 woods")
    if enemy:
        table.put("D3" if enemy == "?" else enemy, "us666.1")
    if enemy == "?":
        table.mark("hidden", "us666.1")
    assert attempt(table, "ss658.1")["A10.62"] == 4
    if table.decision:
        table.play("end")
    assert table.is_("desperate", "ss658.1") is desperate


@pytest.mark.rule("squad:A10.4")
@pytest.mark.parametrize(("item", "kept"), [("ssLMG.1", True), ("ssMMG.1", True),
                                            ("ssHMG.1", False), ("pak40.1", False)])  # fmt: skip
def test_who_runs_leaves_guns_and_heavy_weapons_behind(item: str, kept: bool) -> None:
    table = Table("B5 woods", german="ss658 ssLMG ssMMG ssHMG pak40", american="us666")
    table.put("C3", f"ss658.1+{item}", facing="e").mark("broken", "ss658.1").put("D2", "us666.1")
    table.phase("rout")
    if table.decision:
        table.play("rout B5")
    assert table.where("ss658.1") == "B5"
    assert table.where(item) == ("B5" if kept else "C3")
    assert (table.g.owner[table.unit(item)] == table.unit("ss658.1")) is kept


@pytest.mark.rule("squad:A10.6")
def test_who_rallies_is_neither_broken_nor_desperate_any_more_and_others_still_are() -> None:
    table = beaten().put("C3", "ss91.1", "ss658.2").mark("broken", "ss658.2")
    table.mark("disrupted", "ss658.1", "ss658.2").dice(1, 2).phase("rally").play("rally ss658.1")
    for state in ("broken", "desperate", "disrupted"):
        assert not table.is_(state, "ss658.1")
        assert table.is_(state, "ss658.2")


@pytest.mark.rule("squad:A10.62")
@pytest.mark.parametrize(
    ("at", "state", "danger"),
    [("D3", "", True), ("D3", "hidden", False), ("D3", "concealed", False), ("E3", "", False),
     ("D3", "broken", False), ("H9", "", False)],
)  # fmt: skip
def test_a_known_enemy_beside_it_keeps_a_unit_in_danger(at: str, state: str, danger: bool) -> None:
    table = beaten().put(at, "us666.1").put("C4", "ss658.2")
    if state:
        table.mark(state, "us666.1")
    assert in_danger(table.g, table.unit("ss658.1")) is danger


@pytest.mark.rule("squad:A10.51")
@pytest.mark.parametrize(
    ("woods", "enemy", "goals"),
    [
        ("C8", "C2", {"rout C8"}), ("C9", "C2", set()), ("C7 C8", "C2", {"rout C7"}),
        ("C7 A6", "C2", {"rout C7", "rout A6"}), ("F3 B7", "G3", {"rout B7"}),
    ],
)  # fmt: skip
def test_six_points_lead_to_the_nearest_shelter_away_from_the_enemy(
    woods: str, enemy: str, goals: set[str]
) -> None:
    """In woods the last hex costs two of the six points. F3 is next to an enemy in G3."""
    table = beaten(*(f"{name} woods" for name in woods.split())).put(enemy, "us666.1")
    found = {f"rout {token_of(table, place)}" for place in rout_goals(table.g, Piece(0))}
    assert {goal for goal in found if goal.removeprefix("rout ") in woods.split()} == goals


def token_of(table: Table, place: int) -> str:
    return table.g.setting.board.locations[place].token


@pytest.mark.rule("squad:A10.51")
def test_without_shelter_it_runs_to_where_no_fire_reaches_it() -> None:
    """The range of the American squad in C1 is six hexes: C7 is within it, C8 is not."""
    table = beaten().put("C1", "us666.1")
    goals = {token_of(table, place) for place in rout_goals(table.g, Piece(0))}
    assert {"C8", "C9"} <= goals
    assert not {"C4", "C7"} & goals


@pytest.mark.rule("squad:A10.51")
@pytest.mark.parametrize(
    ("enemy", "line", "way"),
    [
        ("G3", "", {"D3": False, "C4": True, "B3": True}),
        ("G3", "D4 woods", {"D3": False, "C4": True}),
        ("E5", "", {"C4": False, "D3": False, "B3": True}),
        ("G3", "E2 stone_building", {"D3": False}),
    ],
)
def test_no_step_leads_nearer_to_an_enemy_it_sees_or_next_to_one(
    enemy: str, line: str, way: dict[str, bool]
) -> None:
    table = beaten(*([line] if line else [])).put(enemy, "us666.1")
    danger = danger_to(table.g, 0)
    here = table.place("C3")
    assert {name: danger.lets_go(here, table.place(name)) for name in way} == way


@pytest.mark.rule("squad:A10.51")
def test_an_enemy_out_of_sight_is_no_hindrance_unless_one_comes_next_to_him() -> None:
    """Woods in E4 and E3 hide G3: D3 is nearer to him, G2 is next to him."""
    table = beaten("E3 pine_woods", "E4 pine_woods", "F3 pine_woods").put("G3", "us666.1")
    danger = danger_to(table.g, 0)
    assert danger.lets_go(table.place("C3"), table.place("D3"))
    assert not danger.lets_go(table.place("H2"), table.place("G2"))


@pytest.mark.rule("squad:A18.11")
@pytest.mark.parametrize(
    ("unit", "leader", "counts"),
    [("ss658.1", "", True), ("ss658.1", "ss92.1", False), ("ss91.1", "", False)],
)
def test_only_squads_that_rally_without_a_leader_count_as_rallying_by_themselves(
    unit: str, leader: str, counts: bool
) -> None:
    table = Table(german="ss658 ss91 ss92", american="us666").put("C3", unit)
    if leader:
        table.put("C3", leader)
    table.mark("broken", unit).dice(1, 2)
    rally(table.g, table.unit(unit), table.events)
    assert table.g.self_rallied == (1 << table.unit(unit) if counts else 0)
