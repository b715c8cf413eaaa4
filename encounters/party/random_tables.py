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
from rules.core.scene import Change
from rules.core.script import Roll
from rules.core.text import Text, _

KIND = "random_table"
ROLLED = "table_rolled"  # cannot be undone: it changes nothing, and a repeated roll would use the same dice
FIELDS: tuple[Field, ...] = (
    text("name", _("Name"), required=True, most=60),
    text("dice", _("Dice"), required=True, most=20),
    Field("rows", _("Rows"), "note", required=True, most=8000),
)
MOST_ROWS = 200
_ROW = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?[\s.:)]+(\S.*)")


@dataclass(frozen=True)
class Row:
    """A row of a table: its first and last total, and its text."""

    first: int
    last: int
    text: str


def parse_rows(dice: str, written: str) -> tuple[Row, ...]:
    """The rows of a table, sorted. Raises ``Unreadable`` unless each total of its dice is in exactly one row."""
    rows = sorted((_parse_row(line) for line in written.splitlines() if line.strip()), key=lambda row: row.first)
    if len(rows) > MOST_ROWS:
        raise Unreadable(_("%(most)s rows at most.", most=MOST_ROWS), "rows")
    formula = parse(dice)
    next_total = _lowest_total(formula)
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
def create(pen: Pen, *, values: Mapping[str, Any]) -> str:
    """Create a table and return its token. Raises ``Unreadable`` for rows with gaps or overlaps."""
    check_gm(pen.seat)
    items.check_room(pen, KIND)
    data = {field.key: field.read(values.get(field.key, "")) for field in FIELDS}
    parse_rows(data["dice"], data["rows"])
    token = new_token()
    subject = f"{KIND}:{token}"
    pen.begin(subject)
    changes = [Change(subject, path, None, value) for path, value in data.items()]
    items.record(pen, "table_kept", changes, "gm", _("A random table: %(name)s", name=data["name"]))
    return token


@journal.command
def remove(pen: Pen, *, table: str) -> None:
    check_gm(pen.seat)
    subject = f"{KIND}:{table}"
    state = items.find(pen, subject)
    sentence = _("A random table is put away: %(name)s", name=state["name"])
    items.record(pen, "table_put_away", items.removal_changes(subject, state), "gm", sentence)


@journal.command
def roll(pen: Pen, *, table: str, unseen: bool) -> Text:
    """Roll on a table and return the result; ``unseen`` rolls come from the secret stream, for game masters only."""
    check_gm(pen.seat)
    state = items.find(pen, f"{KIND}:{table}")
    formula, name = parse(state["dice"]), state["name"]
    faces, drawn = source.throw(pen, Roll(KIND, "gm", formula.dice, _("Random table")), unseen=unseen)
    total = formula.total(faces)
    row = next(row for row in parse_rows(state["dice"], state["rows"]) if row.first <= total <= row.last)
    sentence = _("%(name)s, %(total)s: %(row)s", name=name, total=total, row=row.text)
    circle = "gm" if unseen else "table"
    payload = {"values": faces} | ({"drawn": drawn} if drawn else {})
    pen.tell(ROLLED, (), circle, sentence, payload=payload)
    return sentence


def _parse_row(line: str) -> Row:
    match = _ROW.fullmatch(line.strip())
    if match is None:
        raise Unreadable(_("“%(line)s” is no row such as “1-3 Rain”.", line=line.strip()[:60]), "rows")
    first, last, words = match.groups()
    row = Row(int(first), int(last or first), words)
    if row.last < row.first:
        raise Unreadable(_("“%(line)s” ends before it begins.", line=line.strip()[:60]), "rows")
    return row


def _lowest_total(formula: Formula) -> int:
    return formula.dice.count + formula.plus
