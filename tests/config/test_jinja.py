"""The environment of the live fragments: it escapes, translates and never hides a missing name."""

from functools import cache

import jinja2
import pytest
from django.template import engines
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape


@cache
def template(source):
    return engines["live"].from_string(source)


def live(source, **context):
    return template(source).render(context)


def test_texts_of_users_are_escaped():
    assert live("{{ name }}", name="<b hx-get=/>") == "&lt;b hx-get=/&gt;"


VALUES = st.one_of(
    st.text(), st.integers(), st.booleans(), st.floats(), st.none(), st.lists(st.text()), st.builds(Markup, st.text())
)


@given(VALUES)
def test_a_value_reads_as_markupsafe_escapes_it(value):
    text = live("[{{ value }}|{{ value ~ value }}|{% if value %}{{ value }}{% endif %}]", value=value)
    two = str(escape(value)) * 2
    assert text == f"[{escape(value)}|{two}|{escape(value) if value else ''}]"


def test_the_output_of_a_macro_is_escaped_once():
    macro = "{% macro row(name) %}<b>{{ name }}</b>{% endmacro %}{{ row(name) }}"
    kept = "{% set kept %}{{ name }}{% endset %}{{ kept }}"
    assert live(macro + kept, name="<&'\">") == "<b>&lt;&amp;&#39;&#34;&gt;</b>&lt;&amp;&#39;&#34;&gt;"


def test_a_macro_takes_parameters_by_place_or_name_and_extra_ones_of_its_caller():
    body = "{{ name }}-{{ kind }}{% if caller is defined %}[{{ caller() }}]{% endif %}"
    macro = "{% macro row(name, kind='none') %}" + body + "{% endmacro %}"
    assert live(macro + "{{ row(1) }} {{ row(kind='<', name=2) }}") == "1-none 2-&lt;"
    assert live(macro + "{% call row(3) %}<i>{% endcall %}") == "3-none[<i>]"
    for wrong in ("{{ row() }}", "{{ row(1, 2, 3) }}", "{{ row(1, other=2) }}"):
        with pytest.raises((jinja2.UndefinedError, TypeError)):
            live(macro + wrong)


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
