"""The sequence of a campaign: its beginning, its scenarios, the refit phases between. Rule P8.6."""

from __future__ import annotations

from collections.abc import Callable

from salient.engine.state import Log
from salient.games.peiper.events import RefitStep
from salient.games.peiper.refit import (
    clearing,
    contents,
    dangers,
    dates,
    deploy,
    initiative,
    markers,
    melees,
    purchase,
    repairs,
    shifting,
    spoils,
    start,
    supply,
    weather,
    withdrawal,
    works,
)
from salient.games.peiper.state import PeiperState, PeiperStep

REFIT: dict[int, Callable[[PeiperState, Log], None]] = {
    601: melees.finish_melees,
    602: markers.remove_markers,
    603: markers.end_scenario,
    604: dangers.face_dangers,
    605: withdrawal.keep_units,
    606: withdrawal.escape_all,
    607: spoils.share_out,
    608: spoils.lead_away,
    609: spoils.put_out_fires,
    610: spoils.tend_wounded,
    611: spoils.prove_themselves,
    612: dates.next_date,
    613: shifting.shift,
    614: repairs.repair,
    615: clearing.clear_away,
    616: dates.replenish,
    617: weather.set_weather,
    618: supply.check_supply,
    619: purchase.buy,
    620: contents.raise_groups,
    621: works.fortify,
    622: initiative.reconnoitre,
    623: initiative.lay_chits,
    624: deploy.set_up,
    625: start.start,
}
"""The steps of the refit phase. Rule P8.6-table."""

ENDING = (601, 602, 603)
"""Steps that end a scenario (§)."""

ONCE = tuple(range(604, 612))
"""Steps after a scenario that are not repeated."""

AGAIN = tuple(range(612, 624))
"""Steps that are repeated until there is a scenario (*)."""

BATTLE = (624, 625)
"""Steps before a scenario after the first (‡)."""

INITIAL = (617, 618, 619, 620, 621, 624, 625)
"""Steps before the first scenario: † 618 to 621, then its own set-up; its weather is given."""


class Refit(PeiperStep, frozen=True, tag="refit"):
    """Steps of the refit phase, one after the other. Rule P8.6.

    Attributes:
        left: The steps still to be done.
    """

    left: tuple[int, ...]

    def sets_up(self, side: int) -> bool:
        """From the new date to the first turn nobody sees the other's units. Rules P8.6, P8.624."""
        return not self.left or AGAIN[1] <= self.left[0] <= BATTLE[-1]

    def act(self, g: PeiperState, log: Log) -> None:
        """The next one; after the chits a scenario, or the next date. Rules P8.3, P8.6-marks."""
        if not self.left:
            idle = g.roster[-1].battle == "idle"
            g.steps[-1:] = [Refit(AGAIN)] if idle else [Refit(BATTLE)]
            return
        number, *rest = self.left
        begins = number == BATTLE[-1]
        g.steps[-1] = Refit((*ENDING, *ONCE, *AGAIN) if begins else tuple(rest))
        g.refit = number
        log.append(RefitStep(number, str(number)))
        REFIT[number](g, log)


class Beginning(PeiperStep, frozen=True, tag="beginning"):
    """A campaign begins. Rules P8.5, P8.5a."""

    def act(self, g: PeiperState, log: Log) -> None:
        """The first date, then the steps before the first scenario."""
        start.begin_campaign(g, log)
        g.steps[-1:] = [Refit(INITIAL)]
