"""Blows by a hidden fighter: the victim learns place, severity and effect; nobody learns the attacker or the weapon.

Two tables differ in the name, weapons, notes and portrait of the attacker. Everybody is sent the same; while
the blow is open, only its victim is sent anything; no byte contains anything of the attacker.
"""

from random import Random

import pytest

from campaigns.models import Event, Seat
from encounters.dice import source
from encounters.ground import services as ground
from encounters.log.unseen_hits import KIND
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.autoplay.duel import attack_the_weakest
from rules.core.errors import Refused, RulesError
from rules.core.rounds import is_over
from rules.core.scene import Action
from rules.engine import exchanges, offers
from sheets import services as sheets
from sheets.models import Character
from tests.rules.play import legal_value
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.hidden_acts import begin_hidden_act
from tests.secrets.moment import Moment
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_canaries import hits
from tests.secrets.test_playing import NOTHING
from tests.secrets.test_twins import differing

GAMES = [key for key in registry.GAMES if registry.samples(key)]
ONE = Secret(names=("Zorvaxname",), sample=-1, note="Zorvaxnotiz", rolls=0, seed=1, faces=("blue",))
OTHER = Secret(names=("Krellbozname",), sample=-1, note="Krellboznotiz", rolls=0, seed=1, faces=("green",))
MOST_STEPS = 200


class Ambush(Evening):
    """An evening in which somebody hidden strikes a player's character; ``caused`` says what each frame came of."""

    grounded = False  # everybody is within reach

    def __init__(self, game, secret):
        super().__init__(game, secret)
        self.attacker = Character.objects.select_related("campaign").get(token=self.unseen[0])
        self.rename_arms()
        self.step += 1
        prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status="running")
        self.differences()
        self.while_open = []

    def rename_arms(self):
        """Whatever this one carries has a name that nobody may read."""
        for path, field in self.system.schema.walk():
            named = field.kind == "list" and any(leaf.key == "name" and not leaf.names_test for leaf in field.row)
            for key in (self.attacker.data.get(path) or {}) if named else ():
                given = {"character": self.attacker, "path": f"{path}.{key}.name", "value": f"{self.secret.note} {key}"}
                sheets.edit(seat=self.gm, sent=self.unseen_sent(), **given)

    @property
    def me(self):
        return next(one.id for one in self.scene.fighters.values() if one.character == self.attacker.token)

    def strike(self):
        """Play until a blow of theirs has done something to a player's character."""
        for _step in range(MOST_STEPS):
            if Event.objects.filter(campaign=self.gm.campaign, kind=KIND).exists():
                return
            if not self.strikes():
                self.look(self.one_step() if self.hidden_is_settled() else "")
        raise AssertionError("nobody is ever hit")

    def hidden_is_settled(self):
        """Whatever they owe besides a blow is done; true once others are to act."""
        action = self._hidden_action(self.scene)
        if action is not None:
            self.act(action, self.unseen_sent())
        return action is None

    def strikes(self):
        """True if they are up and a blow of theirs is played to its end."""
        scene = self.scene
        up = {prompt.of for prompt in self.system.turn(scene)}
        if scene.exchanges or self.me not in up:
            return False
        action = attack_the_weakest(self.system, scene, self.me)
        try:
            self.act(Action(action.kind, action.actor, action.args), self.unseen_sent())
        except RulesError:
            return False
        self.sort_out()
        # A roll that others make beside it stays open for theirs.
        while prompt := next((one for one in exchanges.waiting_on(self.system, self.scene) if one.exchange), None):
            action = Action("confirm", "gm", {"exchange": prompt.exchange})
            if prompt.request is not None:
                action = self._answer(prompt, prompt.request, self.random)
            self.act(action, self.unseen_sent())
            self.sort_out()
        return True

    def sort_out(self):
        """File new frames under those sent while the blow is open, or else under those sent outside it."""
        found = self.differences()
        if self.scene.exchanges:
            self.while_open += found
        else:
            self.frames += [("is hit", *one) for one in found]

    def look(self, cause):
        self.frames += [(cause, *one) for one in self.differences()]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_blow_by_a_hidden_fighter_tells_its_effect_but_not_the_attacker(game, monkeypatch):
    found = []
    for secret in (ONE, OTHER):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        table = Ambush(game, secret)
        table.strike()
        told = Event.objects.get(campaign=table.gm.campaign, kind=KIND)
        (victim,) = told.payload["who"].values()
        assert any(frame[0] == "is hit" and victim["name"] in frame[3] for frame in table.frames)
        owner = next(who for who, hero in table.heroes.items() if hero.token == victim["character"])
        assert {page.split()[0] for page, _region, _text in table.while_open} <= {owner}
        canaries = (secret.note, *secret.names, *table.unseen, table.me, table.attacker.portrait or secret.note)
        assert not [frame[:3] for frame in table.frames if hits("\n".join(frame).encode(), canaries)]
        pages = table.bytes()
        assert not [address for address, body in pages.items() if hits(body, canaries)]
        found.append((table.stream(), pages))
        assert Encounter.objects.get(token=table.token).state["fighters"][table.me]["hidden"]
    (frames, pages), (other_frames, other_pages) = found
    for one, other in zip(frames, other_frames, strict=False):
        assert one == other, differing(one, other)
    assert len(frames) == len(other_frames) and pages.keys() == other_pages.keys()
    for address in pages:
        (one,), (other,) = masked([pages[address].decode()]), masked([other_pages[address].decode()])
        assert one == other, f"{address} {differing(one, other)}"


