"""How the campaign stands: points, the victory line, what the running scenario needs."""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.ids import enemy
from salient.engine.messages import Value, message
from salient.engine.state import Ref
from salient.games.peiper.show.odds import ends_now
from salient.games.peiper.standing.control import lvp_total
from salient.games.peiper.standing.victory import campaign_winner, lvp_hexes, scenario_winner
from salient.games.peiper.state import NOBODY, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN, PLAYERS


def standing(g: PeiperState) -> Iterator[Value]:
    """The campaign first, then the scenario."""
    yield from _campaign(g)
    if not g.refit:
        yield from _scenario(g)


def _campaign(g: PeiperState) -> Iterator[Value]:
    """Points in all, what the Americans still need, and chits."""
    needs = g.setting.campaign.victory
    left = sum(date > g.date for date in g.setting.dates)
    for side, name in enumerate(PLAYERS):
        yield message(
            f"standing.total_{name}", total=g.cg_lvp[side], now=lvp_total(g, side),
            chits=g.setting.campaign.side(side).chits - g.chits[side],
        )  # fmt: skip
    if needs.cg_lvp:
        missing = max(0, needs.cg_lvp - g.cg_lvp[AMERICAN])
        yield message("standing.line", need=needs.cg_lvp, missing=missing, dates=left)
    if needs.lvp_hexes:
        yield message("standing.hexes", need=needs.lvp_hexes, count=lvp_hexes(g), dates=left)
    if needs.buildings:
        yield message("standing.buildings", names=", ".join(needs.buildings))
    winner = campaign_winner(g, last=True)
    yield message("standing.campaign", side=Ref("side", winner))


def _scenario(g: PeiperState) -> Iterator[Value]:
    """What the scenario needs, what has been lost, and who would win it."""
    lvp = (lvp_total(g, GERMAN), lvp_total(g, AMERICAN))
    cvp = (g.losses[GERMAN], g.losses[AMERICAN])
    if g.terms.initial:
        yield from _initial(g)
    elif g.terms.attacker == NOBODY:
        later = g.setting.campaign.later
        yield message("standing.dual", lvp=later.dual_lvp, lead=later.dual_lead)
    else:
        side, later = g.terms.attacker, g.setting.campaign.later
        yield message(
            "standing.attack", side=Ref("side", side), gain=later.lvp_gain, lead=later.cvp_lead,
            gained=lvp[side] - g.terms.lvp[side], ahead=cvp[side] - cvp[enemy(side)],
        )  # fmt: skip
    for side, name in enumerate(PLAYERS):
        yield message(f"standing.losses_{name}", count=g.losses[enemy(side)])
    winner = scenario_winner(g, lvp, cvp)
    who: Value = message("standing.nobody") if winner == NOBODY else Ref("side", winner)
    yield message("standing.scenario", side=who, chance=ends_now(g))


def _initial(g: PeiperState) -> Iterator[Value]:
    """What wins the first scenario. Rules P8.51-init-VC, P8.52-init-VC, P8.53-init-VC."""
    needs = g.setting.campaign.initial
    side = Ref("side", PLAYERS.index(needs.side))
    if needs.lvp:
        yield message("standing.initial_lvp", side=side, need=needs.lvp)
    if needs.cvp:
        yield message("standing.initial_cvp", side=side, need=needs.cvp)
    if needs.cvp_lead:
        yield message("standing.initial_lead", side=side, need=needs.cvp_lead)
    if needs.hexes:
        yield message("standing.initial_hexes", side=side, names=", ".join(needs.hexes))
