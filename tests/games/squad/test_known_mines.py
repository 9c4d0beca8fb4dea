"""Known, dummy and hidden minefields. Rule P7."""

from __future__ import annotations

from typing import Any

import pytest

from salient.engine.views import Marker
from salient.games.squad.combat.mines import find_mines, thin_mines
from salient.games.squad.core.events.fire import Fired, MinesAttacked, Struck
from salient.games.squad.core.events.movement import Moved
from salient.games.squad.core.events.play import DummiesDrawn, Marked
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.ground.mine_laying import DummyDraw, MineLaying, mine_steps
from salient.games.squad.phases.rout import Routing
from salient.games.squad.phases.setup import Deployment, set_up_steps
from tests.games.squad.grounds import table_on
from tests.games.squad.table import GAME, Table

US_AREA = '[[group]]\nside = "american"\nunits = { us666 = 1 }\narea = ["D3", "D4", "E4"]\n'


def minefield(*fields: Minefield, at: str = "D3", **more: Any) -> Table:
    table = Table(german="ss658 2 PzIVH ss91", american="us666", **more)
    table.put("C3", "ss658.1").put("C5", "PzIVH.1", facing="e").put("H9", "us666.1")
    table.g.mines[table.place(at)] = fields
    return table


def seen(table: Table, side: int) -> list[Marker]:
    kinds = ("mines", "at_mines")
    return [marker for marker in GAME.view(table.g, side).markers if marker.kind in kinds]


def laying(allotment: str, *lines: str, special: str = "") -> Table:
    """The Americans lay their mines in D3, D4 and E4."""
    head = f"mines = {{ american = {{ {allotment} }} }}\n"
    if special:
        head += f'special = ["{special}"]\n'
    return Table(*lines, german="ss658", scenario=head + US_AREA)


def words(table: Table) -> set[str]:
    return {text.split()[2] for text in table.offered("place")}


# -- what the enemy sees --------------------------------------------------------------------------


@pytest.mark.rule("squad:P7.1a")
@pytest.mark.parametrize(("kind", "marker"), [("ap", "mines"), ("at", "at_mines")])
def test_kind_and_place_are_public_and_the_strength_is_not(kind: str, marker: str) -> None:
    table = minefield(Minefield(kind, 6, 1))
    here = (table.place("D3"),)
    assert seen(table, 0) == seen(table, -1) == [Marker(marker, here, "")]
    assert seen(table, 1) == [Marker(marker, here, "6")]


@pytest.mark.rule("squad:P7.1a")
def test_otherwise_they_are_plain_mines() -> None:
    table = minefield(Minefield("ap", 8, 1)).move().dice(1, 1).go("ss658.1", "D3")
    assert [(e.means, e.column) for e in table.happened(Fired)] == [("mines", 8)]


@pytest.mark.rule("squad:P7.2a")
def test_a_dummy_is_worth_nothing_and_looks_like_any_other() -> None:
    dummy = minefield(Minefield("dummy", 0, 1))
    assert seen(dummy, 0) == seen(minefield(Minefield("ap", 12, 1)), 0)
    assert [marker.text for marker in seen(dummy, 1)] == ["0"]


@pytest.mark.rule("squad:P7.2a")
def test_laying_a_dummy_looks_like_laying_mines() -> None:
    mines, dummy = (laying("known = 24").dice(1).run(DummyDraw(1)) for _ in range(2))
    mines.play("place D3 ap6")
    dummy.play("place D3 dummy")
    assert mines.happened(Marked) == dummy.happened(Marked)


# -- laying them ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:P7.1b", "squad:ex-P7.1")
def test_a_player_lays_his_counters_face_down_until_nothing_is_left() -> None:
    table = laying("known = 24").dice(1).run(DummyDraw(1))
    assert table.asked == "american mines"
    assert words(table) == {"ap12", "ap8", "ap6", "dummy"}
    table.play("place D3 ap12")
    assert words(table) == {"ap12", "ap8", "ap6", "dummy"}
    table.play("place D4 ap6")
    assert words(table) == {"ap6", "dummy"}
    assert {text.split()[1] for text in table.offered("place")} == {"E4"}
    table.play("place E4 ap6")
    assert table.decision is None
    assert {m.text for m in seen(table, 0)} == {""}
    assert sorted(m.text for m in seen(table, 1)) == ["12", "6", "6"]


