"""Notices: what a person is told of a game, and the form it has for each way of telling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from salient.engine import AnyGame
from salient.table.texts import table_texts

PUSHED = 500
"""Letters of a text that are pushed: in any language they fit into a message."""

YOUR_TURN, CHALLENGE = "notification", "challenge"
"""The messages there are; their texts stand under these names."""


class Notice(msgspec.Struct, frozen=True):
    """What a person is told; title, scenario and side are ids, as everywhere in the API."""

    game: str
    title: str
    scenario: str
    side: str
    link: str
    subject: str
    text: str
    event: str = "your-turn"


class Subject(NamedTuple):
    """The seat that a person is told of."""

    id: str
    game: AnyGame
    scenario: str
    side: int


def write_notice(what: Subject, address: str, language: str, message: str, **more: str) -> Notice:
    """A notice in words.

    Args:
        what: The seat.
        address: How the table is reached.
        language: Of the person.
        message: :data:`YOUR_TURN` or :data:`CHALLENGE`.
        more: What else the message tells.
    """
    side = what.game.sides[what.side]
    link = f"{address.rstrip('/')}/game/{what.id}"
    ours, texts = table_texts(language), what.game.texts(language)
    values = {
        "title": texts.say("game.title"),
        "scenario": texts.say(f"scenario.{what.scenario}"),
        "side": texts.say(f"side.{side}"),
        "link": link,
        **more,
    }
    return Notice(
        game=what.id,
        title=what.game.id,
        scenario=what.scenario,
        side=side,
        link=link,
        subject=ours.say(f"{message}.subject", **values),
        text=ours.say(f"{message}.body", **values),
        event="your-turn" if message == YOUR_TURN else message,
    )


def for_webhook(kind: str, notice: Notice) -> Mapping[str, Any]:
    """What is posted to a webhook of a kind: ``json``, ``discord`` or ``slack``."""
    if kind == "discord":
        return {"content": notice.text, "allowed_mentions": {"parse": []}}
    if kind == "slack":
        return {"text": notice.text}
    return {
        "event": notice.event,
        "game": notice.game,
        "title": notice.title,
        "scenario": notice.scenario,
        "side": notice.side,
        "link": notice.link,
        "text": notice.text,
    }


def for_browser(notice: Notice) -> bytes:
    """What is pushed to a browser, which shows it by itself."""
    told = {
        "title": notice.subject,
        "body": notice.text.removesuffix(notice.link).strip()[:PUSHED],
        "link": urlsplit(notice.link).path,
        "tag": notice.game,
    }
    return json.dumps(told, ensure_ascii=False).encode()
