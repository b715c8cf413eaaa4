"""The files of ``deploy/``: everything they name exists, and the linters of each format find nothing.

The image itself is not built here: a check needs no container engine. What it would hold is laid out in a folder
instead, and its own words start it there.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.serve import accepts, free_port
from tests.services import absent

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DEPLOY = (ROOT / "docs" / "deploy.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()


def test_the_linter_of_dockerfiles_finds_nothing():
    hadolint = Path(sys.executable).parent / "hadolint"
    run = subprocess.run([hadolint, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "")


def test_the_image_holds_every_package_of_the_site_and_nothing_else():
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    ignored = set(re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench", "release"}
    assert copied == ignored == packages | {"templates", "static", "locale"}


def test_the_image_does_not_run_as_root_and_asks_for_its_own_health():
    assert "USER 10001" in DOCKERFILE
    assert '"healthy"' in DOCKERFILE


def words(instruction):
    """The words of the image's last instruction of this kind, in its JSON form."""
    said = re.findall(rf"^(?:    )?{instruction} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(said[-1])


def lay_out(app):
    """Lay out the files of the image in a folder, with what Python has compiled of them here."""
    for source, target in re.findall(r"^COPY (\w\S*) (\S+)$", DOCKERFILE.split("FROM")[-1], re.MULTILINE):
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, app / target)
        else:
            (app / target).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, app / target)


@pytest.mark.slow("a site prepared and served from what the image holds")
def test_the_image_holds_enough_to_prepare_serve_and_be_healthy(tmp_path):
    app, data, port = tmp_path / "app", tmp_path / "data", free_port()
    lay_out(app)
    data.mkdir()
    variables = re.findall(r"(TABLEE_\w+|PYTHON\w+)=(\S+)", re.search(r"^ENV (.*)$", DOCKERFILE, re.MULTILINE)[1])
    own = {"TABLEE_VAR": str(data), "TABLEE_URL": "https://table.example"}
    environment = {**dict(variables), **own, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    program = [str(app / word.removeprefix("/app/")) for word in words("ENTRYPOINT")]
    options = {"cwd": app, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    served = [word.replace("0.0.0.0", "127.0.0.1") for word in words("CMD")]
    with subprocess.Popen([*program, *served, "--port", str(port)], **options) as site:
        try:
            deadline = time.monotonic() + 90
            while not accepts("127.0.0.1", port) and time.monotonic() < deadline:
                assert site.poll() is None, site.stdout.read()
                time.sleep(0.05)
            answer = subprocess.run([*program, "healthy", "--port", str(port)], **options)
            assert "database: ok" in answer.stdout and answer.returncode == 0, answer.stdout
        finally:
            site.terminate()


@pytest.mark.parametrize("name", sorted(COMPOSE["x-site"]["environment"]))
def test_every_variable_that_is_set_is_explained(name):
    assert f"| `{name}` |" in SETTINGS


def test_secrets_have_no_default():
    text = (ROOT / "compose.yaml").read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "TABLEE_URL"):
        assert f"${{{name}:?" in text


def test_only_the_proxy_is_published():
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_a_container_has_no_more_than_it_needs(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"] and "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service and "network_mode" not in service
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert service.get("user", "0").partition(":")[0] != "0" or service["image"] == "tablee"  # its image says USER


def test_every_image_from_elsewhere_can_be_pinned():
    foreign = [one["image"] for one in COMPOSE["services"].values() if "build" not in one]
    assert len(foreign) == 3
    for image in foreign:
        variable = re.fullmatch(r"\$\{(\w+_IMAGE):-[a-z]+:[\w.-]+\}", image)[1]
        assert f"{variable}=" in DEPLOY
    assert "--build-arg PYTHON=" in DEPLOY and DOCKERFILE.count("FROM ${PYTHON}") == 2


def test_the_database_is_reached_by_the_site_alone():
    back = {name for name, service in COMPOSE["services"].items() if "back" in service["networks"]}
    front = {name for name, service in COMPOSE["services"].items() if "front" in service["networks"]}
    assert COMPOSE["networks"]["back"]["internal"] is True
    assert (back, front) == ({"prepare", "site", "postgres", "redis"}, {"site", "proxy"})


def test_the_site_believes_the_proxy_and_the_proxy_the_gateway():
    (network,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    proxy = COMPOSE["services"]["proxy"]["networks"]["front"]["ipv4_address"]
    assert COMPOSE["x-site"]["environment"]["TABLEE_PROXIES"] == proxy
    assert ip_address(proxy) in ip_network(network["subnet"])
    assert ip_address(proxy) not in ip_network(network["ip_range"]), "given to nobody else"
    nginx = (ROOT / "deploy" / "nginx" / "compose.conf").read_text()
    assert re.findall(r"^set_real_ip_from (.*);$", nginx, re.MULTILINE) == [network["gateway"]]


def test_one_container_believes_its_network_s_gateway_alone():
    gateway = re.search(r"docker network create --subnet (\S+) --gateway (\S+) tablee", DEPLOY)
    named = re.search(r"docker run .*?TABLEE_PROXIES=(\S+)", DEPLOY, re.DOTALL)
    assert ip_address(gateway[2]) in ip_network(gateway[1]) and named[1] == gateway[2]
    assert "-p 127.0.0.1:8000:8000" in DEPLOY
    assert not re.search(r"(ALLOW_IPS|PROXIES)=\S*\*", DEPLOY + SETTINGS)


def test_every_file_the_proxy_mounts_exists():
    for volume in COMPOSE["services"]["proxy"]["volumes"]:
        assert (ROOT / volume.partition(":")[0]).is_file()


def test_the_proxy_takes_the_largest_file_the_site_takes():
    from sheets.importing.views import characters
    from sheets.portraits.views import portrait

    said = re.search(r"client_max_body_size (\d+)m", (ROOT / "deploy" / "nginx" / "tablee.conf").read_text())
    assert int(said[1]) * 1024 * 1024 >= max(
        characters.body_limit, portrait.body_limit, settings.DATA_UPLOAD_MAX_MEMORY_SIZE
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


EXPOSURE = 2.5  # at most; 10 is a service without any bounds


def test_the_unit_is_bounded_by_the_measure_of_systemd():
    program = shutil.which("systemd-analyze")
    if program is None:
        absent("systemd", "apt-get install systemd")
    unit = ROOT / "deploy" / "tablee@.service"
    run = subprocess.run([program, "security", "--offline=yes", unit], capture_output=True, text=True)
    said = re.search(r"Overall exposure level for tablee@\w*\.service: ([\d.]+)", run.stdout)
    assert float(said[1]) <= EXPOSURE, run.stdout


def test_a_process_under_the_unit_owns_the_files_it_makes():
    unit = (ROOT / "deploy" / "tablee@.service").read_text()
    assert "\nUMask=0077\n" in unit and "\nStateDirectoryMode=0700\n" in unit
