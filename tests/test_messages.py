"""The French catalogue: complete, compiled, and with French typography."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from campaigns.web.language import say
from rules import registry
from rules.core.text import Text
from rules.games.mythras import text as mythras
from rules.games.polaris import text as polaris
from rules.management.speak import speaker, unbroken
from tests.services import absent

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(ROOT.glob("locale/fr/LC_MESSAGES/*.po")) + sorted(ROOT.glob("rules/games/*/locale/fr/*/*.po"))
ENGLISH = sorted(ROOT.glob("locale/en/LC_MESSAGES/*.po")) + sorted(ROOT.glob("rules/games/*/locale/en/*/*.po"))
SOURCES = ("campaigns", "config", "encounters", "rules", "sheets", "tablee", "templates")
LETTERS_OF_A_LIST = 40  # on a telephone, beside its arrow
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
MEASURED = (  # what only ever holds a number, a length of time or a day: “de 3 m”, “le 3 mars”
    "most|least|metres|margin|number|count|sides|score|floor|points|contact|start|degrees|rounds|known"
    "|time|made|used|day|when|until"
)
GOVERNED = re.compile(
    rf"(?:\b(?:de|du|des|à|aux?|les?|la|que|puisque|lorsque|quoique|jusque|ne|se|me|te|je)\s|[cdjlmnqst]’|qu’)"
    rf"%\((?!(?:{MEASURED})\))",
    re.IGNORECASE,
)
FAULTS = re.compile(r"(?<!\u00a0)[;!?»]|(?<![\u00a0\d]):|«(?!\u00a0)|['\"]|\.\.\.|(?<!\S)-\d")


def said(path):
    """Every message of a compiled catalogue, each plural form apart."""
    with path.open("rb") as file:
        found = gettext.GNUTranslations(file)._catalog
    return {key: value for key, value in found.items() if key}


@pytest.fixture(scope="module")
def gettext_tools():
    """The programs that gather and compile texts."""
    if shutil.which("xgettext") is None:
        absent("gettext", "apt-get install gettext")


def of_its_own(path):
    """The name of a catalogue in a test: the site's, or that of a game."""
    return path.relative_to(ROOT).parts[-5] if path.is_relative_to(ROOT / "rules") else "site"


each_catalogue = pytest.mark.parametrize("catalogue", CATALOGUES, ids=of_its_own)


def test_the_site_and_each_game_have_a_catalogue():
    assert sorted(map(of_its_own, CATALOGUES)) == sorted(["site", *registry.GAMES])


@pytest.mark.usefixtures("gettext_tools")
def test_every_sentence_of_the_code_is_translated_and_no_other(tmp_path):
    for name in SOURCES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "locale").mkdir()
    gather = [sys.executable, "-m", "django", "makemessages", "-l", "fr", "-e", "html,j2,py", "--keep-pot"]
    clean = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(gather, cwd=tmp_path, check=True, capture_output=True, env=clean)
    for catalogue in CATALOGUES:
        gathered = tmp_path / catalogue.parents[2].relative_to(ROOT) / "django.pot"
        compare = ["msgcmp", catalogue, gathered]
        found = subprocess.run(compare, capture_output=True, text=True, env={**clean, "LANGUAGE": "C", "LC_ALL": "C"})
        assert found.stderr.replace(str(catalogue), "").replace(str(tmp_path), "") == ""


@pytest.mark.usefixtures("gettext_tools")
@each_catalogue
@pytest.mark.parametrize("kind", ["--untranslated", "--only-fuzzy", "--only-obsolete"])
def test_nothing_is_left_open(catalogue, kind):
    left = subprocess.run(["msgattrib", kind, catalogue], check=True, capture_output=True, text=True)
    assert left.stdout == ""


@pytest.mark.usefixtures("gettext_tools")
@each_catalogue
def test_compiled_catalogues_match_their_sources(catalogue, tmp_path):
    subprocess.run(["msgfmt", "--check", "-o", tmp_path / "django.mo", catalogue], check=True)
    assert said(catalogue.with_suffix(".mo")) == said(tmp_path / "django.mo")


