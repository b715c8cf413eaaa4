"""The harness of Polaris: dice thrown in order, the mercenary, and the worked examples of the rulebook."""

from __future__ import annotations

from pathlib import Path

from rules.core.check import Breakdown, Check, Modifier
from rules.core.text import _
from rules.registry import samples, system
from tests.rules.harness import examples_of
from tests.rules.harness import throw as throw
from tests.rules.polaris.tiers import PARTS, SWITCHES

POLARIS = system("polaris")
MERCENARY = samples("polaris")["mercenary"]["data"]


def all_set(on):
    """The house settings that play with every optional and advanced rule, or with none."""
    return dict.fromkeys((*SWITCHES.values(), *PARTS), on)


def check(key, sheet=MERCENARY, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in POLARIS.checks(sheet, settings or {})}[key]


def at(chances, extra=0, **more):
    """A check against these final chances."""
    return Check("", "anything", _("Anything"), Breakdown(Modifier(_("Level"), chances)), extra, **more)


def examples(kind):
    return examples_of(Path(__file__).parent, kind)
