"""What follows from a sheet: scores, defences, thresholds, each with its terms and with the states that lower it."""

from __future__ import annotations

from rules.core.check import Breakdown, Modifier
from rules.core.errors import Refused
from rules.core.game import Derived, Step
from rules.core.paths import Data
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.chroniques.schema import COMPUTED, MOST_HP, SCHEMA
from rules.games.chroniques.settings import setting
from rules.games.chroniques.tables import ABILITIES_SHORT, DEFENCES, KINDS, SCORES, STATES
from rules.games.chroniques.text import _, pgettext


def ability(sheet: Data, key: str) -> int:
    """The modifier of an ability."""
    return int(SCHEMA.value(sheet, f"abilities.{key}"))


def states(sheet: Data) -> tuple[str, ...]:
    """CHO-STATE-01: the detrimental states of a character, in the order of the table."""
    return tuple(key for key in STATES if SCHEMA.value(sheet, state_path(key)))


def state_path(key: str) -> str:
    """Where a state stands on the sheet. Raises ``KeyError`` for one that does not exist."""
    if key not in STATES:
        raise KeyError(key)
    return "severe_wound" if key == "severe_wound" else f"states.{key}"


def initiative(sheet: Data) -> Breakdown:
    """CHO-INIT-05: 10, DEX and PER, less the encumbrance of the armour."""
    computed = _sum(10, _ability(sheet, "dex"), _ability(sheet, "per"), _encumbrance(sheet))
    return _typed(sheet, "init", computed).plus(*_by_states(sheet, "init"))


def defence(sheet: Data, which: str) -> Breakdown:
    """CHO-ATK-02: DEF from DEX, armour and shield; DEP from CHA. States lower DEF alone."""
    if which == "dep":
        return _typed(sheet, "dep", _sum(10, _ability(sheet, "cha")))
    armour = Modifier(_("Armour"), SCHEMA.value(sheet, "armour.def_bonus"))
    shield = Modifier(_("Shield"), SCHEMA.value(sheet, "shield.def_bonus"))
    computed = _sum(10, _ability(sheet, "dex"), armour, shield)
    return _typed(sheet, "def_", computed).plus(*_by_states(sheet, "defence"))


def attack(sheet: Data, kind: str) -> Breakdown:
    """CHO-ATK-01: the score of a kind of attack, with the states that lower it."""
    score, key = SCORES[kind]
    base = Modifier(KINDS[kind], SCHEMA.value(sheet, f"{score}_base"), "CHO-ATK-01")
    computed = Breakdown(base).plus(_ability(sheet, key))
    if kind == "distance":
        computed = computed.plus(_encumbrance(sheet))
    return _typed(sheet, score, computed).plus(*_by_states(sheet, kind))


def wound_threshold(sheet: Data, settings: Data) -> Breakdown:
    """CHO-DMG-04: the hit points that, lost in one blow, make a severe wound."""
    base = setting(settings, "damage.threshold")
    return _typed(sheet, "wound_threshold", _sum(base, _ability(sheet, "con"), _ability(sheet, "for_")))


def hp_max(sheet: Data) -> Breakdown:
    """The hit points of a character in health: what is typed, or those of the first level."""
    die = int(SCHEMA.value(sheet, "hit_die").removeprefix("d"))
    computed = Breakdown(Modifier(_("Hit die"), die)).plus(_ability(sheet, "con"))
    return _typed(sheet, "max", computed, "hp")


def hp(sheet: Data) -> int:
    """The hit points left; all of them where none were written."""
    return _standing(sheet, "hp.current", hp_max(sheet).total)


def luck_max(sheet: Data) -> Breakdown:
    """The points of luck of a character: 2 and CHA, 4 and CHA for adventurers."""
    family = Modifier(_("Adventurers"), 2 if sheet.get("family") == "adventure" else 0)
    return _typed(sheet, "max", _sum(2, _ability(sheet, "cha"), family), "luck")


def luck(sheet: Data) -> int:
    """The points of luck left; all of them where none were written."""
    return _standing(sheet, "luck.current", luck_max(sheet).total)


def metres(sheet: Data) -> int:
    """CHO-ACT-03: how far a movement action goes on clear ground, with the states that shorten it."""
    limits = [STATES[key].metres for key in states(sheet)]
    return min([int(SCHEMA.value(sheet, "movement_m")), *(limit for limit in limits if limit is not None)])


def rounds_to_live(sheet: Data, settings: Data) -> int:
    """CHO-DMG-05: how many rounds somebody at 0 hit points lasts without first aid."""
    return max(1, ability(sheet, "con") + int(setting(settings, "dying.rounds")))


def is_dead(sheet: Data) -> bool:
    """CHO-DMG-05: whether a character has died."""
    return bool(SCHEMA.value(sheet, "dead"))


def is_out(sheet: Data) -> bool:
    """CHO-DMG-05: dead, or unconscious at 0 hit points."""
    return is_dead(sheet) or hp(sheet) == 0


