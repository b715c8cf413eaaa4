"""How the site is served: one ASGI process, with the limits that its pages count on."""

from __future__ import annotations

import uvicorn

GOODBYE = 10  # seconds that open requests get when the process is told to end; sockets are closed with 1012


def serve(host: str, port: int) -> None:
    """Serve on an address until told to end.

    Behind a proxy on another machine, ``FORWARDED_ALLOW_IPS`` names it, as for any uvicorn.
    """
    uvicorn.run(
        "config.asgi:application",
        host=host,
        port=port,
        lifespan="off",
        ws="websockets-sansio",
        # A page sends nothing on its socket; a larger message is refused before it is in memory.
        ws_max_size=8192,
        # Deflate keeps half a megabyte for each socket.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE,
        # Its lines would hold addresses, and those of seats and links are secrets: config.logs writes ours.
        access_log=False,
        log_level="warning",
    )
