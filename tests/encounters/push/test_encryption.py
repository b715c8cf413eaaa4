"""Messages that the browser alone opens, after the example of the standard; and the key of the site."""

import stat

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from encounters.push import keys
from encounters.push.encryption import LENGTH, are_browser_keys, decode, encode, encrypt, sign
from tests.encounters.push.browser import CURVE, Browser, claims

# RFC 8291, section 5 and appendix A.
PRIVATE, SECRET = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_browser_of_these_tests_opens_the_example_of_the_standard():
    private = ec.derive_private_key(int.from_bytes(decode(PRIVATE), "big"), CURVE)
    text, _length = Browser("", private, decode(SECRET)).opened(decode(BODY))
    assert text == "When I grow up, I want to be a watermelon"


def test_a_browser_opens_our_encryption_and_nobody_else_does():
    browser, other = Browser("https://x.example/1"), Browser("https://x.example/1")
    bodies = [encrypt(text, browser.point, browser.secret) for text in ("", "À vous !", "x" * (LENGTH - 1))]
    assert [browser.opened(body) for body in bodies] == [
        ("", LENGTH),
        ("À vous !", LENGTH),
        ("x" * (LENGTH - 1), LENGTH),
    ]
    assert len({len(body) for body in bodies}) == 1
    with pytest.raises(InvalidTag):
        other.opened(bodies[0])
    with pytest.raises(ValueError, match="too long"):
        encrypt("x" * LENGTH, browser.point, browser.secret)


def test_no_two_messages_are_alike():
    browser = Browser("")
    assert len({encrypt("À vous", browser.point, browser.secret) for _time in range(20)}) == 20


@pytest.mark.parametrize(
    ("point", "secret"),
    [
        (b"", b"x" * 16),
        (b"\x04" + b"\x01" * 64, b"x" * 16),
        (b"\x05" + b"\x00" * 64, b"x" * 16),
        (Browser("").point, b"x"),
    ],
    ids=["no point", "off the curve", "unknown form", "short secret"],  # a point differs in each process
)
def test_keys_that_are_none_are_known(point, secret):
    assert not are_browser_keys(point, secret)


@pytest.mark.parametrize("text", ["é", "a", "!!!!", "a b"])
def test_invalid_base64_is_no_key(text):
    with pytest.raises(ValueError, match=r"."):
        decode(text)


def test_a_service_can_identify_the_sender():
    key = ec.generate_private_key(CURVE)
    said, public = claims(sign(key, "https://push.example", "https://table.example", 1_700_000_000))
    assert said == {"aud": "https://push.example", "exp": 1_700_000_000, "sub": "https://table.example"}
    assert decode(public) == Browser("", key).point


def test_the_key_of_the_site_is_made_once_for_its_owner_alone(tmp_path, settings):
    settings.VAR = tmp_path
    public, path = keys.public_key(), tmp_path / keys.NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and list(tmp_path.iterdir()) == [path]
    assert keys.public_key() == public and len(decode(public)) == 65 and encode(decode(public)) == public
    kept = path.read_bytes()
    keys.make_key(path)  # another process comes second
    assert path.read_bytes() == kept and list(tmp_path.iterdir()) == [path]
