"""What a viewer asks about a position: odds, ways, reasons, overlays, ranges, lines, places.

Like :mod:`salient.table.telling` it is made from the contract of the engine and knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from salient.engine import RuleViolation
from salient.engine.actions import Action, ArgKind
from salient.engine.ids import Piece, Place
from salient.engine.views import PieceView
from salient.table.errors import TableError
from salient.table.room import Room
from salient.table.telling import parse_action, speech_in
from salient.table.texts import table_texts
from salient.table.wire import (
    Inspection,
    Layer,
    Lifeline,
    Odds,
    OddsFigure,
    OddsModifier,
    OddsTable,
    Reason,
    Sight,
    Trace,
)

BRACKETS = re.compile(r"[(（]([^()（）]*)[)）]")
CITED = re.compile(r"[A-Za-z]*\d[\w.-]*|[a-z]+(?:-[a-z0-9]+)+")
"""What looks like the number of a rule; sentences have them in brackets."""


def tell_odds(room: Room, place: int, side: int, language: str) -> Odds | None:
    """The exact chances of the combat that would be fought in a place.

    Where pieces can be hidden, what a side is planning is told to that side only.
    """
    asked = find_place(room, place)
    if room.hides and side != room.decider:
        return None
    forecast, speech = room.game.forecast(room.match.known(side), asked), speech_in(room, language)
    if forecast is None:
        return None
    say = speech.texts.say
    return Odds(
        place=place,
        attackers=speech.force(forecast.attackers),
        defenders=speech.force(forecast.defenders),
        figures=[
            OddsFigure(speech.figure(key, value), value) for key, value in forecast.figures.items()
        ],
        modifiers=[
            OddsModifier(speech.modifier(modifier).strip(" ,、"), modifier)
            for modifier in forecast.modifiers
        ],
        tables=[
            OddsTable(
                say(f"forecast.{key}"),
                list(map(speech.outcome, table)),
                list(table.values()),
            )
            for key, table in forecast.tables.items()
        ],
    )


def tell_trace(room: Room, text: str) -> Trace:
    """The places an offered action passes through."""
    decision = room.match.decision
    action = parse_action(room, text)
    if decision is None or action not in decision.actions:
        raise RuleViolation("not-offered", text=text, expected="-", rules="-")
    known = room.match.known(decision.side)
    return Trace(list(room.game.report.trace_action(known, decision, action)))


def tell_reason(room: Room, piece: int | None, place: int | None, language: str) -> Reason:
    """Why a piece cannot be chosen now, or a place cannot be gone to.

    Args:
        room: A game in which somebody is asked.
        piece: A piece that was pointed at.
        place: A place that was pointed at.
        language: Of the words.
    """
    decision, lexicon = room.match.decision, room.match.state.setting.lexicon
    if decision is None:
        return Reason("", [])
    report, known = room.game.report, room.match.known(decision.side)
    things = {ArgKind.PIECE: piece, ArgKind.PLACE: place}
    for verb in report.refusals.verbs(known):
        args = [things.get(kind) for kind in lexicon.verbs[verb]]
        if not args or any(arg is None for arg in args):
            continue
        reason = report.explain_refusal(known, Action(verb, tuple(args)))  # type: ignore[arg-type]
        if reason:
            text = speech_in(room, language).say(reason)
            return Reason(text, _cited(room, text))
    return Reason("", [])


def _cited(room: Room, text: str) -> list[str]:
    """The rules that a sentence cites, in their order."""
    words = (word.strip(".") for said in BRACKETS.findall(text) for word in CITED.findall(said))
    return list(dict.fromkeys(word for word in words if room.game.ledger.find(word)))


class Outlook(NamedTuple):
    """A position as a side knows it: the present one, or one of the past.

    Attributes:
        room: The game.
        side: Who looks (-1: a spectator).
        known: What that side knows of the position.
        pieces: What it sees.
    """

    room: Room
    side: int
    known: Any
    pieces: Sequence[PieceView]

    def sees(self, piece: Piece) -> PieceView | None:
        """A piece, if it is seen on the map."""
        return next((one for one in self.pieces if one.id == piece and one.place >= 0), None)


def look_out(room: Room, side: int, move: int | None = None) -> Outlook:
    """What a side knows now, or knew after so many actions: nothing that it learnt later."""
    if move is None or move == room.moves:
        known = room.match.known(side)
    else:
        known = room.game.known(room.state_at(move), side, Random(0))
    return Outlook(room, side, known, room.game.scene(known, side).pieces)


def tell_overlay(outlook: Outlook, overlay: str, language: str) -> list[Layer]:
    """Places shaded for some purpose: supply, zones of control and such."""
    room, g = outlook.room, outlook.known
    report, speech = room.game.report, speech_in(room, language)
    offered = report.overlays(g)
    if overlay not in offered:
        raise TableError("no-such-overlay", overlay=overlay, expected=", ".join(offered))
    return [
        Layer(
            speech.shade(shade),
            shade.side,
            list(shade.places),
            {place: speech.say(note) for place, note in shade.notes.items()},
        )
        for shade in report.overlay(g, overlay, outlook.side)
    ]


def tell_reach(outlook: Outlook, piece: int, language: str) -> Layer:
    """Where a piece that is seen could go by itself."""
    room, asked = outlook.room, find_piece(outlook.room, piece)
    seen = outlook.sees(asked)
    found = room.game.report.reach(outlook.known, asked) if seen else ()
    if found is None:
        raise TableError("no-ranges")
    name = speech_in(room, language).name("piece", asked, long=True)
    text = table_texts(language).say("shade.reach", piece=name)
    return Layer(text, seen.side if seen else -1, list(found))


def tell_lifelines(outlook: Outlook, piece: int, language: str) -> list[Lifeline]:
    """The lines that a piece lives by, of those that are seen on the map."""
    room, asked = outlook.room, find_piece(outlook.room, piece)
    speech = speech_in(room, language)
    found = room.game.report.lifelines(outlook.known, asked) if outlook.sees(asked) else []
    if found is None:
        raise TableError("no-lifelines")
    told = []
    for line in found:
        lines = list(map(speech.say, line.lines))
        title = speech.texts.say(f"lifeline.{line.what}")
        rules = _cited(room, " ".join(lines))
        told.append(
            Lifeline(line.what, title, line.sound, list(line.way), list(line.cuts), lines, rules)
        )
    return told


def tell_place(outlook: Outlook, place: int, language: str) -> Inspection:
    """All that is known of a place."""
    room = outlook.room
    lines = room.game.report.describe_place(outlook.known, find_place(room, place))
    return Inspection(place, list(map(speech_in(room, language).say, lines)))


def tell_sight(outlook: Outlook, origin: int, target: int, language: str) -> Sight:
    """The line of sight between two places, as far as it is known what lies on it."""
    room = outlook.room
    ends = find_place(room, origin), find_place(room, target)
    line = room.game.report.look_along(outlook.known, *ends)
    if line is None:
        raise TableError("no-sight")
    said = map(speech_in(room, language).say, line.lines)
    return Sight(line.clear, list(said), list(line.places))


def find_place(room: Room, place: int) -> Place:
    """The place with a number; the number of no place is refused."""
    last = len(room.match.state.setting.lexicon.places) - 1
    if not 0 <= place <= last:
        raise TableError("no-such-place", place=place, last=last)
    return Place(place)


def find_piece(room: Room, piece: int) -> Piece:
    """The piece with a number; the number of no piece is refused."""
    last = len(room.match.state.setting.lexicon.pieces) - 1
    if not 0 <= piece <= last:
        raise TableError("no-such-piece", piece=piece, last=last)
    return Piece(piece)
