"""A short evening of each game, page by page as each reader sees it, for the golden files in this folder.

They hold the lines of each page with their names, numbers and states, and in braces where a press leads and what it
sends; other words stand there as a dot, so that they may be said better without a word here.
``TABLEE_REWRITE=1 python -m pytest tests/evenings`` writes them anew.
"""

import re
from contextlib import suppress
from dataclasses import replace
from html import unescape
from itertools import count, groupby
from pathlib import Path
from random import Random

from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from encounters import roster, scenes, services
from encounters.checks import requests
from encounters.checks.requests import CheckRequest
from encounters.ground import services as ground
from encounters.messages import services as messages
from encounters.models import Encounter
from encounters.party import calendar, clocks, next_session, random_tables
from encounters.prepare import services as prepare_services
from encounters.questions import services as questions
from encounters.stash import services as stash
from rules import registry
from rules.autoplay.duel import attack_the_weakest
from rules.core.errors import RulesError
from rules.engine.exchanges import waiting_on
from rules.views import board
from sheets.creation.draft import begin, find_draft
from sheets.creation.wizard import Wizard
from tests.cast import client_of, gather
from tests.encounters.conftest import begun, join
from tests.rules.play import reply

HERE = Path(__file__).parent
EARLY, ACTS, ALL = 6, 20, 36
SAMPLE, FOE = "mercenary", "pirate"
BLOCKS = (
    "section|header|h[1-6]|p|div|li|[uod]l|d[td]|form|button|fieldset|legend|label|details|summary|table|tr|option|"
    "select|figure|nav|article|aside|main|title"
)
UNREAD = re.compile(r"<(script|style|svg|template|head|time)\b.*?</\1>|<!--.*?-->", re.DOTALL)
UNTOLD = ("", "[hidden]")
NAMES = "Élowen|Tibor|Zorvax|MJ|Ana|Léo|Zoé|Écran|Quai|Harbour|tide|plot|Omens|Lamp|Rope|gull|Left|Right|Quietly|tall"
KEPT = re.compile(
    rf"{NAMES}|\{{.*\}}|[A-Z]|[\d\u2212+-]+|(is|sev|aria)-[\w-]+|disabled|checked|selected|open|hidden|value|min|max"
)
SAID = re.compile(r"\{[^{}]*\}|[\w\u2212+-]+(?:[’'-]\w+)*")
TOKEN = re.compile(r"(?<![a-z2-7])[a-z2-7]{16}(?![a-z2-7])")
SENDING = re.compile(r'<(a|form|button|option)\b|<input [^>]*\btype="(hidden|radio|checkbox)"')
SENT = re.compile(r'\s(name|value|href|action|formaction|data-key)="([^"]*)"')
UNSENT = ("csrfmiddlewaretoken", "command", "next", "seen")
luck = Random()


def thrown(dice):
    """Faces that are the same in each run of an evening."""
    return tuple(luck.randint(1, dice.sides) for _die in range(dice.count))


def lines_of(html):
    """A page as lines, one for each of its blocks: names, numbers, and states that a class or an attribute shows."""
    text = re.sub(r"<[^<>]*>", _mark, UNREAD.sub("", html))
    text = re.sub(r"\b[A-Z][a-z]+day \d+ [A-Z][a-z]+( \d{4})?\b|\b\d\d:\d\d\b", "", text)
    lines = (
        SAID.sub(lambda word: word[0] if KEPT.fullmatch(word[0]) else "·", unescape(line)) for line in text.split("\n")
    )
    short = (re.sub(r"·(\W*·)+", "·", " ".join(line.split())) for line in lines)
    shown = groupby(line for line in short if line not in UNTOLD)
    return [f"{line} ×{times}" if times > 1 else line for line, run in shown for times in [len(list(run))]]


def _mark(tag):
    flat = " ".join(tag[0].split())
    kinds = re.search(r'\bclass="([^"]*)"', flat)
    shown = [name for name in (kinds[1].split() if kinds else ()) if re.match("(is|sev)-", name)]
    shown += re.findall(r"\s(disabled|checked|selected|open|hidden)(?=[\s=>])", flat)
    shown += re.findall(r'\s(?:aria-label|min|max)="[^"]+"', flat)
    if re.match(r'<input [^>]*\btype="(text|number)"', flat):
        shown += re.findall(r'\svalue="[^"]+"', flat)
    words = f"[{' '.join(word.strip() for word in shown)}] " if shown else ""
    sent = dict(SENT.findall(flat)) if SENDING.match(flat) else {}
    if sent and sent.get("name") not in UNSENT:
        words += f"{{{TOKEN.sub('~', ' '.join(sent.values()))}}} "
    return f"\n{words}" if re.match(rf"</?({BLOCKS})\b", flat) else f" {words}"


