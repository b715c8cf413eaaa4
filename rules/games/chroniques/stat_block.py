"""Reads a stat block of Chroniques Galactiques from text: all parts are optional, and unknown lines become notes.

The first line has the profile and its NC, then follow a few words and the parts headed CARACTÉRISTIQUES, ATTAQUES
and CAPACITÉS, with or without accents. In a text with several blocks each begins at such a first line.
"""

from __future__ import annotations

import re
import unicodedata

from rules.core.dice import parse
from rules.core.errors import BadSheet, Unreadable
from rules.core.paths import Data, get
from rules.games.chroniques.sheet import ABILITIES, SCHEMA, SCORES
from rules.games.chroniques.text import _
from rules.importing.builder import SheetBuilder, as_text
from rules.importing.reading import Imported, Importer, Say, Source, import_each

MOST_LINE = 400
MOST_LINES = 3000
_FIRST = re.compile(r"(.*?)[\s(:,–-]*\bNC\s*:?\s*([0-9]{1,2}(?:/[0-9]|[.,][0-9])?|½)\)?\s*", re.IGNORECASE)
_HEAD = re.compile(r"(CARACTERISTIQUES?|ATTAQUES?|CAPACITES?)\s*:?\s*(.*)", re.IGNORECASE)
_NUMBER = r"\s*:?\s*([+\u2212-]?\s*[0-9]{1,3})(?:\s*\(\s*([+\u2212-]\s*[0-9]{1,2})\s*\))?"
_ABILITY = re.compile(rf"\b(FOR|DEX|CON|INT|PER|CHA)\b{_NUMBER}\*?", re.IGNORECASE)
_SCORE = re.compile(rf"\b(DEF|DEP|PV|INIT|RD)(?:\b|\.){_NUMBER}\.?", re.IGNORECASE)
_ATTACK = re.compile(
    r"(?:[-•*]\s*)?(.+?)[\s:]*([+\u2212-]\s*[0-9]{1,2})[\s,:]+(?:DM|DEG)\.?\s*:?\s*([0-9]{0,2}d[0-9]{1,3}[°]?"
    r"(?:\s*[+\u2212-]\s*[0-9]{1,3})?|[0-9]{1,3})\s*(.*)",
    re.IGNORECASE,
)
_METRES = re.compile(r"([0-9]{1,4})\s*m\b")
_SHOT = re.compile(r"pistolet|fusil|carabine|arc\b|arbalete|laser|blaster|plasma|lance|grenade|canon|tir\b|distance")
_MIND = re.compile(r"psy|mental|esprit")
_CAPACITY = re.compile(r"[-•*]\s*([^.:]{1,120}?)\s*(?:\(([LMAG])\)\s*)?[.:]\s*(.*)")
_SCORES = {"DEF": "typed.def_", "DEP": "typed.dep", "PV": "hp.max", "INIT": "typed.init", "RD": "armour.rd"}
_ACTIONS = {"L": "L", "M": "M", "A": "A", "G": "F"}
_HIGHEST = 6  # a larger ability without a sign is a score of the older editions


def recognises(source: Source) -> bool:
    text = bare(source.text)
    return source.value is None and len(set(re.findall(r"\b(FOR|DEX|CON|DEF|PV|INIT)\b", text.upper()))) >= 3


def read(source: Source, _settings: Data, say: Say) -> tuple[Imported, ...]:
    if source.text.count("\n") >= MOST_LINES:
        raise BadSheet((_("The text has more than %(most)s lines.", most=MOST_LINES),))
    return import_each(_blocks(source.text), lambda block: _Block(say).whole(block))


def put_ability(sheet: SheetBuilder, key: str, number: int, *, signed: bool) -> None:
    """Set an ability; a high number without a sign is a score of the older editions: convert it, with a remark."""
    value = number
    if not signed and number > _HIGHEST:
        value, name = (number - 10) // 2, key.rstrip("_").upper()
        sheet.remark(
            _("%(ability)s: %(score)s is read as the score of %(value)s.", ability=name, score=str(number), value=value)
        )
    sheet.put(f"abilities.{key}", value)


def bare(text: str) -> str:
    """The text without accents and of the same length, so that positions in both match."""
    letters = (unicodedata.normalize("NFD", letter)[:1] for letter in unicodedata.normalize("NFC", text))
    return "".join(letters)


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if not blocks or (_FIRST.fullmatch(line[:MOST_LINE].strip()) and any(row.strip() for row in blocks[-1])):
            blocks.append([])
        blocks[-1].append(line)
    return ["\n".join(rows) for rows in blocks]


