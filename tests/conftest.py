"""For all tests: Ctrl-C reaches what they start, and those that depend on a busy machine's clock may try again."""

import logging
import os
import signal
from collections.abc import Iterator

import pytest

# Here real servers, browsers and processes race with the test: tried again before it counts as failed.
TIMED = {"server", "web", "bots"}

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the tests themselves run in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name in TIMED or item.path.stem == "test_arena":
            item.add_marker(pytest.mark.flaky(reruns=2))
        if item.get_closest_marker("slow") and not os.environ.get("PURRLOR_SLOW"):
            item.add_marker(pytest.mark.skip(reason="only with ./purr test --slow"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A test that came right only when it was tried again is a fault to find: it is named, and why."""
    for report in terminalreporter.stats.get("rerun", []):
        why = getattr(getattr(report.longrepr, "reprcrash", None), "message", str(report.longrepr))
        terminalreporter.write_line(f"TRIED AGAIN {report.nodeid} - {why.splitlines()[0]}", yellow=True)


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A server sets the logs of its process up for itself; the next test wants to hear them."""
    logger = logging.getLogger("purrlor")
    before = logger.handlers, logger.propagate, logger.level
    yield
    logger.handlers, logger.propagate = before[:2]
    logger.setLevel(before[2])
