"""The manoeuvres declared at the start of a round, before anybody acts, and their cost (MED-MAN-01, 03 to 05)."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.rounds import GmAct
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script, roll
from rules.core.text import Text, signed
from rules.games.medieval import initiative
from rules.games.medieval.initiative import DECLARED, DESTABILISED, StageAct
from rules.games.medieval.manoeuvres import AGAINST, spend, why_not
from rules.games.medieval.movement import contact
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import MANOEUVRES, START
from rules.games.medieval.text import _


class Declared(Effect):
    """MED-MAN-04: a fighter has declared a manoeuvre or none, with its opponent if it has one."""

    kind = "declare"
    key: str = ""
    against: str = ""

    @property
    def value(self) -> Any:
        named = {"key": self.key, "target": self.against}
        return {key: item for key, item in named.items() if item}

    @classmethod
    def read(cls, target: str, value: Any) -> Declared:
        """The opponent is stored as ``target``."""
        row: Data = value or {}
        return cls(target, row.get("key", ""), row.get("target", ""))

    def land(self, scene: Scene) -> tuple[Change, ...]:
        against = scene.fighters[self.against].id if self.against else None
        declared = (DECLARED.set(scene, self.target), AGAINST.set(scene, self.target, against))
        return (*declared, scene.end_call(self.target))  # they were called to declare, not to act


class DeclareNothing(StageAct):
    """MED-MAN-04: a fighter declares no manoeuvre in this round."""

    kind = "declare_nothing"
    label = _("Declare nothing")
    rules = ("MED-MAN-04",)
    joint = True
    part = "declarations"

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Declared(action.actor),)

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return declaration_title(scene, action, _("%(who)s declares no manoeuvre", who=scene.name(action.actor)))


class Declaration(StageAct):
    """MED-MAN-01, 03 to 05: a manoeuvre is declared at the start of the round and paid for."""

    group = _("Manoeuvres")
    part = "declarations"
    usable_first = True
    key: ClassVar[str]

    def __init_subclass__(cls) -> None:
        row = MANOEUVRES[cls.key]
        cls.kind, cls.rules, cls.aims = f"declare_{row.key}", (row.rule,), row.aimed

    def named(self, scene: Scene, actor: str) -> Text:
        row = MANOEUVRES[self.key]
        return _("%(manoeuvre)s (%(pc)s PC)", manoeuvre=row.label, pc=row.pc)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return MANOEUVRES[self.key].says

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        if not self.aims:
            return ()
        whom = tuple(
            contact.person(scene, actor, who, self._why_not(scene, actor, who)) for who in scene.targets_of(actor)
        )
        return (Field("target", _("Target"), "choice", choices=whom, rule="MED-MAN-05"),)

    def _why_not(self, scene: Scene, actor: str, target: str) -> Text | None:
        return contact.why_gone(scene, target) or why_not(scene, actor, self.key, START, target=target)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_not(scene, actor, self.key, START)

    def cost(self, scene: Scene, action: Action) -> Effects:
        target = str(action.args.get("target", ""))
        return (Declared(action.actor, self.key, target), *spend(action.actor, self.key))

    def is_sealed(self, scene: Scene, action: Action) -> bool:
        return bool(setting(scene.settings, "manoeuvre.sealed"))

    def wording(self, scene: Scene, action: Action) -> Text | None:
        what = with_target(scene, self.key, str(action.args.get("target", "")))
        return declaration_title(
            scene, action, _("%(who)s declares: %(what)s", who=scene.name(action.actor), what=what)
        )


class Feint(Declaration):
    """MED-MANOEUVRE-FEINTE: lures one opponent into attacking first, and to their cost."""

    key = "feinte"


class Dodge(Declaration):
    """MED-MANOEUVRE-ESQUIVE: Defence for attack, against everybody."""

    key = "esquive"


class Rage(Declaration):
    """MED-MANOEUVRE-RAGE: attack for Defence, against everybody."""

    key = "rage"


class ForcefulBlock(Declaration):
    """MED-MANOEUVRE-BLOCAGE-FORCE: Strength helps to defend in melee."""

    key = "blocage_force"


class SkilfulDefence(Declaration):
    """MED-MANOEUVRE-DEFENSE-HABILE: Intelligence helps to defend in melee."""

    key = "defense_habile"


class EyeForAnEye(Declaration):
    """MED-MANOEUVRE-OEIL: answers a hit with a hit, without a roll."""

    key = "oeil"


class DesperateFeint(Declaration):
    """MED-MANOEUVRE-FEINTE-DESESPEREE: takes a blow, and gives a full one without a roll."""

    key = "feinte_desesperee"


class CounterAttack(Declaration):
    """MED-MANOEUVRE-CONTRE-ATTAQUE: answers a miss with a hit, without a roll."""

    key = "contre_attaque"


class Destabilise(Declaration):
    """MED-MANOEUVRE-DESTABILISATION: a d10 is rolled, and lowers the Defence of the opponent."""

    key = "destabilisation"
    die = Dice(1, 10)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self._drop(action.actor, action.args["target"])

    def _drop(self, fighter: str, target: str) -> Script[Effects]:
        faces = yield from roll("die", fighter, self.die, MANOEUVRES[self.key].label)
        return (Destabilised(target, sum(faces)),)


class Destabilised(Effect):
    """MED-MANOEUVRE-DESTABILISATION: a Defence is lowered, which can be done only once in a fight."""

    kind = "destabilise"
    is_open = True
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DESTABILISED.set(scene, self.target, {"by": int(self.by), "round": scene.round}),)

    def told(self, scene: Scene) -> Text | None:
        return _("Defence %(by)s against everybody", by=signed(-int(self.by)))


DECLARATIONS = (
    *(DeclareNothing, Feint, Dodge, Rage, ForcefulBlock, SkilfulDefence),
    *(EyeForAnEye, DesperateFeint, CounterAttack, Destabilise),
)


def declaration_title(scene: Scene, action: Action, openly: Text) -> Text:
    """The title of a declaration; by house setting it does not reveal what was declared."""
    sealed = setting(scene.settings, "manoeuvre.sealed")
    return _("%(who)s has declared", who=scene.name(action.actor)) if sealed else openly


def with_target(scene: Scene, key: str, target: str) -> Text:
    label = MANOEUVRES[key].label
    if target not in scene.fighters:
        return label
    return _("%(manoeuvre)s against %(target)s", manoeuvre=label, target=scene.name(target))


class CloseDeclarations(GmAct):
    """MED-MAN-04: the game master ends the declarations of the round."""

    kind = "close"
    label = _("Nobody else declares")
    rules = ("MED-MAN-04",)
    says = _("Nobody else declares a manoeuvre")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and initiative.stage(scene) == "declarations"

    def cost(self, scene: Scene, action: Action) -> Effects:
        return tuple(Declared(who) for who in scene.fighters if not DECLARED.of(scene, who))
