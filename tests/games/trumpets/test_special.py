"""Peiper (95.0), Skorzeny (94.0), overruns (35.0), events (78.0), on field and map."""

from __future__ import annotations

import pytest

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.events import Rolled
from salient.engine.ids import Place
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.charts.combat import ODDS
from salient.games.trumpets.events import CorpsEvent, Overran, TeamMoved
from salient.games.trumpets.fight.artillery import defence_fire
from salient.games.trumpets.march.commandos import PlacingTeams, misdirect, ready_teams
from salient.games.trumpets.march.infiltration import (
    infiltrates,
    infiltration_modifiers,
    infiltration_routes,
)
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.march.surprise import ROUTE_HEXES
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.special.corps_events import (
    GENERAL,
    Befalling,
    event_modifiers,
    events_of,
    roll_corps_event,
)
from salient.games.trumpets.special.peiper import Alerting, PeiperExploits, PeiperHolds
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.state import TrumpetsState
from tests.conftest import Dice
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_movement_costs import put_out

# -- overruns -----------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-24q", "trumpets:rc-over-1")
def test_a_column_drives_through_what_cannot_stop_it() -> None:
    """20 + 14 against a company's 4: more than seven times."""
    t = put_out(put_out(Table().put("1010", "r1", steps=1), "pz", "1012"), "pg", "1012")
    t.move("pz", "pg")
    assert not t.offered("overrun"), "not next to it"
    u = put_out(put_out(Table().put("1010", "r1", steps=1), "pz", "1011"), "pg", "1011")
    u.move("pz", "pg")
    assert u.offered("overrun") == {"overrun 1010"}
    u.play("overrun 1010")
    assert u.happened(Overran)
    assert u.steps("r1") == 0, "its last step"
    assert u.where("pz") == "1010"


@pytest.mark.rule("trumpets:rc-over-1", "trumpets:tab-pos-overrun")
@pytest.mark.parametrize(
    ("turn", "ground", "works", "may"),
    [
        ("19AF", "", "", True), ("19AF", "woods", "ip6", True), ("19EV", "", "", False),
        ("19AF", "forest", "", False), ("19AF", "village", "", False), ("19AF", "town", "", False),
        ("19AF", "", "roadblock", False), ("19AF", "", "strongpoint", False),
        ("19AF", "", "fortress", False),
    ],
)  # fmt: skip
def test_where_overruns_are_possible(turn: str, ground: str, works: str, may: bool) -> None:
    t = Table(turn, ground={"1010": ground}).put("1010", "r1", steps=1)
    if works:
        t.works("1010", works)
    put_out(put_out(t, "pz", "1011"), "pg", "1011").move("pz", "pg")
    assert bool(t.offered("overrun")) is may


@pytest.mark.rule("trumpets:rc-over-1")
def test_seven_times_are_needed_and_armour_or_three_units() -> None:
    t = put_out(Table().put("1010", "r1"), "pz", "1011").move("pz")
    assert not t.offered("overrun"), "20 against 13"
    u = put_out(put_out(Table().put("1010", "HQ-106ID"), "vg1", "1011"), "vg2", "1011")
    assert not u.move("vg1", "vg2").offered("overrun"), "two battalions of infantry"
    v = put_out(Table().put("1010", "HQ-106ID"), "pz", "1011").move("pz")
    assert v.offered("overrun")


# -- Kampfgruppe Peiper -------------------------------------------------------------------------


def night(turn: str = "16EV", **more: object) -> Table:
    return Table(turn, **more)  # type: ignore[arg-type]


@pytest.mark.rule("trumpets:kgp-1", "trumpets:kgp-2", "trumpets:sop-30c")
@pytest.mark.parametrize(("turn", "asked"), [("16EV", True), ("17PD", True), ("17MO", False)])
def test_peiper_is_held_for_the_night_next_to_the_enemy_too(turn: str, asked: bool) -> None:
    t = night(turn).put("1010", "kpz", "HQ-KGP").put("1011", "r1")
    t.run(PeiperHolds(t.formation("ISS")))
    assert bool(t.offered("reserve")) is asked
    if asked:
        t.play("reserve HQ-KGP")
        assert t.is_("reserve", "kpz")
        assert t.is_("reserve", "HQ-KGP")


