"""Speed without a clock: the queries, drawings, bytes and loads of each act, the same on any machine."""

import gzip
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.journal import event_cache, journal, undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.live.cache import Cache
from campaigns.live.render import draw_pages
from campaigns.live.sockets import Parcel, Watch
from campaigns.models import Seat
from config.bundles import minify, minify_script
from encounters.log import entries, rows
from sheets import services as sheets
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = sorted([*(ROOT / "static/js").glob("*.js"), *(ROOT / "static/css").glob("*.css")])
KB = 1024


@pytest.fixture(autouse=True)
def no_stale_cache():
    """Switch the oracle of the cache off, which would draw each region twice and spoil the count."""


def queries(work):
    with CaptureQueriesContext(connection) as found:
        work()
    return len(found)


def tap(table, by):
    sheets.step(seat=table.cast.ana, sent=Sent.of("", by), character=table.elowen, path="luck.current", by=by)


def watch(seat, name, key=""):
    return Watch(seat.pk, name, key, seat.moved)


def drawn(table, *watched):
    """The texts of these pages as the hub draws them now, page by page."""
    return draw_pages.func(table.cast.campaign.pk, -1, watched, True).pages


@pytest.fixture
def counted(monkeypatch):
    """The regions drawn, one by one; nothing is kept from before."""
    found = []
    plain = regions.draw_anew
    monkeypatch.setattr(regions, "DRAWN", Cache(1000))
    monkeypatch.setattr(
        regions, "draw_anew", lambda placed, view: found.append((placed.id, view.circle)) or plain(placed, view)
    )
    return found


def test_a_tap_on_a_sheet_asks_the_database_little_whatever_happened_before(table):
    tap(table, -1)
    first = queries(lambda: tap(table, 1))
    for by in (-1, 1) * 10:
        tap(table, by)
    assert queries(lambda: tap(table, -1)) == first <= 11


def test_a_roll_asks_the_database_little(table):
    assert queries(lambda: table.roll(table.cast.ana, table.elowen, faces=[7])) <= 9


def test_a_roll_from_its_page_to_its_answer_asks_the_database_little(table, lay):
    client = client_of(table.cast.ana)
    address = f"/t/{table.cast.ana.token}/characters/{table.elowen.token}/roll/"

    def post():
        lay(7)
        answer = client.post(address, {"check": "rifles"}, headers={"HX-Request": "true", "X-Live": "1"})
        assert answer.status_code == 200 and "data-snack" in answer.text

    post()
    assert queries(post) <= 13


def test_lines_that_stand_in_no_journal_any_more_are_not_kept(table, monkeypatch):
    monkeypatch.setattr(entries, "PAGE", 4)
    monkeypatch.setattr(rows, "MOST_READY", 6)
    monkeypatch.setattr(regions, "VALUES", Cache(10))
    sizes = []
    for by in (-1, 1) * 6:
        tap(table, by)
        drawn(table, watch(table.cast.gm, "table"))
        kept = regions.VALUES.items()
        sizes += [len(ready) for (_table, (*_whose, name)), (_stamp, ready) in kept if name[0] == "ready lines"]
    assert max(sizes) == 6 and min(sizes) == 4


def test_links_names_and_acts_undone_long_ago_are_fetched_once(table, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 2)
    monkeypatch.setattr(entries, "PAGE", 4)
    pages = [watch(table.cast.gm, "table"), watch(table.cast.screen, "screen")]
    table.roll(table.cast.ana, table.elowen, faces=[7])
    for by in (-1, 1) * 3:
        tap(table, by)
        drawn(table, *pages)
    with CaptureQueriesContext(connection) as asked:
        for by in (-1, 1):
            tap(table, by)
            drawn(table, *pages)
    again = [row["sql"] for row in asked if row["sql"].startswith("SELECT")]
    assert not [sql for sql in again if '"undoes_id" IS NOT NULL' in sql or "campaigns_invitation" in sql]
    assert not [sql for sql in again if "\"role\" = 'player'" in sql]


@pytest.mark.slow("a fight begun, declared and drawn after each act")
def test_an_undo_that_grows_old_makes_no_older_act_be_read_again(table, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 6)
    fight = Fight(table)
    fight.act("start")
    foe, page = fight.id("Garde de station"), watch(table.cast.ana, "fight", fight.token)
    fight.declare_nothing_until("Élowen")
    undo.undo(seat=fight.gm, sent=fight.sent(), command=fight.act("hide", fighter=foe).command)
    drawn(table, page)
    read = []
    for kind in ("hide", "reveal") * 3:
        fight.act(kind, fighter=foe)
        with CaptureQueriesContext(connection) as asked:
            drawn(table, page)
        read += [row["sql"] for row in asked if f"\"encounter\" = '{fight.token}'" in row["sql"]]
    assert read and not [sql for sql in read if '"seq" > 0' in sql]


def test_one_command_is_one_message(table, monkeypatch, django_capture_on_commit_callbacks):
    heard = []
    monkeypatch.setattr(journal, "announce", lambda campaign, seq: heard.append(campaign))
    with django_capture_on_commit_callbacks(execute=True):
        table.roll(table.cast.ana, table.elowen, faces=[7])
    assert heard == [table.cast.campaign.pk]


