"""The server process notices an open but silent connection without help from the page."""

import asyncio
import signal
import socket

import pytest
import uvicorn
from django.template import engines

from config.serving import server as serving_server
from config.serving import warming
from config.serving.server import make_config
from tests.serve import FAREWELL, ROOT, Server
from tests.sockets import PATIENCE

NOTICED = 45  # seconds, at most
HANDSHAKE = b"""GET / HTTP/1.1\r
Host: here\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
Sec-WebSocket-Version: 13\r
\r
"""


def test_a_line_that_is_open_and_silent_is_given_up_in_time():
    config = make_config("127.0.0.1", 8000)
    assert config.ws_ping_interval and config.ws_ping_timeout
    assert config.ws_ping_interval + config.ws_ping_timeout + serving_server.GRACE <= NOTICED


@pytest.mark.parametrize("answers", [True, False])
async def test_only_a_client_that_ignores_a_ping_is_cut(answers, monkeypatch):
    monkeypatch.setattr(serving_server, "PING_EVERY", 0.2)
    # An answering client gets the time a busy machine needs, and is pinged for longer than that.
    monkeypatch.setattr(serving_server, "PING_ANSWERED", 2.0 if answers else 0.4)
    monkeypatch.setattr(serving_server, "GRACE", 0.2)
    ended = asyncio.Event()

    async def page(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        ended.set()

    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(make_config("127.0.0.1", 0, page))
        serves = asyncio.create_task(server._serve([door]))  # the public way takes the signals of this process
        reader, writer = await asyncio.open_connection(*door.getsockname())
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        for _time in range(15) if answers else ():
            ping = await asyncio.wait_for(reader.readexactly(6), PATIENCE)
            assert ping[0] == 0x89
            writer.write(bytes([0x8A, 0x84, 0, 0, 0, 0]) + ping[2:])
        assert not ended.is_set()
        if not answers:
            await asyncio.wait_for(ended.wait(), PATIENCE)
        writer.close()
        server.should_exit = True
        await serves


@pytest.mark.slow("a real server")
def test_a_server_that_is_interrupted_ends_without_a_word(tmp_path):
    server = Server(tmp_path)
    server.migrate()
    server.start()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(FAREWELL) == 0
    assert server.log.read_text() == ""


def test_a_process_compiles_no_template_of_a_live_part_once_it_serves(monkeypatch):
    warming.warm_up()
    live = engines["live"].env
    monkeypatch.setattr(live, "compile", None)
    names = [path.name for path in (ROOT / "templates/live").glob("*.*")]
    assert names and [live.get_template(name).name for name in names] == names
