"""The copy of the site on a device: icons, static files and one page, never anybody's own page."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.test.utils import override_settings

ROOT = Path(__file__).resolve().parent.parent.parent


def found(address):
    """The file that a static address stands for."""
    path = finders.find(address.removeprefix("/static/"))
    assert path, address
    return Path(path)


def size(path):
    """The width and height of a PNG."""
    raw = path.read_bytes()
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", raw[16:24])


def test_the_manifest_names_icons_that_are_there_in_the_size_it_says(db):
    answer = Client().get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert told["start_url"] == "/" and told["display"] == "standalone"
    for icon in told["icons"]:
        assert "x".join(map(str, size(found(icon["src"])))) == icon["sizes"]
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


def test_every_page_names_the_manifest(db):
    for path in ("/", "/nowhere/", "/account/in/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in Client().get(path).text


def test_the_page_for_a_line_that_is_down_needs_nobody(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get("/offline/", headers={"accept-language": "fr"})
    assert answer.status_code == 200 and 'lang="fr"' in answer.text


def test_the_worker_keeps_that_page_and_static_files_alone(db):
    answer = Client().get("/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    files = json.loads(re.search(r"FILES = (\[.*?\]);", answer.text)[1])
    page, *static = files
    assert page == "/offline/" and Client().get(page).status_code == 200
    assert all(found(address).is_file() for address in static)
    named = {found(address).name for address in static}
    assert {"tablee.css", "offline.js"} <= named
    assert {path.name for path in (ROOT / "static/css").glob("*.css")} <= named


def test_the_service_worker_is_renamed_when_its_cached_files_change(db):
    def version(**headers):
        return re.search(r'KEPT = "(.*?)"', Client().get("/worker.js", headers=headers).text)[1]

    first = version()
    assert version() == first
    assert version(**{"accept-language": "en"}) != version(**{"accept-language": "fr"})
    with override_settings(STATIC_URL="/elsewhere/"):
        assert version() != first


@pytest.mark.parametrize("path", ["/worker.js", "/offline/", "/manifest.webmanifest"])
def test_none_of_them_is_kept_by_a_proxy(db, path):
    assert "no-store" in Client().get(path).headers["Cache-Control"]
