"""Hostile input: texts, numbers, dice, files, paths and headers known to cause trouble."""

import json

LONE = "\ud800"  # half of a character: legal in JSON's escapes, no text
LONG = 64 * 1024

TEXTS = (
    *("", " ", "\t\r\n", "\0", "a\0b", "\x1b[2J", "\x7f", "\x85", "\ufeff", "\ufffe", "\U0010ffff"),
    *("\u202e\u202dgnihton", "\u2066\u2067\u2068", "\u200b\u200d\u2060", "a" + "\u0301" * 300, "﷽" * 20, "ﷺİıſK"),
    *(LONE, f"{LONE}x", "\udfff\ud800", "é" * LONG, "x" * LONG, "🎲" * 1000),
    *(
        "null",
        "undefined",
        "true",
        "[]",
        "{}",
        "[object Object]",
        "None",
        "../../../etc/passwd",
        "C:\\CON",
        "%00",
        "%s%n%x",
    ),
    *("'; drop table campaigns_seat; --", '" or ""="', "1 or 1=1", "\\", "\\u0000", "${7*7}", "{{7*7}}", "{%raw%}"),
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "<!--csrf-->", "--><!--"),
    *(
        "=cmd|' /C calc'!A0",
        "http://[::1",
        "//elsewhere.example",
        "\r\nSet-Cookie: a=b",
        "(" * 2000,
        "a." * 2000,
        "__proto__",
    ),
    *("__class__", "constructor", "meta", "meta.owner", "wounds.body.light", "skills..", ".", "..", "0" * 100),
)
NUMBERS = (
    *("-0", "+1", "00012", "1e9", "1e400", "-1e400", "0x10", "0b1", "1_000", "1,5", "1.5", "½", "²", "१२", "١٢", "Ⅻ"),
    *("NaN", "nan", "Infinity", "-Infinity", "inf", "9" * 18, "9" * 19, "-9223372036854775809", "18446744073709551616"),
    *("9" * 5000, "9" * 100_000, "9" * 250_000, "−3", "--3", "+-3", "3-", "0.1e-999999999", "1e1000000000"),
)
DICE = (
    *(
        "1000000d1000000",
        "0\x1d",
        "d",
        "1d",
        "d0",
        "0d6",
        "-1d6",
        "1d-6",
        "1d6!",
        "1d6!!!!",
        "99999999999999999999d2",
        "2d6kh99999",
    ),
    *("1d6+" * 1000, "(1d6)" * 500, "1d20 " * 500, "20, " * 2000, "1+1", "7;8", "7 8 9", "7,", ",", "7/8", "0", "21"),
    *("1d1d1d1d1d1d1", "d%", "dF", "3d6 6 6", "1d6 adv", "6\0", "६", "⑥", "Ⅵ", "6.0", "6e0", "1" * 100_000),
)
ANYTHING = (*TEXTS, *NUMBERS, *DICE)

DEEP = 60_000
FILES = (
    *(
        b"",
        b"\0",
        b"\xff\xfe\0",
        b"\xef\xbb\xbf",
        b"null",
        b"[]",
        b'"x"',
        b"1",
        b"NaN",
        b"-Infinity",
        b"{}",
        b"{" * DEEP,
    ),
    *(b"[" * DEEP, b"[" * DEEP + b"]" * DEEP, b'{"a":' * DEEP + b"1" + b"}" * DEEP, b'{"a":1,"a":2}', b'"\\ud800"'),
    *(b"9" * 900_000, b'{"format":' + b"9" * 400_000 + b"}", b"1e999999999", b"x" * 1_000_001, b"\n" * 900_000),
    *(
        b"PK\x03\x04" + b"\0" * 500,
        b"\x1f\x8b\x08" + b"\0" * 500,
        b"%PDF-1.7",
        b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aa'>]>",
    ),
    *(b"&a: [*a, *a]", b"!!python/object/apply:os.system ['true']", b'{"__proto__": {}}', b'{"$ref": "#"}'),
)
PLAIN = (
    *(None, True, False, 0, -1, 1, 2**63, -(2**70), 10**400, 1.5, -0.0, [], {}, [[]], {"": ""}, {"a": {"a": {}}}),
    *(
        "\u202e",
        "\0",
        "",
        "x" * 5000,
        LONE,
        {"__class__": 1},
        [None] * 1000,
        {str(number): number for number in range(500)},
    ),
)

