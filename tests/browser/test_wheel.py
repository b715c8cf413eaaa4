"""The release, a wheel in an empty environment and a single file, is played in a browser outside the checkout.

The packages it needs are those of the checkout's own environment; nothing of the project is in there.
"""

import os
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import time
from urllib.parse import urljoin
from urllib.request import urlopen
from zipfile import ZIP_STORED

import pytest
from playwright.sync_api import expect

from release.__main__ import build_wheel as built
from release.single import write
from tablee import __version__
from tests.browser.test_three_windows import tick
from tests.faces import halves
from tests.faults.cluster import until
from tests.release.here import PYTHON, SYSTEM, packages
from tests.serve import PATIENCE, free_port

UV = [sys.executable, "-m", "uv"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout; its backend is one of the developers' requirements, and nothing is fetched."""
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The command, as the wheel installs it, and an empty home."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run([*UV, "pip", "install", "-q", "--no-deps", "--python", str(python), str(wheel)], check=True)
    (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    (folder / "home").mkdir()
    return Terminal([folder / "env" / "bin" / "tablee"], folder / "home", packages)


@pytest.fixture
def alone(wheel, tmp_path):
    """A single file and a Python in which none of its packages is installed, and an empty home."""
    file = write(tmp_path / "tablee.pyz", SYSTEM, wheel, {PYTHON: packages(tmp_path / "packages")}, ZIP_STORED)
    shutil.rmtree(tmp_path / "packages")
    (tmp_path / "home").mkdir()
    terminal = Terminal([os.path.realpath(sys.executable), file], tmp_path / "home")
    yield terminal
    terminal.kill()


class Terminal:
    """A terminal in which the command is typed, in an empty home folder."""

    def __init__(self, program, home, packages=None):
        self.program, self.home, self.packages = program, home, packages
        self.data = home / ".local" / "share" / "tablee"
        self.environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8"}
        self.process, self.screen = None, ""

    def run(self, *words):
        """A command that ends by itself: what it says, and its exit code."""
        options = {"cwd": self.home, "env": self.environment, "stdin": subprocess.DEVNULL, "text": True}
        answer = subprocess.run([*self.program, *words], **options, capture_output=True, timeout=PATIENCE)
        return answer.returncode, answer.stdout + answer.stderr

    def type(self, *words):
        """Begin a command whose keyboard and screen are a terminal's."""
        self.screen, (keyboard, other) = "", pty.openpty()
        options = {"cwd": self.home, "env": self.environment, "start_new_session": True}
        self.process = subprocess.Popen(
            [*self.program, *words], stdin=other, stdout=other, stderr=other, **options, preexec_fn=_own_terminal
        )
        os.close(other)
        self.keyboard = keyboard

    def wait(self, text):
        """Read until a text is on the screen."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen:
            assert time.monotonic() < deadline, self.screen
            if select.select([self.keyboard], [], [], 1)[0]:
                self.screen += os.read(self.keyboard, 4096).decode(errors="replace")

    def press(self, keys):
        os.write(self.keyboard, keys.encode())

    def end(self):
        """Press Ctrl+C, and return the exit code."""
        self.press("\x03")
        self.wait("Stopped. Your tables are kept in")
        code = self.process.wait(PATIENCE)
        os.close(self.keyboard)
        return code

    def kill(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()


def _own_terminal():
    """Make the keyboard the controlling terminal, by which Ctrl+C becomes a signal."""
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.default_int_handler)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal(installed):
    yield installed
    installed.kill()


def test_two_questions_and_the_demonstration_is_played_in_a_browser(terminal, window):
    port = _started(terminal, "1", "1")
    links = re.findall(rf"http://127\.0\.0\.1:{port}/j/\w+/", terminal.screen)
    assert len(links) == 5 and f"Your data: {terminal.data}" in terminal.screen
    _play(window(), window(width=390, height=844), links[0])
    assert terminal.end() == 0


def test_own_tables_are_kept_private_for_one_program_at_a_time_and_served_again(terminal):
    port = _started(terminal, "1", "2")
    assert terminal.run("demo", "--port", port) == (
        1,
        f"Port {port} is in use by another program: choose another one with --port.\n",
    )
    code, text = terminal.run("--port", str(free_port()))
    assert (code, text.count("\n")) == (1, 1) and f"already runs on these data ({terminal.data}" in text
    assert stat.S_IMODE(terminal.data.stat().st_mode) == 0o700
    private = {stat.S_IMODE(path.stat().st_mode) for path in terminal.data.iterdir() if path.is_file()}
    assert private == {0o600}
    assert terminal.end() == 0

    terminal.type("--port", port)
    terminal.wait("Ctrl+C stops it")
    assert "[1]" not in terminal.screen and f"Open http://127.0.0.1:{port} on this machine." in terminal.screen
    assert terminal.end() == 0
    assert sorted(path.name for path in terminal.home.iterdir()) == [".local"]


def test_a_single_file_is_played_with_nothing_but_python(alone, window):
    port = _started(alone, "1", "1")
    assert alone.screen.startswith(f"Unpacking Tablée {__version__} into {alone.home}/.cache/tablee, once only.")
    assert f"`python3 {alone.program[1]} --ask` asks again" in alone.screen
    gm, player = window(), window(width=390, height=844)
    _play(gm, player, re.search(rf"http://127\.0\.0\.1:{port}/j/\w+/", alone.screen)[0])
    face = {"name": "visage.jpg", "mimeType": "image/jpeg", "buffer": halves()}
    player.locator(".portrait-link").click()
    player.locator("#portrait-file").set_input_files([face])  # decoded by a process of its own
    player.locator(".portrait-form button").first.click()
    expect(gm.locator(".group-card img.portrait").first).to_be_visible()
    code, text = alone.run("backup", "all.zip")  # another process, beside the one that serves
    assert (code, text) == (0, "Written into all.zip and read back. Tables: 5.\n"), text
    assert alone.end() == 0
    assert sorted(path.name for path in alone.home.iterdir()) == [".cache", ".local", "all.zip"]


def test_the_systemd_unit_serves_the_installed_copy(terminal, tmp_path):
    unit = (terminal.packages / "tablee" / "deploy" / "tablee@.service").read_text()
    port = free_port()
    python, *words = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1].replace("%i", str(port)).split()
    assert python == "/opt/tablee/.venv/bin/python" and "WorkingDirectory=/opt/tablee\n" in unit
    site = {"TABLEE_VAR": str(tmp_path / "data"), "TABLEE_URL": f"http://127.0.0.1:{port}"}
    command, where = terminal.program[0].with_name("python"), {"cwd": tmp_path, "env": {**terminal.environment, **site}}
    subprocess.run([command, "-m", "tablee", "prepare"], **where, check=True, capture_output=True, timeout=PATIENCE)
    process = subprocess.Popen([command, *words], **where)
    try:
        until(lambda: _is_ready(port), "the process is ready")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _is_ready(port):
    try:
        return urlopen(f"http://127.0.0.1:{port}/ready/", timeout=PATIENCE).status == 200
    except OSError:
        return False


def _started(terminal, *answers):
    """Answer the two questions, and return the port once the site is open."""
    port = str(free_port())
    terminal.type("--ask", "--port", port)
    for question, answer in zip(("Who plays?", "At which tables?"), answers, strict=True):
        terminal.wait(question)
        terminal.press(f"{answer}\n")
    terminal.wait("Ctrl+C stops it")
    return port


def _play(gm, player, link):
    """A player ticks a wound on their phone, and the game master sees it; both read the language of the terminal."""
    _sit(gm, link)
    _sit(player, gm.locator("form[action*='/j/']").nth(1).get_attribute("action"), gm.url)
    assert "Atkinson" in gm.evaluate("getComputedStyle(document.body).fontFamily"), "styles are there"
    card = gm.locator(".group-card").filter(has_text="Élowen")
    expect(card).not_to_contain_text("Serious")
    tick(player, "Body", "Serious")
    expect(card).to_contain_text("Serious")


def _sit(page, link, beside=""):
    page.goto(urljoin(beside, link))
    page.locator("main form button").first.click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")


def test_the_rules_of_a_game_are_told_without_the_checkout(terminal):
    code, text = terminal.run("rules", "polaris")
    assert code == 0 and "POL-" in text and text.endswith("The tests that prove the rules come with a checkout.\n")
