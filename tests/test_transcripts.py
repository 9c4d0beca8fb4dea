"""The kept games: while the rules version stands they come out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from salient.engine import AnyGame, RecordError, replay
from salient.engine.stamps import stamp
from salient.games import find_game
from tests import transcripts
from tests.transcripts import (
    FOLDER,
    LANGUAGES,
    Changed,
    games,
    home,
    kept_games,
    read,
    read_offers,
    renew,
    require_same,
    stories,
)

MIST = find_game("mist")
KEPT = [(game.id, name) for game in games() for name in kept_games(game)]


@pytest.mark.parametrize(("title", "name"), KEPT)
def test_a_kept_game_comes_out_the_same_while_the_rules_version_stands(
    title: str, name: str
) -> None:
    """If a change of rules or data was meant: raise rules_version, then make transcripts."""
    game = find_game(title)
    kept = read_offers(home(game))[name]
    assert require_same(game, home(game) / f"{name}.record", kept) == kept


@pytest.mark.parametrize(("title", "name"), KEPT)
def test_a_kept_game_is_whole(title: str, name: str) -> None:
    game = find_game(title)
    record = read(home(game) / f"{name}.record")
    assert record.result
    assert (record.identity.scenario, record.identity.rules) == (
        kept_games(game)[name][0], game.rules_version,
    )  # fmt: skip
    opening = next(replay(game, record))[0]
    making = stamp(game, opening)[:2]
    assert {kept[:2] for kept in record.stamps} == {making}, "old stamps: make transcripts"


def test_nothing_else_is_kept() -> None:
    files = {path for path in FOLDER.rglob("*") if path.suffix in (".record", ".txt", ".csv")}
    expected = set()
    for game in games():
        expected |= {FOLDER / game.id / f"{game.scenarios[0]}.{each}.txt" for each in LANGUAGES}
        for version in (FOLDER / game.id).iterdir():
            if version.is_dir():
                expected |= {version / "offers.csv", *version.glob("*.record")}
        assert {path.stem for path in home(game).glob("*.record")} == set(kept_games(game))
    assert files == expected


@pytest.mark.parametrize("title", [game.id for game in games()])
def test_the_stories_are_up_to_date(title: str) -> None:
    """If a change of words was meant, write them anew: make transcripts."""
    for path, text in stories(find_game(title)):
        assert path.read_text(encoding="utf-8") == text, path.name


def test_a_kept_game_of_other_rules_is_the_same_or_says_where_it_differs() -> None:
    for game in games():
        for path in sorted((FOLDER / game.id).glob("*/*.record")):
            if path.parent != home(game):
                try:
                    for _ in replay(game, read(path)):
                        pass
                except RecordError as error:
                    assert error.code == "record-other-rules"


# -- make transcripts ---------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the transcripts of a game of which only one scenario is kept."""
    monkeypatch.setattr(transcripts, "kept_games", lambda game: {game.scenarios[0]: (
        game.scenarios[0], {})})  # fmt: skip
    assert list(renew(MIST, tmp_path))
    return tmp_path


def contents(folder: Path) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def test_writing_again_changes_nothing(small: Path) -> None:
    before = contents(small)
    assert set(renew(MIST, small)) <= set(before)
    assert contents(small) == before


def change_rules(folder: Path) -> None:
    """What a change of the rules looks like from here: the kept game came out otherwise."""
    path = home(MIST, folder) / "seventh.record"
    lines = path.read_text("utf-8").splitlines()
    index = lines.index("") + 17
    lines[index] = lines[index][:-6] + "000000"
    path.write_text("\n".join([*lines, ""]), "utf-8")


def change_offers(folder: Path) -> None:
    path = home(MIST, folder) / "offers.csv"
    header, row = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([header, row[:-4] + "0000", ""]), "utf-8")


@pytest.mark.parametrize(
    ("change", "said"), [(change_rules, "action 17 "), (change_offers, "other actions")]
)
def test_changed_rules_are_refused_while_the_version_stands(
    small: Path, change: Any, said: str
) -> None:
    change(small)
    before = contents(small)
    with pytest.raises(Changed) as refused:
        list(renew(MIST, small))
    assert said in str(refused.value)
    assert "raise it in salient.games.mist.game" in str(refused.value)
    assert contents(small) == before


def raise_version(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    monkeypatch.setattr(type(game), "rules_version", "next")


def test_a_raised_version_gets_games_of_its_own_and_the_old_ones_stay(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_rules(small)
    before = contents(small)
    raise_version(monkeypatch, MIST)
    written = set(renew(MIST, small))
    assert small / "mist" / "next" / "seventh.record" in written
    assert read(small / "mist" / "next" / "seventh.record").identity.rules == "next"
    assert contents(small).items() >= before.items()


def test_changed_words_are_written_without_more_ado(small: Path) -> None:
    story = small / "mist" / "seventh.en.txt"
    told = story.read_text("utf-8")
    story.write_text("Once upon a time", "utf-8")
    assert story in set(renew(MIST, small))
    assert story.read_text("utf-8") == told
