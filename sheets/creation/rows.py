"""Template values of character creation: steps, groups of fields, lists, points, a summary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext

from campaigns.web.language import in_reading_order, say
from rules.character.creation import Stage
from rules.character.sheet import Field
from rules.core.errors import Refused, RulesError
from rules.core.paths import get, put
from rules.core.text import plain
from sheets import rows
from sheets.creation.wizard import NEW, Wizard, row_values
from sheets.editing import picker
from sheets.editing.change_log import value_text
from sheets.forms import FieldsForm, RulesField

MOST_BUMPED = 99  # a number with a larger maximum is typed, without step buttons
Row = dict[str, Any]
_EQUALS = "= "  # before what a number comes to


@dataclass
class FilledStage:
    """A stage of creation with its form; ``added`` has, by list, the form of a row to be added.

    ``taken`` has, by list, the key of the ready-made row that was chosen.
    """

    wizard: Wizard
    stage: Stage
    form: FieldsForm
    added: dict[str, FieldsForm]
    taken: dict[str, str]

    @classmethod
    def of(cls, wizard: Wizard, stage: Stage, values: Mapping[str, Any] | None = None) -> FilledStage:
        lists = [field.key for field in stage.fields if field.kind == "list"]
        return cls(
            wizard,
            stage,
            wizard.form(stage, values),
            wizard.row_forms(stage, values) if values is not None else {},
            {path: ware for path in lists if (ware := (values or {}).get(f"ware.{path}", ""))},
        )

    @property
    def forms(self) -> tuple[FieldsForm, ...]:
        return (self.form, *self.added.values())


def with_typed_values(filled: FilledStage) -> Wizard:
    form, after = filled.form, filled.wizard
    if form.is_bound:
        form.is_valid()  # values that cannot be read yet are ignored
        after = after.with_values(form.cleaned_data)
    for path, row in filled.added.items():
        if row.is_valid():
            with suppress(Refused):
                after = after.with_row(path, NEW, row_values(path, row))
    return after


def hint(wizard: Wizard, stage: Stage) -> str:
    reading = wizard.reading
    texts = (stage.hint, reading.system.prices(reading.settings).get(stage.key))
    return " ".join(say(text) for text in texts if text)


def problem_rows(error: RulesError | None) -> list[Row]:
    result: Iterable[Any] = getattr(error, "problems", None) or ([error.text] if error else [])
    return [{"text": say(other)} for other in result]


def faulty_fields(filled: FilledStage) -> list[BoundField]:
    return [bound for form in filled.forms if form.is_bound for bound in form if bound.errors]


def refusal(filled: FilledStage, error: RulesError | None) -> Row:
    """The sentences of a refusal, each with the id of its field or list; the first faulty field gets the focus."""
    bounds = faulty_fields(filled) if error else []
    if not bounds:
        lists = {field.key for field in filled.stage.fields if field.kind == "list"}
        place = f"list-{error.field}" if error and error.field in lists else ""
        return {"wrong": [row | {"at": place} for row in problem_rows(error)]}
    bounds[0].field.widget.attrs["autofocus"] = True
    problems = [{"text": text, "at": bound.id_for_label} for bound in bounds for text in bound.errors]
    return {"heading": problem_rows(error)[0]["text"], "wrong": problems}


def overspent_rows(wizard: Wizard) -> list[Row]:
    stages = {key: stage.key for stage in reversed(wizard.stages) for key in stage.budgets}
    return [
        {"text": say(budget.complaint), "stage": stages.get(budget.key, "")} for budget in wizard.budgets if budget.over
    ]


def step_rows(wizard: Wizard, done: list[str], here: str) -> list[Row]:
    return [
        {
            "key": stage.key,
            "title": say(stage.title),
            "done": stage.key in done,
            "here": stage.key == here,
            "number": number,
        }
        for number, stage in enumerate(wizard.stages, 1)
    ]


def draft_head(wizard: Wizard, done: list[str]) -> Row:
    """The draft's name, the first stage not yet saved, and the number of saved stages."""
    remaining = [stage.key for stage in wizard.stages if stage.key not in done]
    return {"name": wizard.data.get("name", ""), "stage": remaining[0] if remaining else "", "done": len(done)}