def health(sheet: Data) -> Health:
    """The state of health as a word, by what is left of the hit points."""
    if is_dead(sheet):
        return Health(5, pgettext("state", "Dead"))
    left, most = hp(sheet), hp_max(sheet).total
    if left == 0:
        return Health(5, pgettext("state", "Unconscious"))
    if SCHEMA.value(sheet, "severe_wound"):
        return Health(4, pgettext("state", "Severely wounded"))
    if 4 * left <= most:
        return Health(3, pgettext("state", "Badly hurt"))
    if 2 * left <= most:
        return Health(2, pgettext("state", "Hurt"))
    return Health(1 if left < most else 0, _SCRATCHED if left < most else _UNHURT)


_SCRATCHED = pgettext("state", "Scratched")
_UNHURT = pgettext("state", "Unhurt")


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """Every computed number of a sheet."""
    rows = [
        Derived("init", _("Initiative"), initiative(sheet), "CHO-INIT-05"),
        *(Derived(key, label, defence(sheet, key), "CHO-ATK-02") for key, label in DEFENCES.items()),
        *(_score(sheet, kind) for kind in KINDS),
        Derived(
            "wound_threshold",
            _("Wound threshold"),
            wound_threshold(sheet, settings),
            "CHO-DMG-04",
        ),
        Derived("hp_max", _("Hit points at most"), hp_max(sheet), beside="hp.current"),
        Derived("luck_max", _("Luck at most"), luck_max(sheet), beside="luck.current"),
    ]
    return (*rows, _states(sheet))


def standing(sheet: Data, path: str) -> int | None:
    """What a counter stands at while nothing is written there; ``None`` for any other path."""
    found = _counter(sheet, path)
    return found[0] if found else None


def most(sheet: Data, path: str) -> int | None:
    """The maximum of a counter; ``None`` for any other path."""
    found = _counter(sheet, path)
    return found[1] if found else None


def step(sheet: Data, path: str, by: int) -> Step | None:
    """What stepping a counter writes, within 0 and its maximum; ``None`` for any other path."""
    found = _counter(sheet, path)
    if found is None:
        return None
    before, highest = found
    return Step({path: max(0, min(max(highest, before), before + by))})


def _counter(sheet: Data, path: str) -> tuple[int, int] | None:
    """What a counter stands at, and its maximum."""
    if path == "hp.current":
        return hp(sheet), hp_max(sheet).total
    return (luck(sheet), luck_max(sheet).total) if path == "luck.current" else None


def typed_only(sheet: Data, path: str) -> None:
    """Raise ``Refused`` for a step on a score that is computed."""
    field = SCHEMA.field(path)
    if field is not None and field.words and SCHEMA.value(sheet, path) == COMPUTED:
        raise Refused(_("This score is computed: type another one in its place."), path)


def _standing(sheet: Data, path: str, most: int) -> int:
    written = SCHEMA.value(sheet, path)
    return max(0, min(MOST_HP, most if written == COMPUTED else int(written)))


def _score(sheet: Data, kind: str) -> Derived:
    score = SCORES[kind][0]
    label = _("%(kind)s attack", kind=KINDS[kind])
    return Derived(score, label, attack(sheet, kind), "CHO-ATK-01", beside=f"{score}_base", short=_SHORT[score])


_SHORT = {
    "atc": _("ATC"),
    "atd": _("ATD"),
    "atp": _("ATP"),
}


def _states(sheet: Data) -> Derived:
    found = tuple(STATES[key].label for key in states(sheet))
    shown = _("%(states)s", states=found) if found else _("none")
    count = Breakdown(Modifier(_("States"), len(found), "CHO-STATE-01"))
    return Derived("states", _("Detrimental states"), count, "CHO-STATE-01", shown)


def _sum(base: int, *terms: Modifier) -> Breakdown:
    return Breakdown(Modifier(_("Base"), base)).plus(*terms)


def _ability(sheet: Data, key: str) -> Modifier:
    return Modifier(ABILITIES_SHORT[key], ability(sheet, key))


def _encumbrance(sheet: Data) -> Modifier:
    return Modifier(_("Encumbrance"), -int(SCHEMA.value(sheet, "armour.penalty")), "CHO-INIT-05")


def _by_states(sheet: Data, score: str) -> tuple[Modifier, ...]:
    """CHO-STATE-01: what the states add to a score; all of them count."""
    return tuple(Modifier(STATES[key].label, getattr(STATES[key], score), "CHO-STATE-01") for key in states(sheet))


def _typed(sheet: Data, key: str, computed: Breakdown, section: str = "typed") -> Breakdown:
    """The score of a stat block where one is typed, in place of the computed one."""
    value = SCHEMA.value(sheet, f"{section}.{key}")
    if value == COMPUTED:
        return computed
    return Breakdown(Modifier(_TYPED, int(value)))


_TYPED: Text = _("Typed on the sheet")
