"""What is told of a position and of what happened, in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from salient.bots import RandomBot
from salient.engine import Match, Piece, Place, seed_from_text
from salient.engine.events import Modifier, Moved, SetUp, condense
from salient.engine.speech import Speech
from salient.engine.texts import LANGUAGES
from salient.games.bulge import GAME
from salient.games.bulge.events import (
    AirMission,
    CombatResolved,
    CommandoFound,
    Deployed,
    Destroyed,
    LinesDrawn,
    PhaseBegan,
    SkorzenyChosen,
    SupplyChanged,
)
from salient.games.bulge.setting import RESULT_CODES, BulgeSetting
from salient.games.bulge.show.report import BulgeReport
from tests.games.bulge.table import TOY, Table

SOURCE = GAME.folder
REPORT = GAME.report


def notes(table: Table, language: str = "en") -> dict[str, str]:
    """The note on each offered action, by its text."""
    decision = table.decision
    assert decision is not None
    said = map(speech(table, language).say, REPORT.describe_actions(table.g, decision))
    texts = [table.g.setting.lexicon.text(action) for action in decision.actions]
    return dict(zip(texts, said, strict=True))


def told(table: Table, language: str = "en") -> list[str]:
    decision = table.decision
    assert decision is not None
    return list(map(speech(table, language).say, REPORT.describe_decision(table.g, decision)))


def place_lines(table: Table, name: str, language: str = "en") -> list[str]:
    lines = REPORT.describe_place(table.g, table.place(name))
    return list(map(speech(table, language).say, lines))


def speech(table: Table, language: str = "en") -> Speech:
    return Speech(TOY, table.g.setting, language)


# -- every word there is ------------------------------------------------------------------------


def words_passed(function: str, position: int) -> Iterator[str]:
    """The plain texts that the game's source passes to a function at a position."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > position:
                word = node.args[position]
                named = getattr(node.func, "id", "") == function
                if named and isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.value


@pytest.mark.parametrize("language", LANGUAGES)
class TestWords:
    """Plain words in events have texts."""

    @pytest.mark.parametrize(
        ("table", "function", "position"),
        [
            ("reason", "destroy", 2),
            ("reason", "lose_step", 3),
            ("reason", "Destroyed", 1),
            ("reason", "DropFailed", 1),
            ("role", "_took", 2),
            ("role", "AirMission", 0),
            ("status", "SupplyChanged", 1),
        ],
    )
    def test_words_written_in_the_source(
        self, table: str, function: str, position: int, language: str
    ) -> None:
        texts = GAME.texts(language)
        for word in words_passed(function, position):
            assert f"{table}.{word}" in texts

    def test_words_of_tables(self, language: str) -> None:
        texts = GAME.texts(language)
        wanted = [f"phase.{letter}{number}" for letter in "AB" for number in range(1, 5)]
        wanted += [f"result.{code}" for code in RESULT_CODES]
        wanted += [f"result.{word}" for word in ("german_victory", "allied_victory", "draw")]
        wanted += [f"{table}.{use}" for table in ("use", "choice") for use in USES]
        wanted += ["line.north", "line.south", "reason.combat"]
        assert [message for message in wanted if message not in texts] == []

    def test_figures_of_a_forecast(self, language: str) -> None:
        forecast = GAME.describe_combat(GAME.setting("campaign"), {"attack": "9", "defence": "3"})
        texts = GAME.texts(language)
        for name in (*forecast.figures, *forecast.tables):
            assert f"forecast.{name}" in texts


USES = ("brigade", "commandos")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", ["historical", "free"])
def test_everything_in_random_games_has_a_text(setup: str, language: str) -> None:
    texts = GAME.texts(language)
    match = Match.start(GAME, "campaign", seed_from_text(setup), {"setup": setup})
    speaker = Speech(GAME, match.state.setting, language)
    bot = RandomBot(1)
    for number in range(800):
        decision = match.decision
        if decision is None:
            break
        assert speaker.prompt(decision)
        if number % 10 == 0:
            described = [
                speaker.say(note) for note in REPORT.describe_actions(match.state, decision)
            ]
            assert len(described) == len(decision.actions)
            assert all(map(speaker.say, REPORT.describe_decision(match.state, decision)))
        for event in match.play(bot.answer(GAME, match.state, decision)):
            assert speaker.event(event)
        if number % 50 == 0:
            view = GAME.view(match.state, -1)
            assert {f"marker.{marker.kind}" for marker in view.markers} <= texts.ids()
            assert {f"track.{track}" for track in view.tracks} <= texts.ids()
            for piece in view.pieces:
                wanted = {f"kind.{piece.symbol}", f"kind_short.{piece.symbol}"}
                for flag in piece.flags:
                    wanted |= {f"flag.{flag}", f"flag_short.{flag}"}
                assert wanted <= texts.ids()


