"""Fixtures for tests/web: they are written in tests/fixtures."""

from tests.fixtures.browsers import (
    browser,  # noqa: F401
    browsers,  # noqa: F401
    house,  # noqa: F401
    pytest_runtest_setup,  # noqa: F401
    server,  # noqa: F401
)
from tests.fixtures.stores import (
    anyio_backend,  # noqa: F401
    leases_last,  # noqa: F401
    memory_folder,  # noqa: F401
    postgres,  # noqa: F401
    postgres_url,  # noqa: F401
    sqlite_tables,  # noqa: F401
    sqlite_url,  # noqa: F401
    store,  # noqa: F401
    store_url,  # noqa: F401
    tables,  # noqa: F401
)
