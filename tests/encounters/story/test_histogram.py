"""The dice of an evening, counted face by face."""

from types import SimpleNamespace

from encounters.story import histogram, recap
from tests.encounters.story.test_recap import evening


def test_the_dice_of_an_evening_are_those_its_reader_saw(table, lay):
    evening(table, lay)
    strip = recap.recap_for(table.cast.leo).evening.dice
    assert (strip.total, [label for label, count in strip.counts if count]) == (1, ["7"])
    assert strip.throwers == (("Élowen", 1),) and strip.mean == 7 and strip.middle == 10.5
    assert recap.recap_for(table.cast.gm).evening.dice.total == 2, "the one thrown unseen is the game master's alone"
    assert sum(len(squares) for _x, squares, _label, _count in strip.columns) == strip.total


def thrown_by(*rows):
    """The lines of these throws: who threw, and the faces."""
    results = [SimpleNamespace(who=who, faces=faces) for who, *faces in rows]
    return [SimpleNamespace(line=SimpleNamespace(results=[one])) for one in results]


def test_the_dice_of_an_evening_are_counted_face_by_face_and_drawn_from_below():
    lines = thrown_by(("Ana", 1), ("Leo", 20), ("Ana", 20, 21, 0), ("Ana", 10))
    strip = histogram.histogram_of(SimpleNamespace(die="20"), lines)
    assert {label: count for label, count in strip.counts if count} == {"1": 1, "10": 1, "20": 2}
    assert [label for label, _count in strip.counts] == [str(face) for face in range(1, 21)]
    assert (strip.total, strip.mean, strip.middle, strip.expected) == (4, 12.75, 10.5, 0.2)
    assert strip.throwers == (("Ana", 3), ("Leo", 1))
    assert (strip.width, strip.height, strip.line) == (200, 20, 18)
    assert strip.columns[0] == (0, [10], "1", 1) and strip.columns[1] == (10, [], "2", 0)
    assert strip.columns[19] == (190, [10, 0], "20", 2)


def test_the_dice_of_a_hundred_faces_are_counted_by_tens():
    strip = histogram.histogram_of(
        SimpleNamespace(die="%"), thrown_by(("Ana", 1), ("Ana", 10), ("Ana", 11), ("Ana", 100))
    )
    assert [label for label, _count in strip.counts][:2] == ["1–10", "11–20"] and len(strip.counts) == 10
    assert [count for _label, count in strip.counts] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert strip.middle == 50.5
    assert histogram.histogram_of(SimpleNamespace(die="%"), thrown_by(("Ana", 101))) is None
    assert histogram.histogram_of(SimpleNamespace(die=""), thrown_by(("Ana", 1))) is None
