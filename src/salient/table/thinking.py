"""What bots do in their worker processes.

A module of its own that imports neither database nor web server: a worker starts quickly and
stays small.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Collection, Mapping
from functools import lru_cache

from salient.bots import Bot, make_bot
from salient.games import find_game
from salient.lab.arena import hash_seed

THINKING = 0.1
"""Seconds a bot plays on before it lets other games have their turn."""

MOST_ACTIONS = 60
"""Actions a bot hands in at once."""

BOTS_KEPT = 256
"""Bots that a worker remembers."""

NICENESS = 10
"""How far a worker stands back when the server itself wants the processor."""


def think(
    title: str,
    game_id: str,
    save: bytes,
    bots: Mapping[int, str],
    veil: Collection[int] = (),
) -> list[tuple[int, str]]:
    """What the bots do from here until a person is asked, or for a while.

    The worker plays its own answers on, so it is given the real state; the bot itself sees only
    what :meth:`~salient.bots.Bot.answer` shows it.

    Args:
        title: Id of the game.
        game_id: Which one at the table.
        save: Its state.
        bots: The name of each bot by its side.
        veil: Sides that must not learn whether their enemy has anything to decide.
    """
    game = find_game(title)
    g = game.load(save)
    texts: list[tuple[int, str]] = []
    end = time.monotonic() + THINKING
    while len(texts) < MOST_ACTIONS and (not texts or time.monotonic() < end):
        decision = game.decision(g)
        if decision is None or decision.side not in bots:
            break
        bot = _bot(bots[decision.side], game_id, g.seed, decision.side)
        action = bot.answer(game, g, decision)
        texts.append((decision.side, g.setting.lexicon.text(action)))
        game.play(g, action, veil=veil)
    return texts


@lru_cache(BOTS_KEPT)
def _bot(name: str, game_id: str, seed: bytes, side: int) -> Bot:
    """A bot of a game; what it draws by lot nobody can foretell who does not know the dice."""
    return make_bot(name, hash_seed(f"{game_id} {seed.hex()}", side))


def begin() -> None:
    """Prepare a worker: it is polite, and ends with the server and not before.

    Ctrl-C reaches all processes of a terminal; the server ends its workers itself. And when the
    server is killed, nobody tells its workers: they watch it.
    """
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