FIELDS = ("X13", "Y14", "Y15", "X16")
"""Open ground before the sanatorium, on the practice map."""


@pytest.mark.rule("squad:ex-P7.1", "squad:P7.1b")
@pytest.mark.parametrize("counters", [(12, 12), (8, 8, 8), (6, 6, 6, 6), (12, 6, 6)])
def test_the_24_factors_of_the_example_before_the_sanatorium(counters: tuple[int, ...]) -> None:
    area = ", ".join(f'"{place}"' for place in FIELDS)
    group = f'[[group]]\nside = "american"\nunits = {{ us666 = 1 }}\narea = [{area}]\n'
    mines = "mines = { american = { known = 24 } }\n"
    table = table_on("practice_mines", german="ss658", scenario=mines + group)
    table.dice(1).run(DummyDraw(1))
    for place, strength in zip(FIELDS, counters, strict=False):
        table.play(f"place {place} ap{strength}")
    left = words(table) if table.decision is not None else set()
    assert not left - {"dummy"}, "all factors are laid"
    assert sorted(int(marker.text) for marker in seen(table, 1)) == sorted(counters)
    assert {marker.text for marker in seen(table, 0)} == {""}


@pytest.mark.rule("squad:P7.1b")
def test_a_counter_is_turned_over_once_its_strength_is_known() -> None:
    table = minefield(Minefield("ap", 12, 1)).move().dice(6, 6).go("ss658.1", "D3")
    assert [marker.text for marker in seen(table, 0)] == ["12"]


@pytest.mark.rule("squad:P7.1c")
def test_known_mines_are_on_the_map_at_night() -> None:
    table = laying("known = 6", special="night").run(DummyDraw(1)).play("place D3 ap6")
    assert [marker.places for marker in seen(table, 0)] == [(table.place("D3"),)]


@pytest.mark.rule("squad:P7.1f")
@pytest.mark.parametrize("special", ["", "night", "deep_snow", "debris"])
@pytest.mark.parametrize("terrain", ["open_ground", "pine_woods", "stone_building", "grain"])
def test_no_map_and_no_scenario_forbids_them(terrain: str, special: str) -> None:
    table = laying("known = 6", f"D3 {terrain}", special=special).run(DummyDraw(1))
    assert "place D3 ap6" in table.offered()


@pytest.mark.rule("squad:P7.1e")
def test_known_mines_do_not_become_mines_of_the_other_kind() -> None:
    assert words(laying("known = 12").run(DummyDraw(1))) == {"ap12", "ap8", "ap6"}
    assert words(laying("known_at = 3").run(DummyDraw(1))) == {"at1", "at2", "at3"}


@pytest.mark.rule("squad:P7.3c")
def test_regular_and_known_mines_are_not_exchanged() -> None:
    assert words(laying("regular = 6").run(DummyDraw(1))) == {"hidden_ap6"}
    assert words(laying("known = 6").run(DummyDraw(1))) == {"ap6"}
    table = laying("regular = 6, known = 6").run(DummyDraw(1)).play("place D3 hidden_ap6")
    assert words(table) == {"ap6"}
    assert seen(table, 0) == []
    assert len(seen(table, 1)) == 1


@pytest.mark.rule("squad:P7.1b")
def test_mines_are_laid_when_a_side_sets_up_itself() -> None:
    table = laying("known = 6")
    assert mine_steps(table.g, 0) == []
    assert mine_steps(table.g, 1) == [DummyDraw(1)]
    table.g.setting.ready_made = False
    steps = set_up_steps(table.g)
    table.g.setting.ready_made = True
    assert steps.index(Deployment(1)) + 1 == steps.index(DummyDraw(1)), "just before its units"


# -- dummies --------------------------------------------------------------------------------------


def dummies(allotment: str, die: int) -> int:
    table = laying(allotment).dice(die, ...).run(DummyDraw(1))
    step = table.g.steps[-1]
    assert isinstance(step, MineLaying)
    return step.left.dummies


