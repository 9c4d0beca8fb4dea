"""The option that lets a side look only into stacks next to its combat units (gc-6b, gc-6e)."""

from __future__ import annotations

from random import Random

import pytest

from salient.boards.bits import members
from salient.boards.sheets import draw_map
from salient.engine import Match, seed_from_text
from salient.engine.events import Moved, seen_events
from salient.engine.texts import LANGUAGES
from salient.engine.views import PieceView
from salient.games.trumpets.events import CommandJudged, Marked, MovedUnseen
from salient.games.trumpets.game import TimeForTrumpets
from salient.games.trumpets.knowledge import known, shroud, unseen_units
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.show.notes import garrison
from salient.games.trumpets.standing.stacking import legal
from salient.testing.contract import check_knowledge
from tests.games.trumpets.table import Table


def table(**options: str) -> Table:
    return Table.real("clervaux", "16AF", **{"inspection": "adjacent", **options})


def seen(t: Table, side: int, where: str) -> list[str]:
    """The names of the counters that a side sees in a hex."""
    place = t.hex(where)
    return sorted(piece.name for piece in t.game.view(t.g, side).pieces if piece.place == place)


@pytest.mark.rule("trumpets:gc-6b")
def test_the_attacker_looks_only_into_stacks_next_to_his_combat_units() -> None:
    t = table()
    assert seen(t, GERMAN, "7540") == ["?"], "Marnach is two hexes and more away"
    t.put("7641", "HQ-2PZ")
    assert seen(t, GERMAN, "7540") == ["?"], "an HQ does not look"
    t.put("7640", "I/304")
    assert seen(t, GERMAN, "7540") == ["1/110"]
    assert seen(t, GERMAN, "7743") == ["?", "?"], "Hosingen shows its height and no more"


@pytest.mark.rule("trumpets:gc-6e")
def test_the_defender_looks_only_into_stacks_next_to_his_combat_units() -> None:
    t = table()
    t.put("7640", "I/304").put("7740", "I/77", "II/77")
    t.fight("german", "XLVII").choose("7540", "I/304").play("attack")
    assert seen(t, ALLIED, "7640") == ["I/304"]
    assert seen(t, ALLIED, "7740") == ["?", "?"], "who comes behind is not seen"
    assert seen(t, GERMAN, "7740") == ["I/77", "II/77"], "who owns them sees all of them"


def test_a_stranger_shows_whose_he_is_and_nothing_else() -> None:
    t = table()
    place = t.hex("7743")
    strangers = [piece for piece in t.game.view(t.g, GERMAN).pieces if piece.place == place]
    first = len(t.g.setting.units)
    assert [piece.id for piece in strangers] == sorted({piece.id for piece in strangers})
    assert all(piece.id >= first for piece in strangers)
    assert {(piece.side, piece.symbol, piece.values, piece.flags) for piece in strangers} == {
        (ALLIED, "unknown", (), ())
    }
    assert t.g.setting.name("piece", strangers[0].id, "en") == "?"


def test_without_the_option_everything_is_open() -> None:
    t = table(inspection="open")
    assert seen(t, GERMAN, "7743") == ["3/110", "B/103E"]
    assert not t.game.known(t.g, GERMAN, Random(1)).unseen
    assert not t.game.hides_in(t.g.setting.identity.options)
    assert t.game.hides_in(table().g.setting.identity.options)


@pytest.mark.rule("trumpets:gc-6b", "trumpets:gc-6e")
def test_positions_that_look_the_same_are_the_same_to_a_side() -> None:
    a, b = table(), table()
    here, there = b.where("I/77"), b.where("I/78")
    b.put(there, "I/77", steps=1).put(here, "I/78").flag("disrupted1", "I/77", "I/78")
    b.g.assign(b.unit("I/77"), b.formation("XLVII"))
    assert a.game.view(a.g, ALLIED) == b.game.view(b.g, ALLIED)
    ours, theirs = (t.game.known(t.g, ALLIED, Random(7)) for t in (a, b))
    assert a.game.dump(ours) == b.game.dump(theirs)
    assert a.game.view(a.g, GERMAN) != b.game.view(b.g, GERMAN)


def test_a_guess_keeps_kinds_corps_zones_and_stacks() -> None:
    t = table()
    twins = [t.game.known(t.g, ALLIED, Random(seed)) for seed in range(6)]
    assert len({tuple(twin.where) for twin in twins}) > 1, "it is a guess"
    for twin in twins:
        t.game.check(twin)
        assert (twin.held, twin.zones, twin.occupied) == (t.g.held, t.g.zones, t.g.occupied)
        assert twin.unseen == unseen_units(t.g, GERMAN)
        for place, units in twin.stacks.items():
            assert legal(twin, units)
            corps = sorted(twin.corps_of(twin.under[unit]) for unit in members(units))
            true = members(t.g.stacks[place])
            assert corps == sorted(t.g.corps_of(t.g.under[unit]) for unit in true)


