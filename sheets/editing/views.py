"""Views that edit a sheet, by forms and by single taps; all write through ``sheets.services``."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from campaigns.journal import merging
from campaigns.journal.journal import Receipt
from campaigns.models import Seat
from campaigns.web import commands
from campaigns.web.language import say
from rules.character.sheet import not_a_field
from rules.core.errors import RulesError, Stale, Unreadable
from rules.core.json_codec import from_json
from rules.core.text import _
from sheets import services
from sheets.editing import edit_groups, picker
from sheets.editing.edit_groups import Group
from sheets.forms import FieldsForm
from sheets.lookup import rows as lookup_rows
from sheets.pages import reading_or_404, sheet_address
from sheets.sheet_view import Reading

_STEP = re.compile(r"([+\-\u2212]?)(\d{1,6})", re.ASCII)


def _edit(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    edit_groups.check_there(reading, path)
    return _save_form(request, seat, reading, _group_or_404(edit_groups.find_group(reading, path)))


@commands.form_view(_edit)
def edit_field(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    return _form_page(request, seat, reading, _group_or_404(edit_groups.find_group(reading, path)))


def _edit_section(request: HttpRequest, seat: Seat, character: str, number: int) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    return _save_form(request, seat, reading, _group_or_404(edit_groups.section_group(reading, number)))


@commands.form_view(_edit_section)
def edit_section(request: HttpRequest, seat: Seat, character: str, number: int) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    return _form_page(request, seat, reading, _group_or_404(edit_groups.section_group(reading, number)))


def _add(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    group = _group_or_404(edit_groups.new_row_group(reading, path))
    if "ware" in request.POST:
        values = picker.ready_row(reading, path, request.POST["ware"])
    else:
        form = group.form(reading, request.POST)
        if not form.is_valid():
            return _render_form(request, seat, reading, group, form, 422)
        values = form.cleaned_data
    done = services.add_row(
        seat=seat, sent=commands.read(request), character=reading.character, path=path, values=values
    )
    return commands.respond(request, seat, done, toast=gettext("Added."), to=_address_after(request, seat, reading))


@commands.form_view(_add)
def add_row(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    return _form_page(request, seat, reading, _group_or_404(edit_groups.new_row_group(reading, path)))


@commands.command_view
def change_by(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    path, delta = request.POST.get("path", ""), request.POST.get("delta", "")
    typed = request.POST.get("typed", "") if delta == "typed" else delta
    match = _STEP.fullmatch(typed.strip())
    if match is None:
        raise Unreadable(_("A whole number is needed, such as 12, or +3 or −7 to add or take off."), "typed")
    sign, digits = match.groups()
    sent = commands.read(request)
    if delta == "typed" and not sign:
        replaces = edit_groups.read_replaced(request.POST.get("replaces", "null"))
        done = services.edit(
            seat=seat, sent=sent, character=reading.character, path=path, value=digits, replaces=replaces
        )
    else:
        by = int(digits) * (1 if sign in ("", "+") else -1)
        done = services.step(seat=seat, sent=sent, character=reading.character, path=path, by=by)
    return commands.respond(request, seat, done, toast=_toast(seat, done), to=_address_after(request, seat, reading))


@commands.command_view
def toggle(request: HttpRequest, seat: Seat, character: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    path = request.POST.get("path", "")
    flag = reading.schema.field(path)
    if flag is None or flag.kind != "flag":
        raise Unreadable(not_a_field(path), path)
    value = not reading.value(path)
    done = services.edit(seat=seat, sent=commands.read(request), character=reading.character, path=path, value=value)
    toast = _toast(seat, done) if path.count(".") < 2 else ""  # the star shows its own state
    return commands.respond(request, seat, done, toast=toast)


@commands.command_view
def remove(request: HttpRequest, seat: Seat, character: str, path: str) -> HttpResponse:
    reading = reading_or_404(seat, character, "edit")
    done = services.remove_row(seat=seat, sent=commands.read(request), character=reading.character, path=path)
    return commands.respond(request, seat, done, toast=gettext("Removed."), to=_address_after(request, seat, reading))


def _save_form(request: HttpRequest, seat: Seat, reading: Reading, group: Group) -> HttpResponse:
    form = group.form(reading, request.POST)
    replaces = edit_groups.read_all_replaced(group, request.POST.get("replaces", "{}"))
    if not form.is_valid():
        return _render_form(request, seat, reading, group, form, 422)
    values = group.by_path(form.cleaned_data)
    if "both" in request.POST:
        kept = {path: (str(replaces.get(path, "")), str(values[path])) for path in group.notes}
        values |= {path: merging.join_texts(present, present, mine) for path, (present, mine) in kept.items()}
    try:
        done = services.edit_all(
            seat=seat, sent=commands.read(request), character=reading.character, values=values, replaces=replaces
        )
    except Stale as error:
        fresh = reading_or_404(seat, reading.character.token, "edit")
        edit_groups.check_there(fresh, error.field)
        return _render_form(
            request, seat, fresh, group, form, 409, edit_groups.show_collision(group, fresh, error), say(error.text)
        )
    except RulesError as error:
        key = group.key_of(error.field)
        if not key or key not in form.fields:
            raise
        form.add_error(key, say(error.text))
        return _render_form(request, seat, reading, group, form, 422)
    toast = "" if "quiet" in request.POST else _toast(seat, done)
    return commands.respond(request, seat, done, toast=toast, to=_address_after(request, seat, reading))


def _render_form(
    request: HttpRequest,
    seat: Seat,
    reading: Reading,
    group: Group,
    form: FieldsForm,
    status: int,
    collision: dict[str, Any] | None = None,
    text: str = "",
) -> HttpResponse:
    html = _draw_form(request, seat, reading, group, form, collision, request.POST.get("replaces", "{}"))
    return commands.respond(request, seat, form=html, status=status, toast=text)


def _form_page(request: HttpRequest, seat: Seat, reading: Reading, group: Group) -> HttpResponse:
    form = _draw_form(request, seat, reading, group, group.form(reading))
    context = {"seat": seat, "character": reading.character, "title": group.title, "form": mark_safe(form)}
    if group.adds:
        context["ready"] = picker.ready_groups(reading, group.path)
        context["ready_action"] = _form_action(seat, reading, group)
    if group.row:
        context["rules"] = lookup_rows.thing_links(seat.token, reading, group.path)
        context["remove"] = sheet_address("sheet-remove", seat, reading, group.path)
    top, _dot, rest = group.path.partition(".")
    if rest.count(".") == 1 and top in reading.skill_lists:
        context["whole"] = sheet_address("sheet-field", seat, reading, group.path.rpartition(".")[0])
    return render(request, "sheets/edit.html", context)


def _draw_form(
    request: HttpRequest,
    seat: Seat,
    reading: Reading,
    group: Group,
    form: FieldsForm,
    collision: dict[str, Any] | None = None,
    replaces: str = "",
) -> str:
    replaced = collision["replaces"] if collision else replaces or edit_groups.dump_replaced(group.values(reading))
    context: dict[str, Any] = {
        "id": group.id,
        "action": _form_action(seat, reading, group),
        "form": form,
        "replaces": replaced,
        "moved": collision,
        "adds": group.adds,
        "back": sheet_address("sheet", seat, reading),
    }
    return render_to_string("sheets/_form.html", context, request)


def _form_action(seat: Seat, reading: Reading, group: Group) -> str:
    if group.path.startswith("section-"):
        return sheet_address("sheet-section", seat, reading, int(group.path.removeprefix("section-")))
    return sheet_address("sheet-rows" if group.adds else "sheet-field", seat, reading, group.path)


def _toast(seat: Seat, done: Receipt) -> str:
    if done.again:
        return ""
    sentences = done.events[0].payload.get("told", {}) if done.events else {}
    text = sentences.get("gm") if seat.is_gm else sentences.get("owner")
    return say(from_json(text)) if text else gettext("Nothing to change: this is already the case.")


def _address_after(request: HttpRequest, seat: Seat, reading: Reading) -> str:
    return "" if request.headers.get("HX-Request") == "true" else sheet_address("sheet", seat, reading)


def _group_or_404(group: Group | None) -> Group:
    if group is None:
        raise Http404
    return group
