"""What a side does not know is in nothing it sees. Rules A12, B28."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from salient.boards.bits import each_piece, set_of
from salient.engine import seed_from_text
from salient.engine.actions import Action
from salient.engine.events import seen_events
from salient.engine.ids import Piece
from salient.games.squad.combat.cover import cover
from salient.games.squad.core.events.fire import HitRolled, KillRolled
from salient.games.squad.core.events.men import Checked
from salient.games.squad.core.events.movement import Buttoned, Moved, Stirred
from salient.games.squad.core.events.play import Deployed, Revealed
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.movement import Marching
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.sight.los import look_across
from tests.games.squad.table import GAME, Table


def forest() -> Table:
    woods = ("D3 woods", "D4 woods", "E5 woods")
    table = Table(*woods, german="ss658 2", american="us666 3 usHMG M4A3")
    return table.put("B3", "ss658.1")


@pytest.mark.rule("squad:A12.3")
def test_hidden_units_are_not_there_for_the_enemy() -> None:
    here = forest().put("D4", "us666.1+usHMG.1").mark("hidden", "us666.1").move()
    there = forest().put("E5", "us666.1+usHMG.1").mark("hidden", "us666.1").move()
    for side in (0, -1):
        assert GAME.view(here.g, side) == GAME.view(there.g, side)
    assert GAME.view(here.g, 1) != GAME.view(there.g, 1)
    here.play("move ss658.1")
    there.play("move ss658.1")
    assert here.offered() == there.offered()


@pytest.mark.rule("squad:A12.3", "squad:A8.1")
@pytest.mark.parametrize(
    ("state", "spent", "told"),
    [("hidden", 0, False), ("hidden", 2, False), ("concealed", 0, False), ("concealed", 2, True)],
)
def test_nobody_knows_who_is_about_to_move_nor_of_those_who_hide(
    state: str, spent: int, told: bool
) -> None:
    table = forest().put("D4", "us666.1").mark(state, "us666.1").move("american")
    table.play("move us666.1")
    table.g.change_march(spent=spent)
    for side in (0, -1):
        known = GAME.known(table.g, side, random.Random(1))
        assert (known.march is not None) is told
        assert any(isinstance(step, Marching) for step in known.steps) is told
    assert GAME.known(table.g, 1, random.Random(1)).march == table.g.march


@pytest.mark.rule("squad:A12.1")
def test_concealed_units_are_question_marks_without_names() -> None:
    one = forest().put("D4", "us666.1+usHMG.1").mark("concealed", "us666.1").move()
    other = forest().put("D4", "us666.2").mark("concealed", "us666.2").move()
    assert GAME.view(one.g, 0).pieces == GAME.view(other.g, 0).pieces
    names = {piece.name for piece in GAME.view(one.g, 0).pieces if piece.side == 1}
    assert names == {"?"}
    assert {p.name for p in GAME.view(one.g, 1).pieces} >= {"us666.1", "usHMG.1"}


def test_unknown_mines_are_seen_by_those_who_laid_them_only() -> None:
    table = forest().move()
    table.g.mines[table.place("C3")] = (Minefield("ap", 6, 1, known=False),)
    kinds = [{marker.kind for marker in GAME.view(table.g, side).markers} for side in (0, 1)]
    assert "mines" not in kinds[0]
    assert "mines" in kinds[1]


@pytest.mark.rule("squad:A12.14")
def test_moving_in_sight_reveals_and_assault_movement_in_cover_does_not() -> None:
    table = forest().put("D3", "us666.1").mark("concealed", "us666.1").move("american")
    table.play("move us666.1", "assault D4")
    assert table.is_("concealed", "us666.1")
    table = forest().put("D3", "us666.1").mark("concealed", "us666.1").move("american")
    table.play("move us666.1", "go D2")
    assert not table.is_("concealed", "us666.1")


def test_events_are_told_to_each_side_as_it_may_see_them() -> None:
    table = forest().put("D4", "us666.1").mark("concealed", "us666.1")
    unit = table.unit("us666.1")
    moved = Moved(1, (unit,), 4, 5, 2)
    told = unseen(table.g, moved)
    assert [told.seen_by(side) for side in (None, 1)] == [moved, moved]
    assert [told.seen_by(side) for side in (0, -1)] == [Stirred(1, 4, 5)] * 2
    for event in (Deployed(1, unit, 4), Checked(1, unit, "ptc", (1, 1), 7, (), "passed")):
        assert unseen(table.g, event).seen_by(0) is None
    table.g.concealed = 0
    assert unseen(table.g, moved) is moved


def test_units_out_of_sight_become_concealed_at_the_end_of_a_player_turn() -> None:
    table = forest().put("H9", "us666.1").put("E5", "us666.2")
    table.turn("american")
    rng = random.Random(4)
    while table.decision and table.g.mover == 1:
        actions = sorted(table.offered())
        table.play("end" if "end" in actions else rng.choice(actions))
    assert not table.is_("concealed", "us666.1")


@pytest.mark.parametrize("seed", range(3))
def test_views_never_name_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    g, _ = GAME.start("armour", seed_from_text(f"hidden {seed}"))
    for _ in range(150):
        decision = GAME.decision(g)
        if decision is None:
            return
        for side in (0, 1, -1):
            for piece in GAME.view(g, side).pieces:
                secret = piece.id < len(g.setting.units) and piece.side != side
                if secret:
                    assert not (g.hidden | g.concealed) >> piece.id & 1 or piece.place < 0
        GAME.play(g, rng.choice(decision.actions))


# -- any position ---------------------------------------------------------------------------------


def middle(scenario: str, seed: int, decisions: int) -> SquadState:
    """A position from the middle of a random game."""
    return positions(scenario, seed)[decisions].copy()


LATEST = 300
"""Decisions after which a game is no longer looked at."""


@lru_cache(2)
def positions(scenario: str, seed: int) -> list[SquadState]:
    """The first positions of a random game."""
    rng = random.Random(seed)
    g, _ = GAME.start(scenario, seed_from_text(f"middle {seed}"))
    found = [g.copy()]
    while (decision := GAME.decision(g)) is not None and len(found) <= LATEST:
        GAME.play(g, rng.choice(decision.actions))
        found.append(g.copy())
    return found


def asked(g: SquadState) -> int:
    decision = GAME.decision(g)
    assert decision is not None
    return decision.side


def actions_of(g: SquadState) -> list[Action]:
    decision = GAME.decision(g)
    assert decision is not None
    return list(decision.actions)


def moving(g: SquadState) -> int:
    """Who moves at the moment: everybody knows that."""
    return set_of(g.march.units) if g.march is not None else 0


def compare(g: SquadState, twin: SquadState, side: int) -> None:
    """A side can tell two positions neither by what it sees nor by what it may do."""
    twin.offered = None
    assert GAME.view(twin, side) == GAME.view(g, side)
    assert GAME.decision(twin) == GAME.decision(g)


POSITIONS = [
    (scenario, seed, decisions)
    for scenario in ("sanatorium", "station", "village") for seed in (1, 2)
    for decisions in (20, 60, 120, 200, 300)
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "seed", "decisions"), POSITIONS)
def test_where_hidden_enemies_are_makes_no_difference(
    scenario: str, seed: int, decisions: int
) -> None:
    g = middle(scenario, seed, decisions)
    side = asked(g)
    foes = g.on_map(g.setting.army[1 - side] & g.setting.personnel) & ~g.melee & ~g.riding()
    chosen = [u for u in each_piece(foes & ~moving(g)) if g.people(g.where[u], side) == 0][:3]
    rng = random.Random(decisions)
    hidden = g.copy()
    for unit in chosen:
        hidden.concealed &= ~(1 << unit | hidden.carried(unit))
        hidden.hidden |= 1 << unit | hidden.carried(unit)
    free = [here.index for here in g.setting.board.hexes if here.index not in g.stacks]
    elsewhere = hidden.copy()
    for unit in chosen:
        elsewhere.bypass.pop(unit, None)
        elsewhere.crest.pop(unit, None)
        elsewhere.put(unit, rng.choice(free))
    hidden.offered = None
    compare(hidden, elsewhere, side)


@pytest.mark.parametrize(("scenario", "seed", "decisions"), POSITIONS)
def test_what_hides_under_question_marks_makes_no_difference(
    scenario: str, seed: int, decisions: int
) -> None:
    g = middle(scenario, seed, decisions)
    side = asked(g)
    squads = g.on_map(g.setting.army[1 - side] & g.setting.squads & ~g.setting.crews)
    squads &= g.good_order() & ~g.riding() & ~g.pinned & ~g.half & ~g.cx & ~g.entrenched
    plain = [u for u in each_piece(squads & ~moving(g)) if u not in g.bypass and u not in g.crest]
    pairs = [(a, b) for a in plain for b in plain if a < b and g.where[a] != g.where[b]][:1]
    veiled = g.copy()
    for unit in (unit for pair in pairs for unit in pair):
        veiled.hidden &= ~(1 << unit | g.carried(unit))
        veiled.concealed |= 1 << unit | g.carried(unit)
    swapped = veiled.copy()
    for one, other in pairs:
        here, there = g.where[one], g.where[other]
        swapped.put(one, there)
        swapped.put(other, here)
    veiled.offered = None
    compare(veiled, swapped, side)


# -- what a question mark is ----------------------------------------------------------------------

REPORT = GAME.report


def same_to(g: SquadState, twin: SquadState, side: int) -> None:
    """The same view and offers; and the same is known, of which all else is made.

    Notes, figures, odds and the judgement of bots do not depend on what is guessed either.
    """
    g.offered = None
    compare(g, twin, side)
    decision = GAME.decision(g)
    assert decision is not None
    first, same = (GAME.known(state, side, random.Random(1)) for state in (g, twin))
    assert GAME.dump(same) == GAME.dump(first)
    other = GAME.known(g, side, random.Random(2))
    assert REPORT.figure_actions(other, decision) == REPORT.figure_actions(first, decision)
    told = REPORT.describe_actions(first, decision)
    assert REPORT.describe_actions(other, decision) == told
    details = REPORT.describe_decision(first, decision)
    assert REPORT.describe_decision(other, decision) == details
    assert GAME.judge(other, decision) == pytest.approx(GAME.judge(first, decision))


def candidates(g: SquadState, side: int) -> tuple[list[Piece], list[Piece]]:
    """Plain squads of a side's enemy on the ground, and what could be exchanged with them."""
    setting = g.setting
    foes = g.on_map(setting.army[1 - side]) & ~(g.melee | g.broken | g.wrecks | moving(g))
    foes &= ~(g.riding() | g.entrenched | g.pinned | g.cx)
    plain = [
        unit for unit in each_piece(foes & (setting.personnel | setting.vehicles))
        if unit not in g.bypass and unit not in g.crest and not g.load(unit)
        and not g.carried(unit) & setting.guns and not g.people(g.where[unit], side)
        and setting.board.locations[g.where[unit]].floor == "ground"
    ]  # fmt: skip
    squads = [unit for unit in plain if g.is_squad(unit)]
    return squads, [unit for unit in plain if unit not in squads]


