"""Moving: gaits, climbing, crawling, jumping, swimming, and who is passed on the way (MYT-MOVE)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.check import Level
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import bout, consequences, cover, initiative, limbs, picks, resolution, threat
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.grades import Situation
from rules.games.mythras.landing import landed
from rules.games.mythras.resolution import under
from rules.games.mythras.schema import SCHEMA
from rules.games.mythras.text import _
from rules.games.mythras.weapons import Weapon

Effects = tuple[Effect, ...]
HOW: dict[str, Text] = {
    "walk": _("Walk"),
    "run": _("Run"),
    "sprint": _("Sprint"),
    "climb": _("Climb"),
    "crawl": _("Crawl"),
    "jump": _("Jump after a run-up"),
    "jump_up": _("Jump up after a run-up"),
    "standing_jump": _("Jump from where one stands"),
    "standing_jump_up": _("Jump up from where one stands"),
    "swim": _("Swim"),
}
JUMPS = ("jump", "jump_up", "standing_jump", "standing_jump_up")
VIOLENT = ("run", "sprint", "climb", "swim", *JUMPS)
CRAWL = 2
_HEAVY = 8  # points of armour for each metre less of climbing


def worn(sheet: Data) -> int:
    """MYT-MOVE-CLIMB: the points of everything worn."""
    rows: Data = sheet.get("armour") or {}
    return sum(sheets.effective(row) for row in rows.values() if row.get("worn", True))


def metres(sheet: Data, how: str) -> int:
    """MYT-ATTR-06, MYT-MOVE: how far one gets in a turn; the half of a jump is rounded up (MYT-CORE-03)."""
    walk, height = sheets.movement(sheet), int(SCHEMA.value(sheet, "height_cm"))
    ways: dict[str, Callable[[], int]] = {
        "walk": lambda: walk,
        "run": lambda: 3 * walk,
        "sprint": lambda: 5 * walk,
        "climb": lambda: max(0, walk - min(5, worn(sheet) // _HEAVY)),
        "crawl": lambda: min(CRAWL, walk),
        "jump": lambda: -(-2 * height // 100),
        "jump_up": lambda: -(-height // 200),
        "standing_jump": lambda: -(-height // 100),
        "standing_jump_up": lambda: -(-height // 400),
        "swim": lambda: walk,
    }
    return ways[how]()


def barred(scene: Scene, fighter: str, how: str) -> Text | None:
    """MYT-MOVE-CRAWL, MYT-FX-PIN-DOWN: who lies or is pinned down crawls, and nobody else does."""
    prone = bool(initiative.mark(scene, fighter, "prone"))
    if initiative.mark(scene, fighter, "cowed"):
        return None if how == "crawl" else _("Pinned down: one crawls.")
    if prone and how != "crawl":
        return _("Prone: one crawls.")
    if not prone and how == "crawl":
        return _("Stands.")
    return None


def move(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-MOVE-01 to 06: a jump is tested, who waits for one may strike or stop one, and in reach one is engaged."""
    how, met = str(args.get("how", "walk")), str(args.get("other", "none"))
    effects: Effects = ()
    if how in JUMPS:
        label = _("Jump: Athletics")
        check = consequences.skill(scene, fighter, "athletics")
        outcome = yield from resolution.resolve(check, scene.settings, "jump", label)
        effects += (Effect("outcome", fighter, outcome),)
        if not outcome.level.succeeded:
            return effects
    for number, one in enumerate((yield from _on_the_way(scene, fighter, args))):
        here = landed(scene, effects)
        stopped, struck = yield from under(f"{one}-" if number else "", _passing(here, fighter, one))
        effects += struck
        if stopped or initiative.is_out(landed(scene, effects), fighter):
            return effects
    way = int(args.get("metres", 0)) or metres(scene.sheet(fighter), how)
    effects += (Effect("moved", fighter, {"metres": way, "how": how}),)
    return (*effects, Effect("engage", fighter, met)) if met in scene.fighters else effects