@each_catalogue
def test_a_translation_keeps_every_placeholder(catalogue):
    for key, french in said(catalogue.with_suffix(".mo")).items():
        english = (key[0] if isinstance(key, tuple) else key).rpartition("\x04")[2]
        assert sorted(PLACEHOLDER.findall(french)) == sorted(PLACEHOLDER.findall(english)), english


@pytest.mark.usefixtures("gettext_tools")
@pytest.mark.parametrize("catalogue", ENGLISH, ids=of_its_own)
def test_better_english_is_of_used_sentences_and_compiled(catalogue, tmp_path):
    subprocess.run(["msgfmt", "--check", "-o", tmp_path / "django.mo", catalogue], check=True)
    english = said(catalogue.with_suffix(".mo"))
    assert english == said(tmp_path / "django.mo")
    assert english.keys() <= said(Path(str(catalogue.with_suffix(".mo")).replace("/en/", "/fr/"))).keys()
    for key, better in english.items():
        assert sorted(PLACEHOLDER.findall(better)) == sorted(PLACEHOLDER.findall(key.rpartition("\x04")[2])), key


def test_stored_sentences_show_better_english_under_their_old_id():
    stored = Text("Won besides: %(effect)s", (("effect", "x"),), context="polaris")
    assert say(stored, "en") == "Also gained: x"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (
            mythras,
            (
                *("12 contre 40 : x", "12 : x", "tête : 3 de dégâts", "effet spécial : x"),
                *("x : points de vie perdus, 3",),
                *(
                    "tête : le coup ne fait rien",
                    "prend un coup : tête",
                    "tête : l’armure perd 2",
                    "tête : inutilisable",
                ),
                *("tête : marque à vie", "tête : étourdi pour 1 minute", "tête : étourdissement pendant 1 tour"),
                *("tête : l’arme reste plantée", "tête : l’arme est retirée", "tête : emmêlement"),
                *("tête : soignée, 1 point de vie", "x : 1 point de vie perdu", "x : aucun dégât"),
                *("x : arme coincée", "x : recharge plus vite", "lâche : x, qui vole à 2 m", "repoussé de 2 m"),
            ),
        ),
        (polaris, ("Tibor · x",)),
    ],
)
def test_texts_in_journals_of_earlier_versions_read_in_french(game, said):
    values = {"die": 12, "target": 40, "result": "x", "location": "tête", "number": 3, "terms": "", "effect": "x"}
    values |= {"who": "Tibor", "what": "x", "weapon": "x", "points": 2, "metres": 2, "count": 1}
    told = (replace(former, params=tuple(values.items())) for former in game.FORMER)
    assert tuple(say(text, "fr").replace("\N{NO-BREAK SPACE}", " ") for text in told) == said


@pytest.mark.parametrize(
    ("context", "msgid", "french"),
    [
        *(("polaris pace", "medium", "moyenne"), ("polaris wound", "light", "légère")),
        *(("polaris cause", "Shock", "Décharge"), ("polaris", "Shock", "Choc"), ("chroniques state", "Dead", "Mort")),
    ],
)
def test_stored_sentences_with_a_context_keep_their_translation(context, msgid, french):
    assert say(Text(msgid, (), context), "fr") == french


@each_catalogue
def test_french_is_written_with_its_own_typography(catalogue):
    faulty = {french for french in said(catalogue.with_suffix(".mo")).values() if FAULTS.search(french)}
    assert faulty == set()


@each_catalogue
def test_no_word_that_is_elided_or_contracted_stands_before_a_name(catalogue):
    """A name may begin with a vowel or an article: “de Égorgeur”, “à Le Borgne” are wrong whatever the template."""
    faulty = {french for french in said(catalogue.with_suffix(".mo")).values() if GOVERNED.search(french)}
    assert faulty == set()


@pytest.mark.parametrize(
    "faulty",
    [
        *("Tour de %(who)s", "À %(who)s de jouer", "l’arme d’%(name)s", "plus que %(target)s", "au %(place)s"),
        *("jusqu’à %(table)s", "ne %(what)s plus", "le tour du %(by)s"),
    ],
)
def test_a_name_after_such_a_word_is_seen(faulty):
    assert GOVERNED.search(faulty)


