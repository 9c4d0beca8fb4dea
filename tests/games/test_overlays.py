"""What can be laid over the maps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from salient.boards.bits import members, set_of
from salient.bots import RandomBot
from salient.engine import seed_from_text
from salient.engine.messages import Value
from salient.engine.reports import Arrival, Report, Shade, tell_arrivals
from salient.engine.speech import Speech
from salient.engine.texts import LANGUAGES
from salient.games import GAMES, find_game
from tests.games.bulge.table import Table as BulgeTable
from tests.scenarios import SCENARIOS

SHOWN = {
    "mist": "campaign", "bulge": "campaign", "squad": "village", "trumpets": "clervaux",
    "peiper": "cheneux",
}  # fmt: skip
"""The scenario that stands for a game where one is enough."""

EXPECTED = {
    "mist": {"supply", "control", "threat"},
    "bulge": {"supply", "control", "threat"},
    "squad": {"sight", "threat"},
    "trumpets": {"supply", "command", "zoc", "guns", "control", "threat"},
    "peiper": {"areas", "front", "entries", "points"},
}
"""Overlays that are seen in every random game."""

ON_MAP = [name for name in GAMES if name != "peiper"]
"""Titles with units on the map at the start; the campaign begins with a purchase and shows the
threats of the squad game."""

GERMAN, ALLIED, SPECTATOR = 0, 1, -1
SIDES = ("german", "allied")


def states(name: str, scenario: str, decisions: int = 600) -> Iterator[Any]:
    """Every tenth state of a random game."""
    game, bot = find_game(name), RandomBot(3)
    g, _ = game.start(scenario, seed_from_text(f"{scenario} overlays"))
    for number in range(decisions):
        decision = game.decision(g)
        if decision is None:
            return
        if number % 10 == 0:
            yield g
        game.play(g, bot.answer(game, g, decision))


def layer(shades: list[Shade], key: str) -> Shade:
    what, _, owner = key.partition(".")
    (found,) = [s for s in shades if (s.what, s.side) == (what, SIDES.index(owner))]
    return found


def say(game: str, g: Any, note: Value) -> str:
    return Speech(find_game(game), g.setting, "en").say(note)


# -- all games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_overlays_hold_in_a_random_game(name: str, scenario: str) -> None:
    game = find_game(name)
    report, texts = game.report, [game.texts(language) for language in LANGUAGES]
    setting = game.setting(scenario)
    speakers = [Speech(game, setting, language) for language in LANGUAGES]
    places = range(len(setting.lexicon.places))
    seen = set()
    for number, g in enumerate(states(name, scenario)):
        before = game.dump(g)
        for overlay in report.overlays(g):
            assert all(f"overlay.{overlay}" in catalogue for catalogue in texts)
            speech = speakers[number % len(speakers)]
            for shade in report.overlay(g, overlay, number % 3 - 1):
                assert all(speaker.shade(shade) for speaker in speakers)
                assert shade.side in (SPECTATOR, GERMAN, ALLIED)
                assert shade.places
                assert len(set(shade.places)) == len(shade.places)
                assert all(place in places for place in shade.places)
                assert shade.notes.keys() <= set(shade.places)
                assert all(map(speech.say, shade.notes.values()))
                seen.add(overlay)
        assert game.dump(g) == before, "looking changes nothing"
    assert EXPECTED[name] <= seen
    assert ("control" in seen) == ("control" in report.overlays(g))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_an_overlay_is_used(name: str, language: str) -> None:
    game = find_game(name)
    g, _ = game.start(SHOWN[name], seed_from_text("texts"))
    named = {key.split(".")[1] for key in game.texts(language).ids() if key.startswith("overlay.")}
    assert named == set(game.report.overlays(g))


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_overlay_is_refused(name: str) -> None:
    game = find_game(name)
    g, _ = game.start(SHOWN[name], seed_from_text("texts"))
    with pytest.raises(KeyError):
        game.report.overlay(g, "weather", GERMAN)


def test_a_plain_report_has_no_overlays() -> None:
    plain = Report[Any]()
    assert plain.overlays(None) == ()
    with pytest.raises(KeyError):
        plain.overlay(None, "supply", GERMAN)


@pytest.mark.parametrize("name", ON_MAP)
def test_threats_are_seen_from_the_side_that_asks(name: str) -> None:
    game = find_game(name)
    g, _ = game.start(SHOWN[name], seed_from_text("threat"))
    report = game.report
    assert {shade.side for shade in report.overlay(g, "threat", GERMAN)} == {ALLIED}
    assert {shade.side for shade in report.overlay(g, "threat", ALLIED)} == {GERMAN}
    both = {shade.side for shade in report.overlay(g, "threat", SPECTATOR)}
    assert both == {GERMAN, ALLIED}


@pytest.mark.parametrize("name", ON_MAP)
def test_a_threat_is_worked_out_while_one_points(name: str) -> None:
    game = find_game(name)
    g = list(states(name, SHOWN[name], 300))[-1]
    report = game.report
    times = []
    for side in (GERMAN, ALLIED, SPECTATOR):
        start = time.perf_counter()
        report.overlay(g, "threat", side)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


def test_arrivals_tell_who_comes_next_and_how_many_later() -> None:
    coming = [Arrival(5, 2, "c"), Arrival(4, 2, "b"), Arrival(4, 2, "a"), Arrival(9, 7, "d")]
    notes = tell_arrivals(coming, lambda clock: f"day {clock}")
    g, _ = find_game("mist").start("seventh", seed_from_text("coming"))
    told = {place: say("mist", g, note) for place, note in notes.items()}
    assert told == {2: "day 4: a, b (+1 later)", 7: "day 9: d"}


# -- Tigers in the Mist -------------------------------------------------------------------------


def test_mist_supply_is_where_lines_reach_and_tells_who_is_cut_off() -> None:
    for g in states("mist", "campaign"):
        shades = find_game("mist").report.overlay(g, "supply", SPECTATOR)
        pieces = find_game("mist").view(g, -1).pieces
        for side in (GERMAN, ALLIED):
            starving = {p.place for p in pieces if p.side == side and "out_of_supply" in p.flags}
            told = {(s.what, s.side): s for s in shades}.get(("cut_off", side))
            assert set(told.places if told else ()) == starving


def test_mist_control_counts_every_area_once() -> None:
    game = find_game("mist")
    setting: Any = game.setting("campaign")
    for g in states("mist", "campaign"):
        shades = game.report.overlay(g, "control", SPECTATOR)
        german = layer(shades, "control.german").places
        allied = layer(shades, "control.allied").places
        assert sorted(german + allied) == list(members(setting.all_areas))
        notes = {**layer(shades, "control.german").notes, **layer(shades, "control.allied").notes}
        assert set(notes) == {p for p in german + allied if setting.vp[p]}


def test_mist_reinforcements_are_told_with_their_impulse() -> None:
    game = find_game("mist")
    g, _ = game.start("campaign", seed_from_text("coming"))
    setting: Any = g.setting
    shades = game.report.overlay(g, "reinforcements", SPECTATOR)
    zones = {zone for unit in setting.due[4] for zone in setting.entry[unit]}
    told = {place: note for shade in shades for place, note in shade.notes.items()}
    assert zones <= told.keys()
    assert any(say("mist", g, note).startswith(("17-", "18-")) for note in told.values())


def test_mist_threat_is_what_the_enemy_could_move_into() -> None:
    for number, g in enumerate(states("mist", "three_days")):
        shades = find_game("mist").report.overlay(g, "threat", ALLIED)
        if number and shades:
            friends = g.german_control & ~g.present[ALLIED] & g.setting.all_areas
            assert not set_of(layer(shades, "threat.german").places) & friends


# -- Battle of the Bulge ------------------------------------------------------------------------


def bulge(table: BulgeTable, overlay: str, side: int = SPECTATOR) -> list[Shade]:
    return find_game("bulge").report.overlay(table.g, overlay, side)


def test_bulge_zones_of_control_surround_the_units() -> None:
    table = BulgeTable().put("0606", "pz/Lehr")
    (zones,) = bulge(table, "zoc")
    assert (zones.what, zones.side, len(zones.places)) == ("zoc", GERMAN, 6)


def test_bulge_units_without_a_line_are_named() -> None:
    table = BulgeTable().put("0208", "i1/28").put("0209", "g1/212").put("0210", "i2/28")
    assert layer(bulge(table, "supply"), "supply.german").places
    cut = layer(bulge(table, "supply"), "cut_off.german")
    told = {place: say("bulge", table.g, note) for place, note in cut.notes.items()}
    assert told == {table.place("0209"): "g1/212"}


def test_bulge_reinforcements_are_told_at_their_entries() -> None:
    notes = layer(bulge(BulgeTable(), "reinforcements"), "reinforcements.german").notes
    table = BulgeTable()
    assert table.place("E1") in notes
    assert "Turn" in say("bulge", table.g, notes[table.place("E1")])


def test_bulge_threat_is_where_the_enemy_can_go_and_whom_he_can_attack() -> None:
    table = BulgeTable().put("0609", "pz/Lehr").put("0606", "i1/106")
    shades = bulge(table, "threat", ALLIED)
    assert table.place("0607") in layer(shades, "threat.german").places
    targets = layer(shades, "targets.german")
    told = {place: say("bulge", table.g, note) for place, note in targets.notes.items()}
    assert told == {table.place("0606"): "7 on 4"}
