"""Export of a character to a file with its game and format version, and import with a complete list of problems.

The format is documented in ``docs/character-format.md``; the fields are those of the game's schema.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from campaigns import plain_json
from campaigns.models import Seat
from rules import registry
from rules.character.sheet import SheetSchema, clean, problems
from rules.core.errors import BadSheet, RulesError
from rules.core.game import Game
from rules.core.paths import canonical
from rules.core.text import Text, _
from sheets.editing.change_log import is_gm_only
from sheets.models import Character
from sheets.portraits import store, upload
from sheets.portraits.upload import Portrait

FORMAT = "tablee-character"
VERSION = 1
MOST_BYTES = 1_000_000
MOST_DEPTH = 20
MOST_PORTRAIT = 600_000  # characters of base 64
MOST_PROBLEMS = 200
NO_FILE = _("Nothing to read: choose a file that is not empty, or paste its text.")
Kind = Literal["pc", "npc", "template"]
_KINDS: dict[str, Kind] = {"pc": "pc", "npc": "npc", "template": "template"}


class CharacterFile(BaseModel):
    """One character of one game, as it is exported."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["tablee-character"] = Field(description="What kind of file this is.")
    version: Literal[1] = Field(description="The version of this form.")
    game: str = Field(max_length=40, description="The key of the game whose fields `data` holds.")
    kind: Kind = Field(description="A player character, an opponent, or one saved to be copied.")
    data: dict[str, Any] = Field(description="The sheet: its fields by path, nested at the dots.")
    portrait: str = Field(default="", max_length=MOST_PORTRAIT, description="A picture in base 64, if there is one.")

    @field_validator("version", mode="before")
    @classmethod
    def _is_whole(cls, value: Any) -> Any:
        if type(value) is not int:
            raise ValueError
        return value


def to_text(character: Character, *, gm: bool) -> str:
    """A character as the text of a file; secret fields are left out unless a game master exports it."""
    data = {key: value for key, value in character.data.items() if key != "meta"}
    if not gm:
        data = _without_secrets(character.system.schema, data)
    file = CharacterFile(
        format="tablee-character",
        version=1,
        game=character.campaign.game,
        kind=_KINDS[character.kind],
        data=canonical(data),
        portrait=store.export_portrait(character),
    )
    plain = file.model_dump(exclude_defaults=True)
    # Databases differ in the order of keys: sort them, so that the same character always gives the same file.
    plain["data"] = json.loads(json.dumps(plain["data"], sort_keys=True))
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def export_characters(seat: Seat) -> list[Any]:
    characters = Character.objects.select_related("owner", "campaign").filter(owner=seat).order_by("pk")
    return [json.loads(to_text(character, gm=seat.is_gm)) for character in characters]


def read(raw: bytes, system: Game, *, gm: bool) -> CharacterFile:
    """The character in a file. Raises ``BadSheet`` with all problems found."""
    if len(raw) > MOST_BYTES:
        raise BadSheet((_("The file is too large: 1 MB at most."),))
    try:
        plain = _parse_character(raw)
    except plain_json.Faulty as fault:
        raise BadSheet((fault.text,)) from fault
    foreign = _explain_foreign(plain, system)
    if foreign is not None:
        raise BadSheet((foreign,))
    faults: list[Text] = []
    file = None
    try:
        file = CharacterFile.model_validate(plain)
    except ValidationError as error:
        faults += [_form_problem(str(row["loc"][0]) if row["loc"] else "", row["type"]) for row in error.errors()]
    data = plain.get("data")
    if isinstance(data, Mapping):
        faults += _data_problems(system, data, gm)
    if faults or file is None:
        raise BadSheet(tuple(faults[:MOST_PROBLEMS]))
    return file.model_copy(update={"data": clean(system.schema, file.data)})


def portrait_of(text: str) -> Portrait | None:
    """The portrait in a file, from base 64. Raises ``BadSheet`` if it is no picture, or too large."""
    if not text:
        return None
    try:
        return upload.make_portrait(base64.b64decode(text, validate=True), keep=True)
    except RulesError as error:
        raise BadSheet((_with_path("portrait", error.text),)) from error
    except ValueError as error:  # not base 64
        raise BadSheet((_with_path("portrait", upload.UNREADABLE),)) from error


def _parse_character(raw: bytes) -> dict[str, Any]:
    values = plain_json.parse(raw, depth=MOST_DEPTH)
    if not isinstance(values, dict):
        raise plain_json.Faulty(_("The file contains no character."))
    return values


def _explain_foreign(plain: Mapping[str, Any], system: Game) -> Text | None:
    if plain.get("format") != FORMAT:
        return _("This file was not exported from a character sheet of Tablée.")
    version = plain.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        return _(
            "This file was written by a newer Tablée: its format is version %(found)s, here it is %(known)s.",
            found=_format_version(version),
            known=VERSION,
        )
    game = plain.get("game")
    if isinstance(game, str) and game != system.key:
        names = {game.key: game.name for game in registry.systems()}
        return _(
            "This is a character of %(other)s; %(game)s is played here.",
            other=names.get(game, _shorten(game)),
            game=system.name,
        )
    return None


def _form_problem(name: str, kind: str) -> Text:
    shown = _shorten(name)
    if kind == "missing":
        return _("“%(field)s” is missing from the file.", field=shown)
    if kind == "extra_forbidden":
        return _("“%(field)s” does not belong in such a file.", field=shown)
    return _("“%(field)s” cannot be read.", field=shown)


def _data_problems(system: Game, data: Mapping[str, Any], gm: bool) -> list[Text]:
    texts = [_with_path(problem.path, problem.text) for problem in problems(system.schema, data)]
    if not gm:
        text = _("only the game master may fill this in.")
        texts += [_with_path(path, text) for path in _secret_paths(system.schema, data)]
    return texts


def _with_path(path: str, text: Text) -> Text:
    return _("%(path)s: %(problem)s", path=_shorten(path), problem=text)


def _secret_paths(schema: SheetSchema, data: Mapping[str, Any]) -> list[str]:
    return [path for path in _paths(data) if schema.field(path) is not None and is_gm_only(schema, path)]


def _without_secrets(schema: SheetSchema, data: Mapping[str, Any], start: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in data.items():
        path = f"{start}{key}"
        if is_gm_only(schema, path):
            continue
        values[key] = _without_secrets(schema, value, f"{path}.") if isinstance(value, Mapping) else value
    return values


def _paths(data: Mapping[str, Any], start: str = "") -> list[str]:
    paths = []
    for key, value in data.items():
        paths.append(f"{start}{key}")
        if isinstance(value, Mapping):
            paths += _paths(value, f"{start}{key}.")
    return paths


def _shorten(text: str) -> str:
    return text[:80]


def _format_version(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "…"
