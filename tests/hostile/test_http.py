"""At least 2,000 hostile inputs to every form, path, query, header, die and file: refused with a sentence, or harmless.

Each is judged alike (``conftest.Judge``): no status of 500 or more, nothing changed where it was refused, the journal
whole where it was not, the strict policy on every answer, at most a second of work.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import corpus
from tests.hostile.conftest import INPUTS, inputs, part_of_inputs
from tests.hostile.wire import BOUNDARY, FORM, multipart, urlencoded
from tests.permissions import ROLES, TABLE_OF_ADDRESSES
from tests.test_permissions import PARAMETER, ROUTES

MULTIPART = b"multipart/form-data; boundary=" + BOUNDARY
RIGHT = {"format": "tablee-character", "version": 1, "game": "polaris", "kind": "pc", "data": {"name": "Lue"}}
HTMX = ((b"hx-request", b"true"), (b"x-live", b"1"))
nasty = st.one_of(st.sampled_from(corpus.ANYTHING), st.text(max_size=40), st.integers(-3, 10**20).map(str))
role = st.sampled_from(ROLES)
INSIDE = ("ana", "gm")
PARTS = 2  # of the forms


def answered(method):
    """The addresses that answer to a method at all."""
    place = ("GET", "POST").index(method)
    return sorted(name for name, rows in TABLE_OF_ADDRESSES.items() if "yes" in rows[place])


def spoilt(draw, fields):
    """The fields of a form with one to three of them no longer what the page offered."""
    fields = list(fields)
    for _change in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(fields) - 1)))
        how = draw(st.sampled_from(["value", "value", "value", "name", "absent", "twice", "stray", "many"]))
        if not fields or how == "stray":
            fields.append((draw(nasty)[:300], draw(nasty)))
        elif how == "value":
            fields[place] = (fields[place][0], draw(nasty))
        elif how == "name":
            fields[place] = (draw(nasty)[:300], fields[place][1])
        elif how == "absent":
            del fields[place]
        elif how == "twice":
            fields.append((fields[place][0], draw(nasty)))
        else:
            fields += [fields[place]] * draw(st.sampled_from([50, 1100]))
    return fields


def test_there_are_at_least_two_thousand_inputs():
    assert sum(INPUTS.values()) >= 2000


@pytest.fixture
def forms(judge):
    return judge.harvest()


@pytest.mark.slow("376 forms, and the whole journal folded after each that is taken")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_form_takes_whatever_its_fields_say(judge, forms, part):
    taken = {form.action.split("/")[-2] for form in forms}
    assert len(forms) > 60 and {"roll", "step", "actions", "answers", "participants", "file"} <= taken, sorted(taken)

    @part_of_inputs(part)
    @inputs("forms", PARTS)
    @given(st.data())
    def attack(data):
        form = data.draw(st.sampled_from(forms))
        fields = spoilt(data.draw, form.fields)
        script = data.draw(st.sampled_from([(), HTMX, HTMX[:1]]))
        if form.method == "GET":
            query = urlencoded(fields).decode()
            judge.send(form.role, "GET", f"{form.action}?{query}")
        elif form.files:
            sent = [("file", data.draw(nasty)[:200].replace("\n", ""), data.draw(st.binary(max_size=200)))]
            judge.send(form.role, "POST", form.action, body=multipart(fields, sent), kind=MULTIPART, headers=script)
        else:
            judge.send(form.role, "POST", form.action, form.action, body=urlencoded(fields), headers=script)

    attack()


@pytest.mark.slow("250 requests")
def test_every_parameter_of_every_path_may_be_anything(judge):
    with_parameters = [name for name, route in ROUTES.items() if PARAMETER.search(route)]

    @inputs("paths")
    @given(st.data())
    def attack(data):
        who = data.draw(role)
        if data.draw(st.integers(0, 4)) == 0:
            target = data.draw(
                st.one_of(st.sampled_from(corpus.PATHS), st.text(max_size=60).map(lambda text: f"/{text}"))
            )
            judge.send(who, data.draw(st.sampled_from(["GET", "POST"])), escaped(target))
            return
        name = data.draw(st.sampled_from(with_parameters))
        wanted = data.draw(st.sampled_from(PARAMETER.findall(ROUTES[name])))
        method = data.draw(st.sampled_from(["GET", "POST"]))
        target = judge.address(name, who, **{wanted: escaped(data.draw(nasty)[:3000])})
        judge.send(who, method, target, body=b"" if method == "GET" else b"path=luck.current&delta=1")

    attack()


@pytest.mark.slow("150 requests")
def test_every_page_takes_any_query(judge):
    pages = answered("GET")

    @inputs("queries")
    @given(st.data())
    def attack(data):
        who, name = data.draw(role), data.draw(st.sampled_from(pages))
        known = st.sampled_from(
            ["before", "character", "code", "next", "mode", "modifier", "difficulty", "tab", "page", "lang"]
        )
        pairs = data.draw(
            st.lists(st.tuples(st.one_of(known, nasty.map(lambda text: text[:200])), nasty), min_size=1, max_size=4)
        )
        query = urlencoded(pairs).decode()[: data.draw(st.sampled_from([20, 60_000]))]
        judge.send(who, "GET", f"{judge.address(name, who)}?{query}")

    attack()


@pytest.mark.slow("350 requests")
def test_every_header_may_hold_any_value(judge):
    value = st.one_of(st.binary(max_size=200).filter(lambda raw: not {0, 10, 13} & {*raw}), st.just(b"\xff" * 5000))
    strange = st.tuples(st.sampled_from(sorted({name for name, _value in corpus.HEADERS})), value)
    posts = [name for name in answered("POST") if name not in ("log-out", "read-character", "pair")]

    @inputs("headers")
    @given(st.data())
    def attack(data):
        who, method = data.draw(st.sampled_from(("anonymous", *INSIDE))), data.draw(st.sampled_from(["GET", "POST"]))
        name = data.draw(st.sampled_from(answered("GET") if method == "GET" else posts))
        said = data.draw(st.lists(st.one_of(st.sampled_from(corpus.HEADERS), strange), min_size=1, max_size=3))
        body = (
            urlencoded([(key, str(one)) for key, one in judge.ground.body(name).items()]) if method == "POST" else b""
        )
        judge.send(who, method, judge.address(name, who), body=body, headers=tuple(dict(said).items()))

    attack()


@pytest.mark.slow("300 files")
def test_any_bytes_may_be_sent_as_a_file(judge):
    known = corpus.files(RIGHT)

    @inputs("files")
    @given(st.data())
    def attack(data):
        raw = data.draw(st.one_of(st.sampled_from(known), st.binary(max_size=300)))
        called = data.draw(st.sampled_from(["a.json", "", "../../a", "\u202enosj.exe", "a" * 5000, "a\0.json"]))
        who = data.draw(st.sampled_from(INSIDE))
        body = multipart([], [("file", called, raw)])
        if data.draw(st.integers(0, 9)) == 0:
            body = body[: data.draw(st.integers(0, len(body)))]
        target = judge.address("read-character", who)
        judge.send(who, "POST", target, judge.address("characters", who), body=body, kind=MULTIPART)

    attack()


@pytest.mark.slow("120 throws")
def test_anything_may_be_typed_as_dice(judge):
    @inputs("dice")
    @given(st.data())
    def attack(data):
        who = data.draw(st.sampled_from(INSIDE))
        typed = data.draw(st.one_of(st.sampled_from(corpus.DICE), st.sampled_from(corpus.NUMBERS), nasty))
        if data.draw(st.booleans()):
            fields = [("check", "athletics"), ("faces", typed)]
            judge.send(who, "POST", judge.address("roll", who), judge.address("sheet", who), body=urlencoded(fields))
        else:
            fields = [(key, value) for key, value in judge.ground.answer.items() if key != "values"]
            judge.send(
                who, "POST", judge.address("answer", who), body=urlencoded([*fields, ("values", typed)]), kind=FORM
            )

    attack()


def escaped(text):
    """A path with everything escaped that would end it."""
    return (
        text.encode(errors="replace").decode().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        if "/" not in text[:1]
        else text
    )