# -- names --------------------------------------------------------------------------------------


def test_hexes_are_named_by_their_town_or_their_number() -> None:
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    bastogne = setting.at("Bastogne")
    assert setting.name("place", bastogne, "en") == "Bastogne"
    assert setting.name("place", bastogne, "en", long=True) == "Bastogne (1922)"
    assert setting.name("place", bastogne, "ja", long=True) == "バストーニュ（1922）"
    assert setting.name("place", setting.at("1923"), "ja") == "1923"
    assert setting.name("place", 0, "en") == "0000"


def test_units_are_named_by_their_designation_or_in_full() -> None:
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    unit = setting.unit("CCB/9A")
    assert setting.name("piece", unit, "en") == "CCB/9A"
    assert setting.name("piece", unit, "en", long=True) == "Combat Command B, 9th Armored Division"
    assert setting.name("piece", unit, "ja", long=True) == "第9機甲師団 B戦闘団"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_entries_have_names(language: str) -> None:
    setting = GAME.setting("campaign")
    assert isinstance(setting, BulgeSetting)
    for number, row in enumerate(setting.entries):
        name = setting.name("place", setting.first_entry + number, language)
        assert name.startswith(f"{row.id}")
        assert set(name) & set("(（")


# -- events -------------------------------------------------------------------------------------


def test_a_combat_is_told_with_its_shifts_and_its_result() -> None:
    table = Table()
    event = CombatResolved(
        target=table.place("Delta"),
        attack=14,
        defence=3,
        odds="4:1",
        shifts=(Modifier("8.3-4a", -1), Modifier("8.3-4c", 2)),
        column="5:1",
        dice=(2, 5),
        result="D2",
    )
    assert speech(table).event(event) == (
        "Combat at Delta: 14 against 3, 4:1, 1 column left: terrain (8.3-4a), "
        "2 columns right: encircled (8.3-4c), "
        "column 5:1; dice 2 5: D2, the defender loses 2 steps."
    )
    assert "、左へ1列：地形（8.3-4a）、右へ2列：包囲（8.3-4c）、修正後5:1。出目 2 5：D2" in speech(
        table, "ja"
    ).event(event)


def test_words_in_events_are_said_in_the_language() -> None:
    table = Table()
    unit, place = table.unit("pz/1SS"), table.place("Charlie")
    events = {
        Destroyed(unit, "surrender"): "pz/1SSが潰滅した（退却できず降伏）。",
        SupplyChanged(unit, "isolated"): "pz/1SSは孤立した。",
        AirMission("strike", place): "への攻撃支援。",
        SkorzenyChosen("brigade"): "スコルツェニー部隊は第150装甲擲弾兵旅団となった。",
        LinesDrawn("south"): "第5装甲軍と第7軍の境界ラインが引かれた。",
    }
    for event, said in events.items():
        assert said in speech(table, "ja").event(event)
    assert speech(table, "ja").heading(PhaseBegan(3, "B2")) == "第3ターン 連合軍第1戦闘フェイズ"
    assert speech(table).heading(PhaseBegan(3, "B2")) == "Turn 3: Allied first combat phase"


def test_the_steps_of_a_march_are_told_as_one() -> None:
    steps = [Moved((1, 2), 5, 6, 1), Moved((1, 2), 6, 7, 2), Moved((3,), 7, 8, 1)]
    assert condense(steps) == [Moved((1, 2), 5, 7, 3), Moved((3,), 7, 8, 1)]


def test_a_whole_set_up_is_told_in_one_line() -> None:
    few = [Deployed(Piece(unit), Place(unit)) for unit in range(3)]
    many = [Deployed(Piece(unit), Place(unit)) for unit in range(60)]
    phase = PhaseBegan(1, "A1")
    assert condense([*few, phase]) == [*few, phase]
    assert condense([*many, phase]) == [SetUp(60), phase]
    assert speech(Table()).event(SetUp(60)) == "60 units were set up."


def test_a_discovered_commando_is_told_once() -> None:
    commando, other = Piece(4), Piece(5)
    found = CommandoFound(commando)
    assert condense([found, Destroyed(commando, "found")]) == [found]
    assert len(condense([found, Destroyed(other, "combat")])) == 2


# -- decisions and actions ----------------------------------------------------------------------


def test_moves_tell_their_cost_and_the_enemy_zone() -> None:
    table = Table().put("0612", "pz/Lehr").put("0608", "i1/106").move("german")
    table.play("activate pz/Lehr")
    assert notes(table)["move 0611"] == "1 MP"
    assert notes(table)["move 0609"] == "3 MP ZOC"
    assert notes(table, "ja")["move 0609"] == "3MP EZOC"
    assert told(table) == [
        "In 0612: pz/Lehr pz 7-6",
        "Combat movement 6 MP, strategic movement 12 MP",
    ]