@pytest.mark.rule("trumpets:kgp-3", "trumpets:eoc-2", "trumpets:rc-kgp-4")
def test_americans_next_to_germans_are_alert() -> None:
    t = night().put("1010", "r1").put("1011", "vg1").put("1515", "r2").run(Alerting(GERMAN))
    assert t.is_("alert", "r1")
    assert not t.is_("alert", "r2")
    u = night("17MO").put("1010", "r1").put("1011", "vg1").run(Alerting(GERMAN))
    assert not u.g.alert


def exploiting(t: Table) -> Table:
    t.g.deployed = 0
    return t.flag("reserve", "kpz").run(PeiperExploits(GERMAN))


@pytest.mark.rule("trumpets:kgp-5", "trumpets:kgp-4", "trumpets:kgp-14")
def test_peiper_drives_through_american_zones_and_goes_on() -> None:
    road = tuple(f"10{row:02}-10{row + 1:02}" for row in range(8, 16))
    t = exploiting(night(roads=road).put("1015", "kpz").put("1111", "r1")).play("pick kpz")
    assert "move 1008" in t.offered(), "seven road hexes past the zone of r1"
    t.play("move 1012", "stop")
    assert t.asked == "german peiper_exploits"
    t.play("pick kpz")
    assert "move 1008" in t.offered(), "again, with what is left"
    assert t.g.kgp_spent[t.unit("kpz")] == 6, "three hexes at one factor"


@pytest.mark.rule("trumpets:kgp-6")
def test_peiper_has_no_zone_while_he_exploits() -> None:
    t = night().put("1010", "kpz")
    assert zone(t.g, GERMAN, afv=False)
    t.g.ghosts = 1 << t.unit("kpz")
    assert not zone(t.g, GERMAN, afv=False)


@pytest.mark.rule(
    "trumpets:kgp-7", "trumpets:kgp-13", "trumpets:kgp-15", "trumpets:kgp-18", "trumpets:kgp-19",
    "trumpets:rc-kgp-1",
)  # fmt: skip
@pytest.mark.parametrize("alert", [False, True])
def test_surprise_gives_a_shift_and_leaves_no_guns_and_no_works(dice: Dice, alert: bool) -> None:
    t = night().put("1011", "kpz").put("1010", "r1").put("1008", "fa1").works("1010", "ip6")
    if alert:
        t.flag("alert", "r1")
    exploiting(t)
    t.g.deployed = 1 << t.unit("fa1")
    t.g.offered = None
    t.play("fight 1010", "commit kpz")
    dice(6, 6, ...)
    t.play("attack")
    asked = t.decision is not None and t.decision.prompt == "answering"
    assert asked is alert, "surprised units have no artillery"
    if asked:
        t.play("done")
    assert ("kgp-15" in t.shifts) is not alert
    assert t.g.kgp_spent.get(t.unit("kpz"), 4) >= 4, "two factors for the attack"


@pytest.mark.rule("trumpets:kgp-8", "trumpets:rc-over-1")
@pytest.mark.parametrize(("alert", "may"), [(False, True), (True, False)])
def test_surprised_units_are_overrun_at_four_times_by_night(alert: bool, may: bool) -> None:
    t = night().put("1011", "kpz").put("1010", "r1", steps=1)
    if alert:
        t.flag("alert", "r1")
    exploiting(t).play("pick kpz")
    assert bool(t.offered("overrun")) is may, "20 against 4"


def column_before_honsfeld(*units: str) -> Table:
    """Peiper's column before Honsfeld in the night of 17 December, on the real map."""
    t = Table.real("losheim", "17PD").put("8618", "801TD")
    for unit in ("HQ-KGP", *units):
        t.g.waiting.pop(t.unit(unit), None)
        t.put("8718", unit)
    t.g.deployed &= ~(1 << t.unit("HQ-KGP"))
    return t.flag("reserve", *units).run(PeiperExploits(GERMAN))


def before_honsfeld(*units: str) -> Table:
    """The column there, its first unit on the move."""
    return column_before_honsfeld(*units).play(f"pick {units[0]}")


