"""The http and https profiles, and the checks of the environment."""

import ast
import os
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured

from tests import forks, serve

ROOT = Path(__file__).resolve().parent.parent.parent
HOUSE = {"TABLEE_URL": "https://table.example", "SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmnopqrstuvwxyz"}


def bare(tmp_path, **environment):
    """The environment of a site that names nothing but its folder and these."""
    ours = re.compile(r"TABLEE_|.*_URL$|SECRET_KEY")
    others = {name: value for name, value in os.environ.items() if not ours.match(name)}
    return others | {"DJANGO_SETTINGS_MODULE": "config.settings", "TABLEE_VAR": str(tmp_path), **environment}


def read(tmp_path, **environment):
    """The settings that ``config/settings.py`` reads from this environment, over those of Django."""
    with patch.dict(os.environ, bare(tmp_path, **environment), clear=True):
        return SimpleNamespace(**vars(global_settings) | runpy.run_path(str(ROOT / "config/settings.py")))


def check_deployment(tmp_path, *first, **environment):
    """The output of the checks before a deployment, after other commands, in a new process."""
    code = f"""
import django
from django.core.management import call_command
django.setup()
for name in {first}:
    call_command(name, interactive=False, verbosity=0)
call_command("check", "--deploy", "--fail-level", "WARNING")
"""
    ran = serve.run(("-c", code), bare(tmp_path, **environment))
    return ran.stdout.strip() or ran.stderr


@pytest.mark.slow("a site that collects its files in a process of its own")
def test_a_site_with_an_https_address_has_nothing_left_to_secure(tmp_path):
    assert check_deployment(tmp_path, "collectstatic", **HOUSE) == "System check identified no issues (2 silenced)."


def test_uncollected_files_and_postgres_with_a_layer_in_one_memory_are_warned_of(tmp_path):
    printed = check_deployment(tmp_path, **HOUSE, DATABASE_URL="postgres://127.0.0.1:1/none")
    assert sorted(re.findall(r"tablee\.W\d+", printed)) == ["tablee.W001", "tablee.W003"]


def test_a_process_shares_its_connections_to_postgres(tmp_path):
    known = read(tmp_path, DATABASE_URL="postgres://x", TABLEE_POSTGRES_POOL="3")
    assert known.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] == 3


def test_the_address_of_postgres_may_name_two_servers_and_its_own_patience(tmp_path):
    two = "postgres://ada@/tables?host=a,b&port=1,2&target_session_attrs=read-write&connect_timeout=9"
    options = read(tmp_path, DATABASE_URL=two).DATABASES["default"]["OPTIONS"]
    assert (options["host"], options["port"], options["target_session_attrs"]) == ("a,b", "1,2", "read-write")
    assert options["connect_timeout"] in (9, "9") and "idle_in_transaction_session_timeout" in options["options"]


def test_the_list_layer_of_redis_is_warned_of(settings):
    from config.checks import check_channel_layer

    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.core.RedisChannelLayer"}}
    assert [warning.id for warning in check_channel_layer(None)] == ["tablee.W002"]


@pytest.mark.parametrize("name", ["SESSION_COOKIE", "CSRF_COOKIE", "LANGUAGE_COOKIE"])
def test_cookies_are_bound_to_the_host_over_https_only(name, tmp_path):
    over_https, over_http = vars(read(tmp_path, **HOUSE)), vars(read(tmp_path))
    assert over_https[f"{name}_NAME"].startswith("__Host-") and over_https[f"{name}_SECURE"] is True
    assert over_http[f"{name}_NAME"].startswith("tablee_") and over_http[f"{name}_SECURE"] is False


def test_an_https_address_is_promised_for_a_year_and_its_sockets_are_tls(tmp_path):
    known = read(tmp_path, **HOUSE)
    assert known.SECURE_HSTS_SECONDS == 365 * 24 * 3600
    policy = known.CONTENT_SECURITY_POLICY["DIRECTIVES"]["connect-src"]
    assert "wss://table.example" in policy and not any(source.startswith("ws://") for source in policy)


def test_an_address_without_a_scheme_is_refused_by_a_sentence(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="must look like https://table.example, not 'table.example'"):
        read(tmp_path, TABLEE_URL="table.example")


def test_the_secret_key_is_made_once_and_is_its_owners_only(tmp_path):
    first, second = (read(tmp_path).SECRET_KEY for _time in "12")
    assert first == second
    assert len(first) > 60
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_the_embedded_database_survives_a_power_cut_and_locks_early(tmp_path):
    code = """
from django.db import connection
with connection.cursor() as cursor:
    print([cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")])
print(connection.transaction_mode, connection.settings_dict["OPTIONS"]["timeout"])
"""
    assert forks.run(("-c", code), bare(tmp_path)).stdout == "['wal', 2]\nIMMEDIATE 20\n"


def read_in(path):
    """The names that a file asks of the environment, by ``env`` or by ``os.environ``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            asked, said = ast.unparse(node.func.value), node.args[0]
        elif isinstance(node, ast.Subscript):
            asked, said = ast.unparse(node.value), node.slice
        else:
            continue
        if asked in ("env", "os.environ") and isinstance(said, ast.Constant):
            yield said.value


def test_every_variable_that_is_read_is_explained_and_no_other():
    files = ("config/settings.py", "config/environment.py", "config/places.py", "release/unpack.py")
    read = {name for file in files for name in read_in(ROOT / file)}
    told = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "settings.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(read) > 15 and sorted(told) == sorted(read)


def test_webhooks_go_to_named_hosts_and_never_to_everybody(tmp_path):
    hosts = ["hooks.example.org", "hooks.example.org:8443", "*.example.org", "http://old.example.org:81"]
    known = read(tmp_path, TABLEE_WEBHOOK_HOSTS=",".join(hosts))
    assert hosts == known.TABLEE_WEBHOOK_HOSTS
    for wrong in ("*", "https://hooks.example.org/table", "localhost", "me@hooks.example.org"):
        sentence = "TABLEE_WEBHOOK_HOSTS holds names such as hooks.example.org.*" + re.escape(repr(wrong))
        with pytest.raises(ImproperlyConfigured, match=sentence):
            read(tmp_path, TABLEE_WEBHOOK_HOSTS=wrong)
