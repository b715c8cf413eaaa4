"""`manage.py checkgame`: the faults of a game from outside, as sentences."""

import shutil
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from rules import packs, registry
from rules.character.sheet import Field
from rules.core.acts import Act
from rules.core.text import Text
from rules.management.commands import checkgame
from rules.written.reader import read
from tests.rules.examples import EMBERS
from tests.rules.examples import embers as embers

pytestmark = pytest.mark.slow("a game is played by chance, as the command plays it")
PACK = read((Path(__file__).resolve().parents[2] / "examples/lanterns.toml").read_bytes())


@pytest.fixture
def checked(monkeypatch):
    """Runs the command on a pack under the key of the example; what it prints."""

    def run(pack=PACK, left_out=(), fights=2):
        key = pack.game.key if pack else "lanterns"
        rows = packs.Packs({key: pack} if pack else {}, left_out)
        registry.forget()
        monkeypatch.setattr(registry, "outside_packs", cache(lambda: rows))
        out = StringIO()
        call_command("checkgame", key, fights=fights, stdout=out)
        return out.getvalue()

    yield run
    registry.forget()


@pytest.mark.parametrize("key", ["lanterns", "embers"])
def test_the_examples_are_hardened(checked, settings, key, embers):
    settings.LANGUAGE_CODE = "en"
    assert checked(embers if key == "embers" else PACK).splitlines()[-1] == "Level: hardened"


def test_an_act_that_counts_hidden_fighters_is_found(checked, settings):
    settings.LANGUAGE_CODE = "en"

    class Look(Act):
        kind, label = "look", Text("Look around")

        def title(self, scene, action):
            return Text(f"sees {len(scene.fighters)}")

    printed = checked(replace(PACK, game=replace(PACK.game, acts=(*PACK.game.acts, Look))))
    assert "- Somebody hidden: " in printed and printed.splitlines()[-1] == "Level: proved"


def test_an_act_that_breaks_on_invalid_arguments_is_found(checked, settings):
    settings.LANGUAGE_CODE = "en"

    class Shout(Act):
        kind, label = "shout", Text("Shout")

        def is_open(self, scene, actor):
            return actor == "gm"

        def fields(self, scene, actor):
            return (Field("what", Text("What"), "text"),)

        def cost(self, scene, action):
            return () if action.args["what"] in ("", "a") else 1 // 0

    printed = checked(replace(PACK, game=replace(PACK.game, acts=(*PACK.game.acts, Shout))))
    assert "- Anything sent: ZeroDivisionError" in printed


def test_rules_that_nothing_proves_are_named(checked, settings, embers, tmp_path):
    settings.LANGUAGE_CODE = "en"
    folder = tmp_path / "embers"
    shutil.copytree(embers.folder, folder)
    assert "- Its tests are not beside it" in checked(replace(embers, folder=folder))
    (tmp_path / "tests").mkdir()
    with (folder / "catalogue.toml").open("a") as file:
        file.write('EMB-RULE-99 = { says = "Ash burns twice." }\n')
    printed = checked(replace(embers, folder=folder))
    assert "- No code names EMB-RULE-99." in printed
    assert "- No test proves EMB-RULE-99: mark it @pytest.mark.rules." in printed
    (folder / "catalogue.toml").unlink()
    assert "- No list of its rules" in checked(replace(embers, folder=folder))


def test_without_french_words_a_game_plays_and_is_not_explained(checked, settings):
    settings.LANGUAGE_CODE = "en"
    printed = checked(replace(PACK, words={}))
    assert "- Without French words: Lanterns of the Low Road" in printed
    assert printed.splitlines()[-1] == "Level: plays"


def test_without_an_opponent_it_does_not_play(checked, settings):
    settings.LANGUAGE_CODE = "en"
    heroes = {key: row for key, row in PACK.samples.items() if row["kind"] == "pc"}
    with pytest.raises(CommandError, match="does not play yet"):
        checked(replace(PACK, samples=heroes))


def test_a_skipped_game_is_named_with_its_reason(checked):
    with pytest.raises(CommandError, match="it broke"):
        checked(None, (packs.LeftOut("lanterns", Text("it broke")),))


def test_a_package_without_a_version_is_not_explained(checked, settings, embers):
    settings.LANGUAGE_CODE = "en"
    printed = checked(replace(embers, game=replace(embers.game, version="")))
    assert "- It has no version" in printed


def test_a_kept_fight_that_comes_to_something_else_is_named(checked, settings, embers, tmp_path):
    settings.LANGUAGE_CODE = "en"
    shutil.copytree(embers.folder.parent, tmp_path / "whole")
    folder = tmp_path / "whole/embers"
    kept = tmp_path / "whole/tests/fights/first.json"
    assert "first.json" not in checked(replace(embers, folder=folder))
    kept.write_text(kept.read_text("utf-8").replace('"kind": "start"', '"kind": "begin"'), "utf-8")
    assert "- first.json: step 1, “begin”, is refused now" in checked(replace(embers, folder=folder))


@pytest.fixture
def few(monkeypatch):
    """Two fights are as many as it takes for a level to be kept."""
    monkeypatch.setattr(checkgame, "FIGHTS", 2)


def choosing(client, django_user_model):
    """The page on which a game is chosen for a new table."""
    client.force_login(django_user_model.objects.get_or_create(username="ada")[0])
    return client.get(reverse("new-campaign"), headers={"accept-language": "en"}).text


@pytest.mark.django_db
def test_the_level_stands_where_a_game_is_chosen_until_it_is_changed(checked, few, client, django_user_model):
    checked(fights=1)
    assert "not checked" in choosing(client, django_user_model)
    checked(fights=2)
    assert "<b>hardened</b>" in choosing(client, django_user_model)
    checked(replace(PACK, game=replace(PACK.game, version="1.0+other")), fights=1)
    assert "not checked" in choosing(client, django_user_model)


@pytest.mark.django_db
def test_a_foreign_text_in_the_file_of_levels_is_no_level(checked, settings, client, django_user_model):
    checked()
    for kept in ("", "[]", "{", '{"lanterns": ["x", 4]}', '{"lanterns": 7}'):
        (settings.VAR / "levels.json").write_text(kept)
        assert "not checked" in choosing(client, django_user_model), kept


def test_without_a_writable_file_the_level_is_reported_all_the_same(checked, few, settings, capsys, tmp_path):
    settings.LANGUAGE_CODE, settings.VAR = "en", tmp_path / "nowhere"
    assert checked().splitlines()[-1] == "Level: hardened"
    assert "The level could not be kept for the site" in capsys.readouterr().err


def test_a_sentence_anywhere_in_the_code_needs_french_and_each_rule_its_line(checked, settings, embers, tmp_path):
    settings.LANGUAGE_CODE = "en"
    shutil.copytree(EMBERS, tmp_path / "embers")
    folder = tmp_path / "embers/embers"
    with (folder / "acts.py").open("a") as file:
        file.write('\n\ndef unseen():\n    """EMB-UNSEEN-01: nobody sees it."""\n    return _("gone in the smoke")\n')
    printed = checked(replace(embers, folder=folder))
    assert "- Without French words: gone in the smoke" in printed
    assert "- Not in the list of its rules (catalogue.toml): EMB-UNSEEN-01." in printed
