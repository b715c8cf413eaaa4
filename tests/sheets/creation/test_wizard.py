"""Character creation step by step: each stage is saved, private, and the character joins once."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.accounts import data_export, deletion
from campaigns.models import Command, Event
from rules import registry
from sheets.creation import draft as creation_draft
from sheets.creation.wizard import MOST_ROWS, Wizard
from sheets.models import Character, Draft
from tests.cast import client_of, gather
from tests.pages import flat

NEXT = {"go": "next"}
KEY = "abcdefgh23456777"


@pytest.fixture(autouse=True)
def unlimited():
    cache.clear()
    yield
    cache.clear()


def url(name, seat, *more):
    return reverse(name, args=[seat.token, *more])


class Maker:
    """A seat that makes somebody, by what its browser sends."""

    def __init__(self, seat, sample="blank"):
        self.seat, self.client = seat, client_of(seat)
        self.client.post(url("create", seat), {"sample": sample})

    def post(self, stage, **said):
        """Send a stage with these fields, all others as they stand on its page."""
        page = self.client.get(url("create-stage", self.seat, stage)).text
        return self.client.post(url("create-stage", self.seat, stage), {**standing(page), **NEXT, **said})

    def points(self, stage, **said):
        return self.client.post(url("create-points", self.seat, stage), said, headers={"HX-Request": "true"})

    def finish(self, **said):
        return self.client.post(url("create-finish", self.seat), said)

    @property
    def data(self):
        return Draft.objects.get(seat=self.seat).data


def standing(page):
    """The data of a page's form as it stands; texts and ticked boxes are enough for these tests."""
    found = dict(re.findall(r'<input type="(?:text|number)" name="([^"]+)"(?: value="([^"]*)")?', page))
    return {name: value for name, value in found.items() if not name.startswith("new.")}


@pytest.fixture
def ana(cast):
    return Maker(cast.ana)


def test_the_wizard_begins_with_a_blank_sheet_or_a_ready_made_one(cast):
    page = client_of(cast.ana).get(url("create", cast.ana)).text
    assert "Adapter Mercenaire" in page and "Pirate" not in page
    described = re.search(r"Adapter Ingénieure de bord</span><small>(.*?)</small>", page)[1]
    assert described == "Clé de maintenance, Mains nues et 2 autres"
    answer = client_of(cast.ana).post(url("create", cast.ana), {"sample": "mercenary"})
    assert answer.url == url("create-stage", cast.ana, "concept")
    draft = Draft.objects.get(seat=cast.ana)
    assert draft.data == registry.samples("polaris")["mercenary"]["data"] and draft.kind == "pc"


@pytest.mark.parametrize("sample", ["", "nobody", "pirate", "opponent"])
def test_a_player_begins_with_nothing_else(cast, sample):
    answer = client_of(cast.ana).post(url("create", cast.ana), {"sample": sample})
    assert answer.status_code == 422 and not Draft.objects.exists()


@pytest.mark.parametrize(("sample", "kind"), [("pirate", "npc"), ("opponent", "npc"), ("blank", "pc")])
def test_a_game_master_makes_opponents_and_free_characters(cast, sample, kind):
    gm = Maker(cast.gm, sample)
    gm.post("concept", name="Zorvax")
    assert gm.finish().url == url("characters", cast.gm)
    found = Character.objects.get()
    assert (found.kind, found.owner, found.name) == (kind, None, "Zorvax")
    assert Event.objects.get(kind="create_character").audience == ("gm" if kind == "npc" else "table")


def test_each_stage_keeps_its_fields_and_leads_on(ana):
    assert ana.post("concept", name="Nérée", archetype="Pilote").url.endswith("/create/attributes/")
    assert ana.post("attributes", **{"attributes.FOR": "14"}).url.endswith("/create/skills/")
    assert ana.post("skills", **{"skills.rifles.mastery": "5"}).url.endswith("/create/specialties/")
    assert ana.data == {
        "name": "Nérée",
        "archetype": "Pilote",
        "attributes": {"FOR": 14},
        "skills": {"rifles": {"mastery": 5}},
    }
    assert Draft.objects.get().done == ["concept", "attributes", "skills"]


