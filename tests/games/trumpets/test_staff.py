"""Formations that move as one, and what the staff proposes (rc-group-1, rc-staff-1)."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece, members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.messages import Message, Word, series
from salient.engine.state import Ref
from salient.games.trumpets.march.rear import post
from salient.games.trumpets.march.segment import Movement
from salient.games.trumpets.orders.activation import Divisions
from salient.games.trumpets.orders.orders import Orders
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.sequence import Activation
from salient.games.trumpets.state import Aircraft
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

rule = pytest.mark.rule


def movement(t: Table, side: int = GERMAN, corps: str = "ISS") -> Table:
    return t.run(Movement(side, t.formation(corps)))


def where(t: Table, unit: str) -> str:
    return t.g.setting.country.number(t.g.where[t.unit(unit)])


# -- formations ---------------------------------------------------------------------------------


@rule("trumpets:rc-group-1")
def test_the_units_of_a_formation_go_to_one_place() -> None:
    t = movement(Table().put("0505", "vg1").put("0506", "vg2").put("0507", "vg3"))
    t.play("group 12vg", "to 0705")
    assert [where(t, unit) for unit in ("vg1", "vg2", "vg3")] == ["0705"] * 3
    assert not t.offered("pick")


@rule("trumpets:rc-group-1")
def test_who_finds_no_room_comes_as_near_as_he_can() -> None:
    t = Table().put("0505", "vg1", "vg2").put("0506", "vg3", "vg4")
    movement(t).play("group 12vg", "to 0705")
    far = [t.g.setting.board.distance(t.g.where[t.unit(u)], t.hex("0705")) for u in VG]
    assert sorted(far) == [0, 0, 0, 1]


VG = ("vg1", "vg2", "vg3", "vg4")


@rule("trumpets:rc-group-1", "trumpets:dis-2", "trumpets:dis-3")
def test_guns_and_hqs_of_a_formation_do_not_crowd_into_a_hex() -> None:
    """In the Losheim Gap two divisions are sent to one village, each with its HQ."""
    t = Table.real("losheim", "16AF")
    for unit in each_piece(t.g.on_map(t.g.setting.army[ALLIED])):
        t.g.put(unit, NOWHERE)
    for hq, hex_ in (("HQ-12VG", "9318"), ("HQ-3FJ", "9118")):
        t.g.put(t.unit(hq), t.hex(hex_))
        t.g.deployed &= ~(1 << t.unit(hq))
    t.run(Movement(GERMAN, t.formation("ISS"))).play("group 12vg", "to 9118")
    assert t.where("HQ-12VG") != "9118"
    assert t.g.setting.board.distance(t.g.where[t.unit("HQ-12VG")], t.hex("9118")) == 1
    assert not t.g.disrupted2 & t.g.setting.roster.emplaced


@rule("trumpets:rc-group-1")
def test_a_formation_does_not_stop_beside_the_enemy_on_its_way() -> None:
    t = Table().put("1010", "vg1").put("1011", "vg2").put("1307", "r1")
    movement(t).play("group 12vg", "to 1308")
    beside = t.g.setting.board.around(1 << t.hex("1307"))
    for unit in ("vg1", "vg2"):
        assert where(t, unit) == "1308" or not beside >> t.g.where[t.unit(unit)] & 1


@rule("trumpets:rc-group-1")
def test_a_formation_may_stay_or_be_left_for_later() -> None:
    t = movement(Table().put("0505", "vg1").put("0506", "vg2").put("0808", "pz"))
    t.play("group 12vg", "back")
    assert "group 12vg" in t.offered()
    t.play("group 12vg", "halt")
    assert t.offered("pick") == {"pick pz"}
    assert where(t, "vg1") == "0505"


@rule("trumpets:rc-group-1")
def test_a_part_of_a_formation_can_be_named() -> None:
    t = Table().put("0505", "pz").put("0506", "kpz").put("0507", "pg")
    movement(t).play("group 1ss")
    assert "group kgp" in t.offered()
    t.play("group kgp", "to 0605")
    assert where(t, "pz") == "0505"
    assert where(t, "pg") == "0507"
    assert where(t, "kpz") == "0605"


@rule("trumpets:rc-group-1")
def test_the_others_may_follow_the_one_that_has_just_moved() -> None:
    t = movement(Table().put("0505", "vg1").put("0506", "vg2").put("0507", "vg3"))
    assert not t.offered("follow"), "nobody has moved yet"
    t.play("pick vg1", "wait")
    assert not t.offered("follow"), "he stayed"
    t.play("pick vg2", "move 0706", "stop", "follow")
    assert where(t, "vg3") == "0706"


@rule("trumpets:rc-group-1")
def test_who_is_ahead_is_not_called_back() -> None:
    t = Table().put("0505", "vg1").put("0506", "vg2").put("0507", "vg3").put("0515", "r1")
    movement(t).play("pick vg2", "move 0706", "stop")
    t.g.put(t.unit("vg3"), t.hex("0512"))
    t.play("follow")
    assert where(t, "vg1") == "0706"
    assert where(t, "vg3") == "0512"
    assert t.offered("pick") == {"pick vg3"}


@rule("trumpets:rc-group-1", "trumpets:rc-arr-2")
def test_those_who_come_on_do_so_with_their_formation() -> None:
    t = Table.real("clervaux", "16AF")
    t.run(Movement(GERMAN, t.formation("XLVII"))).play("pick I/Pz3", "enter 8737", "march 8439")
    t.play("stop", "follow")
    arrived = [t.where(name) for name in ("II/Pz3", "I/2", "II/2", "AA2")]
    board = t.g.setting.board
    assert all(board.distance(t.hex(hex_), t.hex("8439")) <= 2 for hex_ in arrived), arrived
    assert t.where("I/304") == "7940", "who stands before the enemy stays"
    u = Table.real("clervaux", "16AF")
    u.run(Movement(GERMAN, u.formation("XLVII"))).play("group 2pz")
    assert "to 8439" in u.offered("to")


@rule("trumpets:rc-group-1")
def test_deployed_guns_do_not_move_with_their_formation() -> None:
    t = Table().put("0505", "vg1").put("0506", "vg2").put("0507", "ar1")
    movement(t).play("group 12vg", "to 0705")
    assert where(t, "ar1") == "0507"


# -- the staff ----------------------------------------------------------------------------------


@rule("trumpets:rc-staff-1")
@pytest.mark.parametrize(("turn", "far", "proposes"), [
    ("19EV", True, True), ("19EV", False, False), ("19AF", True, False),
])  # fmt: skip
def test_the_staff_lets_a_corps_rest_at_night_far_from_the_enemy(
    turn: str, far: bool, proposes: bool
) -> None:
    t = Table(turn).put("0202", "HQ-ISS", "vg1").put("2020" if far else "0208", "r1")
    t.run(Activation(GERMAN)).play("army 6pa")
    assert bool(t.offered("staff")) is proposes
    if proposes:
        assert t.play("staff").is_("resting", "HQ-ISS")


@rule("trumpets:rc-staff-1")
def test_the_staff_lets_a_tired_division_rest_and_the_others_act() -> None:
    t = Table("19EV").put("1010", "HQ-ISS").put("0202", "HQ-12VG").put("1013", "HQ-1SS")
    t.put("1016", "r1").run(Divisions(GERMAN, t.formation("ISS")))
    t.play("staff")
    assert t.is_("resting", "HQ-12VG")
    assert not t.is_("resting", "HQ-1SS")
    assert t.offered() == {"idle HQ-1SS", "go"}, "what it proposed is done"


@rule("trumpets:rc-staff-1")
def test_the_staff_digs_in_near_the_enemy_and_the_player_may_order_otherwise() -> None:
    t = Table().put("1010", "r1", "r2").put("1014", "r3").put("1012", "vg1")
    t.run(Orders(ALLIED, t.formation("VIII")))
    t.play("dig r2", "staff")
    assert t.is_("building", "r2")
    assert t.is_("building", "r3")
    assert not t.is_("building", "r1"), "one position in a hex"
    assert not t.offered("staff")


@rule("trumpets:rc-staff-1")
def test_guns_are_deployed_where_they_reach_and_brought_up_where_they_do_not() -> None:
    t = put_out(Table().put("1010", "r1"), "nw1", "1013")
    movement(t).play("staff")
    assert t.is_("deployed", "nw1")
    u = Table().put("1003", "r1").put("1012", "nw1")
    movement(u).play("staff")
    assert not u.is_("deployed", "nw1")
    assert u.g.setting.board.distance(u.hex("1003"), u.g.where[u.unit("nw1")]) < 9


@rule("trumpets:rc-staff-1")
def test_an_hq_follows_its_troops_and_stays_out_of_the_enemys_way() -> None:
    t = Table().put("0505", "HQ-12VG").put("1712", "vg1").put("1713", "vg2").put("1912", "r1")
    before = t.g.setting.board.distance(t.hex("0505"), t.hex("1712"))
    movement(t).play("staff")
    assert t.g.setting.board.distance(t.g.where[t.unit("HQ-12VG")], t.hex("1712")) < before


@rule("trumpets:rc-staff-1")
def test_guns_do_not_go_round_the_enemy_into_his_rear() -> None:
    t = Table().put("1010", "r1").put("1013", "vg1").put("1113", "nw1")
    board, foe = t.g.setting.board, t.hex("1010")
    posts = post(t.g, t.unit("nw1"))
    assert posts >> t.hex("1013") & 1
    assert not posts >> t.hex("1007") & 1, "as far from him, but behind him"
    for place in members(posts):
        assert board.distance(place, t.hex("1013")) <= board.distance(place, foe)


@rule("trumpets:rc-staff-1")
def test_guns_that_find_no_other_hex_serve_where_they_are() -> None:
    t = Table().put("1010", "fa1").put("1013", "vg1")
    assert post(t.g, t.unit("fa1")) != 1 << t.hex("1010")
    t.g.held[GERMAN] = t.g.setting.board.all & ~(1 << t.hex("1010"))
    assert post(t.g, t.unit("fa1")) == 1 << t.hex("1010")


@rule("trumpets:rc-staff-1")
@pytest.mark.parametrize(
    ("guns", "stay"), [("1012", True), ("0910", False), ("0811", False)],
    ids=["troops beside them", "next to the enemy", "alone"],
)  # fmt: skip
def test_guns_with_troops_beside_them_are_not_taken_out_of_action(guns: str, stay: bool) -> None:
    """Two hexes from an enemy who is about to be attacked they go on firing."""
    t = Table().put("1010", "r1").put("1011", "vg1").put(guns, "ar1")
    t.g.deployed |= 1 << t.unit("ar1")
    assert bool(post(t.g, t.unit("ar1")) >> t.hex(guns) & 1) is stay


@rule("trumpets:rc-staff-1", "trumpets:dis-3")
def test_the_staff_does_not_crowd_guns_into_one_hex() -> None:
    t = Table.real("clervaux", "16MO")
    for name, hex_ in (("I/304", "7640"), ("II/304", "7640"), ("I/77", "7843"), ("II/77", "7843")):
        t.g.put(t.unit(name), t.hex(hex_))
    t.run(Movement(GERMAN, t.formation("XLVII"))).play("staff")
    assert t.where("VWB15a") != "8041", "it went on"
    assert not t.g.disrupted2


@rule("trumpets:rc-staff-1")
def test_the_staff_fires_no_more_guns_than_move_the_odds() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("1310", "vak1", "ar1")
    t.fight().choose("1010", "vg1", "vg2")
    named = {t.unit("vak1"), t.unit("ar1")}
    t.play("staff")
    assert set(t.g.fight.guns) <= named
    assert t.g.fight.guns
    assert not t.offered("staff"), "more would not help"
    left = named - set(t.g.fight.guns)
    assert all(not t.g.fired >> gun & 1 for gun in left)


@rule("trumpets:rc-staff-1")
def test_the_staff_of_the_defender_names_guns_too() -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("0810", "fa1")
    t.fight().choose("1010", "vg1", "vg2").play("attack", "staff")
    assert t.is_("fired", "fa1")


@rule("trumpets:rc-staff-1")
def test_the_offer_says_what_the_staff_proposes() -> None:
    t = Table().put("1010", "r1").put("1012", "vg1").run(Orders(ALLIED, Table().formation("VIII")))
    decision = t.question
    notes = t.game.report.describe_actions(t.g, decision)
    (note,) = [n for a, n in zip(decision.actions, notes, strict=True) if a.verb == "staff"]
    said = note.parts[0]  # type: ignore[union-attr]
    assert isinstance(said, Message)
    assert said.id == "proposal.dig"
    assert members(1 << t.unit("r1"))[0] in {ref.value for ref in said.values["units"].parts}  # type: ignore[union-attr]


def test_the_end_of_a_turn_names_the_corps_that_would_not_act() -> None:
    t = Table.real("clervaux", "16MO").run(Activation(GERMAN))
    *_, note = t.game.report.describe_actions(t.g, t.question)
    assert isinstance(note, Message)
    assert note.id == "report.not_taken"


def test_offers_of_guns_and_aircraft_say_which_they_are() -> None:
    t = Table().put("1010", "r1").put("1011", "vg1").put("1014", "ar1")
    t.g.aircraft = (Aircraft(GERMAN, "fw190", t.formation("ISS"), "hold"),)
    t.fight().choose("1010", "vg1")
    decision = t.question
    notes = dict(zip(decision.actions, t.game.report.describe_actions(t.g, decision), strict=True))
    (guns,) = [note for action, note in notes.items() if action.verb == "guns"]
    assert guns == series([Ref("piece", t.unit("ar1"))])
    assert notes[Action("air", (0,))] == Word("fw190", ("type",))
