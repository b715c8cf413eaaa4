"""Two versions of one text that were written at the same time, kept together."""

from __future__ import annotations

from rules.core.errors import Refused
from rules.core.text import _


def join_texts(present: str, base: str, after: str, most: int | None = None) -> str:
    """Merge two texts: ``present``, and below it the lines of ``after`` that are neither in it nor in ``base``.

    Raises ``Refused`` if the result is longer than ``most`` characters.
    """
    lines = {*present.splitlines(), *base.splitlines()}
    new = [line for line in after.splitlines() if line.strip() and line not in lines]
    text = "\n\n".join([present, "\n".join(new)]) if new else present
    if most is not None and len(text) > most:
        raise Refused(_("Somebody else has written here, and both texts together are too long: shorten yours."))
    return text
