"""Steps 8.601 to 8.604, and who has won."""

from __future__ import annotations

import pytest

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Place
from salient.games.peiper.events import AllRallied, ScenarioEnded, UnitDiced
from salient.games.peiper.refit.melees import melees
from salient.games.peiper.sequence import AGAIN, BATTLE, ENDING, INITIAL, ONCE, REFIT
from salient.games.peiper.standing.control import lvp_of, lvp_total
from salient.games.peiper.standing.victory import campaign_winner, lvp_hexes
from salient.games.squad.core.ongoing import Minefield
from tests.games.peiper.table import Campaign


@pytest.mark.rule("peiper:P8.6-table")
def test_the_refit_phase_has_25_steps_with_their_marks() -> None:
    assert list(REFIT) == list(range(601, 626))
    assert (*ENDING, *ONCE, *AGAIN, *BATTLE) == tuple(REFIT)
    assert ENDING == (601, 602, 603)
    assert AGAIN[0] == 612
    assert AGAIN[-1] == 623
    assert set(INITIAL) >= {618, 619, 620, 621}


@pytest.mark.rule("peiper:P8.6011")
def test_melees_are_fought_in_the_order_of_the_hexes() -> None:
    table = Campaign("cheneux")
    for number, name in enumerate(("B13", "A1", "C9", "B6"), 1):
        table.put(name, f"us747.{number}", f"ss658.{number}")
    names = [table.g.setting.board.hexes[place].name for place in melees(table.g)]
    assert names == ["A1", "B6", "B13", "C9"]


@pytest.mark.rule("peiper:P8.601b")
def test_a_melee_is_fought_until_one_side_is_gone() -> None:
    table = Campaign("cheneux").terms(first=1, attacker=1)
    table.put("P9", "us747.1", "ss658.1").mark("melee", "us747.1", "ss658.1")
    table.dice(5, 6, 5, 6, 1, 2, 5, 6, ...).step(601).fight()
    assert table.is_("lost", "ss658.1")
    assert not table.is_("lost", "us747.1")
    assert not melees(table.g)


@pytest.mark.rule("peiper:P8.601c")
def test_after_the_first_round_nobody_is_pinned_or_concealed() -> None:
    table = Campaign("cheneux").terms(first=1, attacker=1)
    table.put("P9", "us747.1", "ss658.1").mark("pinned", "ss658.1").mark("cx", "us747.1")
    table.dice(5, 6, 5, 6, 1, 2, 5, 6, ...).step(601).fight()
    assert not table.g.pinned
    assert not table.g.cx
    assert not table.g.concealed


@pytest.mark.rule("peiper:rc-melee")
def test_where_nobody_can_attack_the_phasing_side_breaks_off() -> None:
    table = Campaign("cheneux").terms(first=1, attacker=1)
    table.put("P9", "us747.1", "ss658.1").mark("broken", "us747.1", "ss658.1")
    table.step(601)
    assert table.where("ss658.1") == "P9"
    assert table.where("us747.1") not in ("P9", "")


@pytest.mark.rule("peiper:rc-melee")
def test_infantry_leaves_a_vehicle_that_it_cannot_fight_whoever_is_phasing() -> None:
    """The side that moved first has nobody there but the vehicle, which stays."""
    for first in (0, 1):
        table = Campaign("cheneux").terms(first=first, attacker=first)
        table.put("P9", "us747.1", "SPW251.1").mark("broken", "us747.1")
        table.mark("abandoned", "SPW251.1").step(601)
        assert table.where("SPW251.1") == "P9"
        assert table.where("us747.1") not in ("P9", "")
        assert not melees(table.g)


@pytest.mark.rule("peiper:P8.602b", "peiper:P8.602c", "peiper:P8.602e", "peiper:P8.602f")
def test_markers_of_the_scenario_come_off() -> None:
    table = Campaign("cheneux").put("P9", "us747.1")
    g = table.g
    g.smoke[table.place("P9")] = 2
    g.acquired[table.unit("us57.1")] = (Place(5), -1)
    for flag in ("berserk", "fanatic", "cx", "motion", "buttoned", "concealed"):
        unit = "SPW251.1" if flag in ("motion", "buttoned") else "us747.1"
        setattr(g, flag, 1 << table.unit(unit))
    table.step(602)
    assert not (g.smoke)
    assert not (g.acquired)
    assert not (g.berserk | g.fanatic | g.cx | g.motion | g.buttoned | g.concealed)


