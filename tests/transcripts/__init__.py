"""Seeded games kept as readable files.

For each rules version a record per scenario, and one with all options changed, proves that the
rules still lead the same way, with a table of what was offered on the way; a whole story in
English and Japanese shows what players read. Records are never written anew: as long as a game's
``rules_version`` stands, its kept games come out the same, and a change of the rules that was
meant raises it. ``python -m tests.transcripts`` (``make transcripts``) then plays new ones beside
the old, and writes the stories anew after a change of words.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from salient.bots import RandomBot
from salient.engine import (
    AnyGame,
    Decision,
    Match,
    Record,
    RecordError,
    parse_record,
    replay,
    seed_from_text,
)
from salient.engine.events import seen_events
from salient.engine.speech import Speech
from salient.games import GAMES, find_game
from salient.lab.arena import play_out
from tests.scenarios import LARGE

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "ja")
COLUMNS = ("name", "decisions", "actions", "digest")


class Changed(Exception):
    """A kept game does not come out as it did, although the rules version stands."""


class Offers(NamedTuple):
    """What was offered in a game: how often, how much, and a hash of all of it."""

    decisions: int
    actions: int
    digest: str


def kept_games(game: AnyGame) -> dict[str, tuple[str, dict[str, str]]]:
    """What is kept of a game: scenario and options by name."""
    first, turned = game.scenarios[0], {each.id: each.choices[-1] for each in game.options}
    kept = LARGE.get(game.id, game.scenarios)
    plain: dict[str, tuple[str, dict[str, str]]] = {name: (name, {}) for name in kept}
    return plain | {f"{first}-options": (first, turned)}


def play_record(game: AnyGame, name: str) -> Record:
    """A random game, the same as long as rules and bot are."""
    scenario, options = kept_games(game)[name]
    match = Match.start(game, scenario, seed_from_text(f"transcript/{name}"), options)
    play_out(match, [RandomBot(1), RandomBot(2)])
    return match.record()


def home(game: AnyGame, folder: Path = FOLDER) -> Path:
    """Where the kept games of a game's present rules are."""
    return folder / game.id / game.rules_version


def read(path: Path) -> Record:
    """A kept game."""
    return parse_record(path.read_text(encoding="utf-8"))


# -- what was offered ---------------------------------------------------------------------------


def count_offers(game: AnyGame, record: Record) -> Offers:
    """What a recorded game offers when it is played again; in whatever order it offers it."""
    decisions = actions = 0
    digest = hashlib.sha256()
    for g, _ in replay(game, record):
        decision: Decision | None = game.decision(g)
        if decision is not None:
            texts = sorted(map(g.setting.lexicon.text, decision.actions))
            decisions, actions = decisions + 1, actions + len(texts)
            digest.update("\n".join([game.sides[decision.side], *texts, ""]).encode())
    return Offers(decisions, actions, digest.hexdigest()[:16])


def read_offers(folder: Path) -> dict[str, Offers]:
    """The kept table of a version: game by game."""
    path = folder / "offers.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["name"]: Offers(int(row["decisions"]), int(row["actions"]), row["digest"])
            for row in csv.DictReader(file)
        }


def _write_offers(folder: Path, table: dict[str, Offers]) -> None:
    rows = [",".join(map(str, (name, *offers))) for name, offers in table.items()]
    (folder / "offers.csv").write_text("\n".join([",".join(COLUMNS), *rows, ""]), encoding="utf-8")


# -- keeping ------------------------------------------------------------------------------------


def require_same(game: AnyGame, path: Path, kept: Offers | None) -> Offers:
    """Play a kept game of the present rules again; returns what it offered.

    Raises:
        Changed: It is not the same game any more, and the rules version stands.
    """
    try:
        offers = count_offers(game, read(path))
    except RecordError as error:
        raise Changed(_complaint(game, path, str(error))) from None
    if kept is not None and kept != offers:
        what = f"it offers other actions than it did: {offers} and not {kept}."
        raise Changed(_complaint(game, path, what))
    return offers


def _complaint(game: AnyGame, path: Path, what: str) -> str:
    return (
        f"{game.id}, kept game {path.stem}: {what}\n"
        f"The rules have changed, but rules_version is still {game.rules_version!r}. If that was "
        f"meant, raise it in {type(game).__module__} and run make transcripts: running games that "
        f"still come out the same go on under the new version. (If version {game.rules_version!r} "
        f"has not been released yet, remove {path.parent} and run it again.)"
    )


def renew(game: AnyGame, folder: Path = FOLDER) -> Iterator[Path]:
    """Write what is missing of a game's transcripts, and its stories anew.

    Raises:
        Changed: Kept games of the present rules come out otherwise; nothing is written.
    """
    own = home(game, folder)
    table, names = read_offers(own), kept_games(game)
    offers = {
        name: require_same(game, path, table.get(name))
        for name in names
        if (path := own / f"{name}.record").exists()
    }
    own.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = own / f"{name}.record"
        # What is kept gets new stamps if those of the game are made of other columns now.
        again = Match.resume(game, read(path)) if path.exists() else None
        record = again.record() if again else play_record(game, name)
        path.write_text(record.to_text(), encoding="utf-8")
        offers[name] = offers.get(name) or count_offers(game, record)
        yield path
    _write_offers(own, {name: offers[name] for name in names})
    for path, text in stories(game, folder):
        path.write_text(text, encoding="utf-8")
        yield path


# -- stories ------------------------------------------------------------------------------------


def stories(game: AnyGame, folder: Path = FOLDER) -> Iterator[tuple[Path, str]]:
    """The kept game of the first scenario in words: files and what they must contain."""
    scenario = game.scenarios[0]
    record = read(home(game, folder) / f"{scenario}.record")
    for language in LANGUAGES:
        lines = _story(game, record, language)
        yield folder / game.id / f"{scenario}.{language}.txt", "\n".join([*lines, ""])


def _story(game: AnyGame, record: Record, language: str) -> Iterator[str]:
    moves = replay(game, record)
    for (side, text), (state, events) in zip([("", ""), *record.actions], moves, strict=True):
        speech = Speech(game, state.setting, language)
        if text:
            yield f"> {side} {text}"
        yield from (speech.event(event) for event in seen_events(events, None))


def games() -> list[AnyGame]:
    """All games that have transcripts."""
    return [find_game(name) for name in GAMES]
