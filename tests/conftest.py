"""For all tests: which run together, what may be skipped, how far the run is, and Ctrl-C for what they start."""

import gc
import logging
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.fixtures.coverage_bar import COVERAGE, is_measured  # first: it watches the others being imported

# isort: split
from purrlor.core.game import games
from tests.fixtures.browsers import SHARED
from tests.fixtures.playing import CHANCE, DEALS

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the tests themselves run in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = "only with ./purr test --slow"
NO_BROWSER = "browser tests need"  # how the reason begins where a browser, its driver or its fonts are missing
# Where CI=true, any other skip fails the run: a test that never runs protects nothing.
ALLOWED_SKIPS = {
    SLOW: "minutes of learning or of measuring; run before a release",
    "signals": "Windows has none",
    "needs PyTorch: purrlor[gpu]": "gigabytes, for training alone; part of ./purr test --slow",
    "needs purrlor[parquet]: ./purr test --slow installs it": "55 MB for one export; part of ./purr test --slow",
    "needs hatchling: ./purr installs it": "a checkout whose environment was made another way",
    "needs a C++ compiler": "the rules as C++ are for those who have one",
    "no Caddy on this machine": "the proxy of docs/running.md is for operators; hosted checks install it on Linux",
}

LONG = {
    f"tests/{place}.py" for place in ("lab/test_bench", "lab/test_docs", "lab/test_notebooks", "lab/test_openspiel")
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: (turn_of(item.nodeid), is_measured(item)))  # compiling is not to be traced
    for item in items:
        if item.get_closest_marker("slow") and not os.environ.get("PURRLOR_SLOW"):
            item.add_marker(pytest.mark.skip(reason=SLOW))


class ByGroup(LoadScopeScheduling):
    """Tests that one process should run: they share a server and browsers, or a game that is compiled only once.

    The longest groups come first, so that all processes end alike. (Marks of xdist's own, `xdist_group`, are lost with
    pytest 9.)
    """

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # by number of tests: the order is that of the collection, see above

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroup:
    return ByGroup(config, log)


def group_of(nodeid: str) -> str:
    """A game, or a file."""
    test = nodeid.partition("[")[0]
    folders = test.split("/")
    if {"bots", "core", "games", "lab"} & set(folders):
        named = (known.name for known in games() if known.name in nodeid or known.folder.name in folders)
        usual = "rat-a-tat-cat" if {"bots", "arena"} & set(folders) else None  # most others there use it
        if group := next(named, usual):
            return group
    return test.partition("::")[0]


def turn_of(nodeid: str) -> int:
    """First what is compiled, then what is long, then everything else."""
    group = group_of(nodeid)
    if not group.endswith(".py"):
        return 0
    return 1 if "/browser/" in group or group in LONG else 2


def pytest_collection_finish() -> None:
    """What is there by now stays: to look through it again and again for garbage is a twentieth of a run."""
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    COVERAGE.trace_test(item)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if "browsers" not in getattr(item, "fixturenames", ()):
        SHARED.close()


def pytest_sessionfinish() -> None:
    SHARED.close()
    COVERAGE.save()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # not in a worker of xdist: what it reports arrives in the first process
        config.pluginmanager.register(Skips(), "purrlor-skips")
        if config.option.verbose < 0:
            config.pluginmanager.register(Progress(), "purrlor-progress")


@pytest.fixture(autouse=True)
def own_chance(request: pytest.FixtureRequest) -> None:
    """What a test meets by chance depends on its name alone, not on which tests ran before it in this process."""
    CHANCE.seed(request.node.nodeid)
    DEALS.seed(f"deals of {request.node.nodeid}")


class Skips:
    """Judges what was skipped: tests without a browser always fail the run, unknown skips fail it in CI."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.count(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.count(report)

    def count(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail") and isinstance(report.longrepr, tuple):
            self.reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        yield
        sentences = []
        without = {reason: n for reason, n in self.reasons.items() if reason.startswith(NO_BROWSER)}
        if without:
            passed = "passed" if session.exitstatus == pytest.ExitCode.OK else "not passed"
            sentences.append(f"{passed}, except {sum(without.values())} that need a browser: {next(iter(without))}")
        if os.environ.get("CI", "").lower() == "true":
            unknown = [reason for reason in self.reasons if reason not in ALLOWED_SKIPS and reason not in without]
            sentences += [f"skipped in CI, and not in ALLOWED_SKIPS of tests/conftest.py: {each}" for each in unknown]
        if sentences:
            print(*sentences, sep="\n", flush=True)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


class Progress:
    """With -q, instead of dots: how many tests are done, of how many, and since when."""

    def __init__(self) -> None:
        self.began = self.said = time.monotonic()
        self.done = self.total = 0
        self.is_terminal = sys.stdout.isatty()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = self.total or len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        if report.passed:
            return ("passed" if report.when == "call" else "", "", "")
        return ("skipped", "", "SKIPPED") if report.skipped and not hasattr(report, "wasxfail") else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self.done += 1
            now = time.monotonic()
            if now - self.said >= (2 if self.is_terminal else 30) and self.total:
                self.said = now
                minutes, seconds = divmod(int(now - self.began), 60)
                line = (
                    f"tests {self.done} of {self.total}, {100 * self.done // self.total} %, {minutes}:{seconds:02} min"
                )
                print(f"\r{line} " if self.is_terminal else line, end="" if self.is_terminal else "\n", flush=True)


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A server sets the logs of its process up for itself; the next test wants to hear them."""
    logger, root = logging.getLogger("purrlor"), logging.getLogger()
    before = logger.handlers, logger.propagate, logger.level
    roots = list(root.handlers)
    yield
    logger.handlers, logger.propagate = before[:2]
    logger.setLevel(before[2])
    root.handlers = [handler for handler in root.handlers if handler in roots]
