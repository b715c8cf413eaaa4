"""The forms of a fighter's turn: what he is offered, with the reasons against what he cannot do now."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.chroniques import actions, attacks, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.schema import VERSUS
from rules.games.chroniques.settings import setting
from rules.games.chroniques.tables import ACTIONS, DEEDS, MOVES
from rules.games.chroniques.text import _


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """CHO-ACT-01: what a fighter may do in his turn, refused things included."""
    return (
        _attack(scene, fighter),
        _movement(scene, fighter),
        _limited(scene, fighter),
        Offer("finish", fighter, _("End the turn")),
        _free(scene, fighter),
        *_later(scene, fighter),
    )


def letter(scene: Scene, fighter: str, how: str, usual: str, grants: str) -> str:
    """CHO-ACT-04, 07: the type of action that something takes, done the usual way or by an ability."""
    if how == "usual":
        return usual
    row: Data = abilities(scene, fighter).get(how.removeprefix("ability-"), {})
    return "F" if row.get("grants") == grants else str(row.get("action", "passive"))


def abilities(scene: Scene, fighter: str) -> Data:
    """The special abilities of a fighter by key."""
    found: Data = scene.sheet(fighter).get("abilities_list") or {}
    return found


def _attack(scene: Scene, fighter: str) -> Offer:
    """CHO-ACT-04, 07: an attack, with the action or the ability that makes it."""
    whom = tuple(_target(scene, fighter, one) for one in _others(scene, fighter))
    what = tuple(_weapon(scene.sheet(fighter), weapon) for weapon in attacks.weapons(scene.sheet(fighter)))
    how = _manners(scene, fighter, "A", "free_attack")
    refused = _all_refused(how, actions.TWO_ATTACKS) or _all_refused(what, _UNARMED) or _all_refused(whom, _ALONE)
    named = _("Against")
    against = tuple(Choice(key, label) for key, label in VERSUS.items())
    fields = (
        Field("target", _("Target"), "choice", choices=whom),
        Field("weapon", _("Weapon"), "choice", choices=what),
        _how(how),
        Field("versus", named, "choice", default="nature", choices=against, rule="CHO-ATK-02"),
        Field("modifier", _("Modifier"), default=0, least=-20, most=20, rule="CHO-ATK-01"),
    )
    return Offer("attack", fighter, _("Attack (A)"), fields, refused)


_UNARMED = _("No weapon on the sheet.")
_ALONE = _("Nobody can be attacked.")


def _movement(scene: Scene, fighter: str) -> Offer:
    """CHO-ACT-03, 07: whatever is no attack; a move may be free by an ability."""
    what = tuple(_deed(scene, fighter, key) for key, (_label, letter) in DEEDS.items() if letter == "M")
    how = _manners(scene, fighter, "M", "free_move")
    refused = _all_refused(how, actions.TOO_MANY) or _all_refused(what, _ALONE)
    hint = _("About %(metres)s m", metres=sheets.metres(scene.sheet(fighter)))
    fields = (Field("what", _WHAT, "choice", choices=what, rule="CHO-ACT-03"), _how(how), _note())
    return Offer("movement", fighter, _("Movement action (M)"), fields, refused, hint=hint)


def _limited(scene: Scene, fighter: str) -> Offer:
    """CHO-ACT-02: a limited ability, which fills the turn."""
    fields = (Field("what", _WHAT, "choice", choices=_of_type(scene, fighter, "L", "limited_ability")), _note())
    label = _("Limited action (L)")
    return Offer("limited", fighter, label, fields, actions.refused(scene, fighter, "L"))


def _free(scene: Scene, fighter: str) -> Offer:
    """CHO-ACT-05, 08: as many as one likes, while the game master agrees."""
    what = (
        *(Choice(key, label) for key, (label, letter) in DEEDS.items() if letter == "F"),
        *_of_type(scene, fighter, "F", ""),
        Choice("other", _("Something else")),
    )
    fields = (Field("what", _WHAT, "choice", choices=what, rule="CHO-ACT-05"), _note())
    refused = actions.refused(scene, fighter, "F")
    return Offer("free", fighter, _("Free action"), fields, refused)


def _later(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """CHO-INIT-04, 06: before doing anything one may wait, or let an equal act first."""
    score, begun = initiative.score(scene, fighter), bool(initiative.mark(scene, fighter, "spent"))
    late = _("This turn has begun.") if begun else None
    low = _("No score is left to lower.") if score < 1 else None
    label = _("Score at which to act; 0 loses the turn")
    to = Field("score", label, default=max(0, score - 1), least=0, most=max(0, score - 1), rule="CHO-INIT-06")
    found = []
    if setting(scene.settings, "init.delay"):
        found.append(Offer("delay", fighter, _("Act later"), (to,), late or low))
    if initiative.equals(scene, fighter):
        found.append(Offer("let_pass", fighter, _("Let an equal act first"), refused=late))
    return tuple(found)


_WHAT = _("What")


def _note() -> Field:
    return Field("note", _("In words"), "text", most=80)


def _how(choices: tuple[Choice, ...]) -> Field:
    first = next((choice.key for choice in choices if choice.refused is None), "usual")
    return Field("how", _("As"), "choice", default=first, choices=choices, rule="CHO-ACT-07")


def _manners(scene: Scene, fighter: str, usual: str, grants: str) -> tuple[Choice, ...]:
    """CHO-ACT-04, 07: the usual action, then the abilities that make an attack or a move; refused without room."""
    rows = [Choice("usual", ACTIONS[usual], actions.refused(scene, fighter, usual))]
    for key, row in abilities(scene, fighter).items():
        if row.get("grants") != grants and (usual != "A" or row.get("action") not in ("A", "L")):
            continue
        taken = letter(scene, fighter, f"ability-{key}", usual, grants)
        name = str(row.get("name", ""))
        label = _("%(ability)s: %(action)s", ability=name, action=ACTIONS[taken])
        refused = actions.refused(scene, fighter, taken) or _used(scene, fighter, key)
        rows.append(Choice(f"ability-{key}", label, refused))
    return tuple(rows)


def _used(scene: Scene, fighter: str, ability: str) -> Text | None:
    """CHO-ACT-07: an ability makes as many attacks or moves in a turn as its line says, 0 meaning any number."""
    most = int(abilities(scene, fighter)[ability].get("per_turn", 1))
    used = (initiative.mark(scene, fighter, "used") or []).count(ability)
    return _("Used in this turn already.") if most and used >= most else None


def _of_type(scene: Scene, fighter: str, letter: str, generic: str) -> tuple[Choice, ...]:
    rows = [
        Choice(f"ability-{key}", _("%(ability)s", ability=str(row.get("name", ""))))
        for key, row in abilities(scene, fighter).items()
        if row.get("action") == letter
    ]
    return (*rows, *((Choice(generic, DEEDS[generic][0]),) if generic else ()))


def _deed(scene: Scene, fighter: str, key: str) -> Choice:
    standing = key == "stand_up" and "prone" not in sheets.states(scene.sheet(fighter))
    up = _("Stands already.") if standing else None
    return Choice(key, DEEDS[key][0], up or (actions.stuck(scene, fighter) if key in MOVES else None))


def _others(scene: Scene, fighter: str) -> Iterable[str]:
    """Everybody a fighter may aim at, the other sides first; whom he cannot see he cannot aim at."""
    me = scene.fighters[fighter]
    seen = [one for one in scene.fighters.values() if one.id != fighter and (not one.hidden or one.side == me.side)]
    return (one.id for one in sorted(seen, key=lambda one: one.side == me.side))


def _target(scene: Scene, fighter: str, target: str) -> Choice:
    out = _("%(who)s is out of the fight.", who=scene.name(target))
    own = scene.fighters[target].side == scene.fighters[fighter].side
    hint = _("Own side") if own else None
    label = _("%(who)s", who=scene.name(target))
    return Choice(target, label, out if initiative.is_out(scene, target) else None, hint)


def _weapon(sheet: Data, weapon: attacks.Weapon) -> Choice:
    unreadable = _("The damage of this weapon cannot be read.")
    score = signed(sheets.attack(sheet, weapon.kind).total)
    hint = _("attack %(score)s, damage %(dice)s", score=score, dice=str(weapon.damage))
    return Choice(weapon.key, weapon.label, None if weapon.damage else unreadable, hint if weapon.damage else None)


def _all_refused(choices: Iterable[Choice], why: Text) -> Text | None:
    """The reason that refuses every choice: that of the first, or ``why`` where there is no choice at all."""
    reasons = [choice.refused for choice in choices]
    return None if any(reason is None for reason in reasons) else next(iter(reasons), why)
