"""Step 8.621: fortifications, and what becomes of plans that collide when the scenario begins."""

from __future__ import annotations

import pytest

from salient.engine.events import Secret
from salient.games.peiper.events import NotBuilt
from salient.games.peiper.refit.deploy import places
from salient.games.peiper.refit.works import Fortifying, build_all
from salient.games.squad.core.locations import conceals, is_building
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.terrain.board import Hexagon, each_hex
from tests.games.peiper.table import Campaign


def lane() -> Campaign:
    """Germans dug in where a lane ends in KK14: its one road side is the first of JJ14, too."""
    table = Campaign("la_gleize", "20PM").hold_limits().hold("german", "JJ14", "KK14")
    table.g.foxholes |= {table.place("JJ14"): 1, table.place("KK14"): 1}
    table.g.fpp = [12, 0]
    return table.step(621)


def roadblocks(table: Campaign) -> list[tuple[str, str]]:
    """The hexes on both sides of each roadblock."""
    hexes = table.g.setting.board.hexes
    pairs = [divmod(key, len(hexes[0].near)) for key in table.g.roadblocks]
    return [(hexes[here].name, hexes[hexes[here].near[side]].name) for here, side in pairs]


@pytest.mark.rule("peiper:P8.621")
def test_no_roadblock_is_planned_where_another_will_bar_the_only_road() -> None:
    table = lane().play("fort roadblock")
    assert {"site JJ14", "site KK14"} <= set(table.offered("site"))
    table.play("site JJ14", "fort roadblock")
    assert "site KK14" not in table.offered("site")
    table.end().end().terms(first=1, attacker=1).step(625)
    assert roadblocks(table) == [("JJ14", "KK14")]


@pytest.mark.rule("peiper:P8.621")
def test_two_roadblocks_in_hexes_that_touch_bar_two_hexsides() -> None:
    table = lane().play("fort roadblock", "site KK14", "fort roadblock", "site JJ14")
    table.terms(first=1, attacker=1).step(625)
    found = roadblocks(table)
    assert len(found) == 2
    assert ("KK14", "JJ14") in found
    assert ("JJ14", "KK14") not in found


def shared_ground(*works: str) -> Campaign:
    """The first set-up at Stoumont, after both have planned the works in one hex of both limits."""
    table = Campaign("stoumont").terms(initial=True, first=1, attacker=1)
    table.g.steps = []
    here = shared_wood(table)
    table.g.planned = [(side, work, here) for side, work in enumerate(works) if work]
    build_all(table.g, table.events)
    return table


def shared_wood(table: Campaign) -> Hexagon:
    """A hex within both limits of Stoumont that conceals, without a road."""
    german, american = table.g.setting.limits
    board = table.g.setting.board
    return next(
        here for here in each_hex(german & american)
        if conceals(table.g, here) and not board.hexes[here].road and not is_building(table.g, here)
    )  # fmt: skip


def not_built(table: Campaign) -> list[tuple[int, str]]:
    """Who was told that he has planned in vain, and what."""
    found = []
    for event in table.events:
        inner = event.deed if isinstance(event, Secret) else event
        if isinstance(inner, NotBuilt):
            assert isinstance(event, Secret), "nobody else is told"
            assert event.side == inner.side
            found.append((inner.side, inner.work))
    return found


@pytest.mark.rule("peiper:P8.621", "peiper:CG19a")
def test_a_roadblock_for_which_no_hexside_is_left_is_not_built_and_its_owner_told() -> None:
    """Neither knows of the other's plans; hexsides of other hexes are left alone."""
    table = lane().end()
    table.g.planned = [(0, "roadblock", table.place("JJ14")), (1, "roadblock", table.place("KK14"))]
    table.terms(first=1, attacker=1).step(625)
    assert roadblocks(table) == [("JJ14", "KK14")]
    assert not_built(table) == [(1, "roadblock")]


@pytest.mark.rule("peiper:P8.621")
@pytest.mark.parametrize("work", ["foxhole1", "trench", "wire", "ap6", "known6", "at1"])
def test_what_both_build_in_one_hex_stands_once_and_the_germans_build_first(work: str) -> None:
    table = shared_ground(work, work)
    here = shared_wood(table)
    built = [
        work for work, there in (
            ("foxhole1", here in table.g.foxholes), ("trench", table.g.trenches >> here & 1),
            ("wire", table.g.wire >> here & 1), *((field.kind, True) for field in
                                                  table.g.mines.get(here, ())),
        ) if there
    ]  # fmt: skip
    assert len(built) == 1
    assert not_built(table) == [(1, work)]
    assert all(field.side == 0 and field.known for field in table.g.mines.get(here, ()))
    assert here not in table.g.dug, "who digs there finds it"


@pytest.mark.rule("peiper:P8.621")
def test_nothing_is_built_where_only_the_enemy_stands_and_other_works_stand_together() -> None:
    table = shared_ground("foxhole2", "wire")
    assert not_built(table) == []
    here = shared_wood(table)
    assert table.g.foxholes[here] == 2
    assert table.g.wire >> here & 1
    table.put(table.g.setting.board.hexes[here].name, "ss658.1")
    table.g.planned = [(1, "dummy", here), (1, "ap8", here)]
    build_all(table.g, table.events)
    assert not_built(table) == [(1, "dummy"), (1, "ap8")]
    assert not table.g.mines


@pytest.mark.rule("peiper:P8.621")
def test_plans_and_hidden_works_of_the_enemy_close_no_hex() -> None:
    """What is offered is the same whatever the enemy has planned, dug or laid unseen."""
    table = Campaign("stoumont").terms(initial=True, first=1, attacker=1)
    other = Campaign("stoumont").terms(initial=True, first=1, attacker=1)
    here = shared_wood(table)
    other.g.planned = [
        (0, "roadblock", place)
        for place in each_hex(other.g.setting.limits[0]) if other.g.setting.board.hexes[place].road
    ] + [(0, "foxhole1", here)]  # fmt: skip
    other.g.foxholes[here], other.g.dug[here] = 1, 0
    other.g.mines[here] = (Minefield("ap", 8, 0, known=False), Minefield("at", 1, 0, known=False))
    for work in table.g.setting.charts.works:
        sites = [
            list(Fortifying(1).sites(one.g, work)) for one in (table, other)
        ]  # fmt: skip
        assert sites[0] == sites[1], work
    assert here in Fortifying(1).sites(other.g, "ap6")
    other.g.dug.clear()
    assert here not in Fortifying(1).sites(other.g, "foxhole1"), "but what it sees does"


@pytest.mark.rule("peiper:SSR-I.4")
def test_americans_dig_no_trenches_at_stoumont_at_first() -> None:
    table = Campaign("stoumont").hold_limits().terms(initial=True)
    table.g.fpp = [0, 10]
    table.step(621)
    assert "fort foxhole1" in table.offered("fort")
    assert "fort trench" not in table.offered("fort")


@pytest.mark.rule("peiper:SSR-II.6")
def test_germans_lay_no_mines_and_park_nothing_on_the_bridge() -> None:
    table = Campaign("cheneux", "20N").hold_limits()
    table.g.fpp = [10, 0]
    table.step(621)
    for work in ("ap6", "at1", "known6"):
        table.play(f"fort {work}")
        assert table.offered("site")
        assert "site NN6" not in table.offered("site")
        table.play("end")
    unit = table.unit("SdKfz104.1")
    table.g.spare &= ~(1 << unit)
    assert places(table.g, unit)
    assert all(table.g.setting.board.hexes[table.g.setting.board.hex_of[p]].name != "NN6"
               for p in places(table.g, unit))  # fmt: skip
