"""The tables of Chroniques Oubliées: abilities, kinds of action and of attack, and the detrimental states."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.chroniques.text import _

ABILITIES: dict[str, Text] = {
    "for_": _("Strength"),
    "dex": _("Dexterity"),
    "con": _("Constitution"),
    "int_": _("Intelligence"),
    "per": _("Perception"),
    "cha": _("Charisma"),
}
ABILITIES_SHORT: dict[str, Text] = {
    "for_": _("FOR"),
    "dex": _("DEX"),
    "con": _("CON"),
    "int_": _("INT"),
    "per": _("PER"),
    "cha": _("CHA"),
}
MENTAL = frozenset({"int_", "per", "cha"})

# CHO-ACT-01: the letters the rulebook writes.
ACTIONS: dict[str, Text] = {
    "L": _("limited action (L)"),
    "M": _("movement action (M)"),
    "A": _("attack action (A)"),
    "F": _("free action"),
}
# The same as everybody sees them done.
TAKEN: dict[str, Text] = {
    "L": _("limited action"),
    "M": _("movement"),
    "A": _("attack"),
    "F": _("free action"),
}

# CHO-ACT-02 to 05: what is done, and the action it takes.
DEEDS: dict[str, tuple[Text, str]] = {
    "limited_ability": (_("Use a limited ability"), "L"),
    "move": (_("Move"), "M"),
    "stand_up": (_("Stand up"), "M"),
    "pick_up": (_("Pick up a weapon"), "M"),
    "draw": (_("Draw a weapon"), "M"),
    "movement_ability": (_("Use a movement ability"), "M"),
    "open_door": (_("Open a door"), "M"),
    "reload": (_("Reload"), "M"),
    "other": (_("Something else that is no attack"), "M"),
    "attack": (_("Attack"), "A"),
    "attack_ability": (_("Use an attack ability"), "A"),
    "shout": (_("Shout a few words"), "F"),
    "drop_object": (_("Drop an object"), "F"),
}
MOVES = frozenset({"move", "movement_ability"})  # what needs legs

# How an attack is made: its name, the base of its score, the ability and the state's malus that go with it.
KINDS: dict[str, Text] = {
    "contact": _("Contact"),
    "distance": _("Distance"),
    "psychic": _("Psychic"),
}
SCORES = {"contact": ("atc", "for_"), "distance": ("atd", "dex"), "psychic": ("atp", "per")}
DEFENCES: dict[str, Text] = {"def_": _("DEF"), "dep": _("DEP")}


@dataclass(frozen=True)
class State:
    """A detrimental state: what it adds to scores, and what it forbids.

    ``lesser`` names the tests rolled with the lesser die: ``all``, ``attack`` or ``mental``. ``metres`` is what is
    left of a movement action, where the state says so.
    """

    label: Text
    init: int = 0
    defence: int = 0
    contact: int = 0
    distance: int = 0
    psychic: int = 0
    no_action: bool = False
    no_movement: bool = False
    one_action: bool = False
    helpless: bool = False
    lesser: str = ""
    metres: int | None = None


# CHO-STATE-01
STATES: dict[str, State] = {
    "surprised": State(_("Surprised"), defence=-5, no_action=True),
    "blinded": State(_("Blinded"), init=-5, defence=-5, contact=-5, distance=-10),
    "weakened": State(_("Weakened"), lesser="all"),
    "stunned": State(_("Stunned"), defence=-5, no_action=True),
    "immobilised": State(_("Immobilised"), no_movement=True, lesser="attack"),
    "paralysed": State(_("Paralysed"), no_action=True, helpless=True),
    "slowed": State(_("Slowed"), one_action=True),
    "prone": State(_("Prone"), defence=-5, contact=-5, distance=-5, psychic=-5),
    "winded": State(_("Winded"), metres=5),
    "crippled": State(_("Crippled"), metres=5),
    "frightened": State(_("Frightened"), contact=-5, distance=-5, psychic=-5),
    "panicked": State(_("Panicked"), defence=-2, lesser="all"),
    "confused": State(_("Confused"), lesser="mental"),
    "severe_wound": State(_("Severe wound"), lesser="all"),
}
