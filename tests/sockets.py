"""A socket of a page, driven without a server (channels' own tester needs a server package we do not ship)."""

import json
from typing import Any
from urllib.parse import urlsplit

from asgiref.testing import ApplicationCommunicator

SITE = "http://testserver"
PATIENCE = 20  # seconds a busy machine may take to answer


class Socket:
    """One websocket of a browser at `http://testserver`: `await Socket(application, "/live/").open()`."""

    def __init__(
        self,
        application: Any,
        path: str,
        cookies: str = "",
        origin: str | None = "http://testserver",
        host: str = "testserver",
        scheme: str = "ws",
    ) -> None:
        parts = urlsplit(path)
        headers = [(b"host", host.encode())]
        headers += [(b"origin", origin.encode())] if origin is not None else []
        headers += [(b"cookie", cookies.encode())] if cookies else []
        scope = {
            "type": "websocket",
            "scheme": scheme,
            "path": parts.path,
            "query_string": parts.query.encode(),
            "headers": headers,
            "subprotocols": [],
        }
        self.wire = ApplicationCommunicator(application, scope)

    async def open(self) -> bool:
        """Ask for the handshake and return whether it was accepted."""
        await self.wire.send_input({"type": "websocket.connect"})
        return (await self.wire.receive_output(PATIENCE))["type"] == "websocket.accept"

    async def frame(self) -> Any:
        """Return the next frame, decoded from JSON."""
        message = await self.wire.receive_output(PATIENCE)
        assert message["type"] == "websocket.send", message
        return json.loads(message["text"])

    async def text(self) -> str:
        """Return the next frame as text."""
        message = await self.wire.receive_output(PATIENCE)
        assert message["type"] == "websocket.send", message
        return message["text"]

    async def closed(self) -> int:
        """Return the code with which the server closes; a frame before that is a failure."""
        message = await self.wire.receive_output(PATIENCE)
        assert message["type"] == "websocket.close", message
        return message.get("code", 1000)

    async def silent(self, seconds: float = 0.2) -> bool:
        """True if nothing arrives for a while."""
        return await self.wire.receive_nothing(seconds)

    async def send(self, text: str) -> None:
        """Send a frame, which our pages never do."""
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def close(self, code: int = 1001) -> None:
        """Disconnect like a page, and let the server finish."""
        await self.wire.send_input({"type": "websocket.disconnect", "code": code})
        try:
            await self.wire.wait(PATIENCE)
        except TimeoutError:
            raise AssertionError("the consumer did not end after its page went away") from None
