"""Queue writers inside the process before taking SQLite's file lock.

SQLite has one writer at a time; a writer that finds the file locked retries at intervals that grow to 0.1 s. Without a
queue, newer writers overtake older ones: after one short pause, such as a garbage collection, commands of forty
tables waited for seconds while the file was idle most of the time.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config import private

TURNS: dict[str, Lock] = {}  # by file


@lru_cache(2000)
def with_marks(query: str) -> str:
    """A statement of Django's in the style of SQLite: a question mark for each value."""
    return str(base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%"))


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that rewrites each statement once, for a site sends the same few again and again."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        return with_marks(query) if param_names is None else str(super().convert_query(query, param_names=param_names))


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions queue with those of other threads; however they end, the next one follows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Lock | None = None  # the lock while this connection holds it

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = str(conn_params["database"])
        if name != ":memory:" and not name.startswith("file:"):
            private.create_private(Path(name))
            # SQLite creates its journal files with the mode of the database file, unless they exist already.
            for suffix in ("", "-wal", "-shm", "-journal"):
                private.make_private(Path(f"{name}{suffix}"))
        return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        if self._turn is None:
            turn = TURNS.setdefault(str(self.settings_dict["NAME"]), Lock())
            # The same timeout as for a lock of another process.
            if not turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
                raise OperationalError("database is locked")
            self._turn = turn
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._pass_on()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # if it fails, a rollback follows
        self._pass_on()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.release()
