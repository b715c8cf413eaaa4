"""The sheet: three attributes from 1 to 5, breath and wounds, embers; and a die at or under an attribute."""

from rules.character.character import Character, Derived
from rules.character.fields import NOTES, choice, number, section, text
from rules.character.sheet import SheetSchema
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.game import Tests
from rules.core.scene import Health
from rules.core.script import roll
from rules.core.text import domain

_, ngettext, pgettext = domain("embers")  # its sentences; their French stands in words.toml

ATTRIBUTES = {"brawn": _("Brawn"), "poise": _("Poise"), "wits": _("Wits")}
WEAPONS = {"none": _("Bare hands"), "knife": _("Knife"), "axe": _("Axe")}
DICE = {"none": Dice(1, 4), "knife": Dice(1, 6), "axe": Dice(1, 8)}
SCHEMA = SheetSchema(
    (
        section("", _("Wanderer"), text("name", _("Name"), required=True)),
        section("", _("Attributes"), *(number(key, label, 3, 1, 5) for key, label in ATTRIBUTES.items())),
        section(
            "",
            _("In a fight"),
            choice("weapon", _("Weapon"), WEAPONS),
            number("hide", _("Thick clothes"), 0, 0, 2),
            number("winded", _("Breath lost"), 0, 0, 7),
            number("wounds", _("Wounds"), 0, 0, 9),
            number("embers", _("Embers"), 2, 0, 3),
        ),
        NOTES,
    )
)


def value(sheet, key):
    return SCHEMA.value(sheet, key)


def breath(sheet, settings=None):
    """The breath one has when fresh: 2 and poise."""
    return Breakdown(Modifier(_("Everybody"), 2), (Modifier(ATTRIBUTES["poise"], value(sheet, "poise")),))


def breath_left(sheet):
    return max(0, breath(sheet).total - value(sheet, "winded"))


def is_out(sheet):
    """EMB-HARM-02: more wounds than brawn, and one is down."""
    return value(sheet, "wounds") > value(sheet, "brawn")


def health(sheet, settings):
    if is_out(sheet):
        return Health(5, _("Down"))
    if value(sheet, "wounds"):
        return Health(3, _("Wounded"))
    return Health(1, _("Out of breath")) if not breath_left(sheet) else Health(0, _("Fresh"))


def checks(sheet, settings):
    """EMB-TEST-02: each attribute, less one for every two wounds."""
    pain = Modifier(_("Wounds"), -(value(sheet, "wounds") // 2))
    bases = {key: Modifier(label, value(sheet, key)) for key, label in ATTRIBUTES.items()}
    return tuple(Check("", key, base.label, Breakdown(base).plus(pain), path=key) for key, base in bases.items())


def resolve(check, settings):
    """EMB-TEST-01: a six-sided die at or under the attribute; a 1 always succeeds, a 6 never does."""
    (face,) = yield from roll("die", check.actor, Dice(1, 6), check.what, check=check)
    level = Level.SUCCESS if face == 1 or (face < 6 and face <= check.target.total) else Level.FAILURE
    words = _("it works") if level.succeeded else _("it fails")
    label = _("%(what)s: %(face)s, %(result)s", what=check.what, face=face, result=words)
    return Outcome(check, (face,), level, check.target.total - face, label, label)


CHARACTER = Character(
    SCHEMA,
    health,
    derive=lambda sheet, settings: (Derived("breath", _("Breath"), breath(sheet)),),
    vitals=("wounds", "winded", "embers"),
    at_hand=("breath",),
    state=("wounds", "winded", "embers"),
    harm=("wounds", "winded"),
)
TESTS = Tests(checks, resolve)
