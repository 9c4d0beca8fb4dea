"""Advance and close combat. Rules A4.7, A11."""

from __future__ import annotations

import pytest

from salient.games.squad.core.events.fire import Fired, Tried
from salient.games.squad.core.events.men import AmbushRolled, Checked, CloseCombat
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.phases.close_combat import ambush_drm, has_magnetic_mine
from salient.games.squad.show.notes import figure_actions
from tests.games.squad.table import Table


def together(*lines: str, german: str = "ss658 2 ss91", american: str = "us666 2 M4A3") -> Table:
    table = Table(*lines, german=german, american=american)
    return table.put("C3", "ss658.1").put("D3", "us666.1")


@pytest.mark.rule("squad:A3.7", "squad:A4.7")
def test_infantry_advances_one_location_and_onto_the_enemy() -> None:
    table = together().phase("advance").play("advance ss658.1 D3")
    assert table.where("ss658.1") == "D3"
    assert "advance ss658.1 E3" not in table.offered()


@pytest.mark.rule("squad:A3.8", "squad:A11")
def test_both_sides_attack_at_once_and_the_odds_give_the_number() -> None:
    table = together().put("D3", "ss658.1").dice(1, 2, 2, 2).phase("close")
    first, second = table.happened(CloseCombat)
    assert (first.odds, first.kill, first.result) == ("1-1", 5, "eliminated")
    assert second.kill == 5
    assert table.is_("lost", "us666.1")
    assert table.is_("lost", "ss658.1")


@pytest.mark.rule("squad:A11", "squad:A11.15")
def test_the_number_itself_costs_a_casualty_and_the_rest_is_in_melee() -> None:
    table = together().put("D3", "ss658.1").dice(2, 3, 6, 6).phase("close")
    assert table.is_("half", "us666.1")
    assert table.is_("melee", "ss658.1")
    assert table.is_("melee", "us666.1")


@pytest.mark.rule("squad:A11.15")
def test_units_in_melee_neither_fire_nor_move_nor_are_fired_at() -> None:
    table = together().put("D3", "ss658.1").dice(6, 6, 6, 6).phase("close")
    assert table.move().decision is None
    table.put("B3", "ss658.2").fire("german", "prep")
    assert table.decision is None


@pytest.mark.rule("squad:A11.4")
def test_an_ambush_in_woods_strikes_first() -> None:
    table = together("D3 woods").phase("advance").play("advance ss658.1 D3")
    if table.decision:
        table.play("end")
    table.dice(1, 5, 2, 3).phase("close")
    assert table.happened(AmbushRolled)[-1].result == "german"
    assert len(table.happened(CloseCombat)) == 1
    assert table.is_("lost", "us666.1")


@pytest.mark.rule("squad:A11.51")
def test_squads_attack_vehicles_with_their_own_number() -> None:
    table = Table(german="ss658", american="M4A3").put("D3", "ss658.1")
    table.put("D3", "M4A3.1", facing="w").dice(6, 2, 3).phase("close")
    assert table.happened(CloseCombat)[-1].odds == "ccv"
    assert table.is_("wrecks", "M4A3.1")


def fight_all(table: Table) -> Table:
    """Nobody is singled out."""
    while table.asked.endswith("combat"):
        table.play("fight D3")
    return table


def at_tank(*lines: str, german: str = "us666", american: str = "PzIVJ ss658 ss447") -> Table:
    """An American squad has come to a Panzer IV with closed hatches."""
    table = Table(*lines, german=american, american=german, mover="american")
    table.put("D3", "us666.1").put("D3", "PzIVJ.1", facing="w")
    return table.mark("buttoned", "PzIVJ.1")


@pytest.mark.rule("squad:A11.51")
@pytest.mark.parametrize(
    ("die", "state"),
    [(1, "burning"), (2, "wrecked"), (3, "burning"), (6, "burning")],
)
def test_of_two_ones_a_die_has_its_say_if_nothing_worse_happens(die: int, state: str) -> None:
    """Against a tank in motion 2 + 2 destroys it as well, against one that stands 2 burns it."""
    table = at_tank()
    if state == "wrecked":
        table.mark("motion", "PzIVJ.1")
    table.dice(1, 1, die).phase("close")
    assert table.happened(CloseCombat)[0].result == state


