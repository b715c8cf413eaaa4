"""Edits of a sheet by forms and by single taps: every change goes through ``sheets.services``."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from campaigns.journal.journal import Done
from campaigns.models import Seat
from campaigns.web import commands
from campaigns.web.language import say
from rules.core.errors import RulesError, Stale, Unreadable
from rules.core.json_codec import from_json
from rules.core.text import _
from sheets import services
from sheets.editing import edit_groups, picker
from sheets.editing.edit_groups import Group
from sheets.forms import FieldsForm
from sheets.lookup import rows as lookup_rows
from sheets.pages import sheet_of, url_of
from sheets.sheet_view import Reading

_STEP = re.compile(r"([+\-\u2212]?)(\d{1,6})", re.ASCII)


def _edit(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    edit_groups.check_there(reading, path)
    return _fill(request, seat, reading, _or_404(edit_groups.at(reading, path)))


@commands.shown(_edit)
def field(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    return _form_page(request, seat, reading, _or_404(edit_groups.at(reading, path)))


def _edit_section(request: HttpRequest, seat: Seat, character: str, number: int) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    return _fill(request, seat, reading, _or_404(edit_groups.section(reading, number)))


@commands.shown(_edit_section)
def section(request: HttpRequest, seat: Seat, character: str, number: int) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    return _form_page(request, seat, reading, _or_404(edit_groups.section(reading, number)))


def _add(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    group = _or_404(edit_groups.new_row(reading, path))
    if "ware" in request.POST:
        values = picker.row(reading, path, request.POST["ware"])
    else:
        form = group.form(reading, request.POST)
        if not form.is_valid():
            return _again(request, seat, reading, group, form, 422)
        values = form.cleaned_data
    done = services.add_row(
        seat=seat, sent=commands.sent(request), character=reading.character, path=path, values=values
    )
    return commands.respond(request, seat, done, toast=gettext("Added."), to=_home(request, seat, reading))


@commands.shown(_add)
def rows(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    return _form_page(request, seat, reading, _or_404(edit_groups.new_row(reading, path)))


@commands.posted
def step(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    path, given = request.POST.get("path", ""), request.POST.get("delta", "")
    typed = request.POST.get("typed", "") if given == "typed" else given
    match = _STEP.fullmatch(typed.strip())
    if match is None:
        raise Unreadable(_("A whole number is needed, such as 12, or +3 or −7 to add or take off."), "typed")
    sign, digits = match.groups()
    sent = commands.sent(request)
    if given == "typed" and not sign:
        replaces = edit_groups.replaced(request.POST.get("replaces", "null"))
        done = services.edit(
            seat=seat, sent=sent, character=reading.character, path=path, value=digits, replaces=replaces
        )
    else:
        by = int(digits) * (1 if sign in ("", "+") else -1)
        done = services.step(seat=seat, sent=sent, character=reading.character, path=path, by=by)
    return commands.respond(request, seat, done, toast=_toast(seat, done), to=_home(request, seat, reading))


@commands.posted
def star(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    path = request.POST.get("path", "")
    flag = reading.schema.field(path)
    if flag is None or flag.kind != "flag":
        raise Unreadable(_("“%(path)s” is no field of this sheet.", path=path[:80]), path)
    value = not reading.value(path)
    done = services.edit(seat=seat, sent=commands.sent(request), character=reading.character, path=path, value=value)
    toast = _toast(seat, done) if path.count(".") < 2 else ""  # a star shows itself
    return commands.respond(request, seat, done, toast=toast)


@commands.posted
def remove(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = sheet_of(seat, character, "edit")
    done = services.remove_row(seat=seat, sent=commands.sent(request), character=reading.character, path=path)
    return commands.respond(request, seat, done, toast=gettext("Removed."), to=_home(request, seat, reading))


def _fill(request: HttpRequest, seat: Seat, reading: Reading, group: Group) -> HttpResponse:
    form = group.form(reading, request.POST)
    replaces = edit_groups.replaced_all(group, request.POST.get("replaces", "{}"))
    if not form.is_valid():
        return _again(request, seat, reading, group, form, 422)
    values = group.by_path(form.cleaned_data)
    try:
        done = services.edit_all(
            seat=seat, sent=commands.sent(request), character=reading.character, values=values, replaces=replaces
        )
    except Stale as error:
        fresh = sheet_of(seat, reading.character.token, "edit")
        edit_groups.check_there(fresh, error.field)
        return _again(request, seat, fresh, group, form, 409, edit_groups.moved(group, fresh, error), say(error.text))
    except RulesError as error:
        key = group.key_of(error.field)
        if not key or key not in form.fields:
            raise
        form.add_error(key, say(error.text))
        return _again(request, seat, reading, group, form, 422)
    toast = "" if "quiet" in request.POST else _toast(seat, done)
    return commands.respond(request, seat, done, toast=toast, to=_home(request, seat, reading))


def _again(
    request: HttpRequest,
    seat: Seat,
    reading: Reading,
    group: Group,
    form: FieldsForm,
    status: int,
    moved: dict[str, str] | None = None,
    text: str = "",
) -> HttpResponse:
    html = _form(request, seat, reading, group, form, moved, request.POST.get("replaces", "{}"))
    return commands.respond(request, seat, form=html, status=status, toast=text)


def _form_page(request: HttpRequest, seat: Seat, reading: Reading, group: Group) -> HttpResponse:
    form = _form(request, seat, reading, group, group.form(reading))
    context = {"seat": seat, "character": reading.character, "title": group.title, "form": mark_safe(form)}
    if group.adds:
        context["shelf"] = picker.groups(reading, group.path)
        context["shelf_action"] = _action(seat, reading, group)
    if group.row:
        context["rules"] = lookup_rows.of_thing(seat.token, reading, group.path)
        context["remove"] = url_of("sheet-remove", seat, reading, group.path)
    top, _dot, rest = group.path.partition(".")
    if rest.count(".") == 1 and top in reading.skill_lists:
        context["whole"] = url_of("sheet-field", seat, reading, group.path.rpartition(".")[0])
    return render(request, "sheets/edit.html", context)


def _form(
    request: HttpRequest,
    seat: Seat,
    reading: Reading,
    group: Group,
    form: FieldsForm,
    moved: dict[str, str] | None = None,
    replaces: str = "",
) -> str:
    kept = moved["replaces"] if moved else replaces or edit_groups.shown_value(group.values(reading))
    context: dict[str, Any] = {
        "id": group.id,
        "action": _action(seat, reading, group),
        "form": form,
        "replaces": kept,
        "moved": moved,
        "adds": group.adds,
        "back": url_of("sheet", seat, reading),
    }
    return render_to_string("sheets/_form.html", context, request)


def _action(seat: Seat, reading: Reading, group: Group) -> str:
    if group.path.startswith("section-"):
        return url_of("sheet-section", seat, reading, int(group.path.removeprefix("section-")))
    return url_of("sheet-rows" if group.adds else "sheet-field", seat, reading, group.path)


def _toast(seat: Seat, done: Done) -> str:
    if done.again:
        return ""
    sentences = done.events[0].payload.get("told", {}) if done.events else {}
    text = sentences.get("gm") if seat.is_gm else sentences.get("owner")
    return say(from_json(text)) if text else gettext("Nothing to change: it is so already.")


def _home(request: HttpRequest, seat: Seat, reading: Reading) -> str:
    return "" if request.headers.get("HX-Request") == "true" else url_of("sheet", seat, reading)


def _or_404(group: Group | None) -> Group:
    if group is None:
        raise Http404
    return group