def exchanged(g: SquadState, one: Piece, other: Piece) -> tuple[SquadState, SquadState]:
    """Two units under question marks, and the same with each in the place of the other."""
    veiled = g.copy()
    for unit in (one, other):
        bits = 1 << unit | g.carried(unit)
        veiled.hidden &= ~bits
        veiled.concealed |= bits
    twin = veiled.copy()
    twin.put(one, g.where[other])
    twin.put(other, g.where[one])
    return veiled, twin


SWAPS = [
    (scenario, seed, decisions)
    for scenario in ("station", "village") for seed in (3, 4, 5)
    for decisions in (25, 50, 80, 110, 140, 170, 200, 230, 260, 300)
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "seed", "decisions"), SWAPS)
def test_a_question_mark_may_be_a_squad_a_leader_or_a_tank(
    scenario: str, seed: int, decisions: int
) -> None:
    g = middle(scenario, seed, decisions)
    rng = random.Random(f"{scenario} {seed} {decisions}")
    squads, others = candidates(g, side := asked(g))
    while not (squads and others):
        GAME.play(g, rng.choice(actions_of(g)))
        squads, others = candidates(g, side := asked(g))
    vehicles = [unit for unit in others if g.setting.vehicles >> unit & 1]
    halves = g.copy()
    halves.half |= 1 << squads[-1]
    pairs = [(g, squads[0], rng.choice(others))]
    pairs += [(g, squads[-1], vehicles[0])] if vehicles else []
    pairs += [(halves, squads[0], squads[-1])] if len(squads) > 1 else []
    for state, one, other in pairs:
        veiled, twin = exchanged(state, one, other)
        same_to(veiled, twin, side)
        chosen = [a for a in actions_of(veiled) if a.verb in ("fire", "move")]
        for action in rng.sample(chosen, min(3, len(chosen))):
            then, also = veiled.copy(), twin.copy()
            if not GAME.play(then, action) and not GAME.play(also, action):
                same_to(then, also, side)


