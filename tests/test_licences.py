"""The list of licences names everything installed or vendored, with the licence each declares."""

import re
from importlib import metadata
from pathlib import Path

import pytest

from tests.test_requirements import FILES, pins
from tests.test_vendored import PROJECTS

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "licences.md").read_text()
ROWS = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \|$", TEXT, re.MULTILINE))
PINNED = {name for file in FILES for name in pins((ROOT / file).read_text())}
KINDS = ("MIT", "BSD", "Apache", "LGPL", "GPL", "MPL", "PSF", "ISC", "OFL")
SPELT = {"GNU Lesser": "LGPL", "GNU General": "GPL", "Mozilla Public": "MPL", "Python Software": "PSF"}


def kinds(text):
    """The families of licences that a text names."""
    for spelt, kind in SPELT.items():
        text = text.replace(spelt, kind)
    return {kind for kind in KINDS if re.search(rf"\b{kind}", text)}


def test_every_package_has_its_licence_and_nothing_else_is_listed():
    assert set(ROWS) - {"package"} == PINNED


@pytest.mark.parametrize("name", sorted(PINNED))
def test_the_licence_is_what_the_package_says(name):
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:  # it belongs to another platform
        assert kinds(ROWS[name])
        return
    own = " ".join([said.get("License-Expression") or "", (said.get("License") or "")[:200], *classified(said)])
    assert kinds(ROWS[name]) and kinds(ROWS[name]) <= kinds(own), own


def classified(said):
    return [line for line in said.get_all("Classifier", []) if line.startswith("License")]


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project["name"])
def test_every_vendored_project_is_listed_with_its_text(project):
    kept = next(path for path in project["files"] if "LICENSE" in path)
    assert f"| {project['name']} {project['version']} | {project['licence']} | `{kept}` |" in TEXT


def test_the_icons_are_listed_with_their_text():
    assert "| ISC | `static/img/LICENSE-lucide.txt` |" in TEXT
    assert (ROOT / "static" / "img" / "LICENSE-lucide.txt").read_text().startswith("ISC License")
