"""The commands that only this game has: ``los`` judges lines of sight, ``reach`` ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from salient.engine.commands import Answer, Command, Parameter
from salient.engine.game import Game
from salient.engine.messages import Value, message
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.errors import SquadSetupError
from salient.games.squad.show import los, reach
from salient.games.squad.show.los_cases import Comparison

Squad = Game[SquadState, SquadSetting]

# -- los ------------------------------------------------------------------------------------------


def _los(
    game: Squad,  # noqa: ARG001
    map_file: Path | None,
    viewer: str,
    target: str,
    board: str,
    boards: Path | None,
    cases: Path | None,
) -> Answer:
    """The story of one line, or a comparison of many with what is expected of them."""
    if boards is not None and cases is not None and map_file is None:
        found = los.check_cases(boards, cases)
        sound = all(tally.agree == tally.firm for tally in found.boards.values())
        return Answer(list(_compared(found)), msgspec.to_builtins(found), sound=sound)
    if map_file is None or not viewer or not target or boards is not None or cases is not None:
        raise SquadSetupError("los-arguments")
    ground = los.load_board(map_file, board)
    sighting = los.look_from(ground, viewer, target)
    return Answer(
        los.tell(ground, sighting),
        los.facts(ground, sighting),
        draw=lambda say: los.draw(ground, sighting, say),
    )


def _compared(found: Comparison) -> Iterator[Value]:
    """How far we agree on each board, then every disagreement."""
    for name, tally in found.boards.items():
        yield message(
            "los.tally", board=name, firm=tally.firm, agree=tally.agree,
            hindrance=tally.hindrance, grazing=tally.grazing, grazing_agree=tally.grazing_agree,
        )  # fmt: skip
    for title, cases in (
        ("los.disagreements", found.disagreements),
        ("los.grazing", found.grazing_disagreements),
    ):
        yield message(title, count=len(cases))
        for case in cases:
            yield message(
                "los.disagreement", line=case.line, board=case.board, viewer=case.viewer,
                target=case.target, expected=case.expected, found=case.found, where=case.where,
                rules=", ".join(case.rules),
            )  # fmt: skip


LOS = Command(
    "los",
    _los,
    (
        Parameter("map_file", "MAP", kind="file"),
        Parameter("viewer", "FROM"),
        Parameter("target", "TO"),
        Parameter("board", "NAME", option=True),
        Parameter("boards", "FILE.csv", kind="file", option=True),
        Parameter("cases", "FILE.csv", kind="file", option=True),
    ),
    draws=True,
)

# -- reach ----------------------------------------------------------------------------------------

RICHEST = "village"
"""The scenario with the most kinds of units, in which ways are looked for unless one is named."""


def _reach(game: Squad, unit: str, origin: str, to: str, scenario: str) -> Answer:
    """The cheapest way and what each step of it costs."""
    journey = reach.plan(game, scenario or RICHEST, unit, origin, to)
    return Answer([*reach.tell(journey)], reach.facts(journey), journey.g.setting)


REACH = Command(
    "reach",
    _reach,
    (
        Parameter("unit", "UNIT", required=True),
        Parameter("origin", "FROM", required=True),
        Parameter("to", "TO", required=True),
        Parameter("scenario", option=True),
    ),
)

COMMANDS = (LOS, REACH)
