"""What a viewer is told: positions, log, odds and names, in the viewer's language.

Everything here is made from the contract of the engine and knows no game.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from salient.engine import AnyGame, Event, Modifier, RuleViolation
from salient.engine.actions import Action
from salient.engine.events import Rolled, condense, references, seen_events
from salient.engine.ids import Place
from salient.engine.pictures import Sheet
from salient.engine.setting import Setting
from salient.engine.speech import Number, Speech, say_clock
from salient.engine.views import PieceView, view_action
from salient.table.errors import TableError
from salient.table.room import BREATH, Moment, Room
from salient.table.texts import table_texts
from salient.table.wire import (
    Board,
    Choice,
    Entry,
    Inspection,
    Layer,
    Line,
    Odds,
    OddsFigure,
    OddsModifier,
    OddsTable,
    Offer,
    PieceCard,
    PlaceCard,
    Position,
    Question,
    RuleText,
    Sight,
    Status,
    Trace,
    Track,
)


@cache
def speech_of(game: AnyGame, setting: Setting, language: str) -> Speech:
    """The words of a setting; settings are few and shared."""
    return Speech(game, setting, language)


def _speech(room: Room, language: str) -> Speech:
    return speech_of(room.game, room.match.state.setting, language)


# -- the board ----------------------------------------------------------------------------------


def tell_board(game: AnyGame, g: Any, side: int, language: str) -> Board:
    """What never changes in a game, told to a side from its first position.

    Args:
        game: The game.
        g: The first position as the side knows it.
        side: Who is told.
        language: Of the words.
    """
    setting, pieces = g.setting, game.scene(g, side).pieces
    speech, sheet = speech_of(game, setting, language), game.sheet(setting, language)
    texts = speech.texts
    board = sheet.board(speech.caption())
    report = game.report
    width = max((len(piece.values) for piece in pieces), default=0)
    return Board(
        title=texts.say("game.title"),
        svg=board.svg,
        width=board.width,
        height=board.height,
        counter=board.counter,
        sides=[Choice(side, texts.say(f"side.{side}")) for side in game.sides],
        places=[
            PlaceCard(speech.name("place", place), x, y, board.homes.get(place))
            for place, (x, y) in enumerate(anchor or (None, None) for anchor in board.anchors)
        ],
        pieces=[_card(piece, sheet, speech) for piece in pieces],
        hides=game.hides,
        sight=report.look_along(g, Place(0), Place(0)) is not None,
        overlays=[Choice(name, texts.say(f"overlay.{name}")) for name in report.overlays(g)],
        values=speech.value_names("", width),
        kind_values={
            key: text.split(" / ") for key, text in _table(speech, "values").items()
        },
        flags=_table(speech, "flag"),
        symbols=_table(speech, "kind"),
    )  # fmt: skip


def _card(piece: PieceView, sheet: Sheet, speech: Speech) -> PieceCard:
    return PieceCard(
        id=piece.id, name=piece.name, long=speech.name("piece", piece.id, long=True),
        side=piece.side, symbol=piece.symbol, look=sheet.counter(piece, piece.name),
    )  # fmt: skip


def _table(speech: Speech, table: str) -> dict[str, str]:
    """All texts of one table of the catalogue."""
    prefix = f"{table}."
    return {
        key.removeprefix(prefix): text
        for key, text in speech.texts.as_mapping().items()
        if key.startswith(prefix)
    }


# -- positions ----------------------------------------------------------------------------------


def tell_position(room: Room, side: int, language: str) -> Position:
    """What a side sees now; worked out once for all who see the same."""
    key = side, language
    if key not in room.positions:
        room.positions[key] = _position(room, room.match.state, side, language, room.moves)
    return room.positions[key]


def tell_past(room: Room, move: int, side: int, language: str) -> Position:
    """What a side saw after so many actions; nothing is asked any more."""
    return _position(room, room.state_at(move), side, language, move)


def _position(room: Room, g: Any, side: int, language: str, move: int) -> Position:
    speech, sheet = _speech(room, language), room.game.sheet(g.setting, language)
    now = g is room.match.state
    view = room.match.view(side) if now else room.game.view(g, side)
    asked = now and room.status is Status.RUNNING
    return Position(
        seq=room.seq,
        move=move,
        side=side,
        to_decide=room.decider if now else _decider(room.game, g),
        clock=say_clock(speech.texts, view.clock),
        tracks=[Track(k, speech.texts.say(f"track.{k}"), v) for k, v in view.tracks.items()],
        pieces=list(view.pieces),
        met=[_card(p, sheet, speech) for p in view.pieces if p.id not in room.named(side)],
        looks={p.id: sheet.counter(p, _tooltip(p, speech)) for p in view.pieces},
        markers=list(view.markers),
        marks=sheet.marks(view),
        whereabouts={p.id: speech.whereabouts(p) for p in view.pieces if p.place < 0},
        question=_question(room, side, speech) if asked else None,
        waiting=_waiting(room, side, speech) if now else "",
        can_undo=asked and side == room.decider and room.match.can_undo,
        draw_offer="" if room.offer is None else room.game.sides[room.offer],
        result=tell_result(room, language) if now else "",
    )


def _tooltip(piece: PieceView, speech: Speech) -> str:
    flags = [speech.word("flag", flag) for flag in piece.flags]
    names = [speech.name("piece", piece.id, long=True), *flags]
    return speech.texts.say("list.comma").join(names)


def _decider(game: AnyGame, g: Any) -> int:
    decision = game.decision(g)
    return -1 if decision is None else decision.side


def _question(room: Room, side: int, speech: Speech) -> Question | None:
    decision = room.match.decision
    if decision is None or decision.side != side:
        return None
    report = room.game.report
    known, lexicon = room.match.known(side), speech.setting.lexicon
    notes = map(speech.say, report.describe_actions(known, decision))
    figures = report.figure_actions(known, decision)
    return Question(
        prompt=speech.prompt(decision),
        details=list(map(speech.say, report.describe_decision(known, decision))),
        rules=list(decision.rules),
        verbs={
            verb: speech.texts.say(f"verb.{verb}")
            for verb in dict.fromkeys(action.verb for action in decision.actions)
        },
        offers=[
            Offer(view_action(lexicon, action), speech.action(action), note, figure)
            for action, note, figure in zip(decision.actions, notes, figures, strict=True)
        ],
        acting=list(decision.acting),
    )


def _waiting(room: Room, side: int, speech: Speech) -> str:
    """Whom the table waits for."""
    say = table_texts(speech.language).say
    if room.status is Status.HALTED and room.problem is not None:
        return room.problem.describe(speech.language)
    if room.status is Status.OPEN:
        free = next(s for s, user in room.users.items() if user is None and s not in room.bots)
        return say("waiting.seat", side=speech.side(free))
    decider = room.decider
    if decider in (-1, side):
        return ""
    message = "waiting.bot" if decider in room.bots else "waiting.side"
    player = player_name(room.bots.get(decider), room.names.get(decider), speech.language)
    return say(message, player=player, side=speech.side(decider))


def player_name(bot: str | None, person: str | None, language: str) -> str:
    """What a player is called; a person who has left is nobody in particular."""
    texts = table_texts(language)
    if bot:
        return texts.say(f"bot.{bot}") if f"bot.{bot}" in texts else bot
    return person or texts.say("person.gone")


def tell_result(room: Room, language: str) -> str:
    """How the game ended, in words."""
    if room.status is not Status.OVER:
        return ""
    return spell_result(room.game, room.ending()[0], language)


def spell_result(game: AnyGame, ending: str, language: str) -> str:
    """A stored ending in words: the game's own outcome, a resignation, a draw, or no end at all."""
    outcome, _, number = ending.partition(" ")
    texts, own = game.texts(language), table_texts(language)
    if outcome == "resign":
        return own.say("result.resign", side=texts.say(f"side.{game.sides[int(number)]}"))
    if f"result.{outcome}" in own and not number:
        return own.say(f"result.{outcome}")
    if f"result.{outcome}" not in texts:  # of rules that this program does not know
        return ending
    score = texts.say("game.score", score=Number(number))
    return f"{texts.say(f'result.{outcome}')} ({score})"