@pytest.mark.rule("squad:A11.51")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "burning"), (2, "wrecked"), (3, "immobilised"), (4, "none")]
)
def test_of_two_ones_even_a_well_guarded_tank_is_not_safe(die: int, result: str) -> None:
    table = at_tank().put("D3", "ss658.1", "ss447.1")
    table.mark("melee", "ss658.1", "ss447.1", "us666.1")
    fight_all(table.dice(6, 6, 6, 6, 1, 1, die, ...).phase("close"))
    assert next(e for e in table.happened(CloseCombat) if e.odds == "ccv").result == result


@pytest.mark.rule("squad:A11.61")
def test_escorts_make_a_tank_hard_to_get_at() -> None:
    table = at_tank().put("D3", "ss658.1", "ss447.1").mark("half", "ss447.1")
    fight_all(table.dice(6, 6, 6, 6, 6, 6, ...).phase("close"))
    attack = next(event for event in table.happened(CloseCombat) if event.odds == "ccv")
    assert {m.rule: m.value for m in attack.modifiers}["A11.61"] == 3


@pytest.mark.rule("squad:A11.61")
def test_broken_squads_and_leaders_alone_guard_nothing() -> None:
    table = at_tank(american="PzIVJ ss658 ss91").put("D3", "ss658.1", "ss91.1")
    table.mark("broken", "ss658.1")
    fight_all(table.dice(6, 6, 6, 6, 6, 6, ...).phase("close"))
    attack = next(event for event in table.happened(CloseCombat) if event.odds == "ccv")
    assert "A11.61" not in {m.rule for m in attack.modifiers}


@pytest.mark.rule("squad:A11.51")
@pytest.mark.parametrize(
    ("vehicle", "state", "values"),
    [
        ("PzIVJ", "buttoned", []),
        ("PzIVJ", "", [-1]),
        ("PzIVJ", "buttoned motion", [2]),
        ("PzIVJ", "buttoned immobile", [-1]),
        ("SPW251", "", [-2]),
        ("SPW9", "", [-2, -1]),
        ("FlakPz", "", [-2]),
        ("Opel", "", [-3, -1]),
    ],
)
def test_what_a_vehicle_is_and_does_makes_it_easy_or_hard_to_attack(
    vehicle: str, state: str, values: list[int]
) -> None:
    """It moves, its hatches or its top are open, it has no machine-guns, it cannot move at all."""
    table = Table(german=f"{vehicle}", american="us666", mover="american")
    table.put("D3", "us666.1").put("D3", f"{vehicle}.1", facing="w")
    for flag in state.split():
        table.mark(flag, f"{vehicle}.1")
    table.dice(6, 6, ...).phase("close")
    attack = next(event for event in table.happened(CloseCombat) if event.odds == "ccv")
    assert [m.value for m in attack.modifiers if m.rule == "A11.51"] == values


@pytest.mark.rule("squad:A11.51", "squad:A4.51")
def test_who_is_out_of_breath_attacks_a_vehicle_worse() -> None:
    table = at_tank().mark("cx", "us666.1").dice(6, 6, ...).phase("close")
    attack = table.happened(CloseCombat)[0]
    assert [(m.rule, m.value) for m in attack.modifiers] == [("A4.51", 1)]


@pytest.mark.rule("squad:A11.141")
@pytest.mark.parametrize(("broken", "value"), [("", -2), ("us92.1", -1), ("us92.1 us91.1", None)])
def test_the_best_leader_who_is_not_broken_leads_the_attack_on_a_vehicle(
    broken: str, value: int | None
) -> None:
    table = (
        at_tank(german="us666 us92 us91 us102").put("D3", "us92.1", "us91.1").put("A1", "us102.1")
    )
    table.mark("broken", *broken.split()).dice(6, 6, ...).phase("close")
    attack = next(event for event in table.happened(CloseCombat) if event.odds == "ccv")
    assert {m.rule: m.value for m in attack.modifiers}.get("A11.141") == value