@pytest.mark.rule("trumpets:kgp-9", "trumpets:kgp-8")
def test_honsfeld_may_be_overrun_although_a_village() -> None:
    """58 against 10 is four times; 38 is not."""
    t = before_honsfeld("I/SSPz1", "III/SS2").play("join III/SS2")
    assert not t.offered("overrun")
    u = before_honsfeld("I/SSPz1", "III/SS2", "T501").play("join III/SS2", "join T501")
    assert u.offered("overrun") == {"overrun 8618"}
    u.play("overrun 8618")
    while u.decision is not None and u.decision.prompt == "retreat":
        u.play(sorted(u.offered("retreat"))[0])
    assert u.where("I/SSPz1") == "8618"
    assert u.where("801TD") != "8618"


@pytest.mark.rule("trumpets:kgp-10")
def test_one_battalion_of_paratroops_rides_on_the_tanks() -> None:
    t = before_honsfeld("I/SSPz1")
    riders = [u for u in t.g.setting.roster.index if u.endswith("FJ9")][:2]
    assert len(riders) == 2
    t.g.steps, t.g.offered = [], None
    for unit in riders:
        t.put("8718", unit)
    t.run(PeiperExploits(GERMAN)).play("pick I/SSPz1")
    assert {f"join {unit}" for unit in riders} <= t.offered()
    t.play(f"join {riders[0]}")
    assert f"join {riders[1]}" not in t.offered()
    t.play("move 8717", "stop")
    assert t.where(riders[0]) == "8717"


@pytest.mark.rule("trumpets:kgp-16", "trumpets:kgp-17")
@pytest.mark.parametrize(
    ("units", "panic"), [(("I/SSPz1", "T501"), True), (("I/SSPz1", "III/SS2"), False)]
)
def test_tigers_bring_a_panic_shift_and_the_night_another(
    dice: Dice, units: tuple[str, ...], panic: bool
) -> None:
    """Honsfeld in the night of 17 December, fought to its end."""
    t = column_before_honsfeld(*units)
    t.play("fight 8618", *(f"commit {unit}" for unit in units))
    dice(6, 6, ...)
    t.play("attack")
    assert (t.shifts.get("we-02") == 1) is panic
    ground = {rule: value for rule, value in t.shifts.items() if rule.startswith("tab-terrain")}
    assert sum(ground.values()) == 1, "night is the attacker's"
    nobody_in_front, surprise, night = t.shifts["we-07"], t.shifts["kgp-15"], 1
    right = nobody_in_front + surprise + night + panic
    assert sum(t.shifts.values()) == right
    assert t.combat.column == ODDS[min(ODDS.index(t.combat.odds) + right, len(ODDS) - 1)]


@pytest.mark.rule("trumpets:kgp-16", "trumpets:kgp-17")
@pytest.mark.parametrize(
    ("turn", "units", "shifts"),
    [
        ("17PD", ("T501",), {"we-02": 1, "tab-terrain-village": 1}),
        ("17MO", ("T501",), {"we-02": 1}), ("18MO", ("T501",), {}), ("17MO", ("I/SSPz1",), {}),
        ("18PD", ("T501",), {"tab-terrain-village": 1}), ("17PD", ("I/FJ9",), {}),
    ],
)  # fmt: skip
def test_panic_ends_with_the_17th_and_the_night_is_not_every_divisions(
    dice: Dice, turn: str, units: tuple[str, ...], shifts: dict[str, int]
) -> None:
    """Honsfeld, attacked by the corps in its own segment."""
    t = Table.real("losheim", turn).put("8618", "3/394")
    for unit in units:
        t.g.waiting.pop(t.unit(unit), None)
        t.put("8718", unit)
    t.fight(corps="ISS").choose("8618", *units)
    dice(6, 6, ...)
    t.play("attack")
    while t.decision is not None and t.decision.prompt == "answering":
        t.play("done")
    found = {rule: value for rule, value in t.shifts.items() if value > 0}
    assert found == shifts


@pytest.mark.rule("trumpets:kgp-11", "trumpets:kgp-12", "trumpets:rc-kgp-3")
def test_the_southern_route_lies_on_the_map() -> None:
    g, _ = Table.game.start("panzer_6", bytes(32))
    route = g.setting.southern_route
    for town in ("9018", "8515", "8314", "7815", "7314"):
        assert route >> g.setting.at(town) & 1, town
    assert route & g.setting.country.road_hexes == route


