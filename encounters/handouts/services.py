"""The writes of handouts, all of a game master: kept, shown, taken away and removed, and undone like any other act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import new_token
from campaigns.seats import players
from campaigns.seats.access import check_gm
from encounters import pictures
from encounters.handouts.handouts import SCENE, TABLE
from encounters.models import Handout
from rules.character.fields import text
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.text import Text, _

MOST_HANDOUTS = 100
SCREEN, ON_SCREEN = "screen", "on_screen"
FIELDS: tuple[Field, ...] = (
    text("name", _("Name"), required=True, most=80),
    Field("text", _("Text everybody it is shown to reads"), "note", most=2000),
    Field("notes", _("Notes, which stay with the game master"), "note", most=4000),
)


@journal.command
def keep(
    pen: Pen, *, said: Mapping[str, Any], picture: bytes | None = None, handout: str = "", scene: bool = False
) -> str:
    """Write a handout, a new one where none is named; ``b""`` takes its picture away. The value is its token.

    ``scene`` makes its picture the scene of the shared screen at once.

    Raises ``Unreadable`` for a field that cannot be read and ``Stale`` for a handout that is gone.
    """
    _check(pen)
    token = handout or new_token()
    subject = f"handout:{token}"
    before = _standing(pen, token) if handout else _begin(pen, subject)
    after = _read(said, before)
    if picture is not None:
        after["picture"] = pictures.keep(pen, picture) if picture else None
    changes = [Change(subject, path, before.get(path), value) for path, value in after.items()]
    changed = [change for change in changes if change.before != change.after]
    _record(pen, "handout_kept", changed, "gm", _("The handout is kept: %(name)s", name=after["meta"]["name"]))
    if scene:
        _set_scene(pen, token)
    return token


def _read(said: Mapping[str, Any], before: Plain) -> Plain:
    """The posted fields as a handout keeps them. Raises ``Unreadable`` without a name."""
    values = {field.key: field.read(said[field.key]) or None for field in FIELDS if field.key in said}
    name = values.pop("name", None) or before.get("meta", {}).get("name")
    if not name:
        raise Unreadable(_("Give it a name."), "name")
    return {"meta": {"name": name}, **values}


@journal.command
def show(pen: Pen, *, handout: str, to: str) -> None:
    """Show a handout on the ``screen``, to the whole ``table``, or to the player whose seat is named.

    What the screen showed before gives way. Raises ``Refused`` where they see it already, and for a seat that is none.
    """
    _check(pen)
    now = _standing(pen, handout)
    name, subject = now["meta"]["name"], f"handout:{handout}"
    shown = now.get("shown", {})
    changes = _put(pen, handout, now, ON_SCREEN) if to in (SCREEN, TABLE) else []
    if to == TABLE and TABLE not in shown:
        changes.append(Change(subject, f"shown.{TABLE}", None, True))
    if to in (SCREEN, TABLE):
        audience, sentence = "table", _("Shown to everybody: %(name)s", name=name)
    else:
        player = players.player(pen.campaign, to)
        if TABLE not in shown and to not in shown:
            changes.append(Change(subject, f"shown.{to}", None, True))
        audience, sentence = player.circle, _("Shown to %(player)s alone: %(name)s", player=player.name, name=name)
    if not changes:
        raise Refused(_("They are shown it already."))
    _record(pen, "handout_shown", changes, audience, sentence)


@journal.command
def set_scene(pen: Pen, *, handout: str) -> None:
    """Make the picture of a handout the scene, which the shared screen shows while nothing else goes on.

    The scene before gives way. Raises ``Unreadable`` for a handout without a picture, ``Refused`` for the scene itself.
    """
    _check(pen)
    _set_scene(pen, handout)


def _set_scene(pen: Pen, handout: str) -> None:
    now = _standing(pen, handout)
    if not now.get("picture"):
        raise Unreadable(_("A scene is a picture: this handout has none."), "file")
    changes = _put(pen, handout, now, SCENE)
    if not any(change.after for change in changes):
        raise Refused(_("It is the scene already."))
    _tell_scene(pen, changes, _("Scene: %(name)s", name=now["meta"]["name"]), _("Another scene"))


@journal.command
def clear_scene(pen: Pen, *, handout: str) -> None:
    """Take the scene from the shared screen. Raises ``Refused`` where this handout is not the scene."""
    _check(pen)
    now = _standing(pen, handout)
    if not now.get(SCENE):
        raise Refused(_("It is not the scene."))
    words = _("The scene is taken away")
    _tell_scene(pen, [Change(f"handout:{handout}", SCENE, True, None)], words, words)


def _tell_scene(pen: Pen, changes: list[Change], gm: Text, table: Text) -> None:
    sentences = {"gm": to_json(gm), "table": to_json(table)}
    pen.record(Event("scene_set", pen.seat.token, "", tuple(changes), "table", {"told": sentences}))


@journal.command
def take_away(pen: Pen, *, handout: str) -> None:
    """Take a handout from the screen and from everybody. Raises ``Refused`` where nobody is shown it."""
    _check(pen)
    now = _standing(pen, handout)
    paths = [path for path in (ON_SCREEN, "shown") if path in now]
    if not paths:
        raise Refused(_("Nobody is shown it."))
    open_to_all = ON_SCREEN in now or TABLE in now.get("shown", {})
    sentence = _("Taken away: %(name)s", name=now["meta"]["name"])
    changes = [Change(f"handout:{handout}", path, now[path], None) for path in paths]
    _record(pen, "handout_taken", changes, "table" if open_to_all else "gm", sentence)


@journal.command
def remove(pen: Pen, *, handout: str) -> None:
    """Remove a handout, which whoever is shown it no longer reads; undo brings it back."""
    _check(pen)
    now = _standing(pen, handout)
    changes = [Change(f"handout:{handout}", path, value, None) for path, value in now.items()]
    _record(pen, "handout_removed", changes, "gm", _("The handout is removed: %(name)s", name=now["meta"]["name"]))


def _check(pen: Pen) -> None:
    check_gm(pen.seat, _("Only the game master shows handouts."))


def check_room(pen: Pen, coming: int = 0) -> None:
    """Raise ``Refused`` where a table has as many as it can have; so many are ``coming`` in the same act already."""
    if Handout.objects.filter(campaign=pen.campaign).count() + coming >= MOST_HANDOUTS:
        raise Refused(_("There is no room for more handouts at this table."))


def _begin(pen: Pen, subject: str) -> Plain:
    check_room(pen)
    pen.begin(subject)
    return {}


def _standing(pen: Pen, handout: str) -> Plain:
    now = pen.read(f"handout:{handout}")
    if not now:
        raise Stale(_("This handout is no longer there."))
    return now


def _put(pen: Pen, handout: str, now: Plain, place: str) -> list[Change]:
    """A handout comes to a place where there is room for one, and the one before goes."""
    others = Handout.objects.filter(campaign=pen.campaign).exclude(token=handout)
    changes = [Change(other.subject, place, True, None) for other in others if other.data.get(place)]
    return changes if now.get(place) else [*changes, Change(f"handout:{handout}", place, None, True)]


def _record(pen: Pen, kind: str, changes: list[Change], audience: str, sentence: Text) -> None:
    if changes:
        circle = "gm" if audience == "gm" else "table"
        pen.record(Event(kind, pen.seat.token, "", tuple(changes), audience, {"told": {circle: to_json(sentence)}}))
