"""Failures are named at once, because the list at the end of a run may be minutes away."""

import pytest


class Naming:
    """Writes a line for each test that fails, in the process where all reports arrive."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = crash.message.partition("\n")[0] if crash else ""
            terminal.ensure_newline()
            terminal.write_line(f"FAILED NOW: {report.nodeid}: {report.when}: {why}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Naming(config))
