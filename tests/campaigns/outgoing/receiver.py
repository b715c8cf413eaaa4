"""A receiver of deliveries on this machine, which the code under test takes for one outside."""

from __future__ import annotations

import socket
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from campaigns.outgoing import addresses

HOST = "receiver.example"


class Receiver:
    """A server that keeps the requests it gets, and answers with a status or with a function of the handler."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.status, self.how = 204, None
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        if context is not None:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]

    def __enter__(self) -> Receiver:
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def be_known(self, monkeypatch) -> None:
        """Answer for every name there is, at any port, as a machine outside."""
        here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", self.port))]
        monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_args, **_more: here)
        monkeypatch.setattr(addresses, "is_outside", lambda _number: True)
        monkeypatch.setitem(addresses.PORTS, "http", self.port)
        monkeypatch.setitem(addresses.PORTS, "https", self.port)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.came.append((dict(self.headers), body))
                if receiver.how is not None:
                    receiver.how(self)
                    return
                self.send_response(receiver.status)
                self.send_header("Location", "http://elsewhere.example/")
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                pass

        return Handler
