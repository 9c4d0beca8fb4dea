"""What the simple bot holds things to be worth, in one place. All are its own judgement."""

from __future__ import annotations

STEP = 1.0
"""A step of a unit that fights."""

GROUND = 0.15
"""A hex nearer to a goal."""

CONTACT = 1.2
"""A hex next to an enemy that can be attacked."""

EXPOSED = 0.3
"""Each enemy hex next to a unit of the side that defends."""

DUG_IN = 1.0
"""Works that a defender already stands in."""

SHELTER = 0.5
"""Ground that is good to defend, next to the enemy."""

POST = 3.0
"""An own place that counts, with nobody in it."""

CROWD = 0.4
"""Each friend already in a hex: better to spread."""

REAR = 0.5
"""Each hex that an HQ or guns stand away from where they should."""

WON_HEX = 1.5
"""The hex of a defender that leaves it."""

DIG_NEAR = 3
"""Hexes from the enemy within which it is worth digging."""

CHARGE_NEAR = 8
"""Hexes from the enemy within which a bridge is made ready to blow."""

REST_FAR = 8
"""Hexes from the enemy beyond which a corps may rest."""

NEVER = -100.0
ALWAYS = 50.0
