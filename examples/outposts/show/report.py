"""What the terminal and the page are told beyond the view."""

from __future__ import annotations

from outposts.show.sheet import HEIGHT, WIDTH
from outposts.state import OutpostState
from salient.engine import Decision, Place, Report, Value, enemy, message


class OutpostReport(Report[OutpostState]):
    """Notes on moves and places."""

    def describe_actions(self, g: OutpostState, decision: Decision) -> list[Value]:
        """Which moves are attacks."""
        foe = enemy(decision.side)
        attacks = [bool(a.args) and bool(g.stack(a.place(1), foe)) for a in decision.actions]
        return [message("report.attack") if attack else "" for attack in attacks]

    def note_place(self, g: OutpostState, place: Place) -> Value:
        """What a goal is worth."""
        vp = g.setting.places[place].vp
        return message("report.worth", vp=vp) if vp else ""

    def locate_places(self, g: OutpostState) -> dict[int, tuple[float, float]]:
        """Where the discs lie."""
        return {p: (row.x / WIDTH, row.y / HEIGHT) for p, row in enumerate(g.setting.places)}
