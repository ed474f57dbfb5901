"""Browsers, and a server, for as long as a module needs them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import Browsers, missing, open_browsers
from parlour_page import Parlour, parlour

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from visitors import running


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and (lack := missing()):
        pytest.skip(lack)


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    with open_browsers() as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Any:
    return browsers.of()


@pytest.fixture(scope="module")
def house(browsers: Browsers) -> Iterator[Parlour]:
    """A server in this process: tests pose positions on it."""
    with parlour(browsers) as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own; its address."""
    with running(tmp_path_factory.mktemp("parlour")) as address:
        yield address
