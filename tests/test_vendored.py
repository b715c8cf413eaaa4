"""Files of other projects: pinned, hashed, complete; and the templates speak htmx 4."""

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = tomllib.loads((ROOT / "static/vendor/VENDORED.toml").read_text())["project"]
FILES = {path: digest for project in PROJECTS for path, digest in project["files"].items()}
UPGRADE_CHECK = ROOT / "tests/vendor/htmx-4.0.1/upgrade-check.py"


@pytest.mark.parametrize("path", FILES)
def test_a_vendored_file_is_the_one_that_was_published(path):
    assert hashlib.sha384((ROOT / path).read_bytes()).hexdigest() == FILES[path]


def test_every_vendored_file_is_listed():
    folders = ("static/vendor", "tests/vendor", "tests/browser/vendor")
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.name != "VENDORED.toml" and "__pycache__" not in path.parts
    }
    assert found == set(FILES)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project["name"])
def test_a_vendored_project_names_its_licence_and_keeps_its_text(project):
    assert project["licence"] in {"MIT", "0BSD", "OFL-1.1", "MPL-2.0"}
    assert any("LICENSE" in path for path in project["files"])


def findings(*paths: Path) -> list[str]:
    """Return the lines htmx' own migration checker prints: one per spelling of htmx 2."""
    run = subprocess.run(
        [sys.executable, str(UPGRADE_CHECK), "--no-color", *map(str, paths)], capture_output=True, text=True, timeout=60
    )
    assert "Scanning" in run.stderr, run.stderr  # it exits 0 as well when it finds no file at all
    return [line for line in run.stdout.splitlines() if line.strip()]


def test_the_upgrade_check_recognises_a_spelling_of_htmx_2(tmp_path):
    (tmp_path / "old.html").write_text('<div hx-ext="ws" ws-connect="/live/"></div>')
    assert len(findings(tmp_path)) == 2


def test_no_template_or_script_speaks_htmx_2():
    assert findings(ROOT / "templates", ROOT / "static" / "js") == []
