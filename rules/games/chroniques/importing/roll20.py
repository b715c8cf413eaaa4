"""Characters of the Galactiques sheet of Roll20, as the browser extension VTTES exports them.

That sheet keeps what is added to a test, as the book does; a larger number is a score of its older versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.paths import Data
from rules.games.chroniques import stat_block
from rules.games.chroniques.sheet import ABILITIES, SCHEMA, SCORES
from rules.games.chroniques.text import _
from rules.importing import vttes
from rules.importing.builder import SheetBuilder, as_text, figure
from rules.importing.reading import Imported, Importer, Say, Source, import_each

Values = Mapping[str, Any]
HERO = {
    **{"profil": "profile", "race": "people", "niveau": "level", "pv_max": "hp.max", "pv": "hp.current"},
    **{"pc_max": "luck.max", "pc": "luck.current", "def": "typed.def_", "dep": "typed.dep", "init": "typed.init"},
    "rd": "armour.rd",
}
OPPONENT = {
    **{"profil": "profile", "pnj_pv_max": "hp.max", "pnj_pv": "hp.current", "pnj_def": "typed.def_"},
    **{"pnj_dep": "typed.dep", "pnj_init": "typed.init", "pnj_rd": "armour.rd", "pnj_sbg": "typed.wound_threshold"},
}
WEAPONS = {"name": "nom", "notes": "spec", "count": "dmnbde", "die": "dmde", "more": "dmdiv", "range": "portee"}
KINDS = (("atktir", "distance"), ("atkpsy", "psychic"), ("atkmag", "psychic"))
ENOUGH = 3  # abilities by which this sheet is known


def recognises(source: Source) -> bool:
    return any(_abilities(_values(row)) for row in vttes.characters(source)[:1])


def read(source: Source, _settings: Data, say: Say) -> tuple[Imported, ...]:
    return import_each(vttes.characters(source), partial(_character, say))


def _values(character: Values) -> dict[str, Any]:
    return {name.lower(): value for name, value in vttes.attributes(character).items()}


def _abilities(values: Values) -> dict[str, Any]:
    """The abilities of a character of a player or, where it has none of these, of an opponent."""
    for before in ("", "pnj_"):
        names = {key: f"{before}{key.rstrip('_')}" for key in ABILITIES}
        scores = {key: values[name] for key, name in names.items() if name in values}
        if len(scores) >= ENOUGH:
            return scores
    return {}


def _character(say: Say, character: Values) -> Imported:
    sheet, values = SheetBuilder(SCHEMA, say), _values(character)
    played = str(values.get("type_personnage", "pj" if "pnj_for" not in values else "pnj")).lower()
    for key, value in _abilities(values).items():
        number = figure(value)
        if number is None:
            sheet.put(f"abilities.{key}", value)
        else:
            stat_block.put_ability(sheet, key, number, signed=False)
    for name, path in (OPPONENT if played == "pnj" else HERO).items():
        sheet.put(path, values.get(name))
    for row in vttes.rows(character, "armes"):
        _weapon(sheet, row, "arme", _kind(row))
    for row in vttes.rows(character, "pnjatk"):
        kind = "distance" if figure(row.get("atkportee")) else "contact"
        if _weapon(sheet, row, "atk", kind):
            sheet.put(f"typed.{SCORES[kind][0]}", row.get("atkbonus"))
    for text in (values.get("pnj_bio"), values.get("notes"), values.get("pnj_divers"), character.get("bio")):
        sheet.note(vttes.text_of(text))
    sheet.note(vttes.text_of(character.get("gmnotes")), "secret_notes")
    sheet.remark(_("Paths, capacities, armour and gear are not read; the scores stand as printed."))
    return sheet.imported(character, character.get("name"), "npc" if played != "pj" else "pc")


def _kind(row: Values) -> str:
    attack = str(row.get("armeatk", "")).lower()
    return next((kind for word, kind in KINDS if word in attack), "contact")


def _weapon(sheet: SheetBuilder, row: Values, before: str, kind: str) -> bool:
    values = {name: row.get(f"{before}{field}") for name, field in WEAPONS.items()}
    more = row.get(f"{before}dmbonus", values["more"])
    metres = figure(values["range"]) or None
    weapon = {"name": values["name"], "kind": kind, "range_m": metres, "notes": values["notes"]}
    dice = _dice(values["count"], values["die"], more)
    if dice is None:
        sheet.strange(_("%(weapon)s", weapon=as_text(values["name"])), values["die"])
    adds = "for" in str(row.get("armedmcar", "")).lower()
    return sheet.row("weapons", as_text(values["name"]), {**weapon, "dice": dice, "add_for": adds or None}) is not None


def _dice(count: Any, die: Any, more: Any) -> str | None:
    """The damage of a weapon; ``None`` where its die is none. One that explodes is thrown as any other."""
    sides = figure(str(die).rstrip("!")) if die is not None else 6  # what the sheet itself begins with
    number, bonus = figure(count) if count is not None else 1, figure(more) or 0
    if not number or not sides or not (0 < number < 20 and 1 < sides <= 100 and abs(bonus) < 100):
        return None
    return f"{number}d{sides}" + (f"{bonus:+d}" if bonus else "")


ROLL20 = Importer(
    "roll20-galactiques", _("Characters of Roll20, exported by the extension VTTES (JSON)"), recognises, read
)
