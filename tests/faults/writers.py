"""Writers: threads that press buttons as pages do, with keys, and send each command again until it is answered."""

from __future__ import annotations

import random
import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx

# A number that starts far from its bounds, so that what is added can be counted.
COUNTER, START = "creation_points.other", 500
PLACES = ("wounds.body.light", "wounds.head.light", "wounds.right_leg.moderate")
AGAIN = {429, 502, 503, 504}
TOAST = re.compile(r'<hx-partial hx-target="#toasts"[^>]*>(.*?)</hx-partial>', re.DOTALL)
UNDO = re.compile(r'action="(/t/[a-z2-7]+/undo/[a-z2-7]+/)"')


@dataclass(frozen=True)
class Act:
    """One command: its address and data, what it adds to the counter, and a unique text."""

    url: str
    body: dict[str, str]
    adds: int = 0
    words: str = ""


@dataclass
class Writer(threading.Thread):
    """A seat that acts on one character until stopped, and remembers the responses by command key."""

    number: int
    seat: dict[str, Any]
    table: dict[str, Any]
    servers: list[str]
    chance: random.Random
    silence: float = 20.0  # seconds after which an answer is given up
    acked: list[dict[str, str]] = field(default_factory=list)
    added: int = 0
    refused: int = 0
    resent: int = 0
    lost: int = 0
    strange: list[str] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    copied: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.ending = threading.Event()
        self.character = self.seat["characters"][self.number % len(self.seat["characters"])]
        self.home = f"/t/{self.seat['token']}/"
        self.last: tuple[str, Act] | None = None
        self.client = self._client()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while not self.ending.is_set():
            act = self.choose()
            key = f"{self.chance.getrandbits(96):024x}"
            answer = self._send(act, key)
            if answer is None:
                return
            done = self.note(act, key, answer)
            if self.chance.random() < 0.1:
                # A double tap, or an answer lost on the way: what is done is not done again. What was refused may
                # be done by now, for others write on the same character.
                self.resent += 1
                answer = self._send(act, key)
                if answer is not None and not done:
                    self.note(act, key, answer)

    def end(self) -> None:
        """Let it finish what it has begun."""
        self.ending.set()

    def choose(self) -> Act:
        """Choose the next command."""
        sheet = f"{self.home}characters/{self.character}/"
        kind = self.chance.choice(["step", "step", "edit", "edit", "tick", "roll", "roll", "undo"])
        if kind == "undo" and self.last is not None:
            url, undone = self.last
            self.last = None
            return Act(url, {}, adds=-undone.adds)
        if kind == "step":
            by = self.chance.choice([-2, -1, 1, 2])
            return Act(f"{sheet}step/", {"path": COUNTER, "delta": str(by)}, adds=by)
        if kind == "tick":
            place, delta = self.chance.choice(PLACES), self.chance.choice(["1", "-1"])
            return Act(f"{sheet}step/", {"path": place, "delta": delta})
        if kind == "roll":
            return Act(f"{sheet}roll/", {"check": self.chance.choice(self.table["checks"])})
        words = f"mot {self.number} {self.chance.getrandbits(64):016x}"
        return Act(f"{sheet}fields/archetype/", {"archetype": words, "replaces": "{}"}, words=words)

    def _send(self, act: Act, key: str) -> httpx.Response | None:
        """The response, after as many attempts as needed; ``None`` if stopped while the server is away."""
        body = urlencode({**act.body, "command": key})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        headers |= {"X-Page": f"sheet/{self.character}", "X-CSRFToken": "x" * 32}
        if self.number % 4:
            headers["X-Live"] = "1"
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            try:
                answer = self.client.post(act.url, content=body, headers=headers)
            except httpx.HTTPError:
                self.lost += 1
                self.copied.add(key)
                self.client.close()
                self.client = self._client()
                time.sleep(0.1)
                continue
            if answer.status_code not in AGAIN:
                return answer
            self.lost += answer.status_code != 429
            time.sleep(0.1)
        self.strange.append(f"no answer to {act}")
        return None

    def note(self, act: Act, key: str, answer: httpx.Response) -> bool:
        """Remember a response; true if the command is done."""
        if answer.status_code in (409, 422):
            self.refused += 1
            self.refusals[key] = f"{act}: {answer.status_code} {answer.text}"
            return False
        if answer.status_code != 200:
            self.strange.append(f"{answer.status_code} to {act}")
            return False
        if answer.headers.get("X-Same") == "1":
            return False
        self.acked.append({"seat": self.seat["token"], "key": key, "words": act.words})
        self.added += act.adds
        toast = TOAST.search(answer.text)
        found = UNDO.search(toast[1]) if toast else None
        self.last = (found[1], act) if found else None
        return True

    def _client(self) -> httpx.Client:
        cookies = {self.table["cookie"]: self.seat["session"], self.table["csrf"]: "x" * 32}
        # Another worker may answer what the first one did not: the key is what makes it the same command.
        server = self.chance.choice(self.servers)
        # No certificates: reading them takes longer than anything else a writer does.
        return httpx.Client(base_url=server, cookies=cookies, timeout=self.silence, verify=False)
