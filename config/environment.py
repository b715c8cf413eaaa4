"""Small readers the settings need: the secret key on disk, the options of the databases, the proxies."""

import ipaddress
import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.private import close

_HOST = re.compile(r"(https?://)?(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?")


def secret_key(var: Path) -> str:
    """Return the key kept in `var`, made on first use and readable by its owner only."""
    path = var / "secret_key"
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=var)  # mkstemp gives mode 0600
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # fails when another process was first: its key then holds
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    close(path)
    return path.read_text().strip()


def sqlite_options(synchronous: str) -> dict[str, Any]:
    """Return the options of an embedded database that survives a power cut when `synchronous` is FULL."""
    return {
        # A writer waits its turn rather than fail: on a starved machine others may hold the lock for seconds.
        "timeout": 20,
        # A command takes the write lock at its start: it never has to give up half-way.
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
    }


def stubborn(layer: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a channel layer that tries its Redis again each second: left alone it waits up to ten."""
    hosts = layer.get("CONFIG", {}).get("hosts", ())
    if not hosts:
        return layer
    # A site without a Redis starts sooner without its client.
    from redis.asyncio.retry import Retry
    from redis.backoff import ConstantBackoff

    again = Retry(ConstantBackoff(1), 3)
    rows = [{"address": host, "retry": again} if isinstance(host, str) else host for host in hosts]
    return {**layer, "CONFIG": {**layer["CONFIG"], "hosts": rows}}


def postgres_options(most: int, given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of PostgreSQL by which a process shares at most so many connections; those ``given`` win.

    A machine that is cut off in the middle of a command leaves a table locked and says no goodbye, so the server lets
    go of who is silent in a transaction; and who calls a server that is gone gives up, and calls the next one.
    """
    patience = {
        "options": "-c idle_in_transaction_session_timeout=60s",
        "connect_timeout": 5,  # seconds
        "tcp_user_timeout": 20_000,  # milliseconds
    }
    return {**patience, **given, "pool": {"min_size": 1, "max_size": most, "timeout": 10}}


def webhook_hosts(values: list[str]) -> list[str]:
    """Return the hosts that webhooks may go to. Raises ``ImproperlyConfigured`` for everybody, and for an address."""
    wrong = [value for value in values if not _HOST.fullmatch(value)]
    if wrong:
        raise ImproperlyConfigured(
            f"TABLEE_WEBHOOK_HOSTS holds names such as hooks.example.org, with a port or http:// where that is meant, "
            f"not {wrong[0]!r}."
        )
    return values


def trusted_proxies(values: list[str]) -> list[str]:
    """Return the addresses and networks of proxies. Raises ``ImproperlyConfigured`` for a name, and for everybody."""
    wrong = [value for value in values if not _is_proxy(value)]
    if wrong:
        raise ImproperlyConfigured(
            f"TABLEE_PROXIES holds addresses such as 127.0.0.1 or networks such as 172.30.7.0/24, not {wrong[0]!r}: "
            "whoever is named there may claim any address for anybody."
        )
    return values


def _is_proxy(value: str) -> bool:
    try:
        return ipaddress.ip_network(value).prefixlen > 0
    except ValueError:
        return False