def live_rows(filled: FilledStage) -> Row:
    wizard, stage = with_typed_values(filled), filled.stage
    uncounted = [bound.label for bound in faulty_fields(filled) if _rule_of(bound).kind == "number"]
    return points_row(wizard, stage) | {
        "over": overspent_rows(wizard),
        "uncounted": uncounted,
        "notes": note_rows(filled, wizard),
    }


def points_row(wizard: Wizard, stage: Stage | None) -> Row:
    budgets = [
        {
            "label": say(budget.label),
            "spent": plain(budget.spent),
            "left": None if budget.left is None else plain(max(0, budget.left)),
            "total": budget.total,
            "over": budget.over,
            "here": stage is not None and budget.key in stage.budgets,
        }
        for budget in wizard.budgets
    ]
    reading = wizard.reading
    numbers = [
        (number.label, rows.format_number(number, sign=False)) for number in reading.derived if not number.beside
    ]
    return {"budgets": budgets, "derived": [{"label": say(label), "value": value} for label, value in numbers]}


def note_rows(filled: FilledStage, wizard: Wizard) -> list[Row]:
    fields = [field for field in filled.stage.fields if field.kind == "number"]
    return [{"id": _note_id(field.key), "text": _note(filled, wizard, field.key)} for field in fields]


def _note(filled: FilledStage, wizard: Wizard, path: str) -> str:
    return "" if filled.form.is_bound and path in filled.form.errors else note_text(wizard, path)


def _rule_of(bound: BoundField) -> Field:
    assert isinstance(bound.field, RulesField)
    return bound.field.sheet_field


def note_text(wizard: Wizard, path: str) -> str:
    """The derived numbers beside a field, or else the target of its test if that differs from the value."""
    reading = wizard.reading
    beside = [
        f"{say(number.short)} {rows.format_number(number)}"
        if number.short
        else f"{_EQUALS}{rows.format_number(number, sign=False)}"
        for number in reading.beside(path)
    ]
    if beside:
        return ", ".join(beside)
    test = reading.testing(path)
    if test is None or test.refused or test.target.total == reading.value(path):
        return ""
    return f"{_EQUALS}{plain(test.target.total)}"


def group_rows(filled: FilledStage) -> list[Row]:
    """The fields of a stage under their headings, each bound to the form, with numbers derived from present values."""
    wizard = with_typed_values(filled)
    rows = []
    for group in filled.stage.groups:
        listed = [field for field in group.fields if field.kind != "list" and field.key in filled.form.fields]
        fields = in_reading_order(listed, lambda field: field.label)
        numeric = bool(fields) and all(field.kind == "number" for field in fields)
        lists = [_list_row(filled, field) for field in group.fields if field.kind == "list"]
        inputs = [_input_row(filled, wizard, field) for field in fields]
        rows.append(
            {"label": say(group.label) if group.label else "", "fields": inputs, "numbers": numeric, "lists": lists}
        )
    return rows


def _input_row(filled: FilledStage, wizard: Wizard, field: Field) -> Row:
    return {
        "bound": filled.form[field.key],
        "kind": field.kind,
        "label": say(field.label),
        "bumps": field.kind == "number" and "" not in field.words and (field.most or 0) <= MOST_BUMPED,
        "bounds": (field.least, field.most) if field.words else (),
        "below": _word_below(wizard, field) if field.words else "",
        "wide": (field.most or 0) > 9999,
        "id": _note_id(field.key),
        "note": _note(filled, wizard, field.key) if field.kind == "number" else "",
    }


