"""Moving: gaits, climbing, crawling, jumping, swimming, and passing others (MYT-MOVE)."""

from __future__ import annotations

from collections.abc import Callable

from rules.character.fields import choice, number, text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Level
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Ask, Effect, Option, Script, choose, with_costs
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.actions.cover import Exposed
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.character.tables import WAYS
from rules.games.mythras.combat import bout, consequences, defence, situations, threat
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import KEPT_DOWN, FreeAct, QuietProcedure, TurnAct, is_apart, strains, title_text
from rules.games.mythras.rounds.ground import Gone
from rules.games.mythras.rounds.states import Assessed, Disengage, Engage, Moved, Thwarted, after_effects
from rules.games.mythras.rounds.turn_effects import Spend
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _
from rules.ground import moving as ground
from rules.ground.layout import Way

JUMPS = ("jump", "jump_up", "standing_jump", "standing_jump_up")
VIOLENT = ("run", "sprint", "climb", "swim", *JUMPS)
AFLOAT = ("swim", "climb")
CRAWL = 2
_HEAVY = 8  # points of armour for each metre less of climbing


def worn_points(sheet: Data) -> int:
    """MYT-MOVE-CLIMB: the points of everything worn."""
    rows: Data = sheet.get("armour") or {}
    return sum(sheets.armour_left(row) for row in rows.values() if row.get("worn", True))


