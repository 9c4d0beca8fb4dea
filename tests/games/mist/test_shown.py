"""What is shown of the real scenarios: frozen units, arrivals, towns, bridges on the way."""

from __future__ import annotations

import re

import pytest

from salient.engine.events import GameEnded
from salient.engine.speech import Speech
from salient.engine.views import PieceView
from salient.games.mist.events import BridgeHeld, Scored, TownStands, TurnEnded
from salient.games.mist.show.sheet import lay_out
from tests.conftest import Dice
from tests.games.mist.table import FullTable, Table


def counter(table: Table, unit: str) -> PieceView:
    return next(piece for piece in table.game.view(table.g, -1).pieces if piece.name == unit)


def speech(table: Table, language: str = "en") -> Speech:
    return Speech(table.game, table.g.setting, language)


def about(table: Table, place: str, language: str = "en") -> str:
    """Everything told of a place, line by line."""
    lines = table.game.report.describe_place(table.g, table.place(place))
    return "\n".join(map(speech(table, language).say, lines))


def log(table: Table, language: str = "en") -> str:
    return "\n".join(map(speech(table, language).event, table.events))


# -- units that do not move in 16-1 --------------------------------------------------------------


@pytest.mark.rule("mist:5.23a", "mist:5.24")
def test_units_that_may_not_move_in_16_1_are_marked_so() -> None:
    table = FullTable.set_up("campaign").begin_pair()
    flags = {piece.name: piece.flags for piece in table.game.view(table.g, -1).pieces}
    for row in table.g.setting.units:
        if row.enters == "start":
            still = row.first == "held" if row.side == "german" else row.first != "free"
            assert bool({"held", "frozen"} & set(flags[row.id])) == still, row.id
            assert ("free" in flags[row.id]) == (row.first == "free"), row.id
    assert not {"held", "frozen", "free"} & {
        flag for piece in table.rest("16-2").game.view(table.g, -1).pieces for flag in piece.flags
    }


@pytest.mark.rule("mist:5.23a", "mist:5.24")
@pytest.mark.parametrize(
    ("unit", "ink"), [("501/1SS", "#e0001b"), ("23/2", "#ffe100"), ("9/2", "")]
)
def test_red_and_yellow_strengths_are_printed_in_their_colours(unit: str, ink: str) -> None:
    table = FullTable.set_up("campaign").begin_pair()
    drawn = lay_out(table.g.setting, "en").counters.look(counter(table, unit), unit)
    assert re.findall(r'fill="(#e0001b|#ffe100)"', drawn) == ([ink] if ink else [])


@pytest.mark.rule("mist:5.23a", "mist:5.23b")
def test_an_active_unit_that_may_not_move_says_what_it_can_do() -> None:
    table = FullTable.set_up("campaign").begin("allied")
    assert "fixed" in table.notes()["activate 9/2"]
    assert "fixed" not in table.notes()["activate 23/2"]
    table.play("activate 9/2")
    asked = speech(table).prompt(table.question)
    assert "may not move in 16-1" in asked
    assert "entrench" in asked
    assert "5.23" in table.question.rules


# -- reinforcements ------------------------------------------------------------------------------


@pytest.mark.rule("mist:11.11a")
@pytest.mark.parametrize(
    ("language", "unit", "words"),
    [
        ("en", "CCA/10A", "due 18-1, zone P"),
        ("en", "501/101", "due 18-3, zone K/L"),
        ("ja", "CCA/10A", "18-1登場、ゾーンP"),
    ],
)
def test_reinforcements_are_told_with_their_date_and_their_zone(
    language: str, unit: str, words: str
) -> None:
    table = FullTable.set_up("campaign").begin_pair()
    assert speech(table, language).whereabouts(counter(table, unit)) == words


@pytest.mark.rule("mist:11.3", "mist:11.31")
def test_a_reserve_is_told_with_its_zone_and_once_released_with_its_date() -> None:
    table = FullTable("17-3").put("Clervaux", "304/2Pz")
    reserve = next(row for row in table.g.setting.units if row.enters == "reserve:FBB")
    say = speech(table).whereabouts
    assert say(counter(table, reserve.id)).startswith("in reserve: Führer Begleit Brigade, zone ")
    table.begin("allied").rest()
    assert say(counter(table, reserve.id)) == f"due 18-1, zone {reserve.zones}"


@pytest.mark.rule("mist:11.11a")
def test_a_zone_tells_who_enters_by_it_and_when() -> None:
    table = FullTable.set_up("seventh").begin_pair()
    assert "Allied units that enter here in 18-1: CCA/10A, 90Cav/10A" in about(table, "P")


