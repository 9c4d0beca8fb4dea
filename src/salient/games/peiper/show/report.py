"""What the terminal and the page are told about a campaign: in play as in the squad game."""

from __future__ import annotations

from salient.engine.ids import Place
from salient.engine.messages import Value
from salient.engine.reports import Chart
from salient.engine.state import Decision
from salient.engine.turns import TurnTrack
from salient.games.peiper.show import notes
from salient.games.peiper.show.charts import charts
from salient.games.peiper.show.overlays import OVERLAYS
from salient.games.peiper.show.refusals import REFUSALS
from salient.games.peiper.show.sheet import lay_out
from salient.games.peiper.show.standing import standing
from salient.games.peiper.show.turns import turn_track
from salient.games.peiper.state import PeiperState
from salient.games.squad.show.report import SquadReport


class PeiperReport(SquadReport[PeiperState]):
    """What is told of a campaign."""

    layers = OVERLAYS
    refusals = REFUSALS

    def describe_standing(self, g: PeiperState) -> list[Value]:
        """The points of the campaign, and what the scenario needs."""
        return list(standing(g))

    def turn_track(self, g: PeiperState) -> TurnTrack:
        """The dates of the campaign, and the phases of a scenario."""
        return turn_track(g)

    def charts(self, g: PeiperState) -> dict[str, Chart]:
        """Calendar, record and charts of the campaign, then those of the squad game."""
        return charts(g)

    def describe_decision(self, g: PeiperState, decision: Decision) -> list[Value]:
        """Points left, and what else one must have in mind."""
        if g.refit:
            return notes.describe_decision(g, decision)
        return super().describe_decision(g, decision)

    def describe_actions(self, g: PeiperState, decision: Decision) -> list[Value]:
        """What a group consists of and what it costs; in play what a move costs."""
        if g.refit:
            return notes.note_actions(g, decision)
        return super().describe_actions(g, decision)

    def figure_actions(self, g: PeiperState, decision: Decision) -> list[str]:
        """Prices; in play the costs of moves and the chances of shots."""
        if g.refit:
            return notes.figure_actions(g, decision)
        return super().figure_actions(g, decision)

    def describe_place(self, g: PeiperState, place: Place) -> list[Value]:
        """Terrain, and what the place counts in the campaign."""
        return [*super().describe_place(g, place), *notes.note_place(g, place)]

    def locate_places(self, g: PeiperState) -> dict[int, tuple[float, float]]:
        """Where the places lie, from 0 to 1."""
        picture = lay_out(g.setting, "en")
        return {
            place: (anchor[0] / picture.width, anchor[1] / picture.height)
            for place, anchor in enumerate(picture.anchors) if anchor
        }  # fmt: skip
