"""Layout audit: `./purr audit` opens every screen in every font, text size and window, and says what does not fit.

The measuring itself is done by `audit.js` inside the page; what is intended is marked in the stylesheets (see there).
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict
from urllib.parse import urlsplit

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from purrlor.core.errors import BadOption
from purrlor.core.game import games
from purrlor.core.language import N_
from purrlor.web.gallery.audit_screens import Screen, boards, house_pages, sayings, templates
from purrlor.web.gallery.screenshots import FLAGS, PEOPLE, Camera, Studio, chromium, open_house

if TYPE_CHECKING:
    from playwright.async_api import FloatRect

SCRIPT = Path(__file__).with_suffix(".js")
SIZES = (  # foldable, phones upright, phones sideways, tablets, laptops and desktops, a television
    *((280, 653), (320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915)),
    *((740, 360), (844, 390), (915, 412)),
    *((768, 1024), (820, 1180), (1024, 768), (1180, 820)),
    *((1366, 768), (1280, 800), (1536, 864), (1920, 1080), (2560, 1440), (3840, 2160)),
)
FONTS = ("Liberation Sans Narrow", "Liberation Sans", "DejaVu Sans", "Noto Sans", "system-ui")
TEXT = (100, 130, 200)  # per cent
MARGIN = 40  # pixels around a finding in its picture
MOST_PICTURES = 300
# Everything that is tried in one window, in one call: dressing and measuring takes less time than asking for it.
TRIED = """async ([fonts, text, sayings, explains]) => {
  const all = [];
  await layoutAudit.settle();
  for (const percent of text) for (const font of fonts) {  // another font is less work than another text size
    await layoutAudit.dress(font, percent, true);
    let found = [...layoutAudit.measure(percent)];
    if (found.length) {  // a frame was on its way, or a page that is still arriving: what stays is a finding
      await layoutAudit.rest();
      found = [...layoutAudit.measure(percent)];
    }
    if (sayings.length) found.push(...layoutAudit.say(sayings));
    if (explains) found.push(...layoutAudit.explain());
    all.push(...found.map(each => ({ ...each, font, percent })));
  }
  return all; }"""
# The colours of dusk must not move a box nor frame one: then what fits by day fits at dusk.
MOVED_AT_DUSK = """async day => {
  await layoutAudit.settle();
  const dusk = layoutAudit.boxes();
  return dusk.length === day.length ? dusk.filter((box, k) => box !== day[k]) : dusk; }"""


class Trial(NamedTuple):
    """What is tried on every screen."""

    languages: tuple[str, ...] = ("en", "ru")
    sizes: tuple[tuple[int, int], ...] = SIZES
    fonts: tuple[str, ...] = FONTS
    text: tuple[int, ...] = TEXT
    game: str | None = None
    only: str = "*"  # names of screens, with wildcards and commas

    def wants(self, screen: str) -> bool:
        return any(fnmatch(screen, pattern) for pattern in self.only.split(","))


class Measured(TypedDict):
    """Something that does not fit, as audit.js says it."""

    kind: str
    where: str
    text: str
    more: str
    font: str
    percent: int
    box: list[float]  # x, y, width, height


class Finding(NamedTuple):
    """Something that does not fit, once for all the circumstances in which it was met."""

    kind: str
    screen: str
    language: str
    where: str
    text: str


@dataclass
class Report:
    """What was measured and what was found: finding -> (what is wrong, circumstances)."""

    measured: int = 0
    screens: set[str] = field(default_factory=set)
    fonts: tuple[str, ...] = ()
    same: dict[str, str] = field(default_factory=dict)  # a font that is another one here -> that one
    found: dict[Finding, tuple[str, list[str]]] = field(default_factory=dict)

    def add(self, screen: Screen, camera: Camera, measured: Measured) -> bool:
        """Whether it is new."""
        finding = Finding(measured["kind"], screen.name, camera.language, measured["where"], measured["text"])
        is_new = finding not in self.found
        _, met = self.found.setdefault(finding, (measured["more"], []))
        met.append(f"{camera.width}x{camera.height} {measured['font']} {measured['percent']}%")
        return is_new


async def audit(trial: Trial, pictures: Path | None = None, progress: Progress | None = None) -> Report:
    """Measure every screen of the trial."""
    from playwright.async_api import async_playwright

    report, chance = Report(), Chance()
    async with open_house(chance, bots=0) as (services, address), async_playwright() as play:
        services.tables.most_tables = 10_000
        browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for language in trial.languages:
                camera = Camera(language, *trial.sizes[0], language, "light")
                studio = await Studio.furnish(services, address, browser, camera, pictures or Path())
                studio.deal = chance.deal
                await Auditor(studio, trial, report, pictures, progress).walk()
                await studio.page.context.close()
        finally:
            await browser.close()
    if not report.screens:
        raise BadOption(N_("No screen is named like {pattern}. Try 'cat-cafe.*' or '*.lobby'."), pattern=trial.only)
    return report


class Chance:
    """Every screen is dealt from a seed of its own: a part of a walk measures what the whole one does."""

    def __init__(self) -> None:
        self.deal("")

    def deal(self, screen: str) -> None:
        self.dice = random.Random(screen)

    def __call__(self, count: int) -> bytes:
        return self.dice.randbytes(count)


class Auditor:
    """Walks through the screens of one language."""

    def __init__(
        self, studio: Studio, trial: Trial, report: Report, pictures: Path | None, progress: Progress | None
    ) -> None:
        self.studio, self.trial, self.report, self.pictures, self.progress = studio, trial, report, pictures, progress
        self.language = studio.camera.language

    async def walk(self) -> None:
        task = self.progress.add_task(self.language, total=None) if self.progress else None
        async for screen in self.screens():
            if self.progress and task is not None:
                self.progress.update(task, advance=1, description=f"{self.language} {screen.name}")
            await self.look_at(screen)

    async def screens(self) -> AsyncIterator[Screen]:
        for of in games():
            if self.trial.game in (None, of.name):
                async for screen in boards(self.studio, of, self.trial.wants):
                    yield screen
                async for screen in templates(self.studio, of, self.trial.wants):
                    yield screen
        if self.trial.game is None:
            async for screen in house_pages(self.studio, self.trial.wants):
                yield screen

    async def look_at(self, screen: Screen) -> None:
        page = self.studio.page
        said = sayings(screen.of, self.language, PEOPLE[self.language]) if screen.of else []
        for width, height in self.trial.sizes:
            camera = self.studio.camera._replace(width=width, height=height)
            await page.set_viewport_size({"width": width, "height": height})
            # What was opened may stand otherwise in another window; anything else is only laid out again.
            if screen.prepare or (width, height) == self.trial.sizes[0]:
                await page.goto(screen.address)
                if urlsplit(page.url).path != urlsplit(screen.address).path:
                    raise RuntimeError(f"{screen.name} is not at {screen.address}: that leads to {page.url}")
                await page.evaluate(SCRIPT.read_text("utf-8"))
            if not self.report.fonts:
                here, self.report.same = await page.evaluate(INSTALLED, self.trial.fonts)
                self.report.fonts = tuple(here)
            if screen.prepare:
                await page.evaluate(screen.prepare)
            tried = [list(map(quoted, self.report.fonts)), list(self.trial.text), said, screen.explains]
            found = await page.evaluate(TRIED, tried)
            self.report.screens.add(screen.name)
            self.report.measured += len(self.report.fonts) * len(self.trial.text)
            if (width, height) == self.trial.sizes[0]:
                found += await self.moved_at_dusk()
            for measured in found:
                if self.report.add(screen, camera, measured):
                    await self.tell(screen, camera, measured)

    async def moved_at_dusk(self) -> list[Measured]:
        """The page as it was measured last, once more in the colours of dusk."""
        page, font, percent = self.studio.page, quoted(self.report.fonts[-1]), self.trial.text[-1]
        for _ in range(2):  # part of the page may have arrived between day and dusk: what moves again is a finding
            day = await page.evaluate("layoutAudit.boxes()")
            await page.emulate_media(color_scheme="dark")
            moved = await page.evaluate(MOVED_AT_DUSK, day)
            await page.emulate_media(color_scheme="light")
            if not moved:
                break
        said = "stands otherwise at dusk"
        return [
            Measured(kind="dusk", where=box, text="", more=said, font=font, percent=percent, box=[0, 0, 0, 0])
            for box in moved[:1]
        ]

    async def tell(self, screen: Screen, camera: Camera, measured: Measured) -> None:
        """A new finding is said at once: all together take long."""
        if self.progress:
            at = f"{camera.width}x{camera.height} {measured['font']} {measured['percent']}%"
            what = f"{measured['where']} «{measured['text']}» {measured['more']}"
            line = f"{measured['kind']} {screen.name} {self.language} {at}: {what}"
            self.progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        if self.pictures:
            await self.photograph(screen, camera, measured)

    async def photograph(self, screen: Screen, camera: Camera, measured: Measured) -> None:
        """The place of a finding, and a little around it."""
        assert self.pictures is not None
        number = len(self.report.found)
        if number > MOST_PICTURES:
            return
        page = self.studio.page
        await page.evaluate("dress => layoutAudit.dress(...dress)", [measured["font"], measured["percent"]])
        high = await page.evaluate("document.documentElement.scrollHeight")
        x, y, wide, tall = measured["box"]
        left, top = max(0, min(x - MARGIN, camera.width - 80)), max(0, min(y - MARGIN, high - 80))
        clip: FloatRect = {
            "x": left,
            "y": top,
            "width": max(60, min(x + wide + MARGIN, camera.width) - left),
            "height": max(40, min(y + tall + MARGIN, high) - top),
        }
        self.pictures.mkdir(parents=True, exist_ok=True)
        file = self.pictures / f"{number:03}.{measured['kind']}.{screen.name}.{camera.language}.png"
        await page.screenshot(path=file, clip=clip, full_page=True)


# Fonts that are here, and those of them that are another one by another name: what `system-ui` is on this machine.
INSTALLED = """wanted => {
  const fonts = [], same = {}, quoted = font => font === 'system-ui' ? font : JSON.stringify(font);
  for (const font of wanted.filter(each => each === 'system-ui' || layoutAudit.has(quoted(each)))) {
    const twin = fonts.find(each => layoutAudit.widths(quoted(each)) === layoutAudit.widths(quoted(font)));
    if (twin) same[font] = twin; else fonts.push(font);
  }
  return [fonts, same]; }"""


def quoted(font: str) -> str:
    """A family as CSS writes it; a generic one has no quotes."""
    return font if font == "system-ui" else json.dumps(font)


def run(trial: Trial, pictures: Path | None, as_json: bool) -> int:
    """The verb: 0 if everything fits, 1 if not."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        report = asyncio.run(audit(trial, pictures, progress))
    if as_json:
        print(json.dumps(as_data(trial, report), ensure_ascii=False, indent=1))
    else:
        show(trial, report)
    return 1 if report.found else 0


