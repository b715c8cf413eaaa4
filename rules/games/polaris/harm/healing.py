"""Days of rest: what gets better with time and care, what infects, and what overexertion does (POL-WOUND-17, 21)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Modifier
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.game import Rest
from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text
from rules.games.polaris.harm import care, damage, fatigue, shock, wounds
from rules.games.polaris.harm.care import GROUP, cell_name
from rules.games.polaris.harm.conditions import DAY, elapse, is_timed
from rules.games.polaris.harm.lines import Care, MoveBox, Worse, row_of
from rules.games.polaris.harm.wounds import boxes
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import LIGHT, LIMBS, PLACES, part
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.downtime import DowntimeAct
from rules.games.polaris.trials.remarks import Remark, after, rolled
from rules.games.polaris.trials.resolution import resolve

EXTRA_BOX = -2
MOST_DAYS = 14

# POL-WOUND-17: what a Constitution has against infection, by the worst wound of the place.
INFECTION = {"moderate": 5, "serious": 0, "critical": -5, "mortal": -10}
INFECTION_EVERY = 2  # in days


@dataclass(frozen=True)
class Step:
    """POL-WOUND-21: one step of healing: the days it takes, by which skills, how hard it is, what comes of it."""

    days: int
    skills: tuple[str, ...]
    to: str
    modifier: int = 0
    alone: bool = False
    both: bool = False

    def at(self, place: str) -> int:
        return _MORTAL[part(place)] if self.both else self.modifier


_MORTAL = {"arm": -3, "leg": -3, "body": -5, "head": -7}
STEPS: dict[str, Step] = {
    LIGHT: Step(1, (), "", alone=True),
    "moderate": Step(3, ("first_aid", "medicine", "surgery"), LIGHT, 5, alone=True),
    "serious": Step(7, ("first_aid", "medicine", "surgery"), "moderate", 3, alone=True),
    "critical": Step(21, ("medicine", "surgery"), "serious"),
    "mortal": Step(35, ("surgery",), "critical", both=True),
    "fatal": Step(21, ("medicine", "surgery"), "critical", -3),
}
SKILLS: dict[str, Text] = {
    "alone": _("Nobody: it may heal alone"),
    "first_aid": _("First aid"),
    "medicine": _("Medicine"),
    "surgery": _("Surgery"),
}
RISKS: dict[str, Text] = {
    LIGHT: _("A very small risk."),
    "moderate": _("A small risk."),
    "critical": _("Without care it gets worse for certain."),
    "mortal": _("Without care it gets worse for certain."),
}


def days(sheet: Data, place: str, severity: str) -> int:
    """Days that a wound has rested on its present step."""
    line = row_of(sheet, place, severity)
    return int(line[1].get("days", 0)) if line else 0


def _why_too_soon(sheet: Data, place: str, severity: str) -> Text | None:
    missing = STEPS[severity].days - days(sheet, place, severity)
    if missing <= 0:
        return None
    return ngettext("%(count)s day of rest is missing.", "%(count)s days of rest are missing.", missing)


def _cells(sheet: Data) -> tuple[tuple[str, str], ...]:
    """The cells that can heal: a fatal wound of head or body cannot."""
    rows = ((place, severity) for place, severity, _boxes in wounds.marked_cells(sheet))
    return tuple((place, severity) for place, severity in rows if severity != "fatal" or place in LIMBS)


# Procedures.


def pass_days(scene: Scene, patient: str, args: Data) -> Script[Effects]:
    """Day after day: light wounds go, the others rest, and every second day what nobody tends may infect."""
    effects: Effects = ()
    if args.get("tended"):
        effects += tuple(_care(patient, *cell, treated=True) for cell in _cells(scene.sheet(patient)))
    start = int(get(scene.sheet(patient), "hurt_days") or 0)
    day = start
    for day in range(start + 1, start + int(args["days"]) + 1):
        effects += elapse(after(scene, effects), patient, DAY)
        now = after(scene, effects)
        if setting(scene.settings, "healing_rules"):
            effects += _rest_day(now, patient)
        if day % INFECTION_EVERY == 0:
            effects += yield from _infections(after(scene, effects), patient, day)
        sheet = after(scene, effects).sheet(patient)
        if wounds.is_dead(sheet) or wounds.unstabilized_cells(sheet, scene.settings):  # from here on minutes count
            break
    healed = not wounds.worst(after(scene, effects).sheet(patient))
    return (Days(patient, day), *effects, *_forget_days(patient, healed))


def heal(scene: Scene, patient: str, args: Data) -> Script[Effects]:
    """POL-WOUND-21: a success makes the wound one severity lighter; after a failure it has to rest again."""
    place, severity = args["wound"].split("-")
    step, skill = STEPS[severity], str(args["skill"])
    rests = _care(patient, place, severity, days=0)
    if skill == "alone" and step.alone:
        heals = yield from _is_untended(scene, patient, place, severity)
        return ((yield from lighten(scene, patient, place, severity, step.to)),) if heals else (rests,)
    if skill not in step.skills:
        fitting = tuple(SKILLS[key] for key in step.skills)
        no = _("%(wound)s needs: %(skills)s", wound=cell_name(place, severity), skills=fitting)
        return (Remark(patient, no),)
    effects: Effects = ()
    succeeded = True
    for turn, needed in enumerate((skill, "medicine") if step.both else (skill,)):
        check = _check(scene, patient, args, needed, place, severity)
        if check is None:
            return ()
        outcome = yield from resolve(check, scene.settings, f"heal-{turn}")
        effects += (rolled(outcome),)
        succeeded = succeeded and outcome.level.succeeded
    if not succeeded:
        return (*effects, rests)
    return (*effects, (yield from lighten(scene, patient, place, severity, step.to)))


def strain(scene: Scene, patient: str, _args: Data) -> Script[Effects]:
    """POL-WOUND-17: the game master judges the effort; a serious wound always gets worse."""
    worst = wounds.worst(scene.sheet(patient))
    certain = any(row == "serious" for _place, row, _boxes in wounds.marked_cells(scene.sheet(patient)))
    effects: Effects = ()
    if worst != "serious":
        text = _("Was it too much for %(who)s? %(risk)s", who=scene.name(patient), risk=_risk(worst))
        options = (Option("no", _("No: nothing happens")), Option("yes", _("Yes: the wound gets worse")))
        if (yield from choose("strain", "gm", text, options)) == "yes":
            effects += yield from _worsen_strained(scene, patient, worst)
        elif not certain:
            return (Remark(patient, _("bears the effort")),)
    if certain:
        effects += yield from _worsen_strained(after(scene, effects), patient, "serious", "serious-" if effects else "")
    return effects


def _worsen_strained(scene: Scene, patient: str, severity: str, keys: str = "") -> Script[Effects]:
    """POL-WOUND-17: one more box of this severity; of equal places a die names the one."""
    grid: Data = scene.sheet(patient).get("wounds") or {}
    places = [place for place in PLACES if boxes(grid, place, severity)]
    if not places:
        return ()
    if len(places) > 1:
        label = _("Which place gets worse")
        (die,) = yield from roll(f"{keys}place", "gm", Dice(1, len(places)), label)
        places = [places[die - 1]]
    (place,) = places
    return (yield from worsen(scene, patient, place, severity, keys))


def worsen(scene: Scene, patient: str, place: str, severity: str, keys: str = "") -> Script[Effects]:
    """POL-WOUND-07, 15, 17: one more box, with all that a fresh wound of that severity asks for at once."""
    marked = damage.mark(scene, patient, place, severity)
    bleeds = None
    if marked.ticked == "critical":
        row = row_of(scene.sheet(patient), place, severity)
        cause = row[1].get("cause", "other") if row else "other"
        bleeds = yield from damage.decide_bleeding(scene, patient, cause, keys)
    shaken = yield from shock.test_due(scene, patient, marked, keys=keys)
    return (Worse(patient, place, severity, bleeds), *shaken)


def lighten(scene: Scene, patient: str, place: str, severity: str, to: str) -> Script[MoveBox]:
    """POL-WOUND-15, 21, POL-LUCK-04: a lighter wound; of one that is critical from now on, whether it bleeds."""
    row = row_of(scene.sheet(patient), place, severity)
    applies = row is not None and (row[1].get("stabilized") or "bleeding" in row[1])
    bleeds = None
    if to == "critical" and not applies:
        bleeds = yield from damage.decide_bleeding(scene, patient, row[1].get("cause", "other") if row else "other")
    return MoveBox(patient, place, severity, to, bleeds)


def _risk(severity: str) -> Text:
    return RISKS.get(severity, RISKS["critical"])


def _rest_day(scene: Scene, patient: str) -> Effects:
    """One more day of rest on every wound; a light one heals with it."""
    sheet = scene.sheet(patient)
    effects: Effects = ()
    for place, severity in _cells(sheet):
        if severity == LIGHT:
            effects += (MoveBox(patient, place=place, severity=severity, to=""),)
        else:
            effects += (_care(patient, place, severity, days=days(sheet, place, severity) + 1),)
    return effects


def _infections(scene: Scene, patient: str, day: int) -> Script[Effects]:
    effects: Effects = ()
    for place in PLACES:
        sheet = scene.sheet(patient)
        severity = _worst_untended(sheet, place)
        if not severity or wounds.is_dead(sheet):
            continue
        base = checks.of_fighter(scene, patient, "CON")
        assert base is not None
        more = EXTRA_BOX * (boxes(sheet.get("wounds") or {}, place, severity) - 1)
        check = base.plus(
            Modifier(cell_name(place, severity), INFECTION[severity], "POL-WOUND-17"),
            Modifier(_("Several wounds there"), more, "POL-WOUND-17"),
        )
        label = _("Infection: %(wound)s", wound=cell_name(place, severity))
        outcome = yield from resolve(check, scene.settings, f"infection-{day}-{place}", label)
        effects += (rolled(outcome),)
        if not outcome.level.succeeded:
            worse = yield from worsen(scene, patient, place, severity, f"infection-{day}-{place}-")
            effects, scene = (*effects, *worse), after(scene, worse)
    return effects


def _worst_untended(sheet: Data, place: str) -> str:
    """POL-WOUND-17: the worst wound of a place that nobody tends, whatever is tended beside it; empty without one."""
    for severity in (row[1] for row in wounds.marked_cells(sheet) if row[0] == place):
        line = row_of(sheet, place, severity)
        if severity not in INFECTION or not (line and line[1].get("treated")):
            return severity if severity in INFECTION else ""  # a lost limb is past infection
    return ""


def _is_untended(scene: Scene, patient: str, place: str, severity: str) -> Script[bool]:
    wound = cell_name(place, severity)
    text = _("%(who)s, %(wound)s: does it heal alone?", who=scene.name(patient), wound=wound)
    options = (Option("yes", _("It heals")), Option("no", _("It does not heal")))
    return (yield from choose("alone", "gm", text, options)) == "yes"


def _check(scene: Scene, patient: str, args: Data, skill: str, place: str, severity: str) -> Check | None:
    """The test of the healer; a level of medicine is always typed, since every sheet names that science in its way."""
    given = {**args, "healer": care.OTHER} if skill == "medicine" else args
    result = care.healer_check(scene, given, skill, SKILLS[skill])
    if result is None:
        return None
    more = EXTRA_BOX * (boxes(scene.sheet(patient).get("wounds") or {}, place, severity) - 1)
    return result.plus(
        Modifier(cell_name(place, severity), STEPS[severity].at(place), "POL-WOUND-21"),
        Modifier(_("Several wounds there"), more, "POL-WOUND-21"),
    )


def _care(patient: str, place: str, severity: str, days: int | None = None, treated: bool | None = None) -> Care:
    return Care(patient, place, severity, treated=treated, days=days)


def _forget_days(patient: str, healed: bool) -> Effects:
    """Days count anew for somebody well again."""
    return (Days(patient, 0),) if healed else ()


class Days(Effect):
    """POL-WOUND-17: how many days have passed since somebody was wounded."""

    kind = "days"
    scalar = "days"
    days: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "hurt_days", int(self.days) or None),)

    def told(self, scene: Scene) -> Text | None:
        passed = int(self.days) - int(get(scene.sheet(self.target), "hurt_days") or 0)
        return ngettext("%(count)s day passes", "%(count)s days pass", passed) if passed > 0 else None


TENDED = flag("tended", _("Every wound is tended"), False, "POL-WOUND-17")


class DaysPass(DowntimeAct):
    """POL-WOUND-17, 21: days pass for a wounded character, unless a wound is counted in minutes."""

    kind = "days"
    label = journal = _("Days pass")
    rules = ("POL-WOUND-17", "POL-WOUND-21")
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        return is_hurt(scene.sheet(who)) or is_timed(scene.sheet(who))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("days", _("Days"), 1, 1, MOST_DAYS, "POL-WOUND-21"), TENDED)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        waits = wounds.unstabilized_cells(scene.sheet(actor), scene.settings)  # POL-WOUND-16
        return _("A wound has to be stabilised first: let the minutes pass.") if waits else None

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return pass_days(scene, who, args)


class Heal(DowntimeAct):
    """POL-WOUND-21: care for a wound that has rested long enough; the others say what is missing."""

    kind = "heal"
    label = _("Heal a wound")
    journal = _("Healing")
    rules = ("POL-WOUND-21",)
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        sheet = scene.sheet(who)
        return bool(_tendable(sheet) and not wounds.is_dead(sheet) and setting(scene.settings, "healing_rules"))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet = scene.sheet(actor)
        rows = (Choice("-".join(cell), cell_name(*cell), _why_too_soon(sheet, *cell)) for cell in _tendable(sheet))
        which = Field("wound", _("Wound"), "choice", choices=tuple(rows), rule="POL-WOUND-21")
        by = choice("skill", _("Care"), SKILLS, "first_aid")
        return (which, by, *care.healer_fields(scene, actor), care.modifier_field())

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        sheet = scene.sheet(actor)
        missing, cell = min((STEPS[cell[1]].days - days(sheet, *cell), cell) for cell in _tendable(sheet))
        if missing <= 0:
            return None
        return ngettext(
            "%(count)s more day of rest is needed (%(wound)s).",
            "%(count)s more days of rest are needed (%(wound)s).",
            missing,
            wound=cell_name(*cell),
        )

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return heal(scene, who, args)


class Overexert(DowntimeAct):
    """POL-WOUND-17: an effort that may overtax a wounded character."""

    kind = "strain"
    label = journal = _("Overexertion")
    rules = ("POL-WOUND-17",)
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        return is_hurt(scene.sheet(who))

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return strain(scene, who, args)


REST = Rest(
    DaysPass.kind,
    _("Light wounds heal in a day, the others count their days; what nobody tends may get infected every second day."),
    MOST_DAYS,
    (TENDED,),
    (fatigue.Rest.kind,),
)


def is_hurt(sheet: Data) -> bool:
    return bool(wounds.worst(sheet)) and not wounds.is_dead(sheet)


def _tendable(sheet: Data) -> tuple[tuple[str, str], ...]:
    return tuple(cell for cell in _cells(sheet) if cell[1] != LIGHT)
