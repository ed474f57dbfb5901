"""A picture of a position as a file: SVG as it is, PNG by resvg (purrlor[pictures]) or by the system's Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from purrlor.core.errors import BadOption
from purrlor.core.installation.extras import missing_from
from purrlor.core.language import N_

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
SCALE = 2  # pixels of a PNG for one unit of the drawing
LONGEST = 300  # seconds that a busy machine may take


def write_picture(svg: str, path: Path) -> None:
    """Write the drawing as the file's ending says."""
    if path.suffix not in (".svg", ".png"):
        raise BadOption(N_("A picture is FILE.svg or FILE.png, not {file}."), file=path.name)
    try:
        if path.suffix == ".svg":
            path.write_text(svg, encoding="utf-8")
        else:
            path.write_bytes(png_of(svg))
    except OSError as error:
        raise BadOption(N_("Cannot write {file}: {why}."), file=path, why=error.strerror) from error


def png_of(svg: str, scale: float = SCALE) -> bytes:
    if not missing_from("pictures"):
        return drawn_by_resvg(svg, scale)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise BadOption(
            N_("A PNG needs Chromium or pip install 'purrlor[pictures]', and neither is here: or write FILE.svg.")
        )
    size = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', svg)
    assert size is not None
    width, height = (round(float(part)) for part in size.groups())
    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder, "page.html"), Path(folder, "picture.png")
        page.write_text(f'<!doctype html><meta charset="utf-8"><body style="margin:0">{svg}', encoding="utf-8")
        wishes = [f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", "--hide-scrollbars"]
        wishes += [f"--force-device-scale-factor={SCALE}", f"--screenshot={picture}", page.as_uri()]
        try:
            subprocess.run([browser, *FLAGS, *wishes], capture_output=True, timeout=LONGEST, check=False)
            return picture.read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            raise BadOption(N_("Chromium drew no picture: try again, or write FILE.svg.")) from None


def drawn_by_resvg(svg: str, scale: float) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