def as_data(trial: Trial, report: Report) -> dict[str, object]:
    findings = [
        {**finding._asdict(), "more": more, "met": met} for finding, (more, met) in sorted(report.found.items())
    ]
    return {
        "screens": len(report.screens),
        "languages": trial.languages,
        "sizes": trial.sizes,
        "fonts": report.fonts,
        "same_fonts": report.same,
        "text": trial.text,
        "measured": report.measured,
        "findings": findings,
    }


def show(trial: Trial, report: Report) -> None:
    for finding, (more, met) in sorted(report.found.items()):
        print(f"{finding.kind:8} {finding.screen} {finding.language}: «{finding.text}» {more}")
        print(f"{'':8} {finding.where}; {len(met)} times, first {met[0]}")
    console = Console()
    grid = Grid(title="Layout audit")
    for head in ("screens", "languages", "sizes", "fonts", "text sizes", "measured", "findings"):
        grid.add_column(head)
    tried: Sequence[int] = (len(report.screens), len(trial.languages), len(trial.sizes), len(report.fonts))
    grid.add_row(*map(str, (*tried, len(trial.text), report.measured, len(report.found))))
    console.print(grid)
    for font, twin in report.same.items():
        print(f"{font} is {twin} here, so measured with it.")
    missing = [font for font in trial.fonts if font not in report.fonts and font not in report.same]
    if missing:
        print(f"Not installed here, so not tried: {', '.join(missing)}")
    kinds = Counter(finding.kind for finding in report.found)
    print(", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())) or "Everything fits.")


def sizes(text: str) -> tuple[tuple[int, int], ...]:
    """360x740,1280x800"""
    pairs = [each.split("x") for each in text.split(",")]
    return tuple((int(wide), int(high)) for wide, high in pairs)