class Evening:
    """A table of one game, in English, and the pages of it that were read."""

    def __init__(self, game):
        cache.clear()
        luck.seed(game)
        self.pages, self.latest, self.numbers = [], {}, count()
        self.cast = gather(game, "en")
        self.system = self.cast.campaign.system

    def sent(self):
        return Sent.of("", next(self.numbers))

    def do(self, work, name="gm", /, **said):
        seat = Seat.objects.select_related("campaign").get(pk=self.cast.seats[name].pk)
        return work(seat=seat, sent=self.sent(), **said)

    def read(self, name, page, key=""):
        """Write down the regions of a live page, less those that are as when they were last read."""
        seat = Seat.objects.select_related("campaign").get(pk=self.cast.seats[name].pk)
        shown = regions.find_page(seat, page, key)
        for placed in shown.regions:
            lines, title = lines_of(shown.draw(placed)), f"## {seat.name}: {page}, {placed.name}"
            if lines != self.latest.get(title, []):
                self.pages += ["", title, *lines]
                self.latest[title] = lines

    def open(self, name, address, *args):
        """Write down a page that is drawn once, from its heading on; returns it."""
        seat = self.cast.seats[name]
        return self.write(name, reverse(address, args=[seat.token, *args]), address)

    def write(self, name, path, title):
        seat = self.cast.seats[name]
        return self.show(f"{seat.name}: {title}", client_of(seat).get(path))

    def show(self, title, response):
        html = response.content.decode()
        self.pages += ["", f"## {title}", *lines_of(f"<main{html.partition('<main')[2]}")]
        return html

    def follow(self, name, html, *parts):
        """Write down the first two pages of each kind to which a page leads."""
        for part in parts:
            found = dict.fromkeys(re.findall(rf'(?:href|action|data-[a-z-]+)="([^"?#]*/{part}/)"', html))
            for number, path in enumerate(list(found)[:2], 1):
                self.write(name, path, f"{part.partition('/')[0]} {number}")


class FightEvening(Evening):
    """Élowen and Tibor against two guards: blows, harm by hand, a name that is hidden, an undone act, and the end."""

    def __init__(self, game):
        super().__init__(game)
        *_others, played = (key for key, sample in registry.samples(game).items() if sample["kind"] == "pc")
        join(self.cast, "Tibor", "pc", self.cast.leo, played)
        self.gm, self.token = begun(self.cast, Seat.Dice.SERVER)
        self.cast = replace(self.cast, gm=self.gm)

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    @property
    def by_name(self):
        return sorted(self.scene.fighters.values(), key=lambda one: one.name)

    def act(self, kind, actor="gm", **args):
        return self.do(services.act, encounter=self.token, kind=kind, actor=actor, args=args)

    def play(self, acts):
        for _number in range(acts):
            scene = self.scene
            prompt = next(iter(waiting_on(self.system, scene)), None)
            if prompt is None:
                return
            if prompt.kind in ("answer", "confirm"):
                action = reply(prompt, lambda things: next(iter(things)))
            else:
                action = attack_the_weakest(self.system, scene, prompt.of)
            self.act(action.kind, action.actor, **action.args)

    def leave(self):
        """Have the first fighter by name leave who may, and return, which is undone."""
        offers = board.offers(self.system, self.scene, roster.viewer_of(self.gm), "gm")
        choices = [field.choices for offer in offers if offer.kind == "leave" for field in offer.fields]
        able = {choice.key for choice in choices[0]} if choices else ()
        for leaver in [one.id for one in self.by_name if one.id in able][:1]:
            self.act("leave", fighter=leaver)
            back = self.act("come_back", fighter=leaver)
            undo.undo(seat=self.gm, sent=self.sent(), command=back.command)

    def read_fight(self):
        self.read("gm", "fight", self.token)
        self.read("ana", "fight", self.token)
        self.read("screen", "screen")


def fight(game):
    """The pages of a fight and of what is told of it later."""
    evening = FightEvening(game)
    hero = next(one for one in evening.by_name if one.name == "Élowen")
    foe = next(one for one in evening.by_name if one.side == "foe")
    evening.play(EARLY)
    for _act in range(ACTS - EARLY):
        if evening.scene.exchanges:
            evening.read_fight()
            break
        evening.play(1)
    evening.play(ACTS - EARLY)
    evening.read_fight()
    about = {"public_name": "The tall one"}
    evening.do(prepare_services.describe, encounter=evening.token, fighter=foe.id, about=about)
    if "damage" in evening.system.by_hand:
        with suppress(RulesError):
            evening.act("damage", fighter=hero.id, amount=3)
    evening.play(ALL - ACTS)
    while evening.scene.exchanges:
        evening.play(1)
    evening.leave()
    evening.read("ana", "sheet", hero.character)
    page = client_of(evening.gm).get(reverse("fight", args=[evening.gm.token, evening.token])).content.decode()
    evening.follow("gm", page, "why", r"journal/[a-z2-7]{16}", r"acts/\w+", "acts", "about")
    evening.do(prepare_services.turn_to, encounter=evening.token, status="ended")
    evening.read("gm", "table")
    evening.read("screen", "screen")
    for name, address in (("gm", "journal"), ("ana", "recap"), ("gm", "recap"), ("ana", "after")):
        evening.open(name, address)
    return evening.pages


