"""The page on threats names every requirement of level 1 once, and only tests and files that exist."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client

from tests.cast import client_of

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "threats.md").read_text()
ROWS = re.findall(r"^\| ([\d. ]+) \| (.+?) \| (.+) \|$", TEXT, re.MULTILINE)
STATES = {"holds", "none here", "proxy", "**not held**"}
# Section of OWASP ASVS 5.0.0, and the numbers in it that are of level 1.
LEVEL_1 = {
    "1.2": "12345", "1.3": "12", "1.5": "1", "2.1": "1", "2.2": "12", "2.3": "1", "3.2": "12", "3.3": "1", "3.4": "12",
    "3.5": "123", "4.1": "1", "4.4": "1", "5.2": "12", "5.3": "12", "6.1": "1", "6.2": "12345678", "6.3": "12",
    "6.4": "12", "7.2": "1234", "7.4": "12", "8.1": "1", "8.2": "12", "8.3": "1", "9.1": "123", "9.2": "1",
    "10.4": "12345", "11.3": "12", "11.4": "1", "12.1": "1", "12.2": "12", "13.4": "1", "14.2": "1", "14.3": "1",
    "15.1": "1", "15.2": "1", "15.3": "1",
}  # fmt: skip


def test_all_seventy_requirements_are_there_once():
    wanted = [f"{section}.{number}" for section, numbers in LEVEL_1.items() for number in numbers]
    named = [number for numbers, _state, _by in ROWS for number in numbers.split()]
    assert len(wanted) == 70 and sorted(named) == sorted(wanted)


def test_each_has_a_state_that_is_explained():
    assert {state for _numbers, state, _by in ROWS} == STATES


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:tests|docs)/[\w./-]+)`", TEXT))))
def test_every_path_in_the_document_exists(path):
    assert (ROOT / path).is_file()


def test_every_page_says_what_it_is_and_in_which_letters(cast):
    addresses = ("", "table/", "people/", "journal/", "characters/", "settings/")
    answers = [client_of(cast.gm).get(f"/t/{cast.gm.token}/{one}") for one in addresses]
    answers += [Client().get(one) for one in ("/", "/account/in/", "/account/new/", "/tv/", "/code/", "/no-such-page/")]
    types = {answer.headers["Content-Type"] for answer in answers if answer.content}
    assert types == {"text/html; charset=utf-8"}


@pytest.mark.slow("every file of the site, parsed")
def test_no_text_is_ever_run_as_a_program():
    ours = [
        path for app in ("rules", "campaigns", "sheets", "encounters", "config") for path in (ROOT / app).rglob("*.py")
    ]
    called = [
        f"{path}: {node.func.id}"
        for path in ours
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("eval", "exec", "compile")
    ]
    scripts = [
        path.name
        for path in (ROOT / "static" / "js").glob("*.js")
        if re.search(r"\beval\(|new Function", path.read_text())
    ]
    assert called == scripts == []
