"""Smoke and white phosphorus shells. Rules A24, C8.9."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Depleted, Fired, HitRolled, SmokeLaid, SmokeThinned
from salient.games.squad.core.events.men import Checked
from salient.games.squad.guns.smoke_shells import burn, thin_smoke
from salient.games.squad.sight.los import look_across
from tests.games.squad.table import GAME, Table

GERMAN = "ss658 2 ss228 grw34 PzIVH leig18"
AMERICAN = "us666 2 us227 usMTR81 M4"


def field(*lines: str) -> Table:
    return Table(*lines, german=GERMAN, american=AMERICAN, size=(8, 16))


def tank(occasion: str = "prep") -> Table:
    """A tank with smoke shells in D2, Americans in D7."""
    table = field().put("D2", "PzIVH.1", facing="sw").put("D7", "us666.1")
    return table.fire("german", occasion).play("fire PzIVH.1")


def phosphorus() -> Table:
    table = field().put("D2", "us227.1+usMTR81.1", facing="sw").put("D7", "ss658.1", "ss658.2")
    return table.fire("american", "prep").play("fire usMTR81.1", "load wp")


def pass_turn(table: Table, side: str) -> None:
    """A player turn in which nobody does anything."""
    table.turn(side)
    while table.decision is not None:
        table.play(next(text for text in table.offered() if text in ("end", "pass", "stop")))


@pytest.mark.rule("squad:A24.2", "squad:C3.33")
@pytest.mark.parametrize(("to", "need"), [("D6", 9), ("D14", 9), ("D16", 8)])
def test_smoke_is_easily_laid_up_to_twelve_hexes(to: str, need: int) -> None:
    """Area numbers 7, 7 and 8; two more up to range 12."""
    table = tank().play("load smoke").dice(3, 4).play(f"lay {to}")
    (roll,) = table.happened(HitRolled)
    assert (roll.need, roll.result) == (need, "hit")
    assert table.g.smoke == {table.place(to): 3}
    assert table.happened(SmokeLaid)


@pytest.mark.rule("squad:A24.2", "squad:A6.7")
def test_smoke_hinders_and_the_map_shows_how_much() -> None:
    table = tank().play("load smoke").dice(1, 2).play("lay D5")
    assert look_across(table.g, table.place("D2"), table.place("D7")).hindrance == 3
    markers = [m for m in GAME.view(table.g, 1).markers if m.kind == "smoke"]
    assert [(m.places, m.text) for m in markers] == [((table.place("D5"),), "3")]


@pytest.mark.rule("squad:C9.3")
@pytest.mark.parametrize(("spotter", "rules"), [("C2", {"C9.3": 2, "A24.2": -2}), ("", None)])
def test_a_spotter_helps_a_mortar_to_lay_smoke_beyond_the_woods(
    spotter: str, rules: dict[str, int] | None
) -> None:
    table = field("D4 woods", "C2 level=3").put("D2", "ss228.1+grw34.1", facing="sw")
    if spotter:
        table.put(spotter, "ss658.1")
    table.fire("german", "prep").play("fire grw34.1")
    assert ("lay D7" in table.offered()) is (rules is not None)
    if rules is not None:
        table.dice(3, 4, ...).play("lay D7")
        (roll,) = table.happened(HitRolled)
        assert {m.rule: m.value for m in roll.modifiers} == rules


def test_a_miss_lays_nothing() -> None:
    table = field("D4 brush", "D5 brush").put("D2", "PzIVH.1", facing="sw").put("D3", "us666.1")
    table.mark("buttoned", "PzIVH.1").fire("german", "prep").play("fire PzIVH.1", "load smoke")
    table.dice(4, 4).play("lay D9")  # 7 + 2 - 1 (hatches) - 1 or 2 (brush) < 8
    assert table.happened(HitRolled)[0].result == "missed"
    assert not table.g.smoke


@pytest.mark.rule("squad:C8.9")
@pytest.mark.parametrize(
    ("dice", "laid", "more"), [((2, 6), True, True), ((3, 6), True, False), ((4, 6), False, False)]
)
def test_the_roll_tells_whether_there_are_smoke_shells(
    dice: tuple[int, int], laid: bool, more: bool
) -> None:
    """The number of the Panzer IV is 9: below it there are more, at it this was the last."""
    table = tank().play("load smoke").dice(*dice).play("lay D6")
    assert bool(table.g.smoke) is laid
    assert bool(table.happened(Depleted)) is not more
    table.g.prep_fired = 0
    table.g.arms_fired.clear()
    table.fire("german", "prep").play("fire PzIVH.1")
    assert ("load smoke" in table.offered()) is more


@pytest.mark.rule("squad:C8.9")
def test_who_finds_no_smoke_shells_may_fire_something_else() -> None:
    table = tank().play("load smoke").dice(6, 6).play("lay D6")
    assert not table.happened(HitRolled)
    assert "fire PzIVH.1" in table.offered()


@pytest.mark.rule("squad:A24.2")
def test_smoke_is_fired_in_prep_and_defensive_fire_by_those_who_have_it() -> None:
    assert "load smoke" in tank().offered()
    assert "load smoke" in tank("defensive").offered()
    table = field().put("D2", "PzIVH.1", facing="sw").put("D7", "us666.1")
    table.fire("german", "advancing").play("fire PzIVH.1")
    assert not table.offered("load")
    infantry_gun = field().put("D2", "ss228.1+leig18.1", facing="sw").put("D7", "us666.1")
    infantry_gun.put("D8", "us666.2").fire("german", "prep").play("fire leig18.1")
    assert not infantry_gun.offered("load"), "the light infantry gun has none"


@pytest.mark.rule("squad:A24.2", "squad:C9")
def test_a_mortar_lays_smoke_within_its_range() -> None:
    table = field().put("D2", "ss228.1+grw34.1", facing="sw").put("D7", "us666.1")
    table.fire("german", "prep").play("fire grw34.1", "load smoke")
    assert "lay D3" not in table.offered()
    table.dice(1, 2).play("lay D4")
    assert table.g.smoke == {table.place("D4"): 3}
    inside = field("D2 stone_building").put("D2", "ss228.1+grw34.1", facing="sw")
    inside.put("D7", "us666.1").fire("german", "prep")
    assert "fire grw34.1" not in inside.offered()


@pytest.mark.rule("squad:A24.4")
def test_smoke_thins_out_after_a_player_turn_and_is_gone_after_the_next() -> None:
    table = tank().play("load smoke").dice(1, 2).play("lay D6", "end")
    place = table.place("D6")
    pass_turn(table, "german")
    assert table.g.smoke == {place: 2}
    pass_turn(table, "american")
    assert table.g.smoke == {}
    assert table.g.screens == {}


@pytest.mark.rule("squad:A24.4")
def test_the_smoke_of_a_burning_wreck_stays() -> None:
    table = tank().play("load smoke").dice(1, 2).play("lay D6", "end").put("D6", "M4.1")
    table.mark("wrecks", "M4.1").mark("burning", "M4.1")
    for side in ("german", "american", "german"):
        pass_turn(table, side)
    assert table.g.smoke == {table.place("D6"): 2}


@pytest.mark.rule("squad:A24.3", "squad:A24.31")
def test_white_phosphorus_hinders_by_two_and_tries_the_nerves() -> None:
    table = phosphorus().dice(1, 2, 1, 1, 6, 5).play("lay D7")
    assert table.g.smoke == {table.place("D7"): 2}
    assert len(table.happened(Checked)) == 2
    assert not table.happened(Fired)
    assert table.is_("broken", "ss658.2")
    pass_turn(table, "american")
    assert table.g.smoke == {table.place("D7"): 1}


@pytest.mark.rule("squad:A24.31")
@pytest.mark.parametrize(("place", "checks"), [("D7", 2), ("D9", 0)])
def test_phosphorus_tries_the_nerves_of_those_who_are_there(place: str, checks: int) -> None:
    table = field().put("D7", "ss658.1", "ss658.2")
    assert table.unit("ss658.1") == 0, "nor those of the first of all units"
    burn(table.g, table.place(place), table.events)
    assert len(table.happened(Checked)) == checks


@pytest.mark.rule("squad:A24.3")
def test_a_depleted_kind_leaves_the_other() -> None:
    table = field().put("D2", "M4.1", facing="sw").put("D7", "ss658.1").fire("american", "prep")
    table.play("fire M4.1")
    assert table.offered("load") == {"load smoke", "load wp"}
    table.dice(6, 6).play("load smoke", "lay D6").play("fire M4.1")
    assert table.offered("load") == {"load wp"}


@pytest.mark.rule("squad:A24.2")
@pytest.mark.parametrize(("level", "hindrance"), [(0, 3), (1, 3), (2, 0)])
def test_smoke_is_two_levels_high(level: int, hindrance: int) -> None:
    table = field(f"D2 level={level}", f"D9 level={level}")
    table.g.smoke[table.place("D5")] = 3
    assert look_across(table.g, table.place("D2"), table.place("D9")).hindrance == hindrance


@pytest.mark.rule("squad:A24.4")
def test_smoke_that_a_falling_building_has_put_out_does_not_come_back() -> None:
    table = tank().play("load smoke").dice(1, 2).play("lay D6", "end")
    place = table.place("D6")
    del table.g.smoke[place]
    thin_smoke(table.g, table.events)
    assert table.g.smoke == {}
    assert not table.happened(SmokeThinned)
    thin_smoke(table.g, table.events)
    assert table.g.screens == {}
