"""Verifiable dice: promised, published, and checked for forgery."""

import copy
import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live.cache import forget_all
from campaigns.models import Command, Event
from encounters.dice import published_seeds, source
from encounters.models import DiceStream, Encounter
from rules import fairness
from rules.core.dice import Dice
from rules.core.errors import Refused, Unreadable
from tests.cast import client_of, latest, seat_everybody
from tests.encounters.conftest import Table, join

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[3] / "static" / "verify" / "tablee_dice.py"


@pytest.fixture(autouse=True)
def promised(settings, monkeypatch):
    """The real streams, of seeds that are the same at every run, and so are the tokens: nothing is kept of a table."""
    forget_all()
    settings.TABLEE_DICE = ""
    seeds = itertools.count(1)
    monkeypatch.setattr(source.secrets, "token_bytes", lambda size: bytes([next(seeds)]) * size)


@pytest.fixture
def cast(promised, db):
    seat_everybody()  # its streams are of the seeds above
    return latest()


@pytest.fixture
def table(cast):
    cache.clear()
    return Table(cast, join(cast, "Élowen", "pc", cast.ana, "mercenary"), None, None)


def roll(table, seat="ana", key="a-key-of-the-page", **said):
    """A test of Élowen's; none of those below comes by a second throw."""
    return table.roll(getattr(table.cast, seat), table.elowen, key=key, **said).command


def thrown(cast):
    return list(Event.objects.filter(campaign=cast.campaign, kind="answered").order_by("seq"))


def published(cast):
    published_seeds.publish_seed(seat=cast.gm, sent=Sent.of("", "publish"))
    (one, *_older) = published_seeds.published_streams(cast.campaign)
    return one


def verified(data, tmp_path):
    path = tmp_path / "dice.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    run = subprocess.run([sys.executable, "-I", "-S", SCRIPT, path], capture_output=True, text=True)
    return run.returncode, run.stdout


@given(
    seed=st.binary(min_size=32, max_size=32),
    index=st.integers(1, 10**6),
    nonce=st.text("abcdef0123456789", min_size=8, max_size=32),
    dice_=st.builds(Dice, st.integers(1, 12), st.sampled_from([1, 2, 3, 6, 10, 20, 100, 997])),
)
def test_the_script_and_the_server_draw_alike(seed, index, nonce, dice_):
    script = {}
    exec(compile(SCRIPT.read_text(), SCRIPT, "exec"), script)
    faces = fairness.draw(seed, index, "attack", nonce, dice_)
    assert list(faces) == script["faces_of"](seed, index, f"{dice_} attack", nonce)
    assert dice_.fits(faces)


def test_a_word_beyond_the_last_whole_multiple_is_passed_over(monkeypatch):
    words = iter([2**32 - 1, 2**32 - 2**32 % 20, 39])
    monkeypatch.setattr(fairness, "stream", lambda seed, message: words)
    assert fairness.draw(b"", 1, "", "", Dice(1, 20)) == (20,)


