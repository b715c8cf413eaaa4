"""Ready values for the pages of a character that is being made: steps, groups of fields, lists, points, a summary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext

from campaigns.web.language import say
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

MOST_BUMPED = 99  # a number beyond is typed, not stepped
Row = dict[str, Any]


@dataclass
class Filled:
    """A stage as it is filled in; ``added`` describes one more row for each of these lists, by path.

    ``taken`` is what was chosen from the list of the game for each of them, by its key.
    """

    making: Wizard
    stage: Stage
    form: FieldsForm
    added: dict[str, FieldsForm]
    taken: dict[str, str]

    @classmethod
    def of(cls, making: Wizard, stage: Stage, values: Mapping[str, Any] | None = None) -> Filled:
        lists = [field.key for field in stage.fields if field.kind == "list"]
        return cls(
            making,
            stage,
            making.form(stage, values),
            making.described(stage, values) if values is not None else {},
            {path: ware for path in lists if (ware := (values or {}).get(f"ware.{path}", ""))},
        )

    @property
    def forms(self) -> tuple[FieldsForm, ...]:
        return (self.form, *self.added.values())


def tried(filled: Filled) -> Wizard:
    form, after = filled.form, filled.making
    if form.is_bound:
        form.is_valid()  # what cannot be read yet is left aside
        after = after.writing(form.cleaned_data)
    for path, row in filled.added.items():
        if row.is_valid():
            with suppress(Refused):
                after = after.adding(path, NEW, row_values(path, row))
    return after


def sentences(error: RulesError | None) -> list[Row]:
    result: Iterable[Any] = getattr(error, "problems", None) or ([error.text] if error else [])
    return [{"text": say(other)} for other in result]


def faults(filled: Filled) -> list[BoundField]:
    return [bound for form in filled.forms if form.is_bound for bound in form if bound.errors]


def refusal(filled: Filled, error: RulesError | None) -> Row:
    """The sentences of a refusal, each with the id of what it is about; the first field at fault gets the focus."""
    bounds = faults(filled) if error else []
    if not bounds:
        lists = {field.key for field in filled.stage.fields if field.kind == "list"}
        place = f"list-{error.field}" if error and error.field in lists else ""
        return {"wrong": [row | {"at": place} for row in sentences(error)]}
    bounds[0].field.widget.attrs["autofocus"] = True
    wrong = [{"text": text, "at": bound.id_for_label} for bound in bounds for text in bound.errors]
    return {"heading": sentences(error)[0]["text"], "wrong": wrong}


def warned(making: Wizard) -> list[Row]:
    known = {key: stage.key for stage in reversed(making.stages) for key in stage.budgets}
    return [
        {"text": say(budget.complaint), "stage": known.get(budget.key, "")} for budget in making.budgets if budget.over
    ]


def steps(making: Wizard, done: list[str], here: str) -> list[Row]:
    return [
        {
            "key": stage.key,
            "title": say(stage.title),
            "done": stage.key in done,
            "here": stage.key == here,
            "number": number,
        }
        for number, stage in enumerate(making.stages, 1)
    ]


def head(making: Wizard, done: list[str]) -> Row:
    """The drafts begun, and the stage on which each goes on; empty where all are saved."""
    left = [stage.key for stage in making.stages if stage.key not in done]
    return {"name": making.data.get("name", ""), "stage": left[0] if left else "", "done": len(done)}


def live(filled: Filled) -> Row:
    making, shown = tried(filled), filled.stage
    uncounted = [bound.label for bound in faults(filled) if _rule(bound).kind == "number"]
    return points(making, shown) | {"over": warned(making), "uncounted": uncounted, "notes": notes(filled, making)}


def points(making: Wizard, shown: Stage | None) -> Row:
    budgets = [
        {
            "label": say(budget.label),
            "spent": plain(budget.spent),
            "left": None if budget.left is None else plain(max(0, budget.left)),
            "total": budget.total,
            "over": budget.over,
            "here": shown is not None and budget.key in shown.budgets,
        }
        for budget in making.budgets
    ]
    reading = making.reading
    known = [(number.label, rows.figure(number, sign=False)) for number in reading.derived if not number.beside]
    return {"budgets": budgets, "derived": [{"label": say(label), "value": value} for label, value in known]}


def notes(filled: Filled, making: Wizard) -> list[Row]:
    fields = [field for field in filled.stage.fields if field.kind == "number"]
    return [{"id": _id(field.key), "text": _note(filled, making, field.key)} for field in fields]


def _note(filled: Filled, making: Wizard, path: str) -> str:
    return "" if filled.form.is_bound and path in filled.form.errors else note(making, path)


def _rule(bound: BoundField) -> Field:
    assert isinstance(bound.field, RulesField)
    return bound.field.rule


def note(making: Wizard, path: str) -> str:
    """The computed numbers beside a field, else what it is tested against where that is another number."""
    reading = making.reading
    beside = [
        f"{say(number.short)} {rows.figure(number)}" if number.short else f"= {rows.figure(number, sign=False)}"
        for number in reading.beside(path)
    ]
    if beside:
        return ", ".join(beside)
    test = reading.testing(path)
    if test is None or test.refused or test.target.total == reading.value(path):
        return ""
    return f"= {plain(test.target.total)}"


def groups(filled: Filled) -> list[Row]:
    """The fields of a stage under their headings, each bound to the form, and what follows from them as they are."""
    making = tried(filled)
    rows = []
    for group in filled.stage.groups:
        fields = [field for field in group.fields if field.kind != "list" and field.key in filled.form.fields]
        numeric = bool(fields) and all(field.kind == "number" for field in fields)
        lists = [_list(filled, field) for field in group.fields if field.kind == "list"]
        inputs = [_input(filled, making, field) for field in fields]
        rows.append(
            {"label": say(group.label) if group.label else "", "fields": inputs, "numbers": numeric, "lists": lists}
        )
    return rows


def _input(filled: Filled, making: Wizard, field: Field) -> Row:
    return {
        "bound": filled.form[field.key],
        "kind": field.kind,
        "label": say(field.label),
        "bumps": field.kind == "number" and "" not in field.words and (field.most or 0) <= MOST_BUMPED,
        "bounds": (field.least, field.most) if field.words else (),
        "below": _below(making, field) if field.words else "",
        "wide": (field.most or 0) > 9999,
        "id": _id(field.key),
        "note": _note(filled, making, field.key) if field.kind == "number" else "",
    }


def _below(making: Wizard, field: Field) -> str:
    """The word to which its game steps a number below the least, such as X; empty where it goes no further."""
    reading = making.reading
    with suppress(Refused):
        least = put(reading.sheet, field.key, field.least)
        text = reading.system.step(least, reading.settings, field.key, -1).writes.get(field.key)
        return text if isinstance(text, str) else ""
    return ""


def _list(filled: Filled, field: Field) -> Row:
    making, form = filled.making, filled.form
    new = filled.added.get(field.key) or making.new_row(field)
    return {
        "path": field.key,
        "label": say(field.label),
        "rows": [_row(making, form, field, path, leaves) for path, leaves in making.rows(field).items()],
        "shelf": picker.groups(making.reading, field.key),
        "taken": filled.taken.get(field.key, ""),
        "new": [{"bound": bound} for bound in new],
        "open": field.key in filled.added,
    }


def _row(making: Wizard, form: FieldsForm, field: Field, path: str, leaves: tuple[Field, ...]) -> Row:
    bound = [form[leaf.key] for leaf in leaves if leaf.key in form.fields]
    name, facts = _called(making, field, path)
    return {"path": path, "name": name, "facts": facts, "fields": bound, "open": any(field.errors for field in bound)}


def _called(making: Wizard, field: Field, path: str) -> tuple[str, str]:
    name = say(making.reading.row_name(path))
    facts = rows.facts(making.reading, field, get(making.data, path) or {}, name)
    if name == say(field.label) and facts:
        name, _dot, facts = facts.partition(" · ")
    return name, facts


def summary(making: Wizard) -> list[Row]:
    """The summary, stage by stage: numbers that count, values that are not blank, and the names of rows."""
    return [
        {
            "key": stage.key,
            "title": say(stage.title),
            "lines": [line for field in stage.fields for line in _lines(making, field)],
        }
        for stage in making.stages
    ]


def _lines(making: Wizard, field: Field) -> list[tuple[str, str]]:
    if field.gm_only and not making.seat.is_gm:
        return []
    if field.kind == "list":
        names = [_called(making, field, path)[0] for path in making.rows(field)]
        return [(say(field.label), ", ".join(names))] if names else []
    value = making.reading.value(field.key)
    usual = making.without(field.key).reading.value(field.key)
    counted = field.kind == "number" and isinstance(value, int) and value > 0
    return [] if value == usual and not counted else [(say(field.label), say(value_text(field, value)))]


def left_open(making: Wizard) -> list[Row]:
    """The points left and the missing weapon of a character, each with the stage that mends it."""
    known = {key: stage.key for stage in reversed(making.stages) for key in stage.budgets}
    reminders = [(budget.reminder, known.get(budget.key, "")) for budget in making.budgets]
    points = [{"text": say(text), "stage": stage} for text, stage in reminders if text is not None]
    arms = making.reading.system.unarmed(making.data)
    if not arms:
        return points
    text = gettext("No weapon: this character has nothing to attack with but bare hands.")
    return [*points, {"text": text, "stage": making.stage_of(arms)}]


def lacks(making: Wizard) -> list[Row]:
    return [{"text": say(missing.text), "stage": making.stage_of(missing.path)} for missing in making.lacks]


def _id(path: str) -> str:
    return f"note-{path.replace('.', '-')}"
