"""A sheet of Polaris put together from values of another program."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from rules.games.polaris.character.schema import SCHEMA
from rules.games.polaris.character.skills import CATALOGUE
from rules.games.polaris.text import _
from rules.importing.builder import SheetBuilder, as_text, figure, slug
from rules.importing.reading import Say

ATTRIBUTES = ("FOR", "CON", "COO", "ADA", "PER", "INT", "VOL", "PRE")


class PolarisSheet(SheetBuilder):
    """Attributes, luck and skills; skills are found by their names in the reader's language."""

    def __init__(self, say: Say) -> None:
        super().__init__(SCHEMA, say)
        by_name = {_plain(say(skill.label)): skill for skill in CATALOGUE.values()}
        self.skills = by_name | {_plain(skill.key): skill for skill in CATALOGUE.values()}

    def attribute(self, code: str, base: Any, modifiers: Iterable[Any] = ()) -> None:
        extra = sum(figure(value) or 0 for value in modifiers)
        number = figure(base)
        if number is None or not extra:
            self.put(f"attributes.{code}", base)
            return
        if self.put(f"attributes.{code}", number + extra):
            text = _(
                "%(attribute)s: %(base)s in the file, %(total)s with its modifiers.",
                attribute=code,
                base=number,
                total=number + extra,
            )
            self.remark(text)

    def luck(self, most: Any, current: Any = None) -> None:
        self.put("luck.max", most)
        self.put("luck.current", most if current in (None, "") else current)

    def skill(self, name: str, mastery: Any) -> None:
        """The mastery of a skill that stands on every sheet; of any other the name is left out."""
        skill = self.skills.get(_plain(name))
        if skill is None or skill.specialised:
            self.left_out.append(as_text(name))
            return
        self.put(f"skills.{skill.key}.mastery", mastery)

    def equipment(self, names: Iterable[str]) -> None:
        """Say what has to be written by hand: a file has no cause of a wound and no skill of a weapon."""
        carried = as_text(", ".join(names))
        if carried:
            self.remark(_("Weapons and armour are not read, write them by hand: %(names)s", names=carried))


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name[:200])
    return slug("".join(sign for sign in letters if not unicodedata.combining(sign))).replace("_", "")
