"""The marks of a fighter, each declared once with how long it lasts (MYT-UI-15)."""

from __future__ import annotations

from rules.core.marks import Mark, Until

INIT = Mark("init")
TIE = Mark("tie")
SLOWED = Mark("slowed")
SPENT = Mark("spent", Until.ROUND)  # points of this round
TURNS = Mark("turns", Until.ROUND)  # taken in this round
HELD = Mark("held", Until.ROUND)  # no more turns, points kept
OFFENCE = Mark("offence", Until.ROUND)
NO_OFFENCE = Mark("no_offence", Until.ROUND)
GUARDED = Mark("guarded", Until.ROUND)  # by Defensive Minded
OUTMANOEUVRED = Mark("outmanoeuvred", Until.ROUND, keyed=True)  # by whom
ASSESSED = Mark("assessed", Until.ROUND)
SURPRISED = Mark("surprised", Until.TURN_START, is_open=True)
GIFT = Mark("gift")  # the first attack brings one effect more, in the round or while the surprise lasts
DELAYED = Mark("delayed")  # a point kept, until a turn is taken
DELAYED_UNABLE = Mark("delayed_unable")
LUCKY = Mark("lucky")  # until anybody acts again
REACTED = Mark("reacted")
EXPOSED = Mark("exposed", is_open=True)  # in sight behind cover, until a turn is taken
SPELL = Mark("spell")  # ready, until a turn is taken without holding it
CANNOT_ATTACK = Mark("cannot_attack", Until.NEXT_TURN_END, counted=True)
SHAKEN = Mark("shaken", Until.NEXT_TURN_END, counted=True)  # by a wound: the blow that was declared is lost as well
COWED = Mark("cowed", Until.NEXT_TURN_END, counted=True)
STUNNED = Mark("stunned", Until.NEXT_TURN_END, counted=True, keyed=True)  # by location
BLIND = Mark("blind", Until.NEXT_TURN_END, counted=True, count="turns")
SNARES = Mark("snares", Until.NEXT_TURN_END, keyed=True)  # whom one has entangled, and by which roll
PRONE = Mark("prone", is_open=True)
UNDER = Mark("under")  # whom one lies under
ENGAGED = Mark("engaged", keyed=True, is_open=True)
WARDS = Mark("wards", keyed=True, is_open=True)  # the locations that a weapon guards
CROUCHED = Mark("crouched")
BRACED = Mark("braced")
STEADIED = Mark("steadied")
AIM = Mark("aim", is_open=True)  # at whom
IMPALED = Mark("impaled", keyed=True, is_open=True)
ENTANGLED = Mark("entangled", keyed=True, held=True)
GRIPPED = Mark("gripped", keyed=True)
PINNED = Mark("pinned", keyed=True, held=True)
COVER = Mark("cover", is_open=True)
SHELTER = Mark("shelter")  # cover at hand
MOUNTED = Mark("mounted", is_open=True)
MOUNTING = Mark("mounting")
FORMATION = Mark("formation")
SURRENDERED = Mark("surrendered")
FLED = Mark("fled")
DROPPED = Mark("dropped")
HELPLESS = Mark("helpless")
STILL = Mark("still")
SWIMMING = Mark("swimming")
CORNERED = Mark("cornered")
DISADVANTAGED = Mark("disadvantaged")
AROUND = Mark("around", keyed=True)  # the situation, of close combat and of shots
TENDED = Mark("tended")  # a wound that bled and would reopen
LYING = Mark("lying", keyed=True)  # weapons on the ground, and the actions to them
LEFT_AT = Mark("left_at", keyed=True)  # the places where they lie
EMPTY = Mark("empty", keyed=True)
LOADING = Mark("loading", keyed=True)
QUICK = Mark("quick", keyed=True)
COUNTERS = Mark("counters", keyed=True)  # secret, by opponent

MARKS = tuple(value for value in globals().values() if isinstance(value, Mark))
