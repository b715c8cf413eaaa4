"""A sheet as text and as a spreadsheet: everything the printed sheet has, for its readers, and no formula."""

import csv
import io

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from rules import registry
from sheets.creation.create import create
from sheets.models import Character
from sheets.paper.plain import stat_block, without_formula
from sheets.sheet_view import Reading
from tests.cast import client_of, gather


def joined(cast, key, **more):
    data = {**registry.samples(cast.campaign.game)[key]["data"], **more}
    done = journal.run(
        seat=cast.gm, sent=Sent.of("", key), work=lambda pen: create(pen, data=data, kind="pc", owner=cast.ana)
    )
    return Character.objects.get(token=done.value)


def fetch(seat, character, kind):
    return client_of(seat).get(reverse("export-character", args=[seat.token, character.token]), {"as": kind})


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_goes_out_as_a_text_and_as_rows(db, game):
    cast = gather(game)
    character = joined(cast, next(iter(registry.samples(game))))
    text = fetch(cast.ana, character, "text")
    assert text.status_code == 200 and text["Content-Type"].startswith("text/plain")
    assert text["Content-Disposition"].startswith("attachment"), "a page of it has no way back to the sheet"
    assert text.text.startswith(character.name) and text.text.count("\n") > 20
    assert not [line for line in text.text.splitlines() if line.endswith(":") or line.rstrip() != line]
    table = fetch(cast.ana, character, "csv")
    assert table["Content-Type"].startswith("text/csv") and "attachment" in table["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(table.text.removeprefix("\ufeff")), delimiter=";"))
    assert len(rows) > 20 and all(len(row) >= 2 for row in rows)
    assert fetch(cast.leo, character, "csv").status_code == 404


@pytest.mark.parametrize(("language", "line"), [("fr", "Esquive\u00a0: 50"), ("en", "Evade: 50")])
def test_a_line_of_the_text_has_the_colon_of_its_language(db, language, line):
    campaign, data = gather("mythras").campaign, registry.samples("mythras")["lysandros"]["data"]
    reading = Reading(Character(campaign=campaign, name="Élowen", data=data), campaign, gm=True)
    with translation.override(language):
        assert line in stat_block(reading).splitlines()


def test_a_thing_of_which_nothing_is_written_stands_as_its_name_alone(db):
    cast = gather("mythras")
    character = joined(cast, "bandit")
    assert "Poing ou pied" in fetch(cast.ana, character, "text").text.splitlines()


def test_the_game_masters_secrets_are_in_neither(db):
    cast = gather("mythras")
    character = joined(cast, "bandit", secret_notes="Zorvaxa ment", notes="=SUM(A1)")
    for kind in ("text", "csv"):
        assert "Zorvaxa" not in fetch(cast.ana, character, kind).text
        assert "Zorvaxa" in fetch(cast.gm, character, kind).text
    assert ";'=SUM(A1)" in fetch(cast.ana, character, "csv").text


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("@x", "'@x"),
        ("+cmd|x", "'+cmd|x"),
        ("-2", "-2"),
        ("+3", "+3"),
        ("-x", "'-x"),
        ("\t=1", "'\t=1"),
    ]
    + [("12", "12"), ("Épée", "Épée"), ("", ""), ("1d6", "1d6"), ("\r=1", "'\r=1")],
)
def test_no_cell_is_a_formula(cell, shown):
    assert without_formula(cell) == shown
