"""Circles: the readers of an act and of an answer, everybody at the table or game masters alone."""

from __future__ import annotations

from rules.core.scene import Action, Exchange, Scene
from rules.core.script import Request
from rules.engine.exchanges import find_concerned_unseen, is_unseen


def circle_of_request(scene: Scene, exchange: Exchange, request: Request) -> str:
    """The circle of an answer: ``gm`` if the request is secret or concerns a hidden fighter, else ``table``."""
    if request.secret or find_concerned_unseen(scene, exchange, request):
        return "gm"
    return circle_of(scene, exchange.action)


def circle_of(scene: Scene, action: Action) -> str:
    """The circle of an act: ``gm`` if it is by or about somebody hidden, else ``table``."""
    return "gm" if is_unseen(scene, action) else "table"