@pytest.mark.parametrize(
    "right", ["%(who)s joue", "contre %(target)s", "à %(metres)s m", "tient %(who)s de près", "ce que %(count)s"]
)
def test_a_name_that_stands_free_is_no_fault(right):
    assert not GOVERNED.search(right)


FAULTY = [
    *("Dé : 3", "Dé: 3", "Quoi?", "Quoi ?", "l'arme", '"oui"', "« oui\u00a0»", "«\u00a0oui »"),
    *("a ; b", "malus -3", "..."),
]
RIGHT = ["Dé\u00a0: 3", "Quoi\u00a0?", "l’arme", "«\u00a0oui\u00a0»", "malus −3", "21:04", "sous-marin"]


@pytest.mark.parametrize("faulty", FAULTY)
def test_a_fault_of_typography_is_seen(faulty):
    assert FAULTS.search(faulty)


@pytest.mark.parametrize("right", RIGHT)
def test_good_typography_is_no_fault(right):
    assert not FAULTS.search(right)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_no_choice_of_a_setting_is_cut_on_a_telephone(game, language):
    """A closed list shows what is chosen on one line."""
    fields = [field for _path, field in registry.system(game).settings().walk()]
    said_there = [say(choice.label, language) for field in fields for choice in field.choices]
    assert said_there and [text for text in said_there if len(text) > LETTERS_OF_A_LIST] == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates/live").rglob("*.*")), ids=lambda path: path.name)
def test_live_templates_say_words_only_where_the_gatherer_finds_them(path):
    """A `_()` inside a larger `{{ … }}` is silently missed: it stands alone there, or in a `{% … %}`."""
    tokens = re.findall(r"\{\{-?(.*?)-?\}\}", path.read_text(), re.DOTALL)
    missed = [token.strip() for token in tokens if '_("' in token and not re.fullmatch(r'\s*_\("[^"]*"\)\s*', token)]
    assert missed == []


@pytest.mark.parametrize("game", [one.key for one in registry.systems()])
def test_every_sentence_of_a_game_is_said_as_the_game_says_it(game):
    french = speaker("fr")
    known = getattr(french.games[game], "_catalog", {})
    said = {key: told for key, told in known.items() if isinstance(key, str) and key and "\x04" not in key}
    assert said
    assert {key: french.translate(Text(key, context=game)) for key in said} == {
        key: unbroken(told) for key, told in said.items()
    }


@pytest.mark.parametrize(
    ("words", "spaces"),
    [
        ("%(place)s, %(metres)s m", 1),
        ("%(walk)s m, au sprint %(run)s m", 2),
        ("Entre 1 et 3 m", 1),
        ("après %(seconds)s s", 1),
        ("%(who)s m’attend, puis %(other)s s’en va", 0),
        ("%(who)s se déplace de 2 mètres", 0),
        ("le Gardien m attend", 0),
    ],
)
def test_a_number_stays_on_the_line_of_its_unit_in_either_language(words, spaces):
    assert unbroken(words).count("\xa0") == spaces
    assert unbroken(words).replace("\xa0", " ") == words
    for language in ("fr", "en"):
        assert speaker(language).translate(Text("%(metres)s m")) == "%(metres)s\xa0m"


def test_a_percent_follows_its_number_in_english_and_stands_apart_in_french():
    for catalogue in CATALOGUES:
        for english, french in said(catalogue.with_suffix(".mo")).items():
            words = english[0] if isinstance(english, tuple) else english
            assert not re.search(r"[ \u00a0]%%(?!\()", words), words
            assert not re.search(r"(?<!\u00a0)%%(?!\()", french), french


def test_the_site_says_what_a_game_does_not():
    assert speaker("fr").translate(Text("Undo", context="chroniques")) == "Annuler"
    assert speaker("fr").translate(Text("Round %(round)s", context="medieval")) == "Tour %(round)s"
