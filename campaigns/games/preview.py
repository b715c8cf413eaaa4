"""Summaries of a game before an administrator loads it, and of the games already installed."""

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


def preview_of(pack: Pack) -> dict[str, Any]:
    """A summary of a game that was read, in the language of the page."""
    game, spoken = pack.game, speaker(get_language() or "en").knowing(pack)

    def translate(text: Text) -> str:
        return render(text, spoken.translate)

    sheets = [row["data"] for row in pack.samples.values()]
    first = sheets[0] if sheets else {}
    facts = [
        (_("Sheet"), [translate(field.label) for part in game.schema.sections for field in part.fields]),
        (_("Computed"), [f"{translate(row.label)} {row.value.total}" for row in game.derive(first, {})]),
        (_("Tests"), [translate(check.what) for check in game.checks(first, {})]),
        (_("Ready-made"), [str(sheet.get("name", "")) for sheet in sheets]),
    ]
    about = {
        "name": translate(game.name),
        "about": translate(game.about) if game.about else "",
        "edition": game.edition,
    }
    return {
        **about,
        "facts": [(label, ", ".join(words)) for label, words in facts if words],
        **_find_replaced(game.key),
    }


def _find_replaced(key: str) -> dict[str, Any]:
    """The edition of the loaded game that this one would replace, and the number of tables that play it."""
    if key not in services.loaded_files():
        return {"replaces": "", "tables": 0}
    edition = registry.system(key).edition if key in registry.all_keys() else key
    return {"replaces": edition, "tables": Campaign.objects.filter(game=key).count()}


def game_rows() -> list[dict[str, Any]]:
    """The games from outside; those that were uploaded to this site may be removed."""
    files, levels = services.loaded_files(), levels_of_games()
    return [
        {
            "key": key,
            "name": say(pack.game.name),
            "level": levels.get(key, ""),
            "edition": pack.game.edition or key,
            "tables": Campaign.objects.filter(game=key).count(),
            "loaded": key in files,
        }
        for key, pack in registry.outside_packs().games.items()
    ]


def levels_of_games() -> dict[str, str]:
    """The level of each game from outside that was checked, in the language of the page."""
    return {key: say(level) for key, level in levels.of(settings.VAR).items()}


def unusable_rows() -> list[dict[str, Any]]:
    """The games that cannot be used, each with the reason; uploaded ones may be removed."""
    keys = {path.name: key for key, path in services.loaded_files().items()}
    return [
        {"name": row.name, "key": keys.get(row.name, ""), "why": say(row.why), "problems": _problem_rows(row.problems)}
        for row in registry.outside_packs().left_out
    ]


def _problem_rows(problems: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [{"line": row.line, "text": say(row.text)} for row in problems]
