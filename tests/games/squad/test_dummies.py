"""Dummies, hidden guns, and hidden units next to the enemy. Rules A12.11, A12.33, A12.34."""

from __future__ import annotations

import random

import pytest

from salient.games.squad.core.events.men import Checked, Eliminated
from salient.games.squad.core.events.movement import Appeared, Vanished
from salient.games.squad.core.events.play import Revealed
from salient.games.squad.guns.bombardment import bombard_hex
from salient.games.squad.infantry.snipers import shoot_at_random
from salient.games.squad.phases.setup import Deployment
from tests.games.squad.table import GAME, Table

GERMAN, AMERICAN = 0, 1


def field(*lines: str, german: str = "ss658 2 ssDummy 2", american: str = "us666 3 usDummy us81",
          scenario: str = "") -> Table:  # fmt: skip
    return Table("C5 woods", "E5 woods", *lines, german=german, american=american,
                 scenario=scenario)  # fmt: skip


def bluff(where: str = "C5") -> Table:
    """A German dummy in the woods, and an American squad that watches it."""
    return field().put(where, "ssDummy.1").mark("concealed", "ssDummy.1").put("C9", "us666.1")


@pytest.mark.rule("squad:A12.11")
@pytest.mark.parametrize(("dice", "gone"), [((1, 2), True), ((6, 6), False)])
def test_fire_that_would_reveal_it_shows_that_nobody_was_there(
    dice: tuple[int, int], gone: bool
) -> None:
    table = bluff().put("C8", "us666.1", "us666.2").fire("american", "prep")
    table.dice(*dice, ...).attack("us666.1", "C5", "us666.2")
    assert bool(table.happened(Vanished)) is gone
    assert (table.where("ssDummy.1") == "") is gone
    assert not table.happened(Eliminated, Checked, Revealed)
    assert table.g.losses == [0, 0], "nobody is credited with it"


@pytest.mark.rule("squad:A12.11")
def test_it_moves_like_infantry_and_is_gone_where_it_is_seen() -> None:
    table = bluff("E5").move("german").play("move ssDummy.1")
    assert {"go E4", "go D5"} <= table.offered()
    assert not table.offered("search") | table.offered("smoke")
    table.play("go D6")
    assert table.happened(Vanished)
    table = field().put("E5", "ssDummy.1").mark("concealed", "ssDummy.1").put("A1", "us666.1")
    table.mark("broken", "us666.1").move("german").play("move ssDummy.1", "go E2")
    assert table.where("ssDummy.1") == "E2", "nobody watches"


@pytest.mark.rule("squad:A12.11")
def test_it_takes_no_place_and_hides_nothing_from_anybody() -> None:
    table = bluff("E5")
    table.g.control = [0, 1 << table.place("E4")]
    table.mark("broken", "us666.1").move("german").play("move ssDummy.1", "go E4")
    assert table.g.control == [0, 1 << table.place("E4")]
    watcher = table.g.armed() | table.g.good_order()
    assert not watcher >> table.unit("ssDummy.1") & 1


@pytest.mark.rule("squad:A12.11")
def test_who_advances_on_it_finds_nobody() -> None:
    table = bluff().put("C6", "us666.2").phase("advance", "american")
    table.play("advance us666.2 C5")
    if table.decision is not None and "end" in table.offered():
        table.play("end")
    table.phase("close", "american")
    assert table.happened(Vanished)
    assert not table.offered("fight")


@pytest.mark.rule("squad:A12.11")
def test_snipers_bombardments_and_searchers_hurt_nobody() -> None:
    table = bluff()
    table.g.calls = (0, 1)
    table.dice(1, 1)
    shoot_at_random(table.g, table.events)
    assert table.happened(Vanished)
    table = bluff()
    bombard_hex(table.g, table.place("C5"), table.events)
    assert not table.happened(Checked)
    table = bluff().put("C6", "us666.1").move("american").dice(1).play("move us666.1", "search")
    assert table.happened(Vanished)


@pytest.mark.rule("squad:A12.11")
def test_it_is_set_up_in_concealment_terrain() -> None:
    area = '[[group]]\nside = "german"\nunits = { "ssDummy" = 1 }\narea = ["B2", "C5", "E5"]\n'
    table = Table("C5 woods", "E5 woods", american="us666", scenario=area)
    table.run(Deployment(GERMAN))
    assert table.offered() == {"deploy ssDummy.1 C5", "deploy ssDummy.1 E5"}
    table.play("deploy ssDummy.1 C5")
    assert table.is_("concealed", "ssDummy.1")


@pytest.mark.rule("squad:A12.11", "squad:A12.1")
def test_the_enemy_cannot_tell_it_from_a_squad() -> None:
    real = field().put("C5", "ss658.1").mark("concealed", "ss658.1").put("C9", "us666.1")
    mock = bluff()
    shown = []
    for table in (real, mock):
        table.fire("american", "prep")
        scene = GAME.view(table.g, AMERICAN)
        known = GAME.known(table.g, AMERICAN, random.Random(3))
        shown.append((scene, table.offered(), GAME.view(known, AMERICAN)))
    assert shown[0] == shown[1]


# -- hiding ---------------------------------------------------------------------------------------


@pytest.mark.rule("squad:A12.34")
@pytest.mark.parametrize(("line", "hides"), [("C5 woods", True), ("C5", False)])
def test_a_gun_in_concealment_terrain_may_always_hide(line: str, hides: bool) -> None:
    area = '[[group]]\nside = "german"\nunits = { "ss228" = 1, "pak40" = 1 }\narea = ["C5"]\n'
    table = Table(line, "E5 woods", american="us666", scenario=area)
    table.run(Deployment(GERMAN))
    while table.decision is not None and "end" not in table.offered():
        table.play(sorted(table.offered())[0])
    assert ("hide ss228.1" in table.offered()) is hides
    if hides:
        table.play("hide ss228.1")
        assert table.is_("hidden", "ss228.1")
        assert table.is_("hidden", "pak40.1")


@pytest.mark.rule("squad:A12.33")
@pytest.mark.parametrize(("to", "placed"), [("C6", True), ("C7", False)])
def test_hidden_units_are_put_on_the_map_when_an_enemy_comes_next_to_them(
    to: str, placed: bool
) -> None:
    table = field().put("C5", "ss658.1").mark("hidden", "ss658.1").put("C9", "us666.1")
    table.put("A9", "us81.1").move("american").go("us666.1", to)
    assert table.is_("hidden", "ss658.1") is not placed
    assert table.is_("concealed", "ss658.1") is placed
    assert bool(table.happened(Appeared)) is placed
    assert not table.happened(Revealed), "nobody knows who it is"
