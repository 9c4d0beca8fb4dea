"""Figures of the games, one JSON line each: random play, copies, saves, ranges, supply, odds, bots.

The line ``plain_python`` measures a fixed piece of plain Python in the same run, so that figures
of different machines, or of one machine on different days, can be compared as ratios.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from time import perf_counter

from salient.boards.bits import each_piece
from salient.engine import AnyGame, seed_from_text
from salient.games import GAMES, find_game
from salient.games.bulge.rules.movement import form_stack
from salient.games.bulge.rules.supply import supplied_hexes
from salient.games.trumpets.march.movement import Moving
from salient.games.trumpets.standing.command import out_of_command
from salient.games.trumpets.standing.supply import out_of_supply
from salient.lab.arena import play_match
from salient.lab.bench import measure

SECONDS = 4.0
COMBATS = {
    "mist": {"attackers": "armor:4,mechanized:3,infantry:3", "defenders": "infantry:4e,armor:3"},
    "bulge": {"attack": "14", "defence": "4", "shift": "1"},
    "squad": {"by": "ss658,ss658,ssLMG", "range": "4", "cover": "2", "leadership": "-1"},
    "trumpets": {"attack": "24", "defence": "12", "shift": "1"},
}


def microseconds(work: Callable[[], object], seconds: float = 0.5) -> float:
    """How long something takes on average."""
    done, begin = 0, perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        work()
        done += 1
    return 1e6 * spent / done


def plain_python() -> int:
    """A fixed amount of plain work: a thousand additions and look-ups."""
    table = dict.fromkeys(range(100), 1)
    return sum(table[i % 100] for i in range(1000))


def emit(figure: str, value: float, **notes: object) -> None:
    """Print one figure."""
    print(json.dumps({"figure": figure, "value": round(value, 3), **notes}), flush=True)


def measure_game(game: AnyGame) -> None:
    """The figures every game has."""
    for scenario in game.scenarios:
        figures = measure(game, scenario, "bench", SECONDS)
        notes = {"game": game.id, "scenario": scenario}
        emit("decisions", figures.decisions_per_second, unit="per second", **notes)
        emit("games", figures.games_per_second, unit="per second", **notes)
        emit("copy", figures.copy_microseconds, unit="microseconds", **notes)
        emit("save", figures.save_bytes, unit="bytes", **notes)
    scenario = game.scenarios[-1]
    state, _ = game.start(scenario, seed_from_text("bench"))
    emit("view", microseconds(lambda: game.view(state, 0)), unit="microseconds", game=game.id)
    setting = game.setting(scenario)
    odds = microseconds(lambda: game.describe_combat(setting, COMBATS[game.id]))
    emit("odds", odds, unit="microseconds", game=game.id)
    begin = perf_counter()
    list(play_match(game, scenario, ["simple", "simple"], 2, "bench"))
    emit("simple_bot_game", (perf_counter() - begin) / 2, unit="seconds", game=game.id)


def measure_hexes() -> None:
    """One unit's movement range and one side's supply on the hex map."""
    game = find_game("bulge")
    g, _ = game.start("campaign", seed_from_text("bench"))
    panzer = next(u for u in each_piece(g.setting.mech) if g.where[u] >= 0)
    move = form_stack(g, g.setting.side_of[panzer], (panzer,))
    ranges = microseconds(lambda: move.ranges(move.stack(g)))
    emit("range", ranges, unit="microseconds", game="bulge")
    emit("supply", microseconds(lambda: supplied_hexes(g, 0)), unit="microseconds", game="bulge")


def measure_miles() -> None:
    """One unit's movement range, supply and command of a side on the map of one-mile hexes."""
    game = find_game("trumpets")
    g, _ = game.start("campaign", seed_from_text("bench"))
    roster = g.setting.roster
    panzer = each_piece(g.on_map(roster.afv & roster.army[0]))[0]
    moving = Moving(0, g.corps_of(g.under[panzer]), (panzer,))
    emit("range", microseconds(lambda: moving.reaches(g)), unit="microseconds", game="trumpets")
    for figure, judged in (("supply", out_of_supply), ("command", out_of_command)):
        emit(figure, microseconds(partial(judged, g, 0)), unit="microseconds", game="trumpets")


def main() -> None:
    """Measure everything."""
    emit("plain_python", microseconds(plain_python), unit="microseconds")
    for name in GAMES:
        measure_game(find_game(name))
    measure_hexes()
    measure_miles()


if __name__ == "__main__":
    main()
