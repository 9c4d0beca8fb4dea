"""What a viewer is told: positions, log and names, in the viewer's language.

Everything here is made from the contract of the engine and knows no game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from salient.engine import AnyGame, Event, Modifier
from salient.engine.actions import Action
from salient.engine.events import Rolled, condense, references, seen_events
from salient.engine.ids import Piece, Place
from salient.engine.pictures import Sheet
from salient.engine.setting import Setting
from salient.engine.speech import Number, Speech, say_clock
from salient.engine.state import Ref
from salient.engine.views import PieceView, view_action
from salient.table.breathing import PIECE, Breathing
from salient.table.clocks import PAUSE, TIMEOUT, tell_time
from salient.table.journal import DEEDS
from salient.table.pleas import plea_of
from salient.table.room import Moment, Room
from salient.table.texts import table_texts
from salient.table.wire import (
    Board,
    Choice,
    Entry,
    Line,
    Offer,
    PieceCard,
    PlaceCard,
    Position,
    Question,
    Status,
    Track,
)

SETTINGS = 64
"""Whose words and maps are kept; the longest unused are forgotten."""


@lru_cache(SETTINGS)
def speech_of(game: AnyGame, setting: Setting, language: str) -> Speech:
    """The words of a setting, which many games share."""
    return Speech(game, setting, language, spoken=True)


def speech_in(room: Room, language: str) -> Speech:
    """The words of a room's game."""
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
            _place(speech.name("place", place), anchor, board.homes.get(place))
            for place, anchor in enumerate(board.anchors)
        ],
        pieces=[_card(piece, sheet, speech) for piece in pieces],
        hides=game.hides_in(setting.identity.options),
        die=game.die,
        count=len(setting.lexicon.pieces),
        sight=report.look_along(g, Place(0), Place(0)) is not None,
        ranges=bool(pieces) and report.reach(g, Piece(pieces[0].id)) is not None,
        lifelines=bool(pieces) and report.lifelines(g, Piece(pieces[0].id)) is not None,
        overlays=[Choice(name, texts.say(f"overlay.{name}")) for name in report.overlays(g)],
        values=speech.value_names("", width),
        kind_values={
            key: text.split(" / ") for key, text in _table(speech, "values").items()
        },
        flags=_table(speech, "flag"),
        symbols=_table(speech, "kind"),
    )  # fmt: skip


def _place(name: str, anchor: tuple[float, float] | None, home: int | None) -> PlaceCard:
    if anchor is None:
        return PlaceCard(name, home=home)
    return PlaceCard(name, round(anchor[0], 1), round(anchor[1], 1), home)


