"""A page that does not read its socket is closed with a code, and nobody else notices."""

import base64
import os
import socket
import struct
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.faults.cluster import LIVENESS, METRICS, open_pages, until

SMALL = 4096  # bytes that its side of the line holds


class Sleeper:
    """A page's connection that requests frames and then reads nothing."""

    def __init__(self, url, table, seat, page):
        where = urlsplit(url)
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.line.connect((where.hostname, where.port))
        head = [f"GET /ws/{seat['token']}/{page}/ HTTP/1.1", f"Host: {where.netloc}", f"Origin: {url}"]
        head += [f"Cookie: {table['cookie']}={seat['session']}", "Upgrade: websocket", "Connection: Upgrade"]
        head += [f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]
        self.line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())

    def code(self):
        """Wake up, read everything, and return the code the server closed with."""
        self.line.settimeout(LIVENESS)
        said = bytearray()
        while piece := self.line.recv(65536):
            said += piece
        at, kind = said.index(b"\r\n\r\n") + 4, 0
        while at < len(said) and kind != 8:
            kind, length, at = said[at] & 15, said[at + 1], at + 2
            if length >= 126:
                width = 2 if length == 126 else 8
                length, at = int.from_bytes(said[at : at + width], "big"), at + width
            body, at = said[at : at + length], at + length
        return struct.unpack("!H", body[:2])[0] if kind == 8 else None

    def port(self):
        """Its own port, by which the system knows the line."""
        return self.line.getsockname()[1]


def held(port):
    """True if the system still holds the server's end of a connection to this port."""
    rows = Path("/proc/net/tcp").read_text().splitlines()[1:]
    ends = [(row.split()[2], row.split()[9]) for row in rows]
    return any(int(far.split(":")[1], 16) == port and inode != "0" for far, inode in ends)


def write_at_length(server, table, seat, times):
    """Write long notes, which soon fill the system's buffers for a page that does not read.

    What was acknowledged.
    """
    url = f"{server.url}/t/{seat['token']}/characters/{seat['characters'][0]}/fields/notes/"
    cookies = f"{table['cookie']}={seat['session']}; {table['csrf']}={'x' * 32}"
    headers = {"Cookie": cookies, "X-CSRFToken": "x" * 32, "HX-Request": "true", "X-Live": "1"}
    done = []
    for number in times:
        said = {"notes": f"{number} " * 6_000, "replaces": "{}", "command": f"a-long-note-of-number-{number}"}
        if httpx.post(url, data=said, headers=headers, timeout=LIVENESS).status_code == 200:
            done.append({"seat": seat["token"], "key": said["command"], "words": ""})
    return done


def test_a_page_that_reads_nothing_is_let_go_and_the_others_have_everything(cluster):
    table = cluster(TABLEE_METRICS_TOKEN=METRICS)
    table.begin()
    (server,) = table.servers
    until(lambda: open_pages(server) == len(table.screens), "every page is open")
    seat = table.table["players"][0]

    def let_go(times):
        """A page that was closed because it read nothing."""
        page = Sleeper(server.url, table.table, seat, f"sheet/{seat['characters'][0]}")
        until(lambda: open_pages(server) == len(table.screens) + 1, "one page more is open")
        table.writers[0].acked += write_at_length(server, table.table, seat, times)
        until(lambda: open_pages(server) == len(table.screens), "the page that reads nothing is let go")
        return page

    # One after the other: who wakes up has a few seconds to do so.
    assert let_go(range(12)).code() == 1013
    never = let_go(range(12, 24))
    until(lambda: not held(never.port()), "nothing is kept of a page that never wakes")
    table.check()
    assert {screen.opened for screen in table.screens} == {1}, "nobody else had to come back"
