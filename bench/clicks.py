"""From a click to the other player's screen: two browsers at one table, on 127.0.0.1, in Debian's Chromium.

    purrlor bench clicks [--game pocket-cats] [--clicks 60] [--json]

The time runs from the click in one page until the other page's DOM has changed; both clocks are the machine's own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.async_api import Page, async_playwright
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent))

from load import Process, free_port, quantile
from server import SECRET, SERVER, SERVER_CORE, lay_tables

from purrlor.web.cookies import COOKIE
from purrlor.web.gallery.screenshots import FLAGS

MATCHES, MOST = 12, 500
OPEN = "button[name=action]:not([aria-disabled=true])"
QUICK = "try { localStorage.setItem('pace', 'quick') } catch {}"
CLICK = """k => {
  const open = document.querySelectorAll('button[name=action]:not([aria-disabled=true])');
  const at = performance.timeOrigin + performance.now();
  open[Math.floor(k * open.length)].click();
  return at;
}"""
WATCH = """() => {
  window.changed = new Promise(done => {
    const eye = new MutationObserver(() => { eye.disconnect(); done(performance.timeOrigin + performance.now()); });
    eye.observe(document.getElementById('table'), { subtree: true, childList: true, attributes: true });
  });
}"""


RESTS = "() => !document.getAnimations().some(each => each.playState === 'running')"  # nothing flies any more


async def one_click(pages: list[Page], dice: Random) -> float | None:
    """Seconds, or None if nobody is asked: the match is over."""
    for k in dice.sample((0, 1), 2):
        if await pages[k].locator(OPEN).count():
            await pages[1 - k].evaluate(WATCH)
            at: float = await pages[k].evaluate(CLICK, dice.random())
            changed: float = await asyncio.wait_for(pages[1 - k].evaluate("changed"), 10)
            await asyncio.sleep(0.1)
            await asyncio.gather(*(page.wait_for_function(RESTS, timeout=8000) for page in pages))
            return (changed - at) / 1e3
    return None


async def measure(args: argparse.Namespace) -> dict[str, object]:
    dice = Random(1)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        laid_tables = await lay_tables(database, MATCHES, args.game)
        port = free_port()
        server = Process(SERVER, str(port), database, SECRET, str(SERVER_CORE))
        try:
            await server.until_open(port)
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
                for bench_table in laid_tables:
                    contexts = [
                        await browser.new_context(base_url=f"http://127.0.0.1:{port}") for _ in bench_table.seats
                    ]
                    pages = []
                    for seat, context in zip(bench_table.seats, contexts, strict=True):
                        await context.add_init_script(QUICK)
                        await context.add_cookies(
                            [{"name": COOKIE, "value": seat.cookie, "url": f"http://127.0.0.1:{port}"}]
                        )
                        pages.append(await context.new_page())
                        await pages[-1].goto(f"/t/{bench_table.id}")
                    await asyncio.sleep(1)
                    while len(times) < args.clicks and (took := await one_click(pages, dice)) is not None:
                        times.append(took)
                    for context in contexts:
                        await context.close()
                    if len(times) >= args.clicks:
                        break
                await browser.close()
        finally:
            server.end()
    return {
        "game": args.game,
        "clicks": len(times),
        "median_ms": quantile(times, 0.5),
        "p90_ms": quantile(times, 0.9),
        "p99_ms": quantile(times, 0.99),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="pocket-cats")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.clicks = min(args.clicks, MOST)
    found = asyncio.run(measure(args))
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        Console(width=100).print(
            f"{found['game']}: {found['clicks']} clicks to the other player's DOM: median {found['median_ms']:.1f} ms, "
            f"90 % {found['p90_ms']:.1f} ms, 99 % {found['p99_ms']:.1f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