@pytest.mark.rule("trumpets:kgp-11", "trumpets:kgp-12", "trumpets:rc-kgp-3")
@pytest.mark.parametrize(("used", "owner_at", "open_"), [
    (0, "8415", True), (ROUTE_HEXES, "8415", False), (ROUTE_HEXES, "9517", True),
])  # fmt: skip
def test_the_southern_route_is_not_offered_once_it_is_used_up(
    used: int, owner_at: str, open_: bool
) -> None:
    """An offered move that led nowhere could be repeated for ever."""
    t = Table.real("panzer_6", "16EV")
    for unit in each_piece(t.g.on_map((1 << len(t.g.where)) - 1)):
        t.g.put(unit, NOWHERE)
    t.put("8516", "I/SSPz1").put(owner_at, "I/SSPz12")
    t.g.waiting, t.g.kgp_route = {}, used
    t.move("I/SSPz1", kgp=True)
    assert t.offered("move")
    assert ("move 8515" in t.offered()) == open_


@pytest.mark.rule("trumpets:kgp-11", "trumpets:kgp-12", "trumpets:rc-kgp-3")
@pytest.mark.parametrize(("used", "open_"), [(0, True), (ROUTE_HEXES, False)])
def test_the_southern_route_is_closed_to_those_on_foot_too(used: int, open_: bool) -> None:
    t = Table.real("panzer_6", "16EV")
    for unit in each_piece(t.g.on_map((1 << len(t.g.where)) - 1)):
        t.g.put(unit, NOWHERE)
    t.put("8516", "III/SS2").put("8415", "I/SSPz12")
    t.g.waiting, t.g.kgp_route = {}, used
    t.move("III/SS2", kgp=True)
    assert t.offered("foot")
    assert ("foot 8515" in t.offered()) == open_


@pytest.mark.rule("trumpets:rc-move-4", "trumpets:rc-move-2", "trumpets:kgp-14")
@pytest.mark.parametrize(
    ("spent", "walks", "drives"), [(0, 1, 1), (8, 1, 1), (12, 0, 1), (17, 0, 0)]
)
def test_peipers_infantry_walks_no_further_for_being_asked_again(
    spent: int, walks: int, drives: int
) -> None:
    """Who has spent something has no hex that is too dear, and six factors on foot are all."""
    t = night().put("1010", "pg")
    t.run(Moving(GERMAN, -1, (t.unit("pg"),), spent=spent, kgp=True))
    assert bool(t.offered("foot")) == bool(walks)
    assert bool(t.offered("move")) == bool(drives)


@pytest.mark.rule("trumpets:kgp-11", "trumpets:kgp-12", "trumpets:rc-kgp-3")
@pytest.mark.parametrize(
    ("owner_at", "end", "used"), [("8415", "8716", 3), ("9517", "8515", 5), ("9017", "8515", 5)]
)
def test_peiper_drives_down_the_southern_route_as_far_as_he_may(
    owner_at: str, end: str, used: int
) -> None:
    """From Losheimergraben to Büllingen: five hexes of it, three while the 12th SS is on it."""
    t = Table.real("panzer_6", "16EV")
    for unit in each_piece(t.g.on_map((1 << len(t.g.where)) - 1)):
        t.g.put(unit, NOWHERE)
    t.put("9018", "I/SSPz1").put(owner_at, "I/SSPz12").flag("reserve", "I/SSPz1")
    t.g.waiting = {}
    t.run(PeiperExploits(GERMAN)).play("pick I/SSPz1", "move 8515")
    assert (t.where("I/SSPz1"), t.g.kgp_route) == (end, used)
    assert ("move 8616" in t.offered()) is (used > ROUTE_HEXES), "back or on, it is the route"
    assert "move 8715" in t.offered() or used > ROUTE_HEXES, "he may leave it"


# -- Skorzeny -----------------------------------------------------------------------------------


def sixth(turn: str, weather: str = "clear") -> TrumpetsState:
    g, _ = Table.game.start("panzer_6", bytes(32))
    g.turn, g.weather = turn_of(turn), dict.fromkeys(("6PA", "5PA", "7A"), weather)
    return g


