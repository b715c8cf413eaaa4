"""The bytes of acts over sockets, as a table."""

from bench import wire


def taken(seconds, counts=wire.COUNTS):
    row = {f"{kind} {count}": [seconds] for kind in ("answered", "last", "processor") for count in counts}
    return row | {page: [1234.0, 99.0] for page in wire.ORDER}


def test_acts_are_listed_with_their_times_beside_a_roll():
    measured = {
        "a roll, gm": taken(0.010),
        "a roll, player": taken(0.030),
        "next turn, gm": taken(0.050),
        "an answer, gm": taken(0.040, counts=(2,)),
    }
    _head, _rule, *lines = wire.lines_of(measured)
    sizes = " / ".join(["1,234"] * 6)
    assert lines[0] == f"| next turn | gm | 50 / 50 / 50 | 50 / 50 / 50 | 2.5 | 50 / 50 / 50 | {sizes} |"
    assert lines[-1] == f"| an answer | gm | 40 / – / – | 40 / – / – | 0.0 | 40 / – / – | {sizes} |"


def test_two_viewers_are_a_game_master_and_a_player():
    assert [page.split()[0] for page in wire.ORDER[:3]] == ["gm", "player", "screen"]
