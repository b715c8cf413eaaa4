"""Learning over the years: languages, nations and organisations grow where somebody lives (POL-SHEET-13)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.core.script import Script, just
from rules.core.text import Text, signed
from rules.games.polaris.character.schema import MOST_MASTERY
from rules.games.polaris.character.sheet import Line, lines, mastery_step
from rules.games.polaris.character.skills import CATALOGUE
from rules.games.polaris.text import _
from rules.games.polaris.trials.downtime import DowntimeAct

MOST_YEARS = 5


def is_growing(line: Line) -> bool:
    """A line that grows by living there; one whose level is typed does not."""
    skill = CATALOGUE.get(line.of)
    is_learnt = line.mastery is not None or line.reserved
    return skill is not None and "natural_progression" in skill.flags and is_learnt


def learn_a_year(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """One level of mastery, and one of the five years that teach."""
    key, sheet = str(args["skill"]), scene.sheet(actor)
    (mastery,) = mastery_step(sheet, f"skills.{key}.mastery", 1).writes.values()
    return just((Learnt(actor, skill=key, mastery=mastery, lived=years(sheet, key) + 1),))


def years(sheet: Data, key: str) -> int:
    return int(get(sheet, f"skills.{key}.lived") or 0)


def _why_not_learnt(sheet: Data, line: Line) -> Text | None:
    if (line.mastery or 0) >= MOST_MASTERY:
        return _("The mastery is as high as it can be.")
    if years(sheet, line.key) < MOST_YEARS:
        return None
    return _("Five years have taught all that living there can.")


class Learnt(Effect):
    """POL-SHEET-13: what living somewhere has taught."""

    kind = "mastery"
    skill: str
    mastery: int
    lived: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        line = f"skills.{self.skill}"
        return (
            scene.write(self.target, f"{line}.mastery", int(self.mastery)),
            scene.write(self.target, f"{line}.lived", int(self.lived)),
        )

    def told(self, scene: Scene) -> Text | None:
        return _("mastery %(mastery)s", mastery=signed(int(self.mastery)))


class YearLived(DowntimeAct):
    """POL-SHEET-13: a year in a place, for each line that grows by it."""

    kind = "year"
    label = journal = _("A year lived there")
    rules = ("POL-SHEET-13",)
    group = _("Time")

    def applies(self, scene: Scene, who: str) -> bool:
        return any(is_growing(line) for line in lines(scene.sheet(who)))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet = scene.sheet(actor)
        rows = tuple(
            Choice(line.key, line.label, _why_not_learnt(sheet, line)) for line in lines(sheet) if is_growing(line)
        )
        return (Field("skill", _("What is lived"), "choice", choices=rows, rule="POL-SHEET-13"),)

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return learn_a_year(scene, who, args)
