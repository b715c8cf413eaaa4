"""Surprise: an ambush, its difficulty, and the test of everybody who walks into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script, together
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.chroniques import checks, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.schema import SCHEMA
from rules.games.chroniques.settings import setting
from rules.games.chroniques.text import _

NOT_CONCEALED = _("Nobody lies in ambush: a group surprises only from where it was concealed.")
NOBODY = _("Nobody walks into the ambush.")

ROLES = {
    "none": _("No part in it"),
    "ambusher": _("Lies in ambush"),
    "ambushed": _("Walks into it"),
}


def difficulty(ambushers: Sequence[Data], how: str, chosen: Data | None) -> int:
    """CHO-SURPRISE-02, 03, 08: 10 and the DEX and stealth of those who lie in ambush."""
    if chosen is not None and how == "chosen":
        return 10 + _stealth(chosen)
    values = [_stealth(sheet) for sheet in ambushers]
    return 10 + {"max": max(values), "mean": sum(values) // len(values)}.get(how, min(values))


def offer(scene: Scene) -> Offer:
    """CHO-SURPRISE-01, 04: who lies in ambush, who walks into it and with which modifier."""
    label = _("Ambush")
    if scene.round > 1:
        late = _("Surprise comes with the first turn of a fight.")
        return Offer("ambush", "gm", label, refused=late)
    who = [one for one in scene.fighters if not initiative.is_out(scene, one)]
    fields = [field for one in who for field in _fields(scene, one)]
    if setting(scene.settings, "surprise.group") == "chosen":
        names = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in who)
        chosen = _("Whose stealth counts")
        fields.append(Field("chosen", chosen, "choice", choices=names, rule="CHO-SURPRISE-08"))
    secret = _("Keep the difficulty secret")
    fields.append(Field("secret", secret, "flag", default=False, rule="CHO-SURPRISE-02"))
    return Offer("ambush", "gm", label, tuple(fields), None if len(who) > 1 else NOBODY)


def read(scene: Scene, args: Data) -> None:
    """CHO-SURPRISE-01: raise ``Refused`` for an ambush without ambushers, or without anybody ambushed."""
    lying, walking = _with_role(scene, args, "ambusher"), _with_role(scene, args, "ambushed")
    first = next((key for key in args if key.startswith("role_")), "")
    if not lying:
        raise Refused(NOT_CONCEALED, first)
    if not walking:
        raise Refused(NOBODY, first)
    if "chosen" in args and args["chosen"] not in lying:  # CHO-SURPRISE-08
        raise Refused(_("This one does not lie in ambush."), "chosen")


def ambush(scene: Scene, args: Data) -> Script[tuple[Effect, ...]]:
    """CHO-SURPRISE-02 to 06: everybody ambushed tests PER; who fails is surprised."""
    lying = [scene.sheet(one) for one in _with_role(scene, args, "ambusher")]
    if not lying:
        return ()
    chosen = scene.sheet(args["chosen"]) if args.get("chosen") in scene.fighters else None
    nd = difficulty(lying, setting(scene.settings, "surprise.group"), chosen)
    tests = [_test(scene, one, nd, args) for one in _with_role(scene, args, "ambushed")]
    named = _("Surprise: PER test")
    outcomes = yield from together(*(checks.resolve(test, scene.settings, label=named) for test in tests))
    tested = [Effect("outcome", one.check.actor, one) for one in outcomes]
    failed = [one.check.actor for one in outcomes if not one.level.succeeded]
    return (*tested, *(Effect("state", one, {"key": "surprised"}) for one in failed))


def _test(scene: Scene, fighter: str, nd: int, args: Data) -> Check:
    """CHO-SURPRISE-04, 09: PER and the modifier of the game master."""
    check = checks.ability(scene.sheet(fighter), scene.settings, "per")
    modifier = Modifier(_SITUATION, args[f"modifier_{fighter}"], "CHO-SURPRISE-04")
    told = Modifier(_("Difficulty %(nd)s", nd=nd), 0, "CHO-SURPRISE-02", secret=True)
    target = replace(check.target.plus(modifier), modifiers=(*check.target.plus(modifier).modifiers, told))
    return replace(check, actor=fighter, extra=nd, target=target, secret=bool(args["secret"]))


_SITUATION: Text = _("Distance and surroundings")


def _stealth(sheet: Data) -> int:
    return sheets.ability(sheet, "dex") + int(SCHEMA.value(sheet, "stealth_bonus"))


def _with_role(scene: Scene, args: Data, role: str) -> list[str]:
    return [one for one in scene.fighters if args.get(f"role_{one}") == role]


def _fields(scene: Scene, fighter: str) -> tuple[Field, Field]:
    who = scene.name(fighter)
    roles = tuple(Choice(key, label) for key, label in ROLES.items())
    part = Field(
        f"role_{fighter}",
        _("%(who)s", who=who),
        "choice",
        default=_usual_role(scene, fighter),
        choices=roles,
        rule="CHO-SURPRISE-01",
    )
    label = _("%(who)s: modifier of the PER test", who=who)
    return part, Field(f"modifier_{fighter}", label, default=0, least=-20, most=20, rule="CHO-SURPRISE-04")


def _usual_role(scene: Scene, fighter: str) -> str:
    """Who is hidden lies in ambush, and whoever faces somebody hidden walks into it."""
    row = scene.fighters[fighter]
    if row.hidden:
        return "ambusher"
    return "ambushed" if any(one.hidden and one.side != row.side for one in scene.fighters.values()) else "none"