def waits(scene: Scene, other: str) -> bool:
    """MYT-MOVE-06: whether somebody unengaged has delayed, and so may do something about who passes."""
    ready = initiative.mark(scene, other, "delayed") and not initiative.engaged(scene, other)
    return bool(ready) and not initiative.is_out(scene, other)


def _on_the_way(scene: Scene, fighter: str, args: Data) -> Script[tuple[str, ...]]:
    """MYT-MOVE-06: those who wait and are passed within reach, as the game master knows the ground."""
    if "past" in args:
        return (str(args["past"]),) if args["past"] in scene.fighters else ()
    side = scene.fighters[fighter].side
    ready = [one for one, row in scene.fighters.items() if row.side != side and waits(scene, one)]
    if not ready:
        return ()
    rows = tuple(Option(one, _("%(who)s", who=scene.name(one))) for one in ready)
    label = _("Past whom of those who wait does %(who)s come?", who=scene.name(fighter))
    said = yield Ask("past", "gm", label, rows, 0, len(rows), secret=True)
    return tuple(str(one) for one in said)


def _passing(scene: Scene, fighter: str, other: str) -> Script[tuple[bool, Effects]]:
    """MYT-MOVE-06, MYT-REACT-INTERRUPT: a blow in passing, or a way that is barred."""
    if not waits(scene, other):
        return False, ()
    able = [one for one in arms.weapons(scene.sheet(other), scene.settings) if not one.ranged]
    paid = (Effect("spend", other, 1),)
    strikes = (
        Option(f"strike-{one.key}", _("Strike: %(weapon)s", weapon=one.label), (*paid, *_offence(other, one)), why)
        for one in able
        for why in (picks.attackers_reason(scene, other) or limbs.unusable(scene, other, one),)
    )
    rows = (
        Option("let", _("Let it happen")),
        Option("block", _("Bar the way"), paid),
        *strikes,
    )
    label = _("%(who)s passes within reach", who=scene.name(fighter))
    said = yield from choose("passing", other, label, rows)
    if said == "block":
        return True, (Effect("engage", other, fighter),)
    key = said.removeprefix("strike-")
    weapon = None if said == "let" else arms.find(scene.sheet(other), key, scene.settings)
    if weapon is None:
        return False, ()
    danger = threat.blow(scene, other, fighter, weapon, {})
    rolled = yield from threat.roll(danger)
    return False, (yield from bout.fought(danger, rolled))


def _offence(fighter: str, weapon: Weapon) -> Effects:
    """MYT-REACT-INTERRUPT, MYT-FREE-WARD: a blow in passing is one like any other."""
    unward = Effect("ward", fighter, {"weapon": weapon.key, "places": ()})
    return Effect("offence", fighter, True), Effect("exposed", fighter), unward


def peek(scene: Scene, fighter: str) -> Script[Effects]:
    """MYT-ACT-SNEAK-PEEK: one look; a fumble leaves one in sight."""
    return (yield from _looks(scene, fighter, (), exposes=bool(cover.of(scene, fighter))))


def assess(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-FREE-ASSESS: a look at the whole fight, harder at a run."""
    grade = {"run": "hard", "sprint": "formidable"}.get(str(args.get("gait", "still")))
    rows = (Situation(_("on the run"), grade, rule="MYT-FREE-ASSESS"),) if grade else ()
    return (yield from _looks(scene, fighter, rows, exposes=False))


def _looks(scene: Scene, fighter: str, rows: tuple[Situation, ...], exposes: bool) -> Script[Effects]:
    label = _("Perception")
    check = consequences.skill(scene, fighter, "perception", rows)
    outcome = yield from resolution.resolve(check, scene.settings, "look", label)
    seen = exposes and outcome.level is Level.FUMBLE
    test = Effect("outcome", fighter, outcome)
    return (test, Effect("exposed", fighter)) if seen else (test,)
