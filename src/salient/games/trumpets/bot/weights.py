"""What the simple bot holds things to be worth, in one place. All are its own judgement."""

from __future__ import annotations

STEP = 1.0
"""A step of a unit that fights."""

GROUND = 0.15
"""A hex nearer to a goal."""

CONTACT = 1.2
"""A hex next to an enemy that can be attacked with good odds."""

GOOD_ODDS = 3.0
"""Times the defence that attackers around a hex want to be."""

STAKE = 0.2
MOST_STAKE = 12
"""What each point adds to it for which that enemy stands, and how many points do."""

ENOUGH_THERE = 0.6
"""Times it where others are enough already."""

EXPOSED = 0.15
"""Each enemy hex next to a unit of the side that defends."""

SUPPORT = 0.8
"""Each hex with friends next to a unit that defends near the enemy, two at most."""

POST = 1.0
POST_POINT = 1.5
"""Holding a place that counts, and each of its points."""

TAKEN_POINT = 0.5
"""Each point of a place that an attacker takes by going there, or keeps in the last turn."""

RING = 0.15
"""Holding a hex next to such a place, for each of its points."""

FULL_GUARD = 26
"""Defence factors beyond which a place that counts is held well enough."""

LESSER_GOAL = 1
"""Half MF by which a place looks further off for each point that it has less than the best."""

BARRED_ROAD = 12
"""Half MF by which places look further off while enemies bar the supply road to what one has."""

MANNED_GOAL = 12
"""Half MF by which a place looks further off that is held well enough."""

SAFE = 1.0
LOST = 4.0
"""Times its defence that strike a stack: up to here it is safe, from there on it is lost."""

DANGER = 1.0
"""What the likely loss of a step counts to the side that defends."""

GUNS = 1.5
"""What guns make of the attack factors next to a hex."""

CROWD = 0.4
"""Each friend already in a hex: better to spread."""

LAST_STEP = 0.3
"""An own step in the last turn, where an attack is for points."""

LAST_POINT = 1.5
"""Each point that the side that defends takes from the enemy in its last turn."""

SCREEN_POINT = 1.0
"""Each point kept in the last turn by standing in the way of those who may bar a road."""

CLEARED = 0.4
"""Each point for which those stood who are driven off."""

DRIVEN_POINT = 1.0
DRIVEN_LATE = 0
"""Each point that those who are driven off may cut off, and turns before the last it counts in."""

GAINED = 0.35
"""What a unit that could attack elsewhere must add to an attack."""

FIRST = 3.0
"""By how much attacks for what counts come before others."""

CAUTION = 0.7
"""What an attack must be worth to the side that defends."""

WON_HEX = 1.5
"""The hex of a defender that leaves it."""

NEVER = -100.0
ALWAYS = 50.0
