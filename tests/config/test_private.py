"""The files of a site, old ones included, are readable by its own user only."""

import os
import sqlite3
import stat
import threading
import urllib.request
from contextlib import closing

import pytest

from config import private
from tests.forks import ForkedServer
from tests.serve import Server

OPEN_UMASK = 0o022


@pytest.fixture(autouse=True)
def open_umask():
    """A machine that gives everybody a look."""
    before = os.umask(OPEN_UMASK)
    yield
    os.umask(before)


def modes(folder):
    """The mode of a folder and of everything in it, by name."""
    every = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in every}


def loose(folder):
    """Every path that others could read or enter, but ``server.log``, which belongs to the test."""
    return {name: oct(mode) for name, mode in modes(folder).items() if mode & 0o077 and name != "server.log"}


@pytest.mark.slow("a server that starts")
def test_the_files_of_a_new_site_are_private(tmp_path):
    server = Server(tmp_path / "data" / "var", TABLEE_COLLECTED="1")
    (tmp_path / "data").mkdir()
    server.log = tmp_path / "server.log"
    server.environment.pop("SECRET_KEY")
    server.manage("prepare")
    server.start()
    try:
        assert urllib.request.urlopen(f"{server.url}/ready/", timeout=20).status == 200
        found = modes(tmp_path / "data" / "var")
        assert loose(tmp_path / "data" / "var") == {}
        assert found["."] == 0o700
        assert {"secret_key", "tablee.sqlite3", "tablee.sqlite3-wal", "tablee.sqlite3-shm"} <= set(found)
        assert any(name.startswith("static/") for name in found)
    finally:
        server.stop()


def test_an_older_site_is_closed_when_it_starts(tmp_path):
    var = tmp_path / "var"
    server = ForkedServer(var)
    server.log = tmp_path / "server.log"
    server.renew()
    with closing(sqlite3.connect(var / "tablee.sqlite3", isolation_level=None)) as line:
        line.execute("create table x (y)")
        (var / "secret_key").write_text("k" * 50)
        for path in (var, *var.iterdir()):
            path.chmod(0o755)
        assert {f"tablee.sqlite3{sidecar}" for sidecar in ("", "-wal", "-shm")} <= set(modes(var))
        server.start()
        server.stop()
        assert loose(var) == {}


def test_any_command_that_opens_the_database_closes_it(tmp_path):
    server = ForkedServer(tmp_path)
    code = "from django.db import connection; connection.ensure_connection()"
    server.run("-c", code)
    assert modes(tmp_path)["tablee.sqlite3"] == 0o600
    (tmp_path / "tablee.sqlite3").chmod(0o664)
    server.run("-c", code)
    assert modes(tmp_path)["tablee.sqlite3"] == 0o600


def test_a_shared_folder_and_targets_of_links_stay_as_they_are(tmp_path):
    shared, elsewhere = tmp_path / "shared", tmp_path / "elsewhere"
    shared.mkdir()
    shared.chmod(0o1777)
    elsewhere.write_text("")
    (shared / "link").symlink_to(elsewhere)
    private.make_folder_private(shared)
    assert modes(tmp_path)["shared"] == 0o1777 and modes(tmp_path)["elsewhere"] == 0o644


def test_files_the_process_makes_afterwards_are_private(tmp_path):
    private.make_folder_private(tmp_path)
    (tmp_path / "new").write_text("")
    (tmp_path / "folder").mkdir()
    assert loose(tmp_path) == {}


def test_creating_a_file_leaves_one_that_exists_alone(tmp_path):
    path = tmp_path / "tablee.sqlite3"
    threads = [threading.Thread(target=private.create_private, args=[path]) for _one in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    path.write_text("rows")
    private.create_private(path)
    private.create_private(tmp_path / "missing" / "tablee.sqlite3")
    assert path.read_text() == "rows" and modes(tmp_path)["tablee.sqlite3"] == 0o600
