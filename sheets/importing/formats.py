"""The format of a file and the sheets in it: our own format for everybody, those of the table's game for its master."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from campaigns import plain_json
from campaigns.models import Seat
from campaigns.seats.access import may
from campaigns.web.language import say
from rules.core.errors import BadSheet
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.text import _
from rules.importing.reading import Imported, Importer, Say, Source, excerpt
from sheets import import_export

OWN = "tablee"
MOST_BYTES = import_export.MOST_BYTES


def offered(seat: Seat) -> tuple[Importer, ...]:
    system = seat.campaign.system
    read = partial(_own, system, seat.is_gm)
    own = Importer(OWN, _("A character exported from Tablée (JSON)"), _is_own, read)
    return (own, *(system.importers if may(seat, "run") else ()))


def read(seat: Seat, raw: bytes) -> tuple[Importer, tuple[Imported, ...]]:
    """The format of a file and the sheets in it. Raises ``BadSheet`` with sentences for one that cannot be read."""
    source = parsed(raw)
    importer = next((known for known in offered(seat) if known.recognises(source)), None)
    if importer is None:
        names = tuple(known.label for known in offered(seat))
        raise BadSheet((_("This is nothing that can be read here. What can: %(formats)s", formats=names),))
    return importer, importer.read(source, seat.campaign.settings, say)


def parsed(raw: bytes) -> Source:
    """A file as text, and as JSON where it begins as such. Raises ``BadSheet``."""
    if len(raw) > MOST_BYTES:
        raise BadSheet((_("The file is too large: 1 MB at most."),))
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n").strip()
    except UnicodeError as error:
        raise BadSheet((_("The file is not text: it has to be written in UTF-8."),)) from error
    if not text:
        raise BadSheet((import_export.NO_FILE,))
    if text[0] not in "[{":
        return Source(text)
    try:
        return Source(text, plain_json.parsed(text.encode(), depth=import_export.MOST_DEPTH))
    except plain_json.Faulty as fault:
        raise BadSheet((fault.text,)) from fault


def _is_own(source: Source) -> bool:
    return isinstance(source.value, Mapping) and source.value.get("format") == import_export.FORMAT


def _own(system: Game, gm: bool, source: Source, _settings: Data, _say: Say) -> tuple[Imported, ...]:
    file = import_export.read(source.text.encode(), system, gm=gm)
    return (Imported(file.data, excerpt(source.text), kind=file.kind if gm else "pc", portrait=file.portrait),)
