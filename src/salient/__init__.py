"""Salient: play, referee, analyse and simulate board wargames of the Battle of the Bulge.

The library's front door is :mod:`salient.engine` (the contract every game keeps),
:mod:`salient.games` (the games) and :mod:`salient.bots` (players made of code).

>>> from salient.games import find_game
>>> find_game("mist").title
'Tigers in the Mist'
"""

__version__ = "0.4.0"
