"""The environment of the live fragments: it escapes, translates and never hides a missing name."""

import jinja2
import pytest
from django.template import engines
from django.utils import translation


def live(source, **context):
    return engines["live"].from_string(source).render(context)


def test_texts_of_users_are_escaped():
    assert live("{{ name }}", name="<b hx-get=/>") == "&lt;b hx-get=/&gt;"


def test_an_unknown_name_is_an_error_and_not_a_blank():
    with pytest.raises(jinja2.UndefinedError):
        live("{{ hidden }}")


def test_a_parameter_of_a_translated_text_is_escaped():
    assert live("{{ _('%(name)s rolls', name=name) }}", name="<i>") == "&lt;i&gt; rolls"


def test_texts_come_in_the_language_of_the_reader():
    with translation.override("fr"):
        assert live("{{ _('Monday') }}") == "lundi"


def test_addresses_are_named():
    assert live("{{ url('set-language') }} {{ static('css/tablee.css') }}") == "/language/ /static/css/tablee.css"
