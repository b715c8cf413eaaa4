"""Random tables: rows such as ``1-3 rain``, rolled with the verifiable dice of the table, openly or in secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import new_token
from campaigns.seats.access import check_gm
from encounters.dice import source
from encounters.party import items
from rules.character.fields import text
from rules.character.sheet import Field
from rules.core.dice import Formula, parse
from rules.core.errors import Unreadable
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.script import Roll
from rules.core.text import Text, _

KIND = "random_table"
ROLLED = "table_rolled"  # never undone: it changes nothing, and the same dice would fall again
FIELDS: tuple[Field, ...] = (
    text("name", _("Name"), required=True, most=60),
    text("dice", _("Dice"), required=True, most=20),
    Field("rows", _("Rows"), "note", required=True, most=8000),
)
MOST_ROWS = 200
_ROW = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?[\s.:)]+(\S.*)")


@dataclass(frozen=True)
class Row:
    """A row of a table: from which total to which, and what it says."""

    first: int
    last: int
    text: str


def rows_of(dice: str, written: str) -> tuple[Row, ...]:
    """The rows of a table, which hold each total of its dice once. Raises ``Unreadable`` with a sentence otherwise."""
    rows = sorted((_row(line) for line in written.splitlines() if line.strip()), key=lambda row: row.first)
    if len(rows) > MOST_ROWS:
        raise Unreadable(_("%(most)s rows at most.", most=MOST_ROWS), "rows")
    formula = parse(dice)
    next_total = _least(formula)
    for row in rows:
        if row.first < next_total:
            raise Unreadable(_("%(number)s stands twice, or never falls with these dice.", number=row.first), "rows")
        if row.first > next_total:
            raise Unreadable(_("No row says what happens at %(number)s.", number=next_total), "rows")
        next_total = row.last + 1
    most = formula.dice.count * formula.dice.sides + formula.plus
    if next_total <= most:
        raise Unreadable(_("No row says what happens at %(number)s.", number=next_total), "rows")
    if next_total > most + 1:
        raise Unreadable(_("%(number)s stands twice, or never falls with these dice.", number=next_total - 1), "rows")
    return tuple(rows)


@journal.command
def keep(pen: Pen, *, said: Mapping[str, Any]) -> str:
    """A new table; the value is its token. Raises ``Unreadable`` for rows with gaps or overlaps."""
    check_gm(pen.seat)
    items.check_room(pen, KIND)
    values = {field.key: field.read(said.get(field.key, "")) for field in FIELDS}
    rows_of(values["dice"], values["rows"])
    token = new_token()
    subject = f"{KIND}:{token}"
    pen.begin(subject)
    changes = [Change(subject, path, None, value) for path, value in values.items()]
    items.record(pen, "table_kept", changes, "gm", _("A random table: %(name)s", name=values["name"]))
    return token


@journal.command
def remove(pen: Pen, *, table: str) -> None:
    check_gm(pen.seat)
    subject = f"{KIND}:{table}"
    now = items.standing(pen, subject)
    sentence = _("A random table is put away: %(name)s", name=now["name"])
    items.record(pen, "table_put_away", items.removal(subject, now), "gm", sentence)


@journal.command
def roll(pen: Pen, *, table: str, unseen: bool) -> Text:
    """Roll on a table before everybody, or ``unseen``, from the stream of secret throws. The value says what fell."""
    check_gm(pen.seat)
    now = items.standing(pen, f"{KIND}:{table}")
    formula, name = parse(now["dice"]), now["name"]
    faces, drawn = source.throw(pen, Roll(KIND, "gm", formula.dice, _("Random table")), unseen=unseen)
    total = formula.total(faces)
    row = next(row for row in rows_of(now["dice"], now["rows"]) if row.first <= total <= row.last)
    sentence = _("%(name)s, %(total)s: %(row)s", name=name, total=total, row=row.text)
    circle = "gm" if unseen else "table"
    payload = {"told": {circle: to_json(sentence)}, "values": faces} | ({"drawn": drawn} if drawn else {})
    pen.record(Event(ROLLED, pen.seat.token, "", (), circle, payload))
    return sentence


def _row(line: str) -> Row:
    match = _ROW.fullmatch(line.strip())
    if match is None:
        raise Unreadable(_("“%(line)s” is no row such as “1-3 Rain”.", line=line.strip()[:60]), "rows")
    first, last, words = match.groups()
    row = Row(int(first), int(last or first), words)
    if row.last < row.first:
        raise Unreadable(_("“%(line)s” ends before it begins.", line=line.strip()[:60]), "rows")
    return row


def _least(formula: Formula) -> int:
    return formula.dice.count + formula.plus
