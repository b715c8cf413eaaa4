"""One more evening, at which everything is made ready for a fight, and much is handed round."""

from contextlib import suppress

from django.urls import reverse

from campaigns.services import create_campaign
from encounters.checks import requests
from encounters.checks.requests import CheckRequest
from encounters.copying import services as copying
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Encounter, Message, PartyItem
from encounters.party import calendar
from encounters.prepare import participants, timers
from encounters.prepare import services as prepare_services
from encounters.questions import services as questions
from encounters.stash import services as stash
from rules import registry
from rules.core.errors import RulesError
from tests.cast import client_of
from tests.encounters.conftest import join
from tests.evenings.evening import Evening


def make_ready(game):
    """The pages of participants and reserves as they are prepared, and of the fight with its timed states."""
    evening = Evening(game)
    cast, do = evening.cast, evening.do
    first, *_others, last = sorted(registry.samples(game), key=lambda key: registry.samples(game)[key]["kind"] != "pc")
    elowen, tibor = join(cast, "Élowen", "pc", cast.ana, first), join(cast, "Tibor", "pc", cast.leo, first)
    template = join(cast, "Zorvax", "template", None, last)
    token = do(prepare_services.prepare, name="Quai 7").value
    _add(evening, token, f"2x sample:{last}", joins="2", called="Lamp")
    _add(evening, token, f"sample:{last}", joins="signal")
    _add(evening, token, f"character:{template.token}", hidden=True, called="Rope")
    waiting = Encounter.objects.get(token=token).state["reserves"]
    do(participants.clone, encounter=token, fighter=next(iter(waiting)))
    do(prepare_services.rename, encounter=token, name="Harbour")
    do(prepare_services.annotate, encounter=token, text="They wait.")
    do(prepare_services.annotate, encounter=token, text="The tide.", replaces="")
    evening.read("gm", "prepare", token)
    do(prepare_services.dismiss, encounter=token, fighter=next(iter(waiting)))
    do(prepare_services.describe_all, encounter=token, fighters=list(waiting)[1:3], about={"hidden": True})
    evening.read("gm", "prepare", token)
    for address in ("add-fighters", "import-fighters"):
        evening.open("gm", address, token)
    do(prepare_services.turn_to, encounter=token, status="running", begin=True)
    fighters = Encounter.objects.get(token=token).state["fighters"]
    whose = {row["character"]: key for key, row in fighters.items()}
    for hero, values in (
        (elowen, {"left": "2", "when": "round", "label": "Lamp", "open": "1"}),
        (tibor, {"left": "1", "when": "end", "whose": whose[elowen.token], "label": "Rope"}),
    ):
        do(timers.set_timer, encounter=token, timer=timers.read_timer(whose[hero.token], values))
    do(prepare_services.bring_in, encounter=token, fighters=list(waiting))
    do(prepare_services.turn_to, encounter=token, status="paused")
    for name, page, key in (("gm", "fight", token), ("ana", "fight", token), ("ana", "sheet", elowen.token)):
        evening.read(name, page, key)
    evening.read("screen", "screen")
    do(prepare_services.turn_to, encounter=token, status="ended")
    return evening.pages


def _add(evening, token, pick, hidden=False, joins="start", called=""):
    said = {"what": "", "pick": pick, "hidden": hidden, "joins": joins, "called": called}
    evening.do(participants.add_participants, encounter=token, **said)


def hand_round(game):
    """The pages of handouts, questions, tests, coins and rest, and of what is copied to another table."""
    evening = Evening(game)
    cast, do, sample = evening.cast, evening.do, next(iter(registry.samples(game)))
    elowen, tibor = join(cast, "Élowen", "pc", cast.ana, sample), join(cast, "Tibor", "pc", cast.leo, sample)
    notes = {"name": "Omens", "text": "Left or right.", "notes": "Quietly."}
    kept = [do(handouts.save, values={**notes, "name": name}).value for name in ("Omens", "Lamp", "Rope")]
    for handout, to in zip(kept, ("table", cast.ana.token, "screen"), strict=True):
        do(handouts.show, handout=handout, to=to)
    do(handouts.take_away, handout=kept[0])
    for name in ("gm", "ana", "leo"):
        evening.open(name, "handouts")
    evening.open("gm", "handout", kept[1])
    for options in ("Left\nRight", ""):
        do(questions.ask, text="Left or right?", to=[cast.ana.token, cast.leo.token], options=options)
    asked = PartyItem.objects.filter(kind="question").order_by("pk")
    do(questions.answer, "ana", question=asked[0].token, reply=next(iter(asked[0].data["options"])))
    do(questions.answer, "leo", question=asked[1].token, reply="Quietly")
    evening.read("gm", "table")
    evening.read("ana", "party")
    do(questions.close, question=asked[1].token)
    do(messages.whisper, text="Look behind you.", to=cast.ana.token, handout=kept[2])
    do(messages.mark_read, "ana", message=Message.objects.get().token)
    messages.pause(cast.leo)
    evening.read("screen", "screen")
    do(messages.resume)
    evening.read("gm", "messages")
    check = next(iter(evening.system.checks(elowen.data, cast.campaign.settings))).key
    asked = CheckRequest({elowen.token: check, tibor.token: check}, {}, "Quietly", {"attempts": 3})
    do(requests.ask, request=asked)
    token = Encounter.objects.latest("pk").token
    do(requests.spend, encounter=token, by=1)
    evening.read("gm", "table")
    evening.read("leo", "sheet", tibor.token)
    do(requests.throw, "ana", encounter=token, fighter=elowen.token)
    picked = f"?who={elowen.token}&who={tibor.token}&check={check}&again=1&attempts=3"
    evening.write("gm", reverse("ask", args=[cast.gm.token]) + picked, "ask")
    for coin in evening.system.belongings.coins[:1]:
        do(stash.pay, "ana", coin=coin, amount=3)
        do(stash.pay, "ana", coin=coin, amount=1, character=elowen.token, out=True)
    with suppress(RulesError):  # unhurt
        do(calendar.let_rest, days=2, who=[elowen.token], flags=[], also=[])
    for name in ("gm", "ana"):
        evening.read(name, "party")
    for name, address in (("gm", "webhook"), ("gm", "api-tokens"), ("leo", "questions")):
        evening.open(name, address)
    other = create_campaign(name="Harbour", game=cast.campaign.game, gm="MJ", language="en")
    client = client_of(cast.gm, other)
    for address in (reverse("copy-tables", args=[cast.gm.token]), reverse("copy", args=[other.token, cast.gm.token])):
        evening.show(address.split("/")[3], client.get(address))
    picks = [f"handout:{kept[1]}", f"character:{elowen.token}"]
    copying.copy(seat=other, sent=evening.sent(), source=cast.gm, picks=picks)
    evening.show("journal of the other table", client.get(reverse("journal", args=[other.token])))
    evening.open("gm", "journal")
    return evening.pages