@pytest.mark.django_db
def test_a_target_hidden_while_a_blow_is_open_moves_only_once_it_is_over(monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment("mythras", NOTHING)
    own = {"seat": table.gm, "encounter": table.token}
    everybody = list(table.scene.fighters)
    foe = next(row.id for row in table.scene.fighters.values() if row.side == "foe")
    ground.lay(**own, sent=table.unseen_sent(), level="", ready="boarding")
    ground.put(**own, sent=table.unseen_sent(), who=everybody, place="p1")
    table.advance(MOMENTS["her turn"])
    aimed = ((offer.kind, field.key) for offer in table.offered() for field in offer.fields if field.key == "target")
    kind, field = next(aimed)
    assert table.declare({**table.act_body(kind), f"arg-{field}": foe}).status_code == 200 and table.scene.exchanges
    prepare_services.reveal(**own, sent=table.unseen_sent(), fighter=foe, hide=True)
    table.look("hides")
    mate = next(row.id for row in table.scene.fighters.values() if row.side == "foe" and not row.hidden)
    for together in ([foe], [mate, foe]):
        with pytest.raises(Refused, match="would notice"):
            ground.put(**own, sent=table.unseen_sent(), who=together, place="p3")
    assert table.look("stays") == 0
    table.advance(lambda _table: not table.scene.exchanges)
    ground.put(**own, sent=table.unseen_sent(), who=[foe], place="p3")
    assert table.look("moves") == 0


@pytest.mark.django_db
def test_a_fight_ends_alike_whatever_is_open_unseen(monkeypatch):
    """Somebody hidden waits for a real die, or does nothing."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment("arpenteurs", NOTHING)
    Seat.objects.filter(pk=table.gm.pk).update(dice=Seat.Dice.TYPED)
    table.gm = table.fresh(table.gm)
    table.advance(MOMENTS["her turn"])
    foe = next(row.id for row in table.scene.fighters.values() if row.side == "foe")
    prepare_services.reveal(seat=table.gm, sent=table.unseen_sent(), encounter=table.token, fighter=foe, hide=True)
    table.look("hides")

    def ended(unseen):
        with table.rolled_back("ends"):
            since = len(table.stream_of_all)
            if unseen:
                begin_hidden_act(table)
                assert table.scene.exchanges and table.look("unseen") == 0
            end = {"encounter": table.token, "status": "ended"}
            prepare_services.turn_to(seat=table.gm, sent=table.unseen_sent(), **end)
            table.look("ends")
            assert is_over(table.scene) and not table.scene.exchanges
            return masked(table.stream_of_all[since:])

    assert ended(unseen=True) == ended(unseen=False)


LAID_DOWN = [("arpenteurs", "measure"), ("arpenteurs", "watch"), ("mythras", "contact"), ("medieval", "unseen")]


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "kind"), LAID_DOWN)
def test_a_distance_to_a_hidden_fighter_is_told_to_nobody(game, kind, monkeypatch):
    """Distances and engagements of a hidden fighter do not concern the hero."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment(game, ONE)
    table.advance(lambda table: table.offered() and not table.scene.exchanges)
    (hidden,) = table.scene.hidden
    offer = next(one for one in offers.offers(table.system, table.scene, "gm") if one.kind == kind)
    both = [field.key for field in offer.fields if hidden in {choice.key for choice in field.choices}]
    values = {field.key: legal_value(field, Random(1).choice) for field in offer.fields if field.kind != "flag"}
    table._hidden_done(Action(kind, "gm", values | dict(zip(both, (table.me("ana"), hidden), strict=True))))
    assert table.look("unseen") == 0, table.stream_of_all[-1]
