"""The form of a test to be asked: whom, what, how hard in the words of the game, who throws, whether again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from campaigns.models import Seat
from campaigns.web.language import say
from encounters.checks.requests import Wish
from rules.character.sheet import Field
from rules.core.check import Check
from rules.odds import retry as retry_odds
from sheets.forms import FieldsForm, fields_form
from sheets.models import Character
from sheets.rolls.fields import field_row
from sheets.subjects import plain_of

MOST_HINT = 80
Row = dict[str, Any]


@dataclass(frozen=True)
class Tested:
    """Something that some of those present can be tested in: its name, and its key on the sheet of each."""

    key: str
    name: str
    group: str
    of: Mapping[str, Check]


@dataclass(frozen=True)
class AskForm:
    """The form as filled in so far, read once."""

    seat: Seat
    people: list[Character]
    tested: dict[str, Tested]
    data: QueryDict | None
    form: FieldsForm
    again: FieldsForm
    fields: tuple[Field, ...]
    again_fields: tuple[Field, ...]

    def is_valid(self) -> bool:
        return not self.problems()

    def problems(self) -> list[str]:
        names = []
        if not self._who():
            names.append(gettext("Choose who is asked."))
        if self._what() is None:
            names.append(gettext("Choose what is tested."))
        for form in (self.form, self.again):
            names += [str(text) for errors in form.errors.values() for text in errors]
        return names

    def wish(self) -> Wish:
        what, data = self._what(), self.data
        assert what is not None and data is not None
        checks = {token: self._key(what, token) for token in self._who()}
        again = dict(self.again.cleaned_data) if data.get("again") else None
        hint = "" if self._game_hints() else data.get("hint", "").strip()[:MOST_HINT]
        return Wish(checks, dict(self.form.cleaned_data), hint, again, data.get("hidden") == "1")

    def context(self) -> Row:
        return {
            **self._people_rows(),
            **self._field_rows(),
            "groups": self._groups(),
            "what": self._what(),
            "hint": None if self._game_hints() else self._typed("hint"),
            "most_hint": MOST_HINT,
            "hidden": bool(self._typed("hidden")),
            "is_again": bool(self._typed("again")),
            "again_form": self.again,
            "chances": self._chances(),
        }

    def _people_rows(self) -> Row:
        heroes = [self._person(character) for character in self.people if character.kind == Character.Kind.PC]
        others = [self._person(character) for character in self.people if character.kind != Character.Kind.PC]
        return {"heroes": heroes, "others": others, "others_on": any(row["on"] for row in others)}

    def _groups(self) -> list[Row]:
        what, groups = self._what(), dict[str, list[Row]]()
        for test in self.tested.values():
            groups.setdefault(test.group, []).append({"key": test.key, "name": test.name, "checked": test is what})
        return [{"label": label, "rows": rows} for label, rows in groups.items()]

    def _field_rows(self) -> Row:
        rows = [field_row(self.form, field) for field in self.fields if field.key in self.form.fields]
        return {
            "near": [row for row in rows if row.get("near")],
            "numbers": [row for row in rows if row["kind"] == "number"],
            "flags": [row for row in rows if row["field"].key in ("secret", "hint")],
            "more": [row for row in rows if not row.get("near") and _is_seldom(row["field"])],
        }

    def _typed(self, name: str) -> str:
        return self.data.get(name, "") if self.data else ""

    def _who(self) -> list[str]:
        if self.data is None:
            return [
                character.token
                for character in self.people
                if character.owner is not None and character.owner.left_at is None
            ]
        chosen = set(self.data.getlist("who"))
        return [character.token for character in self.people if character.token in chosen]

    def _what(self) -> Tested | None:
        return self.tested.get(self.data.get("check", "")) if self.data is not None else None

    def _key(self, what: Tested, token: str) -> str:
        check = what.of.get(token)
        return check.key if check is not None else what.key

    def _game_hints(self) -> bool:
        return any(field.key == "hint" for field in self.fields)

    def _person(self, character: Character) -> Row:
        return {"token": character.token, "name": character.name, "on": character.token in self._who()}

    def _chances(self) -> list[Row]:
        what = self._what()
        if what is None or not (self.form.is_valid() and self.again.is_valid()):
            return []
        again = dict(self.again.cleaned_data) if self.data and self.data.get("again") else {}
        return [self._chance(character, what, again) for character in self.people if character.token in self._who()]

    def _chance(self, character: Character, what: Tested, again: Mapping[str, Any]) -> Row:
        check = what.of.get(character.token)
        if check is None or check.refused is not None:
            why = say(check.refused) if check is not None and check.refused else gettext("Not on this sheet.")
            return {"name": character.name, "refused": why}
        campaign = self.seat.campaign
        sheet, args = plain_of(character), {**self.form.cleaned_data, "check": check.key}
        once = retry_odds.chance(campaign.system, sheet, campaign.settings, args, {})
        whole = retry_odds.chance(campaign.system, sheet, campaign.settings, args, again) if again else None
        return {
            "name": character.name,
            "refused": "",
            "once": round(100 * once) if once is not None else None,
            "whole": round(100 * whole) if whole is not None and again.get("attempts", 0) > 1 else None,
            "attempts": again.get("attempts", 0),
        }


def of(seat: Seat, people: list[Character], data: QueryDict | None) -> AskForm:
    system, settings = seat.campaign.system, seat.campaign.settings
    fields, again = system.test_fields(settings), system.retry_fields(settings)
    form = fields_form(fields, gm=True, data=data, ids="said")
    retry = fields_form(again, gm=True, data=data, ids="again")
    return AskForm(seat, people, _tested(seat, people), data, form, retry, fields, again)


def _tested(seat: Seat, people: list[Character]) -> dict[str, Tested]:
    by_name: dict[str, Tested] = {}
    for character in people:
        for check in seat.campaign.system.checks(plain_of(character), seat.campaign.settings):
            name, group = say(check.what), say(check.group) if check.group else ""
            known = by_name.get(name) or Tested(check.key, name, group, {})
            by_name[name] = Tested(known.key, name, known.group, {**known.of, character.token: check})
    return {test.key: test for test in by_name.values()}


def _is_seldom(field: Field) -> bool:
    return field.kind != "number" and field.key not in ("secret", "hint")
