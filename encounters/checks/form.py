"""The form by which a game master requests a test: characters, skill, difficulty, who throws, retries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from campaigns.models import Seat
from campaigns.web.language import say
from encounters.checks.requests import CheckRequest
from rules.character.sheet import Field
from rules.core.check import Check
from rules.odds import retry as retry_odds
from sheets.forms import FieldsForm, fields_form
from sheets.models import Character
from sheets.rolls.fields import field_row
from sheets.rows import grouped_checks
from sheets.subjects import plain_of

MOST_HINT = 80
Row = dict[str, Any]


@dataclass(frozen=True)
class SharedTest:
    """A skill that some of those present can test: its name, and the check on each one's sheet."""

    key: str
    name: str
    group: str
    of: Mapping[str, Check]


@dataclass(frozen=True)
class RequestForm:
    """The form as filled in so far, for these characters."""

    seat: Seat
    people: list[Character]
    data: QueryDict | None
    form: FieldsForm
    again: FieldsForm
    fields: tuple[Field, ...]
    again_fields: tuple[Field, ...]

    def is_valid(self) -> bool:
        return not self.problems()

    def problems(self) -> list[str]:
        texts = []
        if not self._chosen_tokens():
            texts.append(gettext("Choose who is asked."))
        if self._chosen_test is None:
            texts.append(gettext("Choose what is tested."))
        for form in (self.form, self.again):
            texts += [str(text) for errors in form.errors.values() for text in errors]
        return texts

    def check_request(self) -> CheckRequest:
        test, data = self._chosen_test, self.data
        assert test is not None and data is not None
        checks = {token: self._key_for(test, token) for token in self._chosen_tokens()}
        again = dict(self.again.cleaned_data) if data.get("again") else None
        hint = "" if self._has_game_hints() else data.get("hint", "").strip()[:MOST_HINT]
        return CheckRequest(checks, dict(self.form.cleaned_data), hint, again, data.get("hidden") == "1")

    def context(self) -> Row:
        return {
            **self._people_rows(),
            **self._field_rows(),
            "groups": self._group_rows(),
            "what": self._chosen_test,
            "hint": None if self._has_game_hints() else self._typed_text("hint"),
            "most_hint": MOST_HINT,
            "is_again": bool(self._typed_text("again")),
            "again_form": self.again,
            "chances": self._chance_rows(),
        }

    def _people_rows(self) -> Row:
        heroes = [self._person_row(character) for character in self.people if character.kind == Character.Kind.PC]
        others = [self._person_row(character) for character in self.people if character.kind != Character.Kind.PC]
        return {"heroes": heroes, "others": others, "others_on": any(row["on"] for row in others)}

    def _group_rows(self) -> list[Row]:
        chosen, groups = self._chosen_test, dict[str, list[Row]]()
        for test in _list_tests(self.seat, self.people):
            checked = chosen is not None and test.name == chosen.name
            groups.setdefault(test.group, []).append({"key": test.key, "name": test.name, "checked": checked})
        return [{"label": label, "rows": rows} for label, rows in groups.items()]

    def _field_rows(self) -> Row:
        rows = [field_row(self.form, field) for field in self.fields if field.key in self.form.fields]
        return {
            "near": [row for row in rows if row.get("near")],
            "numbers": [row for row in rows if row["kind"] == "number"],
            "flags": [row for row in rows if row["field"].key in ("secret", "hint")],
            "more": [row for row in rows if not row.get("near") and _is_seldom(row["field"])],
        }

    def _typed_text(self, name: str) -> str:
        return self.data.get(name, "") if self.data else ""

    def _chosen_tokens(self) -> list[str]:
        if self.data is None:
            return [
                character.token
                for character in self.people
                if character.owner is not None and character.owner.left_at is None
            ]
        chosen = set(self.data.getlist("who"))
        return [character.token for character in self.people if character.token in chosen]

    @cached_property
    def _chosen_test(self) -> SharedTest | None:
        """The test that is asked, on the sheets of those who are: no other sheet is read once it is found."""
        if self.data is None:
            return None
        asked, key = self._chosen_tokens(), self.data.get("check", "")
        first = sorted(self.people, key=lambda character: character.token not in asked)
        checks = (check for character in first for check in _checks(self.seat, character))
        chosen = next((check for check in checks if check.key == key), None)
        if chosen is None:
            return None
        name = say(chosen.what)
        of = {who.token: _check_called(self.seat, who, name) for who in self.people if who.token in asked}
        return SharedTest(key, name, "", {token: check for token, check in of.items() if check is not None})

    def _key_for(self, what: SharedTest, token: str) -> str:
        check = what.of.get(token)
        return check.key if check is not None else what.key

    def _has_game_hints(self) -> bool:
        return any(field.key == "hint" for field in self.fields)

    def _person_row(self, character: Character) -> Row:
        return {"token": character.token, "name": character.name, "on": character.token in self._chosen_tokens()}

    def _chance_rows(self) -> list[Row]:
        test = self._chosen_test
        if test is None or not (self.form.is_valid() and self.again.is_valid()):
            return []
        again = dict(self.again.cleaned_data) if self.data and self.data.get("again") else {}
        return [
            self._chance_row(character, test, again)
            for character in self.people
            if character.token in self._chosen_tokens()
        ]

    def _chance_row(self, character: Character, what: SharedTest, again: Mapping[str, Any]) -> Row:
        check = what.of.get(character.token)
        if check is None or check.refused is not None:
            reason = say(check.refused) if check is not None and check.refused else gettext("Not on this sheet.")
            return {"name": character.name, "refused": reason}
        campaign = self.seat.campaign
        sheet, args = plain_of(character), {**self.form.cleaned_data, "check": check.key}
        once = retry_odds.chance(campaign.system, sheet, campaign.settings, args, {})
        within_attempts = retry_odds.chance(campaign.system, sheet, campaign.settings, args, again) if again else None
        return {
            "name": character.name,
            "refused": "",
            "once": round(100 * once) if once is not None else None,
            "whole": round(100 * within_attempts)
            if within_attempts is not None and again.get("attempts", 0) > 1
            else None,
            "attempts": again.get("attempts", 0),
        }


def read_form(seat: Seat, people: list[Character], data: QueryDict | None) -> RequestForm:
    system, settings = seat.campaign.system, seat.campaign.settings
    fields, again = system.test_fields(settings), system.retry_fields(settings)
    form = fields_form(fields, gm=True, data=data, ids="said")
    retry = fields_form(again, gm=True, data=data, ids="again")
    return RequestForm(seat, people, data, form, retry, fields, again)


def _list_tests(seat: Seat, people: list[Character]) -> list[SharedTest]:
    by_name: dict[str, SharedTest] = {}
    for character in people:
        for group, checks in grouped_checks(_checks(seat, character)):
            for check in checks:
                name = say(check.what)
                by_name.setdefault(name, SharedTest(check.key, name, group, {}))
    return list({test.key: test for test in by_name.values()}.values())


def _check_called(seat: Seat, character: Character, name: str) -> Check | None:
    return next((check for check in _checks(seat, character) if say(check.what) == name), None)


def _checks(seat: Seat, character: Character) -> Sequence[Check]:
    return seat.campaign.system.checks(plain_of(character), seat.campaign.settings)


def _is_seldom(field: Field) -> bool:
    return field.kind != "number" and field.key not in ("secret", "hint")
