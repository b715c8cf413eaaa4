"""Django forms built from fields of the rules, for sheets, arguments of acts and house settings.

Any list of ``rules.character.sheet.Field`` becomes a crispy form::

    form = fields_form(offer.fields, gm=seat.is_gm, data=request.POST or None)
    if form.is_valid():
        args = form.cleaned_data                     # by field key, as the rules store them

- Every value is read by ``Field.typed``, so an error is shown beside its field in the rules' own sentence.
- A field missing from the request is left out of ``cleaned_data`` unless it is required; a flag is then ``False``.
- Refused choices are shown disabled, with the reason. ``gm_only`` fields are left out for everybody else.
- ``values`` are the present values of the fields, by key. Grids and lists have no form: their cells and rows do.
- ``form.helper`` draws the fields only: the page adds the ``<form>`` around them, its token and its buttons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.web.language import say
from rules.character.sheet import MOST_NOTE, MOST_TEXT, Choice, Field
from rules.core.errors import RulesError
from rules.core.text import Text

KINDS = ("number", "text", "note", "choice", "flag")


class RulesField(forms.Field):
    """A form field that reads its value as the rules do."""

    def __init__(self, field: Field, **options: Any) -> None:
        help_text = say(field.help) if field.help else ""
        super().__init__(label=say(field.label), help_text=help_text, widget=_widget(field), **options)
        self.sheet_field = field

    def clean(self, value: Any) -> Any:
        try:
            return self.sheet_field.typed("" if value is None else value)
        except RulesError as error:
            raise forms.ValidationError(say(error.text)) from error

    def prepare_value(self, value: Any) -> Any:
        return str(value).replace("-", "\u2212") if _is_negative(value) and self.sheet_field.words else value


class Options(forms.Select):
    """A list of choices in which refused ones cannot be chosen and show the reason."""

    def __init__(self, choices: Iterable[Choice]) -> None:
        rows = tuple(choices)
        super().__init__(choices=[(choice.key, option_label(choice)) for choice in rows])
        self.refused = frozenset(choice.key for choice in rows if choice.refused is not None)

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        values = super().create_option(name, value, *args, **options)
        if value in self.refused:
            values["attrs"]["disabled"] = True
        return values


class Suggesting(forms.TextInput):
    """A line of text with suggestions, offered while typing and as buttons below."""

    def __init__(self, suggested: Iterable[Text], attrs: dict[str, Any]) -> None:
        super().__init__(attrs=attrs)
        self.suggested = tuple(suggested)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        key = f"{(attrs or {}).get('id', name)}-list"
        line = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        words = [(say(text),) for text in self.suggested]
        offered = format_html_join("", '<option value="{}"></option>', words)
        chips = format_html_join("", '<button class="chip" type="button" data-fill value="{0}">{0}</button>', words)
        parts = (line, key, offered, chips)
        return format_html('{}<datalist id="{}">{}</datalist><span class="chips suggested">{}</span>', *parts)


class FieldsForm(forms.Form):
    """A form with fields of the rules; see the module."""

    def __init__(self, fields: Iterable[Field], *, ids: str, **options: Any) -> None:
        super().__init__(auto_id=f"{ids}-%s", **options)
        for field in fields:
            if self.is_bound and field.kind != "flag" and not field.required and field.key not in self.data:
                continue
            self.fields[field.key] = RulesField(field, required=field.required)
        self.helper = FormHelper(self)
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.include_media = False


def fields_form(
    fields: Iterable[Field],
    *,
    gm: bool,
    data: Mapping[str, Any] | None = None,
    values: Mapping[str, Any] | None = None,
    gm_only: Collection[str] = (),
    ids: str = "field",
) -> FieldsForm:
    """The form of these fields for a game master or somebody else; ``gm_only`` names further fields of the master's.

    ``ids`` is the prefix of the inputs' ids, so that two forms fit on one page.
    """
    shown = [field for field in fields if field.kind in KINDS and (gm or not (field.gm_only or field.key in gm_only))]
    initial = {field.key: field.blank for field in shown} | dict(values or {})
    return FieldsForm(shown, ids=ids, data=data, initial=initial)


def option_label(choice: Choice) -> str:
    """A choice with its hint, or with the reason why it is refused."""
    label = say(choice.label)
    if choice.refused is not None:
        return _("%(choice)s: %(reason)s") % {"choice": label, "reason": say(choice.refused)}
    return f"{label} ({say(choice.hint)})" if choice.hint else label


def _widget(field: Field) -> forms.Widget:
    if field.kind == "choice":
        return Options(field.choices)
    if field.kind == "flag":
        return forms.CheckboxInput()
    if field.kind == "note":
        return forms.Textarea(attrs={"rows": 5, "maxlength": field.most or MOST_NOTE})
    if field.kind == "text":
        return _line(field)
    if field.words:
        return forms.TextInput(attrs={"class": "is-narrow", "autocomplete": "off", "autocapitalize": "characters"})
    bounds = {"min": field.least, "max": field.most}
    attributes = {key: value for key, value in bounds.items() if value is not None}
    return forms.NumberInput(
        attrs={"class": "is-narrow", "inputmode": "numeric" if (field.least or 0) >= 0 else "text", **attributes}
    )


def _line(field: Field) -> forms.Widget:
    attrs = {"maxlength": field.most or MOST_TEXT, "autocomplete": "off"}
    return Suggesting(field.suggested, attrs) if field.suggested else forms.TextInput(attrs=attrs)


def _is_negative(value: Any) -> bool:
    return isinstance(value, int) and value < 0