@pytest.mark.parametrize(("scenario", "seed", "decisions"), SWAPS[::5])
def test_where_unknown_mines_lie_makes_no_difference(
    scenario: str, seed: int, decisions: int
) -> None:
    g = middle(scenario, seed, decisions)
    side = asked(g)
    rng = random.Random(decisions)
    here, there = (g.copy() for _ in range(2))
    for twin in (here, there):
        for place in rng.sample(g.setting.board.places[: len(g.setting.board.hexes)], 8):
            twin.mines[place] = (Minefield("ap", 6, 1 - side, known=False),)
    same_to(here, there, side)


UNKNOWN = ("us666.1", "us666.2", "us91.1", "M4A3.1", "Truck.1")
GUNS = ("ss658.1", "ssMTR50.1", "pak40.1", "PzIVH.1", "ssPSK.1")


def ambush(unknown: str, ground: str = "woods", special: str = "") -> Table:
    """A question mark in D4, all that can fire at it, and another tank somewhere in the woods."""
    table = Table(
        *f"D4 {ground}".split(";"), "J10 woods", scenario=special,
        german="ss658 3 ss228 2 pak40 PzIVH ssMTR50 ssPSK",
        american="us666 3 us91 M4A3 2 Truck",
    )  # fmt: skip
    table.put("D6", "ss658.1").put("E6", "ss658.2+ssPSK.1").put("D9", "ss228.1+pak40.1")
    table.put("E9", "ss228.2+ssMTR50.1").put("G9", "PzIVH.1", facing="nw")
    table.put("D4", unknown).put("J10", "M4A3.2").mark("half", "us666.2")
    return table.mark("concealed", unknown, "M4A3.2")


