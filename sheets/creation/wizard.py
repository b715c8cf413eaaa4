"""A character in creation, as its pages read it: stages, forms, points, and derived numbers."""

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

NEW = "new"  # begins the field names of a row to be added
MOST_ROWS = 20  # of one list during creation, so that the form stays within the site's limit on fields


@dataclass(frozen=True)
class Wizard:
    """The draft of a seat and everything the rules derive from it, computed once."""

    seat: Seat
    kind: str
    data: Data

    @classmethod
    def of(cls, draft: Draft) -> Wizard:
        return cls(draft.seat, draft.kind, draft.data)

    def with_values(self, values: Mapping[str, Any]) -> Wizard:
        """The wizard with these values by path: equal ones are left alone, and a blank value removes the stored one."""
        data, system = self.data, self.reading.system
        for path, value in values.items():
            if value != system.value(data, path):
                without = put(data, path, None)
                data = without if value == system.value(without, path) else put(data, path, value)
        return replace(self, data=data)

    def with_row(self, path: str, key: str, values: Mapping[str, Any]) -> Wizard:
        """The wizard with one more row of a list, once per key. Raises ``Refused`` for too many, or an empty one."""
        field = self.reading.schema.field(path)
        rows = get(self.data, path) or {}
        if field is None or key in rows:
            return self
        if len(rows) >= MOST_ROWS:
            raise Refused(_("%(list)s: no more than %(most)s here.", list=field.label, most=MOST_ROWS), path)
        order = [leaf.key for leaf in field.row]
        row = {f"{path}.{key}.{name}": values[name] for name in order if name in values}
        after = self.with_values(row)
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
    def missing(self) -> tuple[Missing, ...]:
        return find_missing(self.reading.system, self.data, self.reading.settings)

    @property
    def overspent(self) -> tuple[Text, ...]:
        return creation.overspent(self.budgets)

    def stage(self, key: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.key == key), None)

    def stage_of(self, path: str) -> str:
        places = ((stage.key, field.key) for stage in self.stages for field in stage.fields)
        return next((key for key, name in places if path == name or path.startswith(f"{name}.")), self.stages[0].key)

    def next_key(self, key: str, by: int = 1) -> str:
        """The key of the next (or previous) stage; empty at the end."""
        keys = [stage.key for stage in self.stages]
        place = keys.index(key) + by
        return keys[place] if 0 <= place < len(keys) else ""

    # The values filled in.

    def rows(self, field: Field) -> dict[str, tuple[Field, ...]]:
        """The rows of a list by path, each with its fields, without those that a stage shows outside the list."""
        apart = creation.rows_apart(self.stages)
        paths = [path for key in get(self.data, field.key) or {} if (path := f"{field.key}.{key}") not in apart]
        return {path: self._leaves(field, path) for path in paths}

    def fields(self, stage: Stage) -> tuple[Field, ...]:
        """All fields of a stage's form, keyed by path: plain fields, and the fields of the rows of lists."""
        fields: list[Field] = []
        for field in stage.fields:
            if field.kind == "list":
                fields += [leaf for row in self.rows(field).values() for leaf in row]
            else:
                fields.append(field)
        return tuple(edit_groups.with_choices(self.reading, field, self.reading.value(field.key)) for field in fields)

    def form(self, stage: Stage, data: Mapping[str, Any] | None = None) -> FieldsForm:
        fields = self.fields(stage)
        values = {field.key: self.reading.value(field.key) for field in fields}
        return fields_form(fields, gm=self.seat.is_gm, data=data, values=values, ids="make")

    def row_forms(self, stage: Stage, data: Mapping[str, Any]) -> dict[str, FieldsForm]:
        """The forms of rows to be added, by list: those in which something was filled in."""
        lists = [field for field in stage.fields if field.kind == "list"]
        forms = {field.key: self.new_row(field, data) for field in lists}
        added = data.get("add", "")
        return {path: form for path, form in forms.items() if path == added or any(map(_is_touched, form))}

    def new_row(self, field: Field, data: Mapping[str, Any] | None = None) -> FieldsForm:
        leaves = self._leaves(field, f"{NEW}.{field.key}")
        fields = [edit_groups.with_choices(self.reading, leaf, leaf.blank) for leaf in leaves]
        return fields_form(fields, gm=self.seat.is_gm, data=data, ids="make")

    def _leaves(self, field: Field, start: str) -> tuple[Field, ...]:
        return tuple(replace(leaf, key=f"{start}.{leaf.key}") for leaf in field.row)


def row_values(path: str, form: FieldsForm) -> dict[str, Any]:
    start = f"{NEW}.{path}."
    return {name.removeprefix(start): value for name, value in form.cleaned_data.items()}


def _is_touched(bound: BoundField) -> bool:
    """True if the user filled in this field: browsers also send untouched ones, and the first open choice of a list."""
    field = bound.field
    assert isinstance(field, RulesField)
    default = field.prepare_value(bound.initial)
    if field.sheet_field.kind == "choice" and not any(choice.key == default for choice in field.sheet_field.choices):
        default = next((choice.key for choice in field.sheet_field.choices if choice.refused is None), "")
    text = bound.data.strip() if isinstance(bound.data, str) else bound.data
    return text not in (None, "", False) and str(text) != str(default)
