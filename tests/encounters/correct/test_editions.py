"""Exchanges begun under another version of their game are closed with a sentence."""

from dataclasses import replace
from functools import cache

import pytest
from django.core.cache import cache as pages
from django.urls import reverse

from campaigns import archive, backup
from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from campaigns.models import Command, Event, Seat
from encounters import scenes, services
from encounters.correct import correction, editions
from encounters.correct.replay import Correction
from encounters.models import Encounter
from rules import packs, registry
from rules.core.errors import Refused
from rules.engine.editions import OUTDATED
from tests.campaigns.test_archive import forget
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.rules.examples import embers as embers
from tests.secrets.evening import masked

OLD = "7.31"


@pytest.fixture
def version(monkeypatch, embers):
    """Installs a version of Embers in the place of the one before."""

    def install(number):
        pack = replace(embers, game=replace(embers.game, version=number))
        registry.forget()
        monkeypatch.setattr(registry, "outside_packs", cache(lambda: packs.Packs({"embers": pack})))
        registry.forget()
        pages.clear()

    yield install
    registry.forget()


@pytest.fixture
def fight(db, version):
    """A fight with a blow that waits for its die, begun under the old version."""
    version(OLD)
    cast = gather("embers")
    gm, token = begun(cast, Seat.Dice.ASK)
    fight = Fight(cast, gm, token)
    fight.act("start", "gm")
    (prompt,) = cast.campaign.system.turn(fight.scene)
    foe = next(row.id for row in fight.scene.fighters.values() if row.camp != fight.scene.fighters[prompt.of].camp)
    fight.act("strike", prompt.of, target=foe)
    assert fight.scene.exchanges
    return fight


class Fight:
    def __init__(self, cast, gm, token):
        self.cast, self.gm, self.token = cast, gm, token

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    @property
    def state(self):
        return Encounter.objects.get(token=self.token).state

    def act(self, kind, actor, **args):
        return services.act(
            seat=self.gm, sent=Sent.of("", kind), encounter=self.token, kind=kind, actor=actor, args=args
        )


def line_on(seat, token):
    return client_of(seat).get(reverse("fight", args=[seat.token, token])).content.decode()


def shown_on(screen):
    return client_of(screen).get(reverse("screen", args=[screen.token])).content.decode()


def test_fights_of_older_rules_are_closed_once_at_every_table_with_a_sentence(fight, version):
    version("2.0")
    assert editions.close_outdated(["embers"]) == 1 and editions.close_outdated(["embers"]) == 0
    assert "exchanges" not in fight.state
    event = Event.objects.get(kind=OUTDATED)
    assert event.by is None and event.audience == "table"
    for seat in (fight.gm, fight.cast.ana, fight.cast.screen):
        name = "screen" if seat == fight.cast.screen else "fight"
        args = [seat.token] if name == "screen" else [seat.token, fight.token]
        assert client_of(seat).get(reverse(name, args=args)).status_code == 200
    assert OLD in line_on(fight.cast.ana, fight.token)


def test_the_closing_is_undone_and_everything_before_it(fight, version):
    before = fight.state
    version("2.0")
    editions.close_outdated(["embers"])
    opened = Event.objects.get(kind="open_strike").command
    undo.undo(seat=fight.gm, sent=Sent.of("", "1"), command=Command.objects.latest("pk"))
    assert fight.state == before and not fight.scene.exchanges
    assert line_on(fight.gm, fight.token)
    undo.undo(seat=fight.gm, sent=Sent.of("", "2"), command=opened)
    assert "exchanges" not in fight.state
    rows = fold(fight.cast.campaign)[f"encounter:{fight.token}"]
    assert {key: value for key, value in rows.items() if key != "meta"} == fight.state


def test_without_that_the_next_act_closes_it(fight, version):
    version("2.0")
    assert "exchanges" in fight.state and not fight.scene.exchanges
    assert line_on(fight.cast.ana, fight.token)
    fight.act("damage", "gm", fighter=next(iter(fight.scene.fighters)), amount=1)
    assert "exchanges" not in fight.state and Event.objects.filter(kind=OUTDATED).count() == 1


