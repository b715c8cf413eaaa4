"""The scripts of actions other than attacks: standing up, struggling, pulling out a weapon, changing the range."""

from __future__ import annotations

from rules.core.check import Check, Level, Outcome
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Roll, Script, choose
from rules.core.text import Text
from rules.games.mythras import aftermath, consequences, initiative, limbs, resolution, threat
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.blows import Blow, Damage, raw
from rules.games.mythras.landing import landed
from rules.games.mythras.resolution import under
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]


def stand(scene: Scene, fighter: str) -> Script[Effects]:
    """MYT-ACT-REGAIN-FOOTING: against who is in contact, by Brawn or Athletics."""
    near = initiative.engaged(scene, fighter)
    up = Effect("prone", fighter, False)
    if not near:
        return (up,)
    label = _("Regain footing")
    if setting(scene.settings, "footing_against") == "one":
        near = (max(near, key=lambda one: _best(scene, one)),)
    tests: Effects = ()
    for number, one in enumerate(near):
        against = _against(scene, fighter, one, ("brawn", "athletics"), label)
        mine, more = yield from under(f"{one}-" if number else "", against)
        tests += more
        if not mine:
            return tests
    return (*tests, up)


def _best(scene: Scene, fighter: str) -> int:
    return max(consequences.skill(scene, fighter, key).target.total for key in ("brawn", "athletics"))


def haul(scene: Scene, fighter: str, target: str) -> Script[Effects]:
    """MYT-FX-ENTANGLE: the effect Trip without an attack, resisted against the roll that entangled."""
    row = initiative.held(scene, fighter, "snares").get(target)
    holds = target in scene.fighters and any(one["by"] == fighter for one in limbs.snares(scene, target).values())
    if row is None or not holds:
        return (Effect("thwarted", fighter),)
    check = consequences.skill(scene, fighter, "unarmed")
    told = resolution.LEVELS[Level(int(row["level"]))]
    against = Outcome(check, (int(row["die"]),), Level(int(row["level"])), 0, told, told)
    return (*(yield from aftermath.tripped(scene, target, against)), Effect("hauled", fighter))


def struggle(scene: Scene, fighter: str, what: str) -> Script[Effects]:
    """MYT-ACT-STRUGGLE, MYT-FX-GRIP, MYT-FX-ENTANGLE: an opposed test with who holds."""
    kind, _dash, key = what.partition("-")
    held = initiative.held(scene, fighter, kind)
    by = key if kind == "gripped" else str(held.get(key, ""))
    by = limbs.snares(scene, fighter).get(key, {"by": by})["by"] if kind == "entangled" else by
    freed = Effect("freed", fighter, {"kind": kind, "key": key})
    if by not in scene.fighters or initiative.is_out(scene, by):
        return (freed,)
    skills = ("brawn",) if kind == "entangled" else ("brawn", "unarmed")
    mine, tests = yield from _against(scene, fighter, by, skills, _("Struggle"))
    return (*tests, freed) if mine else tests


def pull(scene: Scene, fighter: str, which: str) -> Script[Effects]:
    """MYT-FX-IMPALE: Brawn, opposed where the victim resists; what comes out wounds again by half."""
    victim, _dash, key = which.partition("-")
    row = initiative.held(scene, victim, "impaled").get(key) if victim in scene.fighters else None
    found = sheets.location(scene.sheet(victim), str(row.get("location", key))) if row else None
    if row is None or found is None:
        return ()
    label = _("Pull out a weapon: Brawn")
    check = consequences.skill(scene, fighter, "brawn")
    outcome = yield from resolution.resolve(check, scene.settings, "pull", label)
    tests: Effects = (Effect("outcome", fighter, outcome),)
    won = outcome.level.succeeded
    if won and victim != fighter and not initiative.is_out(scene, victim) and (yield from _resists(scene, victim)):
        against = consequences.skill(scene, victim, "brawn")
        resisted = yield from consequences.resist(scene, victim, against, outcome, "pull-resist", label)
        won, tests = not resisted.held, (*tests, *resisted.tests)
    if not won:
        return tests
    out = Effect("pulled", victim, key)
    weapon = arms.find(scene.sheet(row["by"]), row["weapon"], scene.settings) if row["by"] in scene.fighters else None
    if weapon is None:
        return (*tests, out)
    danger = threat.blow(scene, fighter, victim, weapon, {})
    total, lines = yield from under("pull-", raw(Blow(danger, victim), with_modifier=False))
    dealt = total if "barbed" in weapon.flags else -(-total // 2)
    hurt = Effect("hurt", victim, {"location": found.key, "damage": dealt})
    free = landed(scene, (out,))  # what is out does not hamper any more
    wounds = yield from consequences.wound(free, victim, Damage(found, total, dealt, lines), outcome)
    return (*tests, out, hurt, *wounds)


def _resists(scene: Scene, victim: str) -> Script[bool]:
    """MYT-FX-IMPALE: opposed where the victim likes to resist."""
    rows = (
        Option("resist", _("Resist: Brawn")),
        Option("let", _("Let it happen")),
    )
    return (yield from choose("pull-answer", victim, _("The weapon is pulled out"), rows)) == "resist"


def change_range(scene: Scene, fighter: str, other: str) -> Script[Effects]:
    """MYT-ACT-CHANGE-RANGE: the other may contest it with Evade for a point; otherwise it happens."""
    if other not in scene.fighters:
        return ()
    kind = "disengage" if other in initiative.engaged(scene, fighter) else "engage"
    done = Effect(kind, fighter, other)
    unable = initiative.left(scene, other) < 1 or initiative.mark(scene, other, "surprised")
    unable = unable or setting(scene.settings, "change_range_contest") == "automatic"
    if unable or initiative.is_out(scene, other):
        return (done,)
    rows = (
        Option("let", _("Let it happen")),
        Option("contest", _("Contest it: Evade"), (Effect("spend", other, 1),)),
    )
    said = yield from choose("contest", other, _("The range changes"), rows)
    if said == "let":
        return (done,)
    mine, tests = yield from _against(scene, fighter, other, ("evade",), _("Change range"))
    return (*tests, done) if mine else tests


def _against(
    scene: Scene, fighter: str, other: str, keys: tuple[str, ...], label: Text
) -> Script[tuple[bool, Effects]]:
    """MYT-CORE-06: an opposed test, both rolled together; each side chooses among the skills."""
    skills = []
    for who, name in ((fighter, "mine"), (other, "theirs")):
        which = yield from consequences.by_one_of(scene, who, keys, f"{name}-skill", label)
        skills.append(consequences.skill(scene, who, which))
    tests: Effects = ()
    for number in range(1, 4):
        first, second = yield (_roll(skills[0], f"mine{number}", label), _roll(skills[1], f"theirs{number}", label))
        mine, theirs = _judged(scene, skills[0], skills[1], first, second)
        tests += (Effect("outcome", fighter, mine), Effect("outcome", other, theirs))
        won = resolution.opposed(mine, theirs, scene.settings)
        if won != "again":
            return won == "active", tests
    return False, tests


def _roll(check: Check, key: str, label: Text) -> Roll:
    return Roll(key, check.actor, resolution.D100, label, check)


def _judged(
    scene: Scene, mine: Check, theirs: Check, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[Outcome, Outcome]:
    less = resolution.beyond(mine, theirs)
    settings = scene.settings
    return resolution.judged(mine, first, settings, less), resolution.judged(theirs, second, settings, less)
