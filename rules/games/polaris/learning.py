"""What years teach: languages, nations and organisations grow where somebody lives (POL-SHEET-13)."""

from __future__ import annotations

from rules.core.game import Offer
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris.sheet import Line, lines, mastery_step
from rules.games.polaris.skills import CATALOGUE
from rules.games.polaris.text import _

MOST_YEARS = 5


def offer(scene: Scene, actor: str) -> Offer | None:
    """A year in a place, for each line that grows by it."""
    found = [one for one in lines(scene.sheet(actor)) if grows(one)]
    if not found:
        return None
    rows = tuple(Choice(one.key, one.label, _learnt(scene.sheet(actor), one)) for one in found)
    field = Field("skill", _("What is lived"), "choice", choices=rows, rule="POL-SHEET-13")
    label = _("A year lived there")
    return Offer("year", actor, label, (field,), group=_("Time"))


def grows(one: Line) -> bool:
    """Whether a line grows by living there; one whose level is typed does not."""
    skill = CATALOGUE.get(one.of)
    known = one.mastery is not None or one.reserved
    return skill is not None and "natural_progression" in skill.flags and known


def year(scene: Scene, actor: str, args: Data) -> Script[tuple[Effect, ...]]:
    """One level of mastery, and one of the five years that teach."""
    yield from ()
    key, sheet = str(args["skill"]), scene.sheet(actor)
    (mastery,) = mastery_step(sheet, f"skills.{key}.mastery", 1).writes.values()
    return (Effect("mastery", actor, {"skill": key, "mastery": mastery, "lived": years(sheet, key) + 1}),)


def years(sheet: Data, key: str) -> int:
    """How many years have taught already."""
    return int(get(sheet, f"skills.{key}.lived") or 0)


def _learnt(sheet: Data, one: Line) -> Text | None:
    if years(sheet, one.key) < MOST_YEARS:
        return None
    return _("Five years have taught all that living there can.")
