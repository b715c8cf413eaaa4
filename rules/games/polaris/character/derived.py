"""Every computed number of a sheet, each with its terms and the rule it comes from."""

from __future__ import annotations

from rules.character.character import Derived
from rules.core.check import Breakdown, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.text import Text
from rules.games.polaris import tables
from rules.games.polaris.character import burdens
from rules.games.polaris.character.sheet import adjustments, level, line, override
from rules.games.polaris.character.skills import CATALOGUE
from rules.games.polaris.harm import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import ATTRIBUTES, PACES, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """The natural aptitudes, then the secondary characteristics, then what health does to them."""
    pace = wounds.pace_limit(sheet)
    return (
        *(_aptitude_row(sheet, settings, code) for code in ATTRIBUTES),
        Derived("reaction", _("Reaction"), reaction(sheet, settings), "POL-SHEET-04"),
        Derived("effective_reaction", _("Reaction now"), effective_reaction(sheet, settings), "POL-INIT-02"),
        Derived("base_initiative", _("Base initiative"), base_initiative(sheet, settings), "POL-INIT-01"),
        Derived("melee_damage_modifier", _("Melee damage modifier"), melee_damage_modifier(sheet), "POL-SHEET-05"),
        Derived("damage_resistance", _("Damage resistance"), damage_resistance(sheet), "POL-SHEET-06"),
        Derived("stun_threshold", _("Stun threshold"), stun_threshold(sheet, settings), "POL-SHEET-07"),
        Derived(
            "unconscious_threshold", _("Unconscious threshold"), unconscious_threshold(sheet, settings), "POL-SHEET-07"
        ),
        Derived("wound_penalty", _("Wound penalty"), wound_penalty(sheet, settings), "POL-WOUND-14", beside="wounds"),
        Derived(
            "pace_limit",
            _("Fastest pace"),
            Breakdown(Modifier(_("Rank of the limit"), tuple(PACES).index(pace), "POL-WOUND-19")),
            "POL-WOUND-19",
            PACES[pace],
            beside="wounds",
        ),
        _stabilization(sheet, settings),
    )


def attribute_level(sheet: Data, code: str) -> Breakdown:
    """POL-SHEET-01: the level of an attribute and its adjustments."""
    typed = level(sheet, code) - sum(value for _key, value, _why in adjustments(sheet, code))
    terms = tuple(Modifier(_reason(why), value, "POL-SHEET-01") for _key, value, why in adjustments(sheet, code))
    return Breakdown(Modifier(ATTRIBUTES[code], typed, "POL-SHEET-01")).plus(*terms)


@memoize
def natural_aptitude(sheet: Data, settings: Data, code: str) -> int:
    """POL-SHEET-02: the natural aptitude of an attribute."""
    return _aptitude_row(sheet, settings, code).value.total


@memoize
def reaction(sheet: Data, settings: Data) -> Breakdown:
    """POL-SHEET-04: half of adaptation and perception together, healthy."""
    ada, per = level(sheet, "ADA"), level(sheet, "PER")
    label = _("(Adaptation %(ada)s + Perception %(per)s) / 2", ada=ada, per=per)
    half = tables.round_quotient(ada + per, 2, setting(settings, "rounding_mode"))
    return _base_with_bonus(sheet, "reaction", Modifier(label, half, "POL-SHEET-04"))


@memoize
def effective_reaction(sheet: Data, settings: Data) -> Breakdown:
    """POL-INIT-02: the reaction with what health takes from it, once."""
    healthy = reaction(sheet, settings)
    whole = bool(setting(settings, "stupor_slows"))  # POL-INIT-12
    terms = health_terms(sheet, settings) if whole else burdens.penalty(sheet, settings)
    return overridden_by_gm(sheet, "effective_reaction", healthy.plus(*terms))


@memoize
def base_initiative(sheet: Data, settings: Data) -> Breakdown:
    """POL-INIT-01, 03: the reaction as it is now, capped in powered armour, and the bonuses of its own."""
    now = effective_reaction(sheet, settings).plus(_armour_malus(sheet, settings))
    return overridden_by_gm(sheet, "base_initiative", now.plus(*_bonus(sheet, "base_initiative", "POL-INIT-01")))


def _armour_malus(sheet: Data, settings: Data) -> Modifier:
    """POL-INIT-03: what powered armour takes from a healthy reaction that its wearer’s skill does not come up to."""
    rows = (sheet.get("protections") or {}).values()
    worn = [row for row in rows if row.get("equipped") and row.get("powered")]
    if not worn or not setting(settings, "powered_armor_initiative"):
        return Modifier(_("Powered armour"), 0, "POL-INIT-03")
    handling = min(_handling(sheet, settings, str(row.get("skill", ""))) for row in worn)
    label = _("Powered armour: handling %(level)s", level=handling)
    return Modifier(label, min(0, handling - reaction(sheet, settings).total), "POL-INIT-03")


def _handling(sheet: Data, settings: Data, key: str) -> int:
    """The level of the skill that handles an armour, 0 for one that is not there or not learnt."""
    if (written := override(sheet, key)) is not None:  # POL-GEN-01
        return written[0]
    if key not in (sheet.get("skills") or {}) and key not in CATALOGUE:
        return 0
    item = line(sheet, key)
    if item.mastery is None:
        return 0 if item.reserved else item.typed or 0
    return item.mastery + sum(natural_aptitude(sheet, settings, code) for code in item.attributes)


