"""One stylesheet and one script for every page: whole, in order, and named by pages once they are collected."""

import re
from pathlib import Path

import pytest
from django.test import override_settings

from config import bundles
from config.templatetags.bundles import page_scripts

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
IMPORTS = re.findall(r'@import url\("([^"]+)"\) layer\((\w+)\)', (STATIC / bundles.STYLE).read_text())


def test_a_stylesheet_is_sent_without_comments_and_spaces_but_with_its_licences():
    style = """a :is(b, c) {\n  e: f(1px + 2px);\n  --h: ;\n  content: "; , {";\n} /* why */ /*! MIT */"""
    short = """a :is(b,c){e:f(1px + 2px);--h: ;content:"; , {";}/*! MIT */"""
    assert bundles.minify(style) == short
    assert re.findall(r"/\*(?!!)", bundles.stylesheet()) == []


def test_the_stylesheet_holds_each_file_that_it_imports_in_its_layer_and_in_order():
    text, at = bundles.stylesheet(), 0
    assert len(IMPORTS) > 10 and "@import" not in text
    for name, layer in IMPORTS:
        source = bundles.minify((STATIC / "css" / name).read_text())
        at = text.index(f"@layer {layer}{{{source.strip()}}}", at)


def test_the_script_holds_those_of_every_page_in_order():
    text, at = bundles.script(), 0
    for name in bundles.SCRIPTS:
        at = text.index(bundles.minify_script(name, (STATIC / name).read_text()), at)


def test_a_script_is_sent_without_comments_and_indentation():
    script = "// What it does.\n  // And why.\nif (d) {\n  a(); // here\n  b('https://c', \"a // b\");\n}\n"
    assert bundles.minify_script("js/live.js", script) == "if (d) {\na();\nb('https://c', \"a // b\");\n}\n"
    assert bundles.minify_script("vendor/htmx-4.0.1/htmx.min.js", script) == script


@pytest.mark.parametrize("path", sorted((STATIC / "js").glob("*.js")), ids=lambda path: path.name)
def test_no_text_of_a_script_goes_over_several_lines_whose_indentation_would_be_lost(path):
    lines = bundles.minify_script(f"js/{path.name}", path.read_text()).splitlines()
    assert [line for line in lines if line.count("`") % 2] == []


@pytest.mark.parametrize("collected", [True, False])
def test_a_page_names_the_bundle_once_it_is_collected_and_its_parts_before(collected):
    with override_settings(COLLECTED=collected):
        names = re.findall(r'src="/static/([^"]+)"', page_scripts())
    assert names == ([bundles.SCRIPT] if collected else list(bundles.SCRIPTS))


def test_a_part_that_is_not_there_is_an_error_by_name(monkeypatch):
    monkeypatch.setattr(bundles, "SCRIPTS", ("js/gone.js",))
    with pytest.raises(FileNotFoundError, match=r"js/gone\.js"):
        bundles.script()


def test_the_scripts_of_single_pages_are_collected_without_comments(tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "stylesheet", lambda: "")
    source = (STATIC / "js/fight.js").read_text()
    (tmp_path / "js").mkdir()
    (tmp_path / "css").mkdir()
    (tmp_path / "js/fight.js").write_text(source)
    storage = bundles.BundledStorage(location=tmp_path, base_url="/static/")
    list(storage.post_process({"js/fight.js": (storage, "js/fight.js")}))
    sent = (tmp_path / storage.stored_name("js/fight.js")).read_text()
    assert "// " in source and sent == bundles.minify_script("js/fight.js", source) and "\n//" not in sent
