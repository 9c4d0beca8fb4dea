"""The questions that the core puts to the chapters, and who answers.

A chapter (pine woods, slopes, fences …) is a module of small functions that answer some of these
questions. It imports the core and lists its answers as a :class:`Chapters` value at its end; the
core knows nothing of a chapter but what ``g.setting.chapters`` holds. Which chapters are in play,
and in which order they are asked, says :mod:`salient.games.squad.chapters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from salient.boards.sight_map import Barrier, Eye, Feature, Side, Stand
from salient.engine.actions import Action, ArgKind
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log, State, Step
from salient.games.squad.core.march import March
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.subjects import (
    Attack,
    BogCheck,
    CloseRoll,
    Cover,
    Entry,
    Look,
    Lying,
    Manner,
    Occasion,
    Part,
    Target,
    Trait,
)
from salient.games.squad.terrain.board import Hexagon, Hexside

G = TypeVar("G", bound=State)


class Chapters(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """What chapters answer, by question: one chapter's answers, or those of all in play.

    Those who answer a question are asked in the order in which :func:`join` was given them.
    """

    needs: frozenset[str] = frozenset()
    """What the chapter is about, as ``SquadSetting.words`` calls it: if nothing of it is on the map
    or can come there, the chapter has nothing to say; without any it always may."""

    # -- locations

    traits: tuple[Callable[[G, Place, Trait], bool | None], ...] = ()
    """``(g, location, trait)``: whether it has the trait, where the chart is not right; the first
    answer that is not None counts."""

    limits: tuple[Callable[[G, Place], tuple[int, int] | None], ...] = ()
    """``(g, location)``: how many half-squads and leaders of a side it holds, if not as many as
    anywhere (A5.1); the first answer counts."""

    rooms: tuple[Callable[[G, Place, int], bool], ...] = ()
    """``(g, location, units)``: whether there is room for what units carry, too."""

    cuts: tuple[Callable[[G, Place, int], bool], ...] = ()
    """``(g, location, side)``: whether a road no longer crosses a side of a location."""

    opens: tuple[Callable[[G, Piece, Place], bool], ...] = ()
    """``(g, unit, location)``: whether a location that is not open ground as such is so to a unit
    that looks at it (A10.53)."""

    flanks: tuple[Callable[[G, Piece], Iterable[Place]], ...] = ()
    """``(g, unit)``: other locations whose smoke, residual fire and mines reach a unit where it
    is."""

    # -- entering

    base_costs: tuple[Callable[[G, Entry], Part | None], ...] = ()
    """``(g, entry)``: the cost of the terrain entered, in place of the chart's; the first answer
    counts."""

    extra_costs: tuple[Callable[[G, Entry], Iterable[Part]], ...] = ()
    """``(g, entry)``: what is added to it: hexsides, slopes, weather."""

    bars: tuple[Callable[[G, Entry], str], ...] = ()
    """``(g, entry)``: the rule that forbids an entry, or empty; the first answer counts."""

    openings: tuple[Callable[[G, Entry], bool], ...] = ()
    """``(g, entry)``: whether what stands on the hexside crossed does not stop this entry: a
    breach in a wall."""

    off_roads: tuple[Callable[[G, Entry], bool], ...] = ()
    """``(g, entry)``: whether an entry by a road is none for its cost."""

    bog_checks: tuple[Callable[[G, Entry], Iterable[BogCheck]], ...] = ()
    """``(g, entry)``: bog checks besides the chart's (D8.2)."""

    bypasses: tuple[Callable[[G, Hexagon, int], bool | None], ...] = ()
    """``(g, hex, side)``: whether there is room along a hexside; the first answer counts."""

    lying: tuple[Callable[[G, Manner], Lying], ...] = ()
    """``(g, manner)``: what has come about on the ground and can change the answers above, each
    with the set of hexes from where leaving depends on it; costs are remembered by it."""

    arrivals: tuple[Callable[[G, Entry, Log], None], ...] = ()
    """``(g, entry, log)``: what happens to those who have entered."""

    # -- setting up

    set_up_bars: tuple[Callable[[G, Piece, Place], str], ...] = ()
    """``(g, unit, location)``: the rule that forbids a unit to be there, or empty."""

    fortification_bars: tuple[Callable[[G, Fortification, Place], str], ...] = ()
    """``(g, fortification, location)``: the same of what is built."""

    # -- sight

    reshapes: tuple[Callable[[G], Mapping[Hexagon, Sequence[Feature | Stand]]], ...] = ()
    """``(g)``: features that stand in hexes now, besides what the map file has; a plain feature
    stands at the bottom."""

    fallen: tuple[Callable[[G], Mapping[Hexagon, Iterable[str]]], ...] = ()
    """``(g)``: names of printed features that no longer stand in hexes."""

    barriers: tuple[Callable[[G], Iterable[Barrier]], ...] = ()
    """``(g)``: what stands across hexsides now."""

    holes: tuple[Callable[[G, Place, Place], Side | None], ...] = ()
    """``(g, location, location)``: the hexside through whose breach two locations see each
    other."""

    sight_columns: tuple[str, ...] = ()
    """Columns of the state on which the answers above depend; sight is remembered by them."""

    # -- attacks

    covers: tuple[tuple[Target, Callable[[G, Attack, Piece, Look], Iterable[Cover]]], ...] = ()
    """``(g, attack, unit, look)``: cover of a target, each with the targets it is about."""

    crossing_covers: tuple[Callable[[G, Attack, Place, Eye], Iterable[Cover]], ...] = ()
    """``(g, attack, origin, eye)``: cover on the hexside just crossed, against fire from a
    location (A8.15)."""

    hit_cases: tuple[Callable[[G, Piece, Place, int], Iterable[Modifier]], ...] = ()
    """``(g, firer, location, corners)``: To Hit modifiers of a gun or vehicle that turns by
    corners to fire at a location (C5)."""

    aftermaths: tuple[Callable[[G, Attack, Log], None], ...] = ()
    """``(g, attack, log)``: what follows an attack on the fire table."""

    blasts: tuple[Callable[[G, Place, int, tuple[int, int], int, Log], bool], ...] = ()
    """``(g, location, calibre, dice, column, log)``: a shell goes off; whether it leaves nothing
    there to be struck. Then it has told the dice."""

    bursts: tuple[Callable[[G, Attack, int, int, Log], None], ...] = ()
    """``(g, attack, roll, column, log)``: a shell from above has gone off in a location."""

    barrages: tuple[Callable[[G, int], Iterable[Step[Any]]], ...] = ()
    """``(g, side)``: shells of a side are about to fall on several hexes; the steps that follow
    when they have, the first one last."""

    bombardments: tuple[Callable[[G, Hexagon, Log], bool], ...] = ()
    """``(g, hex, log)``: a hex is bombarded before play; whether that leaves nothing there to be
    struck (C1.822)."""

    charge_targets: tuple[Callable[[G, Piece], Iterable[Hexside]], ...] = ()
    """``(g, unit)``: hexsides, ``6 * hex + side``, against which a unit can set a demolition
    charge where it stands (A23.7)."""

    charge_blasts: tuple[Callable[[G, Hexside, Place, str, Log], bool | None], ...] = ()
    """``(g, hexside, location, result, log)``: a charge goes off against a hexside that was used
    from a location; whether it clears it away, None if there is nothing of this chapter."""

    aims: tuple[Callable[[G, Piece, Occasion], Iterable[Action]], ...] = ()
    """``(g, firer, occasion)``: what else a gun or weapon can be fired at. Who fires in first fire
    must see the moving units, or be among the blind of ``infantry.aims``, to be asked."""

    shots: Mapping[str, Callable[[G, Piece, Action, Occasion, Log], None]] = {}
    """``verb: (g, firer, action, occasion, log)``: firing at it."""

    rubblings: tuple[Callable[[G, Hexagon, Log], None], ...] = ()
    """``(g, hex, log)``: rubble fills a hex (B24.1)."""

    collapses: tuple[Callable[[G, Hexagon, int, int, Log], None], ...] = ()
    """``(g, hex, levels, die, log)``: a building has fallen with levels above the ground; the
    coloured die with what they add to it (B24.12)."""

    close_combat: tuple[Callable[[G, Piece], Iterable[Modifier]], ...] = ()
    """``(g, vehicle)``: modifiers of the attack of its machine-guns in close combat (A11.62)."""

    assaults: tuple[Callable[[G, Piece, Piece], Iterable[Modifier]], ...] = ()
    """``(g, unit, vehicle)``: modifiers of close combat with a vehicle (A11.6)."""

    # -- vehicles

    hull_bars: tuple[Callable[[G, Piece], str], ...] = ()
    """``(g, vehicle)``: the rule that keeps a hull from turning, or empty."""

    swing_bars: tuple[Callable[[G, Piece, int], str], ...] = ()
    """``(g, vehicle, corner)``: the same of a turret."""

    swings: tuple[Callable[[G, Piece, int, Log], int], ...] = ()
    """``(g, vehicle, corner, log)``: a turret is to turn; 0 if it does, else the halves of MP that
    trying cost."""

    stop_bars: tuple[Callable[[G, Piece], str], ...] = ()
    """``(g, vehicle)``: the rule that keeps a vehicle from stopping where it is, or empty."""

    stalls: tuple[Callable[[G, Piece, Log], bool], ...] = ()
    """``(g, vehicle, log)``: whether a vehicle that is to start does not (D2.51)."""

    bog_modifiers: tuple[Callable[[G, Piece], Iterable[Modifier]], ...] = ()
    """``(g, vehicle)``: what else adds to its bog checks (D8.21)."""

    # -- what else moving units may do

    orders: tuple[Callable[[G, March], Iterable[Action]], ...] = ()
    """``(g, march)``: what else moving infantry may do."""

    driver_orders: tuple[Callable[[G, March], Iterable[Action]], ...] = ()
    """``(g, march)``: what else a moving vehicle may do."""

    verbs: Mapping[str, tuple[ArgKind, ...]] = {}
    """The verbs of these orders, with the kinds of their arguments."""

    carry_out: Mapping[str, Callable[[G, Action, Log], int]] = {}
    """``verb: (g, action, log)``: doing it; the halves of MF or MP that it costs."""

    # -- men

    rally_orders: tuple[Callable[[G, int], Iterable[Action]], ...] = ()
    """``(g, side)``: what else a side may do in the rally phase."""

    rally_deeds: Mapping[str, Callable[[G, Action, Log], None]] = {}
    """``verb: (g, action, log)``: doing it."""

    whole_moves: tuple[Callable[[G, int], Iterable[Action]], ...] = ()
    """``(g, side)``: what a side's units may do in the movement phase instead of moving."""

    move_deeds: Mapping[str, Callable[[G, Action, Log], None]] = {}
    """``verb: (g, action, log)``: doing it."""

    forced_moves: tuple[Callable[[G, int], Iterable[Action]], ...] = ()
    """``(g, side)``: what a side's units must do in the movement phase before anything else."""

    revealings: tuple[Callable[[G, int, Log], None], ...] = ()
    """``(g, units, log)``: units have lost concealment, or come out of hiding (A12.14)."""

    losses: tuple[Callable[[G, Piece, Log], None], ...] = ()
    """``(g, unit, log)``: a unit has broken, or is about to leave the map for good."""

    inspirations: tuple[Callable[[G, Piece, Log], None], ...] = ()
    """``(g, unit, log)``: the original roll of a morale check, or a rally under a leader, was 2."""

    quitters: tuple[Callable[[G, Piece], bool], ...] = ()
    """``(g, unit)``: whether a broken unit surrenders rather than rout."""

    captures: tuple[Callable[[G, Piece, Place, Log], bool], ...] = ()
    """``(g, unit, location, log)``: a unit is beaten in close combat by those who want to take
    prisoners; whether they do."""

    capture_modifiers: tuple[Callable[[G, int], Iterable[Modifier]], ...] = ()
    """``(g, side)``: modifiers of such an attack."""

    combat_steps: tuple[Callable[[G, Place, int], Iterable[Step[Any]]], ...] = ()
    """``(g, location, side)``: steps before a close combat in which a side begins, the first one
    last."""

    combat_prey: tuple[Callable[[G, int], Iterable[Modifier]], ...] = ()
    """``(g, units)``: modifiers of attacks on units in close combat."""

    combat_ends: tuple[Callable[[G, Place, Log], None], ...] = ()
    """``(g, location, log)``: a close combat is over."""

    close_rolls: tuple[Callable[[G, CloseRoll, Log], None], ...] = ()
    """``(g, roll, log)``: what else the dice of an attack in close combat mean."""

    rout_bars: tuple[Callable[[G, Piece], bool], ...] = ()
    """``(g, unit)``: whether a unit cannot rout from where it is."""

    rout_orders: tuple[Callable[[G, Piece], Iterable[Action]], ...] = ()
    """``(g, unit)``: what else a broken unit may do in the rout phase."""

    rout_deeds: Mapping[str, Callable[[G, Piece, Log], None]] = {}
    """``verb: (g, unit, log)``: doing it."""

    surrenders: tuple[Callable[[G, Piece, Log], bool], ...] = ()
    """``(g, unit, log)``: a unit must rout and cannot; whether something else becomes of it than
    to be lost."""

    wreckings: tuple[Callable[[G, Piece, bool, Log], None], ...] = ()
    """``(g, vehicle, burns, log)``: a vehicle has become a wreck."""

    immobilisings: tuple[Callable[[G, Piece, Log], None], ...] = ()
    """``(g, vehicle, log)``: fire has immobilised a vehicle."""

    recalls: tuple[Callable[[G, Piece, Log], None], ...] = ()
    """``(g, vehicle, log)``: a crew has come round, or its gun is out of order for good."""

    rates: tuple[Callable[[G, Piece], int], ...] = ()
    """``(g, unit)``: what is added to the rate of fire of a gun or weapon."""

    breakdowns: tuple[Callable[[G, Piece], int], ...] = ()
    """``(g, unit)``: what is added to the roll from which a gun or weapon breaks down."""

    small_arms_fired: tuple[Callable[[G, int, int, Log], None], ...] = ()
    """``(g, units, roll, log)``: units have fired small arms with an original roll."""

    # -- what else may be done in a phase

    fire_orders: tuple[Callable[[G, int], Iterable[Action]], ...] = ()
    """``(g, side)``: what else a side may do in a fire phase, by ``g.phase``."""

    fire_deeds: Mapping[str, Callable[[G, Action, Log], None]] = {}
    """``verb: (g, action, log)``: doing it."""

    restraints: tuple[Callable[[G, int], int], ...] = ()
    """``(g, side)``: the units of a side that may not move of their own free will."""

    # -- the beginning and the end of things

    game_turns: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a game turn begins."""

    phases: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a phase of a player turn begins; steps that are put on the stack come first."""

    movement_ends: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a movement phase ends."""

    player_turn_ends: tuple[Callable[[G, Log], None], ...] = ()
    """``(g, log)``: a player turn ends."""


def join(chapters: Iterable[Chapters[G]]) -> Chapters[G]:
    """The answers of several chapters, to be asked in the order given."""
    found: dict[str, Any] = {}
    for chapter in chapters:
        for name in Chapters.__struct_fields__:
            answers = getattr(chapter, name)
            if isinstance(answers, tuple):
                found[name] = found.get(name, ()) + answers
            elif isinstance(answers, Mapping):
                found[name] = {**found.get(name, {}), **answers}
    return Chapters(**found)
