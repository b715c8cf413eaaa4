"""The recap of an evening: what each circle may read, in order, without undone acts."""

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from encounters.party import calendar
from encounters.prepare import services
from encounters.story import recap
from sheets import services as sheets
from tests.cast import client_of
from tests.encounters.fight.test_bad_input import melee
from tests.encounters.fight.test_pages import Fight


def evening(table, lay):
    """Two open tests, one undone, one of the game master's alone, an edit of a sheet, and a fight that begins."""
    cast = table.cast
    lay(7, 9, 12)
    table.roll(cast.ana, table.elowen, check="rifles")
    undone = table.roll(cast.leo, table.tibor, check="athletics")
    undo.undo(seat=cast.leo, sent=Sent.of("", "undo"), command=undone.command)
    table.roll(cast.gm, table.pirate, check="athletics", hidden=True)
    sheets.edit(seat=cast.ana, character=table.elowen, sent=Sent.of("", "e"), path="archetype", value="Pilote *rouge*")
    token = services.prepare(seat=cast.gm, sent=Sent.of("", "p"), name="La [soute]").value
    who = [table.elowen.token, table.pirate.token]
    services.enrol(seat=cast.gm, sent=Sent.of("", "enrol"), encounter=token, characters=who)
    services.turn_to(seat=cast.gm, sent=Sent.of("", "go"), encounter=token, status="running")


def told(seat, **said):
    return [
        (chapter.title, [line["text"] for line in chapter.lines]) for chapter in recap.recap_for(seat, **said).chapters
    ]


def test_the_table_reads_its_own_lines_in_order_and_no_more(table, lay):
    evening(table, lay)
    (_between, lines), (fight, begun) = told(table.cast.leo)
    assert fight == "La [soute]"
    assert len(lines) == 1 and "7" in lines[0]
    assert begun == ["La [soute] commence."]
    assert [chapter.state for chapter in recap.recap_for(table.cast.leo).chapters] == ["", ""], "no round has begun"


def test_the_game_master_reads_their_secrets_and_may_read_as_the_table(table, lay):
    evening(table, lay)
    own = told(table.cast.gm)
    assert len(own[0][1]) == 2
    assert told(table.cast.gm, for_table=True) == told(table.cast.screen)
    assert told(table.cast.leo, for_table=True) == told(table.cast.leo)


def sentences(seat):
    return [[one.text for one in chapter.sentences] for chapter in recap.recap_for(seat).chapters]


def test_between_fights_it_tells_tests_for_the_same_thing_together_and_rests(table, lay):
    cast = table.cast
    lay(7, 19, 9, 12)
    table.roll(cast.ana, table.elowen, check="athletics")
    table.roll(cast.leo, table.tibor, check="athletics")
    table.roll(cast.leo, table.tibor, check="athletics")
    table.roll(cast.gm, table.pirate, check="athletics", hidden=True)
    said = {"days": 2, "who": [table.elowen.token, table.tibor.token], "flags": [], "also": []}
    calendar.let_rest(seat=cast.gm, sent=Sent.of("", "rest"), **said)
    first, again, rest = sentences(cast.leo)[0]
    assert first.replace("\u00a0", " ").startswith("Élowen réussit un test (Athlétisme). Tibor échoue.")
    assert again.startswith("Tibor réussit un test (Athlétisme)") and rest == "Tout le monde se repose 2 jours."
    assert any("Zorvax" in one for one in sentences(cast.gm)[0])


def test_no_chapter_stands_without_a_sentence_unless_it_is_a_fight(table, lay):
    lay(7)
    table.roll(table.cast.gm, table.pirate, check="athletics", hidden=True)
    assert told(table.cast.leo) == told(table.cast.screen) == []
    assert len(told(table.cast.gm)) == 1


def test_a_hidden_name_is_in_no_story_but_the_game_masters(table, lay):
    evening(table, lay)
    for name in ("ana", "leo", "screen", "spectator"):
        seat = getattr(table.cast, name)
        for address in (
            f"/t/{seat.token}/recap/",
            f"/t/{seat.token}/recap/?as=markdown",
            f"/t/{seat.token}/recap/?for=table",
        ):
            assert "Zorvax" not in client_of(seat).get(address).content.decode()
    seat = table.cast.gm
    assert "Zorvax" in client_of(seat).get(f"/t/{seat.token}/recap/?as=markdown").content.decode()
    assert "Zorvax" not in client_of(seat).get(f"/t/{seat.token}/recap/?as=markdown&for=table").content.decode()


def test_the_text_is_markdown_in_which_names_stay_names(table, lay):
    evening(table, lay)
    seat = table.cast.ana
    response = client_of(seat).get(f"/t/{seat.token}/recap/?as=markdown")
    assert response["Content-Disposition"] == 'attachment; filename="equinoxe.md"'
    text = response.content.decode()
    assert text.startswith("# Équinoxe\n")
    assert "## La \\[soute\\]\n" in text
    assert "- **Élowen** — " in text and "- **Tibor** — " in text


