"""A fork of a loaded site has the settings that a process of its own would have, and ends as that would."""

import json
import os

import pytest

from tests import forks, serve
from tests.faults.inside import ask
from tests.forks import ForkedServer
from tests.serve import Server

OTHER = {
    "DATABASE_URL": "postgres://somebody:secret@127.0.0.1:1/nowhere",
    "CHANNELS_URL": "redis+pubsub://127.0.0.1:1",
    "SECRET_KEY": "another",
    "TABLEE_METRICS_TOKEN": "known",
    "TABLEE_PROXIES": "10.1.2.3",
}


def test_a_fork_has_the_settings_of_its_environment(tmp_path):
    forked = ForkedServer(tmp_path / "other", **OTHER)
    own = Server(tmp_path / "other", **{**OTHER, "TABLEE_URL": forked.url})
    found = ask("settings", None, forked.environment)
    assert found == json.loads(own.run("-m", "tests.faults.inside", "settings", typed="null"))
    assert found["TABLEE_PROXIES"] != ask("settings", None, ForkedServer(tmp_path).environment)["TABLEE_PROXIES"]


def test_a_setting_that_the_loaded_site_has_read_loads_another_site(tmp_path):
    assert ask("settings", None, ForkedServer(tmp_path, TABLEE_COLLECTED="1").environment)["COLLECTED"] == "True"


ALL_IT_SAYS = """
import os, sys
print(oct(os.umask(0)), os.getcwd(), sys.stdin.read(), flush=True)
os.system("echo by a child; echo in vain >&2")
sys.exit("last words")
"""


def test_a_fork_reads_prints_and_ends_as_a_new_process_does(tmp_path):
    environment, before = ForkedServer(tmp_path).environment, os.umask(0o027)
    try:
        forked, new = (
            program(("-c", ALL_IT_SAYS), environment, typed="é", cwd=tmp_path) for program in (forks.run, serve.run)
        )
    finally:
        os.umask(before)
    assert (forked.returncode, forked.stdout, forked.stderr) == (new.returncode, new.stdout, new.stderr)
    assert new.stdout.startswith(f"0o27 {tmp_path} é") and new.stderr.endswith("last words\n")


@pytest.mark.parametrize(
    ("variable", "value", "printed", "errors"),
    [("DATABASE_URL", "sqlite:////tmp/chosen", "/tmp/chosen\n", ""), ("TABLEE_COLLECTED", "1", "", "a new process")],
)
def test_a_fork_has_what_its_program_sets_before_it_loads_django_or_fails(variable, value, printed, errors, tmp_path):
    code = f"""
import os
os.environ[{variable!r}] = {value!r}
import django
django.setup()
from django.db import connection
print(connection.settings_dict["NAME"])
"""
    ran = forks.run(("-c", code), ForkedServer(tmp_path).environment)
    assert (ran.returncode, ran.stdout) == (bool(errors), printed) and errors in ran.stderr
