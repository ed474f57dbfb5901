"""A whole parlour for browser tests: a real server in a thread, positions posed on it, pages of people at it."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chromium import MEDIUM, PATIENCE, Browsers, set_text_size

from purrlor.core.game import game
from purrlor.server.gallery import Camera, Studio, open_house
from purrlor.server.identity import COOKIE

PHONE, DESK = (360, 740), (1280, 800)
NOON = 1_767_268_800  # a time for clocks that stand still
OPEN = "button[name=action]:not([aria-disabled=true])"
SHORT: dict[str, dict[str, object]] = {"rat-a-tat-cat": {"rounds": 1}, "pocket-cats": {"clans": "first"}}
# A page hears once the first frame has come down its line: what happens from then on reaches it.
HEARS = """
{ const Line = WebSocket; window.WebSocket = class extends Line { constructor(...told) {
  super(...told); this.addEventListener?.('message', () => { window.hears = true; }); } }; }
"""
SHOWS = """([shown, questions]) => {
const hand = document.querySelector('#hand'), of = name => hand.querySelector(`[name=${name}]`)?.value;
return document.querySelector('#board.over') || (hand.dataset.n >= shown && !(of('seen') < questions[of('seat')])); }"""
WATCH = """
try { localStorage.setItem('pace', 'quick') } catch {}
window.shifts = []; window.lost = []; window.tapped = -Infinity;
addEventListener('pointerdown', () => { tapped = performance.now(); }, true);
const playing = () => !document.querySelector('#board.over');  // the end is another page
const element = n => n && (n.closest ? n : n.parentElement);
const named = n => n ? n.localName + '#' + n.id + '.' + (n.getAttribute('class') || '') : '-';
// The browser believes a piece to be where its flight began until it is laid out again. So where pieces are among what
// has shifted the rest is counted by itself, as the browser counts: the part of the screen times how far it jumped.
// What comes into sight (a line at the edge of its box) was nowhere before: its rectangle of then is empty.
const shift = e => {
  const rest = e.sources.filter(s => !element(s.node)?.closest('[data-glide]'));
  if (rest.length === e.sources.length) return e.value;
  const pairs = rest.map(s => [s.previousRect, s.currentRect]).filter(([a, b]) => a.width && b.width);
  const jumps = pairs.map(([a, b]) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)));
  const area = pairs.reduce((sum, [a, b]) => sum + a.width * a.height + b.width * b.height, 0);
  return area / (innerWidth * innerHeight) * Math.max(0, ...jumps) / Math.max(innerWidth, innerHeight); };
window.watcher = new PerformanceObserver(list => { for (const e of list.getEntries()) if (playing())
  shifts.push([shift(e), e.sources.map(s => named(element(s.node))).join(' ')]); });
