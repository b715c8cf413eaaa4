"""Installed packages: pinned, hashed, compiled from pyproject.toml, and naming no host."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.services import absent

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements.txt", "requirements-dev.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COMPILE = [
    *("uv", "pip", "compile", "-q", "--universal", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command", "make lock"),
]


def entries(text: str) -> list[str]:
    """Return one string per pinned package, its hashes included."""
    lines = re.sub(r"(?m)^\s*#.*$", "", text).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip()]


def pins(text: str) -> dict[str, set[Version]]:
    """Return the pinned versions by package: more than one when they differ by platform."""
    found: dict[str, set[Version]] = {}
    for entry in entries(text):
        requirement = Requirement(entry.split(" --hash")[0])
        (pin,) = requirement.specifier
        found.setdefault(canonicalize_name(requirement.name), set()).add(Version(pin.version))
    return found


@pytest.mark.parametrize("file", FILES)
def test_every_package_is_pinned_and_hashed(file):
    unsafe = [entry for entry in entries((ROOT / file).read_text()) if "==" not in entry or "sha256:" not in entry]
    assert unsafe == []


@pytest.mark.parametrize("file", FILES)
def test_no_host_or_path_is_named(file):
    assert re.findall(r"\S*(?:://|index-url|find-links|file:)\S*", (ROOT / file).read_text()) == []


def test_development_installs_the_versions_that_are_shipped():
    runtime, development = (pins((ROOT / file).read_text()) for file in FILES)
    assert runtime == {name: development[name] for name in runtime}


@pytest.mark.parametrize("line", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"])
def test_every_dependency_of_the_project_is_pinned(line):
    wanted = Requirement(line)
    file = FILES[0] if line in PROJECT["dependencies"] else FILES[1]
    found = pins((ROOT / file).read_text())[canonicalize_name(wanted.name)]
    assert all(version in wanted.specifier for version in found)


@pytest.mark.slow("uv resolves everything anew")
@pytest.mark.parametrize(("file", "options"), [(FILES[0], []), (FILES[1], ["--extra", "dev", "-c", FILES[0]])])
def test_the_requirements_compile_to_themselves(file, options, tmp_path):
    kept = tmp_path / file
    kept.write_text((ROOT / file).read_text())
    command = [sys.executable, "-m", *COMPILE, "pyproject.toml", *options, "-o", str(kept)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if run.returncode and re.search("fetch|connect|offline|network|dns", run.stderr, re.IGNORECASE):
        absent("package registry", "the network, to recompile the requirements")
    assert run.returncode == 0, run.stderr
    assert kept.read_text() == (ROOT / file).read_text(), "run `make lock`"
