"""The site's key for push services: generated once and kept in the data folder, readable by its owner only."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from django.conf import settings

from encounters.push.encryption import CURVE, encode, point_of

NAME = "push_key.pem"


def public_key() -> str:
    return encode(point_of(private_key()))


def private_key() -> ec.EllipticCurvePrivateKey:
    return _read_key(Path(settings.VAR) / NAME)


@cache
def _read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    if not path.exists():
        make_key(path)
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path} holds another kind of key.")
    return key


def make_key(path: Path) -> None:
    """Write a new key, unless another process wrote one first: then that is kept."""
    pem = ec.generate_private_key(CURVE).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    handle, draft = tempfile.mkstemp(dir=path.parent)  # mode 0600
    with os.fdopen(handle, "wb") as file:
        file.write(pem)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
