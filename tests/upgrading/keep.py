"""Keep a small database as this version makes it: ``python -m tests.upgrading.keep NAME``, once for each release.

It writes ``tests/upgrading/NAME.sql``: the statements that make it, after one line of JSON with what to ask of it; and
``NAME.zip``, a backup of it. A table is laid and played at through the journal; with ``--first`` it is then taken back
to the first migration of each app, which no release ever had, and nothing is backed up.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from tests.faults.inside import lay
from tests.faults.writers import Writer
from tests.serve import Server

FOLDER = Path(__file__).parent
APPS = ("encounters", "sheets", "campaigns")


def main() -> None:
    """Lay, play, take back if asked, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--first", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        table = laid(server)
        if asked.first:
            take_back(server)
        else:
            server.manage("backup", str(FOLDER / f"{asked.name}.zip"))
        _write(Path(folder) / "tablee.sqlite3", FOLDER / f"{asked.name}.sql", table)


def laid(server: Server) -> dict[str, Any]:
    """A table that was played at, in a new database."""
    server.migrate()
    table = lay(server, players=1)
    _play(server, table)
    return table


def take_back(server: Server) -> None:
    """Take a database back to the first migration of each app."""
    for app in APPS:
        server.manage("migrate", app, "0001", "--verbosity", "0")


def _play(server: Server, table: dict[str, Any]) -> None:
    """Some commands of every kind that a writer knows, always the same."""
    server.start()
    writer = Writer(0, table["players"][0], table, [server.url], random.Random(1))
    writer.start()
    while len(writer.acked) < 12:
        writer.ending.wait(0.05)
    writer.end()
    writer.join()
    server.stop()


def _write(database: Path, file: Path, table: dict[str, Any]) -> None:
    seats = {name: {"token": seat["token"]} for name, seat in (("gm", table["gm"]), ("player", table["players"][0]))}
    known = {"campaign": table["campaign"], "seats": seats, "character": table["players"][0]["characters"][0]}
    with sqlite3.connect(database) as connection:
        for emptied in ("django_session", "auth_permission"):  # a key is a secret; the other is made anew
            connection.execute(f"delete from {emptied}")
        connection.commit()
        lines = "\n".join(connection.iterdump())
    file.write_text(f"-- {json.dumps(known)}\n{lines}\n")


if __name__ == "__main__":
    main()
