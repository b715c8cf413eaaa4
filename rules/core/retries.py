"""A test requested by a game master, possibly with retries: the strain of each attempt, and the countdown.

A requested test is stored in the marks of its fighter (``asked``), so that every attempt has the same arguments. A test
with retries stays in its scene until it is over: the scene's marks hold its terms (``retry.said``, read by
``Game.retry_fields``), the attempts ``spent`` and a success (``won``); those of a fighter count their ``tries`` and
hold what their last failure ``carries`` into the next attempt. A test of several has ``asks`` in its scenes' marks, the
same in each, and in the payload of each result.
"""

from __future__ import annotations

from typing import Any

from rules.character.sheet import Field
from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect, Script
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
    """The fields of a countdown: the attempts before something happens; 0 means no countdown."""
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


def asked_together(scene: Scene) -> Data:
    return {"asks": scene.marks["asks"]} if "asks" in scene.marks else {}


def single_attempt() -> Data:
    return {"attempts": 1}


def describe_request(what: Text, fields: tuple[Field, ...], args: Data, *, gm: bool) -> Text:
    """The requested test, with its arguments in brackets; a secret difficulty is shown to the game master alone."""
    secret = bool(args.get("secret")) and not gm
    words = () if secret else tuple(filter(None, (describe_term(field, args.get(field.key)) for field in fields)))
    return _("%(what)s (%(said)s)", what=what, said=words) if words else what


def requested_args(scene: Scene, fighter: str) -> Data | None:
    """The game master's arguments of a requested test; ``None`` if the player chooses freely."""
    asked: Data | None = scene.fighters[fighter].marks.get("asked")
    return asked


def own_fields(scene: Scene, fighter: str, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields of a requested test that are left to the player who throws."""
    asked = requested_args(scene, fighter) or {}
    return tuple(field for field in fields if field.own and asked.get(field.key, field.blank) == field.blank)


def add_own_args(scene: Scene, fighter: str, fields: tuple[Field, ...], own_args: Data) -> Data | None:
    """The arguments of a requested test with those of the player who throws; ``None`` if no test is requested."""
    own = {field.key for field in own_fields(scene, fighter, fields)}
    asked = requested_args(scene, fighter)
    return None if asked is None else {**asked, **{key: value for key, value in own_args.items() if key in own}}


def terms(scene: Scene) -> Data:
    """The terms of retries; empty if the test is tried only once."""
    stated: Data = scene.marks.get("retry", {}).get("said", {})
    return stated


def attempts_spent(scene: Scene) -> int:
    return int(scene.marks.get("retry", {}).get("spent", 0))


def attempts_left(scene: Scene) -> int | None:
    """The number of attempts left; ``None`` without a countdown."""
    most = terms(scene).get("attempts", 0)
    return max(0, most - attempts_spent(scene)) if most else None


def is_won(scene: Scene) -> bool:
    return bool(scene.marks.get("retry", {}).get("won"))


def is_secret(scene: Scene) -> bool:
    return bool(scene.marks.get("retry", {}).get("secret"))


def tries(scene: Scene, fighter: str) -> int:
    return int(scene.fighters[fighter].marks.get("tries", 0))


def stays_open(scene: Scene) -> bool:
    """True if a test stays open without an exchange: it may be retried, or its final event is still to be told.

    A success ends it at once, except in secret, where ending it would reveal the success.
    """
    if "retry" not in scene.marks or (is_won(scene) and not is_secret(scene)):
        return False
    return attempts_left(scene) != 0 or bool(terms(scene).get("event"))


def refusal(scene: Scene) -> Text | None:
    return _("No attempt is left.") if attempts_left(scene) == 0 else None


def count_attempt(scene: Scene, actor: str, script: Script[tuple[Effect, ...]]) -> Script[tuple[Effect, ...]]:
    effects = yield from script
    outcome = next((effect.value for effect in effects if effect.kind == "outcome"), None)
    if "retry" not in scene.marks or outcome is None:
        return effects
    return (*effects, Effect("attempt", actor, _weight(outcome)))


def land(scene: Scene, effect: Effect) -> tuple[Change, ...]:
    """The changes of one attempt: the fighter's count, the countdown, and the result."""
    fighter = effect.target
    changes = (
        scene.mark(fighter, "tries", tries(scene, fighter) + 1),
        scene.mark(fighter, "carries", effect.value["carries"] or None),
        scene.change("marks.retry.spent", attempts_spent(scene) + 1),
        *((scene.change("marks.retry.won", True),) if effect.value["won"] else ()),
    )
    return tuple(change for change in changes if change.before != change.after)


def spend_attempts(scene: Scene, count: int) -> tuple[Change, ...]:
    """The change by which a game master takes attempts off a countdown, or gives some back."""
    most = terms(scene).get("attempts", 0)
    change = scene.change("marks.retry.spent", max(0, min(most, attempts_spent(scene) + count)) or None)
    return (change,) if (change.before or 0) != (change.after or 0) else ()


def add_strain(check: Check, tries: int, strain: int, what: Text | None = None, rule: str = "") -> Check:
    """A check made harder (or easier) by earlier attempts; the new term is secret if the check is."""
    number = _("Attempt %(number)s", number=tries + 1)
    label = _("%(attempt)s: %(what)s", attempt=number, what=what) if what is not None else number
    term = Modifier(label, strain, rule, secret=check.secret)
    return check.plus(term)


def describe_term(field: Field, value: Any) -> Text | None:
    if field.key in ("check", "secret", "ruling") or value is None:
        return None
    if field.kind == "choice":
        label = next((choice.label for choice in field.choices if choice.key == value), None)
        return label if value != field.default else None
    if field.kind == "flag":
        return field.label if value else None
    return _describe_number(field, value) if field.kind == "number" and isinstance(value, int) else None


def _describe_number(field: Field, value: int) -> Text | None:
    if not value and not field.default:
        return None
    number = plain(value) if field.default else signed(value)
    return _("%(label)s %(number)s", label=field.short or field.label, number=number)


def _weight(outcome: Outcome) -> Data:
    succeeded = outcome.level.succeeded
    return {"won": succeeded, "carries": 0 if succeeded else outcome.modifier}
