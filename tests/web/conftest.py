"""A browser, and a server in a process of its own, for as long as a module needs them."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from parlour_page import PATIENCE

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from visitors import running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"], timeout=2 * PATIENCE
        )
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("parlour")) as address:
        yield address
