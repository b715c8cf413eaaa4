"""The page of house settings: each with its default and one line about what it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns import services
from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from rules.character.sheet import Field, Section
from rules.core.text import _
from sheets.forms import FieldsForm, fields_form

NAME = Field("table_name", _("Name of the campaign"), "text", most=80, required=True)


def _change(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = _form(may_or_404(seat, "run"), request.POST)
    if not form.is_valid():
        return _page(request, seat, form)
    values = dict(form.cleaned_data)
    name = str(values.pop(NAME.key, ""))
    done = services.change_settings(seat=seat, sent=commands.read(request), values=values, name=name)
    toast = gettext("The settings are saved.") if done.command else gettext("Nothing has changed.")
    return commands.respond(request, seat, done, toast=toast, to=reverse("house", args=[seat.token]))


@commands.form_view(_change)
def house_page(request: HttpRequest, seat: Seat) -> HttpResponse:
    may_or_404(seat, "run")
    return _page(request, seat, _form(seat))


def _form(seat: Seat, data: Any = None) -> FieldsForm:
    settings = seat.campaign.settings
    schema = seat.campaign.system.settings()
    values = {path: schema.value(settings, path) for path, _field in schema.walk()}
    fields = (NAME, *(replace(field, key=path) for path, field in schema.walk()))
    return fields_form(fields, gm=True, data=data, values={**values, NAME.key: seat.campaign.name}, ids="house")


def _page(request: HttpRequest, seat: Seat, form: FieldsForm) -> HttpResponse:
    sections = [_section(form, section) for section in seat.campaign.system.settings().sections]
    rows = [row for section in sections for row in section["fields"]]
    context = {"seat": seat, "form": form, "name": form[NAME.key], "sections": sections, "count": len(rows)}
    context["changed"] = [row for row in rows if row["changed"]]
    context["filters"] = _filter_rows(rows)
    context["game"] = say(seat.campaign.system.name)
    return render(request, "sheets/house.html", context, status=422 if form.errors else 200)


def _section(form: FieldsForm, section: Section) -> dict[str, Any]:
    paths = ((field, section.path(field)) for field in section.fields)
    rows = [_row(form, field, path) for field, path in paths if path in form.fields]
    changed = [row for row in rows if row["changed"]]
    is_open = any(row["bound"].errors for row in rows)
    return {"label": say(section.label), "fields": rows, "changed": changed, "open": is_open}


def _filter_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The filters of the page with the number of settings each shows: all, changed, switches, choices and numbers."""
    words = {
        "": gettext("All"),
        "changed": gettext("Changed"),
        "switch": gettext("Rules to turn on or off"),
        "reading": gettext("Readings and numbers"),
    }
    return [
        {"key": key, "label": label, "count": sum(not key or key in row["kinds"].split() for row in rows)}
        for key, label in words.items()
    ]


def _row(form: FieldsForm, field: Field, path: str) -> dict[str, Any]:
    bound = form[path]
    standing = bound.value()
    changed = standing != field.blank
    kinds = " ".join(("switch" if field.kind == "flag" else "reading", *(("changed",) if changed else ())))
    shown = {
        "label": say(field.label),
        "said": _format_value(field, standing),
        "default": _format_value(field, field.blank),
        "rule": field.rule,
        "kinds": kinds,
    }
    return {"bound": bound, "kind": field.kind, "changed": changed, **shown}


def _format_value(field: Field, value: Any) -> str:
    if field.kind == "flag":
        return gettext("on") if value else gettext("off")
    return next((say(choice.label) for choice in field.choices if choice.key == value), str(value))