@pytest.mark.rule("squad:A12.1")
@pytest.mark.parametrize("unknown", UNKNOWN[1:])
@pytest.mark.parametrize("gun", GUNS)
@pytest.mark.parametrize(
    ("ground", "special"),
    [("woods", ""), ("brush level=1", ""), ("grain;D3 slopes=S;D5 slopes=N", ""),
     ("brush", 'special = ["deep_snow"]\n')],
)  # fmt: skip
def test_fire_is_offered_and_promised_at_whatever_is_concealed(
    gun: str, unknown: str, ground: str, special: str
) -> None:
    tables = [ambush(one, ground, special).fire("german", "prep") for one in (UNKNOWN[0], unknown)]
    for table in tables:
        assert f"fire {gun}" in table.offered()
        table.g.steps.append(Aiming(0, "prep", (table.unit(gun),)))
    same_to(tables[0].g, tables[1].g, 0)


SHOTS = [
    ("ss658.1", ("at D4", "shoot"), (5, 6)),
    ("ssMTR50.1", ("shell D4",), (6, 5)),
    ("pak40.1", ("shell D4",), (6, 5)),
    ("pak40.1", ("shell D4",), (1, 2, 5, 6)),
    ("pak40.1", ("suspect D4",), (6, 5)),
    ("PzIVH.1", ("suspect D4",), (6, 5)),
    ("ssPSK.1", (), (4, 5)),
    ("ss658.1", ("suspect D4",), (1, 6, 5)),
]