@pytest.mark.parametrize(
    ("go", "to"),
    [("back", "concept"), ("next", "skills"), ("arms", "arms"), ("finish", "finish"), ("nowhere", "skills")],
)
def test_every_way_out_of_a_stage_keeps_it(ana, go, to):
    assert ana.post("attributes", go=go, **{"attributes.PRE": "12"}).url.endswith(f"/create/{to}/")
    assert ana.data == {"attributes": {"PRE": 12}}


def test_a_field_cleared_to_its_blank_is_left_out(ana):
    ana.post("skills", **{"skills.hacking.mastery": "-3"})
    ana.post("skills", **{"skills.hacking.mastery": "x"})
    assert ana.data == {}


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("concept", {"name": ""}),
        ("concept", {"name": "A" * 81}),
        ("attributes", {"attributes.FOR": "41"}),
        ("attributes", {"attributes.FOR": "beaucoup"}),
        ("skills", {"skills.rifles.mastery": "26"}),
        ("arms", {"ware": "weapons", "ware.weapons": "no such weapon"}),
        ("arms", {"ware": "wounds", "ware.wounds": "knife"}),
        ("arms", {"add": "weapons"}),
        ("arms", {"add": "overrides", "new.overrides.value": "9"}),
        ("specialties", {"add": "skills"}),
        ("specialties", {"add": "skills", "new.skills.of": "rifles"}),
        ("arms", {"remove": "wounds.body"}),
    ],
)
def test_bad_input_is_reported_and_changes_nothing(ana, stage, said):
    ana.post("attributes", **{"attributes.FOR": "12"})
    before = Draft.objects.values().get()
    answer = ana.post(stage, **said)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert Draft.objects.values().get() == before


def test_overspent_points_warn_on_each_page_and_are_refused_on_the_last(cast, ana):
    ana.post("concept", name="Nérée")
    assert ana.post("attributes", **{"attributes.FOR": "39"}).url.endswith("/create/skills/")
    for stage in ("attributes", "skills"):
        page = ana.client.get(url("create-stage", cast.ana, stage)).text
        assert re.search(r"2 (too many|de trop)", page.partition('id="over"')[2].partition("</div>")[0])
    page = ana.client.get(url("create-finish", cast.ana)).text
    assert "disabled" in page and re.search(r"2 (too many|de trop)", page)
    assert url("create-stage", cast.ana, "attributes") in page.partition('class="alert"')[2].partition("</div>")[0]
    answer = ana.finish()
    assert answer.status_code == 422 and re.search(r'role="alert".*?2 (too many|de trop)', answer.text, re.DOTALL)
    assert not Character.objects.exists()
    ana.post("attributes", **{"attributes.FOR": "37"})
    assert 'class="alert"' not in ana.client.get(url("create-finish", cast.ana)).text
    assert ana.finish().status_code == 302 and Character.objects.count() == 1


def test_the_warning_follows_the_filled_in_values(ana):
    over, right = (ana.points("attributes", **{"attributes.FOR": value}).text for value in ("39", "37"))
    assert re.search(r'id="over" class="alert".*2 (too many|de trop)', over, re.DOTALL)
    assert 'id="over" hidden' in right and "alert" not in right.partition('id="over"')[2].partition("</div>")[0]


def test_a_refusal_links_to_each_faulty_field_and_focuses_the_first(ana):
    said = {"attributes.CON": "beaucoup", "attributes.PRE": "99", "attributes.FOR": "12"}
    page = ana.post("attributes", **said).text
    alert = page.partition('role="alert"')[2].partition("</div>")[0]
    assert re.findall(r'href="#([^"]+)"', alert) == ["make-attributes.CON", "make-attributes.PRE"]
    assert re.findall(r"<input[^>]*autofocus[^>]*>", page)[0].count('name="attributes.CON"') == 1
    assert len(re.findall("autofocus", page)) == 1
    assert set(re.findall(r'id="(make-[^"]+)_error"', page)) == {"make-attributes.CON", "make-attributes.PRE"}
    page = ana.post("attributes", **said | {"attributes.CON": "11"}).text
    assert re.findall(r'name="([^"]+)"[^>]*aria-invalid', page) == ["attributes.PRE"]


