"""The forms of what is done beside striking: weapons, footing, movement, cover, care, magic (MYT-ACT, MYT-FREE)."""

from __future__ import annotations

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.mythras import cover, healing, initiative, limbs, magic, moving
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.arms import OBJECTS
from rules.games.mythras.picks import FREE, NO_WEAPON, NOBODY, PROACTIVE, all_refused, named, simple, targets
from rules.games.mythras.text import _, ngettext
from rules.games.mythras.weapons import Weapon


def ready(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-READY: draw or sheathe; a hand is needed for what is drawn."""
    rows = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.natural]
    choices = tuple(
        Choice(
            one.key,
            _("Sheathe: %(weapon)s", weapon=one.label) if one.in_hand else _("Draw: %(weapon)s", weapon=one.label),
            None if one.in_hand else no_hand(scene, fighter, one),
            _lying(scene, fighter, one),
        )
        for one in rows
    )
    what = Field("weapon", _("Weapon"), "choice", choices=choices, rule="MYT-ACT-READY")
    label = _("Ready a weapon")
    return Offer("ready", fighter, label, (what,), all_refused(choices, NO_WEAPON), group=PROACTIVE)


def _lying(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-ACT-READY: what lies on the ground takes an action to reach and one to be on guard again."""
    left = int(initiative.mark(scene, fighter, f"lying.{weapon.key}") or 0)
    told = ngettext("on the ground, %(count)s action away", "on the ground, %(count)s actions away", left)
    return told if left else None


def no_hand(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-ACT-READY: why there is no hand left for a weapon."""
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if one.in_hand and not one.natural]
    both = any("two_handed" in one.flags for one in (*carried, weapon))
    return _("Both hands are full.") if len(carried) >= (1 if both else 2) else None


def stand(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-REGAIN-FOOTING: freely, or against who is in contact; not from under somebody."""
    if not initiative.mark(scene, fighter, "prone"):
        return None
    over, why = str(initiative.mark(scene, fighter, "under") or ""), None
    if over in scene.fighters and not initiative.is_out(scene, over):
        why = _("%(who)s is on top.", who=scene.name(over))
    lost = limbs.useless(scene, fighter)
    legs = [one for one in sheets.locations(scene.sheet(fighter)) if one.kind == "leg"]
    lame = _("No leg carries.") if legs and all(one.key in lost for one in legs) else None
    return simple("stand", fighter, _("Regain footing"), why or lame)


def struggle(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-STRUGGLE: out of whatever holds one."""
    choices = tuple(
        Choice(f"{kind}-{key}", label) for kind, label in HOLDS.items() for key in initiative.held(scene, fighter, kind)
    )
    what = Field("what", _("Out of what"), "choice", choices=choices, rule="MYT-ACT-STRUGGLE")
    label = _("Struggle")
    return Offer("struggle", fighter, label, (what,), group=PROACTIVE) if choices else None


HOLDS = {
    "gripped": _("a grip"),
    "entangled": _("what entangles"),
    "pinned": _("a pinned weapon"),
}


def haul(scene: Scene, fighter: str) -> Offer | None:
    """MYT-FX-ENTANGLE: in the turn after, whom one entangles is thrown down without another attack."""
    caught = [one for one in initiative.held(scene, fighter, "snares") if one in scene.fighters]
    holds = [one for one in caught if any(row["by"] == fighter for row in limbs.snares(scene, one).values())]
    choices = tuple(Choice(one, named(scene, one)) for one in holds)
    whom = Field("target", _("Target"), "choice", choices=choices, rule="MYT-FX-ENTANGLE")
    label = _("Pull the entangled off their feet")
    return Offer("haul", fighter, label, (whom,), group=PROACTIVE) if choices else None


def pull(scene: Scene, fighter: str) -> Offer | None:
    """MYT-FX-IMPALE: a weapon that sticks in somebody, oneself included."""
    choices = tuple(
        Choice(f"{one}-{key}", _("from %(who)s", who=scene.name(one)))
        for one in scene.fighters
        for key, row in initiative.held(scene, one, "impaled").items()
        if fighter in (one, row.get("by")) or not row.get("by")
    )
    which = Field("which", _("Which weapon"), "choice", choices=choices, rule="MYT-FX-IMPALE")
    label = _("Pull out a weapon")
    return Offer("pull", fighter, label, (which,), group=PROACTIVE) if choices else None


def change_range(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-CHANGE-RANGE: close in, or break away."""
    near = set(initiative.engaged(scene, fighter))
    held = limbs.rooted(scene, fighter)
    choices = tuple(
        Choice(
            one.key,
            one.label,
            one.refused or held,
            _("break away") if one.key in near else _("close in"),
        )
        for one in targets(scene, fighter, attacks=False)
    )
    other = Field("other", _("From or to whom"), "choice", choices=choices)
    label = _("Change range")
    return Offer("range", fighter, label, (other,), all_refused(choices, NOBODY), group=PROACTIVE)


def move(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-MOVE, MYT-MOVE-02: not while engaged; how, how far, past whom and up to whom."""
    near = _("Engaged: change range instead.") if initiative.engaged(scene, fighter) else None
    lost = limbs.useless(scene, fighter)
    legs = [one for one in sheets.locations(scene.sheet(fighter)) if one.kind == "leg" and one.key in lost]
    lame = _("%(location)s: cannot be used.", location=legs[0].label) if legs else None
    sheet = scene.sheet(fighter)
    how = tuple(
        Choice(key, _("%(how)s: %(metres)s m", how=label, metres=moving.metres(sheet, key)), why)
        for key, label in moving.HOW.items()
        for why in (moving.barred(scene, fighter, key),)
    )
    usual = "crawl" if initiative.mark(scene, fighter, "prone") else "walk"
    nobody = Choice("none", _("nobody"))
    around = tuple(Choice(one, named(scene, one)) for one in initiative.seen_by(scene, fighter))
    fields = (
        Field("how", _("How"), "choice", default=usual, choices=how, rule="MYT-ATTR-06"),
        _whom("other", _("Up to whom"), "MYT-MOVE-03", (nobody, *around)),
        Field("note", _("Where to"), "text", most=80),
        Field("metres", _("Metres (0: as computed)"), default=0, least=0, most=999, gm_only=True, rule="MYT-ACT-MOVE"),
    )
    return Offer("move", fighter, _("Move"), fields, near or lame, frozenset({"metres"}), group=PROACTIVE)


def _whom(key: str, label: Text, rule: str, choices: tuple[Choice, ...]) -> Field:
    return Field(key, label, "choice", default="none", choices=choices, rule=rule)


def brace(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-BRACE."""
    done = _("Braced already.") if initiative.mark(scene, fighter, "braced") else None
    return simple("brace", fighter, _("Brace oneself"), done)


def mount(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-MOUNT: up or down."""
    up = not initiative.mark(scene, fighter, "mounted")
    label = _("Mount") if up else _("Dismount")
    prone = _("Lies on the ground.") if initiative.mark(scene, fighter, "prone") else None
    turns = Field("turns", _("Turns it takes"), default=1, least=1, most=10, gm_only=True, rule="MYT-ACT-MOUNT")
    why = prone or limbs.rooted(scene, fighter)
    return Offer("mount", fighter, label, (turns,), why, frozenset({"turns"}), group=PROACTIVE)


def take_cover(scene: Scene, fighter: str) -> Offer:
    """MYT-ACT-TAKE-COVER: behind what, and how much of one it hides; or out of it again."""
    near = str(initiative.mark(scene, fighter, "shelter") or "")
    rows = {near: OBJECTS[near]} if near in OBJECTS else OBJECTS
    of = tuple(
        Choice(key, label, hint=_("armour %(points)s", points=points)) for key, (label, points, _hp) in rows.items()
    )
    hides = tuple(Choice(key, row[0]) for key, row in cover.HIDES.items())
    out = Choice("none", _("Come out of it"))
    fields = (
        Field("of", _("Behind what"), "choice", default=near or "wooden_wall", choices=(*of, out)),
        Field("hides", _("How much it hides"), "choice", default="chest", choices=hides),
    )
    return Offer("cover", fighter, _("Take cover"), fields, group=PROACTIVE)


def hide(scene: Scene, fighter: str, args: Data) -> Script[tuple[Effect, ...]]:
    """MYT-ACT-TAKE-COVER: behind what is there, as the game master knows; or out of it."""
    of = str(args["of"])
    out = Effect("cover", fighter, None)
    if of == "none":
        return (out,)
    known = scene.fighters[fighter].side == "npc" or initiative.mark(scene, fighter, "shelter") == of
    if not known:
        rows = (
            Option("there", _("It is there")),
            Option("nothing", _("There is no such cover")),
        )
        label = _("%(who)s takes cover: %(what)s", who=scene.name(fighter), what=OBJECTS[of][0])
        if (yield from choose("there", "gm", label, rows)) == "nothing":
            return (Effect("thwarted", fighter),)
    return (Effect("cover", fighter, {"of": of, "hides": str(args["hides"])}),)


def peek(scene: Scene, fighter: str) -> Offer | None:
    """MYT-ACT-SNEAK-PEEK: from behind something."""
    if not cover.of(scene, fighter):
        return None
    return simple("peek", fighter, _("Peek out of cover: Perception"))


def _aimed(scene: Scene, fighter: str) -> Field:
    around = tuple(Choice(one, named(scene, one)) for one in initiative.seen_by(scene, fighter))
    nobody = Choice("none", _("nobody"))
    return Field("target", _("At whom"), "choice", default="none", choices=(nobody, *around), rule="MYT-CLOSE-EVADE")


def _offends(scene: Scene, fighter: str) -> Text | None:
    surprised = initiative.mark(scene, fighter, "no_offence")
    return _("Surprised in this round: no attack.") if surprised else None


def unleash(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-ACT-CAST: what is ready is released at any time, until the next turn or for as long as it is held."""
    busy = any(one.action.kind == "unleash" and one.action.actor == fighter for one in scene.exchanges.values())
    if busy or not initiative.mark(scene, fighter, "spell") or magic.skill(scene, fighter) is None:
        return ()
    why = _offends(scene, fighter)
    return (
        Offer("unleash", fighter, _("Release the spell that is ready"), (_aimed(scene, fighter),), why, group=FREE),
    )


def aid(scene: Scene, fighter: str) -> Offer | None:
    """MYT-HEAL-01: first aid for a wound within reach."""
    choices = []
    for whom, key, why in healing.wounds(scene, fighter):
        body = sheets.location(scene.sheet(whom), key)
        where = body.label if body else _("out of the fight")
        label = _("%(who)s: %(where)s", who=scene.name(whom), where=where)
        choices.append(Choice(f"{whom}-{key}", label, why))
    field = Field("wound", _("Wound"), "choice", choices=tuple(choices), rule="MYT-HEAL-01")
    label = _("Give first aid")
    why = all_refused(choices, NOBODY)
    return Offer("aid", fighter, label, (field,), why, group=PROACTIVE) if choices else None


def spells(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-ACT-CAST, MYT-ACT-HOLD-MAGIC: for who has learnt magic."""
    if magic.skill(scene, fighter) is None:
        return ()
    what = Field("note", _("What is cast"), "text", most=80, rule="MYT-ACT-CAST")
    prepare = Offer("prepare", fighter, _("Work on a spell: one turn"), (what,), group=PROACTIVE)
    fields = (what, _aimed(scene, fighter))
    cast = Offer("cast", fighter, _("Cast a spell of one turn"), fields, _offends(scene, fighter), group=PROACTIVE)
    none = None if initiative.mark(scene, fighter, "spell") else _("No spell is ready.")
    hold = simple("hold_spell", fighter, _("Hold the spell that is ready"), none)
    return prepare, cast, hold
