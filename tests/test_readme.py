"""The readme's promises are kept."""

import re
from pathlib import Path

import pytest

from release.single import SYSTEMS
from tablee import __version__

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs" / "site"
README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make (\w+)", README))))
def test_a_make_command_of_the_readme_is_a_target_of_one_line(target):
    (recipe,) = re.findall(rf"(?m)^{target}:.*\n((?:\t.*\n)+)", MAKEFILE)
    assert recipe.count("\n") == 1


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(((?!docs/img)[\w./-]+)\)", README))))
def test_a_linked_file_is_there(path):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("folder", sorted(set(re.findall(r"`([a-z]+)/`", README))))
def test_a_named_folder_is_there(folder):
    assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("file", ["-py3-none-any.whl", *(f"-{name}.pyz" for name in SYSTEMS)])
def test_the_files_that_are_named_are_those_that_a_checkout_makes(file):
    text = README + (ROOT / "docs/deploy.md").read_text() + "".join(path.read_text() for path in SITE.glob("*.html"))
    versions = set(re.findall(rf"tablee-([\d.]+){re.escape(file)}", text))
    assert versions <= {__version__} and (versions or f"…{file}" in text), "in full, or its end"