def _word_below(wizard: Wizard, field: Field) -> str:
    """The word that the game uses below the least number, such as X; empty if there is none."""
    reading = wizard.reading
    with suppress(Refused):
        least = put(reading.sheet, field.key, field.least)
        text = reading.system.step(least, reading.settings, field.key, -1).writes.get(field.key)
        return text if isinstance(text, str) else ""
    return ""


def _list_row(filled: FilledStage, field: Field) -> Row:
    wizard, form = filled.wizard, filled.form
    new = filled.added.get(field.key) or wizard.new_row(field)
    return {
        "path": field.key,
        "label": say(field.label),
        "rows": [_row_of_list(wizard, form, field, path, leaves) for path, leaves in wizard.rows(field).items()],
        "ready": picker.ready_groups(wizard.reading, field.key),
        "taken": filled.taken.get(field.key, ""),
        "new": [{"bound": bound} for bound in new],
        "open": field.key in filled.added,
    }


def _row_of_list(wizard: Wizard, form: FieldsForm, field: Field, path: str, leaves: tuple[Field, ...]) -> Row:
    bound = [form[leaf.key] for leaf in leaves if leaf.key in form.fields]
    name, facts = _name_and_facts(wizard, field, path)
    return {"path": path, "name": name, "facts": facts, "fields": bound, "open": any(field.errors for field in bound)}


def _name_and_facts(wizard: Wizard, field: Field, path: str) -> tuple[str, str]:
    name = say(wizard.reading.row_name(path))
    facts = rows.format_facts(wizard.reading, field, get(wizard.data, path) or {}, name)
    if name == say(field.label) and facts:
        name, _dot, facts = facts.partition(" · ")
    return name, facts


def summary_rows(wizard: Wizard) -> list[Row]:
    """The summary, stage by stage: numbers above zero, values that are not blank, and the names of rows."""
    return [
        {
            "key": stage.key,
            "title": say(stage.title),
            "lines": [line for field in _in_order(stage) for line in _summary_lines(wizard, field)],
        }
        for stage in wizard.stages
    ]


def _in_order(stage: Stage) -> list[Field]:
    return [field for group in stage.groups for field in in_reading_order(group.fields, lambda field: field.label)]


def _summary_lines(wizard: Wizard, field: Field) -> list[tuple[str, str]]:
    if field.gm_only and not wizard.seat.is_gm:
        return []
    if field.kind == "list":
        names = [_name_and_facts(wizard, field, path)[0] for path in wizard.rows(field)]
        return [(say(field.label), ", ".join(names))] if names else []
    words = _summary_words(wizard, field)
    return [(say(field.label), words)] if words else []


def _summary_words(wizard: Wizard, field: Field) -> str:
    """The value of a field, or the total beside it; empty for a default, except for numbers above zero."""
    value = wizard.reading.value(field.key)
    is_counted = field.kind == "number" and isinstance(value, int) and value > 0
    if not is_counted and value == wizard.without(field.key).reading.value(field.key):
        return ""
    total = note_text(wizard, field.key) if field.kind == "number" else ""
    return total.removeprefix(_EQUALS) if total.startswith(_EQUALS) else say(value_text(field, value))


def open_reminders(wizard: Wizard) -> list[Row]:
    """Reminders of points left and of a missing weapon, each with the stage where to fix it."""
    stages = {key: stage.key for stage in reversed(wizard.stages) for key in stage.budgets}
    reminders = [(budget.reminder, stages.get(budget.key, "")) for budget in wizard.budgets]
    points = [{"text": say(text), "stage": stage} for text, stage in reminders if text is not None]
    arms = wizard.reading.system.unarmed(wizard.data)
    if not arms:
        return points
    text = gettext("No weapon: this character has nothing to attack with but bare hands.")
    return [*points, {"text": text, "stage": wizard.stage_of(arms)}]


def missing_rows(wizard: Wizard) -> list[Row]:
    return [{"text": say(missing.text), "stage": wizard.stage_of(missing.path)} for missing in wizard.missing]


def _note_id(path: str) -> str:
    return f"note-{path.replace('.', '-')}"
