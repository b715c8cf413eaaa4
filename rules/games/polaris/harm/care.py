"""First aid against the clock: which wounds have to be stabilised, how long that can wait, and what waiting does."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Option, Script, choose, just
from rules.core.text import Text
from rules.games.polaris.character.schema import CONDITIONS
from rules.games.polaris.character.sheet import level
from rules.games.polaris.harm import shock, wounds
from rules.games.polaris.harm.conditions import Condition, Waking, elapse, is_timed, sleeps_on
from rules.games.polaris.harm.lines import Care, Line, MoveBox, open_rows, rows_of
from rules.games.polaris.harm.wounds import Marked
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import CAUSES, LIMBS, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.downtime import DowntimeAct
from rules.games.polaris.trials.remarks import Remark, after, rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import initiative

GROUP = _("Wounds")
OTHER = "other"
MOST_MINUTES = 600

SINGLE_BOX, NO_KIT = -2, -5  # POL-WOUND-16
TREATMENT = 10  # in minutes
RESPITE = 5  # minutes that a Constitution holds, and the modifier of its success


def difficulty(place: str, severity: str) -> int:
    """POL-WOUND-16: how hard a wound is to stabilise."""
    if severity == "critical":
        return 0
    return -3 if place in LIMBS else -5


def minutes_left(sheet: Data, place: str, severity: str, line: str = "") -> int:
    """POL-WOUND-16: how long a wound can still wait, or the most urgent of a cell; what nobody has counted is whole."""
    lines = rows_of(sheet, place, severity)
    waiting = [row for key, row in lines if key == line or not (line or row.get("stabilized"))]
    whole = level(sheet, "CON") * (2 if severity == "critical" else 1)
    return min((int(row.get("minutes", whole)) for row in waiting), default=whole)


def cell_field(sheet: Data, cells: tuple[tuple[str, str], ...], clock: bool = False) -> Field:
    """The choice of a wound by its place and severity, with the time it can wait where that counts."""
    rows = tuple(
        Choice("-".join(cell), cell_name(*cell), hint=_clock(sheet, *cell) if clock else None) for cell in cells
    )
    return Field("wound", _("Wound"), "choice", choices=rows)


def healer_fields(scene: Scene, patient: str) -> tuple[Field, ...]:
    """The healer: somebody of the table, or anybody else by a typed level."""
    # POL-SHOCK-04; in what way somebody is out stays their own business
    unable = {who: CONDITIONS["cannot_act"] if initiative.is_out(scene, who) else None for who in scene.fighters}
    people = tuple(Choice(who, _("%(who)s", who=scene.name(who)), why) for who, why in unable.items())
    other = Choice(OTHER, _("Somebody else, whose level is typed"))
    first = next((who for who, why in unable.items() if who != patient and why is None), OTHER)
    typed = Field("level", _("Level of somebody else"), default=0, least=-10, most=40)
    return (Field("healer", _("Who tends"), "choice", default=first, choices=(*people, other)), typed)


def modifier_field() -> Field:
    """POL-TEST-08: what the game master adds."""
    return Field("modifier", _("Modifier"), default=0, least=-30, most=30, gm_only=True)


def cell_name(place: str, severity: str) -> Text:
    words = {"place": PLACES[place], "severity": SEVERITY_NAMES[severity]}
    return _("%(place)s: %(severity)s", **words)


def _clock(sheet: Data, place: str, severity: str) -> Text:
    return _("%(minutes)s min left", minutes=minutes_left(sheet, place, severity))


# Procedures.


def stabilise(scene: Scene, patient: str, args: Data) -> Script[Effects]:
    """POL-WOUND-16: the healer's test; it takes 10 minutes, less with a good success, or more."""
    place, severity = args["wound"].split("-")
    check = healer_check(scene, args, "first_aid", _("First aid"))
    if check is None:
        return ()
    crowded = wounds.boxes(scene.sheet(patient).get("wounds") or {}, place, severity) > 1
    check = check.plus(
        Modifier(cell_name(place, severity), difficulty(place, severity), "POL-WOUND-16"),
        Modifier(_("Several wounds there"), SINGLE_BOX if crowded else 0, "POL-WOUND-16"),
        Modifier(_("Without a full kit"), 0 if args["kit"] else NO_KIT, "POL-WOUND-16"),
    )
    outcome = yield from resolve(check, scene.settings, "first-aid")
    minutes = TREATMENT - outcome.modifier  # a success is worth 9 at most
    took = Remark(patient, _("it takes %(minutes)s minutes", minutes=minutes))
    tested = (rolled(outcome), took)
    held: Effects = ()
    if outcome.level.succeeded:
        held = (Care(patient, place, severity, stabilized=True, treated=True, minutes=0),)
    waited = yield from pass_minutes(after(scene, held), patient, minutes)
    done = (*held, *waited)
    return (*tested, *done, *((yield from _wake(after(scene, done), patient)) if held else ()))