@pytest.mark.rule("trumpets:note-skor-1", "trumpets:note-skor-5", "trumpets:sop-24r")
@pytest.mark.parametrize(
    ("turn", "may"), [("16AF", False), ("16EV", True), ("18EV", True), ("19PD", False)]
)
def test_who_infiltrates_and_when(turn: str, may: bool) -> None:
    g = sixth(turn)
    assert infiltrates(g, (g.setting.unit("KGX"),)) is may
    assert not infiltrates(g, (g.setting.unit("I/SSPz1"),))


@pytest.mark.rule(
    *(f"trumpets:drm-skor-{number}" for number in range(1, 11)), "trumpets:note-skor-2"
)
@pytest.mark.parametrize(
    ("turn", "weather", "hexes", "total"),
    [
        ("16EV", "clear", "forest", -2 - 1), ("17PD", "fog", "forest", -2 - 1 - 1),
        ("17MO", "heavy_fog", "clear", 0 - 2 + 1), ("17AF", "clear", "clear", 1),
        ("17EV", "clear", "clear", 1), ("18PD", "clear", "forest", -1),
        ("18MO", "clear", "clear", 3), ("18AF", "clear", "clear", 3), ("18EV", "clear", "clear", 3),
    ],
)  # fmt: skip
def test_the_modifiers_of_infiltration(turn: str, weather: str, hexes: str, total: int) -> None:
    g = sixth(turn, weather)
    country = g.setting.country
    free = country.terrain[hexes] & ~g.occupied[ALLIED] & ~g.occupied[GERMAN]
    place = each_place(free)[-1]
    assert sum(m.value for m in infiltration_modifiers(g, [place])) == total
    held = each_place(g.occupied[ALLIED])[-1]
    through = infiltration_modifiers(g, [place, held])
    assert ("drm-skor-10", 2) in [(m.rule, m.value) for m in through]


def one_of(g: TrumpetsState, kind: str, below: str) -> Place:
    """A hex of a kind without anybody, with one of another kind below it."""
    terrain = g.setting.country.terrain
    free = terrain[kind] & ~g.occupied[ALLIED] & ~zone(g, ALLIED, afv=False)
    return next(place for place in each_place(free) if terrain[below] >> place + 1 & 1)


@pytest.mark.rule("trumpets:drm-skor-8", "trumpets:drm-skor-9")
@pytest.mark.parametrize(
    ("kinds", "rules"),
    [
        ("forest/clear", ["drm-skor-8"]), ("forest/woods", ["drm-skor-8"]),
        ("clear/forest", ["drm-skor-9"]), ("clear/woods", ["drm-skor-9"]),
        ("woods/clear", []), ("woods/forest", []), ("broken/clear", []),
        ("forest/clear forest/woods", ["drm-skor-8"]), ("forest/clear woods/clear", []),
        ("forest/woods clear/woods", ["drm-skor-9"]), ("woods/forest clear/woods", ["drm-skor-9"]),
    ],
)  # fmt: skip
def test_the_ground_of_an_infiltration(kinds: str, rules: list[str]) -> None:
    """Forest all the way helps, a single clear hex harms; what lies beside it does neither."""
    g = sixth("17MO")
    way = [one_of(g, *kind.split("/")) for kind in kinds.split()]
    found = [m.rule for m in infiltration_modifiers(g, way)]
    assert found[1:] == rules, "after that of the turn"


@pytest.mark.rule("trumpets:tab-skor", "trumpets:note-skor-4")
@pytest.mark.parametrize(("total", "through"), [(7, True), (8, False)])
def test_seven_or_less_after_the_modifiers_succeeds(dice: Dice, total: int, through: bool) -> None:
    """Brigade 150 before the American line in the morning of 18 December, played to its end."""
    t = Table.real("panzer_6", "18MO")
    t.g.waiting.pop(t.unit("KGX"), None)
    start = next(
        place
        for place in each_place(t.g.setting.country.road_hexes & ~t.g.occupied[ALLIED])
        if _infiltrates_from(t, place)
    )
    t.g.put(t.unit("KGX"), start)
    t.move("KGX")
    order = sorted(t.offered("infiltrate"))[0]
    goal = t.hex(order.split()[1])
    way = infiltration_routes(t.g, GERMAN, (t.unit("KGX"),), t.g.steps[-1].left(t.g))[goal]
    need = total - sum(modifier.value for modifier in way.modifiers)
    low = max(1, need - 6)
    dice(low, need - low)
    t.play(order)
    (rolled,) = (event for event in t.happened(Rolled) if event.purpose == "infiltration")
    assert rolled.successes == through
    assert (t.g.where[t.unit("KGX")] == goal) is through
    assert t.is_("moved", "KGX"), "one try in a turn"


