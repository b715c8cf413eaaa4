"""Going from place to place at a pace (POL-SHEET-19, POL-RANGED-04), where the fight has places."""

from __future__ import annotations

from rules.character.sheet import Field
from rules.core.acts import Effects, fighter_name
from rules.core.memo import memoize
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.character import physique
from rules.games.polaris.character.sheet import line
from rules.games.polaris.close_combat import holds
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import DECLARED, WENT
from rules.games.polaris.shooting import fire
from rules.games.polaris.shooting.distance import GROUND, in_contact
from rules.games.polaris.shooting.ranged import MOVES
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.stages import StageAct
from rules.ground import moving
from rules.ground.layout import Way


@memoize
def paces(scene: Scene, fighter: str) -> dict[str, int]:
    """POL-SHEET-19: the metres of a turn at each pace."""
    sheet = scene.sheet(fighter)
    athletics = checks.global_level(sheet, scene.settings, line(sheet, "athletics")).total
    return {"still": 0} | {name: physique.metres(sheet, name, athletics) for name in physique.PACE_NAMES}


class Went(moving.Gone):
    """POL-RANGED-04: somebody has gone so many metres this turn, at this pace."""

    ground = GROUND
    metres: int
    pace: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        gone = WENT.set(scene, self.target, WENT.number(scene, self.target) + self.metres)
        return (*super().land(scene), gone, DECLARED.set(scene, self.target, self.pace, "pace"))


class Go(StageAct):
    """POL-SHEET-19, POL-RANGED-04: from one place to the next before the declared action, as far as a pace leads.

    The pace weighs on a shot of the turn, and on the shots of others.
    """

    kind = "go"
    label = _("Go")
    rules = ("POL-SHEET-19", "POL-RANGED-04")
    stages = ("resolution",)
    says = _("%(who)s moves")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(moving.exits(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        def hint(way: Way) -> Text | None:
            pace = self.pace(scene, actor, way)
            return _pace_text(scene, actor, pace) if pace else None

        aimed = initiative.declaration(scene, actor).get("target", "")
        whom = (aimed,) if aimed in scene.seen_by(actor) else moving.foes(scene, actor, initiative.is_out)
        return moving.destination(
            scene, actor, lambda way: self.too_far(scene, actor, way), hint, "POL-RANGED-04", stays=False, towards=whom
        )

    def hint(self, scene: Scene, actor: str) -> Text | None:
        """POL-MELEE-14: a move ends contact; hidden fighters are not named."""
        met = tuple(fighter_name(scene, who) for who in in_contact(scene, actor) if who in scene.seen_by(actor))
        return _("leaves the contact with %(names)s", names=met) if met else None

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        still = fire.STANDING if fire.is_aimed(initiative.declaration(scene, actor)) else None
        return (
            holds.why_seized(scene, actor)
            or holds.why_controlled(scene, actor)
            or wounds.why_rooted(scene.sheet(actor))
            or still
        )

    def pace(self, scene: Scene, actor: str, way: Way) -> str:
        """POL-SHEET-19: the slowest pace that leads so far, no slower than declared; empty where none does."""
        metres = WENT.number(scene, actor) + way.metres
        slower = tuple(MOVES).index(holds.pace(scene, actor))
        faster = tuple(MOVES)[max(1, slower) :]
        return next((pace for pace in faster if metres <= paces(scene, actor)[pace]), "")

    def too_far(self, scene: Scene, actor: str, way: Way) -> Text | None:
        """POL-WOUND-19, POL-RANGED-04: the reason against a way: beyond the fastest pace, or too fast to shoot."""
        pace, fastest = self.pace(scene, actor, way), wounds.fastest(scene.sheet(actor), "maximum")
        left = paces(scene, actor)[fastest] - WENT.number(scene, actor)
        if not pace or tuple(MOVES).index(pace) > tuple(MOVES).index(fastest):
            return _("Too far: %(metres)s m at most this turn.", metres=max(0, left))
        if pace == "maximum" and initiative.declaration(scene, actor).get("kind") == initiative.SHOT:
            return fire.FLAT_OUT
        return None

    def cost(self, scene: Scene, action: Action) -> Effects:
        way = moving.way_to(scene, action.actor, action.args["to"])
        assert way is not None  # its form offers no other place
        return (Went(action.actor, action.args["to"], way.metres, self.pace(scene, action.actor, way)),)


def _pace_text(scene: Scene, fighter: str, pace: str) -> Text:
    label, _target, shooter = MOVES[pace]
    if initiative.declaration(scene, fighter).get("kind") != initiative.SHOT:
        return _("pace: %(pace)s", pace=label)
    return _("pace: %(pace)s, your shot %(malus)s", pace=label, malus=signed(shooter))
