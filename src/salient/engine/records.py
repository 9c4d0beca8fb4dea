"""Records: a game as a small text file, header and actions. Replaying it proves it was legal.

::

    salient-record 2
    game: mist
    rules: 1
    scenario: seventh
    option: gaps routes
    pack: mycopy 3f2a…
    commitment: 8a41…
    seed: 00ff…
    result: draw 0

    german activate 915/352  #9f03a5c1
    german move Vianden  #9f77c1d2

A header without ``seed`` belongs to a game whose dice are still secret; it cannot be replayed yet.
After each action stands the stamp of what lay on the table then (:mod:`salient.engine.stamps`); a
record without stamps is read as well. What was forced is not written down; if it was still asked
for when the record was made, the last action has no stamp. Records of version 1 have none, but a
line ``final`` with the hash of the last state as it was saved then, which proves nothing any more
and is passed over.

A record of other rules is played again under those of this program: if all of it is still legal
and comes out the same, it is the same game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from salient.engine.dice import MOST_SEED_BYTES, commitment
from salient.engine.errors import RecordError, SalientError
from salient.engine.events import Event
from salient.engine.game import AnyGame
from salient.engine.setting import Identity, PackId
from salient.engine.stamps import agrees

MAGIC = "salient-record"
VERSION = 2
READABLE = ("1", "2")

_LINE = re.compile(r"(\S+)\s+(\S.*?)(?:\s+#([0-9a-fA-F]{8}))?")
"""A side, what it did, and perhaps the stamp."""


class Record(NamedTuple):
    """A game in text: who played what, in order.

    Attributes:
        identity: Game, rules version, scenario, options, packs.
        commitment: Hash of the seed.
        actions: Pairs of side name and action text.
        seed: The seed, once revealed.
        result: Outcome and score of a finished game.
        stamps: What lay on the table after each action; an empty one where that is not known.
    """

    identity: Identity
    commitment: str
    actions: list[tuple[str, str]]
    seed: bytes | None = None
    result: str = ""
    stamps: Sequence[str] = ()

    def to_text(self) -> str:
        """The record as it is written to a file."""
        lines = [f"{MAGIC} {VERSION}"]
        lines += [f"game: {self.identity.game}", f"rules: {self.identity.rules}"]
        lines.append(f"scenario: {self.identity.scenario}")
        lines += [f"option: {name} {value}" for name, value in self.identity.options.items()]
        lines += [f"pack: {pack.name} {pack.digest}" for pack in self.identity.packs]
        lines.append(f"commitment: {self.commitment}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed.hex()}")
        if self.result:
            lines.append(f"result: {self.result}")
        lines.append("")
        for (side, text), kept in zip(self.actions, self.all_stamps(), strict=True):
            lines.append(f"{side} {text}  #{kept}" if kept else f"{side} {text}")
        return "\n".join(lines) + "\n"

    def all_stamps(self) -> list[str]:
        """A stamp for each action, empty where none is known."""
        known = self.stamps[: len(self.actions)]
        return [*known, *[""] * (len(self.actions) - len(known))]


def parse_record(text: str) -> Record:
    """Read a record.

    Raises:
        RecordError: Saying the line and what was expected there.
    """
    lines = text.splitlines()
    if not lines or lines[0].split() not in [[MAGIC, version] for version in READABLE]:
        found = lines[0][:60] if lines else ""
        raise RecordError("record-magic", found=found, expected=f"{MAGIC} {VERSION}")
    end = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    header = _Header(lines[1:end])
    seed = header.optional("seed")
    entries = [
        _read_entry(line, number) for number, line in enumerate(lines[end + 1 :], start=end + 2)
    ]
    record = Record(
        identity=Identity(
            game=header.one("game"),
            rules=header.one("rules"),
            scenario=header.one("scenario"),
            options=dict(header.pairs("option")),
            packs=tuple(PackId(name, digest) for name, digest in header.pairs("pack")),
        ),
        commitment=header.one("commitment"),
        actions=[(side, action) for side, action, _ in entries],
        seed=_seed(seed) if seed else None,
        result=header.optional("result"),
        stamps=[kept for _, _, kept in entries],
    )
    if record.seed is not None and commitment(record.seed) != record.commitment:
        raise RecordError("record-commitment")
    return record


def _read_entry(line: str, number: int) -> tuple[str, str, str]:
    """Side, action and stamp of a line."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise RecordError("record-line", line=number, found=line[:60])
    side, action, kept = found.groups()
    return side, action, (kept or "").lower()


class _Header:
    """The ``key: value`` lines above the actions."""

    KEYS = frozenset(
        (
            "game",
            "rules",
            "scenario",
            "option",
            "pack",
            "commitment",
            "seed",
            "result",
            "final",
        )
    )

    def __init__(self, lines: Sequence[str]) -> None:
        self._values: list[tuple[str, str]] = []
        for number, line in enumerate(lines, start=2):
            key, colon, value = line.partition(":")
            if not colon or key not in self.KEYS:
                raise RecordError(
                    "record-header",
                    line=number,
                    found=line[:60],
                    expected=", ".join(sorted(self.KEYS)),
                )
            self._values.append((key, value.strip()))

    def one(self, key: str) -> str:
        value = self.optional(key)
        if not value:
            raise RecordError("record-missing", key=key)
        return value

    def optional(self, key: str) -> str:
        return next((value for name, value in self._values if name == key), "")

    def pairs(self, key: str) -> Iterator[tuple[str, str]]:
        for name, value in self._values:
            if name == key:
                first, _, second = value.partition(" ")
                yield first, second


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not 0 < len(seed) <= MOST_SEED_BYTES:
        raise RecordError("record-seed", found=text[:80])
    return seed


def replay(
    game: AnyGame, record: Record, packs: Sequence[Path] = ()
) -> Iterator[tuple[Any, list[Event]]]:
    """Play a record again, yielding the state and the events after the start and every action.

    The yielded state is the same object each time; copy it to keep it. It is compared with the
    record's stamps, and at the end with its result.

    Raises:
        RecordError: The record is not legal, or does not come out as it says. Of a record of
            other rules that is ``record-other-rules``, with the reason.
    """
    if record.seed is None:
        raise RecordError("record-secret")
    game.require_identity(record.identity, packs)
    try:
        yield from _play_again(game, record, record.seed, packs)
    except SalientError as error:
        rules, expected = record.identity.rules, game.rules_version
        if rules == expected:
            raise
        raise RecordError(
            "record-other-rules", rules=rules, expected=expected, reason=error
        ) from None


def _play_again(
    game: AnyGame, record: Record, seed: bytes, packs: Sequence[Path]
) -> Iterator[tuple[Any, list[Event]]]:
    g, events = game.start(record.identity.scenario, seed, record.identity.options, packs)
    yield g, events
    numbered = enumerate(zip(record.actions, record.all_stamps(), strict=True), start=1)
    for number, ((side, text), kept) in numbered:
        if side not in game.sides:
            raise RecordError(
                "record-side", number=number, side=side, expected=", ".join(game.sides)
            )
        try:
            # If the last action alone has no stamp, something forced was still asked for.
            asked = number == len(record.actions) and not kept and any(record.stamps)
            events = game.play(g, g.setting.lexicon.parse(text), game.sides.index(side), ask=asked)
        except SalientError as error:
            raise RecordError("record-illegal", number=number, text=text, reason=error) from None
        if not agrees(game, g, kept):
            raise RecordError("record-differs", number=number, text=text)
        yield g, events
    outcome = game.result(g)
    if record.result and (outcome is None or record.result != f"{outcome.outcome} {outcome.score}"):
        raise RecordError("record-result", expected=record.result)
