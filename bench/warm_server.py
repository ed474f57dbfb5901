"""A server as a function, in a module that has made the pages already: what is forked from here starts at once."""

from __future__ import annotations

import os
import sys

from purrlor.cli import main
from purrlor.web.app import make_app
from purrlor.web.server.settings import settings

make_app(settings({}, secret="c4" * 32, database="sqlite:///never-opened.db"))


def serve(words: list[str], wishes: dict[str, str]) -> None:
    """All of a server process; `wishes` are its settings."""
    os.environ |= wishes
    sys.exit(main(["serve", *words]))
