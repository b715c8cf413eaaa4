"""The command of an installed copy, before any page."""

import ast
import os
import re
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tablee
from config import places, terminal, versions
from config.serving.listening import CannotServe, open_socket, take_lock
from tablee.__main__ import OLDEST, too_old
from tablee.command import COMMANDS, create_data_folder, prepare_data, usage
from tests import forks
from tests.forks import ForkedServer

ROOT = Path(__file__).resolve().parents[2]
TAKEN = "Port %s is in use by another program: choose another one with --port."
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def run(*typed, cwd=ROOT, stdin=subprocess.DEVNULL, **environment):
    """Run the command in a new process that has no variables but these."""
    command = [sys.executable, "-m", "tablee", *typed]
    environment = {"PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8", "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, cwd=cwd, env=environment, stdin=stdin, capture_output=True, text=True, timeout=300)


def forked(*typed, cwd=ROOT, **environment):
    """Run the command in a fork of a process that has loaded the site."""
    known = ForkedServer(Path(environment["TABLEE_VAR"]), **{"LANG": "en_GB.UTF-8", "LC_ALL": "", **environment})
    return forks.run(("-m", "tablee", *typed), known.environment, cwd=cwd)


def test_the_version_is_the_same_wherever_it_is_written():
    assert PROJECT["version"] == tablee.__version__
    assert run("--version").stdout == f"Tablée {tablee.__version__}\n"


def test_an_old_python_can_read_the_entry_and_reports_its_age():
    ast.parse((ROOT / "tablee" / "__main__.py").read_text(), feature_version=(3, 4))
    assert PROJECT["requires-python"] == ">=" + ".".join(map(str, OLDEST))
    assert too_old((3, 9, 2)).splitlines()[0] == "Tablée needs Python 3.11 or later, and this is 3.9."


def test_help_names_each_command_in_the_language_of_the_terminal(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "tablee demo          a demonstration table of each game" in usage()
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "une table de démonstration" in usage()
    assert set(re.findall(r"^  tablee (\w+) ", usage(), re.MULTILINE)) == set(COMMANDS) - {""}


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_FR"}, "fr"),
    ],
)
def test_a_terminal_is_spoken_to_in_its_language(named, code, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert terminal.terminal_language() == code


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({}, "home/.local/share/tablee"),
        ({"XDG_DATA_HOME": "{}/elsewhere"}, "elsewhere/tablee"),
        ({"XDG_DATA_HOME": "relative"}, "home/.local/share/tablee"),
        ({"TABLEE_VAR": "{}/named", "XDG_DATA_HOME": "{}/elsewhere"}, "named"),
    ],
)
def test_an_installed_copy_keeps_its_data_in_the_users_home(variables, folder, monkeypatch, tmp_path):
    monkeypatch.setattr(places, "INSTALLED", True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("TABLEE_VAR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    assert places.data() == tmp_path / folder


def test_a_checkout_keeps_its_data_beside_the_code(monkeypatch):
    monkeypatch.delenv("TABLEE_VAR")
    assert places.data() == ROOT / "var"


def test_the_folder_of_the_data_is_made_for_its_owner_alone(tmp_path):
    assert create_data_folder(tmp_path / "a" / "data") == ""
    assert stat.S_IMODE((tmp_path / "a" / "data").stat().st_mode) == 0o700
    assert list((tmp_path / "a" / "data").iterdir()) == []


@pytest.mark.parametrize("typed", [(), ("demo",), ("serve",), ("upgrade",)])
def test_a_folder_that_nothing_can_be_written_in_is_a_sentence(typed, tmp_path):
    (tmp_path / "file").touch()
    answer = run(*typed, TABLEE_VAR=str(tmp_path / "file" / "data"))
    assert answer.returncode == 1 and answer.stdout == ""
    assert re.fullmatch(r"Nothing can be written in \S+ \(Not a directory\)\. TABLEE_VAR names .*\n", answer.stderr)


@pytest.mark.slow("two starts of the command")
@pytest.mark.parametrize(
    ("typed", "named", "sentence"),
    [
        ((), "en_GB.UTF-8", TAKEN),
        (("serve", "--prepare"), "en_GB.UTF-8", TAKEN),
        (
            ("demo",),
            "fr_FR.UTF-8",
            "Le port %s est pris par un autre programme\N{NO-BREAK SPACE}: choisissez-en un autre avec --port.",
        ),
    ],
)
def test_a_port_in_use_is_a_sentence(typed, named, sentence, tmp_path):
    ForkedServer(tmp_path).migrate()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        program = forked if "serve" in typed else run  # the others choose settings before they are read
        answer = program(*typed, "--port", str(port), TABLEE_VAR=str(tmp_path), LANG=named)
    assert (answer.returncode, answer.stderr) == (1, f"{sentence % port}\n")


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("192.0.2.77", 8000)])
def test_an_address_that_is_none_of_ours_is_a_sentence(host, port):
    with pytest.raises(CannotServe, match=rf"Cannot listen on {host}, port {port} \(.+\)\."):
        open_socket(host, port)