@pytest.mark.rule("squad:P7.2d")
@pytest.mark.parametrize(
    ("allotment", "count"),
    [("known = 48", 2), ("known = 47", 1), ("known = 23", 0), ("known = 48, dummies = 5", 5),
     ("known = 6, dummies = 1", 1)],
)  # fmt: skip
def test_a_dummy_for_every_24_factors_unless_the_scenario_gives_some(
    allotment: str, count: int
) -> None:
    assert dummies(allotment, 1) == count


@pytest.mark.rule("squad:P7.2e")
@pytest.mark.parametrize(("die", "more"), [(1, 0), (2, 1), (5, 2), (6, 3)])
def test_a_secret_die_brings_half_of_it_more(die: int, more: int) -> None:
    assert dummies("known = 24", die) == 1 + more


@pytest.mark.rule("squad:P7.2e")
def test_without_a_dummy_no_die_and_the_die_is_secret() -> None:
    assert not laying("known = 12").run(DummyDraw(1)).happened(DummiesDrawn)
    table = laying("known = 24").dice(6).run(DummyDraw(1))
    assert [drawn.count for drawn in table.happened(DummiesDrawn, told=1)] == [4]
    assert not table.happened(DummiesDrawn, told=0)


@pytest.mark.rule("squad:P7.2b")
@pytest.mark.parametrize(("unit", "way"), [("ss658.1", "go D3"), ("PzIVH.1", "drive D4")])
def test_whoever_enters_finds_a_dummy_out(unit: str, way: str) -> None:
    table = minefield(Minefield("dummy", 0, 1), at=way.split()[1]).move()
    table.play(f"move {unit}", way)
    assert not table.g.mines
    assert not table.happened(Fired, MinesAttacked)
    assert [(e.what, e.change) for e in table.happened(Marked)] == [("dummy_mines", "removed")]


@pytest.mark.rule("squad:P7.2b")
@pytest.mark.parametrize(("die", "left"), [(4, 0), (5, 1)])
def test_a_search_finds_a_dummy_out(die: int, left: int) -> None:
    table = minefield(Minefield("dummy", 0, 1)).move().dice(die).play("move ss658.1", "search")
    assert len(table.g.mines) == left


@pytest.mark.rule("squad:P7.2b")
def test_in_a_line_of_minefields_the_dummy_stays_to_show_that_there_are_none() -> None:
    table = minefield(Minefield("dummy", 0, 1), scenario='special = ["mine_lines"]\n')
    table.move().go("ss658.1", "D3")
    assert [marker.text for marker in seen(table, 0)] == ["0"]


# -- bombardment ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:P7.1d")
@pytest.mark.parametrize("shown", [False, True])
def test_a_thinned_minefield_is_replaced_and_stays_face_down(shown: bool) -> None:
    table = minefield(Minefield("ap", 12, 1, shown=shown))
    for strength in (8, 6, 0):
        thin_mines(table.g, table.place("D3"))
        (field,) = table.g.mines[table.place("D3")]
        assert (field.strength, field.shown, field.known) == (strength, shown, True)
    assert field.kind == "dummy"


@pytest.mark.rule("squad:P7.2c")
def test_dummies_are_not_affected_by_artillery() -> None:
    table = minefield(Minefield("dummy", 0, 1))
    thin_mines(table.g, table.place("D3"))
    assert table.g.mines[table.place("D3")] == (Minefield("dummy", 0, 1),)


# -- hidden mines ---------------------------------------------------------------------------------


@pytest.mark.rule("squad:P7.3a")
def test_a_search_finds_hidden_mines_but_not_their_strength() -> None:
    table = minefield(Minefield("ap", 8, 1, known=False))
    assert seen(table, 0) == []
    table.move().dice(4).play("move ss658.1", "search")
    assert [(m.places, m.text) for m in seen(table, 0)] == [((table.place("D3"),), "")]


@pytest.mark.rule("squad:P7.3a")
@pytest.mark.parametrize(("die", "shown"), [(6, False), (1, True)])
def test_hidden_mines_that_roll_against_somebody_are_known(die: int, shown: bool) -> None:
    table = minefield(Minefield("at", 3, 1, known=False), at="D5").dice(die, 6, 6, ...).move()
    table.play("move PzIVH.1", "drive D5")
    field = table.g.mines[table.place("D5")][0]
    assert field.known
    assert field.shown is shown, "the strength only if they go off"