def test_an_owner_reads_their_characters_worst_wound_and_the_others_a_word(table):
    sheets.step(seat=table.cast.ana, character=table.elowen, sent=Sent.of("", "w"), path="wounds.body.serious", by=1)
    states = {name: dict(recap.recap_for(getattr(table.cast, name)).people)["Élowen"] for name in ("ana", "leo", "gm")}
    assert states["ana"] == states["gm"] != states["leo"]
    sheets.edit(seat=table.cast.gm, character=table.elowen, sent=Sent.of("", "g"), path="conditions.gone", value=True)
    assert dict(recap.recap_for(table.cast.ana).people)["Élowen"] == "Grave\u00a0· Corps\u00a0· Fuit ou se rend"
    sheets.edit(seat=table.cast.gm, character=table.elowen, sent=Sent.of("", "d"), path="conditions.dead", value=True)
    assert dict(recap.recap_for(table.cast.ana).people)["Élowen"] == "Mort"


def test_an_empty_table_has_an_empty_story(cast):
    assert recap.recap_for(cast.gm) == recap.Recap("Équinoxe", (), ())
    assert "commence" not in client_of(cast.gm).get(f"/t/{cast.gm.token}/recap/").content.decode()


def test_the_story_exists_as_data_without_hidden_things(table, lay):
    evening(table, lay)
    seat = table.cast.leo
    response = client_of(seat).get(f"/t/{seat.token}/recap/?as=json")
    found = response.json()
    assert (found["format"], found["version"]) == ("tablee-recap", 1)
    assert [chapter["title"] for chapter in found["chapters"]] == [title for title, _lines in told(seat)]
    assert "Zorvax" not in response.content.decode() and not any(
        line["private"] for chapter in found["chapters"] for line in chapter["lines"]
    )
    assert 'filename="equinoxe.json"' in response["Content-Disposition"]


def test_a_player_takes_home_their_own_wounds_and_nobody_elses(table, lay):
    evening(table, lay)
    sheets.step(seat=table.cast.leo, character=table.tibor, sent=Sent.of("", "w"), path="wounds.body.light", by=1)
    assert [one.name for one in recap.recap_for(table.cast.leo).own] == ["Tibor"]
    assert recap.recap_for(table.cast.leo).own[0].wounds and not recap.recap_for(table.cast.ana).own[0].wounds
    assert all("\u00a0" in number for number in recap.recap_for(table.cast.leo).own[0].numbers), "never apart"
    assert recap.recap_for(table.cast.gm).own == recap.recap_for(table.cast.screen).own == ()
    assert recap.recap_for(table.cast.leo).own[0].wounds[0] in recap.recap_for(table.cast.leo).to_markdown()


def followed(seat):
    return [one for chapter in recap.recap_for(seat).chapters for line in chapter.lines for one in line["effects"]]


def test_a_secret_declaration_is_told_to_all_once_it_is_shown(table):
    cast, fight = table.cast, Fight(table)
    type(cast.campaign).objects.update(settings={"sealed_declarations": "always"})
    for seat in cast.seats.values():
        seat.campaign.refresh_from_db()
    fight.act("start")
    everybody = [cast.gm, cast.leo, cast.screen]
    while fight.id("Élowen") in fight.board().up or not followed(cast.screen):
        for seat in everybody:
            assert followed(seat) == [], "nobody reads it before everybody has declared"
        if fight.board().uncalled:
            fight.act("next")
        up = fight.board().up
        if fight.id("Élowen") in up:
            melee(fight, "Élowen", "Tibor")
        else:
            fight.act("declare_nothing", up[0])
    for seat in everybody:
        assert sum("Élowen" in one and "Tibor" in one for one in followed(seat)) == 1
    assert all("Zorvax" not in one and "quelqu" not in one for one in followed(cast.screen) + followed(cast.leo))


def test_the_page_explains_itself_and_leads_on(table):
    page = client_of(table.cast.leo).get(f"/t/{table.cast.leo.token}/recap/").text
    assert '<h1 class="fiction">Le récit jusqu’ici</h1>' in page and f'href="/t/{table.cast.leo.token}/after/"' in page


def test_only_tests_during_a_fight_belong_to_its_chapter(table, lay):
    fight = Fight(table)
    fight.act("start")
    lay(7, 9)
    table.roll(table.cast.ana, table.elowen, check="rifles")
    fight.act("end")
    table.roll(table.cast.leo, table.tibor, check="athletics")
    (title, lines), (after, rest) = told(table.cast.leo)
    assert title == "Quai 7" and any("Fusils" in line for line in lines)
    assert after != title and len(rest) == 1
