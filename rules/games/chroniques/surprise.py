"""Surprise: the ambushers, the difficulty, and the PER tests of the fighters who are ambushed (CHO-SURPRISE)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.character.fields import choice, flag, number
from rules.character.sheet import Field
from rules.core.acts import Effects, fighter_name, fighters
from rules.core.check import Check, Modifier, Outcome
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import GmAct
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script, run_together
from rules.core.text import Text
from rules.games.chroniques import checks, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.damage import Luck
from rules.games.chroniques.initiative import ACTED, SPENT
from rules.games.chroniques.settings import setting
from rules.games.chroniques.sheet import SCHEMA
from rules.games.chroniques.states import Surprise
from rules.games.chroniques.text import _

NOT_CONCEALED = _("Nobody lies in ambush: a group surprises only from where it was concealed.")
NOBODY = _("Nobody walks into the ambush.")

ROLES = {"none": _("No part in it"), "ambusher": _("Lies in ambush"), "ambushed": _("Walks into it")}
LATE = {key: label for key, label in ROLES.items() if key != "ambushed"}  # for a fighter who has already had a turn


def difficulty(ambushers: Sequence[Data], how: str, chosen: Data | None) -> int:
    """CHO-SURPRISE-02, 03, 08: 10 plus DEX and stealth bonus of the ambushers, combined as ``how`` says."""
    if chosen is not None and how == "chosen":
        return 10 + _stealth(chosen)
    values = [_stealth(sheet) for sheet in ambushers]
    return 10 + {"max": max(values), "mean": sum(values) // len(values)}.get(how, min(values))


class Ambush(GmAct):
    """CHO-SURPRISE-01 to 09: each ambushed fighter tests PER; those who fail are surprised on their first turn."""

    kind = "ambush"
    label = _("Ambush")
    rules = ("CHO-SURPRISE-01", "CHO-SURPRISE-02", "CHO-SURPRISE-06", "CHO-SURPRISE-09")
    says = _("An ambush: PER tests")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm"

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        who = _able(scene)
        fields = [field for fighter in who for field in _part(scene, fighter)]
        if setting(scene.settings, "surprise.group") == "chosen":
            label = _("Whose stealth counts")
            fields.append(Field("chosen", label, "choice", choices=fighters(scene, who), rule="CHO-SURPRISE-08"))
        return (*fields, flag("secret", _("Keep the difficulty secret"), False, "CHO-SURPRISE-02"))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        who = _able(scene)
        if who and all(_had_turn(scene, fighter) for fighter in who):
            return _("Surprise comes with the first turn of a fight.")
        return super().refusal(scene, actor) or (None if len(who) > 1 else NOBODY)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """CHO-SURPRISE-01: refuse an ambush without ambushers or without fighters to ambush."""
        args = action.args
        lying, walking = _with_role(scene, args, "ambusher"), _with_role(scene, args, "ambushed")
        first = next((key for key in args if key.startswith("role_")), "")
        if not lying:
            raise Refused(NOT_CONCEALED, first)
        if not walking:
            raise Refused(NOBODY, first)
        if "chosen" in args and args["chosen"] not in lying:  # CHO-SURPRISE-08
            raise Refused(_("This fighter is not in ambush."), "chosen")
        return ()

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _tests(scene, action.args)


def _tests(scene: Scene, args: Data) -> Script[Effects]:
    """CHO-SURPRISE-02 to 06: the ambushed test, and those who fail are surprised."""
    lying = [scene.sheet(who) for who in _with_role(scene, args, "ambusher")]
    if not lying:
        return ()
    chosen = scene.sheet(args["chosen"]) if args.get("chosen") in scene.fighters else None
    nd = difficulty(lying, setting(scene.settings, "surprise.group"), chosen)
    tests = [_test(scene, who, nd, args) for who in _with_role(scene, args, "ambushed")]
    results = yield from run_together(*(_rolled(scene, test) for test in tests))
    tested = [Effect("outcome", outcome.check.actor, outcome) for outcome, _lucky in results]
    spent = [Luck(outcome.check.actor, -1) for outcome, lucky in results if lucky]
    failed = [outcome.check.actor for outcome, _lucky in results if not outcome.level.succeeded]
    return (*tested, *spent, *(Surprise(who) for who in failed))


def _rolled(scene: Scene, test: Check) -> Script[tuple[Outcome, bool]]:
    """CHO-SURPRISE-05, CHO-TEST-01: one of the tests, and true if a point of luck was spent on it."""
    outcome = yield from checks.resolve(test, scene.settings, label=_("Surprise: PER test"))
    return (yield from checks.spend_luck(scene, test.actor, outcome, f"{test.actor}-"))


def _test(scene: Scene, fighter: str, nd: int, args: Data) -> Check:
    """CHO-SURPRISE-04, 09: the PER test of an ambushed fighter, with a modifier that the game master sets."""
    check = checks.ability(scene.sheet(fighter), scene.settings, "per")
    modifier = Modifier(_("Distance and surroundings"), args[f"modifier_{fighter}"], "CHO-SURPRISE-04")
    check = replace(check, actor=fighter, target=check.target.plus(modifier), secret=bool(args["secret"]))
    return check.against(nd, _("Difficulty %(nd)s", nd=nd), "CHO-SURPRISE-02")


def _stealth(sheet: Data) -> int:
    return sheets.ability(sheet, "dex") + int(SCHEMA.value(sheet, "stealth_bonus"))


def _able(scene: Scene) -> list[str]:
    return [who for who in scene.fighters if not initiative.is_out(scene, who)]


def _had_turn(scene: Scene, fighter: str) -> bool:
    """CHO-SURPRISE-06: the first turn of a fighter is over, or has begun with an action."""
    return bool(ACTED.of(scene, fighter) or SPENT.of(scene, fighter))


def _with_role(scene: Scene, args: Data, role: str) -> list[str]:
    return [who for who in scene.fighters if args.get(f"role_{who}") == role]


def _part(scene: Scene, fighter: str) -> tuple[Field, Field]:
    """CHO-SURPRISE-04, 06: a fighter who has already had a turn in this fight can no longer be ambushed."""
    roles = LATE if _had_turn(scene, fighter) else ROLES
    usual = _usual_role(scene, fighter)
    role = choice(
        f"role_{fighter}", fighter_name(scene, fighter), roles, usual if usual in roles else "none", "CHO-SURPRISE-01"
    )
    label = _("%(who)s: modifier of the PER test", who=scene.name(fighter))
    return role, number(f"modifier_{fighter}", label, 0, -20, 20, "CHO-SURPRISE-04")


def _usual_role(scene: Scene, fighter: str) -> str:
    """The default role: ambusher for a hidden fighter, ambushed for an opponent of one."""
    row = scene.fighters[fighter]
    if row.hidden:
        return "ambusher"
    return "ambushed" if any(other.hidden and other.side != row.side for other in scene.fighters.values()) else "none"