def test_the_promise_is_in_the_journal_before_anything_is_thrown(cast):
    first = Event.objects.filter(campaign=cast.campaign).order_by("seq").first().command
    kinds = list(first.events.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["table_made", "dice_promised"]
    promise = fairness.promise(DiceStream.objects.get(campaign=cast.campaign, secret=False).seed_bytes)
    assert promise in json.dumps(first.events.get(kind="dice_promised").payload)


def test_the_faces_are_those_of_the_stream_with_the_nonce_of_the_page(table, cast):
    roll(table)
    (event,) = thrown(cast)
    stream = DiceStream.objects.get(campaign=cast.campaign, secret=False)
    drawn = event.payload["drawn"]
    assert (drawn["index"], drawn["nonce"], drawn["stream"]) == (1, "a-key-of-the-page", stream.token)
    expected = fairness.draw(stream.seed_bytes, 1, drawn["what"], "a-key-of-the-page", Dice(1, 20))
    assert tuple(event.payload["values"]) == expected


def test_an_unseen_throw_falls_from_the_other_stream(table, cast):
    roll(table, key="first-key")
    roll(table, "gm", key="second-key", hidden=True)
    roll(table, key="third-key")
    streams = {one.token: one.secret for one in DiceStream.objects.filter(campaign=cast.campaign)}
    drawn = [(streams[one.payload["drawn"]["stream"]], one.payload["drawn"]["index"]) for one in thrown(cast)]
    assert drawn == [(False, 1), (True, 1), (False, 2)]
    one = published(cast)
    assert one.faults == () and len(one.throws) == 2
    secret = DiceStream.objects.get(campaign=cast.campaign, secret=True)
    assert secret.published_at is None
    assert secret.seed_bytes.hex() not in one.as_file()


def test_an_undone_throw_stays_in_the_list_and_its_faces_return_without_another(table, cast):
    command = roll(table)
    undo.undo(seat=cast.ana, sent=Sent.of("", "undo"), command=command)
    roll(table, key="another-key")
    first, second = thrown(cast)
    assert second.payload["values"] == first.payload["values"]
    assert "drawn" not in second.payload
    assert published(cast).faults == ()


def test_a_throw_that_is_refused_takes_no_place(table, cast):
    with pytest.raises((Refused, Unreadable)):
        roll(table, check="nothing")
    assert source.open_stream(cast.campaign).count == 0


def several(table, count):
    for number in range(count):
        roll(table, key=f"page-key-{number}")


def test_a_published_list_is_verified_by_the_script(table, cast, tmp_path):
    several(table, 5)
    one = published(cast)
    code, said = verified(one.as_file(), tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "All 5 throws are what the promised seed gives.")
    assert one.digest in said


def _turn_a_face(data):
    data["throws"][2]["faces"][0] = data["throws"][2]["faces"][0] % 20 + 1


def _drop(data):
    del data["throws"][1]


def _drop_the_last(data):
    del data["throws"][-1]


def _swap(data):
    data["throws"][0], data["throws"][1] = data["throws"][1], data["throws"][0]


def _other_seed(data):
    data["seed"] = "00" + data["seed"][2:] if data["seed"][:2] != "00" else "01" + data["seed"][2:]


def _other_nonce(data):
    data["throws"][3]["nonce"] = "another-nonce"


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (_turn_a_face, "Throw 3 ("),
        (_drop, "Throw 2 is missing or moved"),
        (_drop_the_last, "5 throws were made, and 4 are listed."),
        (_swap, "Throw 1 is missing or moved"),
        (_other_seed, "The seed is not the one that was promised."),
        (_other_nonce, "Throw 4 ("),
    ],
)
def test_a_file_that_was_changed_is_found_out_and_where(table, cast, tmp_path, spoil, named):
    several(table, 5)
    data = json.loads(published(cast).as_file())
    spoilt = copy.deepcopy(data)
    spoil(spoilt)
    code, said = verified(spoilt, tmp_path)
    assert code == 1
    assert f"WRONG: {named}" in said


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seed": 3}', '{"seed": "zz"}'])
def test_an_invalid_file_is_reported_as_unreadable(tmp_path, text):
    code, said = verified(text, tmp_path)
    assert (code, said[:29]) == (2, "This file cannot be read: " + said[26:29])


def test_a_journal_that_was_changed_is_found_out_on_the_page(table, cast):
    several(table, 3)
    second = thrown(cast)[1]
    second.payload["values"] = [second.payload["values"][0] % 20 + 1]
    Event.objects.filter(pk=second.pk).update(payload=second.payload)
    one = published(cast)
    assert one.faults == (2,)
    page = client_of(cast.leo).get(f"/t/{cast.leo.token}/dice/").content.decode()
    assert "2." in page and 'outcome-failure"' in page


def test_a_throw_taken_out_of_the_journal_is_found_out(table, cast):
    several(table, 3)
    thrown(cast)[1].delete()
    assert published(cast).faults == (2, 3)


def test_publishing_is_for_the_game_master_and_cannot_be_undone(table, cast):
    roll(table)
    with pytest.raises(Refused):
        published_seeds.publish_seed(seat=cast.ana, sent=Sent.of("", "mine"))
    published(cast)
    command = Command.objects.filter(events__kind="dice_published").distinct().get()
    with pytest.raises(Refused):
        undo.undo(seat=cast.gm, sent=Sent.of("", "back"), command=command)
    with pytest.raises(Refused):
        published_seeds.publish_seed(seat=cast.gm, sent=Sent.of("", "again"))


def test_the_next_stream_is_promised_with_the_seed(table, cast):
    roll(table)
    old = source.open_stream(cast.campaign)
    published(cast)
    new = source.open_stream(cast.campaign)
    texts = json.dumps([one.payload for one in Event.objects.filter(kind="dice_published")])
    assert new.pk != old.pk
    assert fairness.promise(old.seed_bytes) in texts and fairness.promise(new.seed_bytes) in texts
    roll(table, key="another-key")
    assert thrown(cast)[-1].payload["drawn"]["index"] == 1


def test_a_seed_is_nowhere_on_the_page_before_it_is_published(table, cast):
    roll(table)
    stream = source.open_stream(cast.campaign)
    client = client_of(cast.gm)
    page = client.get(f"/t/{cast.gm.token}/dice/").content.decode()
    assert fairness.promise(stream.seed_bytes) in page
    assert stream.seed_bytes.hex() not in page
    assert client.get(f"/t/{cast.gm.token}/dice/{stream.token}/").status_code == 404
    answer = client.post(f"/t/{cast.gm.token}/dice/publish/", {})
    assert answer.status_code == 302
    file = client_of(cast.leo).get(f"/t/{cast.leo.token}/dice/{stream.token}/")
    assert json.loads(file.content)["seed"] == stream.seed_bytes.hex()
    assert not Encounter.objects.filter(campaign=cast.campaign).exists()
