"""Looking back at a game: who held what turn by turn, what was lost, and its best moments.

Everything is read from a match by the contract: the record is played again, and after each action
the table is looked at as each side saw its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from salient.engine.events import Event, Rolled, condense, references, seen_events
from salient.engine.game import AnyGame
from salient.engine.match import Match
from salient.engine.state import State
from salient.engine.views import PieceView

SWINGS = 4
"""So many of the largest swings are told."""

RARE = 1.0
"""Dice are worth a word from so many standard deviations on."""


class Chapter(msgspec.Struct, frozen=True):
    """The table at the end of a turn.

    Attributes:
        move: How many actions had been played.
        clock: The turn as the game calls it.
        tracks: Victory points and such.
        strength: What each side had on the map, in the numbers of the sketch.
        held: The places that each side held.
    """

    move: int
    clock: str
    tracks: dict[str, int]
    strength: tuple[int, int]
    held: tuple[tuple[int, ...], tuple[int, ...]]


class Highlight(msgspec.Struct, frozen=True):
    """A moment worth looking at again.

    Attributes:
        kind: ``swing``, ``lucky`` or ``unlucky``.
        move: How many actions had been played after it.
        side: Whose moment it was.
        events: What happened in it.
    """

    kind: str
    move: int
    side: int
    events: tuple[Event, ...]


class Aftermath(msgspec.Struct, frozen=True):
    """A game looked back at.

    Attributes:
        chapters: The turns, first to last; the last one is the end.
        losses: The pieces that each side has lost.
        highlights: The moments, in the order in which they came.
    """

    chapters: tuple[Chapter, ...]
    losses: tuple[tuple[int, ...], tuple[int, ...]]
    highlights: tuple[Highlight, ...]


class _Swing(msgspec.Struct, frozen=True):
    """How much strength the dice of an action took from one side more than from the other."""

    size: int
    side: int
    move: int


class _Roll(msgspec.Struct, frozen=True):
    """How lucky the dice of an event were for the side that threw them."""

    luck: float
    side: int
    move: int
    event: Event


def look_back(match: Match[Any]) -> Aftermath:
    """Look back at a game that is over: everything of it may be told."""
    return _Reader(match).read()


class _Reader:
    """Plays a match again and takes notes."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.owners: dict[int, int] = {}
        self.values: dict[int, int] = {}
        self.met: tuple[set[int], set[int]] = (set(), set())
        self.left: tuple[set[int], set[int]] = (set(), set())
        self.swings: list[_Swing] = []
        self.rolls: list[_Roll] = []

    def read(self) -> Aftermath:
        """Notes of the whole game."""
        chapters: list[Chapter] = []
        clock, last = "", len(self.match.deeds)
        for move, g in enumerate(self._positions()):
            events = seen_events(self.match.log[move][1], None)
            turned, clock = self.game.clock(g) != clock, self.game.clock(g)
            thrown = any(event.thrown for event in events)
            if not (turned or thrown or move == last):
                continue  # nothing was decided: the next one that does will show it
            before = self.values
            chapter = self._look(move, g)
            if move and thrown:
                self._weigh(move, before)
                self.rolls += self._judge(move, events)
            if chapters and chapters[-1].clock == chapter.clock:
                chapters.pop()
            chapters.append(chapter)
        gone = tuple(sorted(met - left) for met, left in zip(self.met, self.left, strict=True))
        losses = tuple(gone[0]), tuple(gone[1])
        return Aftermath(tuple(chapters), losses, tuple(self._highlights()))

    def _positions(self) -> Iterator[State]:
        """The position after each action, the first one first."""
        match = self.match
        g, _ = self.game.begin(match.state.setting, match.state.seed)
        yield g
        deeds = match.deeds
        for number, deed in enumerate(deeds):
            last = number + 1 == len(deeds)
            asked = match.is_held if last else deeds[number + 1].forced
            self.game.play(g, deed.action, ask=asked)
            yield g

    def _look(self, move: int, g: State) -> Chapter:
        report = self.game.report
        pieces: list[list[PieceView]] = []
        for side in (0, 1):
            own = [piece for piece in self.game.view(g, side).pieces if piece.side == side]
            self.met[side].update(piece.id for piece in own)
            self.left[side].clear()
            self.left[side].update(piece.id for piece in own)
            self.owners.update((piece.id, side) for piece in own)
            pieces.append([piece for piece in own if piece.place >= 0])
        self.values = {
            piece.id: report.sum_pieces(g, [piece], side)
            for side, own in enumerate(pieces)
            for piece in own
        }
        strength = [sum(self.values[piece.id] for piece in own) for own in pieces]
        held = report.holders(g, (*pieces[0], *pieces[1]))
        return Chapter(
            move=move,
            clock=self.game.clock(g),
            tracks=self.game.tracks(g),
            strength=(strength[0], strength[1]),
            held=held,
        )

    def _weigh(self, move: int, before: dict[int, int]) -> None:
        """Note what was lost since the last look; who came or went has lost nothing."""
        lost = [0, 0]
        for piece, value in before.items():
            lost[self.owners[piece]] += max(0, value - self.values.get(piece, 0))
        if lost[0] != lost[1]:
            self.swings.append(_Swing(abs(lost[0] - lost[1]), int(lost[0] > lost[1]), move))

    def _judge(self, move: int, events: list[Event]) -> Iterator[_Roll]:
        for event in events:
            if event.thrown and not event.chooses:
                yield _Roll(luck_of(self.game, event), self._thrower(move, event), move, event)

    def _thrower(self, move: int, event: Event) -> int:
        """The side an event names, or that of its first piece, or who has acted."""
        actor = self.match.deeds[move - 1].side
        for kind, index in references(event):
            if kind == "side":
                return index
            if kind == "piece":
                return self.owners.get(index, actor)
        return actor

    def _highlights(self) -> Iterator[Highlight]:
        found: list[Highlight] = []
        largest = sorted(self.swings, key=lambda swing: -swing.size)[:SWINGS]
        for swing in largest:
            events = seen_events(self.match.log[swing.move][1], None)
            found.append(Highlight("swing", swing.move, swing.side, tuple(condense(events))))
        for side in (0, 1):
            own = sorted((roll for roll in self.rolls if roll.side == side), key=lambda r: r.luck)
            if own and own[-1].luck >= RARE:
                found.append(Highlight("lucky", own[-1].move, side, (own[-1].event,)))
            if own and own[0].luck <= -RARE:
                found.append(Highlight("unlucky", own[0].move, side, (own[0].event,)))
        yield from sorted(found, key=lambda each: each.move)


def luck_of(game: AnyGame, event: Event) -> float:
    """How lucky dice were for who threw them, in standard deviations.

    Of dice with a need it is the number of successes that counts, of others their sum: low dice
    help who throws them in all our games.
    """
    faces, die = event.thrown, game.die
    if isinstance(event, Rolled):
        wanted = event.need - sum(each.value for each in event.modifiers)
        chance = min(max(wanted / die, 0.0), 1.0)
        spread = math.sqrt(len(faces) * chance * (1 - chance))
        return (event.successes - len(faces) * chance) / spread if spread else 0.0
    spread = math.sqrt(len(faces) * (die * die - 1) / 12)
    return (len(faces) * (die + 1) / 2 - sum(faces)) / spread
