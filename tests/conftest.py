"""For all tests: Ctrl-C reaches what they start, and those that depend on a busy machine's clock may try again."""

import logging
import signal
from collections.abc import Iterator

import pytest

# They drive real browsers, or let real processes race: tried again before they count as failed.
TIMED = (
    "test_around_browser",
    "test_art_browser",
    "test_company_browser",
    "test_hands_and_eyes",
    "test_live_browser",
    "test_shell_browser",
    "test_arena",
    "test_http_live",
    "test_http_run",
    "test_store_crash",
    "test_tables_bots",
    "test_tables_company",
    "test_tables_race",
    "test_tables_recovery",
    "test_workers",
)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the tests themselves run in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in TIMED:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A server sets the logs of its process up for itself; the next test wants to hear them."""
    logger = logging.getLogger("purrlor")
    before = logger.handlers, logger.propagate, logger.level
    yield
    logger.handlers, logger.propagate = before[:2]
    logger.setLevel(before[2])
