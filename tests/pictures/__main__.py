"""Take the pictures of the documents anew: all of them, or those of the stories that are named."""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.waiting import PATIENCE
from tests.pictures.stories import STORIES
from tests.pictures.studio import Studio
from tests.services import chromium


def main() -> None:
    """Play each story in a headless Chromium on servers of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("stories", nargs="*", help=f"of {', '.join(STORIES)}; all without any")
    wanted = parser.parse_args().stories or list(STORIES)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory(prefix="tablee-pictures-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        studio = Studio(browser, Path(folder))
        for name in wanted:
            print(f"{name}: {', '.join(STORIES[name].pictures)}", flush=True)
            try:
                STORIES[name].play(studio)
            finally:
                studio.end()
        browser.close()


if __name__ == "__main__":
    main()
