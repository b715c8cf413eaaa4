"""Every database and backup that was ever made moves on to this version, whole: those of each release, and a first one.

``python -m tests.upgrading.keep NAME`` keeps one more.
"""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest

from tests.faults.cluster import own_database
from tests.faults.inside import ask
from tests.forks import ForkedServer
from tests.serve import free_port
from tests.upgrading.keep import laid, take_back

ROOT = Path(__file__).resolve().parents[2]
KEPT = sorted(Path(__file__).parent.glob("*.sql"))
BACKED_UP = sorted(Path(__file__).parent.glob("*.zip"))


def test_a_database_of_the_very_first_migrations_and_of_each_release_is_kept():
    released = re.findall(r"^## (\d+\.\d+\.\d+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert {"first", "0.1.0", *released} == {path.stem for path in KEPT}
    assert {"0.1.0", *released} == {path.stem for path in BACKED_UP}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_database_moves_on_and_its_tables_are_whole(kept, tmp_path):
    server, text = ForkedServer(tmp_path), kept.read_text()
    known = json.loads(text.splitlines()[0].removeprefix("-- "))
    with sqlite3.connect(tmp_path / "tablee.sqlite3") as connection:
        connection.executescript(text)
        (seq,) = connection.execute("select seq from campaigns_campaign").fetchone()
        before = list(connection.iterdump())
    older = "[ ]" in server.manage("showmigrations", "--plan")
    server.manage("upgrade")
    copies = list((tmp_path / "backups").glob("*"))
    assert len(copies) == older
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            assert list(connection.iterdump()) == before
    _is_whole(server, known, seq)
    server.manage("backup", str(tmp_path / "kept.zip"))
    assert (tmp_path / "kept.zip").stat().st_size > 1000


@pytest.mark.parametrize("kept", BACKED_UP, ids=lambda path: path.stem)
def test_a_backup_is_restored_whole(kept, tmp_path):
    server = ForkedServer(tmp_path)
    known = json.loads(kept.with_suffix(".sql").read_text().splitlines()[0].removeprefix("-- "))
    server.migrate()
    server.manage("restore", str(kept))
    with closing(sqlite3.connect(tmp_path / "tablee.sqlite3")) as connection:
        (seq,) = connection.execute("select seq from campaigns_campaign").fetchone()
    _is_whole(server, known, seq)


def _is_whole(server, known, seq):
    gm, player = (known["seats"][name]["token"] for name in ("gm", "player"))
    pages = [[gm, "table", ""], [gm, "people", ""], [player, "sheet", known["character"]]]
    question = {"campaign": known["campaign"], "seq": seq, "acked": [], "totals": [], "pages": pages}
    answer = ask("oracle", question, server.environment)
    assert answer["faults"] == [] and answer["seq"] == seq > 12
    assert all(len(page) > 2 and all(page.values()) for page in answer["pages"])


def _with_a_server_that_is_gone(url):
    """The same database by an address that names two servers, of which the first is not there."""
    known = urlsplit(url)
    asked = urlencode({"host": f"127.0.0.1,{known.hostname}", "port": f"{free_port()},{known.port or 5432}"})
    who = known.netloc.rpartition("@")[0]
    return f"{known.scheme}://{who}@{known.path}?{asked}&target_session_attrs=read-write"


def test_a_postgresql_database_goes_back_to_the_first_migrations_and_on_and_is_whole(postgres_url, tmp_path):
    with own_database(postgres_url) as url:
        server = ForkedServer(tmp_path, DATABASE_URL=_with_a_server_that_is_gone(url))
        table = laid(server)
        take_back(server)
        server.manage("upgrade", *([] if shutil.which("pg_dump") else ["--backed-up"]))
        assert len(list((tmp_path / "backups").glob("*.dump"))) == bool(shutil.which("pg_dump"))
        with psycopg.connect(url) as connection:
            (seq,) = connection.execute("select seq from campaigns_campaign").fetchone()
        player = table["players"][0]
        pages = [[table["gm"]["token"], "table", ""], [player["token"], "sheet", player["characters"][0]]]
        question = {"campaign": table["campaign"], "seq": seq, "acked": [], "totals": [], "pages": pages}
        answer = ask("oracle", question, server.environment)
    assert answer["faults"] == [] and answer["seq"] == seq > 12
    assert all(len(page) > 2 and all(page.values()) for page in answer["pages"])
