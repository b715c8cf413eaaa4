"""The receiver of docs/webhook.md takes what we sign, and nothing that is altered, old or of somebody else."""

import json
import re
import threading
from pathlib import Path

import httpx
import pytest

from campaigns.outgoing.kinds import Answer
from encounters.models import Webhook
from encounters.webhook import signing
from encounters.webhook.signing import secret_of, sign

PAGE = Path(__file__).resolve().parents[3] / "docs" / "webhook.md"
BODY = json.dumps({"kind": "roll", "who": "Élowen", "text": "tire"}, ensure_ascii=False).encode()


@pytest.fixture
def documented():
    """The receiver as the page prints it, listening; with the secret of a webhook."""
    [source] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len([line for line in source.splitlines() if line.strip()]) <= 25
    names = {"__name__": "receiver"}
    exec(compile(source, "receiver", "exec"), names)
    hook = Webhook(token="a" * 16, language="fr", seq=0)
    names["SECRET"] = secret_of(hook).encode()
    server = names["HTTPServer"](("127.0.0.1", 0), type("Quiet", (names["Receiver"],), {"log_message": silent}))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield hook, f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def silent(*_args):
    """No line for each request."""


def post(address, body, headers):
    return Answer(httpx.post(address, content=body, headers=headers, trust_env=False).status_code)


def test_the_receiver_of_the_docs_accepts_our_messages(documented, capsys):
    hook, address = documented
    assert post(address, BODY, sign(hook, BODY)).arrived
    assert "roll Élowen tire" in capsys.readouterr().out


def test_the_receiver_of_the_docs_refuses_altered_unsigned_old_or_foreign_ones(documented, monkeypatch):
    hook, address = documented
    headers = sign(hook, BODY)
    assert not post(address, BODY.replace(b"roll", b"line"), headers).arrived
    assert not post(address, BODY, {}).arrived
    assert not post(address, BODY, {**headers, "Tablee-Timestamp": str(int(headers["Tablee-Timestamp"]) + 1)}).arrived
    renewed = Webhook(token=hook.token, renewed=1, language="fr", seq=0)
    assert not post(address, BODY, sign(renewed, BODY)).arrived
    now = signing.time.time()
    monkeypatch.setattr(signing, "time", type("Clock", (), {"time": staticmethod(lambda: now - 600)}))
    assert not post(address, BODY, sign(hook, BODY)).arrived