@pytest.mark.rule("squad:A12.1")
@pytest.mark.parametrize("unknown", UNKNOWN[1:])
@pytest.mark.parametrize(("gun", "orders", "dice"), SHOTS)
def test_fire_without_effect_says_nothing_of_what_is_there(
    gun: str, orders: tuple[str, ...], dice: tuple[int, ...], unknown: str
) -> None:
    told = []
    for one in (UNKNOWN[0], unknown):
        table = ambush(one).fire("german", "prep").dice(*dice)
        table.play(f"fire {gun}", *orders)
        assert table.is_("concealed", one)
        told.append((seen_events(table.events, 0), GAME.view(table.g, 0)))
    assert told[0] == told[1]


@pytest.mark.rule("squad:C6.2")
def test_a_shot_on_suspicion_hits_only_a_vehicle_and_reveals_it() -> None:
    table = ambush("M4A3.1").fire("german", "prep").play("fire pak40.1")
    assert not table.offered("aim")
    table.dice(2, 1, 6, 6).play("suspect D4")
    assert not table.is_("concealed", "M4A3.1")
    (hit,) = table.happened(HitRolled)
    assert {modifier.rule for modifier in hit.modifiers} >= {"C6.2"}
    assert not {modifier.rule for modifier in hit.modifiers} & {"C6.1", "C6.7"}
    assert hit.result == "hit"
    assert table.happened(KillRolled)
    table = ambush("us666.1").fire("german", "prep").play("fire pak40.1").dice(2, 1)
    table.play("suspect D4")
    assert table.is_("concealed", "us666.1")
    assert table.happened(HitRolled)[0].result == "missed"


def test_a_panzerfaust_on_suspicion_finds_a_tank() -> None:
    table = ambush("M4A3.1").fire("german", "prep").play("fire ss658.1")
    table.dice(1, 1, 2, 6, 6).play("suspect D4")
    assert not table.is_("concealed", "M4A3.1")
    assert table.happened(KillRolled)


@pytest.mark.rule("squad:C6.2")
def test_a_vehicle_that_is_known_is_aimed_at_by_name_and_not_suspected() -> None:
    table = ambush("M4A3.1")
    table.g.concealed &= ~(1 << table.unit("M4A3.1"))
    table.fire("german", "prep").play("fire pak40.1")
    assert "aim M4A3.1" in table.offered()
    assert "suspect D4" not in table.offered()


def test_nobody_suspects_vehicles_when_all_are_known() -> None:
    table = ambush("us666.1")
    table.g.concealed &= ~(1 << table.unit("M4A3.2"))
    assert not table.fire("german", "prep").play("fire pak40.1").offered("suspect")


@pytest.mark.rule("squad:A7.308")
def test_a_concealed_afv_is_hurt_by_nothing_but_a_lorry_comes_to_light_when_it_is() -> None:
    """Three factors have the kill number 4; the dice and the woods come to it. Rule A7.308."""
    table = ambush("M4A3.1").fire("german", "prep").play("fire ss658.1").dice(1, 2)
    table.play("at D4", "shoot")
    assert table.is_("concealed", "M4A3.1")
    assert table.is_("buttoned", "M4A3.1")
    assert not [e for e in seen_events(table.events, 0) if isinstance(e, Buttoned)]
    table = ambush("Truck.1").fire("german", "prep").play("fire ss658.1").dice(1, 2)
    table.play("at D4", "shoot")
    assert table.is_("immobile", "Truck.1")
    assert not table.is_("concealed", "Truck.1")


