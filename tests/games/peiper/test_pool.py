"""The pool of counters of a campaign. Rule rc-pool."""

from __future__ import annotations

import pytest

from salient.games.peiper.charts.campaigns import CAMPAIGNS
from salient.games.peiper.charts.charts import PLANES
from salient.games.squad.core.unit_rows import GunRow, InfantryRow, VehicleRow
from tests.games.peiper.maps import AMERICAN, GERMAN, charts, tables

BOTH = (GERMAN, AMERICAN)

POOLS = {
    "stoumont": ((63, 22, 55, 2, 72), (106, 27, 66, 19, 62), 504, 785),
    "cheneux": ((32, 11, 23, 2, 20), (57, 16, 41, 5, 9), 221, 337),
    "la_gleize": ((52, 18, 42, 2, 47), (98, 27, 69, 11, 69), 455, 709),
}


def counted(name: str, side: int) -> tuple[int, int, int, int, int, int, int]:
    """MMC, leaders, weapons, guns and vehicles; squads; and what else there is."""
    mmc = weapons = guns = vehicles = squads = others = 0
    for group_id, many in charts().groups_in_play(name, side).items():
        group = charts().groups.sides[side][group_id]
        others += many * (PLANES if group.kind == "aircraft" else 0)
        for item in group.contents.get("full", ()):
            count, kind = many * item.count, sorted(charts().groups.kinds_of(item))[0]
            if group.kind == "artillery":
                others += count
                continue
            row = tables().kinds.get(kind)
            if isinstance(row, InfantryRow):
                mmc += count
                squads += count * (row.kind == "squad" and not item.half)
            elif isinstance(row, VehicleRow):
                vehicles += count
            elif isinstance(row, GunRow):
                guns += count
            else:
                weapons += count
    for preset in charts().presets(name, side):
        row = tables().kinds.get(preset.kind)
        mmc += preset.count * isinstance(row, InfantryRow)
        vehicles += preset.count * isinstance(row, VehicleRow)
        guns += preset.count * isinstance(row, GunRow)
        others += preset.count * (preset.kind == "us80")
    return mmc, charts().leaders_coming(name, side), weapons, guns, vehicles, squads, others


@pytest.mark.rule("peiper:rc-pool")
@pytest.mark.parametrize("name", POOLS)
def test_the_pool_of_counters_is_so_large(name: str) -> None:
    """Bare; and with half-squads, crews of vehicles and 24 heroes and new leaders."""
    both = [counted(name, side) for side in BOTH]
    assert tuple(count[:5] for count in both) == POOLS[name][:2]
    bare = sum(sum(count[:5]) + count[6] for count in both)
    assert bare == POOLS[name][2]
    assert bare + sum(count[4] + count[5] for count in both) + 24 == POOLS[name][3]


@pytest.mark.rule("peiper:rc-pool")
@pytest.mark.parametrize("name", CAMPAIGNS)
@pytest.mark.parametrize("side", BOTH)
def test_every_counter_of_the_pool_is_a_counter_of_the_squad_game(name: str, side: int) -> None:
    """And there are enough of what is given without dice."""
    pool = charts().pool(name, side)
    assert not set(pool) - set(tables().kinds)
    for kind, count in pool.items():
        assert count > 0, kind
