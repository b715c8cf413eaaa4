"""Notes are read as Markdown, and nothing in them does anything on a page."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.notes import markdown

TAGS = "|".join(markdown.TAGS)
ALLOWED = re.compile(rf'</?(?:{TAGS})>|<a(?: href="[^"<>]*")? rel="noopener noreferrer nofollow">')


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Attention** au *sas*", "<p><strong>Attention</strong> au <em>sas</em></p>"),
        ("# Le quai\n\n## La cale", "<h3>Le quai</h3>\n<h4>La cale</h4>"),
        ("- un\n- deux", "<ul>\n<li>un</li>\n<li>deux</li>\n</ul>"),
        ("une ligne\nune autre", "<p>une ligne<br>\nune autre</p>"),
        ("~~faux~~ 1 < 2 & 3", "<p><s>faux</s> 1 &lt; 2 &amp; 3</p>"),
        (
            "[la carte](https://exemple.fr/a)",
            '<p><a href="https://exemple.fr/a" rel="noopener noreferrer nofollow">la carte</a></p>',
        ),
        ("", ""),
    ],
)
def test_each_markdown_text_gives_this_html(text, html):
    assert markdown.html(text).strip() == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://exemple.fr/pixel.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](/t/abc/undo/)",
        "[x](//exemple.fr)",
        '<a href="https://exemple.fr" hx-post="/t/x/" class="btn">x</a>',
        "<!--csrf-->",
        "[a]: javascript:alert(1)\n\n[a]",
        "<hx-partial hx-target='#main'>x</hx-partial>",
    ],
)
def test_nothing_in_it_does_anything(text):
    drawn = markdown.html(text)
    assert ALLOWED.sub("", drawn).count("<") == 0
    assert not re.search(r'href="(?!https?://|mailto:)', drawn)


@given(st.one_of(st.text(max_size=300), st.text("<>[]()!`*_#-|~\\\n:/ahrefjs\"'=& ", max_size=300)))
def test_any_typed_text_gives_only_listed_tags(text):
    drawn = markdown.html(text)
    assert "<" not in ALLOWED.sub("", drawn)
    assert not re.search(r'href="(?!https?://|mailto:)', drawn, re.IGNORECASE)


def test_a_sheet_shows_the_note_as_it_is_read_and_keeps_its_form(table):
    assert "data-edit open" in table.region(table.cast.ana, "notes"), "an empty note is open to be written"
    table.do("edit", table.cast.ana, path="notes", value="**Attention**")
    drawn = table.region(table.cast.ana, "notes")
    assert "<strong>Attention</strong>" in drawn and ">**Attention**</textarea>" in drawn.replace("\n", "")
    assert "data-edit open" not in drawn.split("<textarea")[0]
