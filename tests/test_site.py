"""The project page: generated from the documents, in both languages, accessible."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from docs.site.__main__ import LANGUAGES, WORDS, features, page

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs" / "site"


class Reader(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_pages_are_those_the_command_writes(language):
    assert (SITE / WORDS[language]["file"]).read_text() == page(language), "run `python -m docs.site`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_link_only_to_existing_files_of_their_own(language):
    named = [
        values[name]
        for _tag, values in Reader(page(language)).tags
        for name in ("href", "src", "srcset")
        if values.get(name)
    ]
    assert len(named) > 10
    for address in named:
        assert address.startswith("#") or (SITE / address).is_file(), address


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_can_be_read_without_seeing_it(language):
    tags = Reader(page(language)).tags
    assert ("html", {"lang": language}) in tags
    assert [tag for tag, _values in tags if re.fullmatch("h[1-6]", tag)][:2] == ["h1", "h2"]
    assert all("alt" in values for tag, values in tags if tag == "img")
    ids = {values["id"] for _tag, values in tags if "id" in values}
    assert all(values["aria-labelledby"] in ids for tag, values in tags if tag == "section")
    assert not {tag for tag, _values in tags} & {"script", "style", "iframe"}


def test_both_languages_say_the_same_things():
    assert WORDS["fr"].keys() == WORDS["en"].keys()
    french, english = (features(language) for language in ("fr", "en"))
    assert [row["mark"] for row in french] == [row["mark"] for row in english]
    assert {row["state"] for row in french} == {"yes", "partly", "no"}, "what is not done is said as well"