@pytest.mark.rule("squad:C13.7")
@pytest.mark.parametrize(("die", "value"), [(3, -3), (4, None)])
def test_ss_squads_may_have_a_magnetic_mine_for_a_tank(die: int, value: int | None) -> None:
    table = Table(german="ss658", american="M4A3").put("D3", "ss658.1").put("D3", "M4A3.1")
    table.dice(die, 6, 6, ...).phase("close")
    attack = table.happened(CloseCombat)[0]
    assert {m.rule: m.value for m in attack.modifiers}.get("C13.7") == value


@pytest.mark.rule("squad:C13.7")
def test_americans_have_none_nor_is_one_used_on_a_lorry() -> None:
    table = at_tank().dice(6, 6, 6, 6).phase("close")
    assert not table.happened(Tried)
    table = Table(german="ss658", american="Truck").put("D3", "ss658.1").put("D3", "Truck.1")
    table.dice(6, 6).phase("close")
    assert not table.happened(Tried)


@pytest.mark.rule("squad:C13.7")
@pytest.mark.parametrize(("unit", "has"), [("ss658.1", True), ("ss91.1", False)])
def test_squads_have_magnetic_mines_and_leaders_do_not(unit: str, has: bool) -> None:
    table = Table(german="ss658 ss91", american="M4A3").dice(*[1] * has)
    tank = table.unit("M4A3.1")
    assert has_magnetic_mine(table.g, table.unit(unit), tank, table.events) is has


@pytest.mark.rule("squad:A11.62")
def test_a_tank_that_is_destroyed_first_does_not_attack_any_more() -> None:
    table = at_tank().dice(1, 2).phase("close")
    assert table.is_("wrecks", "PzIVJ.1")
    assert len(table.happened(CloseCombat)) == 1


@pytest.mark.rule("squad:A11.4")
def test_a_tank_is_easily_ambushed() -> None:
    """Each rolls a 3; the tank adds 2 and its closed hatches 1."""
    table = at_tank("D3 woods").put("C3", "us666.1").phase("advance")
    table.dice(1, 1, 3, 3, 6, 6, ...).play("advance us666.1 D3")
    if table.decision:
        table.play("end")
    table.phase("close")
    ambush = table.happened(AmbushRolled)[-1]
    assert (ambush.rolls, ambush.result) == ((6, 3), "american")
    assert table.happened(CloseCombat)[0].modifiers[0].value == -1


@pytest.mark.rule("squad:A11.6")
@pytest.mark.parametrize(
    ("kind", "dice", "goes"),
    [("us666", (3, 3), True), ("us666", (3, 4), False), ("us536", (3, 3), False)],
)
def test_who_advances_on_a_tank_takes_a_task_check(
    kind: str, dice: tuple[int, int], goes: bool
) -> None:
    table = at_tank(german=f"us666 {kind}").put("A1", "us666.1").put("C3", f"{kind}.1")
    table.phase("advance").dice(*dice).play(f"advance {kind}.1 D3")
    assert (table.where(f"{kind}.1") == "D3") is goes
    assert table.is_("pinned", f"{kind}.1") is not goes
    assert table.happened(Checked)[-1].check == "paatc"


@pytest.mark.rule("squad:A11.6")
def test_a_lorry_frightens_nobody() -> None:
    table = Table(german="Opel", american="us666", mover="american").put("D3", "Opel.1")
    table.put("C3", "us666.1").phase("advance").play("advance us666.1 D3")
    assert table.where("us666.1") == "D3"
    assert not table.happened(Checked)


@pytest.mark.rule("squad:A11")
@pytest.mark.parametrize(
    ("squads", "odds", "kill"), [("ss548", "10-1", 12), ("ss658", ">10-1", 13)]
)
def test_more_than_ten_to_one_has_a_kill_number_of_its_own(
    squads: str, odds: str, kill: int
) -> None:
    """A leader alone counts as one factor: squads of five have ten, of six twelve."""
    table = Table(german=f"{squads} 2", american="us70").put("D3", "us70.1")
    table.put("D3", f"{squads}.1", f"{squads}.2")
    fight_all(table.dice(6, 6, ...).phase("close"))
    first = table.happened(CloseCombat)[0]
    assert (first.odds, first.kill) == (odds, kill)


def crowd(mover: str = "german") -> Table:
    """Two squads and a half-squad in one place: 12 factors against 9."""
    table = Table(german="ss658 2", american="us666 2", mover=mover)
    table.put("D3", "ss658.1", "ss658.2", "us666.1", "us666.2").mark("half", "us666.2")
    return table.mark("melee", "ss658.1", "ss658.2", "us666.1", "us666.2").phase("close")