@pytest.mark.rule("squad:P7.3a")
def test_hidden_mines_that_do_not_attack_stay_hidden() -> None:
    table = minefield(Minefield("at", 3, 1, known=False)).move().go("ss658.1", "D3")
    assert seen(table, 0) == []


@pytest.mark.rule("squad:P7.3b")
def test_regular_mines_on_the_map_are_known_mines() -> None:
    hidden = minefield(Minefield("ap", 6, 1, known=False))
    found = minefield(Minefield("ap", 6, 1, known=False))
    found.move().dice(1).play("move ss658.1", "search")
    for table in (hidden, found):
        thin_mines(table.g, table.place("D3"))
    assert not hidden.g.mines
    assert [f.kind for f in found.g.mines[found.place("D3")]] == ["dummy"], "as known mines do"


# -- who enters and who leaves --------------------------------------------------------------------


def set_out() -> Table:
    """Two squads and their leader in D3, where American A-P mines of 8 factors lie."""
    table = minefield(Minefield("ap", 8, 1), size=(10, 10))
    return table.put("D3", "ss658.1", "ss658.2", "ss91.1")


@pytest.mark.rule("squad:B28.41")
def test_mines_attack_those_who_leave_their_hex() -> None:
    table = set_out().move().dice(6, 6).go("ss658.1", "E3")
    assert [(e.target, e.column) for e in table.happened(Fired)] == [(table.place("D3"), 8)]
    assert table.where("ss658.1") == "E3"
    events = [type(event) for event in table.events]
    assert events.index(Struck) < events.index(Moved)


@pytest.mark.rule("squad:B28.41")
def test_who_comes_and_goes_is_attacked_twice() -> None:
    table = set_out().put("C3", "ss658.1").move().dice(6, 6, 6, 6).go("ss658.1", "D3", "E3")
    assert len(table.happened(Fired)) == 2
    assert table.where("ss658.1") == "E3"


@pytest.mark.rule("squad:B28.41")
def test_who_breaks_on_leaving_does_not_get_away() -> None:
    table = set_out().move().dice(3, 4, 6, 5).go("ss658.1", "E3")
    assert (table.where("ss658.1"), table.is_("broken", "ss658.1")) == ("D3", True)
    assert not table.happened(Moved)


@pytest.mark.rule("squad:B28.41")
def test_the_others_go_on_without_those_whom_mines_stop() -> None:
    table = set_out().move().play("move ss658.1", "join ss658.2")
    table.dice(3, 4, 1, 2, 6, 5).play("go E3")  # a morale check of each
    assert [table.where(f"ss658.{n}") for n in (1, 2)] == ["E3", "D3"]
    assert table.happened(Moved)[0].units == (table.unit("ss658.1"),)


@pytest.mark.rule("squad:B28.41", "squad:B28.51")
@pytest.mark.parametrize(("die", "gone"), [(4, True), (3, False)])
def test_a_tank_leaves_anti_tank_mines_at_its_peril(die: int, gone: bool) -> None:
    table = minefield(Minefield("at", 3, 1), at="C5").move().dice(die, 6, 6, ...)
    table.play("move PzIVH.1", "drive D5")
    assert (table.where("PzIVH.1") == "D5") is gone
    assert table.is_("wrecks", "PzIVH.1") is not gone


@pytest.mark.rule("squad:B28.41")
@pytest.mark.parametrize(("dice", "where"), [((6, 6), "E3"), ((3, 4, 6, 5), "D3")])
def test_mines_attack_who_advances_out_of_them(dice: tuple[int, ...], where: str) -> None:
    table = set_out().phase("advance").dice(*dice).play("advance ss658.1 E3")
    assert table.where("ss658.1") == where
    assert len(table.happened(Fired)) == 1


@pytest.mark.rule("squad:B28.41")
def test_mines_attack_who_routs_out_of_them() -> None:
    table = Table("D4 woods", german="ss658", american="us666")
    table.put("D3", "ss658.1").put("D2", "us666.1").mark("broken", "ss658.1")
    table.g.mines[table.place("D3")] = (Minefield("ap", 8, 1),)
    table.dice(6, 6).run(Routing(0))
    assert [event.target for event in table.happened(Fired)] == [table.place("D3")]
    assert table.where("ss658.1") == "D4"


