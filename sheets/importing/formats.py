"""Recognition of a file's format: Tablée's own for everybody, those of the game for its game master."""

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


def list_importers(seat: Seat) -> tuple[Importer, ...]:
    system = seat.campaign.system
    read = partial(_read_own, system, seat.is_gm)
    own = Importer(OWN, _("A character exported from Tablée (JSON)"), _is_own, read)
    return (own, *(system.importers if may(seat, "run") else ()))


def read(seat: Seat, raw: bytes) -> tuple[Importer, tuple[Imported, ...]]:
    """The format of a file and the sheets in it. Raises ``BadSheet`` with sentences if it cannot be read."""
    source = parse(raw)
    importer = next((candidate for candidate in list_importers(seat) if candidate.recognises(source)), None)
    if importer is None:
        names = tuple(candidate.label for candidate in list_importers(seat))
        raise BadSheet((_("The format is not recognised. Supported formats: %(formats)s", formats=names),))
    return importer, importer.read(source, seat.campaign.settings, say)


def parse(raw: bytes) -> Source:
    """A file as text, parsed as JSON if it starts like JSON. Raises ``BadSheet``."""
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
        return Source(text, plain_json.parse(text.encode(), depth=import_export.MOST_DEPTH))
    except plain_json.Faulty as fault:
        raise BadSheet((fault.text,)) from fault


def _is_own(source: Source) -> bool:
    return isinstance(source.value, Mapping) and source.value.get("format") == import_export.FORMAT


def _read_own(system: Game, gm: bool, source: Source, _settings: Data, _say: Say) -> tuple[Imported, ...]:
    file = import_export.read(source.text.encode(), system, gm=gm)
    return (Imported(file.data, excerpt(source.text), kind=file.kind if gm else "pc", portrait=file.portrait),)