@pytest.mark.rule("squad:A11")
def test_a_side_may_attack_one_unit_of_several() -> None:
    table = crowd()
    assert table.asked == "german combat"
    assert table.offered() == {"fight D3", "engage us666.1", "engage us666.2"}
    table.play("engage us666.2")
    assert table.asked == "american combat"
    table.dice(2, 5, 6, 6).play("fight D3")
    first, second = table.happened(CloseCombat)
    assert (first.odds, first.kill, first.result) == ("4-1", 9, "eliminated")
    assert (second.odds, second.side) == ("1-2", 1)
    assert table.is_("lost", "us666.2")
    assert not table.is_("lost", "us666.1")


@pytest.mark.rule("squad:A11")
def test_both_attack_at_once_whoever_is_named_first() -> None:
    """The half-squad that dies has attacked as well."""
    table = crowd("american")
    assert table.asked == "american combat"
    table.play("fight D3").dice(6, 6, 2, 2).play("engage us666.2")
    first, second = table.happened(CloseCombat)
    assert (first.side, second.side) == (1, 0)
    assert first.odds == "1-2"


@pytest.mark.rule("squad:A11")
def test_the_notes_tell_odds_and_chance_of_each_attack() -> None:
    table = crowd()
    told = figure_actions(table.g, table.question)
    assert told == ["17%", "42%", "72%"]


@pytest.mark.rule("squad:A11.4", "squad:A11")
def test_who_is_ambushed_names_his_targets_after_the_blow() -> None:
    table = Table("D3 woods", german="ss658 2", american="us666 2")
    table.put("C3", "ss658.1").put("D3", "us666.1", "us666.2").phase("advance")
    table.play("advance ss658.1 D3").dice(1, 6)
    if table.decision:
        table.play("end")
    table.phase("close")
    assert table.asked == "german combat"
    table.dice(1, 1, ...).play("engage us666.1")
    assert table.is_("lost", "us666.1")


# -- the advance ----------------------------------------------------------------------------------


@pytest.mark.rule("squad:A4.7")
@pytest.mark.parametrize(
    ("state", "may"),
    [("", True), ("pinned", False), ("ti", False), ("advanced", False), ("broken", False),
     ("melee", False), ("aboard", False), ("gun", False)],
)  # fmt: skip
def test_who_may_advance(state: str, may: bool) -> None:
    table = Table(german="ss658 2 SPW251 pak40", american="us666").put("C3", "ss658.1")
    table.put("G7", "ss658.2").put("C3", "SPW251.1")
    if state == "aboard":
        table.aboard("SPW251.1", "ss658.1")
    elif state == "gun":
        table.put("C3", "ss658.1+pak40.1")
    elif state:
        table.mark(state, "ss658.1")
    table.phase("advance", "german")
    assert bool({text for text in table.offered() if text.startswith("advance ss658.1")}) is may
    assert "advance ss658.2 G8" in table.offered()


@pytest.mark.rule("squad:A4.7")
def test_nobody_advances_where_there_is_no_room_and_everybody_once() -> None:
    table = Table(german="ss658 4", american="us666").put("C3", "ss658.1")
    table.put("C4", "ss658.2", "ss658.3", "ss658.4").phase("advance", "german")
    assert "advance ss658.1 C4" not in table.offered()
    table.play("advance ss658.1 D3")
    assert not {text for text in table.offered() if text.startswith("advance ss658.1")}


@pytest.mark.rule("squad:A12.14")
@pytest.mark.parametrize(
    ("state", "to", "line", "concealed"),
    [
        ("concealed", "C4", "C4 woods", True),
        ("concealed", "C4", "C4 open_ground", False),
        ("hidden", "C4", "C4 woods", True),
        ("hidden", "C4", "C4 open_ground", False),
    ],
)
def test_advancing_into_cover_keeps_a_question_mark_and_ends_hiding(
    state: str, to: str, line: str, concealed: bool
) -> None:
    table = Table("C3 woods", line, german="ss658 ssLMG", american="us666")
    table.put("C3", "ss658.1+ssLMG.1").mark(state, "ss658.1").put("C8", "us666.1")
    table.phase("advance", "german").play(f"advance ss658.1 {to}")
    for unit in ("ss658.1", "ssLMG.1"):
        assert not table.is_("hidden", unit)
        assert table.is_("concealed", unit) is concealed


