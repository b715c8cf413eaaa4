"""The story: few sentences, of what its reader may know, weighted by what happened."""

import inspect
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils import translation

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event, Seat
from campaigns.web.language import say
from config.demo import first_round
from config.demo.data import lay_out as lay_table
from encounters.log import round_words
from encounters.models import Encounter
from encounters.story import edits, recap, selection, wording
from rules import registry
from rules.autoplay.skirmish import skirmish
from rules.core.paths import put
from rules.core.script import Effect
from rules.core.text import Text, shorten
from rules.views.journal import DuelResult, Line
from sheets import services
from sheets.models import Character
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.story.test_wounds import losses, struck_down


def middling(dice):
    return tuple(dice.sides // 2 + 1 for _die in range(dice.count))


def worst(dice):
    """The highest face of each die."""
    return (dice.sides,) * dice.count


def readers(gm):
    """The game master, a player and the screen of a table."""
    known = gm.campaign.seats.select_related("campaign")
    return {seat.role: seat for seat in known.order_by("-pk")}


@pytest.fixture(params=[(middling, 5), (worst, 8)], ids=["middling", "highest"])
def most(request, settings):
    """Set the dice to middling or to extreme faces; return the highest number of sentences for such a round."""
    dice, enough = request.param
    settings.TABLEE_DICE = f"{__name__}.{dice.__name__}"
    return enough


@pytest.mark.slow("a whole round of ten fighters")
@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_fight_is_told_in_few_sentences_that_each_reader_may_know(game, most):
    gm, token = lay_table(registry.system(game))
    first_round.play(gm, token)
    rows = Encounter.objects.get(token=token).state["fighters"].values()
    hidden = {row["true"] if "true" in row else row.get("name", "") for row in rows if row.get("hidden")} - {""}
    for role, seat in readers(gm).items():
        story = recap.recap_for(seat)
        (chapter,) = story.chapters
        texts = [sentence.text for sentence in chapter.sentences]
        assert len(texts) <= most and all(text[0].isupper() and text.endswith(".") for text in texts)
        assert not any(sign in text for text in texts for sign in ("total ", " · ", "touché. ", " perd 0 "))
        visible = {event.token for event in Event.objects.filter(campaign=gm.campaign)}
        if role != "gm":
            assert not any(sentence.private for sentence in chapter.sentences)
            visible = {event.token for event in Event.objects.filter(audience__in=["table", seat.circle])}
            assert not any(name in text for name in hidden for text in texts)
        assert {sentence.key for sentence in chapter.sentences} <= visible
        assert story.to_plain()["chapters"][0]["sentences"] == texts
        assert all(text in story.to_markdown().replace("\\", "") for text in texts)
        rolled = [line for line in chapter.lines if line["results"] or "·" in line["text"]]
        assert story.evening is not None and (story.evening.dice is None or rolled)


@pytest.mark.slow("a whole round of ten fighters")
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_result_reads_as_a_story_in_both_languages(language, settings):
    settings.TABLEE_DICE = f"{__name__}.worst"
    gm, token = lay_table(registry.system("chroniques"))
    first_round.play(gm, token)
    with translation.override(language):
        (chapter,) = recap.recap_for(gm).chapters
        begun = {"fr": "Au premier round, ", "en": "In the first round, "}[language]
        assert chapter.sentences[0].text.startswith(begun)
        assert sum(begun in sentence.text for sentence in chapter.sentences) == 1
        assert chapter.state == {"fr": "en cours, 2 rounds", "en": "going on, 2 rounds"}[language]


@pytest.mark.slow("a whole round of ten fighters")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("dice", "game", "language", "told"),
    [
        ("middling", "chroniques", "fr", "Isaure touche Drone de veille, qui perd 7 PV."),
        ("middling", "chroniques", "en", "Isaure hits Drone de veille, who loses 7 HP."),
        ("middling", "medieval", "fr", "Lutteur de foire s’échappe de la mêlée."),
        ("middling", "medieval", "en", "Lutteur de foire gets away from the melee."),
        (
            "worst",
            "medieval",
            "fr",
            "Isaure touche Brigand des chemins\u00a0: réussite critique. Brigand des chemins perd 35\u00a0PV et meurt.",
        ),
        ("worst", "arpenteurs", "fr", "Isaure manque Gardien de fer\u00a0: échec critique."),
        ("middling", "mythras", "fr", "Ourse brune attaque Isaure (Griffes) et l’emporte. Isaure perd 4 PV (poitrine)"),
        (
            "middling",
            "polaris",
            "en",
            "In the first turn, Capitaine pirate attacks Isaure (Boarding axe), and wins: serious wound",
        ),
    ],
)
def test_a_blow_is_told_by_attacker_target_and_effect(dice, game, language, told, settings):
    settings.TABLEE_DICE = f"{__name__}.{dice}"
    gm, token = lay_table(registry.system(game))
    first_round.play(gm, token)
    with translation.override(language):
        (chapter,) = recap.recap_for(gm).chapters
        assert told in "\n".join(sentence.text for sentence in chapter.sentences)