def test_air_markers_hear_of_the_roads_they_cut_and_who_is_there() -> None:
    table = Table(10).put("0611", "g1/62")
    table.g.air_left = 6
    found = notes(table.move("german"))
    assert found["interdict 0611"] == "main road, G 2-3"
    assert found["interdict 0707"] == "road"
    assert found["interdict 0412"] == "no road"


def test_paratroops_hear_who_waits_for_them() -> None:
    table = Table(2).put("0612", "pz/Lehr").put("0404", "i1/28").move("german").play("drop")
    found = notes(table)
    assert found["land 0404"] == "plain, A 3-4"
    assert found["land 0908"] == "plain"


@pytest.mark.rule("bulge:14.5", "bulge:7.1b")
def test_the_movement_allowance_table_can_be_looked_up() -> None:
    chart = REPORT.charts(Table().g)["movement"]
    rows = [[speech(Table()).say(cell) for cell in row] for row in chart.rows]
    assert ["German mechanized units", "6", "12"] in rows
    assert ["American infantry", "6", "16"] in rows


def test_a_commando_hears_how_often_it_will_be_looked_for() -> None:
    """0607 and 0605 hold Allied units; round 0607 there is a way, but it costs more."""
    table = Table(3).put("0610", "Cdo1").put("0607", "i1/28").put("0605", "i1/106")
    found = notes(table.move("german").play("activate Cdo1"))
    assert found["move 0608"] == "2 MP"
    assert found["move 0607"] == "3 MP, 1 search"
    assert found["march 0605"] == "5 MP, 2 searches"
    said = notes(table, "ja")
    assert said["move 0607"] == "3MP、発見判定1回"


def test_a_stack_next_to_the_enemy_hears_that_leaving_costs_more() -> None:
    table = Table().put("0609", "pz/Lehr", steps=1).mark("oos", "pz/Lehr").put("0608", "i1/106")
    table.move("german").play("activate pz/Lehr")
    assert told(table)[0] == "In 0609: pz/Lehr pz 3-3 OoS red."
    assert "In enemy ZOC: 2 MP more to leave it" in told(table)


def test_the_phase_says_who_may_move() -> None:
    table = Table().put("0612", "pz/Lehr", "g1/62").move("german", 2)
    assert told(table) == ["Second movement phase: mechanized units"]
    table = Table().put("0612", "pz/Lehr").put("0603", "Cdo1").move("german", 2)
    assert told(table) == ["Second movement phase: mechanized units and commandos"]


def test_reinforcements_hear_where_they_come_on() -> None:
    table = Table(turn=2).move("german").play("activate FB")
    assert notes(table)["enter E1"] == "at 0614"
    assert told(table)[0] == "Waiting at the map edge: FB pz 6-5"


def test_an_attack_shows_its_odds_while_it_is_made_up() -> None:
    table = Table().put("0308", "i1/106").put("0309", "pz/Lehr", "g1/62").fight("german")
    assert notes(table)["target 0308"] == "defence 4, at most 1:1"
    table.play("target 0308")
    assert told(table)[0] == "German attackers: nobody"
    table.play("commit g1/62")
    assert notes(table)["commit pz/Lehr"] == "pz 7-6"
    assert told(table)[-1].endswith("less than 1:2, more units are needed")
    table.play("commit pz/Lehr")
    assert told(table) == [
        "German attackers: g1/62 inf 2-3, pz/Lehr pz 7-6",
        "Allied defenders: i1/106 inf 3-4",
        "9 against 4: 2:1, 1 column left: across a river (8.3-4b), column 1:1",
    ]


def test_a_combat_being_resolved_shows_its_result_and_who_is_left() -> None:
    table = Table().put("0308", "i1/106").put("0309", "pz/Lehr", "g1/62").fight("german")
    table.attack("0308", "g1/62", "pz/Lehr")
    while table.decision and not table.g.engagement:
        table.play(min(table.offered()))
    assert table.g.engagement is not None
    first, *forces = told(table)
    result = GAME.texts("en").say(f"result.{table.g.engagement.result}")
    assert first == f"Combat at 0308: {result}"
    assert [line.split(":")[0] for line in forces] == ["German attackers", "Allied defenders"]


