"""The files of a larger house: what they name exists, and the tools of each format find nothing.

The image itself is not built here: a check needs no container engine.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.services import absent

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SETTINGS = (ROOT / "docs" / "settings.md").read_text()


def test_the_linter_of_dockerfiles_finds_nothing():
    hadolint = Path(sys.executable).parent / "hadolint"
    run = subprocess.run([hadolint, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "")


def test_the_image_holds_every_package_of_the_site_and_nothing_else():
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    ignored = set(re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert copied == ignored == packages | {"templates", "static", "locale"}


def test_the_image_does_not_run_as_root_and_asks_for_its_own_health():
    assert "USER 10001" in DOCKERFILE
    assert '"healthy"' in DOCKERFILE


@pytest.mark.parametrize("name", sorted(COMPOSE["x-site"]["environment"]))
def test_every_variable_that_is_set_is_explained(name):
    if name == "FORWARDED_ALLOW_IPS":
        assert name in SETTINGS
    else:
        assert f"| `{name}` |" in SETTINGS


def test_secrets_have_no_default():
    text = (ROOT / "compose.yaml").read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "TABLEE_URL"):
        assert f"${{{name}:?" in text


def test_only_the_proxy_is_published():
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]


def test_what_the_proxy_mounts_exists():
    for volume in COMPOSE["services"]["proxy"]["volumes"]:
        assert (ROOT / volume.partition(":")[0]).is_file()


def test_the_proxy_takes_the_largest_file_the_site_takes():
    from sheets.characters import read_file

    said = re.search(r"client_max_body_size (\d+)m", (ROOT / "deploy" / "nginx" / "tablee.conf").read_text())
    assert int(said[1]) * 1024 * 1024 >= max(read_file.body_limit, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def test_the_unit_is_one_systemd_accepts(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        absent("systemd", "apt-get install systemd")
    unit = tmp_path / "tablee@.service"
    text = (ROOT / "deploy" / "tablee@.service").read_text()
    unit.write_text(text.replace("/opt/tablee/.venv/bin/python", sys.executable))  # it looks for the program
    run = subprocess.run([program, "verify", unit], capture_output=True, text=True)
    ours = [line for line in run.stderr.splitlines() if "tablee" in line]
    assert ours == []
