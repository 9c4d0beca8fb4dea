"""Words for units and stacks, as all reports on a position use them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from salient.boards.bits import members
from salient.engine.texts import Texts, package_texts
from salient.games.bulge.setting import ALLIED, FOLDER, GERMAN, SIDES
from salient.games.bulge.show.view import FLAGS
from salient.games.bulge.state import FULL, BulgeState


@cache
def texts_of(language: str) -> Texts:
    """The game's texts in a language."""
    return package_texts(FOLDER / "text", language)


def unit_note(g: BulgeState, unit: int, texts: Texts) -> str:
    """Branch, strengths and state of a unit in a few letters."""
    flags = [name for flag, name in FLAGS.items() if getattr(g, flag) >> unit & 1]
    if g.steps_left[unit] < FULL:
        flags.append("reduced")
    return texts.say(
        "report.unit",
        kind=texts.say(f"kind_short.{g.setting.units[unit].branch}"),
        attack=g.attack(unit),
        defence=g.defence(unit),
        flags="".join(
            texts.say("report.unit_flag", flag=texts.say(f"flag_short.{flag}")) for flag in flags
        ),
    )


def unit_list(g: BulgeState, units: Iterable[int], texts: Texts) -> str:
    """Units with their notes."""
    said = [f"{g.setting.units[unit].id} {unit_note(g, unit, texts)}" for unit in units]
    return texts.say("list.comma").join(said) or texts.say("list.none")


def unit_ids(g: BulgeState, units: Iterable[int], texts: Texts) -> str:
    """Units by their designations alone."""
    return texts.say("list.comma").join(g.setting.units[unit].id for unit in units)


def side_name(side: int, texts: Texts) -> str:
    """What a side is called."""
    return texts.say(f"side.{SIDES[side]}")


def garrison(g: BulgeState, place: int, texts: Texts) -> str:
    """Who is in a hex, with the strengths together."""
    for side in (GERMAN, ALLIED):
        units = members(g.stack(place, side))
        if units:
            return texts.say(
                "report.garrison",
                side=texts.say(f"side_short.{SIDES[side]}"),
                attack=sum(map(g.attack, units)),
                defence=sum(map(g.defence, units)),
            )
    return ""
