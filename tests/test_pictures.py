"""The pictures of the documents: each is shown, and made by a story that `make pictures` plays."""

import re
from pathlib import Path

from tests.pictures.stories import STORIES

DOCS = Path(__file__).resolve().parent.parent / "docs"
MOST = 1_500_000  # bytes of the picture that moves
PAGES = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]


def shown() -> set[str]:
    return {name for page in PAGES for name in re.findall(r"img/([\w-]+\.(?:png|webp))", page.read_text())}


def test_a_story_makes_each_picture_once_and_a_page_shows_it():
    made = [picture for story in STORIES.values() for picture in story.pictures]
    assert len(made) == len(set(made))
    assert set(made) == {path.name for path in (DOCS / "img").iterdir()} == shown()


def test_the_repository_stays_light():
    assert (DOCS / "img/table.webp").stat().st_size <= MOST
    assert sum(path.stat().st_size for path in (DOCS / "img").iterdir()) <= 3 * MOST
