"""Compiling takes up to a minute the first time: on a terminal a line says so, and goes when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from purrlor.core.language import system_language, translations


@contextmanager
def show_compiling() -> Iterator[None]:
    """Around the first call of compiled code."""
    from rich.console import Console

    said = translations(system_language()).gettext("Compiling the rules: the first time this takes a minute …")
    with Console(stderr=True).status(said):
        yield