def melee_damage_modifier(sheet: Data) -> Breakdown:
    """POL-SHEET-05: what strength adds to damage in melee."""
    strength = level(sheet, "FOR")
    label = _("Strength %(level)s", level=strength)
    base = Modifier(label, tables.melee_damage_modifier(strength), "POL-SHEET-05")
    return _base_with_bonus(sheet, "melee_damage_modifier", base)


def damage_resistance(sheet: Data) -> Breakdown:
    """POL-SHEET-06: what is added to damage received."""
    both = level(sheet, "FOR") + level(sheet, "CON")
    label = _("Strength + Constitution %(level)s", level=both)
    return _base_with_bonus(sheet, "damage_resistance", Modifier(label, tables.damage_resistance(both), "POL-SHEET-06"))


def stun_threshold(sheet: Data, settings: Data) -> Breakdown:
    """POL-SHEET-07: a third of strength, constitution and willpower together."""
    sum_of_three = sum(level(sheet, code) for code in ("FOR", "CON", "VOL"))
    label = _("(Strength + Constitution + Willpower) %(level)s / 3", level=sum_of_three)
    third = tables.round_quotient(sum_of_three, 3, setting(settings, "rounding_mode"))
    return _base_with_bonus(sheet, "stun_threshold", Modifier(label, third, "POL-SHEET-07"))


def unconscious_threshold(sheet: Data, settings: Data) -> Breakdown:
    """POL-SHEET-07: ten above the stun threshold, its bonus included."""
    stun = Modifier(_("Stun threshold"), stun_threshold(sheet, settings).total, "POL-SHEET-07")
    more = Modifier(_("Above it"), 10, "POL-SHEET-07")
    return overridden_by_gm(sheet, "unconscious_threshold", Breakdown(stun, (more,)))


def wound_penalty(sheet: Data, settings: Data) -> Breakdown:
    """POL-WOUND-14: what the wounds take from every test."""
    healthy = Modifier(_("Healthy"), 0, "POL-WOUND-20")
    return Breakdown(healthy).plus(*wounds.penalty(sheet, settings))


@memoize
def health_terms(sheet: Data, settings: Data) -> tuple[Modifier, ...]:
    """POL-WOUND-20, POL-SHOCK-03, POL-CRIT-10: the terms that the state of health adds to every test."""
    stunned = Modifier(_("Stunned"), -5, "POL-SHOCK-03")
    shaken = Modifier(_("Shaken"), -5, "POL-CRIT-10")
    states = (("stunned", stunned), ("shaken", shaken))
    rows = (term for key, term in states if get(sheet, f"conditions.{key}"))
    return (*burdens.penalty(sheet, settings), *rows)


def _stabilization(sheet: Data, settings: Data) -> Derived:
    cells = wounds.unstabilized_cells(sheet, settings)
    count = Modifier(_("Places to stabilise"), len(cells), "POL-WOUND-15")
    named = tuple(
        _("%(place)s: %(severity)s", place=PLACES[place], severity=SEVERITY_NAMES[severity])
        for place, severity in cells
    )
    undecided = wounds.undecided_cells(sheet)
    asked = tuple(
        _("%(place)s: %(severity)s", place=PLACES[place], severity=SEVERITY_NAMES[severity])
        for place, severity in undecided
    )
    shown = (
        _("needed (%(cells)s)", cells=named)
        if cells
        else _("to be decided (%(cells)s)", cells=asked)
        if asked
        else _("not needed")
    )
    return Derived("stabilization", _("Stabilisation"), Breakdown(count), "POL-WOUND-15", shown, beside="wounds")


def _aptitude_row(sheet: Data, settings: Data, code: str) -> Derived:
    here = level(sheet, code)
    label = _("%(attribute)s %(level)s", attribute=ATTRIBUTES[code], level=here)
    base = Modifier(label, tables.natural_aptitude(here, setting(settings, "na_clamp")), "POL-SHEET-02")
    key = f"natural_aptitude_{code}"
    name = _("Natural aptitude: %(attribute)s", attribute=ATTRIBUTES[code])
    value = overridden_by_gm(sheet, key, Breakdown(base))
    return Derived(key, name, value, "POL-SHEET-02", beside=f"attributes.{code}", short=_("NA"))


def _base_with_bonus(sheet: Data, key: str, base: Modifier) -> Breakdown:
    return overridden_by_gm(sheet, key, Breakdown(base).plus(*_bonus(sheet, key, base.rule)))


def _bonus(sheet: Data, key: str, rule: str) -> tuple[Modifier, ...]:
    value = get(sheet, f"bonuses.{key}") or 0
    return (Modifier(_("Bonus"), value, rule),) if value else ()


def overridden_by_gm(sheet: Data, key: str, value: Breakdown) -> Breakdown:
    """POL-GEN-01: the number as the game master has set it, if they have; the computed terms stay readable."""
    result = override(sheet, key)
    if result is None:
        return value
    number, why = result
    label = _("Set by the game master: %(reason)s", reason=_reason(why))
    return Breakdown(value.base, (*value.modifiers, Modifier(label, number - value.total, "POL-GEN-01")))


def _reason(why: str) -> Text:
    return _("%(reason)s", reason=why) if why else _("no reason given")
