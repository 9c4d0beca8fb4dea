"""Records, saves, undo: nothing is lost, nothing is forged."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salient.engine import (
    Match,
    Record,
    RecordError,
    RuleViolation,
    SalientError,
    SaveError,
    parse_record,
    replay,
    seed_from_text,
)
from salient.engine.stamps import stamp
from salient.games import find_game

GAME = find_game("mist")


def random_match(seed: int, decisions: int = 10_000, scenario: str = "seventh") -> Match[Any]:
    rng = random.Random(seed)
    match = Match.start(GAME, scenario, seed_from_text(str(seed)))
    for _ in range(decisions):
        decision = match.decision
        if decision is None:
            break
        match.play(rng.choice(decision.actions))
    return match


def test_a_finished_game_replays_to_the_same_state() -> None:
    match = random_match(1)
    record = parse_record(match.record().to_text())
    *_, (final, _) = replay(GAME, record)
    assert GAME.fingerprint(final) == GAME.fingerprint(match.state)
    assert record.stamps[-1] == stamp(GAME, final)


def test_an_unfinished_game_is_taken_up_with_its_log_and_undo() -> None:
    match = random_match(2, 40)
    resumed = Match.resume(GAME, parse_record(match.record().to_text()))
    assert GAME.dump(resumed.state) == GAME.dump(match.state)
    assert resumed.log == match.log
    assert resumed.can_undo == match.can_undo


def test_dice_stay_secret_until_the_end_if_wanted() -> None:
    assert "seed:" not in random_match(3, 40).record(reveal=False).to_text()
    assert "seed:" in random_match(3).record(reveal=False).to_text()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("salient-record 2", "salient-record 9", "record-magic"),
        ("scenario:", "scenery:", "record-header"),
        ("game: mist\n", "", "record-missing"),
        ("\ngerman ", "\ngerman\ngerman ", "record-line"),
        ("\ngerman ", "\nswiss ", "record-side"),
        ("\ngerman activate", "\nallied activate", "record-illegal"),
        ("\ngerman activate", "\ngerman deactivate", "record-illegal"),
        ("result: ", "result: un", "record-result"),
        ("option: gaps routes", "option: gaps rivers", "no-choice"),
    ],
)
def test_a_damaged_record_is_refused_with_the_reason(old: str, new: str, code: str) -> None:
    text = random_match(4).record().to_text()
    assert old in text
    with pytest.raises(SalientError) as error:
        for _ in replay(GAME, parse_record(text.replace(old, new, 1))):
            pass
    assert error.value.code == code
    assert error.value.describe("en") != error.value.describe("ja")


# -- stamps and other rules ---------------------------------------------------------------------


def break_stamp(record: Record, number: int) -> Record:
    """The record of a game in which an action came out otherwise."""
    stamps = list(record.stamps)
    stamps[number - 1] = stamps[number - 1][:2] + "000000"
    return record._replace(stamps=stamps)


def under_other_rules(record: Record) -> Record:
    return record._replace(identity=msgspec.structs.replace(record.identity, rules="old"))


def test_a_game_that_comes_out_otherwise_is_refused_with_the_action() -> None:
    record = parse_record(break_stamp(random_match(4).record(), 7).to_text())
    with pytest.raises(RecordError) as error:
        list(replay(GAME, record))
    assert (error.value.code, error.value.params["number"]) == ("record-differs", 7)
    assert "action 7 " in error.value.describe("en")
    assert "7手目" in error.value.describe("ja")


def test_a_record_without_stamps_is_as_good_as_its_actions() -> None:
    match = random_match(4)
    bare = match.record()._replace(stamps=())
    assert "#" not in bare.to_text()
    *_, (final, _) = replay(GAME, parse_record(bare.to_text()))
    assert GAME.dump(final) == GAME.dump(match.state)


def test_a_record_of_the_first_form_is_still_read() -> None:
    bare = random_match(4).record()._replace(stamps=())
    first = bare.to_text().replace("salient-record 2", "salient-record 1")
    first = first.replace("result:", f"final: {'0' * 64}\nresult:")
    *_, (final, _) = replay(GAME, parse_record(first))
    assert GAME.result(final) is not None


def test_stamps_made_of_other_columns_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    record = break_stamp(random_match(4).record(), 7)
    monkeypatch.setattr(type(GAME), "on_table", ("where",))
    assert list(replay(GAME, record))


def test_the_words_and_the_form_of_a_save_are_no_part_of_a_stamp() -> None:
    match = random_match(4, 30)
    before = stamp(GAME, match.state)
    match.state.waited ^= 1  # what only the rules remember
    assert stamp(GAME, match.state) == before
    match.state.vp += 1  # what everybody sees
    assert stamp(GAME, match.state) != before


@pytest.mark.parametrize("decisions", [40, 10_000])
def test_a_record_of_other_rules_that_comes_out_the_same_is_the_same_game(decisions: int) -> None:
    match = random_match(4, decisions)
    resumed = Match.resume(GAME, under_other_rules(match.record()))
    assert GAME.dump(resumed.state) == GAME.dump(match.state)
    assert resumed.record() == match.record(), "it goes on under the rules of this program"


@pytest.mark.parametrize(
    ("change", "inner"),
    [
        (lambda record: break_stamp(record, 7), "record-differs"),
        (lambda record: record._replace(result="glory 7"), "record-result"),
        (lambda record: record._replace(actions=[("german", "fly")]), "record-illegal"),
    ],
)
def test_a_record_of_other_rules_that_does_not_is_refused_with_both_versions(
    change: Callable[[Record], Record], inner: str
) -> None:
    with pytest.raises(RecordError) as error:
        Match.resume(GAME, under_other_rules(change(random_match(4).record())))
    assert error.value.code == "record-other-rules"
    reason = error.value.params["reason"]
    assert isinstance(reason, RecordError)
    assert reason.code == inner
    for language in ("en", "ja"):
        assert "old" in error.value.describe(language)
        assert reason.describe(language) in error.value.describe(language)


# -- seeds and packs ----------------------------------------------------------------------------


def test_a_seed_that_was_not_promised_is_refused() -> None:
    record = random_match(5, 10).record()
    text = record._replace(seed=bytes(32)).to_text()
    with pytest.raises(RecordError, match="not those that were promised"):
        parse_record(text)


def test_a_record_without_its_seed_cannot_be_replayed() -> None:
    record = random_match(6, 10).record(reveal=False)
    with pytest.raises(RecordError, match="still secret"):
        next(replay(GAME, record))


def test_a_record_of_another_pack_list_is_refused(tmp_path: Path) -> None:
    pack = tmp_path / "p"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "p"\ngame = "mist"\ntitle = "P"\n')
    match = Match.start(GAME, "seventh", bytes(32), packs=[pack])
    record = parse_record(match.record().to_text())
    with pytest.raises(SaveError, match="other packs"):
        next(replay(GAME, record))
    next(replay(GAME, record, [pack]))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.data())
def test_a_save_with_any_byte_changed_is_refused_or_still_legal(
    position: int, data: st.DataObject
) -> None:
    saved = bytearray(GAME.dump(random_match(7, 60).state))
    saved[position % len(saved)] = data.draw(st.integers(0, 255))
    try:
        state = GAME.load(bytes(saved))
    except SalientError as error:
        assert error.describe("ja")
    else:
        GAME.check(state)


def test_a_save_of_other_rules_is_refused() -> None:
    data = msgspec.json.decode(GAME.dump(random_match(8, 5).state))
    data["setting"]["rules"] = "0"
    with pytest.raises(SaveError, match="rules version"):
        GAME.load(msgspec.json.encode(data))


def test_undo_takes_back_an_own_action_and_never_a_die() -> None:
    match = Match.start(GAME, "seventh", bytes(32))
    before = GAME.dump(match.state)
    decision = match.decision
    assert decision is not None
    match.play(next(a for a in decision.actions if a.verb == "activate"))
    assert match.can_undo
    match.undo()
    assert GAME.dump(match.state) == before
    with pytest.raises(RuleViolation, match="Nothing to take back"):
        match.undo()


@pytest.mark.parametrize("seed", range(5))
def test_undo_never_crosses_a_die_or_the_other_sides_decision(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.start(GAME, "seventh", seed_from_text(str(seed)))
    while (decision := match.decision) is not None:
        drawn, side = match.state.drawn, decision.side
        match.play(rng.choice(decision.actions))
        after = match.decision
        if match.state.drawn != drawn or after is None or after.side != side:
            assert not match.can_undo


def test_only_the_mover_may_undo() -> None:
    match = Match.start(GAME, "seventh", bytes(32))
    decision = match.decision
    assert decision is not None
    match.play(decision.actions[0])
    with pytest.raises(RuleViolation, match="not your decision"):
        match.undo(1 - decision.side)
