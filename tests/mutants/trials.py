"""The trial of a change: the tests of a game in a fork, in which one module is another."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import select
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAMES = "rules/games"
MEMORY = 3 << 30  # a change that never ends must not take the machine with it
ENDLESS = {signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL}
LOADING = "loading"


class Finder(importlib.abc.MetaPathFinder):
    """Give modules that are compiled already, by their names; a changed one among them."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self.codes = codes

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None):  # type: ignore[no-untyped-def]
        if fullname not in self.codes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert spec and spec.origin
        spec.loader = Compiled(fullname, spec.origin)
        spec.loader.code = self.codes[fullname]
        return spec


class Compiled(importlib.machinery.SourceFileLoader):
    """A loader that has the code already."""

    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class Trial:
    """Run the tests in the order of a list, those it does not name first, and stop at the first that fails.

    ``seconds`` are what each test takes on the true game, ``without`` are left out. A test that takes many times as
    long ends the process: see ``in_a_fork``.
    """

    def __init__(self, order: Sequence[str], seconds: Mapping[str, float], without: frozenset[str]) -> None:
        self.place = {name: number for number, name in enumerate(order)}
        self.seconds, self.without = seconds, without
        self.ran, self.noticed = 0, ""

    def pytest_runtestloop(self, session) -> bool:  # type: ignore[no-untyped-def]
        if session.testsfailed:
            self.noticed = LOADING
            return True
        items = [one for one in session.items if one.nodeid not in self.without]
        self.run(sorted(items, key=lambda one: self.place.get(one.nodeid, -1)))
        return True

    def run(self, items: Sequence[Any]) -> None:
        """Run collected tests until one fails."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_PROF, 1 + 20 * self.seconds.get(item.nodeid, 0.0))
            self.ran += 1
            if _fails(item, following):
                self.noticed = item.nodeid
                break
        signal.setitimer(signal.ITIMER_PROF, 0)


def _fails(item: Any, following: Any) -> bool:
    """Run one test as pytest does, but for its report of a failure, which takes longer than most tests."""
    import pytest
    from _pytest.tmpdir import tmppath_result_key

    item.stash[tmppath_result_key] = {}  # the report would say here how the test went, and ``tmp_path`` looks for it
    item._initrequest()
    try:
        item.ihook.pytest_runtest_setup(item=item)
        item.ihook.pytest_runtest_call(item=item)
        item.ihook.pytest_runtest_teardown(item=item, nextitem=following)
    except pytest.skip.Exception:
        item.session._setupstate.teardown_exact(following)
    except (Exception, pytest.fail.Exception):
        return True
    finally:
        item._request, item.funcargs = False, None
    return False


def run_tests(paths: Sequence[str], plugin: object) -> int:
    """Collect some tests in this process, without the site around them, and let a plugin run them."""
    import pytest

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    words = [*paths, "-c", os.devnull, f"--rootdir={ROOT}", f"--confcutdir={ROOT}/tests/rules", "--assert=plain"]
    words += ["-p", "no:cacheprovider", "-p", "no:terminal"]
    return int(pytest.main(words, plugins=[plugin]))


def in_a_fork(work: Callable[[], Any], seconds: float = 0, patience: float | None = None) -> Any:
    """Return the result of ``work``, run in a process of its own with a limit of processor time and of time.

    Where that never came to an end, ``{"outcome": "killed"}``; where it broke by itself, ``{"outcome": "error"}``.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _do(work, write, seconds)
    os.close(write)
    with os.fdopen(read) as pipe:
        if not select.select([pipe], [], [], patience)[0]:
            os.kill(child, signal.SIGKILL)
        told = pipe.read()
    _pid, status = os.waitpid(child, 0)
    if told:
        return json.loads(told)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in ENDLESS:
        return {"outcome": "killed", "by": "time"}
    return {"outcome": "error", "by": f"ended with status {status}"}


def _do(work: Callable[[], Any], write: int, seconds: float) -> None:
    try:
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 6))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        told = work()
    except BaseException:
        told = {"outcome": "error", "by": traceback.format_exc()}
    with contextlib.suppress(OSError), os.fdopen(write, "w") as pipe:
        json.dump(told, pipe)
    os._exit(0)


def module_name(path: Path) -> str:
    """The name under which a file of the rules is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def loaded_anew(codes: Mapping[str, CodeType], stages: Sequence[Sequence[str]], trial: Callable[[], Trial]) -> Any:
    """Run the tests on a game that is loaded from the start, in a process that has loaded nothing of it yet.

    ``codes`` are its modules and those of its tests, ``stages`` are files of tests; a later one is asked when the
    earlier noticed nothing.
    """
    assert not codes.keys() & sys.modules.keys(), "the true game is loaded already"
    sys.meta_path.insert(0, Finder(codes))
    for paths in stages:
        one = trial()
        code = run_tests(paths, one)
        if one.noticed:
            return {"outcome": "killed", "by": one.noticed}
        if code or not one.ran:
            return {"outcome": "error", "by": f"pytest ended with {code} after {one.ran} tests"}
    return {"outcome": "survived", "by": ""}
