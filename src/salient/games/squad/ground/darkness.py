"""How dark a night is, and who may move in it. Rules E1.1, E1.12, E1.21.

Readings: the side that moves second is the DEFENDER of a night. Who of it is on the map at the
start has no freedom of movement: it neither moves nor advances, until somebody attacks its
location, or it sees a known enemy as a phase begins, or a die frees a leader of its side in one of
its rally phases; then all who are with it are free.
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.boards.bits import each_piece, members
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.movement import Darkened, Freed
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack
from salient.games.squad.sight.los import sees_unit

CLOUDS, MOONS = ("overcast", "scattered"), ("half_moon", "full_moon")
"""What a scenario says of the sky; if nothing, it is clear, and without a moon."""

DARKER, LIGHTER, MOST = 1, 6, 2
"""Rule E1.12: the dice that change the NVR, and how far it rises above what the sky gives."""

FREES = 1
"""Rule E1.21: the die that frees a leader."""


def base_nvr(g: SquadState) -> int:
    """The night visibility range that clouds and moon give. Rule E1.1."""
    table = g.setting.numbers.night
    cloud = next((word for word in CLOUDS if word in g.special), "clear")
    moon = next((word for word in MOONS if word in g.special), "no_moon")
    row: dict[str, int] = getattr(table, cloud)
    return row[moon]


def fall_of_night(g: SquadState, log: Log) -> None:
    """The first turn brings the night, each later one may change it. Rules E1.1, E1.12."""
    if "night" not in g.special:
        return
    if not g.nvr:
        g.nvr = base_nvr(g)
        defender = g.setting.army[enemy(g.first)]
        g.restrained = g.on_map(defender) & (g.setting.personnel | g.setting.vehicles)
        log.append(Darkened((), g.nvr))
        return
    die = g.die()
    change = (die == LIGHTER) - (die == DARKER)
    g.nvr = min(max(1, g.nvr + change), base_nvr(g) + MOST)
    log.append(Darkened((die,), g.nvr))


# -- freedom of movement --------------------------------------------------------------------------


def restrained(g: SquadState, side: int) -> int:
    """Who has no freedom of movement yet. Rule E1.21."""
    return g.restrained & g.setting.army[side]


def set_free(g: SquadState, units: Iterable[Piece], log: Log) -> None:
    """Units may move from now on, with all who are with them. Rule E1.21."""
    for place in sorted({g.where[unit] for unit in units}):
        there = g.stacks.get(place, 0) & g.restrained
        if there:
            g.restrained &= ~there
            log.append(unseen(g, Freed(members(there), place)))


def wake_up(g: SquadState, log: Log) -> None:
    """Who sees a known enemy as a phase begins is free, and perhaps a leader. Rule E1.21."""
    if not g.restrained:
        return
    g.restrained &= g.on_map(g.restrained)
    side = enemy(g.first)
    if g.phase == "rally" and g.mover == side:
        leaders = each_piece(g.restrained & g.setting.leaders & g.good_order())
        if leaders:
            die = g.die()
            result = "passed" if die == FREES else "failed"
            log.append(unseen(g, Tried(leaders[0], "alert", (die,), (), result)))
            set_free(g, leaders[:1] if die == FREES else (), log)
    if g.phase in ("rally", "move", "advance"):
        foes = g.on_map(g.setting.army[enemy(side)]) & g.armed() & ~(g.hidden | g.concealed)
        seeing = [
            unit for unit in each_piece(g.restrained & g.armed())
            if any(sees_unit(g, unit, foe) for foe in each_piece(foes))
        ]  # fmt: skip
        set_free(g, seeing, log)


def alarm(g: SquadState, attack: Attack, log: Log) -> None:
    """Who is attacked is free. Rule E1.21."""
    there = g.stacks.get(attack.target, 0) & g.restrained
    if there:
        set_free(g, each_piece(there), log)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"night"}),
    game_turns=(fall_of_night,),
    phases=(wake_up,),
    aftermaths=(alarm,),
    restraints=(restrained,),
)
