"""The marks of a fighter, each declared once with how long it lasts (MYT-AP, MYT-ROUND, MYT-FX)."""

from __future__ import annotations

from rules.core.marks import Mark, Until

INIT, TIE, SLOWED = Mark("init"), Mark("tie"), Mark("slowed")
SPENT = Mark("spent", Until.ROUND)  # points of this round
TURNS = Mark("turns", Until.ROUND)  # taken in this round
HELD = Mark("held", Until.ROUND)  # no more turns, points kept
OFFENCE, NO_OFFENCE = Mark("offence", Until.ROUND), Mark("no_offence", Until.ROUND)
GUARDED = Mark("guarded", Until.ROUND)  # by Defensive Minded
OUTMANOEUVRED = Mark("outmanoeuvred", Until.ROUND, keyed=True)  # by whom
ASSESSED = Mark("assessed", Until.ROUND)
SURPRISED = Mark("surprised", Until.TURN_START, is_open=True)
GIFT = Mark("gift", Until.ROUND)  # the first attack brings one effect more
DELAYED, DELAYED_UNABLE = Mark("delayed"), Mark("delayed_unable")  # a point kept, until a turn is taken
LUCKY, REACTED = Mark("lucky"), Mark("reacted")  # until anybody acts again
EXPOSED = Mark("exposed", is_open=True)  # in sight behind cover, until a turn is taken
SPELL = Mark("spell")  # ready, until a turn is taken without holding it
CANNOT_ATTACK = Mark("cannot_attack", Until.NEXT_TURN_END, counted=True)
SHAKEN = Mark("shaken")  # by a wound: the blow that was declared is lost as well
COWED = Mark("cowed", Until.NEXT_TURN_END, counted=True)
STUNNED = Mark("stunned", Until.NEXT_TURN_END, counted=True, keyed=True)  # by location
BLIND = Mark("blind", Until.NEXT_TURN_END, counted=True, count="turns")
SNARES = Mark("snares", Until.NEXT_TURN_END, keyed=True)  # whom one has entangled, and by which roll
PRONE = Mark("prone", is_open=True)
UNDER = Mark("under")  # whom one lies under
ENGAGED = Mark("engaged", keyed=True, is_open=True)
WARDS = Mark("wards", keyed=True, is_open=True)  # the locations that a weapon guards
CROUCHED, BRACED, STEADIED = Mark("crouched"), Mark("braced"), Mark("steadied")
AIM = Mark("aim", is_open=True)  # at whom
IMPALED = Mark("impaled", keyed=True, is_open=True)
ENTANGLED, GRIPPED, PINNED = Mark("entangled", keyed=True), Mark("gripped", keyed=True), Mark("pinned", keyed=True)
COVER = Mark("cover", is_open=True)
SHELTER = Mark("shelter")  # cover at hand
MOUNTED, MOUNTING = Mark("mounted", is_open=True), Mark("mounting")
FORMATION = Mark("formation")
SURRENDERED, DROPPED = Mark("surrendered"), Mark("dropped")
HELPLESS, STILL, SWIMMING = Mark("helpless"), Mark("still"), Mark("swimming")
CORNERED, DISADVANTAGED = Mark("cornered"), Mark("disadvantaged")
AROUND = Mark("around", keyed=True)  # the situation, of close combat and of shots
TENDED = Mark("tended")  # a wound that bled and would reopen
LYING = Mark("lying", keyed=True)  # weapons on the ground, and the actions to them
EMPTY, LOADING, QUICK = Mark("empty", keyed=True), Mark("loading", keyed=True), Mark("quick", keyed=True)
COUNTERS = Mark("counters", keyed=True)  # secret, by opponent

MARKS = tuple(value for value in globals().values() if isinstance(value, Mark))
