import json
import re
from html import unescape

import pytest

from campaigns.models import Seat
from tests.cast import client_of

LIVE = {"HX-Request": "true", "X-Live": "1"}
FORMS = [
    ("sheet-field", ("attributes.FOR",)),
    ("sheet-field", ("skills.rifles.mastery",)),
    ("sheet-field", ("skills.surgery",)),
    ("sheet-field", ("weapons.dagger",)),
    ("sheet-section", (0,)),
    ("sheet-rows", ("gear",)),
]


def post(table, seat, name, *args, said, of=None, live=True):
    headers = LIVE if live else {}
    return client_of(seat).post(table.url(name, seat, *args, of=of), said, headers=headers)


def replacing(**values):
    return {"replaces": json.dumps(values)}


@pytest.mark.parametrize(("name", "args"), FORMS)
def test_a_form_opens_for_its_owner(table, name, args):
    address = table.url(name, table.cast.ana, *args)
    page = client_of(table.cast.ana).get(address)
    assert page.status_code == 200
    assert f'action="{address}"' in page.text, "a form is sent to where it was opened"


@pytest.mark.parametrize(("name", "args"), [*FORMS, ("sheet-step", ()), ("sheet-star", ())])
def test_a_form_of_somebody_else_is_not_found(table, name, args):
    for seat in (table.cast.leo, table.cast.screen, table.cast.spectator):
        address = table.url(name, seat, *args)
        assert client_of(seat).get(address).status_code in (404, 405)
        assert client_of(seat).post(address, {"path": "luck.current", "delta": "1"}).status_code == 404
        assert client_of().post(address).status_code == 404


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sheet-field", ("attributes.NONE",)),
        ("sheet-field", ("wounds.body.light",)),
        ("sheet-field", ("secret_notes",)),
        ("sheet-field", ("overrides.reaction",)),
        ("sheet-field", ("a.b.c.d",)),
        ("sheet-section", (99,)),
        ("sheet-rows", ("attributes",)),
        ("sheet-rows", ("overrides",)),
    ],
)
def test_a_form_of_nothing_is_not_found(table, name, args):
    client, address = client_of(table.cast.ana), table.url(name, table.cast.ana, *args)
    assert client.get(address).status_code == 404
    assert client.post(address, {"replaces": "{}"}).status_code == 404


@pytest.mark.parametrize("path", ["weapons.dagger", "weapons.dagger.name"])
def test_a_change_of_a_row_removed_meanwhile_is_reported(table, path):
    table.do("remove_row", table.cast.gm, path="weapons.dagger")
    before = table.data()
    said = {"name": "Couteau", **replacing(name="Dague")}
    answer = post(table, table.cast.ana, "sheet-field", path, said=said)
    assert answer.status_code == 409
    assert "n’est plus sur la fiche" in answer.text
    assert table.data() == before
    assert client_of(table.cast.ana).get(table.url("sheet-field", table.cast.ana, path)).status_code == 404


def test_a_value_is_written_and_the_toast_offers_to_undo(table):
    said = {"FOR": "15", **replacing(FOR=14)}
    answer = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said=said)
    assert answer.status_code == 200
    assert "undo" in answer.content.decode()
    assert table.data()["attributes"]["FOR"] == 15


def test_without_a_script_the_page_goes_back_to_the_sheet(table):
    said = {"FOR": "15", **replacing(FOR=14)}
    answer = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said=said, live=False)
    assert answer.status_code == 302
    assert answer["Location"] == table.url("sheet", table.cast.ana)


def test_a_value_out_of_bounds_is_said_beside_its_field_and_kept(table):
    said = {"FOR": "41", **replacing(FOR=14)}
    answer = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said=said)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="edit-attributes-FOR"' in html
    assert 'value="41"' in html
    assert "40" in html.split("invalid-feedback")[1]
    assert table.data()["attributes"]["FOR"] == 14


def test_two_texts_of_a_note_that_collide_can_both_be_kept(table):
    def send(text, **said):
        return post(table, table.cast.ana, "sheet-field", "notes", said={"notes": text, **said})

    assert send("le matin\nla veille", **replacing(notes="")).status_code == 200
    refused = send("la veille\nle soir", **replacing(notes="la veille"))
    assert refused.status_code == 409 and 'name="both"' in refused.text
    (replaces,) = re.findall(r'name="replaces" value="([^"]*)"', refused.text)
    assert send("la veille\nle soir", replaces=unescape(replaces), both="1").status_code == 200
    assert table.data()["notes"] == "le matin\nla veille\n\nle soir"
    number = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said={"FOR": "15", **replacing(FOR=13)})
    assert number.status_code == 409 and 'name="both"' not in number.text


