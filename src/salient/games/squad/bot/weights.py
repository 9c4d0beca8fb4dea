"""What the simple bot holds things to be worth: all its weights, in squads put out of action.

Pairs are at the start and at the end of the battle. Change a number here and the bot thinks
otherwise; nothing else in the package is a matter of taste.
"""

from __future__ import annotations

# -- what is not known --------------------------------------------------------------------------

UNKNOWN_POWER, UNKNOWN_RANGE, UNKNOWN_MORALE = 6, 6, 7
"""What an unknown enemy counts as, and the morale of those he fires at."""

GUN_POWER, VEHICLE_RANGE = 8, 12
"""What the gun of a vehicle is to infantry, and how far it is feared."""

# -- places -------------------------------------------------------------------------------------

PULL, FEAR = (0.8, 3.6), (6.5, 2.0)
"""What a hex nearer to the goal is worth, and what fire counts, to those who must act."""

HOLD = (0.6, 5.0)
"""The same to those who only have to stay."""

VOLLEYS = 2.0
"""How many of the squads that come at once those in one place can fire at in a turn."""

PINNED = 0.3
"""What it is worth to pin somebody, beside putting him out of action."""

COVER, SECRECY, CROWD = 0.8, 0.3, 0.7
"""What a point of cover is worth against those not seen yet, concealment, and a squad too many."""

HELD, FIELD = 0.6, 0.5
"""How many hexes farther each seen defender makes a goal; what a field of fire is worth to those
who attack."""

GUARD = (1.5, 5.0)
"""What it is worth to hold a goal that nobody else holds to those who defend."""

PRIZE = (2.0, 6.0)
"""What it is worth to take a place that counts for victory."""

# -- on foot ------------------------------------------------------------------------------------

DISMOUNT, TOO_FAR = 4, 9
"""Hexes from the goal at which people get off their vehicle, and from which they get on one."""

COMFORT = 1.0
"""How much better another place must be before somebody who need not move goes there."""

RISK, TROUBLE = 5.0, 0.05
"""What it is worth not to be shot down on the way, and what it costs to set out at all."""

SECOND_SHOT = 0.4
"""What fire at those who are in sight for more than one step does besides the first shot."""

RALLY, LEAD = 1.5, 1.2
"""What a leader is worth to each broken squad where he is, and to each good one."""

UNDER_COVER = 0.3
"""What it is worth to get into a foxhole where one stands."""

SMOKE_PAYS = 0.35
"""How dangerous a hex must be before smoke is thrown into it."""

ORDERS, NOT_NOW = 60.0, 2.0
"""What must be done at once, and how much worse than staying is what is of no use."""

SEARCH = 0.25
"""What it is worth to bring an unknown enemy next door to light, for each squad that can use it."""

SEARCH_COST = 0.5
"""What it costs to do nothing else in a turn."""

AT_THE_DOOR = 0.8
"""What it is worth to have a demolition charge next to the enemy."""

RUSH = 45.0
"""Double time comes before anything but leaders and vehicles to get on."""

SMOKE_WORTH = 0.5
"""What smoke grenades are worth where they pay."""

HANDED_OVER = 40.0
"""A weapon goes to better hands before anything else is done."""

# -- close combat -------------------------------------------------------------------------------

FORWARD = 0.3
"""How much better the next place must be for those who must act to advance into it."""

MELEE_PRIZE = (1.5, 6.0)
"""What it adds to close combat that a place that counts is won by it."""

DARING = (0.2, 0.1)
"""What close combat must promise, to those who must act and to those who need not."""

WEAK = 2
"""What it adds to the kill number that all the enemies are broken (A11.16)."""

# -- the broken ---------------------------------------------------------------------------------

HAVEN, LED_HAVEN = 1.0, 1.0
"""What shelter is worth to the broken, and a leader in it."""

RUN, RUN_FEAR = 0.3, 3.0
"""What running is worth rather than crawling, and what fire costs where it leads."""

# -- fire ---------------------------------------------------------------------------------------

THRESHOLD = {
    "prep": 0.08,
    "first": 0.15,
    "defensive": 0.02,
    "advancing": 0.02,
    "bounding": 0.1,
}
"""What a shot must be worth."""

GIVEN_AWAY, AMBUSH = 0.2, 0.3
"""What concealment and hiding are worth to those who wait, lost by firing."""

GIVING_UP_A_MOVE = 0.06
"""What prep fire costs for each point by which another place would be better."""

COMING_UP = 0.02
"""What prep fire costs a vehicle for each hex that it is too far from the goal."""

TOGETHER = 1.0
"""How much of what two attacks would do one must do."""

RATE = 0.5
"""How much sooner a weapon fires that may keep its rate of fire, per chance to keep it."""

BROKEN = 0.4
"""What a broken target is worth."""

TANK, CARRIER = 2.0, 1.0
"""What vehicles are worth, in squads: with a gun, without."""

SUSPICION = 0.1
"""What an anti-tank shot is worth at something that may be no vehicle at all."""

LANE, LANE_NEAR = 0.06, 4
"""What a fire lane is worth for each squad still to move so near to it, if it blocks its way."""

SCREEN, CHARGING, ENOUGH = 0.08, 5, 3
"""What it is worth to blind a squad's fire with smoke; it pays where so many squads within so many
hexes are about to charge."""

BARRAGE, OWN_TROOPS = 0.3, 3.0
"""What artillery does to each unit that it strikes, and how much more one's own count."""

ON_THE_MOVE = 0.5
"""What is left of a gun's shot from a moving vehicle: after a halt it hits better."""

CALLING, SHIFTED = 0.1, 0.8
"""What it is worth to be able to ask for shells, and what is left of an aim that they must first be
brought to."""

AT_ALL = 0.05
"""What a spotting round must promise."""

FROM_THE_AIR = 6.0
"""Planes attack before anybody moves."""

BOMBS, HIDDEN_FROM_ABOVE = 1.5, 0.2
"""How much more bombs do in a hex than machine-guns, and what each point costs that hides it."""

LIT_ENEMY, LIT_FRIEND, WORTH_A_LIGHT = 0.6, 0.8, 0.5
"""What it is worth that a light shows enemies to those who wait, what it costs to stand in it, and
what it must be worth."""

# -- vehicles -----------------------------------------------------------------------------------

SUPPORT = 3
"""Hexes from the goal at which a tank supports best."""

TARGETS, MANY = 0.7, 2
"""What each place with enemies in sight is worth to a tank, and how many count."""

CLOSE_FIRE = 8
"""Hexes beyond which a target counts half."""

PREY = 1.5
"""What it is worth to see a vehicle that one destroys for certain."""

ALONE = 1.2
"""What each hex costs that a tank is too far from its infantry."""

NEXT_DOOR, NEAR_BY = 2.5, 0.5
"""What it costs a tank to have enemies next to it, and two hexes away."""

ROCKETS = 1.5
"""What it costs a tank to be in reach of a rocket launcher that it knows."""

HURT = 3.0
"""What it costs a tank to be destroyed for certain by a gun that it knows."""

FRONT = 1.0
"""What a corner costs by which a hull faces away from a gun, per chance that its side adds."""

TURNING = 0.02
"""What it costs to turn a hull by a corner."""

CARGO = 4.0
"""What fire costs a vehicle with people aboard."""

BLOCKED = 0.5
"""What it costs a vehicle to stand among trees or in a house."""

HALT, STILL = 0.3, 0.2
"""What it is worth to stay where one is, and to stand there with the engine off."""

AIMED = 0.1
"""What it is worth that the turret looks at the enemy."""
