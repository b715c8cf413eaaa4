"""Two standards of Web Push: messages that the browser alone opens (RFC 8291), and the name of their sender (RFC 8292).

Every message has the same length, so that its size tells nothing of what it says.
"""

from __future__ import annotations

import base64
import binascii
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LENGTH = 1024  # of a message before it is encrypted
RECORD = 4096
POINT, SECRET = 65, 16  # bytes of the two keys of a browser
CURVE = ec.SECP256R1()


def encrypted(text: str, point: bytes, secret: bytes) -> bytes:
    """A message for the browser whose public ``point`` and ``secret`` these are. Raises ``ValueError``."""
    plain = text.encode() + b"\x02"
    if len(plain) > LENGTH:
        raise ValueError("A message is too long to look like the others.")
    salt, sender = os.urandom(16), ec.generate_private_key(CURVE)
    own = point_of(sender)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    source = _derived(shared, secret, b"WebPush: info\0" + point + own, 32)
    key = _derived(source, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(source, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, plain.ljust(LENGTH, b"\0"), None)


def signed(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, expires: int) -> str:
    """The header by which a push service knows this site: a token for that service, and the key that signed it."""
    claims = {"aud": audience, "exp": expires, "sub": contact}
    claimed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    numbers = utils.decode_dss_signature(key.sign(claimed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={claimed}.{encoded(signature)}, k={encoded(point_of(key))}"


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a key that a browser sent. Raises ``ValueError``."""
    try:
        return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def is_browser(point: bytes, secret: bytes) -> bool:
    """True of two keys for which a message can be encrypted."""
    if (len(point), len(secret)) != (POINT, SECRET):
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return True


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _json(values: dict[str, object]) -> str:
    return encoded(json.dumps(values, separators=(",", ":")).encode())
