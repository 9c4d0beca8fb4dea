"""The simple bot's Germans in their last turn: who may yet bar the road is kept off it."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.games.trumpets.bot.ground import place_worth
from salient.games.trumpets.bot.judge import JUDGES
from salient.games.trumpets.bot.screen import screened
from salient.games.trumpets.bot.survey import survey
from salient.games.trumpets.roster import GERMAN
from tests.games.trumpets.table import Table
from tests.games.trumpets.test_bot import clear_losheim

SCREEN, FREE = "I/FJ9", "9019"


def before_the_road(turn: str = "17AF", enemy: str = "1/394", at: str = "9216") -> Table:
    """A battalion three hexes from the German road, and a German one somewhere on it."""
    t = clear_losheim(turn, taken="9018 8919 8618", allied={enemy: at})
    for unit in each_piece(t.g.on_map(t.g.setting.roster.combat & t.g.setting.army[GERMAN])):
        t.g.put(unit, NOWHERE)
    t.g.put(t.unit(SCREEN), t.hex(FREE))
    return t


def kept(t: Table, hex_: str) -> float:
    return screened(t.g, GERMAN, t.unit(SCREEN), t.hex(hex_))


def test_who_stands_in_the_way_keeps_points() -> None:
    t = before_the_road()
    assert kept(t, "9217") > kept(t, "9220") > kept(t, FREE), "before him, on the trunk, beside it"
    assert kept(t, "8314") == 0, "far away"


def test_nobody_is_in_the_way_of_those_who_cannot_come() -> None:
    t = before_the_road(at="8012")
    assert not any(kept(t, hex_) for hex_ in ("9217", "9220", FREE))
    guns = before_the_road(enemy="370FA")
    assert not any(kept(guns, hex_) for hex_ in ("9217", "9220", FREE)), "guns have no zone"


def test_in_the_last_turn_alone_that_is_worth_something() -> None:
    for turn, counts in (("17MO", False), ("17AF", True)):
        t = before_the_road(turn)
        look = survey(t.g, GERMAN)
        alike = look._replace(ways=tuple(0 for _ in look.ways), near=0)
        before, off = (place_worth(alike, t.unit(SCREEN), t.hex(hex_)) for hex_ in ("9217", "8821"))
        assert (before > off) is counts


def test_in_the_last_turn_nobody_advances_out_of_the_way() -> None:
    for turn, stays in (("17MO", False), ("17AF", True)):
        t = before_the_road(turn)
        t.g.put(t.unit(SCREEN), t.hex("9217"))
        look = survey(t.g, GERMAN)
        alike = look._replace(ways=tuple(0 for _ in look.ways))
        advance = Action("advance", (t.unit(SCREEN), t.hex("8821")))
        assert (JUDGES["advancing"](alike, advance) < 0) is stays
