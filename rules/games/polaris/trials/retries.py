"""Trying again after one attempt (POL-RETRY-01): stress, wary people, and the fields of a countdown."""

from __future__ import annotations

from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core import retries
from rules.core.check import Check
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.character.skills import CATEGORIES
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import rows_harder
from rules.games.polaris.text import _, ngettext

STEPS = {"one": -1, "three": -3}
REFUSED = _("They listen no more: no new attempt is possible.")


def fields(settings: Data) -> tuple[Field, ...]:
    """POL-RETRY-03 to 10: the arguments of new attempts, preset by the house settings."""
    stress = (
        Choice("usual", _("As the house plays it")),
        Choice("none", _("No stress")),
        Choice("one", _("−1 for each new attempt")),
        Choice("three", _("−3 for each new attempt")),
        Choice("row", _("One degree harder each time")),
        Choice("failure", _("Less by the modifier of the last failure")),
        Choice("custom", _("The number below for each new attempt")),
    )
    label = _("Stress of a new attempt")
    shown = setting(settings, "countdown_visibility") == "pips"
    countdown = retries.countdown_fields(shown) if setting(settings, "countdowns") else ()
    return (
        Field("stress", label, "choice", default="usual", choices=stress, rule="POL-RETRY-03", gm_only=True),
        retries.STRAIN,
        *countdown,
    )


def mode(check: Check, said: Data, settings: Data) -> str:
    """POL-RETRY-03 to 05: the penalty of a new attempt, by its arguments or by the house settings."""
    stress = str(said.get("stress", "usual"))
    if stress != "usual":
        return stress
    wary = str(setting(settings, "social_retry_mode"))
    if check.group == CATEGORIES["social"] and wary != "usual":
        return wary
    return str(setting(settings, "retry_step_default"))


def make_harder(scene: Scene, fighter: str, check: Check) -> Check:
    tries, stated = retries.tries(scene, fighter), retries.terms(scene)
    if not tries or not stated:
        return check
    how = mode(check, stated, scene.settings)
    if how == "never":
        return replace(check, refused=REFUSED)
    if how == "row":
        degrees, by = rows_down(check, tries)
        return retries.add_strain(check, tries, by, degrees, "POL-RETRY-04")
    if how == "failure":
        carried = int(scene.fighters[fighter].marks.get("carries", 0))
        why = _("modifier of the last failure")
        return retries.add_strain(check, tries, carried, why, "POL-RETRY-05")
    step = int(stated.get("strain", 0)) if how == "custom" else STEPS.get(how, 0)
    return retries.add_strain(check, tries, step * tries, rule="POL-RETRY-03")


_ON_THE_SCALE = ("POL-TEST-06", "POL-TEST-22", "POL-RETRY-04")  # the terms that together are a row of it


def rows_down(check: Check, rows: int) -> tuple[Text, int]:
    """POL-RETRY-04, POL-TEST-22: so many rows below the difficulty of a check, in words and as what they add."""
    here = sum(term.value for term in check.target.modifiers if term.rule in _ON_THE_SCALE)
    return ngettext("%(count)s degree harder", "%(count)s degrees harder", rows), rows_harder(here, rows) - here
