"""The sample fight on the start page: one die, thrown by the server, shown on three screens and not stored."""

from __future__ import annotations

import secrets
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.live.regions import fragment

SIDES, TARGET = 20, 11
FACE_BEFORE_THROW = 9
Row = dict[str, Any]


def outcomes_of_faces() -> tuple[str, ...]:
    """The outcome of each face of the die: faces up to the target succeed, and the target itself is critical."""
    under = ("success",) * (TARGET - 1)
    return (*under, "critical", *("failure",) * (SIDES - TARGET - 1), "fumble")


def draw_screens(*, thrown: bool, late: bool = False) -> SafeString:
    """The three screens, before or after the throw; ``late`` for a visitor who has thrown too often."""
    face = secrets.randbelow(SIDES) + 1 if thrown else FACE_BEFORE_THROW
    kind = outcomes_of_faces()[face - 1] if thrown else "success"
    words = {
        "success": _("Success"),
        "critical": _("Critical success"),
        "failure": _("Failure"),
        "fumble": _("Critical failure"),
    }
    actor = "Élowen" if thrown else "Tibor"
    hit = kind in ("success", "critical")
    worse = {"rank": 3, "word": _("Badly hurt")} if thrown and hit else {"rank": 2, "word": _("Touched")}
    lines = [(_("Rifle"), 14), (_("Wound to the left leg"), -3)] if thrown else [(_("Rifle"), TARGET)]
    result = {
        "who": actor,
        "what": _("Rifle"),
        "faces": (face,),
        "look": "full",
        "kind": kind,
        "word": words[kind],
        "notes": (),
        "lines": [{"label": label, "value": value, "rule": "", "ignored": ""} for label, value in lines],
        "total": TARGET,
        "total_label": _("Target"),
    }
    return fragment(
        "stage.html",
        rows=_ladder_rows(worse),
        actor=actor,
        face=face,
        kind=kind,
        word=words[kind],
        faces=outcomes_of_faces(),
        thrown=thrown,
        late=late,
        results=[result],
        title=f"{actor} · {_('shot at the driller')}" if thrown else f"{actor} · {_('Rifle')}",
        felt=[_("The driller is hit in the body")] if hit else [],
    )


def _ladder_rows(worse: Row) -> list[Row]:
    plain = {"side_word": "", "intent": "", "href": "", "portrait": "", "hidden": "", "waiting": False, "timers": ()}
    unhurt: Row = {**plain, "rank": 0, "word": _("Unhurt"), "letter": None}
    wounded: Row = {**unhurt, "rank": 2, "word": _("Touched")}
    hurt: Row = {**unhurt, "letter": "", **worse}
    shoots, claws = _("shot at the driller"), _("claws")
    return [
        {**unhurt, "at": "13", "name": "Tibor", "side": "pc", "row_state": "done", "intent": shoots},
        {**wounded, "at": "11", "name": "Élowen", "side": "pc", "row_state": "now", "intent": shoots},
        {**hurt, "at": "10", "name": _("Driller"), "side": "foe", "row_state": "next", "intent": claws},
        {**unhurt, "word": "", "at": "6", "name": _("Shape"), "side": "unknown", "row_state": "next"},
    ]