@pytest.mark.slow("a whole round of ten fighters")
@pytest.mark.django_db
def test_the_table_reads_of_a_blow_whose_harm_it_may_not_measure(settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    gm, token = lay_table(registry.system("chroniques"))
    first_round.play(gm, token)
    (chapter,) = recap.recap_for(gm, for_table=True).chapters
    assert "Élowen touche Corsaire de l’anneau." in [sentence.text for sentence in chapter.sentences]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "Au premier round, %s perd 200 PV et perd connaissance (blessure grave)."),
        ("en", "In the first round, %s loses 200 HP and falls unconscious (severe wound)."),
    ],
)
def test_a_fall_by_the_game_masters_hand_is_in_the_story(language, told):
    fight = Fight("chroniques")
    fight.press()
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    fight.act("damage", "gm", fight.gm, fighter=foe.id, amount=200)
    with translation.override(language):
        (chapter,) = recap.recap_for(fight.gm).chapters
        assert chapter.sentences[0].text.replace("\u00a0", " ") == told % foe.name


def blows(rounds, *harm):
    """The lines of a fight that takes so many rounds, then of these blows: hit points of Dalk, or words besides."""
    system, effects = registry.system("chroniques"), [[1]] * (rounds - 1) + [[one] for one in harm]
    entries = []
    for number, (one,) in enumerate(effects):
        lost = Text("loses %(number)s hp%(terms)s", (("number", 1 if one == "falls" else one), ("terms", Text(""))))
        fell = Text("%(lost)s: %(then)s", (("lost", lost), ("then", (Text("falls unconscious"),))))
        line = Line("Dalk", Text("takes damage"), (), (("Dalk", fell if one == "falls" else lost),), kinds=("damage",))
        changes = [("encounter:f", "round", number, number + 1)] if number < rounds else []
        event = SimpleNamespace(token=f"e{number}", encounter="f", changes=changes, kind="damage")
        entries.append(SimpleNamespace(event=event, line=line))
    return [sentence.text for sentence in selection.sentences(system, entries, edits.Edits())]


def test_a_fight_is_told_by_its_falls_and_its_heaviest_blows():
    with translation.override("en"):
        assert blows(1, 1, 1, 3, 1, "falls", 1) == [
            "In the first round, Dalk loses 1 hp.",
            "Dalk loses 3 hp.",
            "Dalk loses 1 hp and falls unconscious.",
        ]


def test_the_length_of_a_story_follows_the_damage_and_every_fall_is_told():
    assert [len(blows(1, *[1] * count)) for count in (1, 3, 4, 12, 80)] == [1, 2, 3, 5, 10]
    assert len(blows(4, 1)) == len(blows(1, 1, 1, 1, 1)), "no matter in how many rounds"
    assert len(blows(1, 1, "falls", "falls", 1, "falls", "falls")) == 4


def told_in_english(game, *lines, begun=1):
    """The story of a game’s lines: each of its actor, its words, and effects with their kinds."""
    entries = []
    for number, (who, words, effects) in enumerate(lines):
        rows, kinds = tuple((whom, text) for whom, text, _kind in effects), tuple(kind for *_row, kind in effects)
        event = SimpleNamespace(token=f"e{number}", encounter="f", changes=[], kind="attack")
        entries.append(SimpleNamespace(event=event, act=number, line=Line(who, words, (), rows, kinds=kinds)))
    with translation.override("en"):
        told = selection.sentences(registry.system(game), entries, edits.Edits(), begun)
    return [sentence.text for sentence in told]


def test_a_rescue_from_death_is_in_the_story_however_many_were_hurt():
    lost = Text("loses %(lost)s ECG", (("lost", "5"),), "arpenteurs")
    saved = Text("spends 1 Sang-Froid and escapes death", context="arpenteurs")
    left = Text("%(count)s cartridge left", (("count", 4),), "arpenteurs", "%(count)s cartridges left", 4)
    lines = [("Dalk", Text("attacks"), [("Ada", lost, "hurt")]) for _blow in range(3)]
    lines.append(
        ("Dalk", Text("attacks"), [("Tibor", lost, "hurt"), ("Tibor", saved, "saved"), ("Tibor", left, "ammo")])
    )
    told = told_in_english("arpenteurs", *lines)
    assert "Tibor loses 5 ECG and escapes death for 1 point of Sang-Froid." in " ".join(told)
    assert "cartridges" not in " ".join(told)


