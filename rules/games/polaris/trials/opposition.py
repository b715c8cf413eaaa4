"""One against several: the acting roll meets each opponent’s own, or the best of them (POL-OPP-04)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Act, Effects, fighters
from rules.core.check import Check, Outcome
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Script, run_together
from rules.core.text import Text, sentence_about, signed
from rules.games.polaris.character.sheet import lines
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import ATTRIBUTES, DIFFICULTIES
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.remarks import Remark, rolled
from rules.games.polaris.trials.resolution import resolve, winner
from rules.games.polaris.turn import initiative

_ALL = Choice("all", _("Everybody on other sides"))


def oppose(scene: Scene, args: Data) -> Script[Effects]:
    """POL-OPP-01, 02, 04: one roll of the actor, and one of each opponent against it."""
    actor = str(args["fighter"])
    mine, theirs = checks.of_fighter(scene, actor, str(args["check"])), _resisting_checks(scene, actor, args)
    if mine is None or not theirs:
        return (Remark(actor, _("nobody can oppose this")),)
    mine = checks.adjusted(mine, args, scene.settings)
    outcomes = yield from run_together(
        resolve(mine, scene.settings, "acts"),
        *(resolve(check, scene.settings, f"resists-{check.actor}") for check in theirs),
    )
    return (*(rolled(outcome) for outcome in outcomes), *_ends(scene, actor, outcomes))


def _resisting_checks(scene: Scene, actor: str, args: Data) -> list[Check]:
    """POL-OPP-04: the tests against the acting one, or the best of them alone."""
    opponents = _opponents(scene, actor, str(args["against"]))
    tests = (checks.of_fighter(scene, who, str(args["opposing"])) for who in opponents)
    secret = bool(args.get("secret_against"))
    opposing = [replace(check, secret=secret) for check in tests if check is not None]
    if setting(scene.settings, "group_opposition") == "best":
        return sorted(opposing, key=lambda check: (check.refused is not None, -check.target.total))[:1]
    return opposing


def _ends(scene: Scene, actor: str, outcomes: tuple[Outcome, ...]) -> Effects:
    """The end with each opponent; of a secret test the game master alone reads that."""
    first, *others = outcomes
    secret = any(outcome.check.secret for outcome in outcomes)
    remarks: Effects = ()
    for outcome in others:
        won = winner(first, outcome, scene.settings)
        text = _end_text(scene, outcome.check.actor, won is first, won is None)
        if secret:
            text = sentence_about(scene.name(actor), text)
        remarks += (Remark("gm" if secret else actor, text),)
    return remarks


def _end_text(scene: Scene, other: str, won: bool, nothing: bool) -> Text:
    who = scene.name(other)
    if nothing:
        return _("nothing happens against %(who)s", who=who)
    return _("wins against %(who)s", who=who) if won else _("loses to %(who)s", who=who)


def _tests(scene: Scene) -> dict[str, Text]:
    """Everything somebody present can test, specialties and lines of their own included."""
    own = {line.key: line.label for who in scene.fighters for line in lines(scene.sheet(who))}
    return {**ATTRIBUTES, "reaction": _("Reaction"), "luck": _("Luck"), **own}


def _opponents(scene: Scene, actor: str, against: str) -> list[str]:
    """The opponents of a test: the named one, or everybody of other sides whom the actor sees and who can still act."""
    side = scene.fighters[actor].side
    if against == "all":
        able = (who for who in scene.seen_by(actor) if not initiative.is_out(scene, who))
        return [who for who in able if scene.fighters[who].side != side]
    return [against] if against in scene.fighters and against != actor else []


class Oppose(Act):
    """POL-OPP-01 to 04: an opposed test outside of blows, such as stealth against the observation of every guard."""

    kind = "oppose"
    label = _("Opposed test")
    rules = ("POL-OPP-01", "POL-OPP-03", "POL-OPP-04")
    by_gm = True
    opposes = True
    says = _("Opposed test")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and not scene.exchanges and len(scene.fighters) > 1

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        who, tests = fighters(scene, scene.fighters), _tests(scene)
        rows = tuple(Choice(key, label, hint=_("%(by)s", by=signed(by))) for key, (label, by) in DIFFICULTIES.items())
        return (
            Field("fighter", _("Who acts"), "choice", choices=who),
            choice("check", _("What is tested"), tests, "stealth"),
            Field("against", _("Against"), "choice", default="all", choices=(_ALL, *who)),
            choice("opposing", _("With"), tests, "observation"),
            Field("difficulty", _("Difficulty"), "choice", default="average", choices=rows, rule="POL-TEST-06"),
            number("modifier", _("Modifier"), 0, -30, 30, "POL-TEST-08"),
            flag("secret", _("Secret for who acts"), False, "POL-OPP-03"),
            flag("secret_against", _("Secret for who opposes"), False, "POL-OPP-03"),
        )

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return oppose(scene, action.args)