def in_sight(fight):
    """All that the others can read of it, and the events that they hear."""
    seats = (fight.cast.ana, fight.cast.screen)
    pages.clear()
    texts = [line_on(fight.cast.ana, fight.token), shown_on(fight.cast.screen)]
    heard = [event.pk for seat in seats for event in Event.objects.order_by("pk") if seat.hears(event.audience)]
    return masked(texts), heard


@pytest.mark.parametrize("kind", ["damage", "heal"])
@pytest.mark.parametrize("begun_by", ["seen", "hidden"])
def test_an_unseen_act_closes_nothing_in_sight(fight, version, begun_by, kind):
    """An exchange that all saw begin is closed by the next act that all see, whatever happens unseen before it."""
    (exchange,) = fight.scene.exchanges.values()
    involved = (exchange.action.actor, exchange.action.args["target"])
    beside = next(fighter for fighter in fight.scene.fighters if fighter not in involved)
    fight.act("hide", "gm", fighter=beside)
    if begun_by == "hidden":
        fight.act("hide", "gm", fighter=exchange.action.actor)
    version("2.0")
    before = in_sight(fight)
    fight.act(kind, "gm", fighter=beside, amount=1)
    assert in_sight(fight) == before
    assert [event.audience for event in Event.objects.filter(kind=OUTDATED)] == ["gm"] * (begun_by == "hidden")
    fight.act("damage", "gm", fighter=involved[1], amount=1)
    assert "exchanges" not in fight.state and Event.objects.filter(kind=OUTDATED).count() == 1


@pytest.mark.parametrize("numbers", [(OLD,), ("",), ("2.0", OLD)])
def test_only_another_version_closes_it(fight, version, numbers):
    for number in numbers:
        version(number)
    if numbers[-1] == OLD:
        assert editions.close_outdated(["embers"]) == 0 and fight.scene.exchanges
    else:
        assert editions.close_outdated(["embers"]) == 1


def test_one_of_before_versions_were_noted_goes_on(fight, version):
    row = Encounter.objects.get(token=fight.token)
    for exchange in row.state["exchanges"].values():
        del exchange["edition"]
    row.save()
    version("2.0")
    assert editions.close_outdated(["embers"]) == 0 and fight.scene.exchanges


def test_news_of_somebody_hidden_reaches_only_the_game_master(fight, version):
    hero = next(exchange.action.actor for exchange in fight.scene.exchanges.values())
    fight.act("hide", "gm", fighter=hero)
    version("2.0")
    editions.close_outdated(["embers"])
    assert Event.objects.get(kind=OUTDATED).audience == "gm"
    assert OLD not in line_on(fight.cast.ana, fight.token)


def test_an_act_decided_by_other_rules_is_undone_and_not_corrected(fight, version):
    fight.act("answer", "gm", **answer_of(fight, [3]))
    opened = Event.objects.get(kind="open_strike")
    version("2.0")
    with pytest.raises(Refused, match="Another version"):
        correction.preview(seat=fight.gm, event=opened, wanted=Correction())
    version(OLD)
    assert correction.preview(seat=fight.gm, event=opened, wanted=Correction())


def answer_of(fight, values):
    ((exchange, _row),) = fight.scene.exchanges.items()
    return {"exchange": exchange, "key": "blow", "values": values}


def test_journal_and_archive_name_the_version(fight, version, tmp_path):
    assert set(Command.objects.values_list("edition", flat=True)) == {f"embers {OLD}"}
    kept = archive.read(archive.write(fight.cast.campaign))
    assert kept.head["edition"] == f"embers {OLD}" == kept.rows["command"][-1]["edition"]
    assert backup.write(tmp_path / "all") == 1
    forget(fight.cast.campaign)
    archive.restore(kept)
    assert set(Command.objects.values_list("edition", flat=True)) == {f"embers {OLD}"}