@pytest.mark.rule("squad:A12.42")
def test_who_advances_upon_hidden_enemies_finds_them() -> None:
    table = together("D3 woods").put("D3", "us666.1").put("E5", "us666.2")
    table.mark("hidden", "us666.1", "us666.2").mark("concealed", "ss658.1")
    table.phase("advance").play("advance ss658.1 D3")
    assert table.where("ss658.1") == "D3"
    assert not table.is_("hidden", "us666.1")
    assert table.is_("hidden", "us666.2")


@pytest.mark.rule("squad:B28.41")
@pytest.mark.parametrize(("at", "arrives"), [("C3", False), ("D3", True)])
def test_mines_attack_those_who_advance_out_of_them_or_into_them(at: str, arrives: bool) -> None:
    """Whoever breaks where he starts stays there."""
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    table.g.mines[table.place(at)] = (Minefield("ap", 8, 1),)
    table.phase("advance", "german").dice(3, 3, 6, 5, ...).play("advance ss658.1 D3")
    assert [event.means for event in table.happened(Fired)] == ["mines"]
    assert table.is_("broken", "ss658.1")
    assert table.where("ss658.1") == ("D3" if arrives else "C3")


# -- strength and ambush --------------------------------------------------------------------------


@pytest.mark.rule("squad:A11", "squad:A7.8")
@pytest.mark.parametrize(
    ("own", "pinned", "odds"),
    [
        ("ss658.1", "", "1-1"),
        ("ss658.1", "ss658.1", "1-2"),
        ("ss658.1 ss658.2", "", "2-1"),
        ("ss658.1 ss658.2", "ss658.2", "3-2"),
        ("ss91.1", "", "1-6"),
    ],
)
def test_firepower_against_firepower_gives_the_odds(own: str, pinned: str, odds: str) -> None:
    """The Americans have six factors; the pinned count half, a leader as one."""
    table = together(german="ss658 2 ss91").put("D3", *own.split()).mark("pinned", *pinned.split())
    if "ss658.1" not in own:
        table.put("A1", "ss658.1")
    fight_all(table.dice(6, 6, 6, 6, ...).phase("close"))
    attack = next(event for event in table.happened(CloseCombat) if event.side == 0)
    assert attack.odds == odds


@pytest.mark.rule("squad:A7.8")
@pytest.mark.parametrize("state", ["pinned", "broken"])
def test_who_is_pinned_or_broken_already_need_not_check_for_it(state: str) -> None:
    """Six factors: an eight is a PTC."""
    table = Table(german="ss658", american="us666 2").put("B3", "ss658.1").put("D3", "us666.1")
    table.put("H9", "us666.2").mark(state, "us666.1").fire("german", "prep")
    table.dice(3, 5).attack("ss658.1", "D3")
    assert not table.happened(Checked)


@pytest.mark.rule("squad:A11.4")
@pytest.mark.parametrize(
    ("units", "states", "drm"),
    [
        ("us666.1", "", 0),
        ("us666.1 us92.1", "", -2),
        ("us92.1", "", 0),
        ("us666.1 us92.1 us81.1", "broken:us92.1", -1 + 1),
        ("us666.1", "cx:us666.1", 1),
        ("us666.1", "pinned:us666.1 cx:us666.1", 2),
        ("us666.1", "concealed:us666.1", -2),
        ("us666.1 us666.2", "concealed:us666.1", 0),
        ("us666.1 M4A3.1", "", 2),
        ("us666.1 M4A3.1", "buttoned:M4A3.1 shocked:M4A3.1", 4),
    ],
)
def test_what_counts_for_the_ambush(units: str, states: str, drm: int) -> None:
    table = Table("D3 woods", german="ss658", american="us666 2 us92 us81 M4A3")
    table.put("D3", *units.split())
    for state in states.split():
        table.mark(*state.split(":"))
    assert ambush_drm(table.g, table.place("D3"), 1) == drm