def _infiltrates_from(t: Table, place: Place) -> bool:
    """Whether the brigade could slip through from a hex, with a roll that dice can show."""
    trial = t.g.copy()
    unit = trial.setting.unit("KGX")
    trial.put(unit, place)
    moving = Moving(GERMAN, trial.corps_of(trial.under[unit]), (unit,))
    routes = infiltration_routes(trial, GERMAN, (unit,), moving.left(trial))
    return bool(routes) and trial.stack(place, GERMAN) == 1 << unit


# -- commandos ----------------------------------------------------------------------------------

TEAMS = {
    2: (0, "eliminated"), 4: (0, "eliminated"), 5: (0, "next_turn_box"), 6: (0, "next_turn_box"),
    7: (0, "with_any_german_hq"), 8: (0, "next_turn_box"), 9: (0, "next_turn_box"),
    10: (1, "next_turn_box"), 11: (2, "next_turn_box"), 12: (3, "next_turn_box"),
}  # fmt: skip


@pytest.mark.rule(
    "trumpets:tab-commando", "trumpets:note-commando-1",
    *(f"trumpets:tab-commando-{n}" for n in (2, 5, 7, 8, 10, 11, 12)),
)  # fmt: skip
@pytest.mark.parametrize("total", TEAMS)
def test_each_line_of_the_commando_table(dice: Dice, total: int) -> None:
    lost, fate = TEAMS[total]
    t = Table("17MO")
    t.g.teams = 1 << t.hex("1011")
    dice(max(1, total - 6), min(6, total - 1))
    assert misdirect(t.g, ALLIED, t.hex("1010"), t.hex("1011"), t.events) == 2 * lost
    assert t.happened(TeamMoved)[-1].fate == fate
    assert not t.g.teams
    ready_teams(t.g)
    assert t.g.teams_left == (0 if fate == "eliminated" else 1)


@pytest.mark.rule(
    "trumpets:tab-commando", *(f"trumpets:tab-commando-{n}" for n in (2, 5, 7, 8, 10, 11, 12))
)
@pytest.mark.parametrize("total", TEAMS)
def test_who_leaves_the_hex_of_a_team_meets_it_too(dice: Dice, total: int) -> None:
    """Another team somewhere else stays where it is; Germans meet none."""
    t = Table("17MO")
    t.g.teams = 1 << t.hex("1010") | 1 << t.hex("0505")
    assert misdirect(t.g, GERMAN, t.hex("1010"), t.hex("1011"), t.events) == 0
    dice(max(1, total - 6), min(6, total - 1))
    assert misdirect(t.g, ALLIED, t.hex("1010"), t.hex("1011"), t.events) == 2 * TEAMS[total][0]
    assert t.g.teams == 1 << t.hex("0505")


@pytest.mark.rule("trumpets:tab-commando", "trumpets:rc-com-1")
def test_a_team_sends_an_allied_column_the_wrong_way(dice: Dice) -> None:
    t = Table("17MO", roads=("1010-1011", "1011-1012"))
    t.g.teams = 1 << t.hex("1011")
    put_out(t, "eng").move("eng")
    dice(6, 6)
    t.play("move 1012")
    assert t.where("eng") == "1011"
    assert t.g.steps[-1].spent == 2 + 6, "the road hex, and three factors lost"


@pytest.mark.rule("trumpets:tab-commando", "trumpets:sop-24e", "trumpets:rc-stack-1")
def test_a_column_sent_the_wrong_way_among_others_goes_back_where_there_is_room(dice: Dice) -> None:
    """It was only passing through the hex of another division."""
    t = Table("17MO", roads=("1010-1011", "1011-1012")).put("1011", "ivy")
    t.g.teams = 1 << t.hex("1011")
    put_out(t, "eng").move("eng")
    dice(6, 6)
    t.play("move 1012")
    assert t.where("eng") == "1011", "on the move it may be there"
    t.play("stop")
    assert t.where("eng") == "1010"