@pytest.mark.slow("every migration, and a table restored")
def test_a_backup_moves_to_a_new_machine_by_one_command(tmp_path):
    answer = run("restore", str(ROOT / "tests" / "upgrading" / "0.1.0.zip"), TABLEE_VAR=str(tmp_path))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == "Each table is here again, in the state its journal comes to. Tables: 1.\n"


@pytest.mark.django_db
def test_data_of_an_older_version_are_moved_on_before_they_are_backed_up(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(versions, "is_older", lambda: True)
    with pytest.raises(SystemExit, match="These data belong to an older version: `tablee upgrade`"):
        prepare_data()


def test_a_second_copy_on_the_same_data_is_told_where_the_first_one_is(tmp_path):
    database = tmp_path / "tablee.sqlite3"
    with (
        take_lock(database, "http://127.0.0.1:8000"),
        pytest.raises(CannotServe, match=r"already runs on these data .*: http://127\.0\.0\.1:8000$"),
    ):
        take_lock(database, "http://127.0.0.1:8001")
    with take_lock(database, "http://127.0.0.1:8001"):
        assert stat.S_IMODE((tmp_path / "tablee.sqlite3.running").stat().st_mode) == 0o600


def test_a_command_works_on_the_tables_that_were_chosen_at_the_first_start(tmp_path):
    (tmp_path / "start.json").write_text('{"network": false, "demonstration": true}')
    answer = forked("backup", cwd=tmp_path, TABLEE_VAR=str(tmp_path), LANG="fr_FR.UTF-8")
    (file,) = tmp_path.glob("*.zip")
    assert re.fullmatch(r"tablee-\d{4}(-\d\d){2}-\d{4}\.zip", file.name), "called by the hour"
    assert answer.stdout == f"Écrit dans {file.name} et relu. Tables\N{NO-BREAK SPACE}: 0.\n", answer.stderr
    assert (tmp_path / "demo.sqlite3").exists() and not (tmp_path / "tablee.sqlite3").exists()
    named = tmp_path / "named.sqlite3"
    two = forked("backup", str(tmp_path / "two.zip"), TABLEE_VAR=str(tmp_path), DATABASE_URL=f"sqlite:///{named}")
    assert two.returncode == 0
    assert named.exists()


@pytest.mark.slow("every migration, and two starts")
def test_default_answers_are_saved_and_asked_again_at_the_next_terminal(tmp_path):
    with open_socket("127.0.0.1", 0) as door:
        door.listen()
        port = str(door.getsockname()[1])
        served = run("--port", port, TABLEE_VAR=str(tmp_path))
        assert (served.returncode, served.stderr) == (1, TAKEN % port + "\n") and "Who plays?" not in served.stdout
        backup = forked("backup", cwd=tmp_path, TABLEE_VAR=str(tmp_path))
        assert backup.returncode == 0, backup.stderr
        assert (tmp_path / "demo.sqlite3").exists() and not (tmp_path / "tablee.sqlite3").exists()
        keys, terminal = os.openpty()
        os.write(keys, b"1\n2\n")
        asked = run("--port", port, stdin=terminal, TABLEE_VAR=str(tmp_path))
        assert "Who plays?" in asked.stdout and "At which tables?" in asked.stdout
        assert "Who plays?" not in run("--port", port, stdin=terminal, TABLEE_VAR=str(tmp_path)).stdout, "answered once"
        os.close(keys), os.close(terminal)


@pytest.mark.parametrize(("named", "words"), [("en_GB.UTF-8", "is not a game known here"), ("fr_FR.UTF-8", "jeu")])
def test_a_command_about_games_speaks_the_language_of_the_terminal(named, words, tmp_path):
    answer = forked("checkgame", "nobody", TABLEE_VAR=str(tmp_path), LANG=named)
    assert answer.returncode == 1 and words in answer.stderr


def test_an_administrator_needs_an_account(tmp_path):
    ForkedServer(tmp_path).migrate()
    answer = forked("administrator", "ada", TABLEE_VAR=str(tmp_path))
    assert answer.returncode == 1 and "There is no account named “ada” here." in answer.stderr


def test_a_backup_that_cannot_be_written_is_a_sentence(tmp_path):
    ForkedServer(tmp_path).migrate()
    answer = forked("backup", str(tmp_path / "nowhere" / "all.zip"), TABLEE_VAR=str(tmp_path))
    assert answer.returncode == 1
    assert re.fullmatch(r"CommandError: \S+all\.zip cannot be written: No such file or directory\.\n", answer.stderr)
