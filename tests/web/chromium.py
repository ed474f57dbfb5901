"""Chromium for tests, with a font that the test names: what else is installed makes no difference to a layout."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from purrlor.server.gallery import FLAGS, NoBrowser, chromium

PATIENCE = 180_000  # milliseconds: a loaded machine is no fault of a page
# Debian's package of Chromium brings these families. In DejaVu Sans a line is about 1.3 times as wide as in the narrow.
NARROW, MEDIUM, WIDE = FONTS = ("Liberation Sans Narrow", "Liberation Sans", "DejaVu Sans")
TEXT_SIZES = (100, 130)  # percent of the browser's usual text
FILES = ("LiberationSansNarrow-", "LiberationSans-", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>{folder}</dir><cachedir>{folder}/cache</cachedir>
<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>{family}</string></edit></match>
</fontconfig>"""


@cache
def missing() -> str | None:
    """What browser tests lack here, with the command that helps; None where they can run."""
    if find_spec("playwright") is None or find_spec("axe_playwright_python") is None:
        return "browser tests need the packages playwright and axe-playwright-python: pip install -e '.[browser]'"
    try:
        chromium()
    except NoBrowser:
        return "browser tests need Chromium: sudo apt install chromium (other systems: install Chromium or Chrome)"
    absent = [name for name in FILES if not font_files(name)]
    if absent:
        return f"browser tests need fonts ({', '.join(absent)}): sudo apt install fonts-liberation fonts-dejavu-core"
    return None


def font_files(prefix: str) -> list[Path]:
    """The installed files whose names begin so."""
    return [file for place in FOLDERS for file in Path(place).expanduser().rglob(f"{prefix}*") if file.suffix == ".ttf"]


class Browsers:
    """One browser for each font that is asked for, all of one driver."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver, self.folder = driver, folder
        self.opened: dict[str, Any] = {}

    def of(self, font: str = MEDIUM) -> Any:
        if font not in self.opened:
            self.opened[font] = self.driver.chromium.launch(
                executable_path=chromium(),
                args=FLAGS,
                timeout=2 * PATIENCE,
                env={**os.environ, "FONTCONFIG_FILE": str(font_configuration(self.folder, font))},
            )
        return self.opened[font]

    def close(self) -> None:
        for browser in self.opened.values():
            browser.close()


@contextmanager
def open_browsers() -> Iterator[Browsers]:
    """Browsers for as long as a module needs them. While they are open, no other event loop runs in this thread."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="fonts") as folder, sync_playwright() as driver:
        browsers = Browsers(driver, Path(folder))
        try:
            yield browsers
        finally:
            browsers.close()


def font_configuration(folder: Path, family: str) -> Path:
    """A fontconfig file by which whatever family a page asks for is this one. Signs it lacks come from DejaVu Sans."""
    assert family in FONTS, family
    place = folder / family.replace(" ", "-")
    place.mkdir()
    for prefix in FILES:
        for file in font_files(prefix):
            if not (place / file.name).exists():
                shutil.copyfile(file, place / file.name)
    made = place / "fonts.conf"
    made.write_text(CONFIGURATION.format(folder=place, family=family))
    return made


def set_text_size(page: Any, percent: int) -> None:
    """As a person sets it in the browser: what is sized in rem grows, the window does not."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": round(16 * percent / 100)}})