def test_an_unreadable_value_is_named_as_not_counted_while_the_rest_counts(ana):
    said = {"attributes.FOR": "12", "attributes.CON": "beaucoup"}
    for text in (ana.post("attributes", **said).text, ana.points("attributes", **said).text):
        assert re.search(r"(25 left|reste 25|25 restants?)", text)
        assert "Constitution" in text.partition('class="create-uncounted"')[2].partition("</p>")[0]
    assert "create-uncounted" not in ana.points("attributes", **{"attributes.FOR": "12"}).text


def test_after_a_refusal_notes_beside_fields_follow_the_typed_values(ana):
    page = ana.post("skills", **{"skills.rifles.mastery": "5", "skills.hacking.mastery": "Z"}).text
    assert re.search(r'id="note-skills-rifles-mastery"[^>]*>= 7<', page)
    assert re.search(r'id="note-skills-hacking-mastery"[^>]*><', page)


def test_a_list_that_takes_no_more_is_led_to(cast, ana):
    rows = {f"k{number}": {"name": "Dague"} for number in range(MOST_ROWS)}
    Draft.objects.filter(seat=cast.ana).update(data={"weapons": rows})
    answer = ana.post("arms", **{"new.weapons.name": "Harpon"})
    assert answer.status_code == 422 and 'href="#list-weapons"' in answer.text and 'value="Harpon"' in answer.text


def test_a_game_master_may_go_over(cast):
    gm = Maker(cast.gm)
    gm.post("concept", name="Zorvax")
    assert gm.post("attributes", **{"attributes.FOR": "40"}).status_code == 302
    page = gm.client.get(url("create-stage", cast.gm, "attributes")).text
    assert re.search(r"3 (too many|de trop)", page)
    gm.finish()
    assert Character.objects.get().data["attributes"] == {"FOR": 40}


def test_a_house_without_limits_lets_everything_pass(cast, ana):
    cast.campaign.settings = {"creation_attributes": 0}
    cast.campaign.save()
    assert ana.post("attributes", **{"attributes.FOR": "40"}).status_code == 302


def test_rows_are_chosen_described_changed_and_removed(ana):
    answer = ana.post("arms", ware="weapons", **{"ware.weapons": "knife"})
    assert answer.url.endswith("/create/arms/#list-weapons")
    ana.post(
        "arms", add="weapons", **{"new.weapons.name": "Harpon", "new.weapons.damage": "2d10", "new.weapons.reach": "3"}
    )
    rows = ana.data["weapons"].items()  # as the database keeps them, in no order
    (knife, first), (harpoon, second) = sorted(rows, key=lambda row: row[1]["name"] == "Harpon")
    assert first["skill"] == "armed_combat"
    assert second == {"name": "Harpon", "damage": "2d10", "reach": 3}
    ana.post("arms", **{f"weapons.{harpoon}.name": "Harpon long", f"weapons.{harpoon}.long_weapon": "on"})
    assert ana.data["weapons"][harpoon] == {**second, "name": "Harpon long", "long_weapon": True}
    ana.post("arms", remove=f"weapons.{knife}")
    assert list(ana.data["weapons"]) == [harpoon]


def lists():
    """Every list that the stages of every game ask for."""
    for game in registry.GAMES:
        rules = registry.system(game)
        for stage in rules.creation(rules.blank({}), {}):
            yield from (_case(game, stage, field) for field in stage.fields if field.kind == "list")


def _case(game, stage, field):
    return pytest.param(game, stage.key, field, id=f"{game} {field.key}")


def untouched(page, path):
    """The data a browser sends for a row that nobody fills in, its choices included."""
    found = {}
    for name, options in re.findall(rf'<select name="(new\.{path}\.[^"]+)".*?>(.*?)</select>', page, re.DOTALL):
        found[name] = (re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options))[0]
    inputs = re.findall(rf'<input type="(?:text|number)" name="(new\.{path}\.[^"]+)"(?: value="([^"]*)")?', page)
    return found | dict(inputs)


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "stage", "field"), tuple(lists()))
def test_a_row_that_was_described_is_added_by_the_button_that_leads_on(game, stage, field):
    maker = Maker(gather(game).ana)
    blank = untouched(maker.client.get(url("create-stage", maker.seat, stage)).text, field.key)
    assert maker.post(stage, **blank).status_code == 302 and field.key not in maker.data
    name = next(leaf.key for leaf in field.row if leaf.kind == "text" and not leaf.names_another)
    for _time in range(2):
        maker.post(stage, described=KEY, **{**blank, f"new.{field.key}.{name}": "Zorvax"})
    assert {key: row[name] for key, row in maker.data[field.key].items()} == {KEY: "Zorvax"}