def test_nobody_knows_the_steps_and_markers_of_a_stranger() -> None:
    t = table()
    hidden = t.unit("3/110")
    t.flag("disrupted2", "3/110").flag("oos", "3/110")
    twin = known(t.g, GERMAN, Random(1))
    assert twin.steps_left[hidden] == t.g.setting.units[hidden].steps > t.g.steps_left[hidden]
    assert not (twin.disrupted2 | twin.oos) >> hidden & 1
    mine = known(t.g, ALLIED, Random(1))
    assert mine.steps_left[hidden] == t.g.steps_left[hidden]


def test_who_is_at_work_is_seen() -> None:
    t = table()
    assert seen(t, GERMAN, "6946") == ["?", "?"]
    t.g.works[t.unit("103E")] = "ip6"
    t.flag("building", "103E")
    assert seen(t, GERMAN, "6946") == ["103E", "?"]


def test_of_a_stranger_it_is_only_told_that_something_moves() -> None:
    t = table()
    t.move("I/78")
    assert seen(t, ALLIED, "8445") == ["?"] * 3, "not even who is about to move"
    t.play("move 8344")
    (told,) = [e for e in seen_events(t.events, ALLIED) if isinstance(e, Moved | MovedUnseen)]
    assert told == MovedUnseen(GERMAN, 1, t.hex("8445"), t.hex("8344"))
    assert [e for e in seen_events(t.events, GERMAN) if isinstance(e, Moved)]
    on = MovedUnseen(GERMAN, 1, t.hex("8344"), t.hex("8244"))
    assert on.join(told) == (MovedUnseen(GERMAN, 1, t.hex("8445"), t.hex("8244")),)
    other = MovedUnseen(GERMAN, 2, t.hex("8344"), t.hex("8244"))
    assert other.join(told) == (told, other)


def test_findings_about_both_sides_are_told_to_each_side() -> None:
    t = table()
    t.put("7640", "I/304")
    mine, theirs, met = t.unit("3/110"), t.unit("II/77"), t.unit("I/304")
    hidden = unseen_units(t.g, GERMAN) | unseen_units(t.g, ALLIED)
    log = [CommandJudged((theirs, met, mine)), Marked((met,), "engaged")]
    shroud(t.g, hidden, log)
    assert seen_events(log, ALLIED)[:2] == [CommandJudged((met,)), CommandJudged((mine,))]
    assert seen_events(log, GERMAN)[:1] == [CommandJudged(tuple(sorted((theirs, met))))]
    assert log[-1] == Marked((met,), "engaged"), "who is looked at is spoken of"


def test_who_comes_next_to_a_stack_does_not_take_it_back() -> None:
    t = table()
    before = t.g.copy()
    t.put("7640", "I/304")
    assert t.game.could_learn(before, t.g, GERMAN)
    again = t.g.copy()
    t.put("7639", "I/304")
    assert not t.game.could_learn(again, t.g, GERMAN), "it had looked into Marnach before"
    plain = table(inspection="open")
    start = plain.g.copy()
    plain.put("7640", "I/304")
    assert not plain.game.could_learn(start, plain.g, GERMAN)


def test_a_hex_of_strangers_is_told_by_their_number() -> None:
    t = table()
    twin = known(t.g, GERMAN, Random(1))
    said = garrison(twin, t.hex("7743"))
    assert "strangers" in repr(said)
    assert "garrison" in repr(garrison(known(t.g, ALLIED, Random(1)), t.hex("7743")))


def test_what_is_asked_depends_on_what_is_known() -> None:
    game, rng = TimeForTrumpets(), Random(3)
    options = {"inspection": "adjacent", "rules": "advanced"}
    match = Match.start(game, "losheim", seed_from_text("inspection"), options)
    for _ in range(160):
        decision = match.decision
        if decision is None:
            break
        if rng.random() < 0.15:
            check_knowledge(game, match.state)
        match.play(rng.choice(decision.actions), decision.side)


def _is_stranger(piece: PieceView) -> bool:
    return piece.name == "?"


def test_spectators_see_what_both_sides_see() -> None:
    t = table()
    t.put("7640", "I/304")
    pieces = t.game.view(t.g, -1).pieces
    assert {piece.side for piece in pieces if _is_stranger(piece)} == {GERMAN, ALLIED}
    assert {piece.name for piece in pieces if piece.place == t.hex("7540")} == {"1/110"}
    assert {piece.name for piece in pieces if piece.place == t.hex("7640")} == {"I/304"}


def test_strangers_add_nothing_to_the_sum_of_a_stack() -> None:
    t = table()
    view = t.game.view(t.g, GERMAN).pieces
    hosingen = [piece for piece in view if piece.place == t.hex("7743")]
    assert len(hosingen) == 2
    assert t.game.report.sum_pieces(t.g, hosingen, GERMAN) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_is_drawn_with_strangers_on_it(language: str) -> None:
    t = table()
    drawn = draw_map(t.game, t.g, language)
    assert ">?<" in drawn
    assert "3/110" not in drawn
