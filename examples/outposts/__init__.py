"""*Outposts*: the smallest complete game, to be copied and renamed (docs/adding-a-game.md).

Three counters a side, face down, on a map of eight places; five turns; one decoy each.
"""

from outposts.game import Outposts

GAME = Outposts()

__all__ = ["GAME", "Outposts"]