@pytest.mark.django_db
def test_a_page_shows_the_price_of_a_point_by_house_setting():
    cast = gather("medieval")
    cast.campaign.settings = {"cost": {"trait": 7}}
    cast.campaign.save()
    maker = Maker(cast.ana)
    assert "Un point de plus coûte 7 PP." in maker.client.get(url("create-stage", maker.seat, "traits")).text
    assert "Coût\u00a0: 2 PP." in maker.client.get(url("create-stage", maker.seat, "manoeuvres")).text


@pytest.mark.django_db
def test_a_page_shows_the_price_of_a_point_only_if_the_table_counts_points():
    cast = gather("mythras")
    maker = Maker(cast.ana)
    for limit, priced in ((0, False), (20, True)):
        cast.campaign.settings = {"creation_characteristics": limit}
        cast.campaign.save()
        shown = maker.client.get(url("create-stage", maker.seat, "characteristics")).text
        assert ("en coûte un" in shown) is priced


@pytest.mark.parametrize("go", ["next", "back", "finish", "concept", "arms", ""])
def test_a_row_that_was_described_is_added_whichever_way_one_leaves(ana, go):
    assert ana.post("arms", go=go, **{"new.weapons.name": "Harpon"}).status_code == 302
    assert [row["name"] for row in ana.data["weapons"].values()] == ["Harpon"]


@pytest.mark.parametrize("go", ["next", "back", "finish", "concept", ""])
def test_a_row_chosen_from_the_list_is_saved_by_every_button(ana, go):
    for _time in range(2):
        assert ana.post("arms", row=KEY, go=go, **{"ware.weapons": "knife", "ware.protections": ""}).status_code == 302
    assert list(ana.data["weapons"]) == [KEY] and "protections" not in ana.data


def test_a_choice_from_the_list_stays_chosen_beside_an_error(ana):
    answer = ana.post("arms", money_sols="beaucoup", **{"ware.weapons": "knife"})
    assert answer.status_code == 422 and ana.data == {}
    assert re.search(r'value="knife"\s+selected', answer.text)


@pytest.mark.parametrize("button", [{"go": "next"}, {"go": "back"}, {"ware": "weapons", "ware.weapons": "knife"}])
def test_a_row_that_cannot_be_read_stops_every_button_and_is_kept_open(ana, button):
    answer = ana.post("arms", **button, **{"new.weapons.name": "Harpon", "new.weapons.reach": "loin"})
    assert answer.status_code == 422 and ana.data == {} and Draft.objects.get().done == []
    row = answer.text.partition('class="create-new" open')[2].partition("</details>")[0]
    assert 'value="Harpon"' in row and 'value="loin"' in row and "invalid-feedback" in row


def test_a_described_row_survives_an_error_elsewhere(ana):
    answer = ana.post("arms", money_sols="beaucoup", **{"new.weapons.name": "Harpon"})
    assert answer.status_code == 422 and 'value="Harpon"' in answer.text and ana.data == {}


def test_a_button_of_the_list_takes_the_described_row_along(ana):
    ana.post("arms", ware="weapons", **{"ware.weapons": "knife", "new.weapons.name": "Harpon"})
    (first, second) = ana.data["weapons"]
    assert {row["name"] for row in ana.data["weapons"].values()} > {"Harpon"}
    ana.post("arms", remove=f"weapons.{first}", **{"new.protections.name": "Cuir"})
    assert list(ana.data["weapons"]) == [second] and len(ana.data["protections"]) == 1


