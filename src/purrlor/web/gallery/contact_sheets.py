"""One picture a game with every window the layout is made for: `./purr gallery --windows DIR`."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from purrlor.core.game import Game, games
from purrlor.web.gallery.audit import SCRIPT, SIZES, quoted
from purrlor.web.gallery.screenshots import FLAGS, Camera, Studio, chromium, open_house

if TYPE_CHECKING:
    from playwright.async_api import Page

SHOWN = ("choosing", "drawn")  # the first of these that a game's gallery has
FONT = "DejaVu Sans"  # a wide one that comes with Chromium: the same picture wherever it is drawn
HIGH = 190  # pixels: every window is drawn this high
WIDTH = 1500
QUALITY = 50
STYLE = (
    "body { margin: 0; padding: 6px; background: #8d8478; font: 12px sans-serif; color: #fff;"
    " display: flex; flex-wrap: wrap; gap: 6px; } figure { margin: 0; } img { display: block; }"
)


def make_contact_sheets(folder: Path, only: str | None = None) -> int:
    """A sheet for every game (or for one) into the folder; the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [game for game in games() if only in (None, game.name)]
    asyncio.run(draw_sheets(folder, chosen))
    for game in chosen:
        file = folder / f"{game.name}.webp"
        print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")
    return 0


async def draw_sheets(folder: Path, chosen: Sequence[Game]) -> None:
    from playwright.async_api import async_playwright

    async with open_house(bots=0) as (services, address), async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
        studio = await Studio.furnish(services, address, browser, Camera("", *SIZES[0], "en", "light"), folder)
        for game in chosen:
            await draw_sheet(studio, game)
        await browser.close()


async def draw_sheet(studio: Studio, of: Game) -> None:
    states = of.part("board.gallery").STATES
    position, viewer = next(states[name] for name in (*SHOWN, *states) if name in states)
    table, page = await studio.pose(of, position), studio.page
    await page.goto(f"/t/{table.id}?seat={viewer}")
    await page.evaluate(SCRIPT.read_text("utf-8"))  # it knows when a page of another size has come to rest
    shots = []
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate("layoutAudit.settle()")
        await page.evaluate("font => layoutAudit.dress(font, 100)", quoted(FONT))
        shots.append(await taken(page, HIGH / height * 2, width, height))
    figures = "".join(
        f'<figure>{width} × {height}<img height="{HIGH}" src="data:image/webp;base64,{shot}"></figure>'
        for (width, height), shot in zip(SIZES, (b64encode(each).decode() for each in shots), strict=True)
    )
    await page.goto("about:blank")
    await page.set_viewport_size({"width": WIDTH, "height": 400})
    await page.set_content(f"<style>{STYLE}</style>{figures}")
    high = await page.evaluate("document.documentElement.scrollHeight")
    (studio.folder / f"{of.name}.webp").write_bytes(await taken(page, 1, WIDTH, high))


async def taken(page: Page, scale: float, width: int, height: int) -> bytes:
    """What the page shows, so many times as large."""
    session = await page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": min(scale, 1)}
    options = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True}
    return b64decode((await session.send("Page.captureScreenshot", options))["data"])
