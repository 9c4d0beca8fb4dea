"""Records: a game as a small text file, header and actions. Replaying it proves it was legal.

::

    salient-record 1
    game: mist
    rules: 1
    scenario: seventh
    option: gaps routes
    pack: mycopy 3f2a…
    commitment: 8a41…
    seed: 00ff…
    result: draw 0
    final: 77c1…

    german activate 915/352
    german move Vianden

A header without ``seed`` belongs to a game whose dice are still secret; it cannot be replayed yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from salient.engine.dice import MOST_SEED_BYTES, commitment
from salient.engine.errors import RecordError, SalientError
from salient.engine.events import Event
from salient.engine.game import AnyGame
from salient.engine.setting import Identity, PackId

MAGIC = "salient-record"
VERSION = 1


class Record(NamedTuple):
    """A game in text: who played what, in order.

    Attributes:
        identity: Game, rules version, scenario, options, packs.
        commitment: Hash of the seed.
        actions: Pairs of side name and action text.
        seed: The seed, once revealed.
        result: Outcome and score of a finished game.
        final: Fingerprint of the final state.
    """

    identity: Identity
    commitment: str
    actions: list[tuple[str, str]]
    seed: bytes | None = None
    result: str = ""
    final: str = ""

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
        if self.final:
            lines.append(f"final: {self.final}")
        lines.append("")
        lines += [f"{side} {text}" for side, text in self.actions]
        return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Read a record.

    Raises:
        RecordError: Saying the line and what was expected there.
    """
    lines = text.splitlines()
    if not lines or lines[0].split() != [MAGIC, str(VERSION)]:
        found = lines[0][:60] if lines else ""
        raise RecordError("record-magic", found=found, expected=f"{MAGIC} {VERSION}")
    end = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    header = _Header(lines[1:end])
    seed = header.optional("seed")
    record = Record(
        identity=Identity(
            game=header.one("game"),
            rules=header.one("rules"),
            scenario=header.one("scenario"),
            options=dict(header.pairs("option")),
            packs=tuple(PackId(name, digest) for name, digest in header.pairs("pack")),
        ),
        commitment=header.one("commitment"),
        actions=[],
        seed=_seed(seed) if seed else None,
        result=header.optional("result"),
        final=header.optional("final"),
    )
    for number, line in enumerate(lines[end + 1 :], start=end + 2):
        side, _, action = line.strip().partition(" ")
        if not action:
            raise RecordError("record-line", line=number, found=line[:60])
        record.actions.append((side, action))
    if record.seed is not None and commitment(record.seed) != record.commitment:
        raise RecordError("record-commitment")
    return record


class _Header:
    """The ``key: value`` lines above the actions."""

    KEYS = frozenset(
        (
            "game", "rules", "scenario", "option", "pack", "commitment", "seed", "result", "final",
        )
    )  # fmt: skip

    def __init__(self, lines: Sequence[str]) -> None:
        self._values: list[tuple[str, str]] = []
        for number, line in enumerate(lines, start=2):
            key, colon, value = line.partition(":")
            if not colon or key not in self.KEYS:
                raise RecordError(
                    "record-header", line=number, found=line[:60],
                    expected=", ".join(sorted(self.KEYS)),
                )  # fmt: skip
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

    The yielded state is the same object each time; copy it to keep it. At the end the recorded
    result and fingerprint are compared.

    Raises:
        RecordError: The record is not legal, or does not come out as it says.
    """
    if record.seed is None:
        raise RecordError("record-secret")
    game.require_identity(record.identity, packs)
    g, events = game.start(record.identity.scenario, record.seed, record.identity.options, packs)
    yield g, events
    for number, (side, text) in enumerate(record.actions, start=1):
        if side not in game.sides:
            raise RecordError(
                "record-side", number=number, side=side, expected=", ".join(game.sides)
            )
        try:
            events = game.play(g, g.setting.lexicon.parse(text), game.sides.index(side))
        except SalientError as error:
            raise RecordError("record-illegal", number=number, text=text, reason=error) from None
        yield g, events
    if record.final and game.fingerprint(g) != record.final:
        raise RecordError("record-final", found=game.fingerprint(g), expected=record.final)
    outcome = game.result(g)
    if record.result and (outcome is None or record.result != f"{outcome.outcome} {outcome.score}"):
        raise RecordError("record-result", expected=record.result)
