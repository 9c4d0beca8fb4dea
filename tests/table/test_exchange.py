"""Records: taken from the table and brought to it."""

from __future__ import annotations

import re

import pytest

from salient.engine import Record, commitment, parse_record, replay
from salient.games import find_game
from salient.table import lobby
from tests.table.people import Hall, Person, almost_over, is_problem, random_match

RULES = find_game("mist").rules_version


def export(person: Person, game: str, **params: str) -> str:
    response = person.client.get(f"/api/games/{game}/record", params=params)
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"].startswith("text/plain")
    assert response.headers["Content-Disposition"].startswith("attachment")
    return response.text


@pytest.fixture(scope="module")
def finished() -> str:
    return random_match("mist", "seventh", "finished").record().to_text()


@pytest.fixture(scope="module")
def half() -> str:
    return random_match("mist", "seventh", "half", actions=50).record().to_text()


# -- taking away --------------------------------------------------------------------------------


def test_a_running_game_is_exported_without_its_dice(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    texts = [person.offers(game)[0]]
    person.order(game)
    record = parse_record(export(person, game))
    assert record.seed is None
    assert record.actions == [("german", text) for text in texts]
    assert record.commitment == person.card(game)["commitment"]
    [(seed,)] = hall.rows("SELECT seed FROM games WHERE id = ?", game)
    assert seed.hex() not in export(person, game)


def test_a_resigned_game_is_exported_with_its_dice(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    person.order(game)
    person.gesture(game, "resign")
    record = parse_record(export(hall.stranger(), game))
    assert record.seed is not None
    assert commitment(record.seed) == record.commitment
    assert len(list(replay(find_game("mist"), record))) == 2


def test_a_finished_game_is_exported_and_replays(hall: Hall) -> None:
    match, _, text = almost_over()
    person = hall.guest()
    game = person.bring_in(match.record().to_text())["id"]
    person.order(game, text)
    record = parse_record(export(hall.stranger(), game))
    assert record.seed == match.state.seed
    assert record.result
    assert all(record.stamps)
    assert len(list(replay(match.game, record))) == len(record.actions) + 1


# -- bringing in --------------------------------------------------------------------------------


def test_a_finished_record_is_there_for_everybody(hall: Hall, finished: str) -> None:
    person = hall.guest()
    card = person.bring_in(finished)
    assert card["status"] == "over"
    assert card["result"]
    assert card["seed"]
    assert card["seq"] == len(parse_record(finished).actions)
    game = card["id"]
    assert game in [mine["id"] for mine in person.get("/api/games", scope="mine")]
    stranger = hall.stranger()
    last = stranger.position(game)
    assert last["result"] == card["result"]
    for side in ("german", "allied", "spectator"):
        assert stranger.position(game, move=7, side=side)["move"] == 7
    assert len(stranger.log(game)) == card["seq"] + 1
    assert export(stranger, game) == finished
    assert hall.guest().order(game, "end", status=403)["code"] == "not-yours"
    assert person.join(game, invite=card["invite"], status=409)["code"] == "seat-taken"


def test_an_unfinished_record_is_played_on(hall: Hall, half: str) -> None:
    person = hall.guest()
    card = person.bring_in(half)
    assert card["status"] == "running"
    assert card["my_turn"]
    assert card["seed"] == ""
    assert all(seat["mine"] for seat in card["seats"])
    game = card["id"]
    assert person.position(game)["move"] == 50
    assert person.order(game)["seq"] == 51
    hall.stranger().position(game, status=403)


def test_a_record_goes_from_table_to_table(hall: Hall, half: str) -> None:
    first, second = hall.guest(), hall.guest()
    game = first.bring_in(half)["id"]
    first.gesture(game, "resign", side="allied")
    text = export(first, game)
    assert text == half
    assert second.bring_in(text)["status"] == "running"


def test_a_record_in_other_words_is_stored_in_the_canonical_ones(hall: Hall, half: str) -> None:
    head, _, actions = half.partition("\n\n")
    shouted = re.sub(r"(?<= )\S.*", lambda found: found[0].upper(), actions)
    assert shouted != actions
    person = hall.guest()
    game = person.bring_in(f"{head}\n\n{shouted}")["id"]
    stored = hall.rows("SELECT text FROM journal WHERE game_id = ? ORDER BY seq", game)
    assert [text for (text,) in stored] == [text for _, text in parse_record(half).actions]


def broken(record: Record, **changes: object) -> str:
    return record._replace(**changes).to_text()  # type: ignore[arg-type]


def bad_records() -> dict[str, tuple[str, str]]:
    """Per name a record that cannot be brought in, and the code of what is wrong."""
    good = random_match("mist", "seventh", "half", actions=10).record()
    whole = random_match("mist", "seventh", "finished").record()
    text = good.to_text()
    wrong = [*good.actions[:5], ("german", "activate nobody")]
    other = [("allied" if side == "german" else "german", what) for side, what in good.actions]
    return {
        "empty": ("", "record-magic"),
        "prose": ("Once upon a time", "record-magic"),
        "newer": (text.replace("salient-record 2", "salient-record 9"), "record-magic"),
        "header": (text.replace("scenario:", "scenery:"), "record-header"),
        "no game": (re.sub(r"game: .*\n", "", text), "record-missing"),
        "secret": (broken(good, seed=None), "record-secret"),
        "no seed": (re.sub(r"seed: .*", "seed: xyz", text), "record-seed"),
        "other dice": (re.sub(r"seed: .*", f"seed: {bytes(32).hex()}", text), "record-commitment"),
        "long dice": (
            broken(good, seed=bytes(65), commitment=commitment(bytes(65))), "record-seed",
        ),
        "illegal": (broken(good, actions=wrong), "record-illegal"),
        "other side": (broken(good, actions=other), "record-illegal"),
        "no side": (broken(good, actions=[("british", "end")]), "record-side"),
        "half a line": (text + "german\n", "record-line"),
        "a NUL": (text + "german \0\n", "record-illegal"),
        "too far": (broken(whole, actions=[*whole.actions, ("german", "end")]), "record-illegal"),
        "other end": (
            broken(whole, stamps=[*whole.stamps[:-1], whole.stamps[-1][:2] + "000000"]),
            "record-differs",
        ),
        "other result": (broken(whole, result="german_decisive 99"), "record-result"),
        "other rules": (
            broken(good, actions=wrong).replace(f"\nrules: {RULES}\n", "\nrules: 0\n"),
            "record-other-rules",
        ),
        "no title": (text.replace("game: mist", "game: chess"), "no-game"),
        "other title": (
            text.replace("game: mist", "game: bulge").replace(
                f"\nrules: {RULES}\n", f"\nrules: {find_game('bulge').rules_version}\n"
            ),
            "no-scenario",
        ),
        "scenario": (text.replace("seventh", "eighth"), "no-scenario"),
        "option": (text.replace("option: gaps routes", "option: gaps none"), "no-choice"),
        "packs": (text.replace("commitment:", "pack: mine 00ff\ncommitment:"), "record-packs"),
    }  # fmt: skip


BAD = bad_records()


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_is_refused_with_a_reason_and_makes_no_game(hall: Hall, name: str) -> None:
    text, code = BAD[name]
    person, before = hall.guest(), hall.rows("SELECT count(*) FROM games")
    said = [person.bring_in(text, status=400, lang=lang) for lang in ("en", "ja")]
    assert [answer["code"] for answer in said] == [code, code]
    assert said[0]["message"] != said[1]["message"]
    assert hall.rows("SELECT count(*) FROM games") == before


def test_a_huge_record_is_refused(hall: Hall, half: str, monkeypatch: pytest.MonkeyPatch) -> None:
    person, before = hall.guest(), hall.rows("SELECT count(*) FROM games")
    refused = person.bring_in("x" * 4_001_000, status=413)
    assert is_problem(refused, 413)
    assert "4001000" in refused["message"], "the limit that holds for records"
    monkeypatch.setattr(lobby, "LONGEST_RECORD", 49)
    assert person.bring_in(half, status=400)["code"] == "record-long"
    assert hall.rows("SELECT count(*) FROM games") == before


def test_a_stranger_brings_nothing_in(hall: Hall, finished: str) -> None:
    assert hall.stranger().bring_in(finished, status=401)["code"] == "sign-in"


def test_a_record_is_played_on_against_a_bot(hall: Hall) -> None:
    person = hall.guest()
    text = random_match("mist", "seventh", "branch", 12).record().to_text()
    body = {"text": text, "bots": {"allied": "simple"}}
    card = person.ask("POST", "/api/records", body, status=201)
    assert [(seat["side"], seat["bot"], seat["mine"]) for seat in card["seats"]] == [
        ("german", False, True), ("allied", True, False),
    ]  # fmt: skip
    wrong = person.ask(
        "POST", "/api/records", {"text": text, "bots": {"red": "simple"}}, status=400
    )
    assert is_problem(wrong, 400)
    nobody = person.ask("POST", "/api/records", {"text": text, "bots": {"allied": "x"}}, status=400)
    assert is_problem(nobody, 400)
