"""The pages of character creation, stage by stage; all work without JavaScript."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.models import Seat, new_token
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from campaigns.web.language import say
from rules.character.creation import Stage
from rules.character.sheet import Field, not_a_field
from rules.core.errors import RulesError, Unreadable
from rules.core.text import _
from sheets import rows
from sheets.creation import draft as creation_draft
from sheets.creation import rows as creation_rows
from sheets.creation.rows import FilledStage
from sheets.creation.wizard import Wizard, row_values
from sheets.editing import picker
from sheets.models import Character, Draft
from sheets.portraits import store

MANY = 30  # a page with more fields gets a search


def _begin(request: HttpRequest, seat: Seat) -> HttpResponse:
    try:
        draft = creation_draft.begin(may_or_404(seat, "create"), request.POST.get("sample", ""))
    except RulesError as error:
        return _start_page(request, seat, error)
    return HttpResponseRedirect(_address(seat, Wizard.of(draft).stages[0].key))


@commands.form_view(_begin)
def start(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _start_page(request, may_or_404(seat, "create"))


@transaction.atomic
def _save(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    draft = creation_draft.lock_draft(may_or_404(seat, "create"))
    wizard = Wizard.of(draft)
    stage_shown = _stage_or_404(wizard, stage)
    filled = FilledStage.of(wizard, stage_shown, request.POST)
    try:
        after = _with_rows(request, filled)
        creation_draft.save(draft, after, stage)
    except RulesError as error:
        return _stage_page(request, draft, filled, error)
    return HttpResponseRedirect(_address_after(request, seat, after, stage))


@commands.form_view(_save)
def stage(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    """Show one stage; a seat without a draft is redirected to the start."""
    draft = creation_draft.find_draft(may_or_404(seat, "create"))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    wizard = Wizard.of(draft)
    stage_shown = _stage_or_404(wizard, stage)
    return _stage_page(request, draft, FilledStage.of(wizard, stage_shown))


@commands.command_view
def points(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    """The points left and derived values for a form being filled in; nothing is saved."""
    wizard = Wizard.of(creation_draft.present_draft(may_or_404(seat, "create")))
    stage_shown = _stage_or_404(wizard, stage)
    context = creation_rows.live_rows(FilledStage.of(wizard, stage_shown, request.POST)) | {"seat": seat, "live": True}
    return render(request, "sheets/_create_points.html", context)


def _finish(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = creation_draft.find_draft(may_or_404(seat, "create"))
    token = request.POST.get("draft") or (draft.token if draft else "")
    try:
        done = creation_draft.finish(seat, token)
    except RulesError as error:
        if draft is None:
            raise
        return _finish_page(request, draft, error)
    address = reverse("characters", args=[seat.token])
    if not seat.is_gm:
        address = reverse("sheet", args=[seat.token, done.first])
    return commands.respond(request, seat, done, toast=gettext("The character is at the table."), to=address)


@commands.form_view(_finish)
def finish(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = creation_draft.find_draft(may_or_404(seat, "create"))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    return _finish_page(request, draft)


@commands.command_view
def drop(request: HttpRequest, seat: Seat) -> HttpResponse:
    creation_draft.drop(may_or_404(seat, "create"))
    messages.info(request, gettext("The draft is discarded."))
    return HttpResponseRedirect(reverse("create", args=[seat.token]))


def _with_rows(request: HttpRequest, filled: FilledStage) -> Wizard:
    """The draft with the values of its forms, and the row that a button adds or removes.

    A row that was described or chosen is added whichever button was pressed. Raises ``Unreadable`` or ``Refused``.
    """
    posted = request.POST
    if posted.get("add"):
        _list_field(filled.stage, posted["add"])
    if not all(form.is_valid() for form in filled.forms):
        raise Unreadable(_("Nothing was saved: check the fields marked below."))
    after = filled.wizard.with_values(filled.form.cleaned_data)
    for path, form in filled.added.items():
        after = after.with_row(path, _read_row_key(request, "described"), row_values(path, form))
    lists = [_list_field(filled.stage, posted["ware"]).key] if "ware" in posted else []
    for path in dict.fromkeys((*lists, *filled.taken)):
        after = after.with_row(
            path, _read_row_key(request, "row"), picker.ready_row(after.reading, path, filled.taken.get(path, ""))
        )
    if "remove" in posted:
        path = posted["remove"]
        return after.without(path) if path in after.rows(_list_field(filled.stage, path.partition(".")[0])) else after
    return after


def _list_field(stage: Stage, path: str) -> Field:
    result = next((field for field in stage.fields if field.kind == "list" and field.key == path), None)
    if result is None:
        raise Unreadable(not_a_field(path), path)
    return result


def _read_row_key(request: HttpRequest, name: str) -> str:
    text = request.POST.get(name, "")
    return text if text.isascii() and text.isalnum() and len(text) == len(new_token()) else new_token()


def _address_after(request: HttpRequest, seat: Seat, wizard: Wizard, stage: str) -> str:
    posted = request.POST
    rows = next((posted[name].partition(".")[0] for name in ("ware", "add", "remove") if posted.get(name)), "")
    if rows:
        return f"{_address(seat, stage)}#list-{rows}"
    go = posted.get("go", "")
    if go == "finish":
        return reverse("create-finish", args=[seat.token])
    if wizard.stage(go):
        return _address(seat, go)
    if go == "back":
        return _address(seat, wizard.next_key(stage, -1) or stage)
    following = "" if go == "portrait" else wizard.next_key(stage)
    return _address(seat, following) if following else reverse("create-portrait", args=[seat.token])


def _start_page(request: HttpRequest, seat: Seat, error: RulesError | None = None) -> HttpResponse:
    campaign, draft = seat.campaign, creation_draft.find_draft(seat)
    context: dict[str, Any] = {
        "seat": seat,
        "samples": rows.sample_rows(campaign, Character.Kind.PC),
        "opponents": rows.sample_rows(campaign, Character.Kind.NPC) if seat.is_gm else [],
        "wrong": [say(error.text)] if error else [],
        "draft": creation_rows.draft_head(Wizard.of(draft), draft.done) if draft else None,
    }
    return render(request, "sheets/create.html", context, status=422 if error else 200)


def _stage_page(
    request: HttpRequest, draft: Draft, filled: FilledStage, error: RulesError | None = None
) -> HttpResponse:
    seat, wizard, stage = draft.seat, filled.wizard, filled.stage
    context = {
        "seat": seat,
        "stage": stage.key,
        "title": say(stage.title),
        "hint": creation_rows.hint(wizard, stage),
        "steps": creation_rows.step_rows(wizard, draft.done, stage.key),
        "face": bool(draft.small),
        "groups": creation_rows.group_rows(filled),
        "row_keys": {"row": new_token(), "described": new_token()},
        **creation_rows.refusal(filled, error),
        "long": sum(1 for field in stage.fields if field.kind == "number") > MANY,
        "first": not wizard.next_key(stage.key, -1),
        **creation_rows.live_rows(filled),
    }
    return render(request, "sheets/create_stage.html", context, status=422 if error else 200)


def _finish_page(request: HttpRequest, draft: Draft, error: RulesError | None = None) -> HttpResponse:
    wizard = Wizard.of(draft)
    context = {
        "seat": draft.seat,
        "draft": draft.token,
        "name": wizard.data.get("name", ""),
        "steps": creation_rows.step_rows(wizard, draft.done, ""),
        "face": store.inline(draft.small),
        "here": "finish",
        "parts": creation_rows.summary_rows(wizard),
        "missing": creation_rows.missing_rows(wizard),
        "left_open": creation_rows.open_reminders(wizard),
        "refused": error is not None,
        "wrong": [] if isinstance(error, creation_draft.Overspent) else creation_rows.problem_rows(error),
        "over": creation_rows.overspent_rows(wizard),
        "stopped": bool(wizard.problems or (wizard.overspent and not draft.seat.is_gm)),
        "hidden": draft.kind != Character.Kind.PC,
        **creation_rows.points_row(wizard, None),
    }
    return render(request, "sheets/create_finish.html", context, status=422 if error else 200)


def _stage_or_404(wizard: Wizard, key: str) -> Stage:
    stage = wizard.stage(key)
    if stage is None:
        raise Http404
    return stage


def _address(seat: Seat, stage: str) -> str:
    return reverse("create-stage", args=[seat.token, stage])
