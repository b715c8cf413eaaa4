"""A game in a few lines, before it is loaded; and those that are here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.games import services
from campaigns.models import Campaign
from campaigns.web.language import say
from rules import registry
from rules.core.text import Text, render
from rules.management import levels
from rules.management.speak import speaker
from rules.packs import Pack


def of(pack: Pack) -> dict[str, Any]:
    """A game that was read, in the language of the page."""
    game, spoken = pack.game, speaker(get_language() or "en").knowing(pack)

    def worded(text: Text) -> str:
        return render(text, spoken.translate)

    sheets = [row["data"] for row in pack.samples.values()]
    first = sheets[0] if sheets else {}
    facts = [
        (_("Sheet"), [worded(field.label) for part in game.schema.sections for field in part.fields]),
        (_("Computed"), [f"{worded(row.label)} {row.value.total}" for row in game.derive(first, {})]),
        (_("Tests"), [worded(check.what) for check in game.checks(first, {})]),
        (_("Ready-made"), [str(sheet.get("name", "")) for sheet in sheets]),
    ]
    about = {"name": worded(game.name), "about": worded(game.about) if game.about else "", "edition": game.edition}
    return {**about, "facts": [(label, ", ".join(words)) for label, words in facts if words], **_instead_of(game.key)}


def _instead_of(key: str) -> dict[str, Any]:
    """The version whose place it takes, and how many tables play that."""
    if key not in services.loaded():
        return {"replaces": "", "tables": 0}
    known = registry.system(key).edition if key in registry.every_key() else key
    return {"replaces": known, "tables": Campaign.objects.filter(game=key).count()}


def rows() -> list[dict[str, Any]]:
    """The games from outside; those that were loaded here may be taken away."""
    kept, levels = services.loaded(), levels_of_games()
    return [
        {
            "key": key,
            "name": say(pack.game.name),
            "level": levels.get(key, ""),
            "edition": pack.game.edition or key,
            "tables": Campaign.objects.filter(game=key).count(),
            "loaded": key in kept,
        }
        for key, pack in registry.outside().games.items()
    ]


def levels_of_games() -> dict[str, str]:
    """The level of each game from outside that was checked, in the language of the page."""
    return {key: say(level) for key, level in levels.of(settings.VAR).items()}


def left_out() -> list[dict[str, Any]]:
    """The games that cannot be used, each with why; those of a file that was loaded here may be taken away."""
    kept = {path.name: key for key, path in services.loaded().items()}
    return [
        {"name": row.name, "key": kept.get(row.name, ""), "why": say(row.why), "problems": _lines(row.problems)}
        for row in registry.outside().left_out
    ]


def _lines(problems: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [{"line": row.line, "text": say(row.text)} for row in problems]
