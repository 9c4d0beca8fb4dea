"""Steps 8.602 and 8.603: what comes off the map, rally, and who has won."""

from __future__ import annotations

from salient.engine.events import GameEnded
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.peiper.events import AllRallied, ScenarioEnded
from salient.games.peiper.refit.artillery import settle_modules
from salient.games.peiper.refit.dummies import do_without
from salient.games.peiper.refit.sorties import send_home
from salient.games.peiper.standing.control import lvp_total, take_all
from salient.games.peiper.standing.victory import campaign_winner, scenario_winner
from salient.games.peiper.state import NOBODY, Line, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN, PLAYERS
from salient.games.squad.core.state import TURN_FLAGS

STATUS = (
    "melee", "desperate", "disrupted", "fanatic", "berserk", "cx", "motion", "buttoned",
    "concealed", "hidden", "cloaked", "rallied", "kept_rate", "self_rallied", "restrained",
    "lighters", "entrenched", "low", "beside", "unlaid", "fled", "noted",
)  # fmt: skip
"""Markers of units that come off. Rules P8.602e, P8.602f, P8.602g."""

PASSING = (
    "smoke", "screens", "acquired", "residual", "arms_fired", "arms_spent", "loading", "driven",
    "unloading", "beside_road", "out_of_houses", "swings", "charges_laid", "charges_set",
    "stunned", "withdrawing", "fire_from", "labor", "bypass", "crest", "stairs", "sniper_hexes",
    "sharing", "bore", "dug",
)  # fmt: skip
"""What lies about for a scenario only. Rules P8.602b, P8.602c, P8.602h."""


def remove_markers(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.602.

    Rules P8.602, P8.602a, P8.602b, P8.602c, P8.602d, P8.602e, P8.602f, P8.602g, P8.602h, P8.602i.
    No quarter stays what it is for the whole campaign (CG4b); reserves come to light (CG7b-8).
    Hidden mines stay hidden, all else is on the map from now on (P8.602g). Who comes to light
    only because question marks are taken off is not looked at by the enemy (P8.602).
    """
    do_without(g, g.setting.dummies)
    g.veiled = g.hidden | g.concealed
    for name in (*STATUS, *TURN_FLAGS):
        setattr(g, name, 0)
    for name in PASSING:
        getattr(g, name).clear()
    g.lanes, g.march, g.calls, g.grenades = (), None, (0, 0), 0
    settle_modules(g)
    send_home(g)
    g.starshells, g.flashes, g.nvr = (), 0, 0
    g.charges_wired = 0
    g.taken_unseen.clear()
    g.reserve = 0
    g.phase = "setup"


def rally_all(g: PeiperState, log: Log) -> None:
    """Everybody rallies, and all get off their vehicles. Rules P8.6031a, P8.6031b."""
    count = g.broken.bit_count()
    g.broken = 0
    g.aboard.clear()
    if count:
        log.append(AllRallied(count))


def decide(g: PeiperState, log: Log) -> None:
    """Control, CVP, LVP, the winner and the CG-LVP totals.

    Rules P8.12, P8.6032a, P8.6032b, P8.6033.
    """
    take_all(g)
    lvp = (lvp_total(g, GERMAN), lvp_total(g, AMERICAN))
    cvp = (g.losses[GERMAN], g.losses[AMERICAN])
    for guard_of in g.captive:  # A26.21
        side = enemy(g.side(guard_of))
        cvp = tuple(  # type: ignore[assignment]
            points + (worth_more(g, guard_of) if one == side else 0)
            for one, points in enumerate(cvp)
        )
    winner = scenario_winner(g, lvp, cvp)
    g.cg_lvp = [total + points for total, points in zip(g.cg_lvp, lvp, strict=True)]
    totals = (g.cg_lvp[0], g.cg_lvp[1])
    old = g.roster[-1]
    g.roster[-1] = Line(
        old.date, old.battle, old.chits, g.terms.attacker, winner, lvp, totals, cvp, old.bought
    )
    word = "nobody" if winner == NOBODY else PLAYERS[winner]
    log.append(ScenarioEnded(word, *lvp, *totals))


def worth_more(g: PeiperState, unit: Piece) -> int:
    """What a prisoner held at the end counts beyond what his loss has. Rule A26.21."""
    return g.size(unit) or 1


def end_scenario(g: PeiperState, log: Log) -> None:
    """Step 8.603; then the campaign may be over. Rules P8.2-CG-end, P8.51-VC, P8.53-VC."""
    rally_all(g, log)
    decide(g, log)
    conclude(g, log, last=g.date >= g.setting.dates[-1])


def conclude(g: PeiperState, log: Log, *, last: bool) -> None:
    """Whether the campaign ends here, and who has won it."""
    winner = campaign_winner(g, last=last)
    if winner == NOBODY:
        return
    g.outcome = f"{PLAYERS[winner]}_victory"
    g.score = g.cg_lvp[AMERICAN]
    g.steps.clear()
    log.append(GameEnded(g.outcome, g.score))