def test_a_fighter_already_down_does_not_push_a_death_out_of_the_story():
    down = [("Ourse", Text("attacks"), [("Ada", struck_down(minutes), "unconscious")]) for minutes in range(9, 24)]
    dead = ("Ourse", Text("attacks"), [("Tibor", Text("dies", context="mythras"), "dead")])
    bled = ("", Text("A new round begins"), [("Isaure", Text("bleeds to death", context="mythras"), "bled")])
    told = told_in_english("mythras", *down, dead, bled)
    assert "Ada falls unconscious for 9 minutes." in told[0]
    assert "Tibor dies." in told[-2] and told[-1] == "Isaure bleeds to death."
    again = ("Ada", Text("attacks"), [])
    told = told_in_english("mythras", down[0], *[down[1]] * 8, again, down[5])
    assert "Ada falls unconscious for 14 minutes." in told[-1]


def test_luck_that_was_spent_is_in_the_story():
    missed = ("Dalk", Text("attacks"), [])
    spent = ("Ada", Text("%(who)s spends a luck point", (("who", "Ada"),), "mythras"), [])
    assert told_in_english("mythras", missed, spent, missed) == ["In the first round, Ada spends a luck point."]
    lucky = ("Ada", Text("attacks"), [("Ada", Text("spends a point of luck", context="chroniques"), "luck")])
    assert "Ada spends a point of luck" in " ".join(told_in_english("chroniques", missed, lucky))
    saved = ("Dalk", Text("attacks"), [("Ada", Text("spends a luck point", context="mythras"), "luck_told")])
    assert "Ada spends a luck point" in " ".join(told_in_english("mythras", missed, saved))


def test_a_place_is_named_once_in_a_sentence():
    place = (("location", "left arm"),)
    hurt = Text("takes %(number)s damage (%(location)s)%(terms)s", (("number", 9), *place, ("terms", "")), "mythras")
    lamed = Text("loses the use of a limb (%(location)s)", place, "mythras")
    (told,) = told_in_english("mythras", ("Dalk", Text("attacks"), [("Ada", hurt, "hurt"), ("Ada", lamed, "useless")]))
    assert told.endswith("Ada takes 9 damage (left arm) and loses the use of a limb.")


@pytest.mark.parametrize("turns", [(1, 3), (3, 1)])
def test_the_longest_of_equal_conditions_is_told(turns):
    one, many = "cannot attack for %(count)s turn", "cannot attack for %(count)s turns"
    rows = [("Ada", Text(one, (("count", count),), "mythras", many, count), "cannot_attack") for count in turns]
    (told,) = told_in_english(
        "mythras", ("Dalk", Text("attacks"), [("Ada", Text("falls prone", (), "mythras"), "prone"), *rows])
    )
    assert told.endswith("Ada falls prone and cannot attack for 3 turns.")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_the_site_uses_the_games_word_for_a_round(game, language):
    system = registry.system(game)
    with translation.override(language):
        words = round_words.words_of(system)
        begins = say(system.act("new_round").label).lower()
        for sentence in (words.during(1), words.during(11), words.next, words.counted(1)):
            assert any(word in begins for word in re.findall("round|tour|turn", sentence.lower())), (sentence, begins)


