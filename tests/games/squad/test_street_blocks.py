"""Roadblocks across narrow streets, as in the figure to P5.141."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.bypass import passages
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.setting import corner_of
from salient.games.squad.core.subjects import Attack, Entry, Occasion
from salient.games.squad.ground.street_blocks import (
    blast_block,
    block_on,
    blocks,
    clearing_places,
    crossing_cover,
    sees_whole_block,
    set_block,
    vertices_to_declare,
)
from salient.games.squad.ground.street_guns import block_aims
from salient.games.squad.phases.setup import build
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import look_at, look_between, see
from salient.games.squad.terrain.board import Hexside
from tests.games.squad.street_table import block, on_street, passage, street
from tests.games.squad.table import Table

F, G, H = "us666.1", "ss658.1", "ss658.2"


def figure(*lines: str) -> Table:
    """F in P17, G in N17, H in O18, and the roadblock."""
    return block(street(*lines)).put("P17", F).put("N17", G).put("O18", H)


def key_of(table: Table) -> Hexside:
    return Hexside(6 * table.place("O18"))


def crossing(table: Table) -> Entry:
    """H goes from O18 to O17."""
    return Entry(table.unit(H), "infantry", table.place("O18"), table.place("O17"), 0)


# -- sight and cover ------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.141a")
def test_a_roadblock_is_set_up_on_a_street_with_its_arrow_at_a_corner() -> None:
    table = street()
    place = Fortification("roadblock", "american", "O18", hexside="n", corner="ne")
    build(table.g, place, [])
    assert list(blocks(table.g)) == [(table.place("O18"), 0, 1)]
    assert block_on(table.g, table.place("O17"), 3) == key_of(table)
    for side, corner in ((0, 2), (1, 1)):
        with pytest.raises(ValueError, match=r"P5\.141a"):
            set_block(table.g, table.place("O18"), side, corner)


@pytest.mark.rule("squad:P5.141b", "squad:ex-P5.141a")
def test_f_and_g_do_not_see_each_other() -> None:
    table = figure()
    assert not look_at(table.g, table.unit(F), table.place("N17")).clear
    assert not look_at(table.g, table.unit(G), table.place("P17")).clear
    table.g.street_blocks.clear()
    assert look_at(table.g, table.unit(F), table.place("N17")).clear


def protection(table: Table, firer: str, target: str, means: str = "fire") -> int:
    """What a roadblock adds to an attack along the line from a firer to a target."""
    one, other = table.unit(firer), table.unit(target)
    attack = Attack(means, table.g.side(one), (table.g.where[one],), table.g.where[other],  # type: ignore[arg-type]
                    firers=(one,))  # fmt: skip
    return sum(m.value for m in cover(table.g, attack, table.unit(target)) if m.rule == "P5.141e")


@pytest.mark.rule("squad:P5.141c", "squad:ex-P5.141b")
def test_h_has_no_cover_from_the_roadblock() -> None:
    table = figure()
    assert look_at(table.g, table.unit(F), table.place("O18")).clear
    attack = Attack("fire", 1, (table.place("P17"),), table.place("O18"), firers=(table.unit(F),))
    assert cover(table.g, attack, table.unit(H)) == ()
    on_street(table, F, "O17", "s", "se")
    assert look_at(table.g, table.unit(F), table.place("N17")).clear, "over it, from its foot"
    assert protection(table, F, G) == 0, "nor has G, who is not at it"


@pytest.mark.rule("squad:P5.141c", "squad:ex-P5.141e")
@pytest.mark.parametrize(
    ("means", "value"), [("fire", 2), ("ordnance", 2), ("residual", 0), ("shell", 0)]
)
def test_at_its_foot_a_bypasser_has_cover_from_direct_fire(means: str, value: int) -> None:
    table = figure()
    on_street(table, H, "O17", "sw", "sw")
    assert look_between(table.g, table.unit(F), table.unit(H)).clear
    assert protection(table, F, H, means) == value
    assert protection(table, F, H) == 2
    on_street(table, H, "O17", "s", "se")
    assert protection(table, F, H) == 0, "on F's side of it"


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.141b", "squad:ex-P5.141c")
def test_g_pays_two_to_the_far_corner() -> None:
    table = figure().move("german").play(f"move {G}", "bypass O17 s")
    assert table.spent() == 2
    assert table.g.bypass[table.unit(G)] == (3, corner_of("se"))
    free = street().put("N17", G)
    assert entry_cost(free.g, passage(free, G, "O17", "s"), 8).total == 2


@pytest.mark.rule("squad:ex-P5.141d")
def test_h_enters_o17_as_if_there_were_no_roadblock() -> None:
    table = figure()
    assert entry_cost(table.g, crossing(table), 8).total == 4
    assert entry_cost(table.g, passage(table, H, "O17", "sw"), 8).total == 2


@pytest.mark.rule("squad:P5.141d")
def test_no_vehicle_goes_along_a_blocked_hexside() -> None:
    table = block(street()).put("N17", "PzIVH.1", facing="ne")
    entry = passage(table, "PzIVH.1", "O17", "s", "tracked")
    assert entry_cost(table.g, entry, 26).bar == "P5.141d"
    table.g.street_blocks.clear()
    assert entry_cost(table.g, entry, 26).bar == ""


# -- removal --------------------------------------------------------------------------------------


@pytest.mark.rule("squad:P5.1411a")
def test_it_is_cleared_from_the_four_hexes_around_it() -> None:
    table = figure("O17 storeys=2")
    tokens = table.g.setting.board.locations
    names = {tokens[place].token for place in clearing_places(table.g, key_of(table))}
    assert names == {"O17", "O18", "N17", "P17"}
    table.put("O17/1", H).put("O16", "ss658.3").move("german")
    for unit, can in ((G, True), (H, False), ("ss658.3", False)):
        table.play(f"move {unit}")
        assert ("unblock O18 n" in table.offered()) is can
        table.play("stop")


@pytest.mark.rule("squad:P5.1411a", "squad:P5.1411e", "squad:B29.5")
@pytest.mark.parametrize(("dice", "gone"), [((2, 3), True), ((3, 3), False)])
def test_clearing_takes_the_whole_turn_and_a_roll(dice: tuple[int, int], gone: bool) -> None:
    table = figure().move("german").dice(*dice).play(f"move {G}", "unblock O18 n")
    assert bool(list(blocks(table.g))) is not gone
    assert table.happened(Tried)[0].dice == dice
    assert table.is_("ti", G)


@pytest.mark.rule("squad:P5.1411b")
@pytest.mark.parametrize(("place", "gone"), [("O17", True), ("O18", True), ("P17", True),
                                             ("N17", False)])  # fmt: skip
def test_a_charge_goes_to_the_corner_of_the_arrow(place: str, gone: bool) -> None:
    table, at = figure(), figure().place(place)
    assert blast_block(table.g, key_of(table), "charge", "2KIA", [], at=at) is gone
    assert bool(list(blocks(table.g))) is not gone
    assert not table.is_("lost", H), "nothing else is hurt"


@pytest.mark.rule("squad:P5.1411c")
def test_guns_that_see_all_of_its_hexside_may_fire_at_the_roadblock_alone() -> None:
    table = figure().put("P17", "M4.1", facing="w").fire("american", "prep").play("fire M4.1")
    assert "batter O18 n" in table.offered()
    half = figure().put("P16", "M4.1", facing="w").put("O15", G).fire("american", "prep")
    half.play("fire M4.1")
    assert half.offered()
    assert not half.offered("batter"), "the house of O17 hides the far corner"


@pytest.mark.rule("squad:P5.1411c")
@pytest.mark.parametrize(
    ("place", "facing", "seen"),
    [("P16", "w", [False, True]), ("P15", "w", [False, True]),
     ("N16", "se", [True, False]), ("M16", "se", [True, False])],
)  # fmt: skip
def test_either_corner_alone_is_not_enough(place: str, facing: str, seen: list[bool]) -> None:
    """The house of O17 hides the west corner from the east, the east one from the west."""
    table = figure().put(place, "M4.1", facing=facing).put("O15", G).put("M15", H)
    board, gun = table.g.setting.board, table.place(place)
    corners = [board.eyes[table.place("O18")]._replace(corner=corner) for corner in (0, 1)]
    hexagon = table.place("O18")
    assert [see(table.g, board.eyes[gun], gun, eye, hexagon).clear for eye in corners] == seen
    table.fire("american", "prep").play("fire M4.1")
    assert table.offered("shell")
    assert not table.offered("batter")


@pytest.mark.rule("squad:P5.1411c")
@pytest.mark.parametrize(
    ("dice", "gone"), [((2, 2, 1, 1), True), ((2, 2, 5, 5), False), ((6, 5), False)]
)
def test_a_shell_at_the_roadblock_hurts_nobody(dice: tuple[int, ...], gone: bool) -> None:
    table = figure().put("P17", "M4.1", facing="w").fire("american", "prep")
    table.dice(*dice).play("fire M4.1", "batter O18 n")
    assert bool(list(blocks(table.g))) is not gone
    assert not any(table.is_(state, H) for state in ("lost", "broken", "pinned"))
    assert not table.happened(Fired)


@pytest.mark.rule("squad:P5.1411c")
def test_a_gun_must_see_the_whole_hexside() -> None:
    table = figure().put("P17", "M4.1").put("N17", "PzIVH.1")
    key = key_of(table)
    assert blast_block(table.g, key, "ordnance", "1KIA", [], unit=table.unit("M4.1"))
    half = figure().put("P16", "M4.1")
    assert not blast_block(half.g, key, "ordnance", "1KIA", [], unit=half.unit("M4.1"))
    assert list(blocks(half.g)), "from P16 the house of O17 hides the far corner"


@pytest.mark.rule("squad:P5.1411c")
@pytest.mark.parametrize(("place", "whole"), [("P17", True), ("R20", False), ("N16", False)])
def test_it_is_the_two_ends_of_the_hexside_that_a_gun_must_see(place: str, whole: bool) -> None:
    """From R20 the west end and the corner beyond the east one are seen, the east end is not."""
    table = figure().put(place, "M4.1")
    assert sees_whole_block(table.g, table.unit("M4.1"), key_of(table)) is whole


@pytest.mark.rule("squad:P5.1411c")
def test_the_roadblock_that_is_named_is_the_one_that_goes() -> None:
    """There are two: on O17-O18, and on N17-O17, of which O17 says that it is its south-west."""
    table = block(block(street()), "O17", "sw", "w").put("N17", "M4.1", facing="e")
    table.fire("american", "prep")
    table.dice(2, 2, 1, 1).play("fire M4.1", "batter O17 sw")
    assert list(blocks(table.g)) == [(table.place("O18"), 0, 1)]
    assert table.is_("prep_fired", "M4.1"), "it has fired"


@pytest.mark.rule("squad:P5.1411c")
@pytest.mark.parametrize(
    ("unit", "occasion", "able"),
    [("M4.1", "prep", True), ("M4.1", "first", False), (F, "prep", False)],
)
def test_only_guns_fire_at_a_roadblock_and_not_while_somebody_moves(
    unit: str, occasion: Occasion, able: bool
) -> None:
    table = figure().put("P17", "M4.1", facing="w")
    found = block_aims(table.g, table.unit(unit), occasion)
    assert [action.verb for action in found] == ["batter"] * able


@pytest.mark.rule("squad:P5.1411d", "squad:P5.1411e")
@pytest.mark.parametrize(
    ("at", "result", "gone"),
    [("O17", "1KIA", True), ("O18", "2KIA", True), ("N17", "3KIA", False), ("O18", "K/2", False)],
)
def test_a_kia_of_shells_in_either_hex_removes_it(at: str, result: str, gone: bool) -> None:
    table = figure()
    assert blast_block(table.g, key_of(table), "indirect", result, [], at=table.place(at)) is gone
    assert bool(list(blocks(table.g))) is not gone


@pytest.mark.rule("squad:B29.5", "squad:P5.1411a")
def test_a_leader_helps_to_clear_a_roadblock_but_does_not_do_it_alone() -> None:
    alone = figure().put("N17", "ss91.1").move("german").play("move ss91.1")
    assert "unblock O18 n" not in alone.offered()
    table = figure().put("N17", "ss91.1").move("german").dice(3, 3)
    table.play(f"move {G}", "join ss91.1", "unblock O18 n")
    (tried,) = table.happened(Tried)
    assert ([m.value for m in tried.modifiers], tried.result) == ([-1], "passed")
    assert table.is_("ti", "ss91.1")
    assert not list(blocks(table.g))


@pytest.mark.rule("squad:B29.5", "squad:P5.1411a")
def test_the_roadblock_that_was_named_is_cleared() -> None:
    table = block(block(street()), "N17", "ne", "e").put("N17", G).move("german").dice(1, 2)
    before = set(table.g.street_blocks)
    named = next(text for text in table.play(f"move {G}").offered("unblock") if "O18" not in text)
    table.play(named)
    assert before - set(table.g.street_blocks) == {key for key in before if key != key_of(table)}


@pytest.mark.rule("squad:P5.141d")
def test_one_blocked_hexside_of_two_is_enough_to_stop_a_vehicle() -> None:
    table = block(street()).put("N17", "PzIVH.1", facing="ne")
    both = [p for p in passages(table.g, table.unit("PzIVH.1")) if len(p.passed) > 1]
    barred = {
        entry_cost(table.g, p.entry(table.g, table.unit("PzIVH.1"), "tracked"), 26).bar
        for p in both
        if any(block_on(table.g, p.to, side) is not None for side in p.passed)
        and not all(block_on(table.g, p.to, side) is not None for side in p.passed)
    }
    assert barred == {"P5.141d"}


@pytest.mark.rule("squad:P5.141e")
def test_only_who_crosses_a_blocked_hexside_declares_a_corner() -> None:
    table = block(street()).put("O18", "ss658.2")
    across = Entry(table.unit("ss658.2"), "infantry", table.place("O18"), table.place("O17"), 0)
    assert vertices_to_declare(table.g, across) == (0, 1)
    assert vertices_to_declare(table.g, across._replace(manner="bypass", along=3)) == ()
    assert vertices_to_declare(table.g, across._replace(side=1, to=table.place("P17"))) == ()
    assert vertices_to_declare(table.g, across._replace(origin=NOWHERE)) == ()


@pytest.mark.rule("squad:P5.141e", "squad:ex-P5.141d")
def test_where_nobody_crosses_a_hexside_no_roadblock_covers_him() -> None:
    table = figure()
    attack = Attack("fire", 1, (table.place("P17"),), table.place("O18"), firers=(table.unit(F),))
    eye = eye_of(table.g, table.unit(F))
    assert not list(crossing_cover(table.g, attack, table.place("P17"), eye))
