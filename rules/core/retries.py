"""A test that a game master has asked for, and that may be tried again: what each attempt adds, how many are left.

What is asked of a fighter stands in his marks (``asked``), so that every attempt is made with the same words. A test
that may be tried again stays in its scene until it is over: the scene's marks hold what was said of it (``retry.said``,
read by ``System.retry_fields``), how many attempts are ``spent`` and whether one ``won``; those of a fighter count his
``tries`` and hold what his last failure ``carries`` into the next one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Field
from rules.core.text import Text, _, plain, signed

MOST_ATTEMPTS = 20
STRAIN = Field(
    "strain",
    _("Each new attempt adds"),
    default=0,
    least=-50,
    most=50,
    help=_("A negative number makes every new attempt harder."),
    gm_only=True,
)


def countdown_fields(shown: bool = True) -> tuple[Field, ...]:
    """How often a test may be tried before something happens; 0 attempts are no countdown."""
    return (
        Field(
            "attempts",
            _("Countdown: number of attempts"),
            default=0,
            least=0,
            most=MOST_ATTEMPTS,
            help=_("0: no countdown."),
            gm_only=True,
        ),
        Field("event", _("What happens when none is left"), "text", most=120, gm_only=True),
        Field("shown", _("Players see how many are left"), "flag", default=shown, gm_only=True),
    )


def once() -> Data:
    """What stands for new attempts where there is to be one alone."""
    return {"attempts": 1}


def worded(what: Text, fields: tuple[Field, ...], args: Data, *, gm: bool) -> Text:
    """What is asked, with what was said of it in brackets; of a secret difficulty only a game master reads."""
    secret = bool(args.get("secret")) and not gm
    told = () if secret else tuple(filter(None, (_said(one, args.get(one.key)) for one in fields)))
    return _("%(what)s (%(said)s)", what=what, said=told) if told else what


def args(scene: Scene, fighter: str) -> Data | None:
    """What is asked of a fighter, in the words of the game master; ``None`` where he tests what he wants."""
    found: Data | None = scene.fighters[fighter].marks.get("asked")
    return found


def said(scene: Scene) -> Data:
    """What was said of new attempts; empty where there is to be one alone."""
    found: Data = scene.marks.get("retry", {}).get("said", {})
    return found


def spent(scene: Scene) -> int:
    """How many attempts were made, and given up."""
    return int(scene.marks.get("retry", {}).get("spent", 0))


def left(scene: Scene) -> int | None:
    """How many attempts are left; ``None`` without a countdown."""
    most = said(scene).get("attempts", 0)
    return max(0, most - spent(scene)) if most else None


def won(scene: Scene) -> bool:
    """Whether an attempt has succeeded."""
    return bool(scene.marks.get("retry", {}).get("won"))


def tries(scene: Scene, fighter: str) -> int:
    """How often a fighter has tried."""
    return int(scene.fighters[fighter].marks.get("tries", 0))


def lasts(scene: Scene) -> bool:
    """Whether a test stays when nothing of it is open: more may be tried, or its end is the game master's to tell.

    A success ends it at once, except in secret, where its end would give the success away.
    """
    retry = scene.marks.get("retry")
    if retry is None or (won(scene) and not retry.get("secret")):
        return False
    return left(scene) != 0 or bool(said(scene).get("event"))


def refusal(scene: Scene) -> Text | None:
    """Why nobody may try (again) now."""
    return _("No attempt is left.") if left(scene) == 0 else None


def counted(scene: Scene, actor: str, script: Script[tuple[Effect, ...]]) -> Script[tuple[Effect, ...]]:
    """The procedure of a test, with the effect that counts the attempt where attempts are counted."""
    effects = yield from script
    outcome = next((one.value for one in effects if one.kind == "outcome"), None)
    if "retry" not in scene.marks or outcome is None:
        return effects
    return (*effects, Effect("attempt", actor, _weight(outcome)))


def land(scene: Scene, effect: Effect) -> tuple[Change, ...]:
    """What an attempt writes: one more of the fighter, one less of the countdown, and how it went."""
    fighter = effect.target
    changes = (
        scene.mark(fighter, "tries", tries(scene, fighter) + 1),
        scene.mark(fighter, "carries", effect.value["carries"] or None),
        scene.change("marks.retry.spent", spent(scene) + 1),
        *((scene.change("marks.retry.won", True),) if effect.value["won"] else ()),
    )
    return tuple(change for change in changes if change.before != change.after)


def spend(scene: Scene, by: int) -> tuple[Change, ...]:
    """The change by which a game master takes attempts off a countdown, or gives some back."""
    most = said(scene).get("attempts", 0)
    change = scene.change("marks.retry.spent", max(0, min(most, spent(scene) + by)) or None)
    return (change,) if (change.before or 0) != (change.after or 0) else ()


def strained(check: Check, tries: int, strain: int, what: Text | None = None, rule: str = "") -> Check:
    """A check made harder (or easier) after so many attempts; as secret as the rest of it."""
    number = _("Attempt %(number)s", number=tries + 1)
    label = _("%(attempt)s: %(what)s", attempt=number, what=what) if what is not None else number
    term = Modifier(label, strain, rule, secret=check.secret)
    return replace(check, target=check.target.plus(term))


def _said(field: Field, value: Any) -> Text | None:
    """What was said in one field, where it is worth saying: another choice than the usual one, a number that counts."""
    if field.key in ("check", "secret", "ruling") or value is None:
        return None
    if field.kind == "choice":
        found = next((one.label for one in field.choices if one.key == value), None)
        return found if value != field.default else None
    if field.kind == "flag":
        return field.label if value else None
    if field.kind != "number" or not isinstance(value, int) or not (value or field.default):
        return None
    number = plain(value) if field.default else signed(value)
    return _("%(label)s %(number)s", label=field.label, number=number)


def _weight(outcome: Outcome) -> Data:
    succeeded = outcome.level.succeeded
    return {"won": succeeded, "carries": 0 if succeeded else outcome.modifier}