def _wake(scene: Scene, patient: str) -> Script[Effects]:
    """POL-SHOCK-05: of a patient who is unconscious until stabilised, the game master says whether they wake."""
    sheet = scene.sheet(patient)
    if not sleeps_on(sheet) or wounds.unstabilized_cells(sheet, scene.settings):
        return ()
    text = _("%(who)s is stabilised, and unconscious without an end: awake now?", who=scene.name(patient))
    options = (Option("yes", _("Awake, and stunned")), Option("no", _("Unconscious still")))
    answer = yield from choose("wakes", "gm", text, options)
    return (Condition(patient, "unconscious", off=True), Waking(patient)) if answer == "yes" else ()


def note_bleeding(_scene: Scene, patient: str, args: Data) -> Script[Effects]:
    """POL-WOUND-15: a line about the wound, as the game master says."""
    place, severity = args["wound"].split("-")
    return just((Line(patient, place, severity, str(args["cause"]), bool(args["bleeds"])),))


def test_shock(scene: Scene, patient: str, args: Data) -> Script[Effects]:
    """POL-SHOCK-01: the test that a wound of that place and severity demands."""
    place, severity = args["wound"].split("-")
    return (yield from shock.test_due(scene, patient, Marked({}, place, severity)))


def pass_minutes(scene: Scene, patient: str, minutes: int) -> Script[Effects]:
    """POL-WOUND-16, POL-SHOCK-05: minutes in which the times of the sheet run, and wounds that are still open go on."""
    effects = elapse(scene, patient, minutes)
    sheet = scene.sheet(patient)
    for place, severity in wounds.unstabilized_cells(sheet, scene.settings):
        lines = [key for key, _row in open_rows(sheet, scene.settings, place, severity)] or [""]
        for nth, line in enumerate(lines):
            now = after(scene, effects)
            if wounds.is_dead(now.sheet(patient)):
                return effects
            keys = f"clock-{place}-{line}-" if nth else f"clock-{place}-"
            effects += yield from _run(now, Care(patient, place, severity, line=line), minutes, keys)
    return effects


def healer_check(scene: Scene, args: Data, skill: str, label: Text) -> Check | None:
    """The healer's test: their skill, or a typed level for somebody outside the fight."""
    extra = Modifier(_("Game master"), int(args.get("modifier", 0)), "POL-TEST-08")
    healer = args.get("healer", OTHER)
    if healer == OTHER or healer not in scene.fighters:
        check = checks.typed_check(label, int(args.get("level", 0)))
        return check.plus(extra)
    base = checks.of_fighter(scene, healer, skill)
    return base and base.plus(extra)


