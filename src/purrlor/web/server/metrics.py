"""Figures for an operator, as Prometheus reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

REQUESTS = Counter("purrlor_requests", "Requests answered", ("route", "status"))
SECONDS = Histogram(
    "purrlor_request_seconds",
    "Time to answer",
    ("route",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2),
)
FRAMES = Counter("purrlor_frames", "Frames sent to screens")
RENDER = Histogram(
    "purrlor_render_seconds",
    "Time to draw one board",
    ("game",),
    buckets=(0.0002, 0.0005, 0.001, 0.002, 0.005, 0.02, 0.1),
)
NUMBERS = Gauge("purrlor_tables", "What the tables of this process do", ("what",), multiprocess_mode="livesum")
answered, took, drew = cache(REQUESTS.labels), cache(SECONDS.labels), cache(RENDER.labels)
CONNECTIONS = Gauge("purrlor_connections", "Open live connections", multiprocess_mode="livesum")

LOOP_LATE = Gauge("purrlor_loop_late_seconds", "How late the event loop last was", multiprocess_mode="livemax")
TIGERS = Gauge("purrlor_tigers_ready", "Games whose search is ready; 0: no tigers", multiprocess_mode="livemin")
# Counted where no library for figures is loaded, and shown as they stand.
COUNTS = {
    "store_failures": Gauge(
        "purrlor_store_failures", "Times the store did not do what it was asked", multiprocess_mode="livesum"
    ),
    "takeovers": Gauge("purrlor_takeovers", "Tables taken over from processes that died", multiprocess_mode="livesum"),
    "tiger_fallbacks": Gauge(
        "purrlor_tiger_fallbacks", "Moves of tigers that were made without a search", multiprocess_mode="livesum"
    ),
    "thinkers_died": Gauge(
        "purrlor_thinkers_died", "Processes that think which ended and were replaced", multiprocess_mode="livesum"
    ),
    "workers_died": Gauge(
        "purrlor_workers_died", "Server processes that ended and were replaced", multiprocess_mode="livemax"
    ),
}
DEATHS = "workers-died"  # a file beside the figures of several processes: how many of them died


def show_tables(numbers: Mapping[str, int]) -> None:
    """What `Tables.numbers` says: tables in memory, running ones, viewers, decisions, thoughts under way."""
    for what, number in numbers.items():
        (COUNTS[what] if what in COUNTS else NUMBERS.labels(what)).set(number)
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        with suppress(OSError):
            COUNTS["workers_died"].set(int((Path(folder) / DEATHS).read_text()))


def show_tigers(ready: int, fallbacks: int, died: int) -> None:
    TIGERS.set(ready)
    COUNTS["tiger_fallbacks"].set(fallbacks)
    COUNTS["thinkers_died"].set(died)


def note_worker_died(folder: Path, pid: int, count: int) -> None:
    """The figures of a dead process that are about the present go; the others hear how many died so far."""
    multiprocess.mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
    (folder / DEATHS).write_text(str(count))


def exposition() -> tuple[bytes, str]:
    """The figures of this process, or of all of them where several serve."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
    return generate_latest(), CONTENT_TYPE_LATEST
