"""Figures for an operator, as Prometheus reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache

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


def show_tables(numbers: Mapping[str, int]) -> None:
    """What `Tables.numbers` says: tables in memory, running ones, viewers, decisions, thoughts under way."""
    for what, number in numbers.items():
        NUMBERS.labels(what).set(number)


def exposition() -> tuple[bytes, str]:
    """The figures of this process, or of all of them where several serve."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
    return generate_latest(), CONTENT_TYPE_LATEST
