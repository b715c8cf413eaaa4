"""Compressed responses: with random padding, their size reveals nothing."""

import gzip

import pytest
from django.core.cache import cache

from encounters.dice import source
from tests.cast import client_of
from tests.secrets.evening import Dice
from tests.secrets.moment import Moment
from tests.secrets.playing import GOT
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_playing import NOTHING, ONE
from tests.test_permissions import PARAMETER, ROUTES

MOST_NOISE = 100  # bytes
NAMED = 8  # the flag of a gzip header that a name follows


class Packing(Moment):
    def packed(self, who):
        """The compressed answers of each address to a seat: names of headers, and bytes."""
        arguments = self.arguments_now(who)
        for name in GOT:
            known = arguments(name)
            address = PARAMETER.sub(lambda match, known=known: known.get(match[1], "a" * 16), ROUTES[name])
            cache.clear()
            answer = self.clients[who].get(address, headers={"accept-encoding": "gzip"})
            raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
            yield name, (answer.status_code, *answer.headers), raw


def noise_of(raw):
    """The length of the name in the head of a compressed answer."""
    return raw.index(b"\0", 10) + 1 - 10 if raw[3] & NAMED else 0


@pytest.mark.django_db
def test_the_size_of_compressed_data_is_that_of_its_bytes_plus_chance(monkeypatch):
    heads, noises = [], []
    for secret in (NOTHING, ONE):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        table = Packing("chroniques", secret)
        table.advance(MOMENTS["her turn"])
        table.clients["gm"], table.seats["gm"] = client_of(table.gm), table.gm
        for who in ("ana",) if secret is NOTHING else ("ana", "gm"):
            for name, head, raw in table.packed(who):
                heads.append((secret.seed, who, name, head))
                if "Content-Encoding" in head:
                    noises.append(noise_of(raw))
                    assert len(raw) - noises[-1] == len(gzip.compress(gzip.decompress(raw), 6, mtime=0)), (who, name)
    quiet, other = ([row[1:] for row in heads if row[0] == seed and row[1] != "gm"] for seed in (0, 1))
    assert quiet == other
    assert max(noises) <= MOST_NOISE and len(set(noises)) * 4 > min(len(noises), MOST_NOISE), noises
