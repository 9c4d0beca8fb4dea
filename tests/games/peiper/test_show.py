"""What people are told of a campaign: papers, charts, overlays, notes, refusals."""

from __future__ import annotations

import re
from functools import cache

import pytest

from salient.bots import SimpleBot
from salient.engine import Match, seed_from_text
from salient.engine.actions import Action, ArgKind
from salient.engine.events import seen_events
from salient.engine.speech import Speech, say_clock
from salient.games.peiper.events import Bought, ContentsRolled
from salient.games.peiper.game import PeiperGame
from salient.games.peiper.show.charts import bar
from salient.games.peiper.state import PeiperState
from tests.games.peiper.maps import AMERICAN, GERMAN

GAME = PeiperGame()
LANGUAGES = ("en", "ja")


@cache
def opening(name: str) -> PeiperState:
    """A campaign at its first question: the Germans buy."""
    return Match.start(GAME, name, seed_from_text("show")).state


@cache
def played(name: str, until: str) -> Match[PeiperState]:
    """A campaign played by bots up to a question."""
    match = Match.start(GAME, name, seed_from_text("show"))
    bots = (SimpleBot(1), SimpleBot(2))
    while match.decision and match.decision.prompt != until:
        side = match.decision.side
        match.play(bots[side].answer(GAME, match.state, match.decision))
    return match


def name_of(g: PeiperState, side: int, group: str) -> str:
    """What a group of a side's chart is called."""
    return g.setting.charts.group_name(g.setting.charts.group_number(side, group), "en")


def sentences(g: PeiperState, language: str) -> list[str]:
    """Everything that is told of a position."""
    speech = Speech(GAME, g.setting, language)
    report = GAME.report
    lines = [speech.say(line) for line in report.describe_standing(g)]
    for name, chart in report.charts(g).items():
        lines.append(speech.texts.say(f"chart.{name}"))
        lines += [speech.say(cell) for row in (chart.head, *chart.rows) for cell in row]
    for name in report.overlays(g):
        lines.append(speech.texts.say(f"overlay.{name}"))
        for shade in report.overlay(g, name, GERMAN):
            lines.append(speech.shade(shade))
            lines += [speech.say(note) for note in shade.notes.values()]
    decision = g.offered
    if decision is not None:
        lines += [speech.say(line) for line in report.describe_decision(g, decision)]
        lines += [speech.say(line) for line in report.describe_actions(g, decision)]
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAME.scenarios)
def test_everything_at_the_first_question_has_words(name: str, language: str) -> None:
    """Papers, charts, overlays, prices and contents, in both languages."""
    assert all(isinstance(line, str) for line in sentences(opening(name), language))


@pytest.mark.parametrize(
    ("language", "date", "bought"),
    [
        ("en", "20 December, afternoon", "German: SS Infantry Platoon (I2) bought"),
        ("ja", "12月20日午後", "SS歩兵小隊（I2）"),
    ],
)
def test_dates_and_groups_are_told_by_their_names(language: str, date: str, bought: str) -> None:
    """The log and the clock speak as people do, and not in the codes of the charts."""
    match = Match.start(GAME, "cheneux", seed_from_text("show"))
    speech = Speech(GAME, match.state.setting, language)
    assert speech.heading(match.log[0][1][0]) == date
    assert say_clock(speech.texts, GAME.clock(match.state)).startswith(date)
    while match.decision and match.decision.prompt != "buy":
        match.play(match.decision.actions[0])
    buy = match.state.setting.lexicon.parse("buy i2 map")
    name = bought.removeprefix("German: ").removesuffix(" bought")
    assert speech.action(buy, GERMAN).startswith(name)
    [event] = seen_events(match.play(buy), GERMAN)
    assert isinstance(event, Bought)
    assert bought in speech.event(event)
    rolled = ContentsRolled(GERMAN, event.group, "leader", (3, 4))
    assert name in speech.event(rolled)


CODE = re.compile(r"\b(1\d|2\d)(AM|PM|N)\b|\b(ss|us)\d|^(I|HW|V|G|O)\d\b")
"""A date, a counter or a group as the data have it."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paper_of_a_campaign_speaks_in_the_codes_of_the_data(language: str) -> None:
    """Dates, groups and counters go by their names in every chart, also after a purchase."""
    match = Match.start(GAME, "cheneux", seed_from_text("show"))
    speech = Speech(GAME, match.state.setting, language)
    while match.decision and match.decision.prompt != "fort":
        match.play(match.decision.actions[0])
    for name, chart in GAME.report.charts(match.known(GERMAN)).items():
        cells = [speech.say(cell) for row in (chart.head, *chart.rows) for cell in row]
        assert not [cell for cell in cells if CODE.search(cell)], name


def test_south_is_a_direction_and_no_sniper() -> None:
    """The ids of groups do not take the words of the squad game's own choices."""
    setting = opening("cheneux").setting
    speech = Speech(GAME, setting, "ja")
    assert speech.argument("turn", 0, ArgKind.CHOICE, "s", GERMAN) == "南"
    assert speech.argument("buy", 0, ArgKind.CHOICE, "s", GERMAN) == "狙撃兵（S）"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "21 December, night, turn 3, rally phase"),
        ("ja", "12月21日夜、第3ターン、回復フェイズ"),
    ],
)
def test_in_a_battle_the_clock_tells_its_turn(language: str, said: str) -> None:
    assert say_clock(GAME.texts(language), "21N T3-rally") == said