# -- the log ------------------------------------------------------------------------------------


def tell_entry(room: Room, seq: int, reader: int | None, language: str) -> Entry:
    """A journal entry in words; each is told once in a language to all who see the same.

    Args:
        room: The game.
        seq: The number of the entry.
        reader: The side that reads it (-1: a spectator; None: one who may know everything).
        language: Of the words.
    """
    moment, key = room.moments[seq], (language, reader if room.game.hides else None)
    if key not in moment.told:
        moment.told[key] = _entry(room, seq, moment, *key)
    entry = moment.told[key]
    entry.undone = moment.undone
    return entry


async def tell_entries(room: Room, since: int, reader: int | None, language: str) -> list[Entry]:
    """The journal after a number; other games get their turn while a long one is told."""
    entries = []
    for seq in range(max(since + 1, 0), room.seq + 1):
        entries.append(tell_entry(room, seq, reader, language))
        if seq % BREATH == 0:
            await asyncio.sleep(0)
    return entries


def _entry(room: Room, seq: int, moment: Moment, language: str, reader: int | None) -> Entry:
    written, speech = moment.written, _speech(room, language)
    own = table_texts(language)
    # An order can name what its enemy does not see: only what came of it is told to others.
    text = written.text if reader in (None, written.side) else ""
    lost = written.kind == "action" and not moment.played
    message = "line.unplayed" if lost else f"line.{written.kind}"
    if written.text and not text and f"{message}_unseen" in own:
        message += "_unseen"
    lines = _lines(room, seen_events(moment.events, reader), speech)
    if message in own:
        # What is not played may not even be read: it is told as it was written.
        action = speech.action(_parse(room, text)) if text and moment.played else text
        said = own.say(message, side=speech.side(written.side), action=action)
        lines.append(Line(said, "event", written.side))
    return Entry(
        seq=seq,
        kind=written.kind,
        move=moment.move,
        side=room.game.sides[written.side] if written.side >= 0 else "",
        text=text,
        at=written.at,
        lines=lines,
        played=moment.played,
        clock=say_clock(speech.texts, moment.clock),
        tracks=moment.tracks,
    )


