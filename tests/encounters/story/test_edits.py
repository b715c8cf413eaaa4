"""The edits of a story: who may write them, and who reads them."""

import pytest

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters.story import edits, recap
from tests.cast import client_of


@pytest.fixture
def fumbled(table, lay):
    """A test that failed as badly as can be: the one sentence of a chapter."""
    lay(20, 15)
    table.roll(table.cast.ana, table.elowen, check="rifles")
    return table


def told(seat, **said):
    return [sentence.text for chapter in recap.recap_for(seat, **said).chapters for sentence in chapter.sentences]


def write(table, text, *, seat=None, about=None, how="", table_too=True):
    chapter = recap.recap_for(table.cast.gm).chapters[0]
    about = chapter.sentences[0].key if about is None else about
    posted = {"about": about, "text": text, "how": how, "for": "table" if table_too else ""}
    seat = seat or table.cast.gm
    return client_of(seat).post(f"/t/{seat.token}/recap/sentence/", posted)


def test_an_edited_sentence_is_read_by_everybody_and_undone(fumbled):
    cast, before = fumbled.cast, told(fumbled.cast.leo)
    assert len(before) == 1 and "Élowen" in before[0]
    assert write(fumbled, "Le fusil d’Élowen s’enraye.").status_code in (200, 302, 303)
    for seat in (cast.gm, cast.ana, cast.leo, cast.screen):
        assert told(seat) == ["Le fusil d’Élowen s’enraye."]
    edit = Event.objects.get(kind=edits.KIND)
    assert "Le fusil" not in client_of(cast.leo).get(f"/t/{cast.leo.token}/journal/").text
    undo.undo(seat=cast.gm, sent=Sent.of("", "undo"), command=edit.command)
    assert told(cast.leo) == before
    page = f"/t/{cast.gm.token}/recap/"
    assert 'value="restored"' not in client_of(cast.gm).get(page).text
    write(fumbled, "Rien.")
    assert 'value="restored"' in client_of(cast.gm).get(page).text
    write(fumbled, "", how="restored")
    assert told(cast.leo) == told(cast.gm, for_table=True) == before


def test_a_note_among_the_secrets_stays_with_the_game_master(fumbled):
    cast, before = fumbled.cast, told(fumbled.cast.leo)
    write(fumbled, "Zorvax a saboté le fusil.", table_too=False)
    write(fumbled, "Il rit.", how="beside", table_too=False)
    assert told(cast.gm) == ["Zorvax a saboté le fusil.", "Il rit."]
    for seat in (cast.ana, cast.leo, cast.screen, cast.spectator):
        assert told(seat) == before
        for query in ("", "?as=json", "?as=markdown", "?for=table", f"?for={cast.ana.token}"):
            assert "Zorvax" not in client_of(seat).get(f"/t/{seat.token}/recap/{query}").content.decode()
    for query in ("?for=table", f"?for={cast.ana.token}"):
        assert "Zorvax" not in client_of(cast.gm).get(f"/t/{cast.gm.token}/recap/{query}").content.decode()


def test_a_sentence_is_taken_out_and_another_added(fumbled):
    write(fumbled, "On se souviendra de ce tir.", how="beside")
    write(fumbled, "")
    assert told(fumbled.cast.leo) == ["On se souviendra de ce tir."]
    page = client_of(fumbled.cast.gm).get(f"/t/{fumbled.cast.gm.token}/recap/").text
    assert "phrase de vous" in page


@pytest.mark.parametrize(
    "wrong", [{"text": "x" * 65536}, {"text": "‮tourné"}, {"about": "nowhere"}, {"text": "", "how": "beside"}]
)
def test_an_invalid_story_is_refused_with_a_sentence_and_nothing_changes(fumbled, wrong):
    before, count = told(fumbled.cast.gm), Event.objects.count()
    answer = write(fumbled, **{"text": "Bien.", **wrong})
    assert answer.status_code == 422 and told(fumbled.cast.gm) == before and Event.objects.count() == count


def test_nobody_else_edits_the_story(fumbled):
    cast, before = fumbled.cast, told(fumbled.cast.gm)
    for seat in (cast.ana, cast.leo, cast.screen, cast.spectator):
        assert write(fumbled, "C’était le vent.", seat=seat).status_code == 404
    assert told(cast.gm) == before
