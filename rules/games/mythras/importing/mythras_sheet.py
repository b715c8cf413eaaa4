"""A sheet of Mythras from final numbers: what is trained is what they leave, and what cannot be trained is printed.

A stat block is never derived anew. Where our own rules make another number of its characteristics, the printed one
stands on the sheet and counts; the breakdown shows both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.core.dice import parse
from rules.core.errors import Unreadable
from rules.core.paths import Data, get
from rules.core.text import Text
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import MOST_SKILL, SCHEMA
from rules.games.mythras.character.skills import PROFESSIONAL, STANDARD, STYLE, Skill
from rules.games.mythras.character.tables import CHARACTERISTICS, HUMANOID, PRINTED_MODIFIERS, REACHES, SIZES
from rules.games.mythras.text import _
from rules.importing.builder import SheetBuilder, as_text, begins, figure
from rules.importing.reading import Say

MOST_TRAINED = 300
_SIZES = dict(zip("SMLHE", SIZES, strict=True))
_REACHES = dict(zip(("T", "S", "M", "L", "VL"), REACHES, strict=True))
_EFFECTS = {
    "bleed": "cutting",
    "impale": "impaling",
    "bash": "bludgeoning",
    "stun location": "bludgeoning",
    "sunder": "sundering",
    "entangle": "entangling",
    "set weapon": "set_vs_charge",
    "barbed": "barbed",
    "thrown": "thrown",
}
_BODY = re.compile(
    r"\b(unarmed|fist|kick|claws?|bite|jaws|talons?|tail|horns?|hooves|hoof|tusks?|beak|tentacles?|fangs?)\b"
)
_KINDS = (
    ("head", re.compile("head|skull|neck")),
    ("abdomen", re.compile("abdomen|hindquarters?|hind quarters?|belly")),
    ("chest", re.compile("chest|thorax|forequarters?|torso|body")),
    ("leg", re.compile("leg|foot|tail|hoof|claw")),
    ("arm", re.compile("arm|wing|tentacle|pincer|fin")),
)
_LAUNCHERS = (
    ("crossbow", re.compile("crossbow|arbalest")),
    ("bow", re.compile("bow")),
    ("sling", re.compile("sling")),
    ("pistol", re.compile("pistol|revolver")),
    ("shotgun", re.compile("shotgun")),
    ("long_gun", re.compile("rifle|carbine|musket")),
    ("energy", re.compile("laser|plasma|blaster")),
)
_DM = re.compile(r"([+-])?((?:[0-9]{1,2}d[0-9]{1,2})(?:\+[0-9]{1,2}d[0-9]{1,2})*|0)")


def plain(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9]+", " ", text.lower()).split())


_STANDARD = {plain(str(skill.label)): key for key, skill in STANDARD.items()}
_LEARNT = {plain(str(skill.label)): key for key, skill in PROFESSIONAL.items()} | {
    "lang": "language",
    "courtecy": "courtesy",
    "teaching": "teach",
    "mechanism": "mechanisms",
    "seduce": "seduction",
}
_SPECIAL = re.compile(r"([^:(]+)[:(]\s*(.*?)\)?\s*")


class MythrasSheet(SheetBuilder):
    """A sheet being read. Characteristics come first: what a skill begins with follows from them."""

    def __init__(self, say: Say, settings: Data) -> None:
        super().__init__(SCHEMA, say)
        self.settings = settings

    def characteristics(self, values: Mapping[str, Any]) -> None:
        for key, label in CHARACTERISTICS.items():
            if values.get(key) in (None, ""):
                self.remark(_("%(name)s is not in the file: the usual value stands.", name=label))
            else:
                self.put(f"characteristics.{key}", values[key])

    def skill(self, name: str, value: Any) -> None:
        total = self._percent(name, value)
        if total is None:
            return
        key = _STANDARD.get(plain(name))
        if key is None:
            self._learnt(name, total)
        elif 0 <= (trained := total - self._base(STANDARD[key])) <= MOST_TRAINED:
            self.put(f"skills.{key}", trained)
        else:
            self.row("printed_skills", key, {"of": key, "value": total})
            self._said_as_printed(STANDARD[key].label, total, self._base(STANDARD[key]))

    def trained(self, name: str, points: int) -> None:
        """A skill with the points trained in it, in place of its final value."""
        key = _STANDARD.get(plain(name))
        self.skill(name, points + self._base(STANDARD[key] if key else self._learnable(name)[2]))

    def trained_style(self, name: str, points: int) -> str | None:
        return self.style(name, points + self._base(Skill(Text(""), STYLE)))

    def is_standard(self, name: str) -> bool:
        return plain(name) in _STANDARD

    def _learnt(self, name: str, total: int) -> None:
        of, speciality, skill = self._learnable(name)
        points = self._points(_("%(skill)s", skill=as_text(name)), total, self._base(skill))
        self.row("professional", name, {"of": of, "name": speciality, **points})

    def _learnable(self, name: str) -> tuple[str, str, Skill]:
        """A skill that is learnt, by its name: its key, its speciality, and what it begins with."""
        match, of, speciality = _SPECIAL.fullmatch(name), _LEARNT.get(plain(name)), ""
        if of is None and match is not None:
            of, speciality = _LEARNT.get(plain(match[1])), match[2]
        if of is None:
            return "", name, Skill(Text(""), ("int", "int"))
        return of, speciality, PROFESSIONAL[of]

    def style(self, name: str, value: Any) -> str | None:
        total = self._percent(name, value)
        label = _("%(skill)s", skill=as_text(name))
        points = {} if total is None else self._points(label, total, self._base(Skill(label, STYLE)))
        return self.row("styles", name, {"name": name, **points})

    def _points(self, label: Text, total: int, base: int) -> dict[str, int]:
        if 0 <= total - base <= MOST_TRAINED:
            return {"trained": total - base}
        self._said_as_printed(label, total, base)
        return {"printed": total}

    def _percent(self, name: str, value: Any) -> int | None:
        total = begins(value)
        if total is None:
            self.strange(_("%(skill)s", skill=as_text(name)), value)
            return None
        if 0 <= total <= MOST_SKILL:
            return total
        bounded = max(0, min(MOST_SKILL, total))
        self.remark(
            _("%(skill)s: %(value)s in the file, %(kept)s here.", skill=as_text(name), value=total, kept=bounded)
        )
        return bounded

    def _base(self, skill: Skill) -> int:
        return sum(sheets.characteristic(self.data, key) for key in skill.of) + skill.plus

    def _said_as_printed(self, label: Text, printed: int, own: int) -> None:
        self.remark(
            _(
                "%(field)s: %(printed)s as printed; by the rules it begins at %(own)s.",
                field=label,
                printed=printed,
                own=own,
            )
        )

    # The body.

    def body(self, places: list[Mapping[str, Any]], natural: bool) -> None:
        """Locations as ``name``, ``low``, ``high``, ``hp``, ``ap``; armour that is ``natural`` costs no initiative."""
        if not places:
            self.remark(_("No hit locations are in the file: those of a human being stand."))
            return
        ranges = [(place["low"], place["high"]) for place in places]
        human = ranges == [(place.low, place.high) for place in HUMANOID]
        if not human:
            self.put("body", "own")
        names = [place.key for place in HUMANOID] if human else [str(place["name"]) for place in places]
        keys = [self._location(name, place, human, natural) for name, place in zip(names, places, strict=True)]
        if not natural:
            self._armour([(key, begins(place.get("ap")) or 0) for key, place in zip(keys, places, strict=True)], human)

    def _location(self, name: str, place: Mapping[str, Any], human: bool, natural: bool) -> str | None:
        row: dict[str, Any] = {"hp_max": _worth(place.get("hp"), 1)}
        if natural:
            row["natural"] = begins(place.get("ap"))
        if not human:
            row |= {key: place[key] for key in ("name", "low", "high")}
            row["kind"] = _kind(str(place["name"]))
        return self.row("hit_locations", name, row)

    def _armour(self, keys: list[tuple[str | None, int]], human: bool) -> None:
        name = self.say(_("As printed"))
        for points in sorted({ap for _key, ap in keys if ap > 0}):
            covered = [key for key, ap in keys if ap == points and key]
            for start in range(0, len(covered), 6):  # the keys of six locations fit into their field
                part = covered[start : start + 6]
                worn = dict.fromkeys(part, True) if human else {"elsewhere": " ".join(part)}
                self.row("armour", f"printed_{points}", {"name": name, "points": points, **worn})

    # Weapons.

    def weapon(self, row: Mapping[str, Any], style: str | None) -> None:
        """A weapon as ``name``, ``damage``, ``ap``, ``hp``, ``size``, ``reach``, ``range``, ``effects`` and ``type``.

        ``type`` is 1h-melee, 2h-melee, ranged or shield; the size of what is shot is its force.
        """
        name, kind = row.get("name"), str(row.get("type") or "1h-melee")
        if not isinstance(name, str) or not name.strip():
            return
        ranged = "ranged" in kind
        values = {
            "name": name,
            "category": "shield" if "shield" in kind else "ranged" if ranged else "melee",
            "style": style or "",
            "damage": self._damage(name, row.get("damage")),
            "armour": figure(row.get("ap")),
            "hp_max": figure(row.get("hp")),
            "own_flags": True,
            "two_handed": "2h" in kind,
            "adds_modifier": row.get("add_damage_modifier", not ranged) is True,
            **self._qualities(name, row.get("effects")),
        }
        size = self._size(name, row.get("size"))
        more = self._shot(name, size, row.get("range")) if ranged else self._held(name, size, row)
        self.row("weapons", name, {**values, **more})

    def _held(self, name: str, size: str, row: Mapping[str, Any]) -> dict[str, Any]:
        natural = bool(_BODY.search(name.lower())) or isinstance(row.get("hp"), str) and figure(row["hp"]) is None
        return {"size": size, "reach": self._reach(name, row.get("reach")), "unarmed": natural}

    def take_in_hand(self) -> None:
        """Put the first weapon into a hand, and a shield beside one that leaves the other free."""
        rows: Data = get(self.data, "weapons") or {}
        armed = [key for key, row in rows.items() if row.get("category") != "shield" and not row.get("unarmed")]
        armed.sort(key=lambda key: rows[key].get("category") == "ranged")
        shields = [key for key, row in rows.items() if row.get("category") == "shield"]
        held = armed[:1] + ([] if armed and rows[armed[0]].get("two_handed") else shields[:1])
        for key in held:
            self.put(f"weapons.{key}.in_hand", True)

    def _damage(self, name: str, value: Any) -> str:
        text = str(value or "").lower().replace(" ", "")
        try:
            parse(text)
        except Unreadable:
            if text not in ("", "-", "0"):
                self.strange(_("Damage of %(weapon)s", weapon=as_text(name)), value)
            return ""
        return text

    def _size(self, name: str, value: Any) -> str:
        sign = str(value or "").strip().upper()[:1]
        if sign == "C":
            text = _("%(weapon)s: a size beyond Enormous is taken as Enormous.", weapon=as_text(name))
            self.remark(text)
            return "enormous"
        return _SIZES.get(sign, "")

    def _reach(self, name: str, value: Any) -> str:
        sign = str(value or "").strip().upper()
        if sign == "U":
            self.remark(_("%(weapon)s: a reach beyond Very long is taken as Very long.", weapon=as_text(name)))
            return "very_long"
        return _REACHES.get(sign, "")

    def _qualities(self, name: str, effects: Any) -> dict[str, Any]:
        values: dict[str, Any] = {}
        rest = []
        for effect in re.split(r"[,;/]", effects) if isinstance(effects, str) else ():
            words = plain(effect)
            if words in _EFFECTS:
                values[_EFFECTS[words]] = True
            elif match := re.match(r"passive block ([0-9])", words):
                values["passive"] = int(match[1])
            elif words:
                rest.append(effect.strip())
        if rest:
            self.note(self.say(_("%(weapon)s: %(effects)s", weapon=as_text(name), effects=", ".join(rest))))
        return values

    def _shot(self, name: str, force: str, value: Any) -> dict[str, Any]:
        metres = [int(text) for text in re.findall("[0-9]{1,5}", value)] if isinstance(value, str) else []
        kind = next((key for key, words in _LAUNCHERS if words.search(name.lower())), "thrown")
        return {"force": force, "kind": kind, **dict(zip(("short", "effective", "long"), metres, strict=False))}

    # Attributes, once everything else is on the sheet.

    def printed(self, key: str, value: int | None, own: int) -> None:
        """An attribute as printed, where the rules make another number of the sheet."""
        if value is not None and value != own and self.put(f"printed.{key}", value):
            label = self.schema.field(f"printed.{key}")
            assert label is not None
            self.remark(
                _("%(field)s: %(printed)s as printed, %(own)s by the rules.", field=label.label, printed=value, own=own)
            )

    def printed_modifier(self, value: Any) -> None:
        text = str(value if value is not None else "").replace("\u2212", "-").replace(" ", "").lower()
        match = _DM.fullmatch(text)
        if match is None:
            if text:
                self.strange(_("Damage modifier"), value)
            return
        dice = "0" if match[2] == "0" else f"{match[1] or '+'}{match[2]}"
        if dice not in PRINTED_MODIFIERS:
            self.remark(
                _("The damage modifier %(dice)s is on no table here: that of STR and SIZ stands.", dice=as_text(dice))
            )
        elif dice != str(sheets.own_damage_modifier(self.data)).replace("\u2212", "-"):
            own = str(sheets.own_damage_modifier(self.data))
            self.put("printed.damage_modifier", dice)
            self.remark(_("Damage modifier: %(printed)s as printed, %(own)s by the rules.", printed=dice, own=own))

    def printed_attributes(self, points: Any, modifier: Any, initiative: Any) -> None:
        own = sheets.action_points(self.data, self.settings).total
        self.printed("action_points", begins(points), own)
        self.printed_modifier(modifier)
        self.printed("initiative", begins(initiative), sheets.initiative_bonus(self.data, self.settings).total)


def location(name: Any, low: Any, high: Any, hp: Any, ap: Any) -> Mapping[str, Any] | None:
    """A location as ``MythrasSheet.body`` reads it; ``None`` without a range of a d20."""
    first, last = figure(low), figure(high)
    if first is None or last is None or not 1 <= first <= last <= 20:
        return None
    return {"name": as_text(name)[:40] if isinstance(name, str) else "", "low": first, "high": last, "hp": hp, "ap": ap}


def _worth(value: Any, least: int) -> int | None:
    number = begins(value)
    return None if number is None else max(least, number)


def _kind(name: str) -> str:
    return next((kind for kind, words in _KINDS if words.search(name.lower())), "")
