"""The wall clock jumps while eight people write: order comes from the journal, never from the clock."""

import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx
import pytest

from tests.faults.cluster import LIVENESS, until
from tests.serve import ROOT
from tests.services import absent

HOUR = 3600


@pytest.fixture
def clock(tmp_path):
    """The environment of a server whose clock can be moved, and ``move(seconds)`` from the true time."""
    compiler = shutil.which("cc")
    if compiler is None:
        absent("a C compiler", "apt-get install gcc libc6-dev")
    library, place = tmp_path / "clock.so", tmp_path / "shift"
    source = ROOT / "tests" / "faults" / "clock.c"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)

    def move(seconds):
        place.with_suffix(".new").write_text(str(seconds))
        place.with_suffix(".new").replace(place)

    move(0)
    return {"LD_PRELOAD": str(library), "TABLEE_CLOCK": str(place)}, move


def ahead(url):
    """The number of seconds a server is ahead of us, as it says in every answer."""
    said = parsedate_to_datetime(httpx.get(f"{url}/alive/", timeout=LIVENESS).headers["Date"])
    return (said - datetime.now(UTC)).total_seconds()


def new_year():
    """The seconds from now to just before the next year."""
    now = datetime.now(UTC)
    return int((datetime(now.year + 1, 1, 1, tzinfo=UTC) - now).total_seconds()) - 2


def test_a_clock_that_jumps_back_and_forth_changes_nothing(cluster, clock, times):
    environment, move = clock
    table = cluster(**environment)
    table.begin()
    for _time in range(times):
        for shift in (HOUR, -HOUR, new_year(), 0):
            move(shift)
            until(lambda wanted=shift: abs(ahead(table.servers[0].url) - wanted) < 60, "the server's clock has jumped")
            table.wait_acked(10)
    table.check()
