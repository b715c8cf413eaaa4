"""JSON that two readers cannot read differently: what people send as files, sheets and archives alike."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

from rules.core.text import Text, _

_TOO_DEEP = _("The file is nested too deeply.")
_TOO_LONG = _("The file holds a number that is too long.")


class Faulty(Exception):
    """The text is no plain JSON."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def parsed(raw: bytes, *, depth: int) -> Any:
    """The value of a text, nested ``depth`` times at most. Raises ``Faulty``."""
    try:
        text = raw.decode("utf-8-sig")
        result = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
        json.dumps(result, ensure_ascii=False).encode("utf-8")
    except UnicodeError as error:
        raise Faulty(_("The file is not text: it has to be written in UTF-8.")) from error
    except RecursionError as error:
        raise Faulty(_TOO_DEEP) from error
    except json.JSONDecodeError as error:
        raise Faulty(_("The file is not JSON: line %(line)s cannot be read.", line=error.lineno)) from error
    except ValueError as error:  # a number with thousands of digits
        raise Faulty(_TOO_LONG) from error
    if _depth(result) > depth:
        raise Faulty(_TOO_DEEP)
    return result


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise Faulty(_("“%(key)s” appears twice at the same place in the file.", key=key[:80]))
        values[key] = value
    return values


def _no_constant(word: str) -> Any:
    raise Faulty(_("“%(word)s” is not a number that a file may hold.", word=word))


def _finite(word: str) -> float:
    if math.isinf(value := float(word)):
        raise Faulty(_TOO_LONG)
    return value


def _depth(value: Any) -> int:
    level, here = 0, [value]
    while here:
        level += 1
        inner = [row.values() if isinstance(row, dict) else row for row in here if isinstance(row, dict | list)]
        here = [item for items in inner for item in items]
    return level