PATHS = (
    *("/" * 3000, "/%00", "/t/", "/t//", "/t/../t/", "/t/%2e%2e/%2e%2e/etc/passwd", "/static/../config/settings.py"),
    *(
        "/static/%2e%2e/%2e%2e/manage.py",
        "/static/..%5c..%5cmanage.py",
        "/static/",
        "/static/%00",
        "/static/\0.js",
        "/\ufffd",
    ),
    *(
        "/t/\u202e/",
        "/ws/a/b/",
        "//elsewhere.example/",
        "/.git/config",
        "/t/%/",
        "/" + "a" * 7000,
        "/t/" + "a/" * 1500,
        "*",
    ),
    *(
        "/j/aaaa-bbbb-cccc-dddd/",
        "/j/" + "a" * 16,
        "/j/" + "A" * 16 + "/",
        "/code",
        "/language",
        "/static/vendor/../js/live.js",
    ),
)
HEADERS = (
    *((b"content-type", value) for value in (b"", b";", b"text/plain", b"application/json", b"multipart/form-data")),
    *((b"content-type", b"multipart/form-data; boundary=" + one) for one in (b"", b'"', b"x" * 300, b"\xff", b"a b")),
    *(
        (b"content-type", b"application/x-www-form-urlencoded; charset=" + one)
        for one in (b"utf-7", b"utf-16", b"\xff", b"x" * 99)
    ),
    *((b"content-length", one) for one in (b"-1", b"x", b"9" * 30, b"1e3", b"0x10", b"\xb2", b"", b"99999999")),
    *(
        (b"transfer-encoding", b"chunked"),
        (b"expect", b"100-continue"),
        (b"upgrade", b"websocket"),
        (b"connection", b"\xff"),
    ),
    *(
        (b"host", one)
        for one in (b"", b"elsewhere.example", b"testserver:99999", b"[::1", b"testserver\xff", b"a" * 5000, b"..")
    ),
    *(
        (b"cookie", one)
        for one in (b"=", b";" * 3000, b"tablee_session=\xff", b"tablee_session=" + b"x" * 5000, b"a=\x01", b'"')
    ),
    *((b"cookie", b"tablee_csrf=" + one) for one in (b"", b"x", b"\xff" * 32, b"x" * 64, b"x" * 5000)),
    *((b"cookie", b"tablee_language=" + one) for one in (b"xx", b"../../etc", b"\xff", b"fr" * 500, b"e\0n")),
    *((b"cookie", b"tablee_theme=" + one) for one in (b'"><script>', b"\xff", b"x" * 3000)),
    *(
        (b"accept-language", one)
        for one in (b"\xff", b"fr;q=NaN", b"a-" * 2000, b"fr;q=" + b"9" * 3000, b"*", b"fr," * 900)
    ),
    *(
        (b"referer", one)
        for one in (b"\xff", b"http://[", b"http://testserver:x/", b"javascript:alert(1)", b"x" * 6000, b"//")
    ),
    *((b"origin", one) for one in (b"null", b"http://[", b"http://elsewhere.example", b"\xff", b"x" * 6000)),
    *((b"hx-request", one) for one in (b"true", b"false", b"\xff")),
    *((b"hx-current-url", one) for one in (b"http://[", b"\xff", b"%ff%fe")),
    *(
        (b"hx-current-url-uri-autoencoded", b"true"),
        (b"hx-prompt", b"%ff"),
        (b"hx-trigger-name", b"%00"),
        (b"hx-boosted", b"x"),
    ),
    *((b"x-live", one) for one in (b"1", b"0", b"\xff")),
    *(
        (b"x-page", one)
        for one in (b"/", b"sheet/", b"sheet/\xff", b"table/x", b"x" * 6000, b"fight/-", b"fight/a-b-c", b"people/1")
    ),
    *((b"x-csrftoken", one) for one in (b"", b"\xff", b"x" * 5000)),
    *((b"if-modified-since", one) for one in (b"x", b"\xff", b"Thu, 01 Jan 99999 00:00:00 GMT")),
    *((b"range", one) for one in (b"bytes=9-1", b"bytes=-", b"bytes=" + b"0-," * 900, b"x", b"bytes=0-" + b"9" * 400)),
    *((b"accept-encoding", one) for one in (b"\xff", b"gzip;q=x", b"," * 3000)),
    *(
        (b"x-forwarded-host", b"elsewhere.example"),
        (b"x-http-method-override", b"DELETE"),
        (b"x-forwarded-proto", b"\xff"),
    ),
)
FRAMES = (
    *(
        "",
        "{}",
        "[]",
        "null",
        "x" * 4096,
        "\0",
        "\u202e",
        '{"t":"hb"}',
        "[" * 4000,
        '{"type":"news","campaign":1,"seq":99}',
    ),
    *(b"", b"\0", b"\xff" * 4096, b"{}"),
)


def files(right: dict[str, object]) -> tuple[bytes, ...]:
    """Harmful files, and a valid one with each hostile value at each place."""
    spoilt = [{**right, key: value} for key in right for value in PLAIN]
    spoilt += [{**right, "data": {"name": value}} for value in PLAIN] + [
        {**right, "data": {key: 1}} for key in map(str, PLAIN)
    ]
    return (*FILES, *(json.dumps(one).encode() for one in spoilt))
