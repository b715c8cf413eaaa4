import pytest
from django.utils import translation

from rules.character.sheet import Choice, Field
from rules.core.text import _
from sheets.forms import fields_form

NUMBER = Field("size", _("Size"), least=1, most=6)
WORDS = Field("mastery", _("Mastery"), words=("X",), least=-3, most=9)
TEXT = Field("name", _("Name"), "text", required=True, most=5)
NOTE = Field("note", _("Note"), "note")
FLAG = Field("armed", _("Armed"), "flag")
SECRET = Field("secret", _("Secret"), "flag", gm_only=True)
CHOICE = Field(
    "side",
    _("Side"),
    "choice",
    default="left",
    choices=(Choice("left", _("Left")), Choice("right", _("Right"), refused=_("The arm is lost."))),
)
GRID = Field("wounds", _("Wounds"), "grid", grid={"head": {"light": 3}})
ALL = (NUMBER, WORDS, TEXT, NOTE, FLAG, SECRET, CHOICE, GRID)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def form(data=None, gm=True, **more):
    return fields_form(ALL, gm=gm, data=data, **more)


def test_every_kind_has_its_widget_and_grids_have_none():
    kinds = {name: field.widget.__class__.__name__ for name, field in form().fields.items()}
    assert kinds == {
        "size": "NumberInput",
        "mastery": "TextInput",
        "name": "TextInput",
        "note": "Textarea",
        "armed": "CheckboxInput",
        "secret": "CheckboxInput",
        "side": "Options",
    }


def test_values_are_read_as_the_rules_store_them():
    sent = {"size": " 4 ", "mastery": "x", "name": "Ana", "note": "a\r\nb", "armed": "on", "side": "left"}
    filled = form(sent)
    assert filled.is_valid(), filled.errors
    assert filled.cleaned_data == {
        "size": 4,
        "mastery": "X",
        "name": "Ana",
        "note": "a\nb",
        "armed": True,
        "secret": False,
        "side": "left",
    }


def test_errors_are_told_in_the_sentences_of_the_rules():
    filled = form({"size": "7", "mastery": "Y", "name": "", "side": "right"})
    assert filled.errors == {
        "size": ["Size: 6 at most."],
        "mastery": ["Mastery: a whole number is needed, or X."],
        "name": ["Name is missing."],
        "side": ["The arm is lost."],
    }


def test_a_field_that_was_not_sent_is_left_out_unless_it_is_required():
    filled = form({"name": "Ana"})
    assert filled.is_valid()
    assert filled.cleaned_data == {"name": "Ana", "armed": False, "secret": False}
    assert form({"size": "4"}).errors == {"name": ["Name is missing."]}


def test_a_refused_choice_is_shown_disabled_with_its_reason():
    html = str(form()["side"])
    assert '<option value="left" selected>Left</option>' in html
    assert "disabled" in html.split('value="right"')[1].split(">")[0]
    assert "Right: The arm is lost." in html


@pytest.mark.parametrize("named", [(), ("size",)])
def test_fields_of_the_game_master_are_not_in_the_form_of_others(named):
    hidden = {"secret", *named}
    assert not hidden & set(form(gm=False, gm_only=named).fields)
    assert hidden <= set(form(gm=True, gm_only=named).fields)


def test_the_values_that_stand_are_shown():
    shown = form(values={"size": 3, "mastery": -2})
    assert 'value="3"' in str(shown["size"])
    assert 'value="−2"' in str(shown["mastery"])


def test_two_forms_on_one_page_have_different_ids():
    assert form(ids="one")["size"].id_for_label != form(ids="two")["size"].id_for_label


def test_a_line_that_suggests_some_offers_them_as_buttons_that_send_nothing():
    line = Field("people", _("People"), "text", suggested=(_("Human"), _("Feline")))
    drawn = str(fields_form((line,), gm=False)["people"])
    assert drawn.count("<option") == drawn.count('type="button" data-fill ') == 2
    assert drawn.count("name=") == 1
