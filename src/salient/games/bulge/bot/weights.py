"""What the staff officer thinks things are worth: every weight of the bot, with its meaning.

Worths are victory points. Pairs are by side, the German value first.
"""

# -- goals and ways -----------------------------------------------------------------------------

CITY_WORTH = 10.0
"""Rule 13.3-4."""

TOWN_POST = 1.5
"""What a plain city is worth as a post on the road to the cities that count."""

FADING = 0.93
"""What is left of a goal's pull after one more movement point of way."""

DRIVE = (0.08, 0.08)
"""Worth of being on the way to a city, per strength point and as a share of the city's points."""

PRESS_TURN, PRESS = 5, 1.33
"""From this turn on the cities draw the Germans so much more: the first check of victory (13.1b)
is at hand, and what has not been taken by then is hardly taken any more."""

EASE = 8.0
"""Defence strength that makes a city half as attractive."""

CORRIDOR = 5
"""Movement points of detour within which a hex still lies on the enemy's way to a city."""

HURRY = 14.0
"""Movement points from the enemy at which standing in the way is half as urgent."""

# -- strength -----------------------------------------------------------------------------------

STRENGTH_POINT = 0.1
"""What a point of combat strength is worth, beside victory points."""

SHIFT_WORTH = 0.5
"""What a column of terrain adds to a defence, as a share of it."""

# -- holding ------------------------------------------------------------------------------------

SIEGE = 25.0
"""Enemy attack strength near a post that makes half a siege."""

LOOMING = (0.0, 3.0)
"""Attack strength that a unit of the enemy's traffic through a place is counted for: the Germans
leave behind only who can be attacked before they act again; the others are wanted ahead."""

BEARABLE = 1.0
"""The odds column that a garrison is thought to bear."""

LEAST_GUARD = 4.0
"""Defence strength that is wanted in a post even if the enemy is weak there: one regiment."""

RETAKE = 0.015
"""What a lost city calls Allied units with, per defence point and as a share of its points."""

RELIEF = 0.03
"""Worth of being near a threatened post, per defence point and as a share of its need."""

LEAST_NEED = 0.1
"""Posts that need less call nobody."""

CAPTURE = 0.85
"""Share of a city's points that walking into it is worth: it may be lost again."""

# -- the line -----------------------------------------------------------------------------------

BLOCK = 0.3
"""Worth of the first Allied unit on a hex in the enemy's way, per point of the traffic there."""

SECOND_LINE = 0.35
"""What is left of that worth where another unit's zone of control already closes the way."""

LINK = (0.0, 0.15)
"""Worth of a neighbour in the line while the enemy is near, for each flank."""

LINK_REACH = 3
"""Hexes apart at which two units still close the gap between them with their zones (5.4, 5.5)."""

# -- danger -------------------------------------------------------------------------------------

DANGER = (0.2, 0.8)
"""How probable it is that the enemy attacks a stack within his reach at good odds."""

HOLDING_TURN = 6
"""The turn from which the Germans, too, think of what can happen to them: the Allies are strong by
then, and victory is judged from turn 8 (13.1)."""

TEMPTING = 4
"""The odds column from which on the enemy surely attacks if he can."""

ATTACK_CAP = 40
"""The most attack strength that can be expected against one hex: room is short."""

CONTACT = (0.03, 0.12)
"""What it costs to stop beside an enemy without an attack, per unit."""

HUNGER = (0.35, 0.6)
"""What being out of supply costs a unit."""

# -- enemy soil ---------------------------------------------------------------------------------

CUT = 0.3
"""Share of a city's points that cutting its road home is worth: the road may be opened again."""

RAID = 3
"""Hexes beyond their own ground that Allied units go to cut a road."""

INTRUSION = 1.5
"""Worth of an Allied unit beyond the West Wall, rule 13.11: two points if it can stay."""

TOO_EARLY = -5.0
"""The same before the turn from which it counts: who crosses now will never count."""

# -- attacks ------------------------------------------------------------------------------------