@pytest.mark.rule("peiper:P8.602g")
def test_hidden_units_are_placed_but_hidden_mines_stay_hidden() -> None:
    table = Campaign("cheneux").put("P9", "ss658.1").mark("hidden", "ss658.1")
    table.g.mines[table.place("P9")] = (Minefield("ap", 6, 0, known=False),)
    table.step(602)
    assert not table.g.hidden
    assert table.where("ss658.1") == "P9"
    assert not table.g.mines[table.place("P9")][0].known


@pytest.mark.rule("peiper:CG7b-8")
def test_reserves_still_under_cover_at_the_end_are_on_the_map_and_stay() -> None:
    table = Campaign("cheneux").hold_limits().put("Y9", "ss658.1")
    table.mark("reserve", "ss658.1").mark("concealed", "ss658.1")
    table.step(602).step(605)
    assert not table.g.reserve
    assert not table.g.concealed
    assert table.g.home[table.unit("ss658.1")] == table.place("Y9")


@pytest.mark.rule("peiper:P8.6031a")
def test_everybody_rallies_without_a_roll_the_disrupted_too() -> None:
    table = Campaign("cheneux").put("P9", "us747.1", "us747.2")
    table.mark("broken", "us747.1", "us747.2").mark("disrupted", "us747.2")
    table.g.disrupted |= 1 << table.unit("us747.2")
    table.dice().step(602).step(603)
    assert not table.g.broken
    assert table.happened(AllRallied)[0].count == 2


@pytest.mark.rule("peiper:P8.6031b")
def test_all_get_off_and_mines_do_not_attack_them_yet() -> None:
    table = Campaign("cheneux").put("P9", "us747.1", "M10.1")
    table.g.aboard[table.unit("us747.1")] = table.unit("M10.1")
    table.g.mines[table.place("P9")] = (Minefield("ap", 6, 0),)
    table.dice().step(603)
    assert not table.g.aboard
    assert table.where("us747.1") == "P9"


@pytest.mark.rule("peiper:P8.6032a", "peiper:P8.6032b", "peiper:P8.6033", "peiper:P8.52-init-VC")
def test_lvp_decide_the_first_scenario_and_are_added_up() -> None:
    table = Campaign("cheneux").hold_limits().terms(first=1, attacker=1, initial=True)
    table.hold("american", "L10", "P9").step(603)
    event = table.happened(ScenarioEnded)[0]
    assert (event.winner, event.american_lvp, event.german_lvp) == ("american", 2, 12)
    line = table.g.roster[-1]
    assert (line.winner, line.lvp, line.cg_lvp) == (1, (12, 2), (12, 2))
    table.step(603)
    assert table.g.cg_lvp == [24, 4]


@pytest.mark.rule("peiper:P8.52-init-VC")
def test_without_an_lvp_location_the_germans_win_the_first_scenario() -> None:
    table = Campaign("cheneux").hold_limits().terms(first=1, attacker=1, initial=True).step(603)
    assert table.g.roster[-1].winner == 0


@pytest.mark.rule("peiper:P8.2-CG-LVP-total")
@pytest.mark.rule("peiper:ex-P8.6033")
def test_totals_of_ten_fifteen_and_twelve_are_ten_twenty_five_and_thirty_seven() -> None:
    table = Campaign("la_gleize")
    totals = []
    for lvp in (10, 15, 12):
        table.g.control = [0, 0]
        left = lvp
        for place, value in sorted(table.g.setting.lvp.items(), key=lambda item: -item[1]):
            if value <= left:
                table.g.control[1] |= 1 << place
                left -= value
        table.step(603)
        totals.append(table.g.cg_lvp[1])
    assert totals == [10, 25, 37]


@pytest.mark.rule("peiper:P8.6031c")
@pytest.mark.rule("peiper:P8.12")
def test_losses_count_up_to_the_end_of_the_scenario_and_not_after() -> None:
    table = Campaign("cheneux").hold_limits().put("P9", "us747.1").terms(attacker=0)
    table.g.losses = [2, 0]
    table.step(603)
    assert table.g.roster[-1].cvp == (2, 0)
    table.g.encircled |= 1 << table.unit("us747.1")
    table.dice(6, 6).step(604)
    assert table.is_("lost", "us747.1")
    assert table.g.roster[-1].cvp == (2, 0)


