"""A program of the apps that normally runs in its own process, run in this one, so that a change is noticed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO, TextIOWrapper
from typing import Any
from unittest.mock import patch

PROGRAMS = frozenset({"sheets.portraits.resize"})


def keep_programs() -> None:
    """From now on ``subprocess.run`` does these programs here, with nothing limited but by themselves."""
    usual: Callable[..., Any] = subprocess.run

    def run(command: Any, *more: Any, **options: Any) -> Any:
        if list(command[:2]) == [sys.executable, "-m"] and command[2] in PROGRAMS:
            return _done(command[2], command[2:], options["input"])
        return usual(command, *more, **options)

    subprocess.run = run  # type: ignore[assignment]


def _done(module: str, words: Sequence[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    answer, status = BytesIO(), 0
    here = {"argv": [*words], "stdin": TextIOWrapper(BytesIO(given)), "stdout": TextIOWrapper(answer)}
    with patch.multiple(sys, **here), patch.object(os, "nice"), patch.object(resource, "setrlimit"):
        try:
            import_module(module).main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except Exception:
            status = 1
    return subprocess.CompletedProcess(words, status, answer.getvalue(), b"")