RECKLESS = (1.0, 0.9)
"""How much own losses weigh against the enemy's: the Allies have more to come."""

GROUND = (0.5, 0.25)
"""Worth of driving the enemy from any hex at all."""

ROAD = (2.5, 1.0)
"""Worth of a hex taken, per unit of the pull that draws the own army on from there."""

PRIZE = 0.8
"""Share of a city's points that driving its last defender out is worth: it may be retaken."""

THROWN_BACK = 0.3
"""What a retreat costs the attacker."""

EFFORT = (0.04, 0.04)
"""What each further unit in an attack must bring: the others are wanted elsewhere."""

MARCH_EFFORT = 0.02
"""The same for a unit that has to come from another hex."""

LEAST_PROMISE = (0.05, 0.15)
"""Attacks that promise less are not made."""

EXPOSURE = (0.0, 0.3)
"""How much the danger counts into which a unit goes for an attack, over that where it stands."""

REOPEN = 0.2
"""Share of a city's points that driving off an enemy is worth who bars its road home."""

CLOSING, IN_PLACE, COVER, RIVER = 0.3, 0.5, 0.15, 0.6
"""What makes a hex good to attack from: each way out it closes, being there already, each column
of its terrain; and what a river in between costs."""

LOOSE = 5.0
"""Attacks on those who can still retreat come first: they may close the ring around others."""

# -- after the dice -----------------------------------------------------------------------------

STEADFAST = 1.0
"""Worth of holding a city, over a step saved by giving it up."""

LAST_STAND = 0.5
"""The same for a victory city whose garrison will be destroyed."""

STEP_SAVED = 0.3
"""Worth of a step saved by an optional retreat, less the disorder it brings (8.5-3)."""

FOLLOW = 0.2
"""Worth of following the enemy at all: ground is won, and balance kept from the enemy."""

BOLD = 0.01
"""The same per point of attack strength: the best fighters go first."""

# -- orders -------------------------------------------------------------------------------------

NEVER = -100.0
"""Worth of what is not to be done unless nothing else is offered."""

LEAST_GAIN = (0.04, 0.12)
"""A move must bring this much: units that shuffle to and fro are not there when needed."""

CROWDED = -10.0
"""Worth of staying where there is no room: the unit would be lost."""

PLANNED = 20.0
"""Units that are to attack go first, before anybody fills their places."""

NEWCOMER, SPECIAL, COMMANDO = 5.0, 3.0, 0.5
"""Reinforcements come on after the attackers have gone, special troops soon, commandos last."""

TOGETHER = (True, False)
"""Whether the regiments of a division march together: Americans go where they are called."""

RISK = (0.7, 1.0)
"""What it costs to pass an air marker, or a commando."""

UNEASY = 0.3
"""Reason for Allied units within the enemy's reach to look for a better place."""

EXIT_TURN = 7
"""The turn from which Germans break through to the west (13.5): before, they are needed here."""

EXIT_POINTS = 2
"""Points for vehicles that break through, rule 13.10-2."""

# -- commandos and paratroops -------------------------------------------------------------------

EXPOSED = 3.0
"""What it costs a commando to pass through Allied units: half of those who do are found."""

CAUGHT = 5.0
"""What it costs to stop among them."""

ROADSIDE = 0.5
"""Worth of a main road, and again of a junction: roads are opened, Allied stacks misled."""

AMBUSH = 0.4
"""Worth of lying in wait at a junction, per Allied column that will come by."""

ALREADY = 1.0
"""What a hex with another commando is worth less."""

BARRIER = 0.5
"""Worth of paratroops across a road, per Allied column that will come by."""

HALF = 0.6
"""What is left of it where they lose a step on landing."""

LEAST_DROP = 0.3
"""Drops that promise less are not made."""

# -- air support --------------------------------------------------------------------------------

INTERDICTORS = 2
"""Air markers used against traffic in each turn; the others support the fighting."""

BUSY = 0.5
"""Traffic on a road below which no plane is sent."""

GARRISON = 10.0
"""What supplying the garrison of a victory city is worth, over that of any unit."""