def test_a_form_sent_twice_adds_a_row_once(ana):
    for _time in range(2):
        ana.post("arms", row=KEY, ware="weapons", **{"ware.weapons": "knife"})
    assert list(ana.data["weapons"]) == [KEY]


@pytest.mark.parametrize("row", ["", "../..", "a.b", "é" * 16, "a" * 300])
def test_a_key_that_the_page_did_not_make_is_not_used(ana, row):
    ana.post("arms", row=row, ware="weapons", **{"ware.weapons": "knife"})
    assert all(re.fullmatch(r"[a-z2-7]{16}", key) for key in ana.data["weapons"])


def test_a_list_takes_as_many_rows_as_its_form_can_hold(cast, ana):
    rows = {f"k{number}": {"name": "Dague"} for number in range(MOST_ROWS)}
    Draft.objects.filter(seat=cast.ana).update(data={"weapons": rows})
    assert ana.post("arms", ware="weapons", **{"ware.weapons": "knife"}).status_code == 422
    assert len(ana.data["weapons"]) == MOST_ROWS


def test_rows_that_have_a_field_of_their_own_stand_in_no_list(cast):
    wizard = Wizard(cast.ana, "pc", registry.samples("polaris")["mercenary"]["data"])
    (field,) = wizard.stage("specialties").fields
    keys = [path.partition(".")[2] for path in wizard.rows(field)]
    assert "mother_tongue" in keys and "rifles" not in keys


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("skills.hacking.mastery", 'data-least="-3" data-most="25" data-below="X">'),
        ("skills.rifles.mastery", 'data-least="-3" data-most="25">'),  # not reserved: never X
    ],
)
def test_a_number_that_takes_words_is_stepped_as_its_game_steps_it(ana, path, steps):
    page = flat(ana.client.get(url("create-stage", ana.seat, "skills")).text)
    before, _name, after = page.partition(f'name="{path}"')
    assert steps in before.rpartition('<span class="bump')[2] and 'data-bump="1"' in after.partition("</span>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "stage", "path", "value", "said"),
    [
        ("mythras", "skills", "skills.athletics", "300", "= 320\N{NO-BREAK SPACE}%"),
        ("polaris", "attributes", "attributes.FOR", "12", "+1"),
        ("polaris", "skills", "skills.rifles.mastery", "5", "= 7"),
        ("chroniques", "attack", "atc_base", "3", "+3"),
    ],
)
def test_a_number_beside_a_field_reads_as_its_game_reads_it(game, stage, path, value, said):
    maker = Maker(gather(game).ana)
    note = f'hx-target="#note-{path.replace(".", "-")}" hx-swap="textContent">'
    assert said in maker.points(stage, **{path: value}).text.partition(note)[2].partition("<")[0]


@pytest.mark.django_db(transaction=True)
def test_the_remainder_is_computed_outside_of_any_transaction(cast):
    assert Maker(cast.ana).points("skills").status_code == 200


def test_the_remainder_without_a_draft_is_a_sentence(ana):
    creation_draft.drop(ana.seat)
    assert ana.points("skills").status_code == 409


def test_the_remainder_is_shown_while_the_form_is_filled_in_and_nothing_is_kept(ana):
    answer = ana.points("attributes", **{"attributes.FOR": "12", "attributes.CON": "what?"})
    assert re.search(r">[^<]*\b25\b[^<]*<", answer.text) and 'hx-target="#derived"' in answer.text
    assert ana.data == {} and Draft.objects.get().done == []
    answer = ana.points("skills", **{"skills.rifles.mastery": "5"})
    assert '<hx-partial hx-target="#note-skills-rifles-mastery" hx-swap="textContent">= 7<' in answer.text


def test_a_draft_is_there_again_on_another_device_and_resumes(cast, ana):
    ana.post("concept", name="Nérée")
    page = client_of(cast.ana).get(url("create", cast.ana)).text
    assert "Nérée" in page and url("create-stage", cast.ana, "attributes") in page
    assert 'value="Nérée"' in client_of(cast.ana).get(url("create-stage", cast.ana, "concept")).text
    assert client_of(cast.ana).post(url("create", cast.ana), {"sample": "mercenary"}).status_code == 302
    assert ana.data == {"name": "Nérée"}


