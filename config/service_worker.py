"""The web app: its manifest, its service worker, and the page shown while the network is down.

The service worker caches static files and that page. No other page is cached, because sheets are private.
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
def offline_page(request: HttpRequest) -> HttpResponse:
    """The page shown instead of any other while the site is unreachable."""
    return render(request, "offline.html")


@require_GET
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with a new cache name whenever one of its cached files changes."""
    files = [reverse("offline"), *(static(name) for name in _offline_files())]
    content = json.dumps([files, render_to_string("offline.html", {}, request)])
    version = hashlib.sha256(content.encode()).hexdigest()[:16]
    icon = static(f"img/{ICONS[0][0]}.png")
    context = {
        "version": version,
        "icon": icon,
        "files": json.dumps(files),
        "page": files[0],
        "static": settings.STATIC_URL,
    }
    return render(request, "worker.js", context, content_type="text/javascript; charset=utf-8")


def _offline_files() -> list[str]:
    folder = Path(settings.ASSETS) / "static"
    fonts = (path.relative_to(folder).as_posix() for path in (folder / FONTS).glob("*.woff2"))
    return [*_style_files(folder), *sorted(fonts), "img/icons.svg", "img/isobaths.svg", "js/offline.js"]


def _style_files(folder: Path) -> list[str]:
    if settings.COLLECTED:
        return [bundles.STYLE]
    own = sorted(path.relative_to(folder).as_posix() for path in (folder / "css").glob("*.css"))
    return [*own, "vendor/bootstrap-5.3.8/bootstrap.min.css"]