@pytest.mark.django_db
def test_a_wound_is_told_without_details_for_the_sheet(settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    gm, token = lay_table(registry.system("polaris"))
    first_round.play(gm, token)
    (chapter,) = recap.recap_for(gm).chapters
    whole = "\n".join(sentence.text for sentence in chapter.sentences)
    assert "blessure grave, bras droit." in whole and "dommages" not in whole and "séquelles" not in whole
    assert "dommages" in "\n".join(effect for line in chapter.lines for effect in line["effects"])


@pytest.mark.parametrize(
    ("severity", "ticked", "told"),
    [
        ("light", 3, "light wound, head ()"),
        ("serious", 2, "serious wound, head ()"),
        ("mortal", 1, "mortal wound, head (). Head: death"),
        ("fatal", 1, "fatal wound, head ()"),
    ],
)
def test_a_story_tells_wounds_and_their_effects_and_no_boxes(severity, ticked, told):
    system, sheet = registry.system("polaris"), registry.samples("polaris")["mercenary"]["data"]
    scene = skirmish({"pc": [put(sheet, "wounds.head", {severity: ticked})]})
    wound = Effect("wound", "pc1", {"place": "head", "severity": severity})
    assert str(system.story.without_asides(shorten(system.describe(scene, wound)))) == told


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_sentence_weighed_in_stories_is_one_the_game_tells(game):
    system = registry.system(game)
    folder = Path(inspect.getfile(type(system))).parents[1] / "games" / game
    known = "\n".join(file.read_text() for file in folder.rglob("*.py"))
    weighed = {*system.story.weights, *system.story.asides}
    places = ('_("{}"', 'ngettext("{}"', '        "{}"')
    assert weighed and {one for one in weighed if not any(place.format(one) in known for place in places)} == set()


@pytest.mark.parametrize("most", [3, 10])
def test_falls_left_out_of_a_short_story_are_among_its_high_points(most):
    names = [f"Tibor {letter}" for letter in "ABCDEFGHIJKL"]
    system, lines = registry.system("arpenteurs"), losses(*range(1, 13), fells=range(12), names=names)
    with translation.override("en"):
        told = selection.sentences(system, lines, edits.Edits(), most=most)
        points = selection.high_points(system, lines, edits.Edits(), {sentence.key for sentence in told})
    assert len(told) == most and len(points) == 12 - most
    both = " ".join([*(sentence.text for sentence in told), *(text for _kind, text in points)])
    assert all(f"loses {lost} ECG and is out of the fight" in both for lost in range(1, 13))
    assert {kind for kind, _text in points} == {"out"} and not any("ound" in text for _kind, text in points)


def test_a_fighter_already_out_falls_in_no_second_high_point():
    system, lines = registry.system("arpenteurs"), losses(1, 2, 3, fells=[0, 1, 2])
    assert len(selection.high_points(system, lines, edits.Edits())) == 1


def test_a_fall_is_no_high_point_if_the_story_tells_of_a_later_one_of_the_same_fighter():
    system, lines = (
        registry.system("arpenteurs"),
        losses(1, 2, 3, fells=[0, 1, 2], names=("Tibor A", "Tibor B", "Tibor A")),
    )
    points = selection.high_points(system, lines, edits.Edits(), {"e2"})
    assert [kind for kind, _text in points] == ["out"] and "Tibor B" in points[0][1]


def test_a_fall_that_a_game_master_removed_from_the_story_stays_out_of_it():
    system, lines = registry.system("arpenteurs"), losses(7, fells=[0])
    assert selection.high_points(system, lines, edits.Edits({"e0": ""})) == ()


@pytest.mark.django_db
def test_a_surrender_is_in_the_story(lay):
    fight = Fight("mythras", Seat.Dice.SERVER)
    lay(2, 5, 9)
    fight.press()
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    fight.act("state", "gm", fight.gm, fighter=foe.id, state="surrendered")
    (chapter,) = recap.recap_for(fight.gm).chapters
    assert any(foe.name in sentence.text and "se rend" in sentence.text for sentence in chapter.sentences)


DEATH_BY_HAND = {
    "arpenteurs": ("dead", "true"),
    "chroniques": ("dead", "true"),
    "medieval": ("hp.current", "-99"),
    "mythras": ("state.dead", "true"),
}


def mark_by_hand(fight, path, value, name, hidden=False):
    """Write on a sheet, once a round is begun, what takes its fighter out."""
    fight.press()
    one = next(one for one in fight.scene.fighters.values() if one.name == name)
    if hidden:
        fight.act("hide", "gm", fight.gm, fighter=one.id)
    character = Character.objects.get(token=one.character)
    return services.edit(seat=fight.gm, sent=Sent.of("", ""), character=character, path=path, value=value)


@pytest.mark.django_db
@pytest.mark.parametrize("foe", [True, False], ids=["foe", "hero"])
@pytest.mark.parametrize("game", DEATH_BY_HAND)
def test_a_death_ticked_by_hand_in_a_fight_is_told_to_its_viewers(game, foe, settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    fight = Fight(game)
    names = [one.name for one in fight.scene.fighters.values() if (one.side != "pc") is foe]
    done = mark_by_hand(fight, *DEATH_BY_HAND[game], names[0])
    for seat in (fight.gm, fight.cast.leo, fight.cast.screen):
        (chapter,) = recap.recap_for(seat).chapters
        assert f"{names[0]} meurt" in "\n".join(sentence.text for sentence in chapter.sentences), seat.role
    undo.undo(seat=fight.gm, sent=Sent.of("", "undo"), command=done.command)
    assert "meurt" not in "\n".join(sentence.text for sentence in recap.recap_for(fight.gm).chapters[0].sentences)


@pytest.mark.django_db
@pytest.mark.parametrize(("hidden", "told"), [(False, True), (True, False)])
def test_fleeing_by_an_edit_of_the_sheet_is_in_the_story(hidden, told):
    fight = Fight("polaris")
    foe = next(one.name for one in fight.scene.fighters.values() if one.side != "pc")
    mark_by_hand(fight, "conditions.gone", "true", foe, hidden)
    for seat, knows in ((fight.gm, True), (fight.cast.ana, told)):
        texts = [sentence.text for chapter in recap.recap_for(seat).chapters for sentence in chapter.sentences]
        assert any("fuit ou se rend" in text for text in texts) is knows, texts


@pytest.mark.django_db
def test_an_act_that_takes_somebody_out_without_harm_is_told(settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    fight = Fight("mythras", Seat.Dice.SERVER)
    fight.press()
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    fight.act("state", "gm", fight.gm, fighter=foe.id, state="dropped")
    (chapter,) = recap.recap_for(fight.cast.ana).chapters
    assert f"{foe.name} est hors de combat" in "\n".join(sentence.text for sentence in chapter.sentences)


@pytest.mark.django_db
def test_a_returning_fighter_is_not_told_as_gone():
    fight = Fight("chroniques")
    fight.press()
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    for kind in ("leave", "come_back"):
        fight.act(kind, "gm", fight.gm, fighter=foe.id)
    (chapter,) = recap.recap_for(fight.cast.ana).chapters
    *_before, gone, back = (sentence.text for sentence in chapter.sentences)
    assert foe.name in gone and back == f"{foe.name} revient au combat."


@pytest.mark.parametrize(
    ("game", "kind", "told"),
    [("medieval", "flee", True), ("medieval", "break_off", False), ("mythras", "surrendered", True)],
)
def test_only_effects_that_leave_the_fight_decide_it(game, kind, told):
    assert registry.system(game).decides(Effect(kind, "")) is told


@pytest.mark.parametrize("word", ["", "round"])
def test_a_sentence_begins_with_its_round(word):
    chroniques, line = registry.system("chroniques"), Line("Dalk", Text("waits"), fallen=(("Dalk", Text("dies")),))
    system = SimpleNamespace(rounds=SimpleNamespace(word=word), story=chroniques.story)
    entry = SimpleNamespace(line=line, event=SimpleNamespace(token="e", encounter="f", changes=[], kind=""))
    names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    with translation.override("en"):
        said = [selection.sentences(system, [entry], edits.Edits(), begun)[0].text for begun in range(1, 12)]
    assert [text.partition(",")[0] for text in said] == [*(f"In the {name} round" for name in names), "In round 11"]


@pytest.mark.django_db
def test_a_later_death_of_a_felled_hero_is_in_the_story(settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    fight = Fight("chroniques")
    foe, hero = (next(row.name for row in fight.scene.fighters.values() if row.side == side) for side in ("foe", "pc"))
    for name in (hero, foe):
        mark_by_hand(fight, "hp.current", "0", name)
        mark_by_hand(fight, "dead", "true", name)
    for seat in (fight.gm, fight.cast.leo, fight.cast.screen):
        (chapter,) = recap.recap_for(seat).chapters
        told = "\n".join(sentence.text for sentence in chapter.sentences)
        assert f"{hero} meurt" in told and f"{foe} meurt" not in told, "of a foe everybody reads only that they are out"


@pytest.mark.django_db
def test_a_removed_fighter_leaves_the_fight_in_the_tense_of_the_story():
    fight = Fight("medieval")
    fight.press()
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    fight.act("leave", "gm", fight.gm, fighter=foe.id)
    (chapter,) = recap.recap_for(fight.gm).chapters
    assert [one.text for one in chapter.sentences] == [f"Au premier tour, {foe.name} quitte le combat."]


def test_a_name_keeps_its_capital_within_a_sentence_of_the_story():
    assert wording.words_within(Text("drops: %(weapon)s", (("weapon", Text("Dagger")),))) == "drops: Dagger"


def test_a_blow_at_a_place_tells_who_dies_of_it():
    hit = Text("is hit %(where)s", (("where", Text("in the right arm", context="arpenteurs")),), "arpenteurs")
    effects = (("Orc", hit), ("Orc", Text("dies", context="arpenteurs")))
    won = DuelResult("Ada", target="Orc")
    line = Line("Ada", Text("attacks"), (), effects, kinds=("hurt", "dead"), won=won)
    entry = SimpleNamespace(line=line, event=SimpleNamespace(kind="attack"))
    with translation.override("en"):
        sentence = wording.tell(registry.system("arpenteurs"), entry, 0, ())
    assert sentence == "Ada hits Orc (in the right arm), who dies."
