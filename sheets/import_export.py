"""A character as a file: written with its game and the version of its form, read with the complete list of problems.

The form is documented in ``docs/character-format.md``; its fields are those of the game's schema.
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
from rules.character.sheet import SheetSchema, cleaned, problems
from rules.core.errors import BadSheet, RulesError
from rules.core.game import Game
from rules.core.paths import canonical
from rules.core.text import Text, _
from sheets.editing.change_log import gm_only
from sheets.models import Character
from sheets.portraits import store, upload
from sheets.portraits.upload import Portrait

FORMAT = "tablee-character"
VERSION = 1
MOST_BYTES = 1_000_000
MOST_DEPTH = 20
MOST_PORTRAIT = 600_000  # signs
MOST_PROBLEMS = 200
NO_FILE = _("Choose a file first, or paste its text.")
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


def written(character: Character, *, gm: bool) -> str:
    """A character as the text of a file; what only game masters may know is left out for others."""
    data = {key: value for key, value in character.data.items() if key != "meta"}
    if not gm:
        data = _open(character.system.schema, data)
    file = CharacterFile(
        format="tablee-character",
        version=1,
        game=character.campaign.game,
        kind=_KINDS[character.kind],
        data=canonical(data),
        portrait=store.text_of(character),
    )
    plain = file.model_dump(exclude_defaults=True)
    # Not every database keeps the order of keys: the same character is the same file wherever it comes from.
    plain["data"] = json.loads(json.dumps(plain["data"], sort_keys=True))
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def owned_by(seat: Seat) -> list[Any]:
    characters = Character.objects.select_related("owner", "campaign").filter(owner=seat).order_by("pk")
    return [json.loads(written(character, gm=seat.is_gm)) for character in characters]


def read(raw: bytes, system: Game, *, gm: bool) -> CharacterFile:
    """The character of a file. Raises ``BadSheet`` with every problem there is."""
    if len(raw) > MOST_BYTES:
        raise BadSheet((_("The file is too large: 1 MB at most."),))
    try:
        plain = _parsed(raw)
    except plain_json.Faulty as fault:
        raise BadSheet((fault.text,)) from fault
    foreign = _foreign(plain, system)
    if foreign is not None:
        raise BadSheet((foreign,))
    wrong: list[Text] = []
    file = None
    try:
        file = CharacterFile.model_validate(plain)
    except ValidationError as error:
        wrong += [_form_problem(str(row["loc"][0]) if row["loc"] else "", row["type"]) for row in error.errors()]
    data = plain.get("data")
    if isinstance(data, Mapping):
        wrong += _data_problems(system, data, gm)
    if wrong or file is None:
        raise BadSheet(tuple(wrong[:MOST_PROBLEMS]))
    return file.model_copy(update={"data": cleaned(system.schema, file.data)})


def portrait_of(text: str) -> Portrait | None:
    """The portrait of a file, in base 64. Raises ``BadSheet`` where it is none, or one that is too large."""
    if not text:
        return None
    try:
        return upload.made(base64.b64decode(text, validate=True), keep=True)
    except RulesError as error:
        raise BadSheet((_at("portrait", error.text),)) from error
    except ValueError as error:  # no base 64
        raise BadSheet((_at("portrait", upload.UNREADABLE),)) from error


def _parsed(raw: bytes) -> dict[str, Any]:
    values = plain_json.parsed(raw, depth=MOST_DEPTH)
    if not isinstance(values, dict):
        raise plain_json.Faulty(_("The file holds no character."))
    return values


def _foreign(plain: Mapping[str, Any], system: Game) -> Text | None:
    if plain.get("format") != FORMAT:
        return _("This file was not exported from a character sheet of Tablée.")
    version = plain.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        return _(
            "This file was written by a newer Tablée: its form is version %(found)s, here it is %(known)s.",
            found=_figure(version),
            known=VERSION,
        )
    game = plain.get("game")
    if isinstance(game, str) and game != system.key:
        names = {game.key: game.name for game in registry.systems()}
        return _(
            "This is a character of %(other)s; %(game)s is played here.",
            other=names.get(game, _shown(game)),
            game=system.name,
        )
    return None


def _form_problem(name: str, kind: str) -> Text:
    shown = _shown(name)
    if kind == "missing":
        return _("“%(field)s” is missing from the file.", field=shown)
    if kind == "extra_forbidden":
        return _("“%(field)s” does not belong in such a file.", field=shown)
    return _("“%(field)s” cannot be read.", field=shown)


def _data_problems(system: Game, data: Mapping[str, Any], gm: bool) -> list[Text]:
    texts = [_at(problem.path, problem.text) for problem in problems(system.schema, data)]
    if not gm:
        text = _("only the game master may fill this in.")
        texts += [_at(path, text) for path in _secret(system.schema, data)]
    return texts


def _at(path: str, text: Text) -> Text:
    return _("%(path)s: %(problem)s", path=_shown(path), problem=text)


def _secret(schema: SheetSchema, data: Mapping[str, Any]) -> list[str]:
    return [path for path in _paths(data) if schema.field(path) is not None and gm_only(schema, path)]


def _open(schema: SheetSchema, data: Mapping[str, Any], start: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in data.items():
        path = f"{start}{key}"
        if gm_only(schema, path):
            continue
        values[key] = _open(schema, value, f"{path}.") if isinstance(value, Mapping) else value
    return values


def _paths(data: Mapping[str, Any], start: str = "") -> list[str]:
    names = []
    for key, value in data.items():
        names.append(f"{start}{key}")
        if isinstance(value, Mapping):
            names += _paths(value, f"{start}{key}.")
    return names


def _shown(text: str) -> str:
    return text[:80]


def _figure(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "…"
