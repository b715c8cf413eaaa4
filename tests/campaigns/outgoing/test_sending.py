"""A request to an outside address reaches only the allowed machine, and every failure is a sentence."""

import datetime
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from campaigns.outgoing import addresses, sending
from campaigns.outgoing.kinds import Request
from tests.campaigns.outgoing.receiver import HOST, Receiver

REQUEST = Request(f"http://{HOST}/table?x=1", (f"http://{HOST}", HOST), {"Tablee-Kind": "postcard"}, "Élowen".encode())
SECURE = REQUEST.__class__(f"https://{HOST}/", (HOST,), {}, b"{}")


def test_a_message_arrives_whole_under_the_name_of_its_host(receiver):
    answer = sending.send(REQUEST)
    assert (answer.status, answer.problem, answer.arrived) == (204, None, True)
    [(headers, body)] = receiver.came
    assert (headers["Host"], headers["Tablee-Kind"], body) == (HOST, "postcard", "Élowen".encode())


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(300, "redirects"), (301, "redirects"), (307, "redirects"), (399, "redirects"), (400, "400"), (500, "500")],
)
def test_no_redirect_is_followed_and_no_failure_taken_for_success(receiver, status, sentence):
    receiver.status = status
    answer = sending.send(REQUEST)
    assert not answer.arrived and sentence in str(answer.problem) and len(receiver.came) == 1


@pytest.mark.parametrize("status", [200, 204, 299])
def test_every_answer_of_success_is_an_arrival(receiver, status):
    receiver.status = status
    assert sending.send(REQUEST).arrived


def test_an_answer_that_never_ends_is_given_up_in_time(receiver, monkeypatch):
    monkeypatch.setattr(sending, "PATIENCE", 0.3)

    def trickle(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(1000):
            if handler.connection.recv(1) == b"":  # gone
                return
            handler.wfile.write(b"X-%d: y\r\n" % number)

    receiver.how = trickle
    assert "No answer" in str(sending.send(REQUEST).problem)


@pytest.mark.parametrize("text", [b"nonsense\r\n\r\n", b"", b"HTTP/1.1 999999 ?\r\n\r\n"])
def test_an_answer_that_is_none_is_a_sentence(receiver, text):
    receiver.how = lambda handler: handler.wfile.write(text)
    assert "cannot be read" in str(sending.send(REQUEST).problem)


def test_the_body_of_an_answer_is_not_read(receiver):
    def flood(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")

    receiver.how = flood
    assert sending.send(REQUEST).arrived


def test_nothing_answers_where_nobody_listens(monkeypatch):
    with Receiver() as gone:
        gone.be_known(monkeypatch)
    assert "Nothing answers" in str(sending.send(REQUEST).problem)


def test_a_message_no_longer_allowed_is_not_sent(receiver):
    answer = sending.send(Request(REQUEST.address, (), {}, b""))
    assert "allow" in str(answer.problem) and receiver.came == []


def test_a_name_that_leads_inside_by_now_is_not_sent_to(receiver, monkeypatch):
    monkeypatch.setattr(addresses, "is_outside", lambda _number: False)
    assert "outside only" in str(sending.send(REQUEST).problem) and receiver.came == []


def test_no_proxy_of_the_surroundings_sees_it(receiver, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert sending.send(REQUEST).arrived


def certificate(folder, name):
    """A certificate of a name, signed by itself, and its key: two files."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    built = x509.CertificateBuilder().subject_name(who).issuer_name(who).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(now - day).not_valid_after(now + day)
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    signed = built.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "cert.pem").write_bytes(signed)
    (folder / "key.pem").write_bytes(key.private_bytes(*plain))
    return folder / "cert.pem", folder / "key.pem"


@pytest.mark.parametrize(("name", "arrives"), [(HOST, True), ("another.example", False)])
def test_the_certificate_is_that_of_the_host_not_of_the_number(tmp_path, monkeypatch, name, arrives):
    cert, key = certificate(tmp_path, name)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    trusting = ssl.create_default_context(cafile=str(cert))
    monkeypatch.setattr(sending, "certificates", lambda: trusting)
    with Receiver(context) as secure:
        secure.be_known(monkeypatch)
        answer = sending.send(SECURE)
    assert answer.arrived is arrives
    assert arrives or f"not valid for {HOST}" in str(answer.problem)


def test_a_certificate_of_nobody_is_refused(tmp_path, monkeypatch):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path, HOST))
    with Receiver(context) as secure:
        secure.be_known(monkeypatch)
        assert "certificate" in str(sending.send(SECURE).problem) and secure.came == []