def _run(scene: Scene, wound: Care, minutes: int, keys: str) -> Script[Effects]:
    """The minutes of one wound: as they run out, a test of Constitution gives more, or it turns mortal; then death."""
    patient, place, severity, line = wound.target, wound.place, wound.severity, wound.line
    left = minutes_left(scene.sheet(patient), place, severity, line) - minutes
    effects: Effects = ()
    number = 0
    while left <= 0 and severity == "critical":
        number += 1
        check = checks.of_fighter(scene, patient, "CON")
        assert check is not None
        label = _("Constitution: %(wound)s", wound=cell_name(place, severity))
        outcome = yield from resolve(check, scene.settings, f"{keys}{number}", label)
        effects += (rolled(outcome),)
        if outcome.level.succeeded:
            left += RESPITE + outcome.modifier
            continue
        turned = MoveBox(patient, place=place, severity=severity, to="mortal", line=line)
        marked = turned.marked(scene)
        effects += (turned, *(yield from shock.test_due(scene, patient, marked, keys=keys)))
        severity, left = marked.ticked, left + level(scene.sheet(patient), "CON")
        if marked.death:
            return effects
    if left <= 0:
        return (*effects, Condition(patient, key="dead"))
    return (*effects, replace(wound, severity=severity, minutes=left))


def _is_dying(scene: Scene, who: str) -> bool:
    """POL-WOUND-16: the living alone have a wound that may still be stabilised."""
    sheet = scene.sheet(who)
    return bool(wounds.unstabilized_cells(sheet, scene.settings)) and not wounds.is_dead(sheet)


class Stabilise(DowntimeAct):
    """POL-WOUND-16: first aid to one of the wounds that need it."""

    kind = "stabilise"
    label = _("Stabilise a wound")
    journal = _("First aid")
    rules = ("POL-WOUND-15", "POL-WOUND-16")
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        return _is_dying(scene, who)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        which = cell_field(scene.sheet(actor), wounds.unstabilized_cells(scene.sheet(actor), scene.settings), True)
        kit = flag("kit", _("With a full kit"), True, "POL-WOUND-16")
        return (which, *healer_fields(scene, actor), kit, modifier_field())

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return stabilise(scene, who, args)


class MinutesPass(DowntimeAct):
    """POL-WOUND-16, POL-SHOCK-05: some minutes without help."""

    kind = "minutes"
    label = journal = _("Minutes pass")
    rules = ("POL-WOUND-16", "POL-SHOCK-05")
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        return _is_dying(scene, who) or is_timed(scene.sheet(who))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (number("minutes", _("Minutes"), 10, 1, MOST_MINUTES, "POL-WOUND-16"),)

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return pass_minutes(scene, who, int(args["minutes"]))


class DecideBleeding(DowntimeAct):
    """POL-WOUND-15: the game master's word on a critical wound that was marked by hand."""

    kind = "bleeding"
    label = _("Does a critical wound bleed?")
    journal = _("Bleeding")
    rules = ("POL-WOUND-15",)
    group = GROUP
    master = True

    def applies(self, scene: Scene, who: str) -> bool:
        return bool(wounds.undecided_cells(scene.sheet(who)))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet = scene.sheet(actor)
        cause = choice("cause", _("Cause"), {key: row[0] for key, row in CAUSES.items()}, "other")
        bleeds = flag("bleeds", _("It bleeds: it has to be stabilised"), False, "POL-WOUND-15")
        return (cell_field(sheet, wounds.undecided_cells(sheet)), cause, bleeds)

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return note_bleeding(scene, who, args)


class TestShock(DowntimeAct):
    """POL-WOUND-10, 11: the shock test of a wound that was marked by hand."""

    kind = "shock"
    label = _("Shock test of a wound")
    journal = _("Shock test")
    rules = ("POL-SHOCK-01",)
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        played = bool(setting(scene.settings, "shock_rules")) and not wounds.is_dead(scene.sheet(who))
        return played and bool(_shocking_cells(scene.sheet(who)))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (cell_field(scene.sheet(actor), _shocking_cells(scene.sheet(actor))),)

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return test_shock(scene, who, args)


def _shocking_cells(sheet: Data) -> tuple[tuple[str, str], ...]:
    cells = ((place, severity) for place, severity, _boxes in wounds.marked_cells(sheet))
    return tuple(cell for cell in cells if wounds.shock_malus(*cell) is not None)
