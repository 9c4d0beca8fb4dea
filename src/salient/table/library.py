"""What there is to read and to look up: rulebook, briefing, tables, keys, standing.

Everything here is made from the contract of the engine and knows no game.
"""

from __future__ import annotations

from functools import cache
from random import Random

from salient.engine import AnyGame, Rule
from salient.engine.briefing import brief
from salient.engine.lessons import lessons_for
from salient.engine.speech import Speech
from salient.engine.state import State
from salient.engine.texts import engine_texts
from salient.engine.turns import arrivals
from salient.engine.views import PieceView
from salient.table.room import Room
from salient.table.telling import speech_in
from salient.table.wire import (
    Article,
    Book,
    BookChapter,
    Brief,
    ChartTable,
    Coming,
    ForceCard,
    Handbook,
    KeySample,
    LessonCard,
    PhaseCard,
    Reference,
    RuleText,
    Standing,
    TurnCard,
)

PLAIN = frozenset({"rule", "core"})
"""Kinds of rows that need no word for what they are."""


@cache
def tell_book(game: AnyGame, language: str) -> Book:
    """The whole rulebook of a title; it is made once in a language."""
    return Book(
        title=game.id,
        text=game.texts(language).say("game.title"),
        chapters=[
            BookChapter(each.id, each.say(language), [_article(game, r, language) for r in rows])
            for each, rows in game.rulebook.chapters
        ],
    )  # fmt: skip


def _article(game: AnyGame, rule: Rule, language: str) -> Article:
    title, summary = rule.say(language)
    absence, book = game.ledger.absent.get(rule.id), game.rulebook
    return Article(
        id=rule.id,
        title=title,
        summary=book.parts(summary),
        kind="" if rule.kind in PLAIN else engine_texts(language).say(f"rule_kind.{rule.kind}"),
        cited_by=book.cited_by.get(rule.id, []),
        absent=absence.say(language) if absence else "",
    )


def tell_rules(game: AnyGame, citation: str, language: str) -> list[RuleText]:
    """The rules behind a citation."""
    return [RuleText(row.id, *row.say(language)) for row in game.ledger.find(citation)]


# -- one game -----------------------------------------------------------------------------------


def tell_reference(room: Room, side: int, language: str) -> Reference:
    """Briefing and lessons for a side (-1: a spectator), from the first position as it knows it."""
    game = room.game
    start = game.known(room.state_at(0), side, Random(0))
    texts = game.texts(language)
    return Reference(
        brief=_brief(game, start, side, language),
        lessons=[
            LessonCard(texts.say(f"lesson.{lesson.id}"), lesson.verb)
            for lesson in lessons_for(game, start.setting.identity.scenario, side)
        ],
    )


def tell_handbook(room: Room, side: int, language: str) -> Handbook:
    """Tables, as far as a side knows what stands in them, and the key to the map."""
    speech = speech_in(room, language)
    key = room.game.sheet(room.match.state.setting, language).key()
    return Handbook(
        charts=_charts(room, side, speech),
        key_head=key.head,
        key=[KeySample(speech.say(word), look) for word, look in key.samples],
        badges=[KeySample(speech.say(word), look) for word, look in key.badges],
    )


def _brief(game: AnyGame, start: State, side: int, language: str) -> Brief:
    told = brief(game, start, side, language)
    return Brief(
        about=told.about,
        situation=told.situation,
        victory=told.victory,
        standing=list(told.standing),
        forces=[ForceCard(each.side, list(each.kinds), each.coming) for each in told.forces],
        hints=list(told.hints),
    )


def _charts(room: Room, side: int, speech: Speech) -> list[ChartTable]:
    found = room.game.report.charts(room.match.known(side))
    return [
        ChartTable(
            id=name,
            text=speech.texts.say(f"chart.{name}"),
            head=list(map(speech.say, chart.head)),
            rows=[list(map(speech.say, row)) for row in chart.rows],
            rules=list(chart.rules),
        )
        for name, chart in found.items()
    ]


def tell_standing(room: Room, side: int, language: str) -> Standing:
    """Who would win now and why, the turns with their arrivals, the phases."""
    g, report = room.match.known(side), room.game.report
    speech = speech_in(room, language)
    track = report.turn_track(g)
    due = arrivals(room.match.view(side).pieces)
    return Standing(
        seq=room.seq,
        verdict=speech.say(report.verdict(g)),
        lines=list(map(speech.say, report.describe_standing(g))),
        turns=[
            TurnCard(speech.word("turn", name), _coming(due.get(name, []), speech))
            for name in track.turns
        ]
        if track
        else [],
        now=track.now if track else 0,
        phases=[PhaseCard(owner, speech.say(name)) for owner, name in track.phases]
        if track
        else [],
        phase=track.phase if track else -1,
    )


def _coming(pieces: list[PieceView], speech: Speech) -> list[Coming]:
    sides = range(len(speech.game.sides))
    found = [[piece.name for piece in pieces if piece.side == side] for side in sides]
    return [Coming(side, names) for side, names in enumerate(found) if names]