# -- the practice scenario -----------------------------------------------------------------------


@pytest.mark.rule("mist:s1-victory-1", "mist:2.0b")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_practice_scenario_speaks_of_its_towns_and_not_of_points(language: str) -> None:
    table = FullTable("18-3", "seventh").control("german", "Mersch").begin_pair().rest()
    assert table.happened(TurnEnded, Scored) == [TurnEnded(18)]
    assert [event.state for event in table.happened(TownStands)] == ["allied", "german"]
    assert table.happened(GameEnded)
    assert not re.search(r"\dVP|\d VP|victory point", log(table, language))
    for place in table.g.setting.place_names:
        if table.g.setting.section >> table.place(place) & 1:
            assert not re.search(r"VP|victory point", about(table, place, language)), place


@pytest.mark.rule("mist:s1-victory-1")
def test_the_towns_of_a_scenario_are_told_as_such() -> None:
    practice, days = FullTable.set_up("seventh"), FullTable.set_up("three_days")
    assert "one of the two towns that decide" in about(practice, "Mersch")
    assert "2 VP if the Germans control it" in about(days, "Bastogne")
    assert "a turn" not in about(days, "Bastogne"), "printed points do not count (s3-vp-1)"
    assert "a turn" in about(FullTable.set_up("campaign"), "Bastogne")


@pytest.mark.rule("mist:s1-victory-1", "mist:s1-victory-6")
def test_the_levels_of_the_practice_scenario_can_be_looked_up() -> None:
    table = FullTable.set_up("seventh")
    chart = table.game.report.charts(table.g)["levels"]
    say = speech(table).say
    rows = [tuple(map(say, row)) for row in chart.rows]
    assert ("German decisive victory", "German", "German") in rows
    assert ("Both sides lose", "German", "Allied") in rows
    assert len(rows) == 6


# -- the way of an order -------------------------------------------------------------------------


@pytest.mark.rule("mist:8.2")
def test_an_order_of_several_steps_says_over_which_bridge_it_leads() -> None:
    table = Table("20-1").put("Birch", "gm1").begin("german").play("activate gm1")
    notes = table.notes()
    assert "by the bridge Birch–Cedar" in notes["move Dale"]
    assert "bridge" not in notes["move Cedar"], "one step: there is but one road"


@pytest.mark.rule("mist:8.42", "mist:10.21b", "mist:10.25")
def test_after_a_failed_demolition_the_group_crosses_and_its_owner_is_asked_again(
    dice: Dice,
) -> None:
    """Germans in zone I stand at the bridge from Beauraing, on the way to Assesse (qa-13)."""
    table = FullTable().put("Beauraing", "26/1").put("I", "304/2Pz").begin("allied")
    table.play("activate 26/1", "move Assesse")
    assert table.asked == "german crossing"
    dice(10)
    table.play("blow 304/2Pz")
    assert table.happened(BridgeHeld)
    assert (table.asked, table.where("26/1")) == ("allied group", "I")
    assert "move Assesse" in table.offered()


# -- the map ---------------------------------------------------------------------------------------


@pytest.mark.rule("mist:5.1a", "mist:5.1b")
def test_the_bare_map_does_not_show_blown_bridges_as_whole() -> None:
    table = FullTable.set_up("campaign")
    setting = table.g.setting
    drawn = "".join(lay_out(setting, "en").layers()).count('class="bridge"')
    assert drawn == setting.bridges.bit_count() - 5
    assert not [m for m in table.game.view(table.g, -1).markers if m.kind == "rebuilt"]
    table.repair("Dasburg", "Marnach")
    (marker,) = [m for m in table.game.view(table.g, -1).markers if m.kind == "rebuilt"]
    assert set(marker.places) == {table.place("Dasburg"), table.place("Marnach")}
    assert 'class="bridge"' in lay_out(setting, "en").marks(table.game.view(table.g, -1))


@pytest.mark.rule("mist:3.23a")
def test_rivers_have_their_japanese_names() -> None:
    table = FullTable.set_up("campaign")
    texts = table.game.texts("ja")
    for row in table.g.setting.link_rows:
        if len(row.river) > 1 and row.river != "river":
            assert re.fullmatch(r"[ァ-ヶー]+川", texts.say(f"river.{row.river}")), row.river
    assert "Sauer" not in about(table, "Echternach", "ja")
    assert "ザウアー川" in about(table, "Echternach", "ja")