def test_a_region_is_drawn_once_for_its_whole_circle(table, counted):
    cast = table.cast
    pages = [watch(cast.screen, "screen"), watch(cast.spectator, "screen"), watch(cast.leo, "screen")]
    drawn(table, *pages)
    placed = {one.id for seat in (cast.screen, cast.leo) for one in regions.find_page(seat, "screen").regions}
    assert len(counted) == len(set(counted)) == len(placed)


def test_a_command_redraws_the_regions_it_wrote_to_and_the_journal_and_nothing_else(table, counted, lay):
    cast, key = table.cast, table.elowen.token
    pages = [watch(cast.gm, "table"), watch(cast.ana, "sheet", key), watch(cast.screen, "screen")]
    drawn(table, *pages)
    counted.clear()
    lay(7)
    table.roll(cast.gm, table.pirate, "handguns", hidden=True)
    drawn(table, *pages)
    journal_regions = {
        "last_result",
        "log",
        "last_evening",
        "wall_story",
        "result_band",
        "invitation",
        "spotlight",
        f"last_result-{key}",
        f"log-{key}",
    }
    assert {name for name, _circle in counted} == journal_regions
    counted.clear()
    tap(table, -1)
    drawn(table, *pages)
    sheet = {f"{name}-{key}" for name in ("sheet_head", "stats", "vitals", "skills", "gear")}
    written = {name for name, _circle in counted} - journal_regions
    assert sheet < written
    assert not written & {
        f"pending-{key}",
        f"downtime-{key}",
        "pending",
        "encounters",
        "wall_head",
    }  # which read nothing of a number


def test_a_newcomer_is_shown_regions_already_drawn(table, counted):
    drawn(table, watch(table.cast.gm, "table"))
    before = len(counted)
    drawn(table, watch(table.cast.gm, "table"))
    assert len(counted) == before > 0


def test_drawing_asks_no_more_for_many_viewers_than_for_one(table):
    cast = table.cast
    everybody = [watch(seat, "screen") for seat in (cast.screen, cast.spectator, cast.leo)]
    drawn(table, *everybody)  # what a player's strips alone are made of is read here
    regions.DRAWN = Cache(1000)
    one = queries(lambda: drawn(table, watch(cast.screen, "screen")))
    regions.DRAWN = Cache(1000)
    three = queries(lambda: drawn(table, *everybody))
    assert three == one


@pytest.mark.parametrize(("name", "most"), [("gm", 6 * KB), ("ana", 6 * KB), ("screen", KB)])
@pytest.mark.parametrize("lines", [0, 60])
def test_the_frames_of_a_roll_are_small_however_long_the_journal(table, name, most, lines):
    pages = {
        "gm": watch(table.cast.gm, "table"),
        "ana": watch(table.cast.ana, "sheet", table.elowen.token),
        "screen": watch(table.cast.screen, "screen"),
    }
    for number in range(lines):
        tap(table, 1 if number % 2 else -1)
    table.roll(table.cast.ana, table.elowen, faces=[9])
    before = drawn(table, pages[name])[pages[name]]
    table.roll(table.cast.ana, table.elowen, faces=[7])
    after = drawn(table, pages[name])[pages[name]]
    changed = {region: text for region, text in after.items() if before.get(region) != text}
    assert changed and len(Parcel(changed, before).frame.encode()) <= most


def test_our_scripts_and_styles_are_light():
    scripts = [minify_script(f"js/{path.name}", path.read_text()).encode() for path in OURS if path.suffix == ".js"]
    styles = "".join(path.read_text() for path in OURS if path.suffix == ".css")
    files = (minify(styles).encode(), *scripts)  # as a site sends them
    assert sum(len(gzip.compress(file)) for file in files) <= 60 * KB


@pytest.mark.parametrize(("name", "most"), [("sheet", 24 * KB), ("table", 16 * KB)])
def test_a_page_is_light_on_the_wire(table, name, most):
    seat = table.cast.gm if name == "table" else table.cast.ana
    address = f"/t/{seat.token}/table/" if name == "table" else f"/t/{seat.token}/characters/{table.elowen.token}/"
    assert len(gzip.compress(client_of(seat).get(address).content)) <= most


def test_drawing_reads_no_more_of_a_long_history(table):
    cast, page = table.cast, watch(table.cast.ana, "sheet", table.elowen.token)
    fresh = Seat.objects.get(pk=cast.ana.pk)
    drawn(table, page)
    for by in (-1, 1) * 30:
        sheets.step(seat=fresh, sent=Sent.of("", f"{by}"), character=table.elowen, path="luck.current", by=by)
    short = queries(lambda: drawn(table, page))
    for by in (-1, 1) * 30:
        sheets.step(seat=fresh, sent=Sent.of("", f"{by}"), character=table.elowen, path="luck.current", by=by)
    assert queries(lambda: drawn(table, page)) == short
