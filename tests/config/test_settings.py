"""The http and https profiles, and the checks of the environment."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HOUSE = {"TABLEE_URL": "https://table.example", "SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmnopqrstuvwxyz"}


def site(tmp_path, code, **environment):
    """Run code with the site's own settings in a process of its own, and return what it prints."""
    ours = re.compile(r"TABLEE_|.*_URL$|SECRET_KEY")
    bare = {name: value for name, value in os.environ.items() if not ours.match(name)}
    bare |= {"DJANGO_SETTINGS_MODULE": "config.settings", "TABLEE_VAR": str(tmp_path), **environment}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=bare, capture_output=True, text=True, timeout=60)
    return run.stdout.strip() or run.stderr


def setting(tmp_path, name, **environment):
    code = f"from django.conf import settings; print(settings.{name})"
    return site(tmp_path, code, **environment)


def deploy_check(tmp_path, **environment):
    code = """
import django
from django.core.management import call_command
django.setup()
call_command("collectstatic", "--noinput", "--verbosity", "0")
call_command("check", "--deploy", "--fail-level", "WARNING")
"""
    return site(tmp_path, code, **environment)


def test_a_site_with_an_https_address_has_nothing_left_to_secure(tmp_path):
    assert deploy_check(tmp_path, **HOUSE) == "System check identified no issues (2 silenced)."


def test_postgres_with_a_layer_in_one_memory_is_warned_of(tmp_path):
    said = deploy_check(tmp_path, **HOUSE, DATABASE_URL="postgres://127.0.0.1:1/none")
    assert "tablee.W001" in said


def test_a_process_shares_its_connections_to_postgres(tmp_path):
    said = setting(
        tmp_path, "DATABASES['default']['OPTIONS']['pool']", DATABASE_URL="postgres://x", TABLEE_POSTGRES_POOL="3"
    )
    assert eval(said)["max_size"] == 3


def test_the_address_of_postgres_may_name_two_servers_and_its_own_patience(tmp_path):
    two = "postgres://ada@/tables?host=a,b&port=1,2&target_session_attrs=read-write&connect_timeout=9"
    options = eval(setting(tmp_path, "DATABASES['default']['OPTIONS']", DATABASE_URL=two))
    assert (options["host"], options["port"], options["target_session_attrs"]) == ("a,b", "1,2", "read-write")
    assert options["connect_timeout"] in (9, "9") and "idle_in_transaction_session_timeout" in options["options"]


def test_uncollected_files_are_warned_of(tmp_path):
    code = "import django; django.setup(); from config.checks import *; print(check_collected_files(None)[0].id)"
    assert site(tmp_path, code, **HOUSE) == "tablee.W003"


def test_the_list_layer_of_redis_is_warned_of(settings):
    from config.checks import check_channel_layer

    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.core.RedisChannelLayer"}}
    assert [warning.id for warning in check_channel_layer(None)] == ["tablee.W002"]


@pytest.mark.parametrize("name", ["SESSION_COOKIE", "CSRF_COOKIE", "LANGUAGE_COOKIE"])
def test_cookies_are_bound_to_the_host_over_https_only(name, tmp_path):
    assert setting(tmp_path, f"{name}_NAME", **HOUSE).startswith("__Host-")
    assert setting(tmp_path, f"{name}_SECURE", **HOUSE) == "True"
    assert setting(tmp_path, f"{name}_NAME").startswith("tablee_")
    assert setting(tmp_path, f"{name}_SECURE") == "False"


def test_an_https_address_is_promised_for_a_year_and_its_sockets_are_tls(tmp_path):
    assert setting(tmp_path, "SECURE_HSTS_SECONDS", **HOUSE) == str(365 * 24 * 3600)
    policy = setting(tmp_path, "CONTENT_SECURITY_POLICY['DIRECTIVES']['connect-src']", **HOUSE)
    assert "'wss://table.example'" in policy and "ws://" not in policy.replace("wss://", "")


def test_an_address_without_a_scheme_is_refused_by_a_sentence(tmp_path):
    said = setting(tmp_path, "DEBUG", TABLEE_URL="table.example")
    assert "TABLEE_URL must look like https://table.example, not 'table.example'." in said


def test_the_secret_key_is_made_once_and_is_its_owners_only(tmp_path):
    first, second = setting(tmp_path, "SECRET_KEY"), setting(tmp_path, "SECRET_KEY")
    assert first == second
    assert len(first) > 60
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_the_embedded_database_survives_a_power_cut_and_locks_early(tmp_path):
    code = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    print([cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")])
print(connection.transaction_mode, connection.settings_dict["OPTIONS"]["timeout"])
"""
    assert site(tmp_path, code).split("\n") == ["['wal', 2]", "IMMEDIATE 20"]


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
    hosts = "hooks.example.org,hooks.example.org:8443,*.example.org,http://old.example.org:81"
    assert setting(tmp_path, "TABLEE_WEBHOOK_HOSTS", TABLEE_WEBHOOK_HOSTS=hosts) == str(hosts.split(","))
    for wrong in ("*", "https://hooks.example.org/table", "localhost", "me@hooks.example.org"):
        said = setting(tmp_path, "TABLEE_WEBHOOK_HOSTS", TABLEE_WEBHOOK_HOSTS=wrong)
        assert "TABLEE_WEBHOOK_HOSTS holds names such as hooks.example.org" in said and repr(wrong) in said