@pytest.mark.rule("squad:D9.4")
def test_a_concealed_vehicle_neither_hinders_nor_covers() -> None:
    table = Table(german="ss658", american="us666 M4A3").put("D4", "M4A3.1", "us666.1")
    ends = table.place("D2"), table.place("D6")
    attack = Attack("fire", 0, (ends[0],), table.place("D4"))
    covers = [m.rule for m in cover(table.g, attack, table.unit("us666.1"))]
    assert (look_across(table.g, *ends).hindrance, covers) == (1, ["D9.3"])
    table.mark("concealed", "M4A3.1", "us666.1")
    covers = [m.rule for m in cover(table.g, attack, table.unit("us666.1"))]
    assert (look_across(table.g, *ends).hindrance, covers) == (0, [])


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_a_tank_may_try_to_overrun_whatever_is_concealed(unknown: str) -> None:
    table = Table(german="PzIVH", american="us666 2 us91 M4A3 Truck").mark("half", "us666.2")
    table.put("C3", "PzIVH.1", facing="e").put("D3", unknown).mark("concealed", unknown).move()
    assert "overrun D3" in table.play("move PzIVH.1").offered()
    table.dice(6, 5, 6, 5, ...).play("overrun D3")
    found = table.g.setting.vehicles >> table.unit(unknown) & 1
    assert table.where("PzIVH.1") == ("C3" if found else "D3")
    assert not table.is_("concealed", unknown)


def test_a_vehicle_seen_moving_is_known_and_one_that_hidden_units_see_is_not() -> None:
    table = Table("D4 woods", german="ss228 pak40", american="M4A3 us666")
    table.put("D9", "ss228.1+pak40.1").put("D3", "M4A3.1", facing="e").mark("concealed", "M4A3.1")
    table.move("american").play("move M4A3.1", "drive E4")
    table.play("fire pak40.1")
    assert {modifier.rule for modifier in table.happened(HitRolled)[0].modifiers} >= {"C6.1"}
    table = Table("D4 woods", german="ss228 pak40", american="M4A3 us666")
    table.put("D9", "ss228.1+pak40.1").put("D3", "M4A3.1", facing="e").mark("concealed", "M4A3.1")
    table.mark("hidden", "ss228.1").move("american").play("move M4A3.1", "drive E4")
    offered = table.play("fire pak40.1").offered()
    assert "suspect E4" in offered
    assert "aim M4A3.1" not in offered


def test_who_waits_for_first_fire_sees_a_pause_and_nothing_else() -> None:
    seen = []
    for place in ("D9", "H4"):
        table = Table("D9 woods", "H4 woods", german="ss658", american="us666")
        table.put("D4", "us666.1").put(place, "ss658.1").mark("hidden", "ss658.1")
        table.move("american").play("move us666.1", "go D5")
        assert table.asked == "german fire.first"
        seen.append([GAME.view(table.g, side) for side in (1, -1)])
    assert seen[0] == seen[1]


@pytest.mark.rule("squad:A12.14")
def test_with_those_who_are_revealed_their_weapons_and_passengers_come_to_light() -> None:
    table = forest().put("D4", "us666.1+usHMG.1").mark("concealed", "us666.1")
    reveal(table.g, 1 << table.unit("us666.1"), table.events)
    assert not table.is_("concealed", "usHMG.1")
    table = Table(german="ss658", american="us666 2 usHMG M3ht").put("D4", "M3ht.1")
    table.aboard("M3ht.1", "us666.1+usHMG.1", "us666.2").mark("concealed", "M3ht.1", "us666.1")
    table.mark("concealed", "us666.2")
    reveal(table.g, 1 << table.unit("us666.1"), table.events)
    assert not table.g.concealed
    (revealed,) = table.happened(Revealed)
    assert len(revealed.units) == 4


@pytest.mark.rule("squad:A12.3")
def test_a_side_hides_as_many_of_its_squads_as_the_scenario_lets_it() -> None:
    """In the village two American squads or vehicles may be hidden, in concealment terrain.

    Two guns may be as well (A12.34).
    """
    g, _ = GAME.start("village", seed_from_text("hide"), {"setup": "free"})
    asked = []
    while g.phase == "setup" or g.turn == 0:
        decision = GAME.decision(g)
        assert decision is not None
        actions = [action for action in decision.actions if action.verb != "end"]
        if decision.prompt == "hide":
            asked.append(decision.values["count"])
            assert all(not g.hidden >> action.piece(0) & 1 for action in actions)
        covered = (a for a in actions if a.verb == "deploy" and conceals(g, a.place(1)))
        GAME.play(g, next(covered, (actions or decision.actions)[0]))
    assert asked[:2] == [4, 3]
    assert g.hidden.bit_count() >= 2