def test_nobody_else_sees_it(cast, ana):
    ana.post("concept", name="Zorvaxnotiz")
    pages = [("create", ()), ("create-stage", ("concept",)), ("create-finish", ())]
    for seat in (cast.leo, cast.gm, cast.spectator, cast.screen):
        client = client_of(seat)
        for name, more in pages:
            assert client.get(url(name, cast.ana, *more)).status_code == 404
            assert "Zorvaxnotiz" not in client.get(url(name, seat, *more), follow=True).text
        for name, more in [*pages, ("create-points", ("concept",)), ("create-drop", ())]:
            assert client.post(url(name, cast.ana, *more), {"name": "Volé"}).status_code == 404
    assert ana.data == {"name": "Zorvaxnotiz"}


def test_the_way_to_it_stands_on_the_page_of_characters(cast, ana):
    def way(seat):
        page = flat(client_of(seat).get(url("characters", seat)).text)
        return re.search(rf'href="{url("create", seat)}">(.*?)</a>', page, re.DOTALL)[1]

    assert way(cast.leo) == way(cast.gm) != way(cast.ana)  # who has begun goes on


def test_a_draft_can_be_given_up(cast, ana):
    ana.post("concept", name="Nérée")
    assert ana.client.post(url("create-drop", cast.ana)).url == url("create", cast.ana)
    assert not Draft.objects.exists()
    assert ana.client.get(url("create-stage", cast.ana, "concept")).url == url("create", cast.ana)
    assert ana.client.get(url("create-finish", cast.ana)).url == url("create", cast.ana)
    assert ana.client.post(url("create-stage", cast.ana, "concept"), {"name": "X"}).status_code == 409
    assert ana.finish().status_code in (409, 422)


def test_a_draft_is_part_of_the_personal_data_of_its_seat(cast, ana):
    ana.post("concept", name="Nérée")
    mine, other = data_export.export_person([cast.ana, cast.leo])["seats"]
    assert mine["draft"]["data"] == {"name": "Nérée"} and other["draft"] is None


def test_a_draft_is_deleted_when_its_player_leaves_for_good(cast, ana):
    deletion.leave_for_good([deletion.Farewell(cast.ana)])
    assert not Draft.objects.exists()


@pytest.mark.parametrize("stage", ["nowhere", "Concept", "é", "0"])
def test_a_stage_that_does_not_exist_is_not_found(cast, ana, stage):
    assert ana.client.get(url("create-stage", cast.ana, stage)).status_code == 404
    assert ana.client.post(url("create-stage", cast.ana, stage), {}).status_code == 404
    assert ana.points(stage).status_code == 404


def test_the_last_page_summarises_the_sheet_and_lists_missing_fields(cast, ana):
    page = ana.client.get(url("create-finish", cast.ana)).text
    assert "disabled" in page and url("create-stage", cast.ana, "concept") in page
    assert ana.finish().status_code == 422
    ana.post("concept", name="Nérée")
    ana.post("arms", add="weapons", **{"new.weapons.name": "Lame", "new.weapons.skill": ""})
    Draft.objects.filter(seat=cast.ana).update(data=ana.data | {"weapons": {"k": {"name": "Lame", "skill": "gone"}}})
    page = ana.client.get(url("create-finish", cast.ana)).text
    assert "Nérée" in page and "Lame" in page and "disabled" not in page
    assert url("create-stage", cast.ana, "arms") in page.partition('id="lacking"')[2].partition("</section>")[0]


def test_a_character_joins_once_however_often_it_is_finished(cast, ana):
    ana.post("concept", name="Nérée")
    draft = Draft.objects.get()
    first = ana.finish(draft=draft.token)
    found = Character.objects.get()
    assert (found.name, found.owner, found.kind) == ("Nérée", cast.ana, "pc")
    assert first.url == url("sheet", cast.ana, found.token)
    assert not Draft.objects.exists()
    assert ana.finish(draft=draft.token).url == first.url
    assert Character.objects.count() == Event.objects.filter(kind="create_character").count() == 1
    assert Command.objects.filter(key=draft.token).count() == 1


