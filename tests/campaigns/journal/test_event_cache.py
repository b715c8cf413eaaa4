"""The last write of each subject: whether it concerns one sheet only, or lists as well."""

import pytest

from campaigns.journal import event_cache
from campaigns.journal.journal import Sent
from campaigns.models import Campaign
from rules import registry
from sheets import services as sheets
from tests.encounters.conftest import join

pytestmark = pytest.mark.django_db


def written(cast):
    return dict(event_cache.recent_of(Campaign.objects.get(pk=cast.campaign.pk)).written)


@pytest.mark.parametrize("path", ["notes", "secret_notes"])
def test_a_note_is_news_of_its_sheet_alone(cast, path):
    hero = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    before = written(cast)
    sheets.edit(seat=cast.gm, sent=Sent.of("", path), character=hero, path=path, value="At the quay.")
    after = written(cast)
    assert after[hero.subject] > before.get(hero.subject, 0)
    assert after.get("character") == before.get("character")


def test_a_name_is_news_of_every_list_of_people(cast):
    hero = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    written(cast)
    sheets.edit(seat=cast.gm, sent=Sent.of("", "name"), character=hero, path="name", value="Tibor")
    after = written(cast)
    assert after["character"] == after[hero.subject]


@pytest.mark.parametrize("game", registry.GAMES)
def test_no_rule_reads_a_note(game):
    """Every fact about a character stays the same, whatever is written in the long texts of the sheet."""
    system = registry.system(game)
    notes = [path for path, field in system.schema.walk() if field.kind == "note" and "." not in path]
    for sample in registry.samples(game).values():
        plain = {key: value for key, value in sample["data"].items() if key not in notes}
        noted = plain | dict.fromkeys(notes, "Zorvax 12 (+3)")
        assert system.derive(plain, {}) == system.derive(noted, {})
        assert system.checks(plain, {}) == system.checks(noted, {})
        assert system.vitals(plain, {}) == system.vitals(noted, {})
    assert notes