@pytest.mark.rule("peiper:P8.6234")
@pytest.mark.parametrize(("gain", "lead", "winner"), [(2, 0, 1), (1, 19, 0), (1, 20, 1), (0, 0, 0)])
def test_an_attacker_needs_lvp_or_a_lead_in_cvp(gain: int, lead: int, winner: int) -> None:
    table = Campaign("cheneux").hold_limits().hold("american", "L10", "P9")
    table.terms(first=1, attacker=1, lvp=(12, 2 - gain))
    table.g.losses = [0, lead]
    assert table.step(603).g.roster[-1].winner == winner


@pytest.mark.rule("peiper:P8.6234")
def test_a_dual_attack_needs_a_lead_of_five() -> None:
    table = Campaign("cheneux").hold_limits().hold("american", "L10", "P9")
    table.terms(first=1, attacker=-1, lvp=(12, 0))
    table.g.losses = [12, 10]
    assert table.step(603).g.roster[-1].winner == -1  # 2 × 3 + 10 against 12: four more
    table.g.losses = [12, 11]
    assert table.step(603).g.roster[-1].winner == 1


@pytest.mark.rule("peiper:P8.51-init-VC")
@pytest.mark.parametrize(("cvp", "winner"), [((70, 20), 0), ((69, 20), 1)])
def test_the_germans_win_at_stoumont_with_fifty_cvp_more(cvp: tuple[int, int], winner: int) -> None:
    table = Campaign("stoumont").hold_limits().terms(attacker=0, initial=True)
    table.g.losses = list(cvp)
    assert table.step(603).g.roster[-1].winner == winner


@pytest.mark.rule("peiper:P8.51-init-VC")
def test_the_germans_win_at_stoumont_with_the_sanatorium() -> None:
    table = Campaign("stoumont").hold_limits().terms(attacker=0, initial=True)
    table.hold("german", "AA14", "AA15", "AA16", "BB13", "BB16")
    assert lvp_total(table.g, 0) == 32
    assert table.step(603).g.roster[-1].winner == 0


@pytest.mark.rule("peiper:P8.53-init-VC")
def test_the_americans_win_at_la_gleize_with_ten_cvp_or_two_hexes() -> None:
    table = Campaign("la_gleize").hold_limits().terms(first=1, attacker=1, initial=True)
    table.g.losses = [0, 9]
    table.hold("american", "S55")
    assert table.step(603).g.roster[-1].winner == 0
    table.hold("american", "R46")
    assert table.step(603).g.roster[-1].winner == 1
    table.hold("german", "R46")
    table.g.losses = [0, 10]
    assert table.step(603).g.roster[-1].winner == 1


@pytest.mark.rule("peiper:P8.51-VC")
def test_stoumont_is_won_with_130_cg_lvp_or_three_buildings_at_the_end() -> None:
    table = Campaign("stoumont", "20N").hold_limits()
    table.g.cg_lvp = [0, 129]
    assert campaign_winner(table.g, last=False) == -1
    assert campaign_winner(table.g, last=True) == 0
    table.g.cg_lvp = [0, 130]
    assert campaign_winner(table.g, last=False) == 1
    table.g.cg_lvp = [0, 0]
    table.hold("american", "AA14", "AA15", "AA16", "BB13", "BB16", "J19", "I20", "P56")
    assert campaign_winner(table.g, last=True) == 1
    table.hold("german", "I20")
    assert campaign_winner(table.g, last=True) == 0


@pytest.mark.rule("peiper:P8.52-VC")
def test_cheneux_is_won_with_ten_lvp_hexes_of_which_the_bridge_is_five() -> None:
    table = Campaign("cheneux", "21PM").hold_limits()
    table.hold("american", "NN6", "L10", "P9", "S10", "V8")
    assert lvp_hexes(table.g) == 9
    assert campaign_winner(table.g, last=True) == 0
    table.hold("american", "Y9")
    assert lvp_hexes(table.g) == 10
    assert campaign_winner(table.g, last=True) == 1
    assert campaign_winner(table.g, last=False) == -1


@pytest.mark.rule("peiper:P8.53-VC")
def test_la_gleize_is_won_with_160_cg_lvp_or_every_lvp_location() -> None:
    table = Campaign("la_gleize", "21AM").hold_limits()
    table.g.cg_lvp = [0, 160]
    assert campaign_winner(table.g, last=False) == 1
    table.g.cg_lvp = [0, 0]
    table.g.control[1] = sum(1 << place for place in table.g.setting.lvp)
    assert campaign_winner(table.g, last=False) == 1
    table.g.control[1] &= table.g.control[1] - 1
    assert campaign_winner(table.g, last=False) == -1


