"""The ASGI application: how requests run, and what they send."""

import threading

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator

from config.asgi import application
from config.serving import threads


@pytest.fixture
def changes(monkeypatch):
    """Every change to a thread."""
    found, plain = [], SyncToAsync.__call__

    async def counted(self, *args, **kwargs):
        found.append(self.func)
        return await plain(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    return found


async def asked(path):
    """The status, headers and body of a page of the server's own."""
    headers = [(b"host", b"testserver")]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": headers,
        "http_version": "1.1",
    }
    wire = ApplicationCommunicator(application, scope)
    await wire.send_input({"type": "http.request", "body": b""})
    start, body, more = await wire.receive_output(5), b"", True
    while more:
        part = await wire.receive_output(5)
        body, more = body + part.get("body", b""), part.get("more_body", False)
    await wire.wait(5)
    return start["status"], dict(start["headers"]), body


async def test_a_request_runs_whole_in_one_change_of_thread(changes):
    status, headers, body = await asked("/alive/")
    assert status == 200 and body and b"content-security-policy" in {name.lower() for name in headers}
    assert len(changes) <= 3, "the signal that it begins, the page, and its end"


@pytest.mark.parametrize(("path", "status"), [("/static/js/live.js", 200), ("/static/js/no-such.js", 404)])
async def test_a_static_file_comes_with_the_headers_of_every_page(path, status):
    found, headers, body = await asked(path)
    assert found == status and (b"window.tablee" in body) is (status == 200)
    assert {b"content-security-policy", b"x-content-type-options"} <= {name.lower() for name in headers}


async def test_a_request_begins_no_thread_of_its_own(monkeypatch):
    await asked("/alive/")
    here, begun, plain = threading.get_ident(), [], threading.Thread.start

    def start(thread):
        if threading.get_ident() == here:
            begun.append(thread.name)
        plain(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    for _one in range(20):
        assert (await asked("/alive/"))[0] == 200
    # One of those that stay may not have come back yet when the next request is there.
    assert [name for name in begun if not name.startswith("page_")] == []


@pytest.mark.parametrize("path", ["/alive/", "/static/js/live.js"])
async def test_a_request_without_a_database_waits_for_no_page(path):
    away = threading.Event()
    for _one in range(threads.MOST_THREADS):
        threads.THREADS.submit(away.wait)
    try:
        assert (await asked(path))[0] == 200
    finally:
        away.set()
