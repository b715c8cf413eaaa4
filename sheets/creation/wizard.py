"""A character that is being made, as its pages read it: stages, forms, points, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.forms import BoundField

from campaigns.models import Seat
from rules.character import creation
from rules.character.creation import Budget, Stage
from rules.character.sheet import Field, Problem, problems
from rules.character.sheet_checks import Missing, find_missing
from rules.core.errors import Refused
from rules.core.paths import Data, get, put
from rules.core.text import Text, _
from sheets.editing import edit_groups
from sheets.forms import FieldsForm, RulesField, fields_form
from sheets.models import Character, Draft
from sheets.sheet_view import Reading

NEW = "new"  # begins the names of what describes a row that is not there yet
MOST_ROWS = 20  # of one list while it is made: its form must stay within what the site takes at once


@dataclass(frozen=True)
class Wizard:
    """The draft of a seat and everything the rules say of it, computed once."""

    seat: Seat
    kind: str
    data: Data

    @classmethod
    def of(cls, draft: Draft) -> Wizard:
        return cls(draft.seat, draft.kind, draft.data)

    def writing(self, values: Mapping[str, Any]) -> Wizard:
        """The wizard with these values by path: equal ones are left alone, and one set to its blank is removed."""
        data, system = self.data, self.reading.system
        for path, value in values.items():
            if value != system.value(data, path):
                without = put(data, path, None)
                data = without if value == system.value(without, path) else put(data, path, value)
        return replace(self, data=data)

    def adding(self, path: str, key: str, values: Mapping[str, Any]) -> Wizard:
        """The wizard with one more row of a list, once a key. Raises ``Refused`` for too many, or for nothing."""
        field = self.reading.schema.field(path)
        rows = get(self.data, path) or {}
        if field is None or key in rows:
            return self
        if len(rows) >= MOST_ROWS:
            raise Refused(_("%(list)s: no more than %(most)s here.", list=field.label, most=MOST_ROWS), path)
        order = [leaf.key for leaf in field.row]
        row = {f"{path}.{key}.{name}": values[name] for name in order if name in values}
        after = self.writing(row)
        if get(after.data, f"{path}.{key}") is None:
            raise Refused(_("Fill something in first."), path)
        return after

    def without(self, path: str) -> Wizard:
        return replace(self, data=put(self.data, path, None))

    @cached_property
    def reading(self) -> Reading:
        campaign = self.seat.campaign
        character = Character(campaign=campaign, kind=self.kind, data=dict(self.data))
        return Reading(character, campaign, self.seat.is_gm)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return self.reading.system.creation(self.data, self.reading.settings)

    @cached_property
    def budgets(self) -> tuple[Budget, ...]:
        return self.reading.system.budgets(self.data, self.reading.settings)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return problems(self.reading.schema, self.data)

    @property
    def lacks(self) -> tuple[Missing, ...]:
        return find_missing(self.reading.system, self.data, self.reading.settings)

    @property
    def overspent(self) -> tuple[Text, ...]:
        return creation.overspent(self.budgets)

    def stage(self, key: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.key == key), None)

    def stage_of(self, path: str) -> str:
        known = ((stage.key, field.key) for stage in self.stages for field in stage.fields)
        return next((key for key, name in known if path == name or path.startswith(f"{name}.")), self.stages[0].key)

    def next_key(self, key: str, by: int = 1) -> str:
        """The key of the stage after (or before) another one; empty where there is none."""
        keys = [stage.key for stage in self.stages]
        place = keys.index(key) + by
        return keys[place] if 0 <= place < len(keys) else ""

    # What is filled in.

    def rows(self, field: Field) -> dict[str, tuple[Field, ...]]:
        """The rows of a list by path, each with its fields; those that a stage asks for apart are left out."""
        apart = creation.rows_apart(self.stages)
        paths = [path for key in get(self.data, field.key) or {} if (path := f"{field.key}.{key}") not in apart]
        return {path: self._leaves(field, path) for path in paths}

    def fields(self, stage: Stage) -> tuple[Field, ...]:
        """Everything that a stage's form holds, each under its path: plain fields, and those of the rows of lists."""
        result: list[Field] = []
        for field in stage.fields:
            result += [field for row in self.rows(field).values() for field in row] if field.kind == "list" else [field]
        return tuple(edit_groups.chosen(self.reading, field, self.reading.value(field.key)) for field in result)

    def form(self, stage: Stage, data: Mapping[str, Any] | None = None) -> FieldsForm:
        fields = self.fields(stage)
        values = {field.key: self.reading.value(field.key) for field in fields}
        return fields_form(fields, gm=self.seat.is_gm, data=data, values=values, ids="make")

    def described(self, stage: Stage, data: Mapping[str, Any]) -> dict[str, FieldsForm]:
        """The rows to be added that a form describes, by list: those in which something was filled in."""
        lists = [field for field in stage.fields if field.kind == "list"]
        forms = {field.key: self.new_row(field, data) for field in lists}
        asked = data.get("add", "")
        return {path: form for path, form in forms.items() if path == asked or any(map(_is_touched, form))}

    def new_row(self, result: Field, data: Mapping[str, Any] | None = None) -> FieldsForm:
        fields = [
            edit_groups.chosen(self.reading, field, field.blank)
            for field in self._leaves(result, f"{NEW}.{result.key}")
        ]
        return fields_form(fields, gm=self.seat.is_gm, data=data, ids="make")

    def _leaves(self, field: Field, start: str) -> tuple[Field, ...]:
        return tuple(replace(leaf, key=f"{start}.{leaf.key}") for leaf in field.row)


def row_values(path: str, form: FieldsForm) -> dict[str, Any]:
    start = f"{NEW}.{path}."
    return {name.removeprefix(start): value for name, value in form.cleaned_data.items()}


def _is_touched(bound: BoundField) -> bool:
    """True if somebody filled this in: a browser sends what nobody touched too, of a choice the first one open."""
    field = bound.field
    assert isinstance(field, RulesField)
    usual = field.prepare_value(bound.initial)
    if field.rule.kind == "choice" and not any(choice.key == usual for choice in field.rule.choices):
        usual = next((choice.key for choice in field.rule.choices if choice.refused is None), "")
    text = bound.data.strip() if isinstance(bound.data, str) else bound.data
    return text not in (None, "", False) and str(text) != str(usual)
