"""Streams with woods, brush or an orchard in their hex, on the hexes that rule B33 names."""

from __future__ import annotations

import pytest

from salient.games.squad.combat.cover import cover
from salient.games.squad.core.events.fire import Fired
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.locations import is_open
from salient.games.squad.core.subjects import Attack
from salient.games.squad.sight.los import look_across
from tests.games.squad.grounds import table_on
from tests.games.squad.table import Table

WOODS, BRUSH, ORCHARD = "J11", "U7", "W6"
"""14aJ11, 66U7 and 76W6; the streams run from north to south."""

BESIDE = {WOODS: "K11", BRUSH: "V7", ORCHARD: "X6"}
UPSTREAM = {WOODS: "J12", BRUSH: "U6", ORCHARD: "W5"}


def valley(depth: str = "shallow") -> Table:
    return table_on(
        "practice_stream_hexes", german="ss658 2 ss91", american="us666 2",
        scenario=f'stream = "{depth}"\n',
    )  # fmt: skip


@pytest.mark.rule("squad:B33.1")
@pytest.mark.parametrize(("hexagon", "top"), [(WOODS, 4), (BRUSH, 2), (ORCHARD, 4)])
def test_what_grows_there_stands_at_the_rim_and_not_at_the_bottom(hexagon: str, top: int) -> None:
    board = valley().g.setting.board
    here = board.hexes[board.place(hexagon)]
    assert [stand.top for stand in here.cell.stands] == [top]
    assert board.level(board.place(hexagon)) == -4


@pytest.mark.rule("squad:B33.11a")
@pytest.mark.parametrize("hexagon", [WOODS, BRUSH, ORCHARD])
@pytest.mark.parametrize(("depth", "factors"), [("dry", 2), ("shallow", 3), ("deep", 4)])
def test_along_the_stream_one_pays_for_its_depth(hexagon: str, depth: str, factors: int) -> None:
    table = valley(depth).put(UPSTREAM[hexagon], "ss91.1").move("german")
    table.play("move ss91.1", f"go {hexagon}")
    assert table.happened(Moved)[-1].cost == 2 * factors


@pytest.mark.rule("squad:B33.11b")
@pytest.mark.parametrize(
    ("hexagon", "depth", "factors"),
    [(WOODS, "shallow", 5), (BRUSH, "shallow", 5), (ORCHARD, "shallow", 4), (WOODS, "dry", 4)],
)
def test_from_beside_it_one_pays_for_both(hexagon: str, depth: str, factors: int) -> None:
    table = valley(depth).put(BESIDE[hexagon], "ss91.1").move("german")
    table.play("move ss91.1", f"go {hexagon}")
    assert table.happened(Moved)[-1].cost == 2 * factors


@pytest.mark.rule("squad:B33.12")
@pytest.mark.parametrize(("hexagon", "factors"), [(WOODS, 3), (BRUSH, 3), (ORCHARD, 2)])
@pytest.mark.parametrize("depth", ["dry", "shallow"])
def test_or_takes_to_the_crest_at_the_hexside_crossed(
    hexagon: str, factors: int, depth: str
) -> None:
    table = valley(depth).put(BESIDE[hexagon], "ss658.1").move("german").play("move ss658.1")
    (order,) = (text for text in table.offered("climb") if text.split()[1] == hexagon)
    table.play(order)
    assert (table.where("ss658.1"), table.happened(Moved)[-1].cost) == (hexagon, 2 * factors)


@pytest.mark.rule("squad:B33.13a")
@pytest.mark.parametrize(("smoke", "drm"), [("", -2), ("J10", 2 + 1 - 1), ("J11", 2 + 1 - 1)])
def test_along_the_stream_a_squad_is_caught_in_the_open_unless_something_hinders(
    smoke: str, drm: int
) -> None:
    """J10 and J11 are stream-woods: FFMO and FFNAM, or smoke, the woods and FFNAM."""
    table = valley().put("J12", "us666.1").put("J9", "ss658.1").move("american")
    if smoke:
        table.g.smoke[table.place(smoke)] = 2
    table.play("move us666.1", f"go {WOODS}", "fire ss658.1")
    (fired,) = table.happened(Fired)
    assert sum(m.value for m in fired.modifiers) == drm


@pytest.mark.rule("squad:B33.13b")
@pytest.mark.parametrize(("hexagon", "tem"), [(WOODS, 1), (BRUSH, 0), (ORCHARD, 0)])
def test_to_others_what_grows_there_is_its_cover(hexagon: str, tem: int) -> None:
    table = valley().put(hexagon, "us666.1").put(BESIDE[hexagon], "ss658.1")
    origin, place = table.place(BESIDE[hexagon]), table.place(hexagon)
    attack = Attack("fire", 0, (origin,), place)
    assert sum(m.value for m in cover(table.g, attack, table.unit("us666.1"))) == tem
    assert not is_open(table.g, place)
    assert look_across(table.g, origin, place).clear
