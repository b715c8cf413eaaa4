"""Magic and powers, as far as a fight goes: cast, hold, counter (MYT-ACT-CAST, MYT-REACT-COUNTERSPELL).

The text describes no spell: what one does is said at the table; the points, the roll and the counter are played.
"""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Level, Outcome
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Ask, Option, Script, choose
from rules.core.script import Effect as Stored
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.combat import defence, situations
from rules.games.mythras.equipment import limbs
from rules.games.mythras.marks import SPELL
from rules.games.mythras.rolls import checks, resolution
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import ONLY_DEFENDS, FreeAct, Quiet, TurnAct, title_text
from rules.games.mythras.rounds.turn_effects import NewAction
from rules.games.mythras.text import _


class HeldSpell(Effect):
    """MYT-ACT-HOLD-MAGIC: a spell that is ready, or none any more."""

    kind = "held_spell"
    scalar = "what"
    what: str | None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (SPELL.set(scene, self.target, str(self.what) if self.what else None),)


class Works(Effect):
    """MYT-ACT-CAST: its effect is told at the table."""

    kind = "spell"
    is_open = True
    what: str = ""

    def told(self, scene: Scene) -> Text | None:
        return _("the spell works: %(what)s", what=self.what or "…")


class Countered(Effect):
    """MYT-REACT-COUNTERSPELL: the whole spell."""

    kind = "countered"
    is_open = True
    what: str = ""
    by: str = ""

    def told(self, scene: Scene) -> Text | None:
        return _("the spell is countered by %(who)s", who=scene.name(self.by))


class EvadedSpell(Effect):
    """MYT-CLOSE-EVADE: a spell misses whoever evades it."""

    kind = "evaded_spell"
    is_open = True
    says = _("evades the spell")


EFFECTS = (HeldSpell, Works, Countered, EvadedSpell)


def skill(scene: Scene, fighter: str) -> Check | None:
    rows: Data = scene.sheet(fighter).get("professional") or {}
    key = next((key for key, row in rows.items() if row.get("of") == "magic"), None)
    if key is None:
        return None
    weighs = (*situations.burdens(scene, fighter), *limbs.wound_situations(scene, fighter))
    return replace(checks.learnt(scene.sheet(fighter), scene.settings, key, weighs), actor=fighter)