def test_declared_attacks_are_listed_and_ordered() -> None:
    table = Table().put("0609", "pz/Lehr").put("0608", "i1/106")
    table.put("0309", "pz/1SS").put("0310", "i1/28").fight("german")
    table.play("target 0608", "commit pz/Lehr", "declare")
    assert told(table) == ["Declared: pz/Lehr on 0608, column 1:1"]
    table.play("target 0310", "commit pz/1SS", "declare")
    assert table.asked == "german ordering"
    assert notes(table)["resolve 0310"] == "8 against 4, column 2:1"
    assert told(table) == []


def test_who_has_moved_shows_it_until_the_phase_is_over() -> None:
    table = Table().put("0612", "pz/Lehr").put("0303", "i1/28").move("german")
    table.play("activate pz/Lehr", "move 0611", "stop")

    def moved() -> list[str]:
        return [piece.name for piece in TOY.view(table.g, -1).pieces if "acted" in piece.flags]

    assert moved() == ["pz/Lehr"]
    table.play("end")
    assert moved() == []


# -- places -------------------------------------------------------------------------------------


def test_a_hex_is_described_with_all_that_counts_in_it() -> None:
    table = Table().put("0603", "i1/106").put("0605", "pz/Lehr")
    lines = place_lines(table, "0604")
    assert lines[0] == "0604: plain"
    assert lines[1] == (
        "To enter: 1 MP on foot, 1 MP mechanized; by road 1 MP; no shift for defenders"
    )
    assert lines[2] == "Occupied by: Allied; ZOC: German, Allied; Supply: German, Allied"
    assert "W Charlie (0603): plain, key city, 10 VP, main road, A 3-4" in lines
    assert "E 0605: plain, main road, G 7-6" in lines


def test_forests_the_wall_and_rivers_are_described() -> None:
    table = Table()
    assert place_lines(table, "0707")[0] == "0707: deep forest"
    assert "mechanized by road only" in place_lines(table, "0707")[1]
    assert place_lines(table, "0611")[0] == "0611: plain, West Wall"
    assert place_lines(table, "0611")[1].endswith("German defenders 2L")
    assert "E 0309: plain, over a river" in place_lines(table, "0308")
    assert "東 0603" not in place_lines(table, "0602", "ja")
    assert any(line.startswith("東 Charlie（0603）") for line in place_lines(table, "0602", "ja"))


def test_edges_entries_and_markers_are_described() -> None:
    table = Table(turn=8)
    table.g.interdicted = 1 << table.place("0614")
    lines = place_lines(table, "0614")
    assert "Here: air interdiction" in lines
    assert "E: edge of the map" in lines
    assert lines[-1].startswith("road to E1")
    assert place_lines(table, "S1")[1] == "Room for 2 German units to break through"
    table.g.exits = {table.unit("pz/1SS"): 6}
    assert place_lines(table, "S1")[2] == "Broken through: pz/1SS pz 8-6"
    assert list(map(speech(table).say, REPORT.describe_place(table.g, Place(0)))) == [
        "0000: not on the map"
    ]


def test_a_fallen_fortress_is_a_key_city() -> None:
    table = Table()
    assert place_lines(table, "Delta")[0] == "Delta (0904): hill, fortress city, 10 VP"
    assert (
        speech(table).say(REPORT.note_place(table.g, table.place("Delta"))) == "0904 hill fortress"
    )
    table.g.ruined = 1 << table.place("Delta")
    assert place_lines(table, "Delta")[0] == "Delta (0904): hill, key city, 10 VP"
    assert speech(table, "ja").say(REPORT.note_place(table.g, table.place("0604"))) == "平"


def test_places_near_the_front_come_first() -> None:
    table = Table().put("0612", "pz/Lehr").put("0303", "i1/28")
    table.put("0606", "g1/62").put("0604", "i1/106")
    order = REPORT.order_places(table.g)
    setting = table.g.setting
    assert [str(setting.board.hex(place)) for place in order[:2]] == ["0606", "0604"]
    assert sorted(order) == list(range(setting.first_entry + len(setting.entries)))


def test_the_order_of_places_needs_no_enemies() -> None:
    assert len(REPORT.order_places(Table().put("0612", "pz/Lehr").g)) > 0


def test_the_sketch_shows_stacks_and_cities() -> None:
    table = Table().put("0612", "pz/Lehr").put("0810", "Cdo1")
    points = REPORT.locate_places(table.g)
    assert {table.place(name) for name in ("0612", "0810", "Delta", "Bravo")} <= points.keys()
    assert table.place("Alpha") not in points
    assert all(0 <= part <= 1 for point in points.values() for part in point)
    west, east = points[table.place("Foxtrot")], points[table.place("0612")]
    assert west[0] < east[0]
    assert west[1] < east[1], "north is up"


def test_the_game_has_a_report_of_its_own() -> None:
    assert isinstance(GAME.report, BulgeReport)
