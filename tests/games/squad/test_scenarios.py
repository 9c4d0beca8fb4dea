"""The scenarios of the squad game: maps cut out of the villages, legal set-ups, reachable ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.bots.players import make_bot
from salient.engine import DataError, Log, Match, parse_record, replay, seed_from_text
from salient.engine.ids import Piece
from salient.games.squad.core.locations import conceals, terrain_at
from salient.games.squad.core.setting import PLAYERS, SquadSetting
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.street_blocks import blocks
from salient.games.squad.phases.victory import finish, take_control
from salient.games.squad.terrain.maps import lies_within
from tests.games.squad.table import GAME

OURS = ("sanatorium", "station", "village")
PRACTISED = ("cheneux", "gleize")
"""Made to practise chapters that the others do not use."""


@cache
def beginning(scenario: str, setup: str = "ready") -> SquadState:
    return GAME.start(scenario, seed_from_text("scenario"), {"setup": setup})[0]


def begin(scenario: str) -> SquadState:
    return beginning(scenario).copy()


def setting_of(scenario: str) -> SquadSetting:
    return beginning(scenario).setting


def set_up_units(g: SquadState) -> Iterator[int]:
    """Those who set up before play."""
    for unit, piece in enumerate(g.setting.units):
        if not (g.setting.scenario.group[piece.group].turn or g.spare >> unit & 1):
            yield unit


# -- maps ------------------------------------------------------------------------------------------


def test_the_first_scenario_after_practice_is_the_smallest_of_ours() -> None:
    assert [name for name in GAME.scenarios if name in OURS] == list(OURS)
    assert GAME.scenarios[:2] == ("practice", "sanatorium")
    sizes = [len(setting_of(name).units) - setting_of(name).spares.bit_count() for name in OURS]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize(("scenario", "first", "last"), [
    ("sanatorium", "V7", "HH20"), ("village", "H12", "U28"),
])  # fmt: skip
def test_hexes_outside_the_window_do_not_exist(scenario: str, first: str, last: str) -> None:
    board = setting_of(scenario).board
    assert board.named
    assert all(lies_within(here.name, first, last) for here in board.hexes)
    with pytest.raises(DataError):
        setting_of(scenario).location("A1")
    corner = board.hexes[board.named[first.casefold()]]
    assert corner.near[0] == -1, "nothing is north of the first row"


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_no_building_is_cut_by_the_edge(scenario: str) -> None:
    for here in setting_of(scenario).board.hexes:
        assert all(here.near[side] >= 0 for side in range(6) if here.joins >> side & 1), here.name


# -- set-ups ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_ready_made_set_up_is_one_that_players_could_make(scenario: str) -> None:
    g = begin(scenario)
    setting = g.setting
    for unit in set_up_units(g):
        token, place = setting.units[unit].token, g.where[unit]
        assert place != NOWHERE, f"{token} has no place"
        assert setting.areas[setting.units[unit].group] >> place & 1, f"{token} is outside"
        assert not may_set_up(g, Piece(unit), place), token
        if ((g.concealed | g.hidden) & ~g.cloaked) >> unit & 1:
            assert conceals(g, place), f"{token} cannot be concealed in the open"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_no_more_squads_hide_than_the_scenario_allows(scenario: str) -> None:
    g = begin(scenario)
    able = g.setting.squads | g.setting.vehicles
    for side, name in enumerate(PLAYERS):
        allowed = sum(group.hidden for group in g.setting.scenario.group if group.side == name)
        assert (g.hidden & able & g.setting.army[side]).bit_count() <= allowed


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_reinforcements_have_places_to_enter_that_are_not_blocked(scenario: str) -> None:
    setting = setting_of(scenario)
    groups = [n for n, group in enumerate(setting.scenario.group) if group.turn]
    assert groups
    for number in groups:
        assert setting.scenario.group[number].turn <= setting.scenario.turns
        edges = [setting.board.hexes[place] for place in members(setting.areas[number])]
        assert all(-1 in here.near for here in edges), "they enter at the edge of the map"


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_scenario_has_a_name_and_a_description(scenario: str, language: str) -> None:
    texts = GAME.texts(language)
    assert texts.say(f"scenario.{scenario}")
    assert texts.say(f"about.{scenario}")


# -- what makes each its own -----------------------------------------------------------------------


def test_the_sanatorium_is_an_infantry_fight_with_a_mortar_foxholes_and_wire() -> None:
    g = begin("sanatorium")
    assert not g.setting.vehicles | g.setting.guns
    assert g.setting.mortars.bit_count() == 1
    assert g.setting.demolitions
    assert all(g.setting.san)
    assert g.foxholes
    assert g.wire
    squads = [(g.setting.army[side] & g.setting.squads & ~g.spare).bit_count() for side in (0, 1)]
    assert all(5 <= count <= 9 for count in squads)


def test_a_night_below_cheneux_has_fences_mud_a_culvert_and_known_mines() -> None:
    g = begin("cheneux")
    special = {"night", "rain", "mud", "frigid", "one_lane_roads", "mine_lines"}
    assert special <= g.setting.special
    assert {"fence", "stream", "culvert"} <= g.setting.words
    fields = [field for there in g.mines.values() for field in there]
    assert {field.kind for field in fields} == {"ap", "dummy"}
    assert all(field.known for field in fields)
    assert {"Jeep.1", "Kfz1.1"} <= {unit.token for unit in g.setting.units}


def test_whoever_sets_up_below_cheneux_lays_known_mines_and_a_dummy() -> None:
    match = Match.start(GAME, "cheneux", seed_from_text("mines"), {"setup": "free"})
    while (decision := match.decision) is not None and decision.prompt != "mines":
        match.play(decision.actions[0])
    assert decision is not None
    words = {action.choice(1) for action in decision.actions if action.verb == "place"}
    assert {"ap12", "ap6", "dummy"} <= words


def test_the_snow_of_la_gleize_has_a_deep_stream_a_hidden_zone_and_a_gun_that_is_dug_in() -> None:
    g = begin("gleize")
    assert {"snow", "deep_snow", "hidden_zones"} <= g.setting.special
    assert g.setting.scenario.stream == "deep"
    assert {"stream", "culvert"} <= g.setting.words
    assert list(g.hidden_zones.values()) == [0]
    assert g.emplaced


def test_the_sanatorium_has_a_roof_to_fight_from() -> None:
    board = setting_of("sanatorium").board
    roofs = {place.token for place in board.locations if place.floor == "rooftop"}
    assert "AA15/roof" in roofs


def test_the_village_has_blocked_narrow_streets_and_mines_that_may_be_none() -> None:
    g = begin("village")
    assert len(list(blocks(g))) == 2
    assert len(g.roadblocks) == 1
    fields = [field for there in g.mines.values() for field in there]
    assert {field.kind for field in fields} == {"ap", "at", "dummy"}
    assert all(field.known for field in fields)
    assert g.setting.guns
    assert g.setting.armour


def test_half_tracks_of_the_village_begin_with_grenadiers_aboard() -> None:
    g = begin("village")
    setting = g.setting
    riders = {setting.units[unit].token: setting.units[by].token for unit, by in g.aboard.items()}
    assert riders == {"ss658.5": "SPW251.1", "ss658.6": "SPW251.2"}
    lmg = setting.unit("ssLMG.2")
    assert g.owner[lmg] == setting.unit("ss658.6")
    for unit, by in g.aboard.items():
        assert g.where[unit] == g.where[by]
        assert not (g.hidden | g.concealed) >> unit & 1
        assert not may_set_up(g, unit, g.where[by])
    assert g.where[lmg] == g.where[setting.unit("SPW251.2")]


def test_passengers_of_the_ready_made_set_up_can_get_off() -> None:
    match = Match.start(GAME, "village", seed_from_text("aboard"))
    orders: set[str] = set()
    while (decision := match.decision) is not None and not orders:
        if decision.prompt == "movement":
            orders = {match.state.setting.lexicon.text(action) for action in decision.actions}
        else:
            match.play(decision.actions[-1])
    assert "unload ss658.6 S25" in orders
    assert "move SPW251.2" in orders
    assert "move ss658.6" not in orders


def test_engineers_of_the_village_bring_charges_for_the_roadblocks() -> None:
    setting = setting_of("village")
    late = [unit.token for unit in setting.units if setting.scenario.group[unit.group].turn == 2]
    assert {"ss838.1", "ss838.2", "ssDC.1", "ssDC.2", "SPW251.3"} <= set(late)


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
@pytest.mark.parametrize("setup", ["ready", "free"])
def test_those_who_enter_later_bring_their_weapons(scenario: str, setup: str) -> None:
    g = beginning(scenario, setup)
    setting = g.setting
    for item in members((setting.weapons | setting.guns) & ~setting.spares):
        group = setting.units[item].group
        if setting.scenario.group[group].turn:
            assert setting.units[g.owner[item]].group == group
            assert setting.squads >> g.owner[item] & 1
            assert g.carried(g.owner[item]).bit_count() == 1


def test_roadblocks_across_narrow_streets_are_seen_by_both_sides() -> None:
    g = begin("village")
    for side in (0, 1):
        seen = [marker for marker in GAME.view(g, side).markers if marker.kind == "roadblock"]
        assert len(seen) == 3


def test_the_station_has_rail_cars_towers_light_woods_debris_and_fire_zones() -> None:
    g = begin("station")
    board = g.setting.board
    assert g.cars.bit_count() == 4
    assert board.place("O8/tower") != board.place("O8/stairs")
    assert terrain_at(g, board.place("A13")) == "light_woods"
    assert g.debris
    assert g.rubble
    assert set(g.fire_zones.values()) == {"vineyard", "open_ground"}
    assert [battery.side for battery in g.setting.scenario.artillery] == ["american"]
    kinds = {here.row.under for here in board.hexes}
    assert {"rail", "rail_embankment", "rail_elevated", "sunken_rail"} <= kinds


def test_an_underpass_leads_under_the_track_of_the_station() -> None:
    board = setting_of("station").board
    under, over = board.place("R10"), board.place("R10/bridge")
    assert board.on_road(under)
    assert board.level(over) > board.level(under)


# -- games -----------------------------------------------------------------------------------------


def end_with(scenario: str, held: int) -> SquadState:
    """The last turn, with so many goals in the hands of the side that must take them."""
    g = begin(scenario)
    setting, victory = g.setting, g.setting.scenario.victory
    side = PLAYERS.index(victory.side)
    squads = iter(list(members(setting.army[side] & setting.squads & ~g.riding())))
    for place in setting.goals:
        for unit in members(g.stack(place, 1 - side) & setting.personnel):
            g.put(Piece(unit), NOWHERE)
    for place in setting.goals[:held]:
        g.put(Piece(next(squads)), place)
    log: Log = []
    take_control(g, log)
    g.turn = setting.scenario.turns
    finish(g, log)
    return g


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_who_holds_enough_at_the_end_wins_and_one_less_is_not_enough(scenario: str) -> None:
    victory = setting_of(scenario).scenario.victory
    side = PLAYERS.index(victory.side)
    won, lost = end_with(scenario, victory.need), end_with(scenario, victory.need - 1)
    assert (won.outcome, won.score) == (f"{PLAYERS[side]}_victory", victory.need)
    assert lost.outcome == f"{PLAYERS[1 - side]}_victory"


def test_who_has_no_enemy_left_has_taken_what_he_wants() -> None:
    g = begin("sanatorium")
    germans = g.setting.army[0] & g.setting.personnel
    g.lost |= germans
    finish(g, [])
    assert (g.outcome, g.score) == ("american_victory", 0)


def test_an_attacker_without_anybody_left_has_lost() -> None:
    g = begin("sanatorium")
    g.lost |= g.setting.army[1] & g.setting.personnel
    finish(g, [])
    assert g.outcome == "german_victory"


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_nobody_holds_the_goals_of_the_attacker_before_play(scenario: str) -> None:
    g = begin(scenario)
    side = PLAYERS.index(g.setting.scenario.victory.side)
    assert not any(g.control[side] >> place & 1 for place in g.setting.goals)


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_a_random_game_can_be_saved_and_replays_to_the_same_end(scenario: str) -> None:
    rng = random.Random(scenario)
    match = Match.start(GAME, scenario, seed_from_text(scenario), {"setup": "free"})
    while (decision := match.decision) is not None:
        if rng.random() < 0.01:
            saved = GAME.dump(match.state)
            assert GAME.dump(GAME.load(saved)) == saved
            assert GAME.decision(GAME.load(saved)) == decision
        match.play(rng.choice(decision.actions))
    *_, (last, _) = replay(GAME, parse_record(match.record().to_text()))
    assert GAME.fingerprint(last) == GAME.fingerprint(match.state)


@pytest.mark.parametrize("scenario", [*OURS, *PRACTISED])
def test_simple_bots_set_up_by_hand_and_play_to_the_end(scenario: str) -> None:
    assert play_bots(scenario, 1, "free") in ("german_victory", "american_victory")


@pytest.mark.play
def test_simple_bots_win_the_sanatorium_from_either_side() -> None:
    left = {"german_victory", "american_victory"}
    for number in range(8):
        left.discard(play_bots("sanatorium", number))
        if not left:
            return
    raise AssertionError(f"in eight games none ended in {left}")


def play_bots(scenario: str, number: int, setup: str = "ready") -> str:
    bots = [make_bot("simple", number), make_bot("simple", number + 100)]
    g, _ = GAME.start(scenario, seed_from_text(f"b{number}"), {"setup": setup})
    while (decision := GAME.decision(g)) is not None:
        GAME.play(g, bots[decision.side].answer(GAME, g, decision))
    return g.outcome


# -- chapters of men ------------------------------------------------------------------------------

MEN = {
    "deployment": {"sanatorium", "village", "fog"},
    "crews": {"armour", "station", "village", "gleize", "jabos"},
    "prisoners": {"sanatorium", "station", "village", "gleize", "fog"},
    "heat_of_battle": {"sanatorium", "village"},
    "leader_creation": {"sanatorium", "village"},
    "withdrawal": {"sanatorium", "station", "village", "fog"},
    "encirclement": {"sanatorium", "village"},
    "captured_arms": {"sanatorium", "village"},
}


@pytest.mark.parametrize("word", MEN)
def test_each_chapter_of_men_is_met_in_scenarios(word: str) -> None:
    met = {name for name in GAME.scenarios if word in setting_of(name).special}
    assert met == MEN[word]


def test_fanatics_shortage_and_two_snipers_are_met_in_scenarios() -> None:
    assert setting_of("sanatorium").fanatics.bit_count() == 1
    assert setting_of("gleize").short == setting_of("gleize").army[0]
    assert setting_of("village").scenario.snipers == {"american": 2}


def test_the_box_holds_a_half_squad_for_each_squad_and_a_crew_for_each_armed_vehicle() -> None:
    setting = setting_of("village")
    squads = setting.squads & ~setting.crews
    assert (squads & setting.spares).bit_count() == (squads & ~setting.spares).bit_count()
    assert set(setting.inherent) == set(members(setting.armour))
    assert set(setting.removable) <= set(setting.inherent)
