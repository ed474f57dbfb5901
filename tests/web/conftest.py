"""Tests that drive a real browser may meet a busy machine: those are tried again before they count as failed."""

import pytest

BROWSER = (
    "test_live_browser",
    "test_hands_and_eyes",
    "test_around_browser",
    "test_company_browser",
    "test_art_browser",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in BROWSER:
            item.add_marker(pytest.mark.flaky(reruns=1))