def _card(piece: PieceView, sheet: Sheet, speech: Speech) -> PieceCard:
    return PieceCard(
        id=piece.id, name=speech.name("piece", piece.id),
        long=speech.name("piece", piece.id, long=True),
        side=piece.side, symbol=piece.symbol, look=sheet.counter(piece, ""),
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
    speech, sheet = speech_in(room, language), room.game.sheet(g.setting, language)
    now = g is room.match.state
    view = room.match.view(side) if now else room.game.view(g, side)
    asked = now and room.status is Status.RUNNING
    return Position(
        seq=room.seq,
        move=move,
        side=side,
        to_decide=_decider_for(room, side) if now else _decider(room.game, g),
        clock=say_clock(speech.texts, view.clock),
        tracks=[Track(k, speech.texts.say(f"track.{k}"), v) for k, v in view.tracks.items()],
        pieces=list(view.pieces),
        met=[_card(p, sheet, speech) for p in view.pieces if p.id not in room.named(side)],
        looks={p.id: sheet.counter(p, "") for p in view.pieces},
        markers=list(view.markers),
        marks=sheet.marks(view),
        whereabouts={p.id: speech.whereabouts(p) for p in view.pieces if p.place < 0},
        question=_question(room, side, speech) if asked else None,
        waiting=_waiting(room, side, speech) if now else "",
        can_undo=asked and 0 <= side == room.decider and room.match.can_undo,
        draw_offer="" if room.offer is None else room.game.sides[room.offer],
        result=tell_result(room, language) if now else "",
        plea="" if room.plea is None else room.game.sides[room.plea.side],
        can_plead=now and side >= 0 and plea_of(room, side) is not None,
        time=tell_time(room.timing) if now else None,
    )


def _decider(game: AnyGame, g: Any) -> int:
    decision = game.decision(g)
    return -1 if decision is None else decision.side


def _decider_for(room: Room, side: int) -> int:
    """The side that decides, as a side is told.

    Who has nothing to decide is not asked: the table answers in a moment. His enemy is told what he
    is told whenever somebody decides.
    """
    return 1 - side if room.is_veil and room.decider == side else room.decider


def _question(room: Room, side: int, speech: Speech) -> Question | None:
    decision = room.match.decision
    if decision is None or decision.side != side or decision.veils:
        return None
    report = room.game.report
    known, lexicon = room.match.known(side), speech.setting.lexicon
    notes = map(speech.say, report.describe_actions(known, decision))
    figures = report.figure_actions(known, decision)
    warnings = map(speech.say, report.warn_of_actions(known, decision))
    return Question(
        prompt=speech.prompt(decision),
        details=list(map(speech.say, report.describe_decision(known, decision))),
        rules=list(decision.rules),
        verbs={
            verb: speech.texts.say(f"verb.{verb}")
            for verb in dict.fromkeys(action.verb for action in decision.actions)
        },
        offers=[
            Offer(
                view_action(lexicon, action),
                speech.action(action, side),
                note,
                figure,
                action.verb in lexicon.momentous,
                warning,
            )
            for action, note, figure, warning in zip(
                decision.actions, notes, figures, warnings, strict=True
            )
        ],
        acting=list(decision.acting),
        left_out=len(report.left_out(known, decision)),
        places=[
            value.value
            for value in decision.values.values()
            if isinstance(value, Ref) and value.kind == "place" and value.value >= 0
        ],
    )


def _waiting(room: Room, side: int, speech: Speech) -> str:
    """Whom the table waits for."""
    say = table_texts(speech.language).say
    if room.status is Status.HALTED and room.problem is not None:
        return room.problem.describe(speech.language)
    if room.status is Status.OPEN:
        free = next(s for s, user in room.users.items() if user is None and s not in room.bots)
        return say("waiting.seat", side=speech.side(free))
    decider = _decider_for(room, side)
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
    if outcome in ("resign", TIMEOUT):
        side = texts.say(f"side.{game.sides[int(number)]}")
        return own.say(f"result.{outcome}", side=side)
    if f"result.{outcome}" in own and not number:
        return own.say(f"result.{outcome}")
    if f"result.{outcome}" not in texts:  # of rules that this program does not know
        return ending
    score = texts.say("game.score", score=Number(number))
    return own.say("result.scored", result=texts.say(f"result.{outcome}"), score=score)


# -- the log ------------------------------------------------------------------------------------


def tell_entry(room: Room, seq: int, reader: int | None, language: str) -> Entry:
    """A journal entry in words; each is told once in a language to all who see the same.

    Args:
        room: The game.
        seq: The number of the entry.
        reader: The side that reads it (-1: a spectator; None: one who may know everything).
        language: Of the words.
    """
    moment, key = room.moments[seq], (language, reader if room.hides else None)
    if key not in moment.told:
        moment.told[key] = _entry(room, seq, moment, *key)
    entry = moment.told[key]
    entry.undone = moment.undone
    return entry


async def tell_entries(
    room: Room, since: int, reader: int | None, language: str, breathing: Breathing
) -> list[Entry]:
    """The journal after a number; other games get their turn while a long one is told."""
    entries: list[Entry] = []
    for seq in range(max(since + 1, 0), room.seq + 1):
        entries.append(tell_entry(room, seq, reader, language))
        if len(entries) % PIECE == 0:
            await breathing.pause()
    return entries


def _entry(room: Room, seq: int, moment: Moment, language: str, reader: int | None) -> Entry:
    written, speech = moment.written, speech_in(room, language)
    own = table_texts(language)
    # An order can name what its enemy does not see: only what came of it is told to others.
    text = written.text if reader in (None, written.side) else ""
    lost = written.kind == "action" and not moment.played
    message = "line.unplayed" if lost else f"line.{written.kind}"
    if written.text and not text and f"{message}_unseen" in own:
        message += "_unseen"
    lines = _lines(room, seen_events(moment.events, reader), speech)
    if written.kind == PAUSE:
        minutes = max(round(int(written.text) / 60_000), 1)
        lines.append(Line(own.say("line.pause", minutes=minutes), "event"))
    elif message in own:
        # What is not played may not even be read: it is told as it was written.
        told = text and moment.played and written.kind in (*DEEDS, "undo")
        action = _whole(speech, parse_action(room, text), written.side) if told else text
        said = own.say(message, side=speech.side(written.side), action=action)
        lines.append(Line(said, "event", written.side))
    # Whether he had a choice is not told of one who may have something that is not seen.
    forced = room.game.hides and written.kind == "confirm" and reader not in (None, written.side)
    return Entry(
        seq=seq,
        kind="action" if forced else written.kind,
        move=moment.move,
        side=room.game.sides[written.side] if written.side >= 0 else "",
        text=text,
        at=written.at,
        lines=lines,
        played=moment.played,
        clock=say_clock(speech.texts, moment.clock),
        tracks=moment.tracks,
    )


def _whole(speech: Speech, action: Action, side: int) -> str:
    """An action with what its verb means: the arguments alone would be names without a deed."""
    label, meaning = speech.action(action, side), speech.texts.say(f"verb.{action.verb}")
    return label if label == meaning else f"{meaning} {label}"


def parse_action(room: Room, text: str) -> Action:
    """An action by its canonical text."""
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
        places=_places(event, [index for kind, index in named if kind == "place"]),
        rules=_rules(event),
        faces=list(event.thrown),
        lots=list(event.lots),
        moved=hasattr(event, "to"),
    )


def _places(event: Event, named: list[int]) -> list[int]:
    """The places an event names; of a move, where it began first and where it led last."""
    origin, to = getattr(event, "origin", None), getattr(event, "to", None)
    if origin in named and to in named:
        named = [origin, *(place for place in named if place not in (origin, to)), to]
    return [place for place in named if place >= 0]


def _rules(event: Event) -> list[str]:
    """The rules an event cites: its own and those of its modifiers."""
    found = [rule for rule in (getattr(event, "rule", ""), *getattr(event, "rules", ())) if rule]
    found += [each.rule for each in getattr(event, "modifiers", ()) if isinstance(each, Modifier)]
    return list(dict.fromkeys(found))
