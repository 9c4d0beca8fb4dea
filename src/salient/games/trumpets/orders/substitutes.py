"""Artillery substitutes (44.1): one counter for up to three battalions of German guns."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log
from salient.games.trumpets.events import GunsExchanged
from salient.games.trumpets.roster import GERMAN
from salient.games.trumpets.setting import END
from salient.games.trumpets.standing.stacking import legal, legal_under
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

CARRIED = (
    "deployed", "disrupted1", "disrupted2", "engaged", "fired", "oos", "ooc", "dropped", "moved",
)  # fmt: skip
"""Flags that pass from a substitute to its battalions and back (rc-sub-1)."""


class Exchange(TrumpetsStep, frozen=True, tag="exchange"):
    """Mutual end: substitutes become battalions, or the reverse. Rules met-15, rc-sub-1.

    Attributes:
        done: Substitutes that have been exchanged in this turn.
    """

    done: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which one, or no more."""
        fresh = g.setting.roster.substitutes & ~self.done
        actions = [
            *(g.setting.offer["split"][s] for s in each_piece(g.on_map(fresh)) if _room(g, s)),
            *(
                g.setting.offer["gather"][s]
                for s in each_piece(fresh & ~g.present)
                if may_gather(g, s)
            ),
        ]
        if not actions:
            return None
        return Decision(GERMAN, "exchange", [*actions, END], ("met-15", "rc-sub-1"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Exchange it."""
        if action == END:
            g.steps.pop()
            return
        unit = action.piece(0)
        g.steps[-1] = Exchange(self.done | 1 << unit)
        if action.verb == "split":
            split(g, unit)
        else:
            gather(g, unit)
        log.append(GunsExchanged(unit, action.verb))


def _room(g: TrumpetsState, substitute: Piece) -> dict[Piece, Place]:
    """Where its battalions would go: its hex and those around, by stacking; empty if no room."""
    if g.where[substitute] == NOWHERE:
        return {}
    here = g.where[substitute]
    free = ~g.occupied[enemy(GERMAN)]
    near = [here, *each_place(g.setting.board.around(1 << here) & free)]
    found: dict[Piece, Place] = {}
    for member in g.alive(g.setting.units[substitute].members):
        for place in near:
            taken = set_of(unit for unit, at in found.items() if at == place)
            own = 1 << substitute if place == here else 0
            mine = g.stack(place, GERMAN) & ~own
            if place not in found.values() and legal(g, mine | taken | 1 << member):
                found[member] = place
                break
        else:
            return {}
    return found


def split(g: TrumpetsState, substitute: Piece) -> None:
    """Battalions in place of a substitute; mode and disruption carry over. Rule rc-sub-1."""
    places = _room(g, substitute)
    _hand_over(g, (substitute,), tuple(places))
    g.put(substitute, NOWHERE)
    for member, place in places.items():
        g.put(member, place)
        g.assign(member, g.under[substitute])


def may_gather(g: TrumpetsState, substitute: Piece) -> bool:
    """All battalions within one hex of each other, no enemy combat unit next to them."""
    alive = g.alive(g.setting.units[substitute].members)
    if g.where[substitute] != NOWHERE or not alive or any(g.where[m] == NOWHERE for m in alive):
        return False
    board = g.setting.board
    places = [g.where[member] for member in alive]
    together = all(board.distance(a, b) <= 1 for a in places for b in places)
    near = board.around(set_of(places)) & g.held[enemy(GERMAN)]
    if not together or near or len({g.under[member] for member in alive}) > 1:
        return False
    rest = g.stack(places[0], GERMAN) & ~set_of(alive)
    return legal_under(g, substitute, g.under[alive[0]], rest)


def gather(g: TrumpetsState, substitute: Piece) -> None:
    """A substitute in place of its battalions. Rule rc-sub-1."""
    alive = tuple(g.alive(g.setting.units[substitute].members))
    place = g.where[alive[0]]
    _hand_over(g, alive, (substitute,))
    for member in alive:
        g.put(member, NOWHERE)
    g.steps_left[substitute] = len(alive)
    g.assign(substitute, g.under[alive[0]])
    g.put(substitute, place)


def _hand_over(g: TrumpetsState, old: Pieces, new: Pieces) -> None:
    """Deployed, disrupted, engaged, out of supply: what lies on the old lies on the new."""
    before, after = set_of(old), set_of(new)
    for column in CARRIED:
        units = getattr(g, column)
        carried = after if units & before else 0
        setattr(g, column, units & ~(before | after) | carried)
    since = [g.engaged_since.pop(unit) for unit in old if unit in g.engaged_since]
    if since:
        g.engaged_since.update(dict.fromkeys(new, max(since)))
