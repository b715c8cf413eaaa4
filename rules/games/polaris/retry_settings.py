"""The house settings of new attempts (POL-RETRY)."""

from __future__ import annotations

from rules.core.sheet import Choice, Field, Section
from rules.core.text import pgettext

RETRIES = Section(
    "",
    pgettext("polaris", "New attempts"),
    (
        Field(
            "retry_step_default",
            pgettext("polaris", "Stress of a new attempt"),
            "choice",
            default="none",
            choices=(
                Choice("none", pgettext("polaris", "No stress")),
                Choice("one", pgettext("polaris", "−1 for each new attempt")),
                Choice("three", pgettext("polaris", "−3 for each new attempt")),
                Choice("row", pgettext("polaris", "One degree harder each time")),
            ),
            help=pgettext("polaris", "What a new attempt costs unless the game master says otherwise."),
            rule="POL-RETRY-03",
        ),
        Field(
            "social_retry_mode",
            pgettext("polaris", "New attempt on wary people"),
            "choice",
            default="failure",
            choices=(
                Choice("failure", pgettext("polaris", "Less by the modifier of the last failure")),
                Choice("usual", pgettext("polaris", "As under stress")),
                Choice("never", pgettext("polaris", "Not possible")),
            ),
            help=pgettext("polaris", "After a social skill failed, and unless the game master says otherwise."),
            rule="POL-RETRY-05",
        ),
        Field(
            "countdown_visibility",
            pgettext("polaris", "Countdowns"),
            "choice",
            default="pips",
            choices=(
                Choice("pips", pgettext("polaris", "The attempts left, not the event")),
                Choice("hidden", pgettext("polaris", "Only the game master sees them")),
            ),
            help=pgettext("polaris", "What a countdown shows unless the game master says otherwise."),
            rule="POL-RETRY-10",
        ),
    ),
)
