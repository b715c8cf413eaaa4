"""The secret of a webhook, and the signature by which its receiver knows that a message is ours and new."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

from django.conf import settings

from encounters.models import Webhook


def secret_of(hook: Webhook) -> str:
    """The secret of a webhook, made of this site's own: it is stored nowhere."""
    text = f"webhook:{hook.token}:{hook.renewed}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower().rstrip("=")


def signed(hook: Webhook, body: bytes) -> dict[str, str]:
    now = str(int(time.time()))
    seal = hmac.new(secret_of(hook).encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Tablee-Timestamp": now, "Tablee-Signature": f"v1={seal}"}
