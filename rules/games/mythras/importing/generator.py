"""The JSON of the Mythras Encounter Generator: opponents one by one, in a list, or as a party.

Its numbers are final. Files that somebody exported themselves are read; nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.character.tables import CHARACTERISTICS
from rules.games.mythras.importing.mythras_sheet import MythrasSheet, location
from rules.games.mythras.text import _
from rules.importing.builder import as_text, begins, figure, get_nested
from rules.importing.reading import Imported, Importer, Say, Source, import_each, rows_of

SPELLS: dict[str, Text] = {
    "folk_spells": _("Folk magic"),
    "theism_spells": _("Theism"),
    "sorcery_spells": _("Sorcery"),
    "mysticism_spells": _("Mysticism"),
}
_READ = {
    *("name", "cult_rank", "stats", "skills", "hit_locations", "combat_styles", "attributes", "notes", "features"),
    *("cults", "spirits", "natural_armor", *SPELLS),
}
_ATTRIBUTES = {"action_points", "damage_modifier", "magic_points", "strike_rank", "movement"}
_RANGE = re.compile(r"\s*0*([0-9]{1,2})\s*(?:[-–]\s*0*([0-9]{1,2})\s*)?")


def recognises(source: Source) -> bool:
    value = source.value
    rows = rows_of(value.get("enemies") if isinstance(value, Mapping) and "enemies" in value else value)
    return bool(rows) and isinstance(rows[0].get("stats"), list) and isinstance(rows[0].get("attributes"), Mapping)


def read(source: Source, settings: Data, say: Say) -> tuple[Imported, ...]:
    value = source.value
    party: Mapping[str, Any] = value if isinstance(value, Mapping) and "enemies" in value else {}
    features = [
        f"{as_text(row.get('name'))}: {row['feature']}"
        for row in rows_of(party.get("additional_features"))
        if isinstance(row.get("feature"), str)
    ]
    rows = rows_of(party["enemies"] if party else value)
    return import_each(rows, lambda row: _enemy(row, settings, say, features))


def _enemy(row: Mapping[str, Any], settings: Data, say: Say, features: list[str]) -> Imported:
    sheet = MythrasSheet(say, settings)
    sheet.characteristics(
        {key: value for name, value in _pairs(row.get("stats")) if (key := name.lower()) in CHARACTERISTICS}
    )
    for name, value in _pairs(row.get("skills")):
        sheet.skill(name, value)
    for style in rows_of(row.get("combat_styles")):
        used = sheet.style(str(style.get("name") or "?"), style.get("value"))
        for weapon in rows_of(style.get("weapons")):
            sheet.weapon(weapon, used)
    sheet.take_in_hand()
    _body(sheet, row)
    _attributes(sheet, row.get("attributes"))
    _notes(sheet, row)
    for feature in features:
        sheet.note(feature)
    sheet.left_out += [as_text(key) for key in row if key not in _READ]
    return sheet.imported(row, row.get("name"))


def _body(sheet: MythrasSheet, row: Mapping[str, Any]) -> None:
    places = []
    for place in rows_of(row.get("hit_locations")):
        match = _RANGE.fullmatch(str(place.get("range") or ""))
        read = match and location(place.get("name"), match[1], match[2] or match[1], place.get("hp"), place.get("ap"))
        if read:
            places.append(read)
        else:
            name, range = as_text(place.get("name")), as_text(place.get("range"))
            sheet.remark(
                _(
                    "%(place)s: the range “%(range)s” is not understood, and the place left out.",
                    place=name,
                    range=range,
                )
            )
    sheet.body(places, natural=row.get("natural_armor") is True)


def _attributes(sheet: MythrasSheet, values: Any) -> None:
    rows: Mapping[str, Any] = values if isinstance(values, Mapping) else {}
    movement = rows.get("movement")
    metres = begins(movement)
    if metres is not None:
        sheet.put("movement", metres)
    if movement is not None and figure(movement) is None:
        sheet.note(sheet.say(_("Movement: %(text)s", text=as_text(movement))))
    magic = figure(rows.get("magic_points"))
    if magic is not None and magic != figure(get_nested(sheet.data, "characteristics", "pow")):
        sheet.put("state.magic", magic)
    sheet.printed_attributes(rows.get("action_points"), rows.get("damage_modifier"), rows.get("strike_rank"))
    others = [
        f"{key.replace('_', ' ')} {as_text(value)}" for key, value in rows.items() if key not in _ATTRIBUTES and value
    ]
    sheet.note(" · ".join(as_text(text) for text in others[:20]))


def _notes(sheet: MythrasSheet, row: Mapping[str, Any]) -> None:
    rank = row.get("cult_rank")
    if isinstance(rank, str) and rank not in ("", "None"):
        sheet.note(sheet.say(_("Cult rank: %(rank)s", rank=as_text(rank))))
    sheet.note(", ".join(_texts(row.get("cults"))))
    for key, label in SPELLS.items():
        if spells := _texts(row.get(key)):
            sheet.note(sheet.say(_("%(label)s: %(text)s", label=label, text=", ".join(spells))))
    for feature in _texts(row.get("features")):
        sheet.note(feature.replace("***", "\n"))
    for spirit in rows_of(row.get("spirits")):
        sheet.note(_spirit(spirit))
    notes = row.get("notes")
    if notes is not None and not isinstance(notes, str):
        sheet.strange(_("Private notes"), notes)
    sheet.note(notes)


def _spirit(spirit: Mapping[str, Any]) -> str:
    numbers = [
        f"{name} {as_text(value)}" for name, value in (*_pairs(spirit.get("stats")), *_pairs(spirit.get("skills")))
    ]
    values = get_nested(spirit, "attributes")
    others = (
        [f"{key.replace('_', ' ')} {as_text(value)}" for key, value in values.items()]
        if isinstance(values, Mapping)
        else []
    )
    return f"{as_text(spirit.get('name'))} ({', '.join((*numbers, *others)[:60])})"


def _pairs(values: Any) -> Iterator[tuple[str, Any]]:
    for row in rows_of(values):
        yield from row.items()


def _texts(values: Any) -> list[str]:
    return [text for text in values if isinstance(text, str)] if isinstance(values, list) else []


GENERATOR = Importer(
    "encounter-generator",
    _("Opponents of the Mythras Encounter Generator (JSON)"),
    recognises,
    read,
    _(
        "For files that you exported yourself: nothing is fetched from the generator, and nothing of it is kept here."
        " Mythras is published by The Design Mechanism; RuneQuest and Glorantha belong to Chaosium Inc.;"
        " neither has a part in this site."
    ),
)
