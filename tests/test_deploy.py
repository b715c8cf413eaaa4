"""The files of a larger house: what they name exists, and the tools of each format find nothing.

The image itself is not built here: a check needs no container engine. What it would hold is laid out in a folder
instead, and its own words start it there.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.serve import free_port
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


def words(instruction):
    """The words of the image's last instruction of this kind, in its JSON form."""
    said = re.findall(rf"^(?:    )?{instruction} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(said[-1])


def lay_out(app):
    """What the image would hold of the project, in a folder."""
    for source, target in re.findall(r"^COPY (\w\S*) (\S+)$", DOCKERFILE.split("FROM")[-1], re.MULTILINE):
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, app / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (app / target).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, app / target)


def test_what_the_image_holds_is_enough_to_prepare_serve_and_be_healthy(tmp_path):
    app, data, port = tmp_path / "app", tmp_path / "data", str(free_port())
    lay_out(app)
    data.mkdir()
    variables = re.findall(r"(TABLEE_\w+|PYTHON\w+)=(\S+)", re.search(r"^ENV (.*)$", DOCKERFILE, re.MULTILINE)[1])
    own = {"TABLEE_VAR": str(data), "TABLEE_URL": "https://table.example"}
    environment = {**dict(variables), **own, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    program = [str(app / word.removeprefix("/app/")) for word in words("ENTRYPOINT")]
    options = {"cwd": app, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    served = [word.replace("0.0.0.0", "127.0.0.1") for word in words("CMD")]
    with subprocess.Popen([*program, *served, "--port", port], **options) as site:
        try:
            deadline = time.monotonic() + 90
            asked = [*program, "healthy", "--port", port]
            while (answer := subprocess.run(asked, **options)).returncode and time.monotonic() < deadline:
                assert site.poll() is None, site.stdout.read()
            assert "database: ok" in answer.stdout and answer.returncode == 0, answer.stdout
        finally:
            site.terminate()


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
    from sheets.portrait_views import portrait

    said = re.search(r"client_max_body_size (\d+)m", (ROOT / "deploy" / "nginx" / "tablee.conf").read_text())
    assert int(said[1]) * 1024 * 1024 >= max(
        read_file.body_limit, portrait.body_limit, settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    )


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