watcher.observe({ type: 'layout-shift', buffered: true });
addEventListener('DOMContentLoaded', () => {
  let held = false;
  const at = () => document.activeElement !== document.body;
  for (const kind of ['focusin', 'keyup']) addEventListener(kind, () => { held = at(); });
  const table = document.getElementById('table');
  if (table) new MutationObserver(() => { if (held && !at()) { held = false; lost.push(document.title); } })
    .observe(table, { subtree: true, childList: true, attributes: true });
});
"""


class Parlour:
    """The server of a module, the browsers, and everybody who comes. Deals and bots take their chance from `dice`."""

    def __init__(
        self, house: Any, address: str, browsers: Browsers, loop: asyncio.AbstractEventLoop, dice: random.Random
    ) -> None:
        self.house, self.address, self.browsers, self.loop, self.dice = house, address, browsers, loop, dice
        self.strangers: list[str] = []
        self.complaints: list[str] = []

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Something of the server's own, in its loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE / 1000)

    def studio(self, language: str) -> Studio:
        me = self.do(self.house.tables.make_identity({"en": "Mira", "ru": "Мира"}[language], language)).id
        return Studio(self.house, None, Camera("", 0, 0, language, "light"), Path(), me)

    def page(
        self,
        me: str | None = None,
        size: tuple[int, int] = DESK,
        language: str = "en",
        *,
        font: str = MEDIUM,
        text: int = 100,
        **wishes: Any,
    ) -> Any:
        """A page of this person's browser, in one of FONTS and with text of so many percent.

        Requests to other hosts and what the browser complains of are kept."""
        context = self.browsers.of(font).new_context(
            base_url=self.address, viewport={"width": size[0], "height": size[1]}, locale=language, **wishes
        )
        if me is not None:
            context.add_cookies([{"name": COOKIE, "value": self.house.signer.cookie(me), "url": self.address}])
        context.add_init_script(HEARS + WATCH)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if text != 100:
            set_text_size(page, text)
        page.on("request", lambda asked: self.strangers.extend([asked.url] * (not asked.url.startswith(self.address))))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.extend([said.text] * (said.type == "error")))
        return page

    def match(self, name: str, me: str, number: int = 0, options: dict[str, object] | None = None) -> str:
        """A short match against kittens, just begun and waiting for the person; its address. The same number is the
        same match."""
        seats = game(name).seats[0]
        given = SHORT.get(name, {}) if options is None else options
        self.dice.seed(f"{name} {number}")
        table = self.do(
            self.house.tables.create(me, name, seats, given, people=["Mira"], bots=["kitten"] * (seats - 1), begin=True)
        )
        self.until(lambda: not any(table.seats[seat].moves_itself for seat in table.waiting()))
        return f"/t/{table.id}"

    @contextmanager
    def decision(self, page: Any, again: Callable[[], object] | None = None) -> Iterator[None]:
        """What is done meanwhile is one decision of a person; then the page shows it, whatever cats decided.

        `again`: what a person does once more where nothing came of it, as when the board moved under the thumb."""
        table = self.house.tables.tables[page.url.rpartition("/t/")[2].partition("?")[0]]

        def made() -> int:
            return sum(not maker for maker in table.makers)

        before = made()
        yield
        self.until(lambda: made() > before, again)
        page.wait_for_function(SHOWS, arg=[table.shown, table.question])

    def until(self, holds: Callable[[], object], again: Callable[[], object] | None = None) -> None:
        """Wait until something holds that the server brings about; after a while `again` is tried."""

        async def looked() -> bool:  # in its loop, where nothing is half done
            return bool(holds())

        began = time.monotonic()
        while not self.do(looked()):
            passed = 1000 * (time.monotonic() - began)
            assert passed < PATIENCE, "it never comes"
            if again and passed > 10_000:
                again()
                again = None
            time.sleep(0.02)


@contextmanager
def parlour(browsers: Browsers) -> Iterator[Parlour]:
    """A server for as long as a module needs it."""
    loop, ready, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    dice, found = random.Random(), []

    async def serve() -> None:
        async with open_house(dice.randbytes, pace=0.0, bots=0) as opened:
            found.extend(opened)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE / 1000)
        house, address = found
        yield Parlour(house, address, browsers, loop, dice)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE / 1000)
        loop.close()


# What hands do


def seen(page: Any) -> str:
    return str(page.locator("[name=seen]").get_attribute("value"))


def is_over(page: Any) -> bool:
    return bool(page.locator("#board.over").count())


def wait_for_choice(page: Any) -> bool:
    """Until somebody is asked again; False at the end of the match."""
    page.wait_for_selector(f"{OPEN}, #board.over", state="attached")
    return not is_over(page)


FIRST = "[data-first]"  # the first half of a choice: marked on the page, and no decision yet


def begin_choice(page: Any, k: int = 0) -> None:
    """Where a choice has two halves, the first; then its second half is a button."""
    firsts = page.locator(f"{FIRST}:visible")
    if (count := firsts.count()) and not page.locator(f"{FIRST}:checked").count():
        firsts.nth(k % count).check()


def wait_for_line(page: Any) -> None:
    """Until whatever happens at the table reaches this page."""
    page.wait_for_function("() => window.hears")


def stop_clock(page: Any) -> None:
    """Its scripts' clock stands still from here on, also on the pages it opens: `page.clock.run_for` moves it."""
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + 1)


def wait_for_all_sent(page: Any) -> None:
    """Until whatever this page has sent by now was noted: requests are reported in the order they are made."""
    page.evaluate("new Promise(after => requestAnimationFrame(() => setTimeout(after))).then(() => fetch('/healthz'))")


def wait_for_one(pages: Sequence[Any], holds: Callable[[Any], object]) -> Any:
    """The first of these pages of which something holds; each look is a question to the browser."""
    late = time.monotonic() + PATIENCE / 1000
    while True:
        for page in pages:
            if holds(page):
                return page
        assert time.monotonic() < late, "it never comes"


def wait_for_frame(page: Any, old: str) -> None:
    """The answer to a decision: a new frame."""
    page.wait_for_function("n => document.querySelector('[name=seen]').value !== n", arg=old)
