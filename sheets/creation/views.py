"""The pages on which a character is made step by step; every one of them works without a script."""

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
from rules.character.sheet import Field
from rules.core.errors import RulesError, Unreadable
from rules.core.text import _
from sheets.creation import draft as creation_draft
from sheets.creation import rows as creation_rows
from sheets.creation.rows import Filled
from sheets.creation.wizard import Wizard, row_values
from sheets.editing import picker
from sheets.models import Character, Draft
from sheets.ownership import services
from sheets.portraits import store

MANY = 30  # fields on one page among which a search helps


def _begin(request: HttpRequest, seat: Seat) -> HttpResponse:
    try:
        draft = creation_draft.begin(_maker(seat), request.POST.get("sample", ""))
    except RulesError as error:
        return _start_page(request, seat, error)
    return HttpResponseRedirect(_address(seat, Wizard.of(draft).stages[0].key))


@commands.shown(_begin)
def start(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _start_page(request, _maker(seat))


@transaction.atomic
def _save(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    draft = creation_draft.locked(_maker(seat))
    making = Wizard.of(draft)
    shown = _stage_of(making, stage)
    filled = Filled.of(making, shown, request.POST)
    try:
        after = _with_rows(request, filled)
        creation_draft.keep(draft, after, stage)
    except RulesError as error:
        return _stage_page(request, draft, filled, error)
    return HttpResponseRedirect(_onward(request, seat, after, stage))


@commands.shown(_save)
def stage(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    """Show one stage; a seat without a draft is sent to the first one."""
    draft = creation_draft.find(_maker(seat))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    making = Wizard.of(draft)
    shown = _stage_of(making, stage)
    return _stage_page(request, draft, Filled.of(making, shown))


@commands.posted
def points(request: HttpRequest, seat: Seat, stage: str) -> HttpResponse:
    """The points left by a form being filled in, and derived values; nothing is kept."""
    making = Wizard.of(creation_draft.present(_maker(seat)))
    shown = _stage_of(making, stage)
    context = creation_rows.live(Filled.of(making, shown, request.POST)) | {"seat": seat, "live": True}
    return render(request, "sheets/_create_points.html", context)


def _finish(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = creation_draft.find(_maker(seat))
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


@commands.shown(_finish)
def finish(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = creation_draft.find(_maker(seat))
    if draft is None:
        return HttpResponseRedirect(reverse("create", args=[seat.token]))
    return _finish_page(request, draft)


@commands.posted
def drop(request: HttpRequest, seat: Seat) -> HttpResponse:
    creation_draft.drop(_maker(seat))
    messages.info(request, gettext("What you had begun is gone."))
    return HttpResponseRedirect(reverse("create", args=[seat.token]))


def _with_rows(request: HttpRequest, filled: Filled) -> Wizard:
    """The draft as its forms say, with the row that a button adds or takes away.

    Whatever the button, a row that was described or chosen is added. Raises ``Unreadable`` or ``Refused``.
    """
    posted = request.POST
    if posted.get("add"):
        _list_of(filled.stage, posted["add"])
    if not all(form.is_valid() for form in filled.forms):
        raise Unreadable(_("Nothing was saved: look at the fields marked below."))
    after = filled.making.writing(filled.form.cleaned_data)
    for path, form in filled.added.items():
        after = after.adding(path, _key(request, "described"), row_values(path, form))
    pressed = [_list_of(filled.stage, posted["ware"]).key] if "ware" in posted else []
    for path in dict.fromkeys((*pressed, *filled.taken)):
        after = after.adding(path, _key(request, "row"), picker.row(after.reading, path, filled.taken.get(path, "")))
    if "remove" in posted:
        path = posted["remove"]
        return after.without(path) if path in after.rows(_list_of(filled.stage, path.partition(".")[0])) else after
    return after


def _list_of(shown: Stage, path: str) -> Field:
    result = next((field for field in shown.fields if field.kind == "list" and field.key == path), None)
    if result is None:
        raise Unreadable(_("“%(path)s” is no field of this sheet.", path=path[:80]), path)
    return result


def _key(request: HttpRequest, name: str) -> str:
    text = request.POST.get(name, "")
    return text if text.isascii() and text.isalnum() and len(text) == len(new_token()) else new_token()


def _onward(request: HttpRequest, seat: Seat, making: Wizard, stage: str) -> str:
    posted = request.POST
    rows = next((posted[name].partition(".")[0] for name in ("ware", "add", "remove") if posted.get(name)), "")
    if rows:
        return f"{_address(seat, stage)}#list-{rows}"
    go = posted.get("go", "")
    if go == "finish":
        return reverse("create-finish", args=[seat.token])
    if making.stage(go):
        return _address(seat, go)
    if go == "back":
        return _address(seat, making.next_key(stage, -1) or stage)
    following = "" if go == "portrait" else making.next_key(stage)
    return _address(seat, following) if following else reverse("create-portrait", args=[seat.token])


def _start_page(request: HttpRequest, seat: Seat, error: RulesError | None = None) -> HttpResponse:
    campaign, draft = seat.campaign, creation_draft.find(seat)
    context: dict[str, Any] = {
        "seat": seat,
        "samples": services.samples(campaign, Character.Kind.PC),
        "opponents": services.samples(campaign, Character.Kind.NPC) if seat.is_gm else {},
        "wrong": [say(error.text)] if error else [],
        "draft": creation_rows.head(Wizard.of(draft), draft.done) if draft else None,
    }
    return render(request, "sheets/create.html", context, status=422 if error else 200)


def _stage_page(request: HttpRequest, draft: Draft, filled: Filled, error: RulesError | None = None) -> HttpResponse:
    seat, making, shown = draft.seat, filled.making, filled.stage
    context = {
        "seat": seat,
        "stage": shown.key,
        "title": say(shown.title),
        "hint": say(shown.hint) if shown.hint else "",
        "steps": creation_rows.steps(making, draft.done, shown.key),
        "face": bool(draft.small),
        "groups": creation_rows.groups(filled),
        "row_keys": {"row": new_token(), "described": new_token()},
        **creation_rows.refusal(filled, error),
        "long": sum(1 for field in shown.fields if field.kind == "number") > MANY,
        "first": not making.next_key(shown.key, -1),
        **creation_rows.live(filled),
    }
    return render(request, "sheets/create_stage.html", context, status=422 if error else 200)


def _finish_page(request: HttpRequest, draft: Draft, error: RulesError | None = None) -> HttpResponse:
    making = Wizard.of(draft)
    context = {
        "seat": draft.seat,
        "draft": draft.token,
        "name": making.data.get("name", ""),
        "steps": creation_rows.steps(making, draft.done, ""),
        "face": store.inline(draft.small),
        "here": "finish",
        "parts": creation_rows.summary(making),
        "lacks": creation_rows.lacks(making),
        "left_open": creation_rows.left_open(making),
        "refused": error is not None,
        "wrong": [] if isinstance(error, creation_draft.Overspent) else creation_rows.sentences(error),
        "over": creation_rows.warned(making),
        "stopped": bool(making.problems or (making.overspent and not draft.seat.is_gm)),
        "hidden": draft.kind != Character.Kind.PC,
        **creation_rows.points(making, None),
    }
    return render(request, "sheets/create_finish.html", context, status=422 if error else 200)


def _stage_of(making: Wizard, key: str) -> Stage:
    stage = making.stage(key)
    if stage is None:
        raise Http404
    return stage


def _address(seat: Seat, stage: str) -> str:
    return reverse("create-stage", args=[seat.token, stage])


def _maker(seat: Seat) -> Seat:
    return may_or_404(seat, "create")