@pytest.mark.rule("trumpets:rc-com-1")
@pytest.mark.parametrize(("turn", "asked"), [("16EV", False), ("17PD", True), ("20PD", False)])
def test_teams_are_placed_on_roads_by_the_first_ss_corps(turn: str, asked: bool) -> None:
    t = Table(turn, roads=("1010-1011",)).put("1515", "vg1")
    t.g.teams_left = 1
    t.run(PlacingTeams(t.formation("ISS")))
    assert t.offered("team") == ({"team 1010", "team 1011"} if asked else set())


# -- random events ------------------------------------------------------------------------------


@pytest.mark.rule("trumpets:sop-15a", "trumpets:rc-ev-2")
@pytest.mark.parametrize("total", range(-1, 9))
def test_each_line_of_the_general_events(total: int) -> None:
    t = Table("19AF")
    event = GENERAL[min(max(total, 0), 7)]
    assert events_of(t.g, "ISS", total) == ([event] if event else [])
    t.g.turn = turn_of("16AF")
    on_the_first_day = "ammunition" if total >= 6 else event
    assert events_of(t.g, "ISS", total) == ([on_the_first_day] if on_the_first_day else [])


@pytest.mark.rule("trumpets:rc-ev-1")
@pytest.mark.parametrize(
    ("turn", "die", "events"),
    [
        ("16MO", 1, ["A"]), ("16AF", 0, ["B"]), ("16AF", 1, ["C"]), ("16EV", 6, ["E"]),
        ("17PD", 7, ["F", "H"]), ("17MO", 3, ["I"]), ("18MO", 3, ["I", "J"]), ("18EV", 0, ["K"]),
        ("18EV", 7, ["N"]), ("16MO", 4, []),
    ],
)  # fmt: skip
def test_the_events_of_the_eightieth_corps(turn: str, die: int, events: list[str]) -> None:
    t = Table(turn)
    assert events_of(t.g, "LXXX", die) == events


@pytest.mark.rule("trumpets:sop-15a")
def test_only_an_active_german_corps_rolls(dice: Dice) -> None:
    t = Table("19AF")
    dice(3)
    roll_corps_event(t.g, t.formation("ISS"), t.events)
    (_, none) = t.events
    assert isinstance(none, CorpsEvent)
    assert none.happening == "nothing"
    dice()
    roll_corps_event(t.g, t.formation("VIII"), t.events)


@pytest.mark.rule("trumpets:rc-ev-2")
def test_key_places_bend_the_dice() -> None:
    g, _ = Table.game.start("clervaux", bytes(32))
    g.turn = turn_of("17MO")
    assert [m.value for m in event_modifiers(g, "XLVII")] == [1], "the Americans hold all three"
    for name in ("Marnach", "Clervaux"):
        g.control |= 1 << g.setting.country.names[name]
    assert [m.value for m in event_modifiers(g, "XLVII")] == [-1]
    g.turn = turn_of("16MO")
    assert event_modifiers(g, "XLVII") == ()


@pytest.mark.rule("trumpets:rc-ev-2")
def test_what_the_general_events_do() -> None:
    t = Table("17MO").put("1010", "HQ-ISS", "HQ-1SS", "ar1").put("0808", "fa1").put("1212", "vak1")
    corps = t.formation("ISS")
    t.run(Befalling(corps, "momentum"))
    assert t.g.momentum == 1 << t.formation("1SS")
    t.run(Befalling(corps, "congestion"))
    assert t.g.congested == 1 << corps
    t.run(Befalling(corps, "wires"))
    assert t.is_("fired", "fa1")
    t.run(Befalling(corps, "ammunition"))
    assert t.asked == "allied event_ammunition"
    t.play("name ar1")
    assert t.is_("fired", "ar1")
    t.run(Befalling(corps, "orders_lost"))
    assert t.is_("resting", "HQ-1SS")
    assert t.is_("idle_without_rest", "HQ-1SS")


@pytest.mark.rule("trumpets:rc-ev-1")
def test_us_spotters_keep_the_guns_at_full_strength() -> None:
    t = Table("19EV", ground={"1010": "7A"}).put("1010", "r1").put("1110", "vg1").put("1008", "fa1")
    attack = t.planned("1010", "vg1", defending_guns=(t.unit("fa1"),))
    assert defence_fire(t.g, attack) == 7, "half of 13 by night"
    t.g.spotters = True
    assert defence_fire(t.g, attack) == 13