@pytest.mark.rule("squad:A11.4")
@pytest.mark.parametrize(
    ("line", "concealed", "dice", "winner"),
    [
        ("D3 woods", "", (1, 4), "german"),
        ("D3 woods", "", (1, 3), "none"),
        ("D3 woods", "", (4, 1), "american"),
        ("D3 stone_building", "", (4, 1), "american"),
        ("D3 open_ground", "", (), ""),
        ("D3 open_ground", "us666.1", (1, 6), "german"),
    ],
)
def test_where_there_is_an_ambush_and_by_how_much(
    line: str, concealed: str, dice: tuple[int, ...], winner: str
) -> None:
    table = together(line).mark("concealed", *concealed.split()).phase("advance")
    table.play("advance ss658.1 D3")
    if table.decision:
        table.play("end")
    fight_all(table.dice(*dice, 6, 6, 6, 6, ...).phase("close"))
    assert [event.result for event in table.happened(AmbushRolled)] == ([winner] if winner else [])
    if winner in ("german", "american"):
        first = table.happened(CloseCombat)[0]
        assert first.side == ("german", "american").index(winner)


@pytest.mark.rule("squad:A11.6")
@pytest.mark.parametrize(("dice", "goes"), [((4, 4), True), ((4, 5), False)])
def test_a_leader_takes_the_task_check_by_his_own_morale(dice: tuple[int, int], goes: bool) -> None:
    table = at_tank(german="us666 us80").put("A1", "us666.1").put("C3", "us80.1")
    table.phase("advance").dice(*dice).play("advance us80.1 D3")
    assert (table.where("us80.1") == "D3") is goes
    assert not table.happened(Checked)[-1].modifiers


@pytest.mark.rule("squad:A11.141")
@pytest.mark.parametrize(
    ("state", "value"), [("", -2), ("broken:ss92.1", -1), ("pinned:ss92.1", -1)]
)
def test_the_best_leader_who_can_leads_in_close_combat(state: str, value: int) -> None:
    table = together(german="ss658 ss92 ss91 ss103").put("D3", "ss658.1", "ss92.1", "ss91.1")
    table.put("A1", "ss103.1")
    if state:
        table.mark(*state.split(":"))
    fight_all(table.dice(6, 6, 6, 6, ...).phase("close"))
    attack = next(event for event in table.happened(CloseCombat) if event.side == 0)
    assert {m.rule: m.value for m in attack.modifiers}["A11.141"] == value


@pytest.mark.rule("squad:A11.141")
def test_a_leader_alone_leads_nobody() -> None:
    table = together(german="ss658 ss92").put("A1", "ss658.1").put("D3", "ss92.1")
    fight_all(table.dice(6, 6, 6, 6, ...).phase("close"))
    attack = next(event for event in table.happened(CloseCombat) if event.side == 0)
    assert "A11.141" not in {m.rule for m in attack.modifiers}


@pytest.mark.rule("squad:A11.4")
@pytest.mark.parametrize(("dice", "values"), [((1, 6), [-1, 1]), ((6, 1), [-1, 1])])
def test_who_ambushes_strikes_at_minus_one_and_is_struck_back_at_plus_one(
    dice: tuple[int, int], values: list[int]
) -> None:
    table = together("D3 woods").phase("advance").play("advance ss658.1 D3")
    if table.decision:
        table.play("end")
    fight_all(table.dice(*dice, 6, 6, 6, 6, ...).phase("close"))
    found = [{m.rule: m.value for m in e.modifiers}["A11.4"] for e in table.happened(CloseCombat)]
    assert found == values


@pytest.mark.rule("squad:A11.4")
@pytest.mark.parametrize(("side", "kind"), [("german", "ss658"), ("american", "us666")])
def test_nobody_is_ambushed_by_those_of_his_own_side_alone(side: str, kind: str) -> None:
    """Who advances to friends in woods finds nobody to ambush, and no dice fall."""
    table = Table("C4 woods", german="ss658 2", american="us666 2", mover=side)
    table.put("C3", f"{kind}.1").put("C4", f"{kind}.2").phase("advance", side)
    table.play(f"advance {kind}.1 C4")
    if table.decision:
        table.play("end")
    table.phase("close", side)
    assert not table.happened(AmbushRolled)
