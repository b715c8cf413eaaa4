"""The house settings of new attempts (POL-RETRY)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field, Section
from rules.games.polaris.text import _

RETRIES = Section(
    "",
    _("New attempts"),
    (
        Field(
            "retry_step_default",
            _("Stress of a new attempt"),
            "choice",
            default="none",
            choices=(
                Choice("none", _("No stress")),
                Choice("one", _("−1 for each new attempt")),
                Choice("three", _("−3 for each new attempt")),
                Choice("row", _("One degree harder each time")),
            ),
            help=_("What a new attempt costs unless the game master says otherwise."),
            rule="POL-RETRY-03",
        ),
        Field(
            "social_retry_mode",
            _("New attempt on wary people"),
            "choice",
            default="failure",
            choices=(
                Choice("failure", _("Less by the modifier of the last failure")),
                Choice("usual", _("As under stress")),
                Choice("never", _("Not possible")),
            ),
            help=_("After a social skill failed, and unless the game master says otherwise."),
            rule="POL-RETRY-05",
        ),
        Field(
            "countdown_visibility",
            _("Countdowns"),
            "choice",
            default="pips",
            choices=(
                Choice("pips", _("The attempts left, not the event")),
                Choice("hidden", _("Only the game master sees them")),
            ),
            help=_("What a countdown shows unless the game master says otherwise."),
            rule="POL-RETRY-10",
        ),
    ),
)
