"""The order of combat and where the fight is, in the game's own words."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game import Headline, Slot
from rules.core.scene import Scene
from rules.core.text import Text, plain, signed
from rules.games.medieval import combat, initiative, manoeuvres, titles
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import DYING
from rules.games.medieval.text import _, ngettext


def order(scene: Scene) -> tuple[Slot, ...]:
    """MED-INIT-01, 03: everybody in the order of combat, those who left the initiative at its end."""
    if not initiative.is_running(scene):
        return tuple(Slot(one, "", "next") for one in scene.fighters)
    now = combat.up(scene)
    return tuple(
        Slot(one, _at(scene, one), _state(scene, one, now), _note(scene, one)) for one in initiative.order(scene)
    )


def headline(scene: Scene) -> Headline:
    """The sequence and the round, then whose turn it is and what is left of it."""
    if not initiative.is_running(scene):
        over = scene.marks.get("over")
        return Headline(_("The fight is over") if over else _("Before the fight"))
    sequence, place = initiative.sequence(scene.round)
    words = _("Sequence %(sequence)s, round %(round)s of 5", sequence=sequence, round=place)
    part = combat.stage(scene)
    busy = [row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters]
    if part not in ("action", "end") or (part == "end" and not busy):
        return Headline(words, _PARTS[part])
    now = (*busy, *initiative.acting(scene))[0]
    return Headline(words, _turn(scene, now, bool(busy)))


def _turn(scene: Scene, now: str, busy: bool) -> Text:
    """MED-TURN-01, MED-MAN-03: whose turn it is, and what is left of it."""
    who, left = scene.name(now), int(initiative.mark(scene, now, "turn.assault") or 0)
    if left:
        return ngettext(
            "Turn of %(who)s: Assault, %(count)s attack left",
            "Turn of %(who)s: Assault, %(count)s attacks left",
            left,
            who=who,
        )
    if busy:
        return _("Turn of %(who)s", who=who)
    if initiative.holders(scene, now):
        return _("Turn of %(who)s: held", who=who)
    if manoeuvres.used(scene, now):
        return _("Turn of %(who)s: one action", who=who)
    return _("Turn of %(who)s: one action, one manoeuvre", who=who)


_PARTS: dict[str, Text] = {
    "opening": _("Who takes the initiative, who leaves it?"),
    "order": _("The order of combat"),
    "dying": _("Between life and death"),
    "declarations": _("Manoeuvres of the start of the round"),
    "end": _("Everybody has acted"),
}


def openly(scene: Scene, fighter: str) -> Text | None:
    """MED-INIT-02, MED-MAN-04: what a fighter has said: about the initiative, then the manoeuvre of the round."""
    chose = initiative.chose(scene, fighter)
    if chose:
        leaves = chose == "leave"
        return _("leaves the initiative") if leaves else _("takes the initiative")
    key = manoeuvres.used(scene, fighter)
    declared = initiative.mark(scene, fighter, "turn.declared")
    if declared and setting(scene.settings, "manoeuvre.sealed") and combat.owing(scene):
        return _("has declared")
    if not key:
        return None
    told = titles.aimed(scene, key, manoeuvres.aimed_at(scene, fighter))
    if key not in manoeuvres.STANCES:
        return told
    attack, defence = map(signed, manoeuvres.STANCES[key])
    worth = _("attack %(attack)s, Defence %(defence)s", attack=attack, defence=defence)
    return _("%(manoeuvre)s: %(worth)s", manoeuvre=told, worth=worth)


def _at(scene: Scene, fighter: str) -> str:
    """The total that gives a place in the order; that of wisdom for who left the initiative."""
    found = initiative.mark(scene, fighter, "init") or {}
    total = found.get("roll", found.get("wisdom"))
    return "" if total is None else plain(int(total))


def _state(scene: Scene, fighter: str, now: tuple[str, ...]) -> str:
    if fighter in now:
        return "now"
    if initiative.is_out(scene, fighter):
        return "out"
    return "done" if initiative.mark(scene, fighter, "turn.done") else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    """What everybody sees of a fighter beside his place."""
    told: list[Text] = []
    if initiative.mark(scene, fighter, "init.leave"):
        told.append(_("left the initiative"))
    if initiative.is_prone(scene, fighter):
        told.append(_("on the ground"))
    if holders := initiative.holders(scene, fighter):
        told.append(_("held by %(who)s", who=_named(scene, holders)))
    told += _feints(scene, fighter)
    if by := manoeuvres.destabilised(scene, fighter):
        told.append(_("Defence %(by)s", by=signed(-by)))
    if not initiative.is_out(scene, fighter) and (count := manoeuvres.state(scene, fighter).count):
        told.append(_("chain: %(count)s", count=count))
    if initiative.vital(scene, fighter) == DYING:
        told.append(_("dying"))
    return _("%(notes)s", notes=tuple(told)) if told else None


def _feints(scene: Scene, fighter: str) -> Iterator[Text]:
    """MED-MANOEUVRE-FEINTE: what a feint is worth to the one it is aimed at, once everybody has declared."""
    if combat.stage(scene) == "declarations":
        return
    attack, defence = map(signed, manoeuvres.FEINT)
    for one in scene.fighters:
        if manoeuvres.used(scene, one) == "feinte" and manoeuvres.aimed_at(scene, one) == fighter:
            yield _("feint of %(who)s: attack %(attack)s, then Defence %(defence)s",
                who=scene.name(one), attack=attack, defence=defence,
            )  # fmt: skip


def _named(scene: Scene, fighters: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(_("%(who)s", who=scene.name(one)) for one in fighters)