def test_a_purchase_tells_name_price_and_contents() -> None:
    """The form: what, price, what is left, what it consists of."""
    g = played("cheneux", "buy").state
    assert g.offered is not None
    speech = Speech(GAME, g.setting, "en")
    notes = [speech.say(note) for note in GAME.report.describe_actions(g, g.offered)]
    said = dict(zip((a.args for a in g.offered.actions), notes, strict=True))
    assert said["i2", "reserve"].startswith(
        "SS Infantry Platoon (I2): 6 CPP, 5 left; 3 SS elite squad 6-5-8"
    )
    assert "9 CPP" in said["i2", "map"]
    figures = dict(
        zip((a.args for a in g.offered.actions), GAME.report.figure_actions(g, g.offered),
            strict=True)
    )  # fmt: skip
    assert (figures["i2", "reserve"], figures["i2", "map"]) == ("6", "9")


REFUSED = [
    (("I2", "sky"), "possible:"),
    (("I1", "reserve"), "cannot be bought in this campaign"),
    (("O1", "radio"), "first scenario"),
    (("X9", "map"), "no such group"),
]


@pytest.mark.parametrize(("words", "reason"), REFUSED)
def test_what_cannot_be_bought_says_why(words: tuple[str, str], reason: str) -> None:
    """With the rule that bars it."""
    g = played("cheneux", "buy").state
    speech = Speech(GAME, g.setting, "en")
    said = speech.say(GAME.report.explain_refusal(g, Action("buy", words)))
    assert reason in said


@pytest.mark.rule("peiper:CG23")
def test_the_turn_bar_shows_the_chance_that_it_ends() -> None:
    """Nothing before turn 6; a sixth in turn 6, a half in turn 7 by day."""
    g = opening("cheneux").copy()
    g.refit = 0
    chances = []
    for turn in (5, 6, 7, 8, 9):
        g.turn = turn
        chances.append(GAME.tracks(g)["end"])
    assert chances == [0, 17, 50, 83, 100]


def test_the_curve_reaches_the_victory_line() -> None:
    """Half of what is needed is half a bar."""
    assert bar(65, 130).count("█") == 12
    assert bar(200, 130) == bar(130, 130)


@pytest.mark.rule("peiper:P8.15", "peiper:P8.6")
def test_nobody_sees_the_others_papers() -> None:
    """Purchases, points, boxes and objectives of the enemy are in no view and no chart."""
    match = played("cheneux", "chit")
    g = match.state
    theirs = match.known(AMERICAN)
    speech = Speech(GAME, g.setting, "en")
    record = GAME.report.charts(theirs)["record"]
    *groups, points = record.rows
    assert len(groups) == sum(force.side == AMERICAN for force in g.forces)
    assert speech.say(points[0]) == "CPP of the Americans in hand"
    assert all(force.side == AMERICAN for force in theirs.forces)
    calendar = GAME.report.charts(theirs)["calendar"]
    bought = " ".join(speech.say(row[-1]) for row in calendar.rows)
    german, american = (
        {name_of(g, side, group) for line in g.roster for group in line.bought[side]}
        for side in (GERMAN, AMERICAN)
    )
    assert german
    assert all(name in bought for name in american)
    assert not any(name in bought for name in german - american)
    kinds = {marker.kind for marker in GAME.markers(theirs, AMERICAN)}
    assert "entry_green" in kinds
    for piece in GAME.view(g, AMERICAN).pieces:
        assert piece.place >= 0 or piece.side == AMERICAN


@pytest.mark.rule("peiper:P8.14", "peiper:P8.2-CG-roster")
def test_the_roster_has_a_line_for_each_date() -> None:
    """After the first scenario its line tells battle, winner, points and purchases."""
    match = played("cheneux", "chit")
    speech = Speech(GAME, match.state.setting, "en")
    chart = GAME.report.charts(match.state)["calendar"]
    rows = [[speech.say(cell) for cell in row] for row in chart.rows]
    assert [row[0] for row in rows] == [
        "20 December, afternoon", "20 December, night",
        "21 December, morning", "21 December, afternoon",
    ]  # fmt: skip
    assert rows[0][2] == "first scenario"
    assert " : " in rows[0][5]
    assert rows[2][2] == ""


def test_rules_of_the_squad_game_are_found_behind_those_of_the_campaign() -> None:
    """What a question of a battle cites can be looked up; the campaign's own rows come first."""
    assert [rule.id for rule in GAME.ledger.find("A10.6")]
    assert [rule.id for rule in GAME.ledger.find("CG23")] == ["CG23"]
    assert "A10.6" not in GAME.ledger.rules


def test_nothing_is_said_of_a_battle_before_the_chits_lie() -> None:
    """The date's line of the calendar is empty until it is known whether anybody attacks."""
    match = played("cheneux", "chit")
    calendar = GAME.report.charts(match.state)["calendar"]
    assert calendar.rows[1][2:4] == ("", "")


@pytest.mark.parametrize("name", GAME.scenarios)
def test_the_curve_ends_at_the_victory_line(name: str) -> None:
    """The last row is what is needed, with a full bar."""
    *_, last = GAME.report.charts(opening(name))["curve"].rows
    needs = opening(name).setting.campaign.victory
    assert last[3] == (needs.cg_lvp or needs.lvp_hexes)
    assert "·" not in str(last[4])


def test_the_track_tells_the_steps_of_the_refit_phase_and_the_phases_of_a_turn() -> None:
    """At first eight steps; in a battle the phases of both player turns."""
    speech = Speech(GAME, opening("cheneux").setting, "en")
    track = GAME.report.turn_track(opening("cheneux"))
    assert speech.say(track.phases[track.phase][1]) == "refit: purchase"
    g = opening("cheneux").copy()
    g.refit, g.phase, g.mover = 0, "rally", 0
    track = GAME.report.turn_track(g)
    side, name = track.phases[track.phase]
    assert (side, speech.say(name)) == (GERMAN, "rally phase")
    after = played("cheneux", "chit").state
    assert len(GAME.report.turn_track(after).phases) == 25
