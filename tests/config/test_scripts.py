"""Scripts of the pages: nothing else reads a name in them before a browser does."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parent.parent.parent
RENDERED = {"worker.js": "/worker.js"}


def complaints(*paths: Path) -> str:
    """Return what oxlint, with the settings of the project, finds in scripts; empty if nothing."""
    linter = Path(sys.executable).parent / "oxlint"
    command = [linter, "--config", ROOT / ".oxlintrc.json", "--format", "unix", *paths]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.stdout if run.returncode else ""


def test_the_linter_of_scripts_finds_nothing():
    assert complaints(ROOT / "static/js") == ""


def test_the_linter_of_scripts_finds_nothing_in_a_rendered_one(db, tmp_path):
    assert {path.name for path in (ROOT / "templates").glob("*.js")} == RENDERED.keys()
    for name, address in RENDERED.items():
        (tmp_path / name).write_text(Client().get(address).text)
    assert complaints(tmp_path) == ""


@pytest.mark.parametrize("script", sorted((ROOT / "static/js").glob("*.js")), ids=lambda path: path.stem)
def test_a_renamed_variable_that_is_still_read_is_a_complaint(script, tmp_path):
    changed = tmp_path / script.name
    changed.write_text(script.read_text() + "\nwindow.tablee.last = renamedSince;\n")
    assert "'renamedSince' is not defined" in complaints(changed)
