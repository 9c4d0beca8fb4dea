"""Aircraft, bombardments, captured vehicles and the bridge at Cheneux."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece
from salient.engine.ids import Place
from salient.games.peiper.battle.bridge import shelled
from salient.games.peiper.battle.prizes import slower, sooner, strange_aim
from salient.games.peiper.events import BridgeFell
from salient.games.peiper.refit.purchase import offered, refusal
from salient.games.peiper.standing.control import lvp_total
from salient.games.peiper.standing.pool import spare_of
from salient.games.peiper.state import Weather
from salient.games.squad.combat.firepower import breakdown_of, rate_of
from salient.games.squad.core.events.fire import Bombarded, Sighted, Tried
from salient.games.squad.core.subjects import Attack
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.guns.aircraft import take_off
from salient.games.squad.guns.barrage import shell_hex
from salient.games.squad.sequence import Phase
from tests.games.peiper.table import GAME, Campaign

GERMAN, AMERICAN = 0, 1


# -- aircraft -------------------------------------------------------------------------------------


def air_support(*, flying: bool = True) -> Campaign:
    table = Campaign("la_gleize", "23AM").hold_limits().battle("american").force("american", "FB")
    table.g.steps = []
    table.g.weather = Weather("VL", "clear", flying=flying)
    return table.put("N25", "ss658.1")


@pytest.mark.rule("peiper:CG22d", "peiper:rc-rg-american")
def test_fighter_bombers_come_where_the_weather_lets_them() -> None:
    table = air_support().dice(1)
    take_off(table.g, table.events)
    assert [plane.side for plane in table.g.aircraft] == [AMERICAN, AMERICAN]
    grounded = air_support(flying=False).dice()
    take_off(grounded.g, grounded.events)
    assert not grounded.g.aircraft


@pytest.mark.rule("peiper:CG22d", "peiper:P8.602i", "peiper:SSR-KGP3")
def test_aircraft_that_have_looked_for_a_target_are_used_up() -> None:
    table = air_support().dice(1)
    take_off(table.g, table.events)
    table.run(Phase(AMERICAN, "move")).play("sortie 0")
    table.dice(6, 6, ...).play("bomb N25")
    assert table.happened(Sighted)
    table.g.steps = []
    table.step(602)
    assert not table.g.aircraft
    assert not table.g.forces


@pytest.mark.rule("peiper:CG22d", "peiper:P8.602i")
def test_aircraft_that_have_not_are_kept_and_those_kept_at_home_are_gone() -> None:
    table = air_support().dice(1)
    take_off(table.g, table.events)
    table.step(602)
    assert not table.g.aircraft
    assert [force.chart for force in table.g.forces] == ["FB"]
    table.g.weather = Weather("M", "overcast")
    assert not table.step(602).g.forces


@pytest.mark.rule("peiper:rc-rg-american")
def test_aircraft_are_bought_only_when_they_can_fly() -> None:
    table = air_support()
    group = table.g.setting.charts.groups.sides[AMERICAN]["FB"]
    assert not refusal(table.g, group, AMERICAN)
    table.g.weather = Weather("M", "overcast")
    assert refusal(table.g, group, AMERICAN) == "P8.617"


# -- bombardment ----------------------------------------------------------------------------------


@pytest.mark.rule("peiper:rc-rg-american", "peiper:P8.625")
def test_a_bombardment_falls_on_a_block_before_the_first_turn_and_is_used_up() -> None:
    table = Campaign("la_gleize", "21AM").hold_limits()
    table.g.cpp = [0, 20]
    assert "b set" in [f"{a.choice(0)} {a.choice(1)}" for a in offered(table.g, AMERICAN)]
    table.put("K57", "us666.1").force("american", "B")
    table.g.change_force(0, objective=table.place("N25"))
    table.terms(first=AMERICAN, attacker=AMERICAN).dice(...).step(625)
    if table.asked.endswith("fanatic"):
        table.play("fanatic no")
    hexes = {table.g.setting.board.hexes[event.place].name for event in table.happened(Bombarded)}
    assert {"N25", "G25", "U25", "N18", "N32"} <= hexes
    assert not {"F25", "V25", "N17", "N33"} & hexes
    table.g.steps = []
    table.step(602)
    assert not table.g.forces
    assert not table.g.bombardments


@pytest.mark.rule("peiper:rc-rg-american")
def test_no_bombardment_falls_when_both_attack() -> None:
    table = Campaign("la_gleize", "21AM").hold_limits().force("american", "B")
    table.put("K57", "us666.1").g.change_force(0, objective=table.place("N25"))
    table.terms(first=AMERICAN, attacker=-1).dice(...).step(625)
    assert not table.g.bombardments
    table.g.steps = []
    assert table.step(602).g.forces


# -- captured vehicles ----------------------------------------------------------------------------


def stranded(*captors: str) -> Campaign:
    """A German tank that cannot move where the Americans have an area."""
    table = Campaign("stoumont", "20AM").hold_limits().put("S22", "PzIVJ.1", *captors)
    return table.mark("immobile", "PzIVJ.1")


@pytest.mark.rule("peiper:P8.6072")
def test_a_vehicle_that_is_left_in_an_enemy_area_is_captured_by_men_who_are_there() -> None:
    table = stranded("us666.1")
    prize = spare_of(table.g, "PzIVJ", AMERICAN)
    assert prize is not None
    assert table.g.setting.prizes >> prize & 1
    table.step(607)
    assert table.is_("lost", "PzIVJ.1")
    assert table.g.where[prize] == table.place("S22")
    assert table.g.side(prize) == AMERICAN
    for flag in ("immobile", "abandoned"):
        assert getattr(table.g, flag) >> prize & 1
    assert table.g.home[prize] == table.place("S22")


@pytest.mark.rule("peiper:P8.6072")
def test_without_men_it_is_a_wreck() -> None:
    table = stranded().dice(...).step(607)
    assert table.is_("wrecks", "PzIVJ.1")


@pytest.mark.rule("peiper:P8.6072", "peiper:CG9")
def test_a_captured_tank_is_manned_at_the_set_up_and_used_badly() -> None:
    table = stranded("us666.1").step(607)
    assert spare_of(table.g, "PzIVJ", AMERICAN) is None  # There is one counter of each kind.
    (prize,) = each_piece(table.g.on_map(table.g.setting.prizes))
    table.terms(first=GERMAN, attacker=GERMAN).step(624)
    name = table.g.setting.units[prize].token
    table.play(f"man us666.1 {name}")
    assert not table.g.abandoned >> prize & 1
    assert [drm.value for drm in strange_aim(table.g, prize, Place(0), 0)] == [2]
    assert rate_of(table.g, prize, 1) == 0
    assert breakdown_of(table.g, prize, 12) == 10


@pytest.mark.rule("peiper:SSR-II.5")
def test_the_half_track_of_cheneux_is_used_less_badly_by_its_own_crew() -> None:
    table = Campaign("cheneux").battle("american").put("A10", "SPW9us.1")
    car = table.unit("SPW9us.1")
    assert [drm.value for drm in strange_aim(table.g, car, Place(0), 0)] == [1]
    assert (slower(table.g, car), sooner(table.g, car)) == (0, -1)
    assert table.g.setting.vehicle_row(car).rof == 1
    assert not table.g.setting.vehicle_row(car).cmg
    table.g.crewing[table.unit("us747.1")] = car
    assert [drm.value for drm in strange_aim(table.g, car, Place(0), 0)] == [2]
    assert (slower(table.g, car), sooner(table.g, car)) == (-1, -2)


@pytest.mark.rule("peiper:SSR-II.5")
@pytest.mark.parametrize(("die", "moves"), [(5, True), (6, False)])
def test_its_engine_may_not_start(die: int, moves: bool) -> None:
    table = Campaign("cheneux").battle("american").put("A10", "SPW9us.1", facing="e")
    table.g.steps = []
    table.run(Phase(AMERICAN, "move")).play("move SPW9us.1")
    table.dice(die, ...).play("turn se")
    assert [event.attempt for event in table.happened(Tried)] == ["start"]
    assert bool(table.g.motion >> table.unit("SPW9us.1") & 1) is moves
    assert (table.g.facing[table.unit("SPW9us.1")] == 3) is moves
    assert table.is_("moved", "SPW9us.1") is not moves


# -- the bridge -----------------------------------------------------------------------------------


@pytest.mark.rule("peiper:SSR-II.6")
def test_germans_neither_stop_nor_turn_on_the_bridge() -> None:
    table = Campaign("cheneux").hold_limits().battle("german")
    table.put("NN6/bridge", "SdKfz104.1", facing="e").mark("motion", "SdKfz104.1")
    table.g.steps = []
    table.run(Phase(GERMAN, "move")).play("move SdKfz104.1")
    assert not table.offered("turn")
    assert not table.offered("stop")
    assert table.offered("end")
    assert table.offered("drive")


@pytest.mark.rule("peiper:SSR-II.6")
def test_americans_do_as_they_like_there() -> None:
    table = Campaign("cheneux").hold_limits().battle("american")
    table.put("NN6/bridge", "M10.1").mark("motion", "M10.1")
    table.g.steps = []
    table.run(Phase(AMERICAN, "move")).play("move M10.1")
    assert table.offered("stop")


@pytest.mark.rule("peiper:P8.52-VC")
@pytest.mark.parametrize(
    ("power", "roll", "falls"), [(20, 2, True), (16, 2, False), (20, 9, False)]
)
def test_heavy_shells_that_kill_destroy_the_bridge(power: int, roll: int, falls: bool) -> None:
    table = Campaign("cheneux").hold_limits().battle("german").put("NN6/bridge", "ss658.1")
    attack = Attack("shell", AMERICAN, (), table.place("NN6"))
    shelled(table.g, attack, roll, COLUMNS.index(power), table.events)
    assert bool(table.happened(BridgeFell)) is falls
    assert table.is_("lost", "ss658.1") is falls
    assert lvp_total(table.g, GERMAN) == (14 - 3 if falls else 14)


@pytest.mark.rule("peiper:P8.52-VC")
def test_nobody_crosses_a_bridge_that_is_destroyed() -> None:
    table = Campaign("cheneux").hold_limits().battle("american").put("NN6/bridge", "us747.1")
    board = table.g.setting.board
    near = next(link.to for link in board.links[table.place("NN6/bridge")])
    table.put(board.locations[near].token, "us747.1")
    table.g.steps = []
    table.run(Phase(AMERICAN, "move")).play("move us747.1")
    assert "go NN6/bridge" in table.offered("go")
    table.g.steps, table.g.march = [], None
    table.g.fallen[table.place("NN6/bridge")] = AMERICAN
    table.run(Phase(AMERICAN, "move")).play("move us747.1")
    assert "go NN6/bridge" not in table.offered("go")


@pytest.mark.rule("peiper:P8.52-VC")
@pytest.mark.parametrize(("side", "over"), [(GERMAN, True), (AMERICAN, False)])
def test_germans_who_destroy_it_lose_the_campaign_at_once(side: int, over: bool) -> None:
    table = Campaign("cheneux").hold_limits().battle("german").put("P9", "ss658.1")
    table.g.steps.append(Phase(GERMAN, "move"))
    table.run()
    table.dice(1, 1, ...)
    shell_hex(table.g, side, 105, table.place("NN6"), table.events)
    assert table.happened(BridgeFell)
    table.play("move ss658.1")
    assert bool(table.g.outcome) is over
    if over:
        assert table.result.winner == AMERICAN
    assert GAME.load(GAME.dump(table.g)).fallen == table.g.fallen
