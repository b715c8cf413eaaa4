"""Helpers of the settings: the secret key on disk, database options, trusted proxies."""

import ipaddress
import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.private import make_private

_HOST = re.compile(r"(https?://)?(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?")


def secret_key(var: Path) -> str:
    """Return the key stored in `var`, generated on first use and readable by its owner only."""
    path = var / "secret_key"
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=var)  # mkstemp gives mode 0600
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # fails if another process was first: then its key is used
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    make_private(path)
    return path.read_text().strip()


def sqlite_options(synchronous: str) -> dict[str, Any]:
    """Return the options of SQLite, which survives a power cut if `synchronous` is FULL."""
    return {
        # A writer waits rather than fails: on a slow machine others may hold the lock for seconds.
        "timeout": 20,
        # A command takes the write lock at its start, so that it never fails half-way.
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
    }


def with_retries(layer: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a channel layer that reconnects to Redis each second; by default it waits up to ten."""
    hosts = layer.get("CONFIG", {}).get("hosts", ())
    if not hosts:
        return layer
    # Imported here, so that a site without Redis starts faster.
    from redis.asyncio.retry import Retry
    from redis.backoff import ConstantBackoff

    retry = Retry(ConstantBackoff(1), 3)
    rows = [{"address": host, "retry": retry} if isinstance(host, str) else host for host in hosts]
    return {**layer, "CONFIG": {**layer["CONFIG"], "hosts": rows}}


def postgres_options(most: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of PostgreSQL with a pool of ``most`` connections for a process; ``options`` take precedence.

    A machine that loses its network during a command would leave a table locked, so the server closes connections that
    idle in a transaction; a client whose server is gone times out and tries the next one.
    """
    patience = {
        "options": "-c idle_in_transaction_session_timeout=60s",
        "connect_timeout": 5,  # seconds
        "tcp_user_timeout": 20_000,  # milliseconds
    }
    return {**patience, **options, "pool": {"min_size": 1, "max_size": most, "timeout": 10}}


def webhook_hosts(values: list[str]) -> list[str]:
    """Return the allowed hosts of webhooks. Raises ``ImproperlyConfigured`` for all hosts, or for a full address."""
    wrong = [value for value in values if not _HOST.fullmatch(value)]
    if wrong:
        raise ImproperlyConfigured(
            f"TABLEE_WEBHOOK_HOSTS holds names such as hooks.example.org, with a port or http:// where that is meant, "
            f"not {wrong[0]!r}."
        )
    return values


def trusted_proxies(values: list[str]) -> list[str]:
    """Return the IP addresses and networks of proxies. Raises ``ImproperlyConfigured`` for a name, or for all."""
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
