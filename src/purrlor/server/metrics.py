"""Figures for an operator, as Prometheus reads them."""

from __future__ import annotations

import os

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
DECISIONS = Counter("purrlor_decisions", "Decisions taken at tables", ("game", "by"))
FRAMES = Counter("purrlor_frames", "Frames sent to screens")
SKIPPED = Counter("purrlor_frames_skipped", "Frames a slow screen never saw, because a newer one was there")
RENDER = Histogram(
    "purrlor_render_seconds",
    "Time to draw one board",
    ("game",),
    buckets=(0.0002, 0.0005, 0.001, 0.002, 0.005, 0.02, 0.1),
)
CONNECTIONS = Gauge("purrlor_connections", "Open live connections", multiprocess_mode="livesum")


def exposition() -> tuple[bytes, str]:
    """The figures of this process, or of all of them where several serve."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
    return generate_latest(), CONTENT_TYPE_LATEST
