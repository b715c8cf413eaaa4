"""The situations of close combat and the conditions of a fighter, as grades of their rolls (MYT-SIT)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import CLOSE, RANGED
from rules.games.mythras.rolls.grades import GRADES, Situation
from rules.games.mythras.text import _
from rules.ground.layout import layout

HELPLESS = "helpless"
LYING = Situation(_("target lying down"), "formidable", rule="MYT-SIT-R12")
FROM_GROUND = Situation(_("shooting from the ground"), "herculean", rule="MYT-SIT-R13")
DEFENDING = frozenset({"below", "behind"})  # what concerns a defence alone
OF_TARGET = frozenset({
    "running", "zigzag", "fog", "shot_dim", "smoke", "shot_dark", "obscured", "shot_black", "invisible", "unseen",
})  # fmt: skip
# MYT-STYLE-BLIND: bad light and passing blindness, but neither fog nor smoke.
DARKNESS = frozenset({"dim", "dark", "blind", "shot_dim", "shot_dark", "shot_black", "shot_blind"})
# MYT-SIT-C08, C11, R07, R08, R09: the light of a place, and the situation that it is to a blow and to a shot.
LIGHTS: dict[str, tuple[Text, str, str]] = {
    "bright": (_("bright"), "", ""),
    "dim": (_("partial darkness"), "dim", "shot_dim"),
    "dark": (_("darkness"), "dim", "shot_dark"),
    "black": (_("pitch darkness"), "dark", "shot_black"),
}
CAPS: dict[str, tuple[Text, str, str]] = {
    "riding": (_("Mounted: Ride is the limit"), "ride", "MYT-SIT-CAP-RIDE"),
    "swimming": (_("In water: Swim is the limit"), "swim", "MYT-SIT-CAP-SWIM"),
}
CROUCHED = Situation(_("crouching or kneeling"), "hard", rule="MYT-SIT-C04")
PRONE = Situation(_("prone"), "formidable", rule="MYT-SIT-C07")


def fields(table: dict[str, tuple[Text, str, str]]) -> tuple[Field, ...]:
    """MYT-SIT-GM: what somebody says about the attacker, then about the defender; only the worst counts anyway."""
    mine = _("Situation of the attack")
    theirs = _("Situation of the defence")
    helpless = Choice(HELPLESS, _("helpless target: no roll"))
    attack = (*(row for row in _choices(table) if row.key not in DEFENDING), helpless)
    steps = _("Further steps of difficulty")
    return (
        Field("situation", mine, "choice", default="none", choices=attack, gm_only=True, rule="MYT-CORE-04"),
        Field("theirs", theirs, "choice", default="none", choices=_choices(CLOSE), gm_only=True, rule="MYT-CORE-04"),
        Field("steps", steps, default=0, least=-2, most=4, gm_only=True, rule="MYT-SIT-GM"),
    )


def table_situation(
    key: str, table: dict[str, tuple[Text, str, str]], traits: frozenset[str] = frozenset()
) -> tuple[Situation, ...]:
    """MYT-SIT-GM, MYT-STYLE-BLIND: the situation that was chosen, unless a trait makes nothing of it."""
    if key not in table or (key in DARKNESS and "blind_fighting" in traits):
        return ()
    label, grade, rule = table[key]
    return (Situation(label, grade, rule=rule),)


def steps(by: int) -> tuple[Situation, ...]:
    """MYT-SIT-GM: what the game master adds."""
    return (Situation(_("game master"), steps=by, rule="MYT-SIT-GM"),) if by else ()


def conditions(scene: Scene, fighter: str, traits: frozenset[str] = frozenset()) -> tuple[Situation, ...]:
    """MYT-CORE-04: what the state of a fighter does to the rolls they fight with, fatigue apart."""
    rows = [PRONE] if marks.PRONE.of(scene, fighter) else []
    rows += [CROUCHED] if marks.CROUCHED.of(scene, fighter) else []
    return (*rows, *blindness(scene, fighter, traits), *burdens(scene, fighter))


def blindness(scene: Scene, fighter: str, traits: frozenset[str] = frozenset()) -> tuple[Situation, ...]:
    """MYT-FX-BLIND, MYT-STYLE-BLIND: passing blindness, which some have learnt to fight through."""
    blind = marks.BLIND.rows(scene, fighter)
    if not blind or "blind_fighting" in traits:
        return ()
    return (Situation(_("blinded"), str(blind["grade"]), rule="MYT-FX-BLIND"),)


def burdens(scene: Scene, fighter: str) -> tuple[Situation, ...]:
    """MYT-FX-IMPALE, MYT-FX-ENTANGLE: what weighs on every skill; the rows of situations are of fighting alone."""
    rows: list[Situation] = []
    for row in marks.IMPALED.rows(scene, fighter).values():
        if row.get("grade") in GRADES:
            rows.append(Situation(_("impaled"), str(row["grade"]), rule="MYT-FX-IMPALE"))
    body = sheets.kinds(scene.sheet(fighter))
    trunk = [key for key in marks.ENTANGLED.rows(scene, fighter) if key in body and _is_trunk(body[key])]
    rows += [Situation(_("entangled"), steps=1, rule="MYT-FX-ENTANGLE")] if trunk else []
    return tuple(rows)


def of_shot(scene: Scene, shooter: str, target: str, prepared: bool) -> tuple[Situation, ...]:
    """MYT-SIT-R12, R13: prone fighters are hard to hit, and shoot badly unless in a prepared position."""
    mine = (FROM_GROUND,) if marks.PRONE.of(scene, shooter) and not prepared else ()
    return (*mine, LYING) if target in scene.fighters and marks.PRONE.of(scene, target) else mine


def caps(
    scene: Scene, fighter: str, traits: frozenset[str], declared: str = "none"
) -> tuple[tuple[str, Text, str], ...]:
    """MYT-CORE-05: the skills that limit a style here; a trait lifts that of the saddle alone."""
    rides = bool(marks.MOUNTED.of(scene, fighter)) or declared == "riding"
    swims = bool(marks.SWIMMING.of(scene, fighter)) or declared == "swimming"
    here = {"riding": rides and "mounted_combat" not in traits, "swimming": swims}
    return tuple((skill, label, rule) for key, (label, skill, rule) in CAPS.items() if here[key])


def placed_by_gm(scene: Scene, fighter: str, table: str) -> str:
    """MYT-SIT-GM: the situation that the game master has put somebody in."""
    return str(marks.AROUND.rows(scene, fighter).get(table) or "none")


def place_situations(
    scene: Scene, actor: str, target: str, ranged: bool, traits: frozenset[str] = frozenset()
) -> tuple[Situation, ...]:
    """MYT-SIT-GM: where the game master has put both: what concerns a target is read from the target."""
    table = RANGED if ranged else CLOSE
    mine = placed_by_gm(scene, actor, "shot" if ranged else "close")
    theirs = placed_by_gm(scene, target, "shot") if ranged and target in scene.fighters else ""
    keys = [mine] if mine not in OF_TARGET and mine not in DEFENDING else []
    keys += [theirs] if theirs in OF_TARGET else []
    keys.append(light_situation(scene, target if ranged else actor, ranged))
    return tuple(row for key in keys for row in table_situation(key, table, traits))


def light_situation(scene: Scene, fighter: str, ranged: bool) -> str:
    """MYT-SIT-C08, R07: the situation that the light of a fighter's place is to a shot at them, or to their blows."""
    place = layout(scene).of(fighter)
    if place is None or place.light not in LIGHTS:
        return ""
    _label, blow, shot = LIGHTS[place.light]
    return shot if ranged else blow


def defence_situations(
    scene: Scene, fighter: str, attacker: str, key: str, traits: frozenset[str] = frozenset()
) -> tuple[Situation, ...]:
    """MYT-SIT, MYT-SIT-C06: the difficulties of a defence: chosen ones, the place, and a mounted attacker."""
    keys = (key, placed_by_gm(scene, fighter, "close"), light_situation(scene, fighter, ranged=False))
    rows = tuple(row for situation in keys for row in table_situation(situation, CLOSE, traits))
    rides = attacker in scene.fighters and marks.MOUNTED.of(scene, attacker)
    if rides and not marks.MOUNTED.of(scene, fighter):
        rows += (Situation(_("against a rider"), "hard", rule="MYT-SIT-C06"),)
    return rows


def _is_trunk(kind: str) -> bool:
    return kind in ("abdomen", "chest", "head")


def _choices(table: dict[str, tuple[Text, str, str]]) -> tuple[Choice, ...]:
    none = Choice("none", _("nothing special"))
    rows = (Choice(key, row[0], hint=GRADES[row[1]].label) for key, row in table.items())
    return (none, *rows)