def _parse(room: Room, text: str) -> Action:
    action: Action = room.match.state.setting.lexicon.parse(text)
    return action


def _lines(room: Room, events: list[Event], speech: Speech) -> list[Line]:
    return [_line(room, event, speech) for event in condense(events)]


def _line(room: Room, event: Event, speech: Speech) -> Line:
    heading, named = speech.heading(event), references(event)
    rolled = isinstance(event, Rolled)
    return Line(
        text=heading or speech.event(event),
        kind="heading" if heading else "dice" if rolled else "event",
        side=room.side_of(event),
        pieces=[index for kind, index in named if kind == "piece"],
        places=[index for kind, index in named if kind == "place" and index >= 0],
        rules=_rules(event),
        faces=list(event.faces) if isinstance(event, Rolled) else [],
    )


def _rules(event: Event) -> list[str]:
    """The rules an event cites: its own and those of its modifiers."""
    found = list(getattr(event, "rules", ()))
    found += [each.rule for each in getattr(event, "modifiers", ()) if isinstance(each, Modifier)]
    return list(dict.fromkeys(found))


# -- questions about the position ---------------------------------------------------------------


def tell_odds(room: Room, place: int, side: int, language: str) -> Odds | None:
    """The exact chances of the combat that would be fought in a place.

    Where pieces can be hidden, what a side is planning is told to that side only.
    """
    asked = find_place(room, place)
    if room.game.hides and side != room.decider:
        return None
    forecast, speech = room.game.forecast(room.match.known(side), asked), _speech(room, language)
    if forecast is None:
        return None
    say = speech.texts.say
    return Odds(
        place=place,
        attackers=speech.force(forecast.attackers),
        defenders=speech.force(forecast.defenders),
        figures=[
            OddsFigure(say(f"forecast.{key}", value=value).strip(), value)
            for key, value in forecast.figures.items()
        ],
        modifiers=[
            OddsModifier(speech.modifier(modifier).strip(" ,、"), modifier)
            for modifier in forecast.modifiers
        ],
        tables=[
            OddsTable(
                say(f"forecast.{key}"),
                [speech.word("chance", str(outcome)) for outcome in table],
                list(table.values()),
            )
            for key, table in forecast.tables.items()
        ],
    )


def tell_trace(room: Room, text: str) -> Trace:
    """The places an offered action passes through."""
    decision = room.match.decision
    action = _parse(room, text)
    if decision is None or action not in decision.actions:
        raise RuleViolation("not-offered", text=text, expected="-", rules="-")
    known = room.match.known(decision.side)
    return Trace(list(room.game.report.trace_action(known, decision, action)))


def tell_overlay(room: Room, overlay: str, side: int, language: str) -> list[Layer]:
    """Places shaded for some purpose: supply, zones of control and such."""
    report, speech = room.game.report, _speech(room, language)
    g = room.match.known(side)
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
        for shade in report.overlay(g, overlay, side)
    ]


def tell_place(room: Room, place: int, side: int, language: str) -> Inspection:
    """All that a side knows of a place."""
    lines = room.game.report.describe_place(room.match.known(side), find_place(room, place))
    return Inspection(place, list(map(_speech(room, language).say, lines)))


def tell_sight(room: Room, origin: int, target: int, side: int, language: str) -> Sight:
    """The line of sight between two places, as far as a side knows what lies on it."""
    ends = find_place(room, origin), find_place(room, target)
    line = room.game.report.look_along(room.match.known(side), *ends)
    if line is None:
        raise TableError("no-sight")
    said = map(_speech(room, language).say, line.lines)
    return Sight(line.clear, list(said), list(line.places))


def find_place(room: Room, place: int) -> Place:
    """The place with a number; the number of no place is refused."""
    last = len(room.match.state.setting.lexicon.places) - 1
    if not 0 <= place <= last:
        raise TableError("no-such-place", place=place, last=last)
    return Place(place)


def tell_rules(game: AnyGame, citation: str, language: str) -> list[RuleText]:
    """The rules behind a citation."""
    return [RuleText(row.id, *row.say(language)) for row in game.ledger.find(citation)]
