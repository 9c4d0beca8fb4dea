"""What a side does not see it is neither told nor offered, whatever is played."""

from __future__ import annotations

import copy
import random
import re

import pytest

from salient.engine import Match, seed_from_text
from salient.engine.actions import ArgKind
from salient.engine.events import Event, references, seen_events
from salient.engine.speech import Speech
from salient.games.squad import GAME
from salient.games.squad.core.events.fire import (
    Fired,
    HitRolled,
    KillRolled,
    Overheard,
    UnseenHit,
    UnseenShot,
)
from salient.games.squad.core.events.play import Controlled, Revealed
from salient.games.squad.core.state import SquadState
from salient.games.squad.phases.victory import take_control
from tests.amounts import amount
from tests.games.squad.table import Table

VIEWERS = (-1, 0, 1)
CASES = [(scenario, setup) for scenario in GAME.scenarios for setup in ("ready", "free")]
ACTIONS = amount(250, soak=500)


class Witness:
    """A side that remembers whom it has ever seen for what he is."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.known: set[int] = set()

    def look(self, g: SquadState) -> None:
        self.known |= {piece.id for piece in GAME.view(g, self.side).pieces}

    def unknown(self, g: SquadState) -> set[int]:
        """The units that it cannot know to be where they are."""
        own = g.setting.army[self.side] if self.side >= 0 else 0
        unseen = (g.hidden | g.concealed) & ~own
        return {unit for unit in range(len(g.setting.units)) if unseen >> unit & 1} - self.known


@pytest.mark.play
@pytest.mark.parametrize(("scenario", "setup"), CASES)
def test_nothing_told_or_offered_names_a_unit_that_is_not_seen(scenario: str, setup: str) -> None:
    match = Match.start(GAME, scenario, seed_from_text("secrets 1"), {"setup": setup})
    speech = Speech(GAME, match.state.setting, "en")
    witnesses = {side: Witness(side) for side in VIEWERS}
    rng = random.Random(1)
    for _ in range(ACTIONS):
        g, decision = match.state, match.decision
        if decision is None:
            break
        for witness in witnesses.values():
            witness.look(g)
        asked = witnesses[decision.side].unknown(g)
        kinds = g.setting.lexicon.verbs
        for action in decision.actions:
            pieces = [a for a, k in zip(action.args, kinds[action.verb], strict=True)
                      if k is ArgKind.PIECE]  # fmt: skip
            assert not asked & set(pieces), action
        told = match.play(rng.choice(decision.actions))
        for side, witness in witnesses.items():
            witness.look(match.state)
            events = seen_events(told, side)
            for event in events:
                if isinstance(event, Revealed):
                    witness.known |= set(event.units)
            unknown = witness.unknown(match.state)
            names = {match.state.setting.units[unit].token for unit in unknown}
            for event in events:
                named = {index for kind, index in references(event) if kind == "piece"}
                assert not named & unknown, event
                assert not names & set(re.findall(r"[\w.+-]+\w", speech.event(event))), event


GERMAN, AMERICAN = 0, 1


def said_to(table: Table, side: int, language: str) -> list[str]:
    speech = Speech(GAME, table.g.setting, language)
    return [speech.event(event) for event in table.happened(Event, told=side)]


@pytest.mark.rule("squad:A12.14")
def test_fire_of_those_whom_nobody_sees_is_rolled_in_the_open() -> None:
    """A broken squad does not see who fires at it: they stay concealed, the attack does not."""
    table = Table("D5 woods", "G5 woods", german="ss658", american="us666 us81")
    table.put("D5", "ss658.1").put("G5", "us666.1", "us81.1").mark("broken", "ss658.1")
    table.mark("concealed", "us666.1", "us81.1").fire("american", "prep")
    table.dice(3, 2, 1, 1, ...).attack("us666.1", "D5", "us81.1")
    assert table.is_("concealed", "us666.1")
    (attack,) = table.happened(Fired, told=AMERICAN)
    (heard,) = table.happened(Overheard, told=GERMAN)
    assert not table.happened(Revealed)
    assert heard.firers == ()
    assert attack.firers == (table.unit("us666.1"),)
    for field in ("side", "target", "means", "column", "dice", "modifiers", "result"):
        assert getattr(heard, field) == getattr(attack, field), field
    assert heard.dice == (3, 2)
    assert said_to(table, GERMAN, "en")[0] == (
        "American, fire at D5 by firers whom nobody sees: column 6, 3 2, "
        "-1 leaders direct fire (A7.53), +1 Woods (B13): morale check, +1 (1MC)."
    )
    assert said_to(table, GERMAN, "ja")[0].startswith("米軍、姿の見えない射手の射撃→D5：6列、3 2、")


@pytest.mark.rule("squad:A12.14")
def test_the_shells_of_a_gun_that_nobody_sees_are_rolled_in_the_open() -> None:
    """Nobody recognises a gun seventeen hexes away (A12.14)."""
    table = Table("R5 woods", german="Opel", american="us227 us57", size=(19, 14))
    table.put("A5", "Opel.1", facing="e").put("R5", "us227.1+us57.1", facing="w")
    table.mark("concealed", "us227.1").fire("american", "prep")
    table.dice(1, 2, 1, 2).attack("us57.1", "Opel.1")
    assert table.is_("concealed", "us57.1")
    gun = table.unit("us57.1")
    shown = table.happened(Event, told=GERMAN)
    assert not any(("piece", gun) in references(event) for event in shown)
    (shot,) = table.happened(UnseenShot, told=GERMAN)
    (hit,) = table.happened(UnseenHit, told=GERMAN)
    assert (shot.dice, hit.dice, hit.vehicle) == ((1, 2), (1, 2), table.unit("Opel.1"))
    own = table.happened(HitRolled, KillRolled, told=AMERICAN)
    assert [event.gun for event in own] == [gun, gun]
    assert said_to(table, GERMAN, "en")[0] == (
        "A weapon that nobody sees fired at A5: 1 2 against 8: a hit."
    )
    assert said_to(table, GERMAN, "ja")[0] == "姿の見えない火器がA5を射撃：1 2（8以下）：命中。"


def test_nobody_sees_a_side_set_up() -> None:
    match = Match.start(GAME, "village", seed_from_text("set up"), {"setup": "free"})
    decision = match.decision
    assert decision is not None
    side = decision.side
    rng = random.Random(2)
    for _ in range(6):
        assert match.decision is not None
        match.play(rng.choice(match.decision.actions), side)
    for viewer in VIEWERS:
        seen = [p for p in GAME.view(match.state, viewer).pieces if p.side == side and p.place >= 0]
        assert bool(seen) == (viewer == side)


def test_a_line_of_sight_does_not_betray_a_concealed_vehicle() -> None:
    match = Match.start(GAME, "armour", seed_from_text("sight"))
    g = match.state
    say = Speech(GAME, g.setting, "en").say
    vehicle = next(u for u in range(len(g.setting.units)) if g.setting.vehicles >> u & 1)
    board = g.setting.board
    here = board.hex_of[g.where[vehicle]]
    near = board.hexes[here].near
    across = next((near[i], near[i + 3]) for i in range(3) if near[i] >= 0 and near[i + 3] >= 0)

    def told(side: int) -> str:
        known = GAME.known(g, side, random.Random(1))
        line = GAME.report.look_along(known, *across)
        assert line is not None
        return " ".join(map(say, line.lines))

    assert all("wreck or vehicle" in told(side) for side in VIEWERS)
    g.concealed |= 1 << vehicle
    assert all("wreck or vehicle" not in told(side) for side in VIEWERS)


def test_a_flag_does_not_tell_that_hidden_units_have_taken_a_place() -> None:
    table = Table("C7 stone_building", german="ss658", american="us666")
    place = table.place("C7")
    table.g.setting = copy.copy(table.g.setting)
    table.g.setting.goals = (place,)
    table.g.control = [1 << place, 0]
    table.put("C7", "us666.1").mark("hidden", "us666.1")
    take_control(table.g, table.events)

    def flags(side: int) -> list[str]:
        return [m.kind for m in GAME.view(table.g, side).markers if m.kind.endswith("_control")]

    assert [flags(side) for side in (1, 0, -1)] == [
        ["american_control"], ["german_control"], ["german_control"],
    ]  # fmt: skip
    assert not table.happened(Controlled)
    table.g.hidden = 0
    assert [flags(side) for side in VIEWERS] == [["american_control"]] * 3


def test_a_flag_that_was_shown_stays_whether_or_not_somebody_hides_there() -> None:
    """Also when an enemy comes by and goes again: two worlds that look the same remain so."""
    seen: list[list[list[str]]] = []
    for hides in (True, False):
        table = Table("C7 stone_building", german="ss658", american="us666")
        place = table.place("C7")
        table.g.setting = copy.copy(table.g.setting)
        table.g.setting.goals = (place,)
        table.g.control = [0, 1 << place]
        if hides:
            table.put("C7", "us666.1").mark("hidden", "us666.1")
        told = []
        for where in ("C9", "C7", "C9"):
            table.put(where, "ss658.1")
            if where != "C7":  # who is still there at the end of a phase has met them
                take_control(table.g, table.events)
            markers = GAME.view(table.g, GERMAN).markers
            told.append([m.kind for m in markers if m.kind.endswith("_control")])
        seen.append(told)
    assert seen[0] == seen[1] == [["american_control"]] * 3


def threatened(table: Table) -> set[int]:
    """Where the Germans see that they can be fired at."""
    shades = GAME.report.overlay(table.g, "threat", GERMAN)
    return {place for shade in shades for place in shade.places}


@pytest.mark.parametrize("army", ["M4A3 us666", "us666 M4A3"])
def test_the_threat_of_a_location_is_that_of_the_farthest_there(army: str) -> None:
    """In whatever order those who are there are listed, else the overlay tells the order."""
    table = Table(german="ss658", american=army, size=(19, 14))
    table.put("A5", "M4A3.1", facing="e")
    alone = threatened(table)
    table.put("A5", "us666.1")
    assert threatened(table) == alone
    assert table.place("K5") in alone, "farther than a squad fires"


def test_the_threat_overlay_tells_nothing_of_a_side_that_sets_up() -> None:
    match = Match.start(GAME, "armour", seed_from_text("overlay"), {"setup": "free"})
    rng = random.Random(5)
    assert match.decision is not None
    side = match.decision.side
    for _ in range(6):
        assert match.decision is not None
        assert match.decision.side == side
        match.play(rng.choice(match.decision.actions))
    for viewer in (1 - side, -1):
        shades = GAME.report.overlay(match.known(viewer), "threat", viewer)
        assert not [shade for shade in shades if shade.side == side and shade.places]