def test_two_values_that_collide_are_both_shown_and_either_can_be_taken(table):
    table.do("edit", table.cast.gm, path="attributes.FOR", value="12")

    answer = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said={"FOR": "15", **replacing(FOR=14)})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="15"' in html
    assert "12" in html
    assert table.data()["attributes"]["FOR"] == 12

    mine = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said={"FOR": "15", **replacing(FOR=12)})
    assert mine.status_code == 200
    assert table.data()["attributes"]["FOR"] == 15


@pytest.mark.parametrize("replaces", ["", "[", "[1]", '"x"', '{"other": 1}', "null", "[" * 5000])
def test_a_form_without_the_value_it_replaces_is_refused(table, replaces):
    said = {"FOR": "15", "replaces": replaces}
    answer = post(table, table.cast.ana, "sheet-field", "attributes.FOR", said=said)
    assert answer.status_code == 422
    assert table.data()["attributes"]["FOR"] == 14


def test_a_whole_row_is_written_and_untouched_fields_stay(table):
    before = table.data()["weapons"]["dagger"]
    form = client_of(table.cast.ana).get(table.url("sheet-field", table.cast.ana, "weapons.dagger"))
    assert form.status_code == 200
    said = {"name": "Couteau", **replacing(name="Dague")}
    assert post(table, table.cast.ana, "sheet-field", "weapons.dagger", said=said).status_code == 200
    after = table.data()["weapons"]["dagger"]
    assert after["name"] == "Couteau"
    assert {key: after[key] for key in ("damage", "kind")} == {key: before[key] for key in ("damage", "kind")}


def test_a_row_comes_and_goes(table):
    before = set(table.data()["gear"])
    assert post(table, table.cast.ana, "sheet-rows", "gear", said={"name": "Corde"}).status_code == 200
    (key,) = set(table.data()["gear"]) - before
    assert post(table, table.cast.ana, "sheet-remove", f"gear.{key}", said={}).status_code == 200
    assert set(table.data()["gear"]) == before
    assert post(table, table.cast.ana, "sheet-remove", f"gear.{key}", said={}).status_code == 409


def test_a_row_without_its_name_is_asked_again(table):
    answer = post(table, table.cast.ana, "sheet-rows", "gear", said={"name": "", "qty": "2"})
    assert answer.status_code == 422
    assert 'id="edit-gear"' in answer.content.decode()


@pytest.mark.parametrize(("typed", "after"), [("−7", 6), ("-7", 6), ("+3", 16), ("12", 12), (" 5 ", 5)])
def test_the_pad_adds_subtracts_or_sets(table, typed, after):
    said = {"path": "luck.current", "delta": "typed", "typed": typed, "replaces": "13"}
    assert post(table, table.cast.ana, "sheet-step", said=said).status_code == 200
    assert table.data()["luck"]["current"] == after


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"path": "luck.current"}, 422),
        ({"path": "luck.current", "delta": "much"}, 422),
        ({"path": "luck.current", "delta": "typed", "typed": ""}, 422),
        ({"path": "luck.current", "delta": "typed", "typed": "21", "replaces": "13"}, 422),
        ({"path": "luck.current", "delta": "typed", "typed": "12", "replaces": "11"}, 409),
        ({"path": "luck.current", "delta": "typed", "typed": "12", "replaces": "{"}, 422),
        ({"path": "luck.current", "delta": "9" * 50}, 422),
        ({"path": "wounds.body.light", "delta": "-1"}, 422),
        ({"path": "nothing", "delta": "1"}, 422),
        ({"delta": "1"}, 422),
        ({"path": "luck.current", "delta": "1", "command": "short"}, 422),
    ],
)
def test_a_step_that_cannot_be_done_is_a_sentence(table, said, status):
    assert post(table, table.cast.ana, "sheet-step", said=said).status_code == status
    assert table.data()["luck"]["current"] == 13


def test_a_box_is_ticked_and_unticked(table):
    for delta, after in (("1", {"body": {"light": 1}}), ("-1", None)):
        said = {"path": "wounds.body.light", "delta": delta}
        assert post(table, table.cast.ana, "sheet-step", said=said).status_code == 200
        assert table.data().get("wounds") == after


def test_a_star_is_put_and_taken_away(table):
    path = "skills.athletics.favourite"
    for after in (True, None):
        assert post(table, table.cast.ana, "sheet-star", said={"path": path}).status_code == 200
        assert table.data()["skills"]["athletics"].get("favourite") is after
    assert post(table, table.cast.ana, "sheet-star", said={"path": "attributes.FOR"}).status_code == 422


def test_a_body_too_large_is_refused(table):
    said = {"notes": "a" * 300_000, **replacing(notes="")}
    answer = post(table, table.cast.ana, "sheet-field", "notes", said=said)
    assert answer.status_code == 413


def test_a_seat_that_left_edits_nothing(table):
    Seat.objects.filter(pk=table.cast.ana.pk).update(left_at="2026-01-01T00:00:00Z")
    answer = post(table, table.cast.ana, "sheet-step", said={"path": "luck.current", "delta": "1"})
    assert answer.status_code == 404
