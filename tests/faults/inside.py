"""Queries on the data of the servers, in a separate process: ``python -m tests.faults.inside WORD``.

The tests' process has another database, so the table is set up and the oracle asked here; JSON in, JSON out.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from tests.forks import run
from tests.serve import Server

ADDRESS = re.compile(r" at 0x\w+")


def ask(word: str, question: Any, environment: Mapping[str, str]) -> Any:
    """Return the answer of ``tests.faults.<word>`` to a question about the data of this environment."""
    ran = run(("-m", "tests.faults.inside", word), environment, json.dumps(question))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return json.loads(ran.stdout)


def lay(server: Server, players: int) -> dict[str, Any]:
    """Lay a table with so many players on the data of a new server, as ``tests.faults.table`` describes it."""
    table: dict[str, Any] = json.loads(
        server.lay("tests.faults.inside", "table", typed=json.dumps({"players": players}))
    )
    return table


def settings(_question: None) -> dict[str, str]:
    """Every setting of this process, and the database it would ask, without the addresses of objects."""
    from django.conf import settings
    from django.db import connection

    found = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    del found["SETTINGS_MODULE"]  # where they were read from
    found["database"] = connection.vendor, connection.settings_dict
    return {name: ADDRESS.sub("", repr(value)) for name, value in found.items()}


def main() -> None:
    """Answer one question from the standard input."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.faults import oracle, table

    words = {
        "table": table.lay,
        "oracle": oracle.examine,
        "order": oracle.order,
        "journal": oracle.told,
        "settings": settings,
    }
    json.dump(words[sys.argv[1]](json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
