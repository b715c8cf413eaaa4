"""Actions besides blows: weapons, cover, bracing, the saddle, first aid (MYT-ACT)."""

from __future__ import annotations

from rules.character.fields import number
from rules.character.sheet import Choice, Field
from rules.core.acts import Act, Effects
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.scene import Action, Scene
from rules.core.script import Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.actions.cover import Cover
from rules.games.mythras.character import healing
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.combat import consequences
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import OBJECTS
from rules.games.mythras.equipment.holding import Hold, Reached, why_elsewhere, why_not_reached
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.marks import LYING
from rules.games.mythras.rolls import luck
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.acts import KEPT_DOWN, Quiet, QuietProcedure, TurnAct, title_text
from rules.games.mythras.rounds.ground import why_apart
from rules.games.mythras.rounds.picks import NO_WEAPON, name_text
from rules.games.mythras.rounds.states import Braced, Mounted, Mounting, Thwarted, Unsettled
from rules.games.mythras.text import _, ngettext


class Ready(Quiet):
    """MYT-ACT-READY: draw or sheathe, a hand is needed for what is drawn; what lies there is reached first."""

    kind = "ready"
    label = _("Ready a weapon")
    rules = ("MYT-ACT-READY",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("weapon", _("Weapon"), "choice", choices=_readied(scene, actor), rule="MYT-ACT-READY"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None if _readied(scene, actor) else NO_WEAPON

    def does(self, scene: Scene, action: Action) -> Effects:
        weapon = arms.find(scene.sheet(action.actor), str(action.args["weapon"]), scene.settings)
        if weapon is None:
            raise Refused(NO_WEAPON, "weapon")
        left = int(LYING.rows(scene, action.actor).get(weapon.key, 0))
        if lost := why_not_reached(scene, action.actor, weapon.key):
            raise Refused(lost, "weapon")
        if left > 1:
            return (Reached(action.actor, weapon.key, left - 1),)
        return (Hold(action.actor, weapon.key, not weapon.in_hand),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s readies a weapon"), scene, action)


@memoize
def _readied(scene: Scene, fighter: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            weapon.key,
            _("Sheathe: %(weapon)s", weapon=weapon.label)
            if weapon.in_hand
            else _("Draw: %(weapon)s", weapon=weapon.label),
            limbs.why_caught(scene, fighter, weapon)
            or why_elsewhere(scene, fighter, weapon.key)
            or why_not_reached(scene, fighter, weapon.key)
            or (None if weapon.in_hand else no_hand(scene, fighter, weapon)),
            _lies(scene, fighter, weapon),
        )
        for weapon in arms.weapons(scene.sheet(fighter), scene.settings)
        if not weapon.natural
    )


def _lies(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-ACT-READY: what lies on the ground takes an action to reach and one to be on guard again."""
    left = int(LYING.rows(scene, fighter).get(weapon.key, 0))
    far = ngettext("on the ground, %(count)s action away", "on the ground, %(count)s actions away", left)
    return far if left else None


def no_hand(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-ACT-READY, MYT-FX-GRIP: why there is no hand left for a weapon."""
    full, both = _full_hands(scene, fighter)
    return _("Both hands are full.") if full >= (1 if both or "two_handed" in weapon.flags else 2) else None


@memoize
def _full_hands(scene: Scene, fighter: str) -> tuple[int, bool]:
    """The hands that hold a weapon or somebody, or are lost, and if a weapon takes two of them."""
    lost, weapons = limbs.lost_arms(scene, fighter), arms.weapons(scene.sheet(fighter), scene.settings)
    held = (row for row in weapons if row.in_hand and not row.natural)
    carried = [row for row in held if lost.isdisjoint(limbs.holding(scene, fighter, row))]
    full = len(carried) + limbs.gripping_hands(scene, fighter) + len(lost)
    return full, any("two_handed" in row.flags for row in carried)


class TakeCover(QuietProcedure):
    """MYT-ACT-TAKE-COVER: behind what, and how much it hides; the game master knows what there is. Or out of it."""

    kind = marks.COVER.key
    label = _("Take cover")
    defensive = True
    rules = ("MYT-ACT-TAKE-COVER", "MYT-CLOSE-COVER")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return limbs.why_rooted(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        near = cover.shelter(scene, actor)
        rows = {near: OBJECTS[near]} if near in OBJECTS else OBJECTS
        of = tuple(
            Choice(key, label, hint=_("armour %(points)s", points=points)) for key, (label, points, _hp) in rows.items()
        )
        now, cowed = cover.of(scene, actor), bool(marks.COWED.of(scene, actor))
        hidden = cover.HIDES[str(now["hides"])][1] if now and cowed else frozenset()
        hides = tuple(Choice(key, row[0], KEPT_DOWN if row[1] < hidden else None) for key, row in cover.HIDES.items())
        stays = (KEPT_DOWN if cowed else None) if now else _("Is behind nothing.")
        out = Choice("none", _("Come out of it"), stays)
        return (
            Field("of", _("Behind what"), "choice", default=near or "wooden_wall", choices=(*of, out)),
            Field("hides", _("How much it hides"), "choice", default="chest", choices=hides),
        )

    def does(self, scene: Scene, action: Action) -> Effects:
        """Raise ``Refused`` for the cover that one is in."""
        same = dict(cover.of(scene, action.actor)) == {key: action.args[key] for key in ("of", "hides")}
        if same and not marks.EXPOSED.of(scene, action.actor):
            raise Refused(_("Is there already."), "of")
        return (Unsettled(action.actor),)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects]:
        actor, of = action.actor, str(action.args["of"])
        if of == "none":
            return (Cover(actor),)
        if not action.gm and cover.shelter(scene, actor) != of:
            rows = Option("there", _("It is there")), Option("nothing", _("There is no such cover"))
            label = _("%(who)s takes cover: %(what)s", who=scene.name(actor), what=OBJECTS[of][0])
            if (yield from choose("there", "gm", label, rows)) == "nothing":
                return (Thwarted(actor),)
        return (Cover(actor, of, str(action.args["hides"])),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s uses the cover"), scene, action)


class Brace(Quiet):
    """MYT-ACT-BRACE: heavier until one moves; a firm stance is that of somebody on their feet."""

    kind = "brace"
    label = _("Brace oneself")
    defensive = True
    rules = ("MYT-ACT-BRACE",)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if marks.PRONE.of(scene, actor):
            return _("Lies on the ground.")
        if marks.MOUNTED.of(scene, actor) or marks.SWIMMING.of(scene, actor):
            return _("Stands on no ground.")
        return _("Braced already.") if marks.BRACED.of(scene, actor) else None

    def does(self, scene: Scene, action: Action) -> Effects:
        return (Braced(action.actor),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s braces"), scene, action)


class Mount(Quiet):
    """MYT-ACT-MOUNT: up or down; a huge mount takes several turns, as the game master says."""

    kind = "mount"
    label = _("Mount")
    rules = ("MYT-ACT-MOUNT",)
    exposing = True

    def named(self, scene: Scene, actor: str) -> Text:
        return _("Dismount") if marks.MOUNTED.of(scene, actor) else self.label

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("turns", _("Turns it takes"), 1, 1, 10, "MYT-ACT-MOUNT", gm_only=True),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        prone = _("Lies on the ground.") if marks.PRONE.of(scene, actor) else None
        return prone or limbs.why_rooted(scene, actor)

    def does(self, scene: Scene, action: Action) -> Effects:
        actor = action.actor
        left = int(marks.MOUNTING.of(scene, actor) or action.args.get("turns", 1)) - 1
        up = () if left else (Mounted(actor, not marks.MOUNTED.of(scene, actor)),)
        return (Unsettled(actor), Mounting(actor, left), *up)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s mounts or dismounts"), scene, action)


class Aid(Act):
    """MYT-HEAL-01: first aid for a wound."""

    label = _("Give first aid")
    rules = ("MYT-HEAL-01",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(healing.wounds(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("wound", _("Wound"), "choice", choices=self._rows(scene, actor), rule="MYT-HEAL-01"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return consequences.skill(scene, actor, "first_aid").refused

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        rows = []
        for whom, key, why in healing.wounds(scene, actor):
            place, bleeds = sheets.location(scene.sheet(whom), key), SCHEMA.value(scene.sheet(whom), "state.bleeding")
            where = place.label if place else _("Bleeding") if bleeds else _("out of the fight")
            label = _("%(who)s: %(where)s", who=scene.name(whom), where=where)
            if not scene.knows_wounds(actor, whom):
                label = name_text(scene, whom)
            far = None if whom == actor else why_apart(scene, actor, whom)
            rows.append(Choice(f"{whom}-{key}", label, why or far))
        return tuple(rows)

    def title(self, scene: Scene, action: Action) -> Text | None:
        whom = str(action.args.get("wound", "")).partition("-")[0]
        if whom in (action.actor, ""):
            return title_text(_("%(who)s gives first aid"), scene, action)
        return _("%(who)s gives %(whom)s first aid", who=scene.name(action.actor), whom=scene.name(whom))


class FirstAid(Aid, TurnAct):
    """MYT-HEAL-01: first aid in a fight, within reach."""

    kind = "aid"

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return healing.give_aid(scene, action.actor, action.args)


class FirstAidAfter(Aid):
    """MYT-HEAL-01, MYT-LUCK-01: first aid outside a fight, by somebody who can act."""

    kind = "aid_after"
    downtime = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in scene.fighters and super().is_open(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return _("Helpless.") if initiative.is_out(scene, actor) else super().refusal(scene, actor)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return luck.offer_at_last(scene, lambda now: healing.give_aid(now, action.actor, action.args))