class _Block(SheetBuilder):
    """Reads a block line by line."""

    def __init__(self, say: Say) -> None:
        super().__init__(SCHEMA, say)
        self.part = ""
        self.scores: dict[str, int] = {}

    def whole(self, text: str) -> Imported:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        name = self._first(lines[0]) if lines else ""
        for line in lines[1:] if name else lines:
            self._line(line[:MOST_LINE])
        return self.imported(text, name)

    def _first(self, line: str) -> str:
        match = _FIRST.fullmatch(line[:MOST_LINE])
        if match is None:
            return "" if _HEAD.match(bare(line)) or _ABILITY.search(line) else line[:MOST_LINE]
        self.note(f"NC {match[2]}")
        self.put("profile", match[1].strip())
        return match[1].strip()

    def _line(self, line: str) -> None:
        head = _HEAD.match(bare(line))
        if head is not None:
            self.part = head[1][:3].upper()
            line = line[head.start(2) :].strip()
            if not line:
                return
        reader = {"CAR": self._numbers, "ATT": self._attack, "CAP": self._capacity}.get(self.part, self._about)
        if not reader(line):
            self.note(line)
            self.remark(_("“%(line)s” is not understood, and kept in the notes.", line=as_text(line)))

    def _about(self, line: str) -> bool:
        """Read a line before the first heading: numbers, or a few words for the notes."""
        if not _ABILITY.search(line) and not _SCORE.search(line):
            self.note(line)
            return True
        return self._numbers(line)

    def _numbers(self, line: str) -> bool:
        for match in _ABILITY.finditer(line):
            self._ability(match[1].upper(), match[2], match[3])
        for match in _SCORE.finditer(line):
            self.put(_SCORES[match[1].upper()], _whole(match[2]))
        rest = _SCORE.sub("", _ABILITY.sub("", line)).strip(" ()/,;.–-")
        if not rest:
            return True
        if rest != line:
            self.note(line)
            self.remark(_("“%(line)s” is not understood, and kept in the notes.", line=as_text(rest)))
            return True
        return False

    def _ability(self, name: str, number: str, bracketed: str | None) -> None:
        key = next(key for key in ABILITIES if key.rstrip("_") == name.lower())
        signed = bracketed is not None or not number[:1].isdigit()
        put_ability(self, key, int(_whole(bracketed or number)), signed=signed)

    def _attack(self, line: str) -> bool:
        match = _ATTACK.fullmatch(line)
        if match is None:
            return False
        name, score, rest = match[1].strip(" :-–"), int(_whole(match[2])), match[4].strip()
        metres = _METRES.search(rest) or _METRES.search(name)
        kind = _attack_kind(bare(name).lower(), shot=metres is not None)
        first = self.scores.setdefault(kind, score)
        self.put(f"typed.{SCORES[kind][0]}", first)
        if first != score:
            text = _(
                "%(weapon)s: %(score)s as printed; the first attack of its kind counts, %(first)s.",
                weapon=as_text(name),
                score=score,
                first=first,
            )
            self.remark(text)
            rest = f"{match[2]} {rest}".strip()
        dice = self._dice(name, match[3])
        values = {
            "name": name,
            "kind": kind,
            "dice": dice,
            "range_m": int(metres[1]) if metres else None,
            "notes": rest,
        }
        return self.row("weapons", name, values) is not None

    def _dice(self, name: str, text: str) -> str:
        dice = text.lower().replace("\u2212", "-").replace("°", "").replace(" ", "")
        dice = f"1{dice}" if dice.startswith("d") else dice
        try:
            parse(dice)
        except Unreadable:
            self.strange(_("%(weapon)s", weapon=as_text(name)), text)
            return ""
        return dice

    def _capacity(self, line: str) -> bool:
        match = _CAPACITY.fullmatch(line)
        if match is None:
            rows: Data = get(self.data, "abilities_list") or {}
            if rows and not line.startswith(("-", "•", "*")):  # it continues the line before
                self.note(line)
                return True
            return False
        text = match[3].strip()
        short = text if len(text) <= 200 else ""
        if text and not short:
            self.note(f"{match[1]}. {text}")
        row = {"name": match[1], "action": _ACTIONS.get(match[2] or "", "passive"), "notes": short}
        return self.row("abilities_list", match[1], row) is not None


def _attack_kind(words: str, *, shot: bool) -> str:
    if _MIND.search(words):
        return "psychic"
    return "distance" if shot or _SHOT.search(words) else "contact"


def _whole(text: str) -> str:
    return text.replace("\u2212", "-").replace(" ", "")


STAT_BLOCK = Importer(
    "stat-block", _("A stat block, as text (NC, CARACTÉRISTIQUES, ATTAQUES, CAPACITÉS)"), recognises, read
)
