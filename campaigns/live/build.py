"""The build of the site as a short name: a page of another build is told that there is a new one."""

from __future__ import annotations

import hashlib
from functools import cache

from django.conf import settings

PARTS = ("templates", "static/js", "static/css", "static/vendor")


@cache
def build() -> str:
    """A digest of every template, script and style, or what ``TABLEE_BUILD`` says instead."""
    if settings.TABLEE_BUILD:
        return str(settings.TABLEE_BUILD)
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted((settings.ASSETS / part).rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(settings.ASSETS)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