@pytest.mark.django_db
def test_a_created_character_has_their_best_skills_at_hand():
    ana = Maker(gather("arpenteurs").ana)
    ana.post("concept", name="Nérée")
    ana.post("skills", **{"skills.esquive.level": "3", "skills.fusils.level": "2"})
    ana.finish(draft=Draft.objects.get().token)
    favourites = [key for key, row in Character.objects.get().data["skills"].items() if row.get("favourite")]
    assert {"esquive", "fusils"} <= set(favourites) and len(favourites) == creation_draft.FIRST_FAVOURITES


@pytest.mark.django_db
def test_favourites_that_were_chosen_stay_as_they_are():
    ana = Maker(gather("arpenteurs").ana, "lune_orsini")
    chosen = {key for key, row in ana.data["skills"].items() if row.get("favourite")}
    ana.finish(draft=Draft.objects.get().token)
    rows = Character.objects.get().data["skills"].items()
    assert chosen and {key for key, row in rows if row.get("favourite")} == chosen


def test_a_list_to_choose_from_says_so_before_anything_is_chosen(cast, ana):
    page = ana.client.get(url("create-stage", cast.ana, "arms")).text
    assert len(re.findall(r"<select[^>]*ware[^>]*\s*><option value=\"\">Choisir dans la liste</option>", page)) > 0


def test_one_that_was_dropped_meanwhile_is_not_made(ana):
    ana.post("concept", name="Nérée")
    token = Draft.objects.get().token
    creation_draft.drop(ana.seat)
    assert ana.finish(draft=token).status_code == 409
    Maker(ana.seat, "mercenary")
    assert ana.finish(draft=token).status_code in (409, 422)
    assert not Character.objects.exists() and Draft.objects.exists()


@pytest.fixture
def hunter():
    """A seat that makes somebody of Mythras: two weapons of one model, a style, and one that is gone."""
    maker = Maker(gather("mythras").ana)
    style = {"name": "Ligue"}
    weapons = {"w": {"model": "dagger", "style": "gone"}, "v": {"model": "dagger", "name": "Croc", "style": KEY}}
    Draft.objects.update(data={"styles": {KEY: style}, "weapons": weapons})
    return maker


@pytest.mark.django_db
def test_a_field_that_names_a_row_offers_each_row_once_and_keeps_a_missing_one(hunter):
    page = hunter.client.get(url("create-stage", hunter.seat, "arms")).text
    usual, outside = "Le seul style de la fiche, ou aucun", "Aucun\u00a0: hors style, un niveau plus difficile"
    for name, gone in (("weapons.w", ["gone"]), ("weapons.v", []), ("new.weapons", [])):
        (options,) = re.findall(rf'<select name="{name}.style".*?>(.*?)</select>', page, re.DOTALL)
        assert re.findall(r"<option[^>]*>(.*?)</option>", options) == [usual, *gone, "Ligue", outside]


@pytest.mark.django_db
def test_a_row_named_by_its_choice_does_not_repeat_it(hunter):
    page = hunter.client.get(url("create-stage", hunter.seat, "arms")).text
    heads = [flat(head) for head in re.findall(r"<summary[^>]*>(.*?)</summary>", page, re.DOTALL)]
    assert [head.count("Dague") for head in heads if "Dague" in head] == [1, 1], heads


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_character_of_every_game_is_made_from_the_offers_of_its_pages(game):
    cast = gather(game)
    sample = next(name for name, row in registry.samples(game).items() if row["kind"] == "pc")
    maker = Maker(cast.ana, sample)
    before = maker.data
    address = url("create-stage", cast.ana, Wizard.of(Draft.objects.get()).stages[0].key)
    for _stage in range(10):
        answer = maker.client.get(address)
        if address == url("create-portrait", cast.ana):
            assert url("create-finish", cast.ana) in answer.text
            break
        stage = address.rstrip("/").rpartition("/")[2]
        said = standing(answer.text)
        ticked = dict.fromkeys(re.findall(r'<input type="checkbox" name="([^"]+)"[^>]*checked', answer.text), "on")
        address = maker.client.post(url("create-stage", cast.ana, stage), {**said, **ticked, **NEXT}).url
    assert maker.data == before
    maker.finish()
    assert Character.objects.get().data == before
