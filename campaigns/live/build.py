"""The build of the site as a short name, so that a page left open over an update can be told to reload."""

from __future__ import annotations

import hashlib
from functools import cache

from django.conf import settings

PARTS = ("templates", "static/js", "static/css", "static/vendor")


@cache
def build() -> str:
    """A digest of all templates, scripts and styles, or the value of ``TABLEE_BUILD``."""
    if settings.TABLEE_BUILD:
        return str(settings.TABLEE_BUILD)
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted((settings.ASSETS / part).rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(settings.ASSETS)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
