"""A person plays at the terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from salient.bots import SimpleBot
from salient.engine import Action, Decision, Match, parse_record, seed_from_text
from salient.engine.texts import LANGUAGES
from salient.games import find_game
from tests.terminal.conftest import Script, Sit


def actions(table: object) -> list[str]:
    return [text for text, _ in table.session.match.log[1:]]  # type: ignore[attr-defined]


def test_long_reports_are_shown_page_by_page_to_a_person(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Script, "live", True)
    assert "press Enter" in sit("units").text
    assert "press Enter" in sit("units", "").text
    whole = sit("units", *["more"] * 5).text
    assert whole.count("press Enter") < 6
    assert "55E/10A" in whole


def test_a_number_plays_the_action_of_the_menu(sit: Sit) -> None:
    table = sit("1")
    shown = next(line for line in table.text.splitlines() if "  1 " in line)
    assert actions(table)[0].startswith("activate ")
    assert actions(table)[0].split()[1] in shown


def test_an_action_can_be_typed_in_any_case(sit: Sit) -> None:
    assert actions(sit("ACTIVATE 14/5fj", "Move vianden")) == [
        "activate 14/5FJ",
        "move Vianden",
    ]


def test_the_beginning_of_an_action_is_enough_if_it_is_clear(sit: Sit) -> None:
    assert actions(sit("activate 14", "move via")) == ["activate 14/5FJ", "move Vianden"]


def test_names_of_the_language_can_be_typed(sit: Sit) -> None:
    table = sit("activate 14/5FJ", "move ヴィアンデン", language="ja")
    assert actions(table) == ["activate 14/5FJ", "move Vianden"]
    assert "14/5FJがロートからヴィアンデンへ移動した" in table.text


def test_an_unclear_beginning_shows_what_it_can_mean(sit: Sit) -> None:
    table = sit("activate 9")
    assert actions(table) == []
    assert "This can mean several actions" in table.text


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "Type a number from 1 to"),
        ("dance", "“dance” is neither an action nor an order. Actions now: activate"),
        ("move Wiltz", "“move Wiltz” is not legal now. You may: activate, end."),
        ("list dance", "“dance” is neither an action nor an order. Actions now: activate"),
        ("activate Nobody", "Unknown name “Nobody”"),
        ("activate 60AI/9A", "“activate 60AI/9A” is not possible: 60AI/9A is not yours."),
        ("activate", "This can mean several actions"),
        ("area Nowhere", "Unknown name “Nowhere”"),
        ("rule 99.9", "has no rule “99.9”"),
        ("units french", "There is no side “french”"),
        ("undo", "Nothing to take back"),
        ("save", "Name a file"),
    ],
)
def test_a_wrong_line_changes_nothing_and_is_explained(sit: Sit, line: str, answer: str) -> None:
    table = sit(line)
    assert actions(table) == []
    assert answer in " ".join(table.text.split())


def test_moves_tell_their_cost_and_who_is_there(sit: Sit) -> None:
    table = sit("activate 14/5FJ")
    assert "Vianden 1 MP" in table.text
    assert "enemy" in table.text


def test_why_gives_the_rules_behind_the_question(sit: Sit) -> None:
    ledger = find_game("mist").ledger
    text = " ".join(sit("why").text.split())
    assert ledger.rules["8.25"].title in text
    assert ledger.rules["8.25"].summary in text


def test_a_rule_can_be_read(sit: Sit) -> None:
    rule = find_game("mist").ledger.rules["8.27"]
    table = sit("rule 8.27", language="ja")
    assert rule.title_ja in table.text
    assert rule.title not in table.text


def test_undo_takes_the_last_action_back(sit: Sit) -> None:
    table = sit("activate 14/5FJ", "move Vianden", "undo", "undo")
    assert actions(table) == []
    assert "Taken back: move Vianden" in table.text


def test_the_log_tells_the_last_actions(sit: Sit) -> None:
    table = sit("activate 14/5FJ", "move Vianden", "stop", "log 2")
    told = table.text.rpartition("end\n")[2]
    moved = "  14/5FJ moved from Roth to Vianden (1 MP).\n"
    assert told == f"German: activate 14/5FJ; move Vianden\n{moved}German: stop\n"


def test_the_log_counts_what_something_came_of(sit: Sit) -> None:
    told = sit("activate 14/5FJ", "move Vianden", "stop", "log 1").text.rpartition("end\n")[2]
    assert told == "German: stop\n"


def test_several_actions_stand_in_one_line(sit: Sit) -> None:
    table = sit("activate 14; move via; stop")
    assert actions(table) == ["activate 14/5FJ", "move Vianden", "stop"]
    assert table.text.count("14/5FJ moved from Roth to Vianden") == 1
    assert actions(sit("activate 14/5FJ；move ヴィアンデン", language="ja")) == actions(table)[:2]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("activate 14; move Bastogne", "“move Bastogne” is not"),
        ("activate 14; dance", "“dance” is neither an action nor an order"),
        ("activate 14; join", "This can mean several actions"),
        ("activate 14; 99", "Type a number from 1 to"),
    ],
)
def test_a_line_with_a_mistake_is_not_carried_out_by_halves(
    sit: Sit, line: str, answer: str
) -> None:
    table = sit(line, "activate 14")
    assert actions(table) == ["activate 14/5FJ"]
    assert answer in table.text
    assert "Nothing to take back" in sit(line, "undo").text


def test_a_line_ends_where_the_other_side_is_asked(sit: Sit) -> None:
    table = sit("activate 14; move Vianden; stop; end; activate 60AI/9A")
    assert actions(table) == ["activate 14/5FJ", "move Vianden", "stop", "end"]
    assert "“activate 60AI/9A” was not carried out: the other side is asked first." in table.text
    assert table.text.count("14/5FJ moved from Roth to Vianden") == 1


def bulge_until(wanted: Callable[[Match[Any], Decision], bool]) -> Match[Any]:
    """A game of bulge up to a question; the paratroops jump as soon as they may."""
    match = Match.start(find_game("bulge"), "campaign", seed_from_text("menus"))
    simple = SimpleBot(1944)
    while (decision := match.decision) is not None and not wanted(match, decision):
        jump = Action("drop") in decision.actions
        match.play(Action("drop") if jump else simple.answer(match.game, match.state, decision))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 132])
def test_reports_keep_to_the_width_of_the_screen(sit: Sit, language: str, width: int) -> None:
    from rich.cells import cell_len

    lines = ["help", "why", "map", "map Vianden", "front", "area Vianden", "units", "unit 14/5FJ"]
    table = sit(*lines, "activate 14/5FJ", "odds", language=language, width=width)
    assert max(cell_len(line) for line in table.text.splitlines()) <= width


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", find_game("mist").scenarios)
def test_every_scenario_can_be_looked_at(sit: Sit, scenario: str, language: str) -> None:
    table = sit("map", "front", "units german", scenario=scenario, language=language)
    assert find_game("mist").texts(language).say(f"scenario.{scenario}") in table.text


def test_an_area_shows_roads_bridges_supply_and_units(sit: Sit) -> None:
    text = sit("area Echternach").text
    assert "Echternach: area 11, Allied control" in text
    assert "Secondary road to Irrel" in text or "Primary road to Irrel" in text
    assert "bridge blown" in text
    assert "Allied supply: yes" in text
    assert "12B/4 inf 1 dug in" in text


def test_an_area_is_found_by_its_number(sit: Sit) -> None:
    assert "Echternach: area 11" in sit("area 11").text


def test_a_destroyed_unit_is_said_to_be_gone(sit: Sit) -> None:
    game = find_game("mist")
    match = Match.start(game, "seventh", seed_from_text("terminal"))
    unit = match.state.setting.unit("14/5FJ")
    match.state.put(unit, -1)
    match.state.strength[unit] = 0
    assert "is no longer in the game" in sit("unit 14/5FJ", match=match).text


def test_a_unit_that_is_not_looked_at_is_not_said_to_be_gone(sit: Sit) -> None:
    options = {"inspection": "adjacent"}
    match = Match.start(find_game("trumpets"), "clervaux", seed_from_text("terminal"), options)
    told = sit("front", "unit 3/110", match=match).text
    assert "A  ?   ?" in told, "Hosingen, two units"
    assert "is not to be seen, or no longer in the game" in told


def test_odds_of_a_battle_on_offer(sit: Sit) -> None:
    text = sit("activate 423/212VG", "odds Echternach").text
    assert "Area cleared of defenders" in text
    assert "entrenched target (9.71a)" in text


def test_odds_where_nobody_fights(sit: Sit) -> None:
    assert "No battle can be fought there now." in sit("odds Luxembourg").text


# -- saving -------------------------------------------------------------------------------------


def test_a_saved_game_can_be_taken_up(sit: Sit, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    table = sit("activate 14/5FJ", "move Vianden", f"save {file}")
    assert f"replay{file}" in "".join(table.text.split())
    record = parse_record(file.read_text(encoding="utf-8"))
    again = Match.resume(find_game("mist"), record)
    assert again.game.fingerprint(again.state) == again.game.fingerprint(table.session.match.state)
    later = sit("log", "undo", match=again)
    assert "Taken back: move Vianden" in later.text


def test_the_end_tells_who_won_why_and_how(sit: Sit) -> None:
    for language, heading in (("en", "Best moments"), ("ja", "名場面")):
        text = sit(players="simple,simple", language=language).text
        end = text.rpartition(heading)
        assert end[1], text[-2000:]
        assert re.search("[▁▂▃▄▅▆▇█]{5,}", text), "a curve over the turns"
    assert "{" not in text[-3000:]


def test_the_lessons_are_told_one_by_one_as_they_are_done(sit: Sit) -> None:
    texts = find_game("mist").texts("en")
    match = Match.start(find_game("mist"), "seventh", seed_from_text("terminal"))
    first = match.decision
    assert first is not None
    unit = match.state.setting.lexicon.text(first.actions[0])
    text = " ".join(sit("learn", "score", unit, "undo", width=4000).text.split())
    told = [" ".join(texts.say(f"lesson.{n}").split()) for n in ("aim", "activate", "move", "win")]
    aim, activate, move, win = told
    assert text.index(aim) < text.index(activate) < text.index(move)
    assert text.count(activate) == 1
    assert win not in text
    assert "no lessons" in sit("learn", scenario="fifth").text


def test_saving_never_overwrites_unless_told_to(sit: Sit, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_text("mine", encoding="utf-8")
    table = sit("activate 14/5FJ", f"save {file}")
    assert file.read_text(encoding="utf-8") == "mine"
    assert "exists already" in " ".join(table.text.split())
    sit("activate 14/5FJ", f"save! {file}")
    assert parse_record(file.read_text(encoding="utf-8")).actions == [("german", "activate 14/5FJ")]


def test_quitting_offers_to_save(sit: Sit, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    sit("activate 14/5FJ", "quit", str(file))
    assert parse_record(file.read_text(encoding="utf-8")).actions
    sit("quit", str(tmp_path / "no.record"))
    assert not (tmp_path / "no.record").exists()


def test_a_name_that_is_taken_is_asked_again_when_leaving(sit: Sit, tmp_path: Path) -> None:
    taken, free = tmp_path / "taken", tmp_path / "free"
    taken.write_text("mine", encoding="utf-8")
    table = sit("activate 14/5FJ", "quit", str(taken), str(free))
    assert taken.read_text(encoding="utf-8") == "mine"
    assert parse_record(free.read_text(encoding="utf-8")).actions
    assert "exists already" in " ".join(table.text.split())


# -- bots and hot seat --------------------------------------------------------------------------


def test_a_bot_answers_by_itself_and_its_moves_are_told(sit: Sit) -> None:
    table = sit("end", players="human,random")
    assert "16-1 Allied impulse" in table.text
    assert "16-2 German impulse" in table.text
    decision = table.session.match.decision
    assert decision is not None
    assert decision.side == 0


def test_two_people_share_the_terminal(sit: Sit) -> None:
    table = sit("end", "end")
    prompts = table.session.reader.prompts  # type: ignore[attr-defined]
    assert prompts == ["German> ", "Allied> ", "German> "]


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_bots_are_watched_to_the_end(sit: Sit, language: str) -> None:
    table = sit(players="random,simple", language=language)
    assert table.session.match.decision is None
    result = table.session.game.result(table.session.match.state)
    assert result is not None
    texts = find_game("mist").texts(language)
    outcome = texts.say(f"result.{result.outcome}")
    told, _, course = table.text.partition(table.session.say("terminal.ending.course"))
    assert course, "after the outcome comes how the game went"
    assert any(outcome in line for line in told.splitlines()[-10:])


def test_the_end_of_a_game_offers_to_save_it(sit: Sit, tmp_path: Path) -> None:
    file = tmp_path / "end.record"
    match = Match.start(find_game("mist"), "seventh", seed_from_text("terminal"))
    # Everybody lets the time pass until one question is left.
    while len(match.log) < 1000:
        trial = Match.resume(match.game, match.record())
        _pass(trial)
        if trial.decision is None:
            break
        _pass(match)
    assert match.decision is not None
    last = match.state.setting.lexicon.text(_passing(match))
    table = sit(last, str(file), match=match)
    assert "Result:" in table.text
    assert parse_record(file.read_text(encoding="utf-8")).result


def _passing(match: Match[Any]) -> Action:
    """The action that ends most: the last one on offer."""
    assert match.decision is not None
    return match.decision.actions[-1]


def _pass(match: Match[Any]) -> None:
    match.play(_passing(match))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", find_game("mist").scenarios)
def test_someone_who_types_at_random_is_always_answered(
    sit: Sit, scenario: str, language: str
) -> None:
    rng = random.Random(f"{scenario} {language}")
    orders = ["why", "map", "front", "odds", "undo", "log 3", "", "dance"]
    numbers = [str(number) for number in (1, 1, 2, 3, 5, 8, 13, 20, 30)]
    lines = [rng.choice(orders if rng.random() < 0.1 else numbers) for _ in range(250)]
    table = sit(*lines, scenario=scenario, language=language)
    assert len(actions(table)) > 50


def test_a_menu_of_a_thousand_hexes_is_typed_not_read(sit: Sit) -> None:
    match = bulge_until(lambda _, decision: decision.prompt == "drop")
    assert match.decision is not None
    assert len(match.decision.actions) > 500
    text = sit(match=match).text
    assert len(text.splitlines()) < 30
    assert "type “land NAME”, or “list land” to see all" in text
    hex_ = match.state.setting.lexicon.text(match.decision.actions[300])
    assert hex_.split()[1] in sit("list land", match=match, width=132).text
    assert actions(sit(hex_, match=match))[-1] == hex_


def test_pieces_still_to_come_are_listed_under_their_date(sit: Sit) -> None:
    def enters(match: Match[Any], decision: Decision) -> bool:
        beyond = {piece.id for piece in match.view(decision.side).pieces if piece.place < 0}
        named = {a.args[0] for a in decision.actions if a.verb == "activate"}
        return bool(beyond & named) and len(named) > 8

    listed = sit(match=bulge_until(enters), width=132).text.partition("activate")[2]
    assert "-1" not in listed
    assert "due turn 2" in listed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["mist", "bulge", "squad", "trumpets"])
def test_tables_and_standing_are_printed(sit: Sit, title: str, language: str) -> None:
    game = find_game(title)
    for scenario in game.scenarios:
        match = Match.start(game, scenario, seed_from_text("tables"))
        charts = game.report.charts(match.known(0))
        assert charts
        text = sit("table", *(f"table {name}" for name in charts), match=match, language=language)
        for name, chart in charts.items():
            assert text.text.count(game.texts(language).say(f"chart.{name}")) >= 2
            assert {len(row) for row in chart.rows} == {len(chart.head)}
        standing = sit("score", match=match, language=language).text.rpartition("score\n")[2]
        assert len(standing.splitlines()) >= 2


def test_the_combat_results_table_is_the_one_that_is_played(sit: Sit) -> None:
    match = Match.start(find_game("bulge"), "campaign", seed_from_text("tables"))
    text = sit("table results", match=match).text.rpartition("Combat results table")[2]
    for dice, line in match.state.setting.crt.items():
        assert [str(dice), *line] in [row.split() for row in text.splitlines()]


def test_a_table_that_does_not_exist_is_refused_with_those_that_do(sit: Sit) -> None:
    assert "Expected one of: kinds" in sit("table results").text


def test_a_sketch_of_a_village_shows_houses_and_counters(sit: Sit) -> None:
    match = Match.start(find_game("squad"), "village", seed_from_text("sketch"))
    text = sit("map", match=match, width=120).text
    assert "K18■" in text
    assert "■ building" in text
    assert "G4" in text


@pytest.mark.parametrize(
    ("language", "called", "asked"),
    [
        ("en", "SS elite squad 6-5-8 (4)", "What does SS elite squad 6-5-8 (4) fire at?"),
        ("ja", "SS精鋭分隊6-5-8（4）", "SS精鋭分隊6-5-8（4）の目標"),
    ],
)
def test_sentences_say_what_a_unit_is_and_the_menu_how_it_is_typed(
    sit: Sit, language: str, called: str, asked: str
) -> None:
    match = Match.start(find_game("squad"), "practice", seed_from_text("terminal"))
    table = sit("fire ss658.4", "1", "shoot", match=match, language=language, width=200)
    assert f"ss658.4 {called}" in table.text, "the mark that is typed stands beside the name"
    assert asked in table.text
    told = table.text.partition(asked)[2]
    assert called in told, "the log speaks of it by its name"
    assert "ss658.4" not in told.partition("shoot")[2].split(called)[0]


def test_a_unit_can_be_typed_by_its_name_too(sit: Sit) -> None:
    match = Match.start(find_game("squad"), "practice", seed_from_text("terminal"))
    table = sit("fire SS elite squad 6-5-8 (4)", match=match)
    assert actions(table)[0] == "fire ss658.4"
