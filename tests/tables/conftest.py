"""Fixtures for tests/tables: they are written in tests/fixtures."""

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
