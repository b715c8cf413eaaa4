"""The tests of a sheet, and their chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from rules.character.sheet import Choice, Choices, Field
from rules.core.check import Breakdown, Check, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text, signed
from rules.games.polaris.character import derived
from rules.games.polaris.character.sheet import Line, line, lines, luck
from rules.games.polaris.character.skills import CATALOGUE, CATEGORIES, LIMITING
from rules.games.polaris.harm import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import ATTRIBUTES, DIFFICULTIES, round_quotient
from rules.games.polaris.text import _
from rules.games.polaris.trials import no_dice, wishes

RESERVED = _("Reserved skill, not learnt: automatic failure.")
SENSELESS = _("The unconscious act and perceive nothing.")
TOO_HURT = _("A mortal wound or a lost limb allows no action that needs a test.")


@memoize
def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """The attributes, reaction and luck, then every skill line in the order of the printed sheet."""
    return (
        *(_attribute(sheet, settings, code) for code in ATTRIBUTES),
        *(check(sheet, settings) for check in _SECONDARY.values()),
        *_skills(sheet, settings),
    )


@memoize
def _skills(sheet: Data, settings: Data) -> tuple[Check, ...]:
    levels = _levels(sheet, settings)
    terms, unable = derived.health_terms(sheet, settings), _why_unable(sheet)
    return tuple([_skill(entry, levels[entry.key], terms, unable) for entry in lines(sheet)])


@memoize
def _levels(sheet: Data, settings: Data) -> dict[str, Breakdown]:
    """By key of a skill line its level in perfect health, which no wound changes."""
    return {entry.key: global_level(sheet, settings, entry) for entry in lines(sheet)}


@memoize
def find(sheet: Data, settings: Data, key: str) -> Check | None:
    """The check of this key, or ``None`` where the sheet has none; it is the only one computed."""
    if key in ATTRIBUTES:
        return _attribute(sheet, settings, key)
    if key in _SECONDARY:
        return _SECONDARY[key](sheet, settings)
    listed = key in (sheet.get("skills") or {}) or (key in CATALOGUE and not CATALOGUE[key].specialised)
    if not listed:
        return None
    entry, terms = line(sheet, key), derived.health_terms(sheet, settings)
    return _skill(entry, global_level(sheet, settings, entry), terms, _why_unable(sheet))


def of_fighter(scene: Scene, fighter: str, key: str) -> Check | None:
    """The check of a fighter, or ``None`` where their sheet has none."""
    check = find(scene.sheet(fighter), scene.settings, key)
    return check and replace(check, actor=fighter)


def is_skill(check: Check) -> bool:
    return check.key not in ATTRIBUTES and check.key not in _SECONDARY


def limit(sheet: Data, settings: Data, check: Check, by: Sequence[str]) -> Check:
    """POL-SHEET-14: a skill whose level may not exceed that of other skills.

    ``by`` are the keys of the limiting lines; one that is reserved and not learnt refuses the test.
    """
    counted = tuple(by) if setting(settings, "limit_cascade") == "min_all" else tuple(by)[:1]
    limits = [line(sheet, key) for key in counted]
    mine = global_level(sheet, settings, line(sheet, check.key)).total
    levels = [global_level(sheet, settings, limit).total for limit in limits]
    lowest = min(levels, default=mine)
    terms = [_limit(limit, level, mine, lowest) for limit, level in zip(limits, levels, strict=True)]
    used = limits[levels.index(lowest)] if lowest < mine else line(sheet, check.key)
    target = Breakdown(check.target.base, (*_count_once(terms), *check.target.modifiers))
    by_main = setting(settings, "limited_skill_crit_mastery") == "main"
    extra = check.extra if by_main else (used.mastery or 0)
    refused = next((_not_learnt(limit) for limit in limits if limit.reserved), check.refused)
    return replace(check, target=target, extra=extra, refused=refused)


def global_level(sheet: Data, settings: Data, one: Line) -> Breakdown:
    """POL-SHEET-09, 10: the two natural aptitudes and the mastery of a skill line, healthy.

    A special line has the level typed, or follows POL-SHEET-15; a reserved one has no mastery to add.
    """
    if one.of == "mother_tongue" and one.typed is None:
        ten = Modifier(_("Mother tongue"), 10, "POL-SHEET-15")
        culture = line(sheet, "general_culture")
        more = Modifier(CATALOGUE["general_culture"].label, culture.mastery or 0, "POL-SHEET-15")
        value = Breakdown(ten, (more,))
    elif one.mastery is None and not one.reserved:
        value = Breakdown(Modifier(_("Level"), one.typed or 0, "POL-SHEET-10"))
    else:
        value = Breakdown(_base(sheet, settings, one))
        if one.mastery is not None:
            mastery = Modifier(_("Mastery"), one.mastery, "POL-SHEET-10")
            value = Breakdown(value.base, (mastery,))
    return derived.overridden_by_gm(sheet, one.key, value)


def test_fields(settings: Data) -> tuple[Field, ...]:
    """POL-TEST-06 to 12: the arguments of a test."""
    return (*_usual_fields(), *no_dice.fields(settings))


@cache
def fight_fields() -> tuple[Field, ...]:
    """POL-TEST-22: what may be said about a test in a fight, where all but the wish is the game master’s to say."""
    return tuple(replace(field, gm_only=field.key != "effect") for field in _usual_fields())


@cache
def _usual_fields() -> tuple[Field, ...]:
    difficulties = (
        Choice(key, label, hint=_("%(modifier)s", modifier=signed(value)))
        for key, (label, value) in DIFFICULTIES.items()
    )
    rulings = (
        Choice("dice", _("The dice decide")),
        Choice("success", _("No test needed: success")),
        Choice("failure", _("No test possible: failure")),
    )
    return (
        Field(
            "difficulty", _("Difficulty"), "choice", default="average", choices=tuple(difficulties), rule="POL-TEST-06"
        ),
        Field("modifier", _("Modifier"), default=0, least=-30, most=30, rule="POL-TEST-08"),
        Field("halved", _("Skill halved"), "flag", default=False, rule="POL-TEST-07"),
        Field("secret", _("Secret difficulty"), "flag", default=False, rule="POL-TEST-10", gm_only=True),
        Field("hint", _("Vague hint"), "text", most=80, rule="POL-TEST-11", gm_only=True),
        Field("ruling", _("Ruling"), "choice", default="dice", choices=rulings, rule="POL-TEST-01", gm_only=True),
        Field("reason", _("Why it is ruled so"), "text", most=80, rule="POL-GEN-01", gm_only=True),
        *wishes.fields(),
    )


def limit_field(sheet: Data) -> Field:
    """POL-SHEET-14: the choice of a skill of this sheet that limits the one tested."""

    def limiting() -> Iterator[Choice]:
        learnt = (entry for entry in lines(sheet) if entry.of in LIMITING and not entry.reserved)
        return (Choice(entry.key, entry.label) for entry in learnt)

    choices = Choices((Choice("none", _("None")),), limiting)
    return Field("limited_by", _("Limited by"), "choice", default="none", choices=choices, rule="POL-SHEET-14")


def adjusted(check: Check, args: Data, settings: Data) -> Check:
    """POL-TEST-07: the check with its difficulty and every other modifier; all of them secret in a secret test."""
    secret = bool(args.get("secret"))
    label, value = DIFFICULTIES[args.get("difficulty", "average")]
    named = _("Difficulty: %(degree)s", degree=label)
    terms = [Modifier(named, value, "POL-TEST-06", secret=secret)]
    terms.append(Modifier(_("Modifier"), args.get("modifier", 0), "POL-TEST-08", secret=secret))
    before = bool(setting(settings, "halving_before_modifiers"))
    target = halve(check.target, before, settings) if args.get("halved") and before else check.target
    target = target.plus(*terms)
    if args.get("halved") and not before:
        target = halve(target, before, settings)
    if hint := args.get("hint"):
        looks = Modifier(_("It looks: %(hint)s", hint=hint), 0, "POL-TEST-11")
        target = Breakdown(target.base, (*target.modifiers, looks))
    return replace(check, target=target, secret=check.secret or secret)


def notation(what: Text, args: Data) -> Text:
    """POL-TEST-09: a test as it is asked for, such as “Climbing (Hard)”; nothing of a secret one but its name."""
    difficulty, modifier = args.get("difficulty", "average"), args.get("modifier", 0)
    if args.get("secret") or (difficulty == "average" and not modifier):
        return what
    by = (DIFFICULTIES[difficulty][0],) if difficulty != "average" else ()
    more = (_("%(by)s", by=signed(modifier)),) if modifier else ()
    return _("%(what)s (%(by)s)", what=what, by=(*by, *more))


def _attribute(sheet: Data, settings: Data, code: str) -> Check:
    """POL-TEST-04: against the level, not the natural aptitude."""
    level = derived.attribute_level(sheet, code)
    return Check(
        "",
        code,
        ATTRIBUTES[code],
        level.plus(*derived.health_terms(sheet, settings)),
        half_level(level.total, settings),
        _why_too_hurt(sheet, settings, code),
        group=_("Attributes"),
        path=f"attributes.{code}",
    )


_ACTING = ("FOR", "COO", "ADA", "PRE")  # the attributes of an action, where the others bear or perceive something
_BEARING = ("CON", "VOL")  # those that resist also without one’s senses


def _why_too_hurt(sheet: Data, settings: Data, code: str) -> Text | None:
    """POL-WOUND-12, POL-SHOCK-04: why an attribute cannot be tested, where the house counts its test as an action."""
    if wounds.is_senseless(sheet) and code not in _BEARING:
        return SENSELESS
    acts = code in _ACTING and setting(settings, "mortal_tests") == "actions"
    return TOO_HURT if acts and not wounds.can_test(sheet) else None


def _why_unable(sheet: Data) -> Text | None:
    """POL-WOUND-12, POL-SHOCK-04: why no skill can be tested."""
    if wounds.is_senseless(sheet):
        return SENSELESS
    return None if wounds.can_test(sheet) else TOO_HURT


def _reaction(sheet: Data, settings: Data) -> Check:
    level = derived.reaction(sheet, settings)
    # The penalty of wounds counts once, though it lowers Reaction as well as every test (POL-WOUND-20).
    return Check(
        "",
        "reaction",
        _("Reaction"),
        level.plus(*derived.health_terms(sheet, settings)),
        half_level(level.total, settings),
        SENSELESS if wounds.is_senseless(sheet) else None,
        group=_("Secondary characteristics"),
        path="bonuses.reaction",
    )


def _luck(sheet: Data, settings: Data) -> Check:
    """POL-LUCK-01: against the points of luck left."""
    level = Modifier(_("Luck"), luck(sheet), "POL-SHEET-03")
    return Check(
        "",
        "luck",
        _("Luck"),
        Breakdown(level).plus(*derived.health_terms(sheet, settings)),
        half_level(level.value, settings),
        group=_("Secondary characteristics"),
        path="luck.current",
    )


_SECONDARY = {"reaction": _reaction, "luck": _luck}


def _skill(line: Line, level: Breakdown, health: tuple[Modifier, ...], unable: Text | None) -> Check:
    """POL-TEST-03, 05: against the global level, with the terms of health; a reserved skill has to be learnt."""
    special = line.mastery is None and not line.reserved
    return Check(
        "",
        line.key,
        line.label,
        level.plus(*health),
        line.mastery or 0,
        RESERVED if line.reserved else unable,
        group=CATEGORIES[line.category],
        path=f"skills.{line.key}.{'level' if special else 'mastery'}",
    )


def typed_check(what: Text, level: int) -> Check:
    """A test against a level typed, of somebody whose sheet is not at the table."""
    return Check("", "typed", what, Breakdown(Modifier(_("Level typed"), level, "POL-TEST-03")))


def half_level(level: int, settings: Data) -> int:
    """POL-CRIT-02: half of a level, which a critical success adds to the margin."""
    up = setting(settings, "attribute_crit_half_rounding") == "up"
    return (level + 1) // 2 if up else level // 2


def _base(sheet: Data, settings: Data, line: Line) -> Modifier:
    first, second = line.attributes
    value = sum(derived.natural_aptitude(sheet, settings, code) for code in line.attributes)
    names = (ATTRIBUTES[first], ATTRIBUTES[second])
    label = _("%(first)s + %(second)s", first=names[0], second=names[1])
    return Modifier(label, value, "POL-SHEET-09")


def _limit(limit: Line, level: int, mine: int, lowest: int) -> Modifier:
    label = _("Limited by %(skill)s, %(level)s", skill=limit.label, level=level)
    if level < mine and level == lowest:
        return Modifier(label, level - mine, "POL-SHEET-14")
    why = _("It is not lower.")
    return Modifier(label, min(0, level - mine), "POL-SHEET-14", why)


def _count_once(terms: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """The terms of limits, of which only the first applies: equal limits count once."""
    counted = [term for term in terms if term.ignored is None][1:]
    why = _("It is not lower.")
    return tuple(replace(term, ignored=why) if any(term is item for item in counted) else term for term in terms)


def _not_learnt(limit: Line) -> Text:
    return _("%(skill)s is not learnt: it cannot be used.", skill=limit.label)


def halve(target: Breakdown, before: bool, settings: Data) -> Breakdown:
    """POL-TEST-07: half of the skill alone, or of everything so far."""
    counted = [term for term in target.lines if term.ignored is None]
    part = sum(term.value for term in counted if not before or term.rule.startswith(_LEVEL_RULES))
    half = round_quotient(part, 2, setting(settings, "rounding_mode"))
    return target.plus(Modifier(_("Halved"), half - part, "POL-TEST-07"))


# The rules whose terms make up a level before health and circumstances change it.
_LEVEL_RULES = ("POL-SHEET", "POL-GEN")
