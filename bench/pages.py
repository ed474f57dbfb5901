"""What a page costs the one who opens it: bytes over the line, requests, and the time until the largest thing is drawn.

    purrlor bench pages [--slower 4] [--tries 5] [--json]

The first page and a fresh match of every game, phone size, empty cache, on 127.0.0.1, in Debian's Chromium whose CPU is
slowed down. The median of the tries is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import statistics
import sys

from playwright.async_api import Browser, ViewportSize, async_playwright
from rich.console import Console
from rich.table import Table as Grid

from purrlor.core.game import Game, games
from purrlor.web.cookies import COOKIE
from purrlor.web.gallery.screenshots import FLAGS, open_house

PHONE: ViewportSize = {"width": 360, "height": 740}
LARGEST = """window.largest = 0;
new PerformanceObserver(list => { for (const e of list.getEntries()) largest = e.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });"""


async def open_once(browser: Browser, address: str, at: str, cookie: str, slower: float) -> dict[str, float]:
    context = await browser.new_context(base_url=address, viewport=PHONE, locale="en", device_scale_factor=2)
    await context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    await context.add_init_script(LARGEST)
    page = await context.new_page()
    line = await context.new_cdp_session(page)
    sizes: list[float] = []
    strangers: list[str] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("request", lambda asked: strangers.extend([asked.url] * (not asked.url.startswith(address))))
    await line.send("Network.enable")
    await line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await page.goto(at)
    await page.wait_for_load_state("networkidle")
    facts = {
        "bytes": sum(sizes),
        "requests": len(sizes),
        "other_hosts": len(strangers),
        "largest_paint_ms": float(await page.evaluate("largest")),
    }
    await context.close()
    return facts


async def measure(chromium: str, slower: float, tries: int) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    async with async_playwright() as driver, open_house(bots=0) as (house, address):
        browser = await driver.chromium.launch(executable_path=chromium, args=FLAGS)
        me = (await house.tables.identities.create("Mira", "en")).id
        cookie = house.signer.cookie(me)
        pages: list[tuple[str, Game | None]] = [("first page", None), *((game.name, game) for game in games())]
        for name, game in pages:
            at = "/"
            if game is not None:
                seats = game.seats[0]
                cats = ["kitten"] * (seats - 1)
                table = await house.tables.create(me, game.name, seats, {}, people=["Mira"], bots=cats, begin=True)
                at = f"/t/{table.id}"
            runs = [await open_once(browser, address, at, cookie, slower) for _ in range(tries)]
            found[name] = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
        await browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="What a page costs the one who opens it.")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower than this machine")
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Chromium is not there: on Debian, apt install chromium.", file=sys.stderr)
        return 1
    found = asyncio.run(measure(chromium, asked.slower, asked.tries))
    if asked.json:
        print(json.dumps(found))
        return 0
    grid = Grid(title=f"CPU {asked.slower:g} × slower, the middle of {asked.tries} tries")
    for head in ("page", "kB in all", "requests", "other hosts", "largest paint, ms"):
        grid.add_column(head, justify="left" if head == "page" else "right")
    for name, facts in found.items():
        kilobytes, paint = facts["bytes"] / 1000, facts["largest_paint_ms"]
        grid.add_row(
            name, f"{kilobytes:.1f}", f"{facts['requests']:.0f}", f"{facts['other_hosts']:.0f}", f"{paint:.0f}"
        )
    Console().print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
