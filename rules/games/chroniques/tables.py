"""The tables of Chroniques Oubliées: abilities, kinds of action and of attack, and the detrimental states."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text, pgettext

ABILITIES: dict[str, Text] = {
    "for_": pgettext("chroniques", "Strength"),
    "dex": pgettext("chroniques", "Dexterity"),
    "con": pgettext("chroniques", "Constitution"),
    "int_": pgettext("chroniques", "Intelligence"),
    "per": pgettext("chroniques", "Perception"),
    "cha": pgettext("chroniques", "Charisma"),
}
ABILITIES_SHORT: dict[str, Text] = {
    "for_": pgettext("chroniques", "FOR"),
    "dex": pgettext("chroniques", "DEX"),
    "con": pgettext("chroniques", "CON"),
    "int_": pgettext("chroniques", "INT"),
    "per": pgettext("chroniques", "PER"),
    "cha": pgettext("chroniques", "CHA"),
}
MENTAL = frozenset({"int_", "per", "cha"})

# CHO-ACT-01: the letters the rulebook writes.
ACTIONS: dict[str, Text] = {
    "L": pgettext("chroniques", "limited action (L)"),
    "M": pgettext("chroniques", "movement action (M)"),
    "A": pgettext("chroniques", "attack action (A)"),
    "F": pgettext("chroniques", "free action"),
}
# The same as everybody sees them done.
TAKEN: dict[str, Text] = {
    "L": pgettext("chroniques", "limited action"),
    "M": pgettext("chroniques", "movement"),
    "A": pgettext("chroniques", "attack"),
    "F": pgettext("chroniques", "free action"),
}

# CHO-ACT-02 to 05: what is done, and the action it takes.
DEEDS: dict[str, tuple[Text, str]] = {
    "limited_ability": (pgettext("chroniques", "Use a limited ability"), "L"),
    "move": (pgettext("chroniques", "Move"), "M"),
    "stand_up": (pgettext("chroniques", "Stand up"), "M"),
    "pick_up": (pgettext("chroniques", "Pick up a weapon"), "M"),
    "draw": (pgettext("chroniques", "Draw a weapon"), "M"),
    "movement_ability": (pgettext("chroniques", "Use a movement ability"), "M"),
    "open_door": (pgettext("chroniques", "Open a door"), "M"),
    "reload": (pgettext("chroniques", "Reload"), "M"),
    "other": (pgettext("chroniques", "Something else that is no attack"), "M"),
    "attack": (pgettext("chroniques", "Attack"), "A"),
    "attack_ability": (pgettext("chroniques", "Use an attack ability"), "A"),
    "shout": (pgettext("chroniques", "Shout a few words"), "F"),
    "drop_object": (pgettext("chroniques", "Drop an object"), "F"),
}
MOVES = frozenset({"move", "movement_ability"})  # what needs legs

# How an attack is made: its name, the base of its score, the ability and the state's malus that go with it.
KINDS: dict[str, Text] = {
    "contact": pgettext("chroniques", "Contact"),
    "distance": pgettext("chroniques", "Distance"),
    "psychic": pgettext("chroniques", "Psychic"),
}
SCORES = {"contact": ("atc", "for_"), "distance": ("atd", "dex"), "psychic": ("atp", "per")}
DEFENCES: dict[str, Text] = {"def_": pgettext("chroniques", "DEF"), "dep": pgettext("chroniques", "DEP")}


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
    "surprised": State(pgettext("chroniques", "Surprised"), defence=-5, no_action=True),
    "blinded": State(pgettext("chroniques", "Blinded"), init=-5, defence=-5, contact=-5, distance=-10),
    "weakened": State(pgettext("chroniques", "Weakened"), lesser="all"),
    "stunned": State(pgettext("chroniques", "Stunned"), defence=-5, no_action=True),
    "immobilised": State(pgettext("chroniques", "Immobilised"), no_movement=True, lesser="attack"),
    "paralysed": State(pgettext("chroniques", "Paralysed"), no_action=True, helpless=True),
    "slowed": State(pgettext("chroniques", "Slowed"), one_action=True),
    "prone": State(pgettext("chroniques", "Prone"), defence=-5, contact=-5, distance=-5, psychic=-5),
    "winded": State(pgettext("chroniques", "Winded"), metres=5),
    "crippled": State(pgettext("chroniques", "Crippled"), metres=5),
    "frightened": State(pgettext("chroniques", "Frightened"), contact=-5, distance=-5, psychic=-5),
    "panicked": State(pgettext("chroniques", "Panicked"), defence=-2, lesser="all"),
    "confused": State(pgettext("chroniques", "Confused"), lesser="mental"),
    "severe_wound": State(pgettext("chroniques", "Severe wound"), lesser="all"),
}
