"""The web app: a place on a phone's first screen, and a page for while the line is down.

The service worker keeps static files and one page that says so. A sheet is somebody's secret: no other page is kept.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config import bundles

ICONS = (("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("icon-maskable-512", "512x512", "maskable"))
GROUND = "#0E1116"
FONTS = "vendor/fonts"


@require_GET
@never_cache
def manifest(request: HttpRequest) -> JsonResponse:
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    manifest = {
        "name": "Tablée",
        "short_name": "Tablée",
        "description": _("The sheets, the fight and the dice of your table, on every screen."),
        "lang": get_language(),
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": icons,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_GET
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """The page that is shown instead of any other while the site cannot be reached."""
    return render(request, "offline.html")


@require_GET
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, under a name of its own whenever something that it keeps is another."""
    files = [reverse("offline"), *(static(name) for name in _files())]
    kept = json.dumps([files, render_to_string("offline.html", {}, request)])
    version = hashlib.sha256(kept.encode()).hexdigest()[:16]
    icon = static(f"img/{ICONS[0][0]}.png")
    context = {
        "version": version,
        "icon": icon,
        "files": json.dumps(files),
        "page": files[0],
        "static": settings.STATIC_URL,
    }
    return render(request, "worker.js", context, content_type="text/javascript; charset=utf-8")


def _files() -> list[str]:
    folder = Path(settings.ASSETS) / "static"
    fonts = (path.relative_to(folder).as_posix() for path in (folder / FONTS).glob("*.woff2"))
    return [*_styles(folder), *sorted(fonts), "img/icons.svg", "img/isobaths.svg", "js/offline.js"]


def _styles(folder: Path) -> list[str]:
    if settings.COLLECTED:
        return [bundles.STYLE]
    own = sorted(path.relative_to(folder).as_posix() for path in (folder / "css").glob("*.css"))
    return [*own, "vendor/bootstrap-5.3.8/bootstrap.min.css"]