@pytest.mark.rule("squad:B28.41")
def test_stairs_do_not_lead_out_of_a_hex() -> None:
    table = Table("D3 stone_building storeys=2", german="ss658", american="us666")
    table.put("D3", "ss658.1").put("H9", "us666.1")
    table.g.mines[table.place("D3")] = (Minefield("ap", 8, 1),)
    table.move().go("ss658.1", "D3/1")
    assert not table.happened(Fired)


@pytest.mark.rule("squad:P7.2b", "squad:P7.3a", "squad:A12.152")
@pytest.mark.parametrize(
    ("kinds", "found", "left"),
    [
        ([], False, []),
        (["ap"], True, ["ap"]),
        (["dummy"], True, []),
        (["ap", "dummy"], True, ["ap"]),
    ],
)
def test_a_search_finds_mines_and_takes_dummies_away(
    kinds: list[str], found: bool, left: list[str]
) -> None:
    table = Table(german="ss658", american="us666")
    place = table.place("C4")
    fields = tuple(Minefield(kind, 6, 1, known=kind == "dummy") for kind in kinds)
    if fields:
        table.g.mines[place] = fields
    assert find_mines(table.g, place, 0, table.events) is False, "nothing of the other side"
    assert find_mines(table.g, place, 1, table.events) is found
    assert [field.kind for field in table.g.mines.get(place, ())] == left
    assert all(field.known for field in table.g.mines.get(place, ()))


@pytest.mark.rule("squad:B28.51", "squad:P7.3a")
@pytest.mark.parametrize(
    ("dice", "state", "shown"),
    [
        ((4,), "", False),
        ((3, 3, 3), "burning", True),
        ((3, 6, 1), "wrecks", True),
        ((1, 6, 6), "wrecks", True),
    ],
)
def test_anti_tank_mines_destroy_on_a_die_up_to_their_number(
    dice: tuple[int, ...], state: str, shown: bool
) -> None:
    """Half of the kill number of 13 sets it on fire. Mines whose die is thrown are known."""
    table = minefield(Minefield("at", 3, 1, known=False), at="D5").move().dice(*dice, ...)
    table.play("move PzIVH.1", "drive D5")
    (field,) = table.g.mines[table.place("D5")]
    assert (field.known, field.shown) == (True, shown)
    assert table.is_("wrecks", "PzIVH.1") is shown
    assert table.is_("burning", "PzIVH.1") is (state == "burning")
    assert [event.result for event in table.happened(MinesAttacked)] == ["hit" if shown else "none"]


@pytest.mark.rule("squad:B28.41", "squad:P7.3a")
@pytest.mark.parametrize(("less", "stops"), [(1, True), (0, False)])
def test_anti_personnel_mines_stop_a_vehicle_under_the_kill_number_of_their_column(
    less: int, stops: bool
) -> None:
    table = minefield(Minefield("ap", 6, 1, known=False), at="D5")
    kill = table.g.setting.tables.vehicle_line[6] - less
    table.move().dice(kill - kill // 2, kill // 2, ...).play("move PzIVH.1", "drive D5")
    (field,) = table.g.mines[table.place("D5")]
    assert (field.known, field.shown) == (True, stops)
    assert table.is_("immobile", "PzIVH.1") is stops


@pytest.mark.rule("squad:P7.2b")
def test_a_search_finds_the_enemys_dummy_out_beside_own_mines() -> None:
    """One of the searchers' own minefields in the same hex changes nothing."""
    table = minefield(Minefield("dummy", 0, 1), Minefield("ap", 6, 0))
    table.move().dice(1).play("move ss658.1", "search")
    assert [field.kind for field in table.g.mines[table.place("D3")]] == ["ap"]


@pytest.mark.rule("squad:P7.3a", "squad:A12.152")
def test_a_search_finds_hidden_mines_of_the_enemy_and_only_those() -> None:
    hidden = Minefield("ap", 8, 1, known=False)
    table = minefield(hidden, Minefield("ap", 6, 0, known=False))
    assert find_mines(table.g, table.place("D3"), 1, table.events)
    found, own = table.g.mines[table.place("D3")]
    assert (found.known, found.shown) == (True, False), "not how strong they are"
    assert not own.known
    assert not find_mines(table.g, table.place("D3"), 1, table.events), "they are found already"
    assert not find_mines(table.g, table.place("C3"), 1, table.events)
