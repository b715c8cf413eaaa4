"""A strict JSON parser for uploaded files, which rejects texts that parsers may read differently."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from rules.core.text import Text, _

_TOO_DEEP = _("The file is nested too deeply.")
_NULL = _("The file contains a null character.")
_TOO_LONG = _("The file contains a number that is too long.")
_NULL_SIGN = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # NUL as an escape of JSON, which PostgreSQL cannot store


class Faulty(Exception):
    """Raised for a text that is not plain JSON."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def parse(raw: bytes, *, depth: int) -> Any:
    """Parse a text with at most ``depth`` nested levels. Raises ``Faulty``."""
    try:
        text = raw.decode("utf-8-sig")
        result = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite)
        plain = json.dumps(result, ensure_ascii=False)
        plain.encode("utf-8")
    except UnicodeError as error:
        raise Faulty(_("The file is not text: it has to be written in UTF-8.")) from error
    except RecursionError as error:
        raise Faulty(_TOO_DEEP) from error
    except json.JSONDecodeError as error:
        raise Faulty(_("The file is not JSON: line %(line)s cannot be read.", line=error.lineno)) from error
    except ValueError as error:  # a number with thousands of digits
        raise Faulty(_TOO_LONG) from error
    if _NULL_SIGN.search(plain):
        raise Faulty(_NULL)
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


def _refuse_constant(word: str) -> Any:
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