def between_fights(game):
    """The pages of what is planned, kept, asked and told beside a fight, and of one that is prepared on a ground."""
    evening = Evening(game)
    cast, do = evening.cast, evening.do
    heroes = {"Élowen": cast.ana, "Tibor": cast.leo}
    elowen, tibor = (join(cast, name, "pc", seat, SAMPLE) for name, seat in heroes.items())
    do(calendar.set_day, values={"day": 4, "label": "Spring"})
    do(calendar.let_pass, days=2)
    do(next_session.plan, values={"name": "Friday at eight", "place": "Ana's"})
    do(next_session.answer, "ana", choice="yes")
    clock = do(clocks.make, values={"name": "The tide", "size": 4}, shown=["table"]).value
    do(clocks.make, values={"name": "The plot", "size": 6})
    for _segment in range(3):
        do(clocks.tick, clock=clock, by=1)
    omens = {"name": "Omens", "dice": "2d6", "rows": "2-5 Rain\n6-8 None\n9-12 A gull"}
    omens_table = do(random_tables.create, values=omens).value
    for unseen in (False, True):
        do(random_tables.roll, table=omens_table, unseen=unseen)
    for name, seat in (("Lamp", "gm"), ("Rope", "ana"), ("Lamp", "leo")):
        do(stash.record_found, seat, values={"name": name, "notes": "wet"})
    for text, name, to in (("Look behind you.", "gm", cast.ana.token), ("I did.", "ana", ""), ("And?", "leo", "")):
        do(messages.whisper, name, text=text, to=to)
    do(questions.ask, text="Left or right?", to=[cast.ana.token, cast.leo.token], options="Left\nRight")
    do(
        requests.ask,
        request=CheckRequest({elowen.token: "athletics", tibor.token: "athletics"}, {"difficulty": "hard"}),
    )
    do(requests.ask, request=CheckRequest({elowen.token: "rifles"}, {"difficulty": "hard"}, hint="Quietly"))
    asked = Encounter.objects.order_by("pk")
    do(requests.throw, "ana", encounter=asked[0].token, fighter=elowen.token, faces=[4])
    do(requests.throw, "leo", encounter=asked[0].token, fighter=tibor.token, faces=[19])
    evening.read("ana", "sheet", elowen.token)
    token = do(prepare_services.prepare, name="Harbour").value
    do(prepare_services.recruit, encounter=token, sample=FOE, count=3, hidden=True)
    do(prepare_services.annotate, encounter=token, text="They wait for the tide.")
    do(ground.lay, encounter=token, level="", ready="boarding")
    do(ground.put, encounter=token, who=["pc"], place="p2")
    evening.read("gm", "prepare", token)
    evening.open("gm", "ground", token)
    for name in ("gm", "ana"):
        evening.read(name, "party")
        evening.read(name, "messages")
    evening.read("gm", "table")
    evening.read("screen", "screen")
    for name, address in (("leo", "journal"), ("leo", "recap"), ("leo", "after"), ("gm", "people"), ("ana", "mine")):
        evening.open(name, address)
    return evening.pages


def sheets(game):
    """The pages on which the sheets of a game are read, printed, looked up and made."""
    evening = Evening(game)
    first, *_others, last = sorted(registry.samples(game), key=lambda key: registry.samples(game)[key]["kind"] != "pc")
    hero = join(evening.cast, "Élowen", "pc", evening.cast.ana, first)
    foe = join(evening.cast, "Zorvax", "npc", None, last)
    evening.read("gm", "sheet", foe.token)
    for name, address, *args in (
        ("ana", "print-sheet", hero.token),
        ("gm", "characters"),
        ("gm", "house"),
        ("ana", "create"),
    ):
        evening.open(name, address, *args)
    page = client_of(evening.cast.ana).get(reverse("sheet", args=[evening.cast.ana.token, hero.token])).content.decode()
    evening.follow(
        "ana", page, r"checks/[^/]+", r"fields/[^/]+", r"sections/\d+", r"rows/[^/]+", r"places/[^/]+", "portrait"
    )
    seat = evening.cast.ana
    begin(seat, first)
    for stage in Wizard.of(find_draft(seat)).stages:
        evening.open("ana", "create-stage", stage.key)
    evening.open("ana", "create-portrait")
    evening.open("ana", "create-finish")
    return evening.pages
