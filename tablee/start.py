"""``tablee`` alone: two questions at the first start, the address on the screen, and the site until Ctrl+C."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from config import places
from config.serving.listening import open_socket, own_address, take_lock
from config.terminal import Sentence, _, in_terminal, terminal_language

ANSWERS_FILE, LOCALHOST = "start.json", "127.0.0.1"


@dataclass(frozen=True)
class Answers:
    network: bool = False
    demonstration: bool = True
    by_hand: bool = True

    @property
    def database(self) -> Path:
        return places.data() / ("demo.sqlite3" if self.demonstration else "tablee.sqlite3")


def start(words: Sequence[str]) -> None:
    options = _options(words)
    try:
        answers = _answers(options.ask)
        address = own_address() if answers.network else LOCALHOST
        if answers.network and address == LOCALHOST:
            print(in_terminal(_("This machine has no network: the page opens only on it.")))
            answers = replace(answers, network=False)
        site, host = f"http://{address}:{options.port}", "0.0.0.0" if answers.network else LOCALHOST
        with open_socket(host, options.port) as bound, take_lock(answers.database, site):
            bound.listen()  # early visitors wait and are not refused
            _serve(answers, site, bound, options)
    except Sentence as error:
        sys.exit(error.in_terminal())
    except KeyboardInterrupt:
        print("\n" + in_terminal(_("Stopped. Your tables are kept in %(folder)s")) % {"folder": places.data()})


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tablee")
    parser.add_argument("--port", type=int, default=8000, help="8000")
    parser.add_argument("--ask", action="store_true", help=in_terminal(_("ask the two questions again")))
    parser.add_argument("--no-browser", action="store_true", help=in_terminal(_("do not open a browser")))
    return parser.parse_args(words)


def use_chosen_database() -> None:
    """Let a command use the database chosen at the first start, unless the environment names one."""
    answers = _saved_answers()
    if answers is not None:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{answers.database}")


def _saved_answers() -> Answers | None:
    try:
        saved = json.loads((places.data() / ANSWERS_FILE).read_text())
        return Answers(**{key: bool(value) for key, value in saved.items()})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _answers(again: bool) -> Answers:
    """Return the answers of the last start, or ask now; without a terminal, the default answers.

    Answers are saved, so that a backup is of the served tables; after default answers, the next terminal is asked.
    """
    before, terminal = _saved_answers(), sys.stdin.isatty()
    if before is not None and not again and (before.by_hand or not terminal):
        return before
    answers = _ask_all() if terminal else Answers(by_hand=False)
    file = places.data() / ANSWERS_FILE
    file.touch(mode=0o600)
    file.write_text(json.dumps(asdict(answers)))
    return answers


def _ask_all() -> Answers:
    where = _ask(_("Who plays?"), _("this machine alone"), _("phones and screens of this network as well"))
    tables = _ask(
        _("At which tables?"), _("a demonstration: each game, in the middle of a fight"), _("your own, none yet")
    )
    return Answers(network=where == 2, demonstration=tables == 1)


def _ask(question: str, first: str, second: str) -> int:
    print(f"\n{in_terminal(question)}\n  1  {in_terminal(first)}\n  2  {in_terminal(second)}")
    while (typed := _typed()) not in ("", "1", "2"):
        print(in_terminal(_("1 or 2, please.")))
    return int(typed or 1)


def _typed() -> str:
    try:
        return input("[1] ").strip()
    except EOFError:
        return ""


def _serve(answers: Answers, site: str, bound: socket.socket, options: argparse.Namespace) -> None:
    os.environ |= {
        "TABLEE_URL": site,
        "TABLEE_COLLECTED": "1",
        "TABLEE_DEMO": "1" if answers.demonstration else "",
        "DATABASE_URL": f"sqlite:///{answers.database}",
        "CHANNELS_URL": "inmemory://",
        "CACHE_URL": "locmemcache://",
    }
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone, translation

    from config import versions
    from config.serving.server import serve

    with translation.override(terminal_language()):
        print(in_terminal(_("One moment …")), flush=True)
        versions.check_data()
        if versions.is_older():
            print(in_terminal(versions.COPIED) % {"file": versions.copy_database(timezone.now())})
        call_command("prepare", verbosity=0)
        page, entrance = _prepare_demonstration() if answers.demonstration else (f"{site}/", f"{site}/")
        _print_addresses(answers, site, entrance)
    if not options.no_browser:
        threading.Thread(target=_open_browser, args=(page,), daemon=True).start()
    serve(*bound.getsockname(), bound=bound)


def _prepare_demonstration() -> tuple[str, str]:
    """Create the demonstration and print its links; return those of the first game master and of new players."""
    from config.demo.data import demonstrate

    tables: dict[str, list[str]] = {}
    for link in demonstrate():
        tables.setdefault(link.campaign, []).append(link.address)
    print()
    for name, addresses in tables.items():
        print(f"  {addresses[0]}  {name}")
    first = next(iter(tables.values()))
    return first[0], first[-1]


def _print_addresses(answers: Answers, site: str, entrance: str) -> None:
    print()
    if answers.network:
        from config.management.commands.demo import draw

        draw(entrance)
        joins = in_terminal(_("Phones of this network join by this code, or at %(address)s"))
        print(joins % {"address": entrance})
    else:
        print(in_terminal(_("Open %(address)s on this machine.")) % {"address": site})
    print(in_terminal(_("Your data: %(folder)s")) % {"folder": places.data()})
    print(in_terminal(_("Ctrl+C stops it; `tablee --ask` asks again where you play.")), flush=True)


def _open_browser(page: str) -> None:
    """Open the page if there is a desktop, because a text browser would take over the terminal."""
    if sys.platform == "darwin" or any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))):
        webbrowser.open(page)