def cast(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-ACT-CAST, MYT-REACT-COUNTERSPELL: the spell is released; those who can may counter it, then it is rolled."""
    check = skill(scene, fighter)
    if check is None or initiative.is_helpless(scene, fighter) or picks.is_stunned(scene, fighter):
        return ()
    what = str(args.get("note", ""))
    against = [who for who in scene.fighters if who != fighter and _may_counter(scene, fighter, who)]
    tests: Effects = ()
    for who in against:
        countered, tests = yield from _counter(scene, who, tests)
        if countered:
            return (*tests, Countered(fighter, what=what, by=who))
    outcome = yield from resolution.resolve(check, scene.settings, "cast", check.what)
    evading = _unless_answered(str(args.get("target", "none")), tests)
    tests += (Stored("outcome", fighter, outcome),)
    if outcome.level < Level.SUCCESS:
        return tests
    evaded, more = yield from _evade(scene, evading, outcome)
    return (*tests, *more) if evaded else (*tests, *more, Works(fighter, what=what))


def _unless_answered(target: str, tests: Effects) -> str:
    """MYT-AP-03: nobody evades a spell that they have rolled to counter; that was the reaction."""
    return "" if any(row.target == target for row in tests) else target


def _evade(scene: Scene, target: str, spell: Outcome) -> Script[tuple[bool, Effects]]:
    """MYT-CLOSE-EVADE: the target of a spell may evade it."""
    if target not in scene.fighters:
        return False, ()
    answer = yield from defence.dodge(scene, target, spell.check.actor, _("A spell is aimed at you"))
    if answer.outcome is None:
        return False, ()
    evaded = resolution.goes_past(spell, answer.outcome, scene.settings)
    fell = (Stored("outcome", target, answer.outcome), *defence.lands(target, answer))
    return evaded, (*fell, EvadedSpell(target)) if evaded else fell


def _may_counter(scene: Scene, fighter: str, other: str) -> bool:
    """Somebody hidden counters only what somebody hidden casts: the table would wait for them."""
    foe = initiative.are_opposed(scene, fighter, other) and (other not in scene.hidden or fighter in scene.hidden)
    free = picks.why_no_reaction(scene, other) is None and not marks.REACTED.of(scene, other)
    check = skill(scene, other)
    able = check is not None and check.refused is None and free
    return foe and able and bool(initiative.left(scene, other) > 0 or marks.SPELL.of(scene, other))


def _choose_fitting(scene: Scene, other: str) -> Script[bool]:
    """MYT-REACT-COUNTERSPELL: what is held counters a spell only where it suits, as the game master says."""
    rows = (Option("fits", _("It counters this spell")), Option("unfit", _("It does nothing against it")))
    what = str(marks.SPELL.of(scene, other) or "…")
    label = _("%(who)s counters with: %(what)s", who=scene.name(other), what=what)
    return (yield from choose(f"fits-{other}", "gm", label, rows)) == "fits"


def _counter(scene: Scene, other: str, tests: Effects) -> Script[tuple[bool, Effects]]:
    """MYT-REACT-COUNTERSPELL: free with a spell that is held, a point otherwise; success ends the whole spell."""
    held = bool(marks.SPELL.of(scene, other))
    cost = (HeldSpell(other, None),) if held else defence.reaction_cost(scene, other)
    rows = (Option("let", _("Let it happen")), Option("counter", _("Counter the spell"), cost))
    (answer,) = yield Ask(f"counter-{other}", other, _("A spell is cast"), rows)
    check = skill(scene, other)
    if answer == "let" or check is None:
        return False, tests
    if held and not (yield from _choose_fitting(scene, other)):
        return False, tests
    if not held:
        yield from prefixed(f"{other}-", defence.choose_point(scene, other))
    label = _("Counterspell")
    outcome = yield from resolution.resolve(check, scene.settings, f"counterspell-{other}", label)
    return outcome.level.succeeded, (*tests, Stored("outcome", other, outcome))


class Spell(Quiet):
    """The common part of the acts of magicians."""

    def concerns(self, scene: Scene, actor: str) -> bool:
        return skill(scene, actor) is not None

    def spell_field(self) -> Field:
        return text("note", _("What is cast"), most=80, rule="MYT-ACT-CAST")


def target_field(scene: Scene, fighter: str) -> Field:
    """MYT-CLOSE-EVADE, MYT-AP-05: the target of a spell; at an opponent it is an attack like any."""
    seen = tuple(
        Choice(who, picks.name_text(scene, who), _why_not_at(scene, fighter, who))
        for who in initiative.seen_by(scene, fighter)
    )
    rows = (Choice("none", _("nobody")), *seen)
    return Field("target", _("At whom"), "choice", default="none", choices=rows, rule="MYT-CLOSE-EVADE")


def _why_not_at(scene: Scene, fighter: str, target: str) -> Text | None:
    return picks.why_no_blow_at(scene, fighter, target) if initiative.are_opposed(scene, fighter, target) else None


def _offends(scene: Scene, action: Action) -> Effects:
    """MYT-STYLE-DEFENSIVE, MYT-RANGED-AIM, MYT-ACT-SNEAK-PEEK: a spell at an opponent is an attack like any."""
    target = str(action.args.get("target", "none"))
    foe = target in scene.fighters and initiative.are_opposed(scene, action.actor, target)
    return defence.attacking(scene, action.actor) if foe else ()


def why_not_begun(scene: Scene, fighter: str) -> Text | None:
    """MYT-WOUND-02: why nobody whom a serious wound has shaken begins a spell."""
    return _("Shaken by a wound: no spell is begun.") if marks.SHAKEN.of(scene, fighter) else None


def why_no_spell(scene: Scene, fighter: str) -> Text | None:
    """MYT-CORE-04: why a fighter releases no spell: too hampered to succeed."""
    check = skill(scene, fighter)
    return check.refused if check is not None else None


class Prepare(Spell):
    """MYT-ACT-CAST: a spell that takes turns, or is kept for later."""

    kind = "prepare"
    label = _("Work on a spell: one turn")
    rules = ("MYT-ACT-CAST",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (self.spell_field(),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_not_begun(scene, actor)

    def does(self, scene: Scene, action: Action) -> Effects:
        return (HeldSpell(action.actor, str(action.args.get("note", "")) or "…"),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s works on a spell"), scene, action)


class Cast(TurnAct):
    """MYT-ACT-CAST: a spell of one turn."""

    kind = "cast"
    label = _("Cast a spell of one turn")
    rules = ("MYT-ACT-CAST", "MYT-REACT-COUNTERSPELL")
    aims = True

    def concerns(self, scene: Scene, actor: str) -> bool:
        return skill(scene, actor) is not None

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return text("note", _("What is cast"), most=80, rule="MYT-ACT-CAST"), target_field(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_no_spell(scene, actor) or why_not_begun(scene, actor)

    def _is_stopped(self, scene: Scene, actor: str) -> bool:
        """MYT-WOUND-02: whoever is shaken meanwhile loses the spell, as any blow."""
        return super()._is_stopped(scene, actor) or self.refusal(scene, actor) is not None

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *_offends(scene, action))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return cast(scene, action.actor, action.args)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s casts a spell"), scene, action)


class HoldSpell(Spell):
    """MYT-ACT-HOLD-MAGIC: what is ready is kept ready, turn by turn."""

    kind = "hold_spell"
    label = _("Hold the spell that is ready")
    rules = ("MYT-ACT-HOLD-MAGIC",)
    keeps_spell = True

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None if SPELL.of(scene, actor) else _("No spell is ready.")

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s holds a spell"), scene, action)


class Unleash(FreeAct):
    """MYT-ACT-CAST: what is ready is released at any time, until the next turn or for as long as it is held."""

    kind = "unleash"
    label = _("Release the spell that is ready")
    rules = ("MYT-ACT-CAST",)
    aims = True
    always = True

    def concerns(self, scene: Scene, actor: str) -> bool:
        mine = (row for row in scene.exchanges.values() if row.action.actor == actor)
        busy = any(row.action.kind == self.kind for row in mine)
        return bool(SPELL.of(scene, actor)) and not busy and skill(scene, actor) is not None

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (target_field(scene, actor),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        unable = ONLY_DEFENDS if picks.is_winded(scene, actor) else picks.why_no_reaction(scene, actor)
        return why_no_spell(scene, actor) or unable

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (NewAction(action.actor), *_offends(scene, action))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _release(scene, action.actor, action.args)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s releases a spell"), scene, action)


def _release(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    effects = yield from cast(scene, fighter, {**args, "note": str(SPELL.of(scene, fighter) or "")})
    return (*effects, HeldSpell(fighter, None))
