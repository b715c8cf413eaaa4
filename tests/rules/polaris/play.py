"""The harness of Polaris: dice thrown in order, the mercenary, and the worked examples of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.core.check import Breakdown, Check, Modifier
from rules.core.script import Pending, replay
from rules.core.text import _
from rules.registry import samples, system
from tests.rules.polaris.tiers import PARTS, SWITCHES

POLARIS = system("polaris")
MERCENARY = samples("polaris")["mercenary"]["data"]


def all_set(on):
    """The house settings that play with every optional and advanced rule, or with none."""
    return dict.fromkeys((*SWITCHES.values(), *PARTS), on)


def throw(start, *faces, **answers):
    """Return the result of a script when its dice show these faces in order; prompts are answered by key."""
    left, given = list(faces), {}
    while True:
        state = replay(start, given)
        if not isinstance(state, Pending):
            assert not left, f"dice nobody asked for: {left}"
            return state.value
        request = state.requests[0]
        given[request.key] = answers[request.key] if request.key in answers else (left.pop(0),)


def check(key, sheet=MERCENARY, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in POLARIS.checks(sheet, settings or {})}[key]


def at(chances, extra=0, **more):
    """A check against these final chances."""
    return Check("", "anything", _("Anything"), Breakdown(Modifier(_("Level"), chances)), extra, **more)


def examples(kind):
    """The worked examples whose ``given`` names this kind, each marked with the rules it proves."""
    paths = sorted((Path(__file__).parent / "examples").glob("*.yaml"))
    found = [one for path in paths for one in yaml.safe_load(path.read_text(encoding="utf-8"))]
    named = [one for one in found if kind in one["given"]]
    assert named, f"no example of {kind}"
    return [pytest.param(one, id=one["id"], marks=pytest.mark.rules(*one["rules"])) for one in named]
