"""The secret of a webhook, and the signature that proves a message genuine and recent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

from django.conf import settings

from encounters.models import Webhook


def secret_of(hook: Webhook) -> str:
    """The secret of a webhook, derived from the site's secret key and not stored."""
    text = f"webhook:{hook.token}:{hook.renewed}"
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower().rstrip("=")


def sign(hook: Webhook, body: bytes) -> dict[str, str]:
    timestamp = str(int(time.time()))
    seal = hmac.new(secret_of(hook).encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Tablee-Timestamp": timestamp, "Tablee-Signature": f"v1={seal}"}
