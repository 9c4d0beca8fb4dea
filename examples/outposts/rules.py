"""The rules: dealing (1), turns and moves (2), fights (3), victory (4)."""

from __future__ import annotations

from outposts.setting import AMERICAN, GERMAN, PASS
from outposts.state import Dealt, Fought, OutpostState, OutpostStep, Removed, TurnBegan
from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine import Action, Decision, GameEnded, Log, Moved, Piece, Secret, enemy

STRENGTHS = (3, 1, 0)
"""Rule 1.3: what the three counters of a side are; 0 is the decoy."""

TURNS, DIE = 5, 6
"""Rules 2.1, 3.2."""

GERMAN_WIN, DRAW = 3, 2
"""Rule 4.2: points from which on the Germans win, and with which nobody does."""


class Dealing(OutpostStep, frozen=True, tag="dealing"):
    """The counters are dealt face down, and each side looks at its own. Rule 1.3."""

    def run(self, g: OutpostState, log: Log) -> None:
        """Deal, then begin."""
        for side in (GERMAN, AMERICAN):
            pool, units = list(STRENGTHS), each_piece(g.setting.army[side])
            for unit in units:
                g.strength[unit] = pool.pop(g.roll(len(pool)) - 1)
            log.append(Secret(side, Dealt(units, tuple(g.strength[unit] for unit in units))))
        g.steps[-1] = GameTurn()


class GameTurn(OutpostStep, frozen=True, tag="game_turn"):
    """First the Germans, then the Americans. Rule 2.1."""

    def run(self, g: OutpostState, log: Log) -> None:
        """Begin the next turn, or end the game."""
        if g.turn == TURNS:
            end_game(g, log)
            return
        g.turn += 1
        log.append(TurnBegan(g.turn))
        g.steps += [PlayerTurn(AMERICAN), PlayerTurn(GERMAN)]


class PlayerTurn(OutpostStep, frozen=True, tag="player_turn"):
    """A side moves one counter along one road, or passes. Rule 2.2."""

    side: int

    def ask(self, g: OutpostState) -> Decision:
        """Who goes where."""
        actions = [
            Action("move", (unit, to))
            for unit in each_piece(g.on_map(g.setting.army[self.side]))
            for to in each_place(g.setting.near[g.where[unit]])
            if not g.stack(to, self.side)  # 2.3: one counter of a side in a place
        ]
        return Decision(self.side, "move", [*actions, PASS], ("2.2", "2.3"), {"turn": g.turn})

    def take(self, g: OutpostState, action: Action, log: Log) -> None:
        """Go there, and fight whoever stands there."""
        g.steps.pop()
        if action == PASS:
            return
        unit, to = action.piece(0), action.place(1)
        foes = each_piece(g.stack(to, enemy(self.side)))
        log.append(Moved((unit,), g.where[unit], to, 1))
        if not foes or fight(g, unit, foes[0], log):
            g.put(unit, to)
        take_goals(g)
        if not all(g.on_map(army) for army in g.setting.army):
            end_game(g, log)


def fight(g: OutpostState, attacker: Piece, defender: Piece, log: Log) -> bool:
    """Attack a counter; whether the attacker takes its place. Chapter 3."""
    pair = attacker, defender
    g.shown |= 1 << attacker | 1 << defender
    decoys = [unit for unit in pair if not g.strength[unit]]
    if decoys:
        for unit in decoys:
            remove(g, unit, "decoy", log)
        return attacker not in decoys
    side, place = g.setting.side_of[attacker], g.where[defender]
    attack, defence = (g.strength[unit] + g.roll(DIE) for unit in pair)
    log.append(Fought(side, place, attacker, attack, defender, defence))
    if attack == defence and not g.setting.tie_kills:
        return False
    for unit, own, other in ((attacker, attack, defence), (defender, defence, attack)):
        if own <= other:
            remove(g, unit, "fight", log)
    return attack > defence


def remove(g: OutpostState, unit: Piece, cause: str, log: Log) -> None:
    """Take a counter off the map."""
    g.put(unit, NOWHERE)
    log.append(Removed(unit, cause))


def take_goals(g: OutpostState) -> None:
    """Whoever stands in a goal holds it, also after leaving it. Rule 4.1."""
    for place in each_place(g.setting.goals):
        if g.stack(place, GERMAN):
            g.held |= 1 << place
        elif g.stack(place, AMERICAN):
            g.held &= ~(1 << place)


def end_game(g: OutpostState, log: Log) -> None:
    """Who has won. Rules 4.2, 4.3."""
    german, american = (g.on_map(army) for army in g.setting.army)
    if german and american:
        won = GERMAN if g.score >= GERMAN_WIN else None if g.score == DRAW else AMERICAN
    else:
        won = GERMAN if german else AMERICAN if american else None
    g.outcome = "draw" if won is None else ("german", "american")[won]
    g.steps.clear()
    log.append(GameEnded(g.outcome, g.score))