@pytest.mark.rule("peiper:P8.2-LVP-b", "peiper:ex-P8.2-LVP")
def test_what_has_fallen_in_is_worth_nothing_but_the_ground_keeps_its_value() -> None:
    table = Campaign("stoumont")
    g = table.g
    places = [place for place in g.setting.lvp if g.setting.lvp[place] == 2]
    sanatorium = table.place("AA15")
    before = sum(lvp_of(g, place) for place in places)
    g.rubble[sanatorium] = 2
    upper = [p for p in g.setting.board.locations_in(sanatorium) if p in g.setting.lvp]
    assert sum(lvp_of(g, place) for place in places) == before - 2 * (len(upper) - 1)
    assert lvp_of(g, sanatorium) == 2
    g.rubble[table.place("Z14")] = 2
    assert table.place("Z14") not in g.setting.lvp


# -- 8.604 ----------------------------------------------------------------------------------------


@pytest.mark.rule("peiper:P8.6041a")
def test_the_encircled_take_a_task_check_or_are_lost() -> None:
    table = Campaign("cheneux").put("P9", "us747.1", "us747.2")
    table.mark("encircled", "us747.1", "us747.2")
    table.dice(1, 2, 6, 6).step(604)
    assert not table.is_("lost", "us747.1")
    assert table.is_("lost", "us747.2")
    assert table.happened(UnitDiced)[0].modifiers[0].value == 1


@pytest.mark.rule("peiper:P8.6042a", "peiper:P8.6042b")
def test_in_a_minefield_infantry_checks_and_vehicles_are_attacked() -> None:
    table = Campaign("cheneux").put("Q12", "us747.1", "M10.1")
    table.g.mines[table.place("Q12")] = (Minefield("ap", 6, 0),)
    table.dice(6, 6, 6, 6).step(604)
    assert table.is_("half", "us747.1")


@pytest.mark.rule("peiper:P8.6042c")
def test_who_can_leave_by_the_stairs_need_not_check() -> None:
    table = Campaign("cheneux")
    board = table.g.setting.board
    house = next(
        here.index for here in board.hexes
        if here.row.building and len(board.locations_in(here.index)) > 1
        and any(link.side < 0 for link in board.links[here.index])
    )  # fmt: skip
    table.put(board.hexes[house].name, "us747.1")
    table.g.mines[house] = (Minefield("ap", 6, 0),)
    table.dice().step(604)
    assert not table.is_("half", "us747.1")


@pytest.mark.rule("peiper:P8.6043")
@pytest.mark.parametrize(("die", "free"), [(4, True), (5, False)])
def test_the_bogged_get_free_or_are_stuck(die: int, free: bool) -> None:
    table = Campaign("stoumont").put("N20", "M4A3.1").mark("bogged", "M4A3.1")
    table.dice(die).step(604)
    assert not table.g.bogged
    assert table.is_("immobile", "M4A3.1") is not free


@pytest.mark.rule("peiper:P8.6043")
def test_a_mired_truck_without_help_is_given_up() -> None:
    table = Campaign("stoumont").put("N20", "Truck.1").mark("mired", "Truck.1")
    table.dice(5).step(604)
    assert table.is_("immobile", "Truck.1")
    assert table.is_("abandoned", "Truck.1")


@pytest.mark.rule("peiper:P8.6043", "squad:A21.22")
def test_who_gives_a_mired_vehicle_up_stands_beside_it() -> None:
    table = Campaign("stoumont").put("N20", "M3ht.1", "us666.1").mark("mired", "M3ht.1")
    squad, vehicle = table.unit("us666.1"), table.unit("M3ht.1")
    table.g.put(squad, NOWHERE)
    table.g.crewing[squad] = vehicle
    table.dice(6).step(604)
    assert table.is_("abandoned", "M3ht.1")
    assert table.where("us666.1") == "N20"
    assert not table.g.crewing


@pytest.mark.rule("peiper:P8.6044")
@pytest.mark.parametrize(("die", "wreck"), [(3, False), (4, True)])
def test_a_shocked_crew_recovers_or_loses_its_vehicle(die: int, wreck: bool) -> None:
    table = Campaign("stoumont").put("N20", "M4A3.1").mark("shocked", "M4A3.1")
    table.dice(die, ...).step(604)
    assert table.is_("wrecks", "M4A3.1") is wreck
    assert not table.g.shocked


@pytest.mark.rule("peiper:P8.6044")
def test_a_recalled_vehicle_leaves_play() -> None:
    table = Campaign("stoumont").put("N20", "M4A3.1").mark("recalled", "M4A3.1").step(604)
    assert table.is_("lost", "M4A3.1")