def metres(sheet: Data, settings: Data, how: str) -> int:
    """MYT-ATTR-06, MYT-MOVE: how far one gets in a turn; a jump in whole metres, up (MYT-CORE-03) or down."""
    walk, height = sheets.movement(sheet), int(SCHEMA.value(sheet, "height_cm"))
    up = setting(settings, "jump_rounding") == "up"

    def jumped(part: int) -> int:
        return -(-height // part) if up else height // part

    ways: dict[str, Callable[[], int]] = {
        "walk": lambda: walk,
        "run": lambda: 3 * walk,
        "sprint": lambda: 5 * walk,
        "climb": lambda: max(0, walk - min(5, worn_points(sheet) // _HEAVY)),
        "crawl": lambda: min(CRAWL, walk),
        "jump": lambda: jumped(50),
        "jump_up": lambda: jumped(200),
        "standing_jump": lambda: jumped(100),
        "standing_jump_up": lambda: jumped(400),
        "swim": lambda: walk,
    }
    return ways[how]()


def why_no_gait(scene: Scene, fighter: str, how: str) -> Text | None:
    """MYT-MOVE-CRAWL, MYT-MOVE-SWIM, MYT-FX-PIN-DOWN: only prone and pinned-down fighters crawl; swimmers swim."""
    if not int(SCHEMA.value(scene.sheet(fighter), "legs")):
        return None  # whoever crawls by nature moves as others walk
    if floats := limbs.why_afloat(scene, fighter):
        return None if how in AFLOAT else floats
    prone = bool(marks.PRONE.of(scene, fighter))
    if marks.COWED.of(scene, fighter):
        if marks.MOUNTED.of(scene, fighter):
            return KEPT_DOWN
        return None if how == "crawl" else _("Pinned down: one crawls.")
    if prone and how != "crawl":
        return _("Prone: one crawls.")
    if not prone and how == "crawl":
        return _("Stands.")
    return None


def gait(scene: Scene, fighter: str, way: Way) -> Text | None:
    """MYT-ATTR-06: the slowest gait that leads along a way in one turn; nothing where none of the usual ones does."""
    key = _fitting(scene, fighter, way)
    return WAYS[key] if key else None


def _fitting(scene: Scene, fighter: str, way: Way) -> str:
    sheet, usual = scene.sheet(fighter), ("crawl", "walk", "run", "sprint", "swim")
    fit = (
        key
        for key in usual
        if metres(sheet, scene.settings, key) >= way.metres and why_no_gait(scene, fighter, key) is None
    )
    return next(fit, "")


AS_FAR = "way"  # the choice of the gait that a way takes


def chosen_gait(scene: Scene, fighter: str, args: Data) -> str:
    """MYT-ATTR-06: the gait of a move: the chosen one, or that of its way."""
    how = str(args.get("how", "walk"))
    if how != AS_FAR:
        return how
    way = ground.way_to(scene, fighter, str(args.get("to", ground.HERE)))
    return (_fitting(scene, fighter, way) if way is not None else "") or usual_gait(scene, fighter)


def usual_gait(scene: Scene, fighter: str) -> str:
    """MYT-MOVE-CRAWL: a walk, or a crawl for prone and pinned-down fighters, unless they crawl by nature or swim."""
    if limbs.why_afloat(scene, fighter):
        return "swim"
    low = marks.PRONE.of(scene, fighter) or marks.COWED.of(scene, fighter)
    return "crawl" if low and int(SCHEMA.value(scene.sheet(fighter), "legs")) else "walk"


class Move(QuietProcedure):
    """MYT-ACT-MOVE, MYT-MOVE-01 to 06: not while engaged; a jump is tested, who waits may strike or bar the way."""

    kind = "move"
    label = _("Move")
    rules = ("MYT-ACT-MOVE", "MYT-MOVE-01", "MYT-MOVE-02", "MYT-MOVE-03", "MYT-MOVE-04", "MYT-MOVE-05", "MYT-MOVE-06")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        reach = {key: metres(scene.sheet(actor), scene.settings, key) for key in WAYS}
        how = tuple(
            Choice(key, _("%(how)s: %(metres)s m", how=label, metres=reach[key]), why_no_gait(scene, actor, key))
            for key, label in WAYS.items()
        )
        usual = usual_gait(scene, actor)
        if ground.exits(scene, actor):
            how, usual = (Choice(AS_FAR, _("as the way takes")), *how), AS_FAR
        there = (who for who in initiative.seen_by(scene, actor) if not marks.FLED.of(scene, who))
        around = {"none": _("nobody")} | {who: picks.name_text(scene, who) for who in there}
        return (
            *ground.destination(
                *(
                    scene,
                    actor,
                    ground.beyond(max(reach.values())),
                    lambda way: gait(scene, actor, way),
                    "MYT-ACT-MOVE",
                ),
                towards=ground.foes(scene, actor, initiative.is_out),
            ),
            Field("how", _("How"), "choice", default=usual, choices=how, rule="MYT-ATTR-06"),
            choice("other", _("Up to whom"), around, "none", "MYT-MOVE-03"),
            text("note", _("Where to"), most=80),
            number("metres", _("Metres (0: as computed)"), 0, 0, 999, "MYT-ACT-MOVE", gm_only=True),
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if initiative.engaged_enemies(scene, actor):
            return _("Engaged: change range instead.")
        return limbs.why_immobile(scene, actor)

    def why_lost(self, scene: Scene, actor: str) -> Text | None:
        """MYT-MOVE-06: whoever is struck on the way goes on, but for those who are held or lamed."""
        return limbs.why_immobile(scene, actor)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        """MYT-MOVE-06: the fighters who may strike or bar the way in passing, without hidden ones."""
        seen = (who for who in initiative.seen_by(scene, actor) if initiative.are_opposed(scene, actor, who))
        ready = tuple(picks.name_text(scene, who) for who in seen if is_waiting(scene, who))
        return _("may strike in passing, or bar the way: %(names)s", names=ready) if ready else None

    def does(self, scene: Scene, action: Action) -> Effects:
        how = chosen_gait(scene, action.actor, action.args)
        way = ground.way_to(scene, action.actor, str(action.args.get("to", ground.HERE)))
        if way is not None and way.metres > self.metres(scene, action):
            raise Refused(_("Too far this way: %(metres)s m at most.", metres=self.metres(scene, action)), "to")
        to, met = str(action.args.get("to", ground.HERE)), str(action.args.get("other", "none"))
        if met in scene.fighters and not ground.leads_to(scene, action.actor, to, met):
            raise Refused(_("%(who)s is not there.", who=scene.name(met)), "other")
        return (*(strains(scene, action.actor) if how in VIOLENT else ()), Moved(action.actor))

    def metres(self, scene: Scene, action: Action) -> int:
        """MYT-ATTR-06: the metres of this move, unless the game master says otherwise."""
        by_hand = int(action.args.get("metres", 0))
        how = chosen_gait(scene, action.actor, action.args)
        return by_hand or metres(scene.sheet(action.actor), scene.settings, how)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects]:
        actor, args = action.actor, action.args
        how, met = chosen_gait(scene, actor, args), str(args.get("other", "none"))
        effects: Effects = ()
        if why_no_gait(scene, actor, how):
            return (Thwarted(actor),)
        if how in JUMPS:
            check = consequences.skill(scene, actor, "athletics")
            outcome = yield from resolution.resolve(check, scene.settings, "jump", _("Jump: Athletics"))
            effects += (Effect("outcome", actor, outcome),)
            if not outcome.level.succeeded:
                return effects
        spent: Effects = ()
        for place, who in enumerate((yield from _choose_waiting(scene, actor, args))):
            passing = _pass(after_effects(scene, (*spent, *effects)), actor, who)
            (stopped, struck), price = yield from with_costs(prefixed(f"{who}-" if place else "", passing))
            spent, effects = (*spent, *price), (*effects, *struck)
            if stopped or _is_halted(after_effects(scene, effects), actor, how):
                return (*effects, Engage(who, actor))
        effects += (Moved(actor, how, self.metres(scene, action)), *_leave(scene, actor, met))
        if str(args.get("to", ground.HERE)) != ground.HERE:
            effects += (Gone(actor, str(args["to"])),)
        return (*effects, *_meet(scene, actor, met))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s moves"), scene, action)


def _leave(scene: Scene, fighter: str, met: str) -> Effects:
    return tuple(Disengage(fighter, who) for who in marks.ENGAGED.rows(scene, fighter) if who != met)


def _meet(scene: Scene, fighter: str, met: str) -> Effects:
    """MYT-MOVE-04: whoever moves up to an opponent engages them; a friend is only reached."""
    foe = met in scene.fighters and initiative.are_opposed(scene, fighter, met)
    return (Engage(fighter, met),) if foe else ()


def _is_halted(scene: Scene, fighter: str, how: str) -> bool:
    """MYT-MOVE-06, MYT-FX-TRIP, MYT-FX-GRIP, MYT-FX-STUN: true if a blow in passing lets nobody go on like this."""
    held = limbs.why_immobile(scene, fighter) or why_no_gait(scene, fighter, how)
    return held is not None or initiative.is_helpless(scene, fighter) or picks.is_winded(scene, fighter)


def is_waiting(scene: Scene, other: str) -> bool:
    """MYT-MOVE-06: true if somebody unengaged has delayed, and so may do something about who passes."""
    ready = marks.DELAYED.of(scene, other) and not initiative.engaged_enemies(scene, other)
    return bool(ready) and picks.why_no_reaction(scene, other) is None


def _choose_waiting(scene: Scene, fighter: str, args: Data) -> Script[tuple[str, ...]]:
    """MYT-MOVE-06: those who wait and are passed within reach, as the game master knows the ground."""
    if "past" in args:
        return (str(args["past"]),) if args["past"] in scene.fighters else ()
    seen = (who for who in initiative.seen_by(scene, fighter) if initiative.are_opposed(scene, fighter, who))
    ready = [who for who in seen if is_waiting(scene, who)]
    if not ready:
        return ()
    rows = tuple(Option(who, _("%(who)s", who=scene.name(who))) for who in ready)
    label = _("Past whom of those who wait does %(who)s come?", who=scene.name(fighter))
    answer = yield Ask("past", "gm", label, rows, 0, len(rows), secret=True)
    return tuple(str(row) for row in answer)


def _why_not_struck(scene: Scene, fighter: str, passing: str, weapon: Weapon) -> Text | None:
    """MYT-MOVE-06, MYT-AP-05: why nobody strikes with a weapon at somebody who passes, as in an attack."""
    unable = picks.why_no_blow_at(scene, fighter, passing) or limbs.why_unusable(scene, fighter, weapon)
    return unable or threat.blow(scene, fighter, passing, weapon, {}).check.refused


def _pass(scene: Scene, fighter: str, other: str) -> Script[tuple[bool, Effects]]:
    """MYT-MOVE-06, MYT-REACT-INTERRUPT: a blow in passing, or a way that is barred."""
    if not is_waiting(scene, other):
        return False, ()
    able = [weapon for weapon in arms.weapons(scene.sheet(other), scene.settings) if not weapon.ranged]
    paid = (Spend(other, 1),)
    strikes = (
        Option(
            f"strike-{row.key}",
            _("Strike: %(weapon)s", weapon=row.label),
            (*paid, *defence.striking(scene, other, row)),
            why,
        )
        for row in able
        for why in (_why_not_struck(scene, other, fighter, row),)
    )
    rows = (Option("let", _("Let it happen")), Option("block", _("Bar the way"), paid), *strikes)
    label = _("%(who)s passes within reach", who=scene.name(fighter))
    answer = yield from choose("passing", other, label, rows)
    if answer == "block":
        return True, ()
    key = answer.removeprefix("strike-")
    weapon = None if answer == "let" else arms.find(scene.sheet(other), key, scene.settings)
    if weapon is None:
        return False, ()
    danger = threat.blow(scene, other, fighter, weapon, {})
    rolled = yield from threat.roll(danger)
    return False, (yield from bout.fight_out(danger, rolled))


class Peek(TurnAct):
    """MYT-ACT-SNEAK-PEEK: one look from behind something; a fumble leaves one in sight."""

    kind = "peek"
    label = _("Peek out of cover: Perception")
    rules = ("MYT-ACT-SNEAK-PEEK",)
    exposing = True

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(cover.of(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return _look_check(scene, actor, ()).refused

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _look(scene, action.actor, (), exposes=bool(cover.of(scene, action.actor)))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s peeks out of cover"), scene, action)


class Assess(FreeAct):
    """MYT-FREE-ASSESS: one look at the whole fight a round, at any moment, while not engaged; harder at a run."""

    kind = "assess"
    label = _("Assess the situation")
    rules = ("MYT-FREE-ASSESS",)
    always = True

    def in_exchange(self, scene: Scene, actor: str) -> bool:
        return is_apart(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        gaits = {"still": _("Standing"), "run": _("Running"), "sprint": _("Sprinting")}
        return (choice("gait", _("On the move"), gaits, "still"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if initiative.engaged_enemies(scene, actor):
            return _("Engaged.")
        if picks.is_stunned(scene, actor):
            return _("Stunned.")
        if marks.OFFENCE.of(scene, actor):
            return _("Takes part in the fight.")
        looked = _("Has looked already in this round.") if marks.ASSESSED.of(scene, actor) else None
        return looked or _look_check(scene, actor, ()).refused

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Assessed(action.actor),)

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        grade = {"run": "hard", "sprint": "formidable"}.get(str(action.args.get("gait", "still")))
        rows = (Situation(_("on the run"), grade, rule="MYT-FREE-ASSESS"),) if grade else ()
        return _look(scene, action.actor, rows, exposes=False)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s looks the fight over"), scene, action)


def _look_check(scene: Scene, fighter: str, rows: tuple[Situation, ...]) -> Check:
    return consequences.skill(scene, fighter, "perception", (*rows, *situations.blindness(scene, fighter)))


def _look(scene: Scene, fighter: str, rows: tuple[Situation, ...], exposes: bool) -> Script[Effects]:
    label = _("Perception")
    outcome = yield from resolution.resolve(_look_check(scene, fighter, rows), scene.settings, "look", label)
    seen = exposes and outcome.level is Level.FUMBLE
    test = Effect("outcome", fighter, outcome)
    return (test, Exposed(fighter)) if seen else (test,)
