"""What the simple bot holds things to be worth: all its weights, in victory points.

Pairs are by side, the Germans first. Change a number here and the bot thinks otherwise; nothing
else in the package is a matter of taste.
"""

from __future__ import annotations

# -- what is worth having -----------------------------------------------------------------------

TOWN_PRIZE = 8.0
"""Worth of a town of the practice scenario, where two towns are the whole victory."""

TOWN_STAKE = 4.0
"""How much more a point for a town of the First Three Days counts: it is scored only once."""

LADDER = {
    "german_decisive": 16.0,
    "german_tactical": 14.0,
    "draw": 8.0,
    "both_lose": 5.0,
    "allied_tactical": 2.0,
    "allied_decisive": 0.0,
}
"""What the outcomes of the practice scenario are worth to the Germans."""

RESERVE_PRIZE = 2.0
"""Worth of an area that still releases a panzer division (11.3)."""

GATE_PRIZE = 1.0
"""Worth of an area beside an exit zone, per victory point a strength point earns there."""

TAKERS = 4
"""Strength points that usually earn a victory area together; a zone pays each point alone."""

AXES = 3
"""Goals that one force is thought to make for at the same time."""

NOMINAL = 4
"""Strength assumed for an own stack where only its place may matter."""

ZONE_STAKE = 6
"""How much more supply matters to a strength point in a zone, per victory point it earns."""

# -- ground -------------------------------------------------------------------------------------

DRIVE = (0.2, 0.1)
"""Share of a goal's points that being on the way to it is worth."""

HOLD = (0.04, 0.10)
"""Worth of standing in the enemy's way, per unit of its traffic."""

RELIEF = (0.004, 0.012)
"""Worth per strength point of being near a threatened place."""

BUMP = (0.4, 0.4)
"""What a single strength point does for a defence: the enemy must stop and fight."""

FIRM = (5.0, 5.0)
"""Strength points of which the enemy's heaviest attack leaves half standing."""

CAPTURE = (0.8, 0.8)
"""Share of a prize that walking into it is worth: it may be lost again."""

KEEP = (0.8, 0.8)
"""Share of a prize within the enemy's reach that a garrison is worth, if it holds for certain."""

GUARD_WORTH = (0.05, 0.05)
"""What a firm guard on an own supply road is worth, per strength point fed along it."""

RISK = (0.2, 0.1)
"""What it costs to stand where the enemy can cut the supply line, per strength point."""

EXIT_WORTH = (1.0, 0.8, 0.4)
"""Share of its points that a unit in an exit zone will keep, by days left; before, none.

Its supply line may yet be cut, and it never comes back (12.24, 12.25).
"""

STOP_SHARE = 0.8
"""Share of the break-outs that somebody in their way really stops on the last day."""

TAKEN = 0.1
"""What is left of a goal's pull once somebody of ours is there."""

CONTACT = (0.1, 0.0)
"""What it costs to turn one's back on an enemy next door, per strength point."""

SITE_WORTH = 0.02
"""Worth of an engineer beside a bridge that the enemy wants to cross, per unit of traffic."""

BRIDGE_WORTH = 4.0
"""Worth of an engineer beside a blown bridge, per unit of pull from the other bank."""

# -- attacks ------------------------------------------------------------------------------------

KILL_WORTH = (0.45, 0.4)
"""What an enemy strength point is worth."""

LOSS_WORTH = (0.3, 0.5)
"""What an own strength point is worth: the Germans have no time to be thrifty."""

GROUND_WORTH = (0.6, 0.3)
"""Worth of driving the enemy from any area at all."""

ROAD_WORTH = (0.08, 0.05)
"""Worth of opening an area, per unit of own traffic that wants to go through it."""

CUT_WORTH = (0.05, 0.05)
"""Worth of each strength point that is cut off from supply by standing in an area."""

HASTY_CUT = 0.3
"""What is left of that worth before the day's last impulse: the enemy can still react."""

CONTEST_SHARE = 0.4
"""Share of a prize that counts while both sides are there, where the scenario says so."""

CONTEST_HOLD = (0.0, 0.03)
"""Worth of fighting on in the enemy's way though the area is not cleared, per unit of traffic."""

LAST_BLOOD = 0.3
"""How much losses still matter on the last day; in the last impulse not at all."""

EFFORT = 0.03
"""What it costs to send one more strength point, so that nobody goes who is not needed."""

SECOND_WAVE = (0.05, 0.1)
"""The same for each impulse that the day still has: who has not acted can follow a success."""

FOLLOWERS = 2
"""Strength points of a second wave for which a town is attacked early on the last day."""

# -- time ---------------------------------------------------------------------------------------

LEAST_GAIN = 0.15
"""A move must bring this much: units that shuffle to and fro are not there when needed."""

EARLY = (0.1, 0.3)
"""What a march must bring in addition for each impulse that the day still has."""

PATIENCE = (0.5, 0.5)
"""The same once more where the enemy cannot forestall us: what can wait, waits."""

DUTY = (3.0, 1.0)
"""What a part in a planned attack is worth beyond its gain: the others count on it."""

# -- groups -------------------------------------------------------------------------------------

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

DIGGING_WORTH = 0.15
"""Worth of an entrenchment, as a share of what its unit is worth where it stands."""

FOOTSORE = 0.3
"""What it costs to leave vehicles behind, per strength point."""

PLANNED = 10.0
"""Units that are to attack go first, before anybody fills the roads."""

MARCHING = 1.0
"""Then everybody else is looked at; the end of movement is worth 0."""

PRECEDENCE = 0.001
"""Per unit of traffic that wants through where a unit stands: the heads of columns go first."""

# -- special units ------------------------------------------------------------------------------

INFILTRATION = 60.0
"""Bridges are secured before anybody sets out to cross them."""

SPECIAL_WORTH = 0.5
"""Less than anything useful a combat unit can do: special units wait for the others."""

LEAST_TRAFFIC = 1.0
"""Traffic below which commandos are not wasted on bridges or roads."""

# -- battles ------------------------------------------------------------------------------------

LESSER = 0.05
"""Weight of a consideration that only decides between equals."""

FINISH = 0.2
"""What destroying a unit is worth beyond its strength points, in hits."""
