"""Questions answered on the servers' own data, in a process of its own: ``python -m tests.faults.inside WORD``.

The tests' process has another database, so the table is set up and the oracle asked here; JSON in, JSON out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from tests.serve import ROOT, Server

PATIENCE = 120


def ask(word: str, question: Any, environment: Mapping[str, str]) -> Any:
    """Return the answer of ``tests.faults.<word>`` to a question about the data of this environment."""
    command = [sys.executable, "-m", "tests.faults.inside", word]
    said = json.dumps(question)
    run = subprocess.run(
        command, cwd=ROOT, env={**environment}, input=said, capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return json.loads(run.stdout)


def lay(server: Server, players: int) -> dict[str, Any]:
    """Lay a table with so many players on the data of a new server: what ``tests.faults.table`` tells of it."""
    table: dict[str, Any] = json.loads(
        server.lay("tests.faults.inside", "table", typed=json.dumps({"players": players}))
    )
    return table


def main() -> None:
    """Answer one question from the standard input."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.faults import oracle, table

    words = {"table": table.lay, "oracle": oracle.examine, "order": oracle.order, "journal": oracle.told}
    json.dump(words[sys.argv[1]](json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
