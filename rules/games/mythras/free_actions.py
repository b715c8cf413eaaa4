"""The forms of what costs no point: guards, words, looks, letting go (MYT-FREE)."""

from __future__ import annotations

from rules.core.game import Offer
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.mythras import initiative, limbs
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.blows import passive
from rules.games.mythras.picks import FREE, NO_WEAPON, all_refused, free, named
from rules.games.mythras.special_effects import EFFECTS
from rules.games.mythras.text import _, ngettext
from rules.games.mythras.weapons import Weapon


def ward(scene: Scene, fighter: str) -> Offer:
    """MYT-FREE-WARD, MYT-CLOSE-PASSIVE: a weapon guards one location, a shield its number, twice for who crouches."""
    able = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.natural and not one.ranged]
    held = [one for one in able if one.in_hand]
    what = tuple(Choice(one.key, one.label, limbs.unusable(scene, fighter, one), _places(one)) for one in held)
    body = sheets.locations(scene.sheet(fighter))
    most = min(len(body), max((passive(one, True) for one in held), default=1))
    places = (
        Choice("none", _("nothing")),
        *(Choice(one.key, one.label) for one in body),
    )
    fields = (
        Field("weapon", _("With what"), "choice", choices=what, rule="MYT-FREE-WARD"),
        *(
            Field(f"place{number}", _GUARDED, "choice", default="none", choices=places, rule="MYT-CLOSE-PASSIVE")
            for number in range(1, most + 1)
        ),
        Field("crouched", _("Crouching behind it"), "flag", default=False, rule="MYT-CLOSE-PASSIVE"),
    )
    label = _("Guard: passive parry")
    return Offer("ward", fighter, label, fields, all_refused(what, NO_WEAPON), group=FREE)


_GUARDED = _("Location guarded")


def _places(weapon: Weapon) -> Text:
    return ngettext("%(count)s location", "%(count)s locations", passive(weapon))


def drop(scene: Scene, fighter: str) -> Offer:
    """MYT-FREE-DROP."""
    rows = arms.weapons(scene.sheet(fighter), scene.settings)
    choices = tuple(Choice(one.key, one.label) for one in rows if one.in_hand and not one.natural)
    what = Field("weapon", _("Weapon"), "choice", choices=choices, rule="MYT-FREE-DROP")
    label = _("Drop a weapon")
    return Offer("drop", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=FREE)


def words(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-FREE-SPEAK, MYT-FREE-SIGNAL, MYT-FREE-ASSESS: to say, to show, to look."""
    said = Field("note", _("What"), "text", most=120, required=True, rule="MYT-FREE-SPEAK")
    near = _("Engaged.") if initiative.engaged(scene, fighter) else None
    fights = near or (_("Takes part in the fight.") if initiative.mark(scene, fighter, "offence") else None)
    known = initiative.seen_by(scene, fighter)
    looked = _("Has looked already in this round.") if initiative.mark(scene, fighter, "assessed") else None
    everybody = Choice("all", _("everybody who sees it"))
    to = _whom_to((everybody, *(Choice(one, named(scene, one)) for one in known)))
    gaits = (
        Choice("still", _("Standing")),
        Choice("run", _("Running")),
        Choice("sprint", _("Sprinting")),
    )
    pace = Field("gait", _("On the move"), "choice", default="still", choices=gaits)
    return (
        Offer("speak", fighter, _("Speak"), (said,), group=FREE),
        Offer("signal", fighter, _("Signal"), (said, to), near, group=FREE),
        Offer("assess", fighter, _("Assess the situation"), (pace,), fights or looked, group=FREE),
    )


def _whom_to(choices: tuple[Choice, ...]) -> Field:
    label = _("To whom")
    return Field("to", label, "choice", default="all", choices=choices, rule="MYT-FREE-SIGNAL")


def release(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-CLOSE-LEAP: whom one has borne down may be let go."""
    below = tuple(Choice(one, named(scene, one)) for one in scene.fighters if lies_under(scene, one, fighter))
    if not below:
        return ()
    field = Field("other", _("Whom"), "choice", choices=below, rule="MYT-CLOSE-LEAP")
    return (Offer("release", fighter, _("Let somebody up"), (field,), group=FREE),)


def let_go(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-FX-GRIP, MYT-FX-ENTANGLE, MYT-FX-PIN-WEAPON: whoever holds somebody may let go."""
    rows = tuple(
        Choice(f"{kind}-{one}-{key}", named(scene, one))
        for one in scene.fighters
        for kind, key in held_by(scene, one, fighter)
    )
    field = Field("what", _("Whom"), "choice", choices=rows, rule="MYT-FX-GRIP")
    return (Offer("let_go", fighter, _("Let go"), (field,), group=FREE),) if rows else ()


def held_by(scene: Scene, one: str, fighter: str) -> list[tuple[str, str]]:
    """What a fighter holds of somebody: the kind of the hold, and its key."""
    rows = [("gripped", key) for key in initiative.held(scene, one, "gripped") if key == fighter]
    rows += [("entangled", key) for key, row in limbs.snares(scene, one).items() if row["by"] == fighter]
    return rows + [("pinned", key) for key, by in initiative.held(scene, one, "pinned").items() if by == fighter]


def lies_under(scene: Scene, one: str, fighter: str) -> bool:
    """MYT-CLOSE-LEAP: whether somebody lies under a fighter."""
    return bool(initiative.mark(scene, one, "under") == fighter)


def counters(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-FX-PREPARE-COUNTER, MYT-UI-17: what one lies in wait for, shown to who plays the fighter alone."""
    rows = tuple(
        _("%(who)s: %(effect)s", who=scene.name(other), effect=EFFECTS[key].label)
        for other, found in initiative.held(scene, fighter, "counters").items()
        for key, times in found.items()
        for _copy in range(int(times))
    )
    if not rows:
        return ()
    told = _("%(parts)s", parts=rows)
    return (free("counters", fighter, _("Counters prepared in secret"), told),)
