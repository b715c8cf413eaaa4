"""Commands of handouts: a game master saves, shows, withdraws and removes them."""

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
    Field("text", _("Text for everybody it is shown to"), "note", most=2000),
    Field("notes", _("Notes for game masters only"), "note", most=4000),
)


@journal.command
def save(
    pen: Pen, *, values: Mapping[str, Any], picture: bytes | None = None, handout: str = "", scene: bool = False
) -> str:
    """Save a handout, a new one if ``handout`` is empty, and return its token; ``b""`` removes its picture.

    ``scene`` makes its picture the scene of the shared screen at once.

    Raises ``Unreadable`` for a field that cannot be read and ``Stale`` for a handout that is gone.
    """
    _check_gm(pen)
    token = handout or new_token()
    subject = f"handout:{token}"
    before = _find(pen, token) if handout else _begin(pen, subject)
    after = _read_fields(values, before)
    if picture is not None:
        after["picture"] = pictures.save(pen, picture) if picture else None
    changes = [Change(subject, path, before.get(path), value) for path, value in after.items()]
    changed = [change for change in changes if change.before != change.after]
    _record(pen, "handout_kept", changed, "gm", _("The handout is kept: %(name)s", name=after["meta"]["name"]))
    if scene:
        _set_scene(pen, token)
    return token


def _read_fields(posted: Mapping[str, Any], before: Plain) -> Plain:
    values = {field.key: field.read(posted[field.key]) or None for field in FIELDS if field.key in posted}
    name = values.pop("name", None) or before.get("meta", {}).get("name")
    if not name:
        raise Unreadable(_("Give it a name."), "name")
    return {"meta": {"name": name}, **values}


@journal.command
def show(pen: Pen, *, handout: str, to: str) -> None:
    """Show a handout on the ``screen``, to the whole ``table``, or to one player, by the token of their seat.

    It replaces the handout on the screen. Raises ``Refused`` if they see it already, or for an unknown seat.
    """
    _check_gm(pen)
    state = _find(pen, handout)
    name, subject = state["meta"]["name"], f"handout:{handout}"
    readers = state.get("shown", {})
    changes = _move_to(pen, handout, state, ON_SCREEN) if to in (SCREEN, TABLE) else []
    if to == TABLE and TABLE not in readers:
        changes.append(Change(subject, f"shown.{TABLE}", None, True))
    if to in (SCREEN, TABLE):
        audience, sentence = "table", _("Shown to everybody: %(name)s", name=name)
    else:
        player = players.player(pen.campaign, to)
        if TABLE not in readers and to not in readers:
            changes.append(Change(subject, f"shown.{to}", None, True))
        audience, sentence = player.circle, _("Shown to %(player)s alone: %(name)s", player=player.name, name=name)
    if not changes:
        raise Refused(_("They can already see it."))
    _record(pen, "handout_shown", changes, audience, sentence)


@journal.command
def set_scene(pen: Pen, *, handout: str) -> None:
    """Make the picture of a handout the scene, which the shared screen shows while nothing else is shown there.

    It replaces the former scene. Raises ``Unreadable`` without a picture, ``Refused`` if it is the scene already.
    """
    _check_gm(pen)
    _set_scene(pen, handout)


def _set_scene(pen: Pen, handout: str) -> None:
    state = _find(pen, handout)
    if not state.get("picture"):
        raise Unreadable(_("A scene is a picture: this handout has none."), "file")
    changes = _move_to(pen, handout, state, SCENE)
    if not any(change.after for change in changes):
        raise Refused(_("It is the scene already."))
    _tell_scene(pen, changes, _("Scene: %(name)s", name=state["meta"]["name"]), _("Another scene"))


@journal.command
def clear_scene(pen: Pen, *, handout: str) -> None:
    """Remove the scene from the shared screen. Raises ``Refused`` if this handout is not the scene."""
    _check_gm(pen)
    state = _find(pen, handout)
    if not state.get(SCENE):
        raise Refused(_("It is not the scene."))
    words = _("The scene is taken away")
    _tell_scene(pen, [Change(f"handout:{handout}", SCENE, True, None)], words, words)


def _tell_scene(pen: Pen, changes: list[Change], gm: Text, table: Text) -> None:
    sentences = {"gm": to_json(gm), "table": to_json(table)}
    pen.record(Event("scene_set", pen.seat.token, "", tuple(changes), "table", {"told": sentences}))


@journal.command
def take_away(pen: Pen, *, handout: str) -> None:
    """Withdraw a handout from the screen and from all players. Raises ``Refused`` if nobody sees it."""
    _check_gm(pen)
    state = _find(pen, handout)
    paths = [path for path in (ON_SCREEN, "shown") if path in state]
    if not paths:
        raise Refused(_("Nobody sees it."))
    open_to_all = ON_SCREEN in state or TABLE in state.get("shown", {})
    sentence = _("Taken away: %(name)s", name=state["meta"]["name"])
    changes = [Change(f"handout:{handout}", path, state[path], None) for path in paths]
    _record(pen, "handout_taken", changes, "table" if open_to_all else "gm", sentence)


def clear_screen(pen: Pen) -> None:
    """Free the shared screen from its handout, for a fight that begins or goes on; players go on reading theirs."""
    shown = [row for row in Handout.objects.filter(campaign=pen.campaign).order_by("pk") if row.data.get(ON_SCREEN)]
    changes = [Change(row.subject, ON_SCREEN, True, None) for row in shown]
    names = ", ".join(row.name for row in shown)
    _record(pen, "handout_taken", changes, "table", _("No longer on the shared screen: %(name)s", name=names))


@journal.command
def remove(pen: Pen, *, handout: str) -> None:
    """Remove a handout, also for the players who could read it; can be undone."""
    _check_gm(pen)
    state = _find(pen, handout)
    changes = [Change(f"handout:{handout}", path, value, None) for path, value in state.items()]
    _record(pen, "handout_removed", changes, "gm", _("The handout is removed: %(name)s", name=state["meta"]["name"]))


def _check_gm(pen: Pen) -> None:
    check_gm(pen.seat, _("Only the game master shows handouts."))


def check_room(pen: Pen, coming: int = 0) -> None:
    """Raise ``Refused`` if the table is full, counting the ``coming`` handouts that the same command adds before."""
    if Handout.objects.filter(campaign=pen.campaign).count() + coming >= MOST_HANDOUTS:
        raise Refused(_("There is no room for more handouts at this table."))


def _begin(pen: Pen, subject: str) -> Plain:
    check_room(pen)
    pen.begin(subject)
    return {}


def _find(pen: Pen, handout: str) -> Plain:
    state = pen.read(f"handout:{handout}")
    if not state:
        raise Stale(_("This handout is no longer there."))
    return state


def _move_to(pen: Pen, handout: str, now: Plain, place: str) -> list[Change]:
    """The changes that set a flag which only one handout may have, and remove it from the others."""
    others = Handout.objects.filter(campaign=pen.campaign).exclude(token=handout)
    changes = [Change(other.subject, place, True, None) for other in others if other.data.get(place)]
    return changes if now.get(place) else [*changes, Change(f"handout:{handout}", place, None, True)]


def _record(pen: Pen, kind: str, changes: list[Change], audience: str, sentence: Text) -> None:
    if changes:
        pen.tell(kind, changes, audience, sentence)
