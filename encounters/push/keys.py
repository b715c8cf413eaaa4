"""The key by which push services know this site: made once, and kept in its data folder for its owner alone."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from django.conf import settings

from encounters.push.encryption import CURVE, encoded, point_of

NAME = "push_key.pem"


def public() -> str:
    """The public half, as a browser takes it."""
    return encoded(point_of(private()))


def private() -> ec.EllipticCurvePrivateKey:
    return _read(Path(settings.VAR) / NAME)


@cache
def _read(path: Path) -> ec.EllipticCurvePrivateKey:
    if not path.exists():
        make(path)
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path} holds another kind of key.")
    return key


def make(path: Path) -> None:
    """Write a new key, unless another process is first: then its key holds."""
    pem = ec.generate_private_key(CURVE).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    handle, draft = tempfile.mkstemp(dir=path.parent)  # which gives mode 0600
    with os.fdopen(handle, "wb") as file:
        file.write(pem)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
