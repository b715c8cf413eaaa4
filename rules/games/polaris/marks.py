"""The marks of a fighter, each with how long it lasts: most end with the turn (POL-TURN-08)."""

from __future__ import annotations

from rules.core.marks import Mark, Until

# Of one turn.
BASE = Mark("base", Until.ROUND)  # the initiative the turn began with
INITIATIVE = Mark("initiative", Until.ROUND)  # what it is now
RISK = Mark("risk", Until.ROUND)  # the test of surprise still to come
SURPRISE = Mark("surprise", Until.ROUND, is_open=True)
AMBUSH = Mark("ambush", Until.ROUND)  # a free attack, ``ready`` or ``struck``
UNREADY = Mark("unready", Until.ROUND, keyed=True)  # those who came as a surprise
PREPARED = Mark("prepared", Until.ROUND, keyed=True)  # preparations announced alone
DECLARED = Mark("declared", Until.ROUND)
BOUND = Mark("bound", Until.ROUND)  # a change of mind has failed
FREE = Mark("free", Until.ROUND)  # the free action is taken
CARRIED = Mark("carried", Until.ROUND)  # the action waits for the next turn
FIRST = Mark("first", Until.ROUND)  # it was carried over: it comes first
AHEAD = Mark("ahead", Until.ROUND)  # cuts in before who was about to act
STRUCK = Mark("struck", Until.ROUND)  # attacks made
COUNTERED = Mark("countered", Until.ROUND)
DONE = Mark("done", Until.ROUND, is_open=True)
BREATH = Mark("breath", Until.ROUND)  # fatigue is tested, or spared
OWED = Mark("owed", Until.ROUND)  # initiative that the next turn begins without
LOST = Mark("lost", Until.ROUND)  # the next turn is lost
WENT = Mark("went", Until.ROUND)  # metres gone from place to place

# Of their next action.
UNSTEADY = Mark("unsteady", Until.NEXT_TURN_END, rules=("POL-MARTIAL-10",))

# Of the fight.
MODE = Mark("mode")
ENGAGED = Mark("engaged", keyed=True, is_open=True)  # opponents, each with what is left of the distance
HOLDS = Mark("holds", keyed=True)
THREAT = Mark("threat")  # who holds a weapon at them
LEADER = Mark("leader")  # whose marker they share
BOOST = Mark("boost")  # a point of luck waits for the next test of arms
UNTIL = Mark("until", keyed=True)  # the last turn of conditions
COVER = Mark("cover", is_open=True)
SIZE = Mark("size", is_open=True)
POSITION = Mark("position")
UNSTABLE = Mark("unstable")
CONFINED = Mark("confined")
SIGHT = Mark("sight")

OF_A_TURN = (
    *(BASE, INITIATIVE, RISK, SURPRISE, AMBUSH, UNREADY, PREPARED, DECLARED, BOUND, FREE, CARRIED, FIRST, AHEAD),
    *(STRUCK, COUNTERED, DONE, BREATH, OWED, LOST, WENT),
)
MARKS = (
    *(*OF_A_TURN, UNSTEADY, MODE, ENGAGED, HOLDS, THREAT, LEADER, BOOST, UNTIL, COVER, SIZE),
    *(POSITION, UNSTABLE, CONFINED, SIGHT),
)
