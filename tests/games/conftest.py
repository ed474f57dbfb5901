"""Fixtures for tests/games: they are written in tests/fixtures."""

from tests.fixtures.browsers import (
    browser,  # noqa: F401
    browsers,  # noqa: F401
    house,  # noqa: F401
    pytest_runtest_setup,  # noqa: F401
    server,  # noqa: F401
)
