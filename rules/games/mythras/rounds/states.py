"""Passing states of a fighter: stance, contact, holds, blindness, place (MYT-CLOSE, MYT-FX)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rules.core.effects import Effect
from rules.core.marks import Mark, clear_all
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character.sheet import place_of
from rules.games.mythras.character.tables import SITUATIONS, WAYS
from rules.games.mythras.equipment.arms import OBJECTS
from rules.games.mythras.equipment.weapons import label_of
from rules.games.mythras.rolls.grades import GRADES
from rules.games.mythras.rounds import initiative
from rules.games.mythras.text import _, ngettext

Changes = tuple[Change, ...]


def after_effects(scene: Scene, effects: Iterable[Stored]) -> Scene:
    """The scene after these effects, for what is worked out behind them."""
    for effect in effects:
        if isinstance(effect, Effect):
            scene = scene.with_changes(change for change in effect.land(scene) if change.before != change.after)
    return scene


class Flag(Effect):
    """A mark that is set, or taken away where the value is false."""

    scalar = "on"
    is_open = True
    on: Any = True

    mark: ClassVar[Mark]
    begins: ClassVar[Text | None] = None
    ends: ClassVar[Text | None] = None

    def land(self, scene: Scene) -> Changes:
        return (self.mark.set(scene, self.target, True if self.on else None),)

    def told(self, scene: Scene) -> Text | None:
        return self.begins if self.on is None or self.on else self.ends


class Offence(Flag):
    """MYT-STYLE-DEFENSIVE: has attacked in this round."""

    mark = marks.OFFENCE


class Guarded(Flag):
    """MYT-STYLE-DEFENSIVE: has parried on the defensive."""

    mark = marks.GUARDED


class Gift(Flag):
    """MYT-CLOSE-SURPRISE: the first attack brings one effect more."""

    mark = marks.GIFT


class Assessed(Flag):
    """MYT-FREE-ASSESS: one look a round."""

    mark = marks.ASSESSED


class Braced(Flag):
    """MYT-ACT-BRACE: harder to push or leap at, until the fighter moves."""

    mark = marks.BRACED
    begins = _("is braced")


class Steadied(Flag):
    """MYT-ACT-STEADY: less recoil, until the fighter moves."""

    mark = marks.STEADIED
    begins = _("has steadied a weapon")


class Crouched(Flag):
    """MYT-CLOSE-PASSIVE: behind a shield."""

    mark = marks.CROUCHED


class Mounted(Flag):
    """MYT-ACT-MOUNT: in the saddle."""

    mark = marks.MOUNTED
    begins, ends = _("is in the saddle"), _("is on foot")

    def land(self, scene: Scene) -> Changes:
        """Nobody lies or braces themselves in the saddle, nor stands behind what they stood at."""
        if not self.on:
            return super().land(scene)
        left = (mark.clear(scene, self.target) for mark in (marks.COVER, marks.EXPOSED))
        up = (*Prone(self.target, False).land(scene), *Unsettled(self.target).land(scene))
        return (*super().land(scene), *up, *left)


class Formation(Flag):
    """MYT-STYLE-FORMATION: whoever engages the close order pays for it."""

    mark = marks.FORMATION
    begins, ends = _("faces a close formation"), _("faces no formation")


class Downed(Flag):
    """MYT-SIT-C01: a mark of whoever can do nothing."""

    def land(self, scene: Scene) -> Changes:
        return let_go(scene, self.target, super().land(scene))


class Surrendered(Downed):
    """MYT-FX-SURRENDER: gives up, and is out of the fight."""

    decisive = True
    mark = marks.SURRENDERED
    begins, ends = _("gives up"), _("fights again")


class Fled(Downed):
    """MYT-SIT-GM, MYT-CLOSE-ENGAGE: away from the fight and from all contact."""

    decisive = True
    mark = marks.FLED
    begins, ends = _("flees"), _("comes back to the fight")

    def land(self, scene: Scene) -> Changes:
        near = marks.ENGAGED.rows(scene, self.target) if self.on else ()
        pairs = (pair for who in near for pair in ((self.target, who), (who, self.target)))
        return (*super().land(scene), *(change for mine, theirs in pairs for change in part(scene, mine, theirs)))


class Helpless(Downed):
    """MYT-SIT-C01: can do nothing, and is hit without a roll."""

    mark = marks.HELPLESS
    begins, ends = _("is helpless"), _("is no longer helpless")


class Still(Flag):
    """MYT-FX-LOCATION: does not move, or is unaware."""

    mark = marks.STILL
    begins, ends = _("stands still"), _("moves again")


class Swimming(Flag):
    """MYT-SIT-CAP-SWIM: in the water, where Swim caps every combat skill."""

    mark = marks.SWIMMING
    begins, ends = _("is in the water"), _("is out of the water")

    def land(self, scene: Scene) -> Changes:
        """MYT-ACT-BRACE: a stance is lost in the water."""
        return (*super().land(scene), *(Unsettled(self.target).land(scene) if self.on else ()))


class Cornered(Flag):
    """MYT-CLOSE-OUTMANOEUVRE: no room to move."""

    mark = marks.CORNERED
    begins, ends = _("is cornered"), _("is no longer cornered")


class Disadvantaged(Flag):
    """MYT-FX-SURRENDER: in a position in which giving up can be compelled."""

    mark = marks.DISADVANTAGED
    begins, ends = _("is at a disadvantage"), _("is no longer at a disadvantage")


class Tended(Flag):
    """MYT-FX-BLEED: bleeds no more, but violence would reopen the wound."""

    mark = marks.TENDED


class Mounting(Effect):
    """MYT-ACT-MOUNT: the turns that a huge mount takes yet."""

    mark = marks.MOUNTING
    scalar = "left"
    left: int


class Thwarted(Effect):
    """MYT-REACT-INTERRUPT: what was declared can no longer be done."""

    kind = "thwarted"
    is_open = True
    says = _("can no longer do what was declared")


# Footing and place.


class Unsettled(Effect):
    """MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM, MYT-CLOSE-LEAP: evading ends stance and aim, and lets up."""

    kind = "unsettled"

    def land(self, scene: Scene) -> Changes:
        stances = (marks.BRACED, marks.STEADIED, marks.CROUCHED, marks.AIM)
        below = (who for who in scene.fighters if marks.UNDER.of(scene, who) == self.target)
        return (*clear_all(stances, scene, self.target), *(marks.UNDER.clear(scene, who) for who in below))


class Prone(Flag):
    """MYT-CLOSE-LEAP, MYT-ACT-MOUNT: standing up frees from underneath; falling ends riding and crouching."""

    harmful = passing = True
    mark = marks.PRONE
    begins, ends = _("falls prone"), _("stands")

    def land(self, scene: Scene) -> Changes:
        if not self.on:
            return (*super().land(scene), marks.UNDER.clear(scene, self.target))
        left = clear_all((marks.MOUNTED, marks.MOUNTING), scene, self.target)
        return (*super().land(scene), *Unsettled(self.target).land(scene), *left)


class Under(Effect):
    """MYT-CLOSE-LEAP: lies under somebody, or is let up."""

    mark = marks.UNDER
    scalar = "by"
    is_open = True
    by: str | None

    def told(self, scene: Scene) -> Text | None:
        return _("lies under %(who)s", who=scene.name(str(self.by))) if self.by else _("is let up")


class Moved(Effect):
    """MYT-MOVE-01, MYT-ACT-BRACE, MYT-ACT-STEADY, MYT-RANGED-AIM, MYT-ACT-MOUNT: moving ends stance, aim and cover."""

    kind = "moved"
    is_open = True
    how: str = ""
    metres: int = 0

    def land(self, scene: Scene) -> Changes:
        gone = (mark.clear(scene, self.target) for mark in (marks.COVER, marks.MOUNTING))
        return (*Unsettled(self.target).land(scene), *gone)

    def told(self, scene: Scene) -> Text | None:
        return _("moves %(metres)s m (%(how)s)", how=WAYS[self.how], metres=int(self.metres)) if self.how else None


class Engage(Effect):
    """MYT-CLOSE-ENGAGE: recorded as a pair."""

    kind = "engage"
    scalar = "other"
    is_open = True
    other: str

    def land(self, scene: Scene) -> Changes:
        return (
            marks.ENGAGED.set(scene, self.target, True, self.other),
            marks.ENGAGED.set(scene, self.other, True, self.target),
        )

    def told(self, scene: Scene) -> Text | None:
        is_news = self.other not in marks.ENGAGED.rows(scene, self.target)
        return _("engages %(who)s", who=scene.name(self.other)) if is_news else None


class Disengage(Effect):
    """MYT-CLOSE-ENGAGE, MYT-CLOSE-LEAP, MYT-FX-GRIP, MYT-FX-PIN-WEAPON: and nothing that needs contact is left."""

    kind = "disengage"
    scalar = "other"
    is_open = True
    other: str

    def land(self, scene: Scene) -> Changes:
        pairs = ((self.target, self.other), (self.other, self.target))
        return tuple(change for mine, theirs in pairs if mine in scene.fighters for change in part(scene, mine, theirs))

    def told(self, scene: Scene) -> Text | None:
        return _("breaks away from %(who)s", who=scene.name(self.other))


def part(scene: Scene, fighter: str, other: str) -> Changes:
    """MYT-CLOSE-ENGAGE: a fighter is no longer engaged with another, nor held, pinned or borne down by them."""
    return (marks.ENGAGED.clear(scene, fighter, other), *release(scene, fighter, other))


def release(scene: Scene, fighter: str, by: str) -> Changes:
    """MYT-FX-GRIP, MYT-FX-PIN-WEAPON, MYT-CLOSE-LEAP: whatever another fighter holds somebody by with the body ends."""
    below = (marks.UNDER.clear(scene, fighter),) if marks.UNDER.of(scene, fighter) == by else ()
    pinned = (weapon for weapon, pins in marks.PINNED.rows(scene, fighter).items() if pins == by)
    grip = (marks.GRIPPED.clear(scene, fighter, by),) if by in marks.GRIPPED.rows(scene, fighter) else ()
    return (*grip, *(marks.PINNED.clear(scene, fighter, weapon) for weapon in pinned), *below)


def let_go(scene: Scene, fighter: str, changes: Changes = ()) -> Changes:
    """MYT-SIT-C01: these changes and, if they leave a fighter helpless, the end of all that the fighter keeps up.

    That is a delayed point, a spell, counters, guards, stances, and every hold on others.
    """
    after = scene.with_changes(changes)
    if not initiative.is_helpless(after, fighter):
        return changes
    ended = clear_all(_KEPT_UP, after, fighter)
    settled = (*changes, *ended, *Unsettled(fighter).land(after))
    after = scene.with_changes(settled)
    return (*settled, *(change for who in scene.fighters for change in release(after, who, fighter)))


_KEPT_UP = (marks.DELAYED, marks.DELAYED_UNABLE, marks.SPELL, marks.COUNTERS, marks.WARDS)


class Outmanoeuvred(Effect):
    """MYT-CLOSE-OUTMANOEUVRE: no attack on this one for the rest of the round."""

    mark = marks.OUTMANOEUVRED
    scalar = "other"
    is_open = True
    other: str

    def land(self, scene: Scene) -> Changes:
        return (marks.OUTMANOEUVRED.set(scene, self.target, True, self.other),)

    def told(self, scene: Scene) -> Text | None:
        return _("cannot attack %(who)s this round", who=scene.name(self.other))


class Around(Effect):
    """MYT-SIT-GM: where somebody is, in close combat or for shots."""

    mark = marks.AROUND
    is_open = True
    table: str
    key: str

    def land(self, scene: Scene) -> Changes:
        return (marks.AROUND.set(scene, self.target, self.key or None, self.table),)

    def told(self, scene: Scene) -> Text | None:
        return SITUATIONS.get(self.key, _("nothing special"))


class Shelter(Effect):
    """MYT-ACT-TAKE-COVER: the cover at hand."""

    mark = marks.SHELTER
    scalar = "of"
    is_open = True
    of: str

    def told(self, scene: Scene) -> Text | None:
        return _("has cover at hand: %(what)s", what=OBJECTS[self.of][0]) if self.of else None


class Pushed(Effect):
    """MYT-CLOSE-KNOCKBACK, MYT-FX-BASH: is moved back by so many metres."""

    kind = "pushed"
    scalar = "metres"
    is_open = True
    metres: int

    def told(self, scene: Scene) -> Text | None:
        return _("is pushed back %(metres)s m", metres=int(self.metres))


# Turns without an attack.


class CannotAttack(Effect):
    """MYT-FX-PRESS, MYT-FX-OVEREXTEND: so many turns without an attack, the longest that holds."""

    mark = marks.CANNOT_ATTACK
    scalar = "turns"
    is_open = True
    turns: int

    def land(self, scene: Scene) -> Changes:
        now = marks.CANNOT_ATTACK.number(scene, self.target)
        return (marks.CANNOT_ATTACK.set(scene, self.target, max(now, int(self.turns))),)

    def told(self, scene: Scene) -> Text | None:
        return ngettext("cannot attack for %(count)s turn", "cannot attack for %(count)s turns", int(self.turns))


class Shaken(CannotAttack):
    """MYT-WOUND-02: no attack at once, and for so many turns."""

    mark = marks.SHAKEN

    def land(self, scene: Scene) -> Changes:
        turns = max(marks.SHAKEN.number(scene, self.target), int(self.turns))
        return (*super().land(scene), marks.SHAKEN.set(scene, self.target, turns))


class Cowed(Effect):
    """MYT-FX-PIN-DOWN: so many turns in which nothing is done that exposes one."""

    mark = marks.COWED
    scalar = "turns"
    is_open = True
    says = _("is pinned down")
    turns: int

    def land(self, scene: Scene) -> Changes:
        return (marks.COWED.set(scene, self.target, max(marks.COWED.number(scene, self.target), int(self.turns))),)


class Blind(Effect):
    """MYT-FX-BLIND: as badly and as long as the worse of what blinds one."""

    mark = marks.BLIND
    is_open = True
    grade: str = ""
    turns: int = 0

    def land(self, scene: Scene) -> Changes:
        now = marks.BLIND.rows(scene, self.target)
        grade = max(self.grade, str(now.get("grade") or self.grade), key=lambda key: GRADES[key].rank)
        turns = max(int(self.turns), int(now.get("turns", 0)))
        return (marks.BLIND.set(scene, self.target, {"grade": grade, "turns": turns}),)

    def told(self, scene: Scene) -> Text | None:
        return ngettext("blinded for %(count)s turn", "blinded for %(count)s turns", int(self.turns))


# Holds.


class Gripped(Effect):
    """MYT-FX-GRIP: held by an opponent, and cannot leave."""

    mark = marks.GRIPPED
    scalar = "by"
    is_open = True
    by: str

    def land(self, scene: Scene) -> Changes:
        return (marks.GRIPPED.set(scene, self.target, True, self.by),)

    def told(self, scene: Scene) -> Text | None:
        return _("is held by %(who)s", who=scene.name(self.by))


class Entangled(Effect):
    """MYT-FX-ENTANGLE: a limb is held, with the holder and weapon; the holder may trip the victim in the next turn."""

    mark = marks.ENTANGLED
    is_open = True
    location: str
    by: str = ""
    weapon: str = ""
    die: int = -1
    level: int = 0

    def land(self, scene: Scene) -> Changes:
        row = {"by": self.by, "weapon": self.weapon} if self.weapon else self.by
        held = marks.ENTANGLED.set(scene, self.target, row, self.location)
        if self.by not in scene.fighters or self.die < 0:
            return (held,)
        return held, marks.SNARES.set(scene, self.by, {"die": int(self.die), "level": int(self.level)}, self.target)

    def told(self, scene: Scene) -> Text | None:
        return _("is entangled (%(location)s)", location=place_of(scene.sheet(self.target), self.location))


class Hauled(Effect):
    """MYT-FX-ENTANGLE: the holder has used the one chance to trip the victim."""

    kind = "hauled"

    def land(self, scene: Scene) -> Changes:
        return (marks.SNARES.clear(scene, self.target),)


class Pinned(Effect):
    """MYT-FX-PIN-WEAPON: a weapon is pinned, unless the same exchange has knocked it out of the hand."""

    mark = marks.PINNED
    is_open = True
    weapon: str
    by: str = ""

    def land(self, scene: Scene) -> Changes:
        row = (scene.sheet(self.target).get("weapons") or {}).get(self.weapon) or {}
        if not row.get("in_hand"):
            return ()
        return (marks.PINNED.set(scene, self.target, self.by, self.weapon),)

    def told(self, scene: Scene) -> Text | None:
        return _("has a weapon pinned (%(weapon)s)", weapon=label_of(scene, self.target, self.weapon))


class Free(Effect):
    """MYT-FX-SLIP-FREE: of everything that holds one."""

    kind = "free"
    is_open = True
    says = _("gets free")

    def land(self, scene: Scene) -> Changes:
        return tuple(mark.clear(scene, self.target) for mark in (marks.ENTANGLED, marks.GRIPPED, marks.PINNED))


class Freed(Effect):
    """MYT-ACT-STRUGGLE: of one hold."""

    kind = "freed"
    is_open = True
    says = _("gets free")
    hold: str = ""
    key: str = ""

    @property
    def value(self) -> Any:
        return {"kind": self.hold, "key": self.key}

    @classmethod
    def read(cls, target: str, value: Any) -> Freed:
        return cls(target, str(value["kind"]), str(value["key"]))

    def land(self, scene: Scene) -> Changes:
        return (scene.mark(self.target, f"{self.hold}.{self.key}", None),)


FOILED: dict[str, Text] = {
    "stand": _("stays prone"),
    "struggle": _("stays held"),
    "range": _("stays at the same distance"),
}


class Foiled(Effect):
    """MYT-CORE-06: an attempt foiled by its opponent."""

    kind = "foiled"
    scalar = "attempt"
    is_open = True
    attempt: str

    def told(self, scene: Scene) -> Text | None:
        return FOILED[self.attempt]


EFFECTS = (
    *(Offence, Guarded, Gift, Assessed, Braced, Steadied, Crouched, Mounted, Formation, Surrendered, Fled, Helpless),
    *(
        Still,
        Swimming,
        Cornered,
        Disadvantaged,
        Tended,
        Mounting,
        Thwarted,
        Unsettled,
        Prone,
        Under,
        Moved,
        Engage,
        Disengage,
    ),
    *(Outmanoeuvred, Around, Shelter, Pushed, CannotAttack, Shaken, Cowed, Blind, Gripped, Entangled, Hauled, Pinned),
    *(Free, Freed, Foiled),
)
