"""The layout audit: a cross-section of all screens fits in very different fonts, and what is planted is found."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from purrlor.core.errors import BadOption
from purrlor.core.game import game, games
from purrlor.web.gallery.audit import MOVED_AT_DUSK, SCRIPT, Auditor, Chance, Report, Trial, audit
from purrlor.web.gallery.audit_screens import boards, finished
from purrlor.web.gallery.screenshots import Camera, Studio, open_house
from tests.fixtures.parlour_page import PHONE, Parlour

pytestmark = pytest.mark.browser
FONTS = ("Liberation Sans Narrow", "Liberation Sans", "DejaVu Sans")  # Chromium's package brings them
NOT_TRIED = ("dejavu sans", "No Such Sans")  # one that has been measured by another name, one that is nowhere
CROSS_SECTION = {  # a question with many choices; `./purr audit` measures all the others
    "cat-cafe": "second-step",
    "more-kitties": "choosing",
    "pocket-cats": "choosing",
    "rat-a-tat-cat": "drawn",
}


def test_a_cross_section_fits() -> None:
    only = ",".join(f"{each.name}.{CROSS_SECTION.get(each.name, 'match-1')}" for each in games())
    trial = Trial(sizes=(PHONE, (1280, 800)), fonts=(*FONTS, *NOT_TRIED), text=(100, 130), only=only)
    report = asyncio.run(audit(trial))
    assert report.fonts == FONTS
    assert report.same == {"dejavu sans": "DejaVu Sans"}
    assert report.measured == 2 * 2 * 3 * 2 * len(games())
    assert not report.found, report.found


@pytest.mark.parametrize(("seen", "found"), [(["new", ""], 0), (["new", "new"], 1)])
def test_what_arrives_between_day_and_dusk_is_measured_again(seen: list[str], found: int) -> None:
    """A part of a page that was fetched meanwhile is no work of the colours; what moves again is."""
    page, moved = AsyncMock(), iter(seen)
    page.evaluate.side_effect = lambda script, *day: [each for each in [next(moved)] if each] if day else []
    report = Report(fonts=FONTS)
    auditor = Auditor(Mock(page=page), Trial(), report, None, None)
    assert len(asyncio.run(auditor.moved_at_dusk())) == found
    assert page.emulate_media.call_args.kwargs == {"color_scheme": "light"}


PLANTED = {  # what is done to a sound page, and what kind of finding it is
    ".says b { display: block; width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }": "cut",
    ".says b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; }"
    " .says { width: 90px; }": "cut",
    ".fold > summary { width: 30px; padding: 0; }": "button",
    ".player .name { position: relative; top: 20px; }": "overlap",
    ".bar h1 small { position: absolute; left: 90px; top: 20px; }": "overlap",
    ".bar h1 { width: 30px; }": "lines",
    ".board { width: 900px; }": "sideways",
    ".player { width: 24px; overflow: visible; } .player .name b { overflow: visible; }": "box",
}


def test_what_is_planted_is_found(house: Parlour) -> None:
    studio, of = house.studio("en"), game("rat-a-tat-cat")
    position, viewer = of.part("board.gallery").STATES["draw-or-take"]
    table = house.do(studio.pose(of, position))
    page = house.page(studio.me, PHONE, reduced_motion="reduce")
    page.goto(f"/t/{table.id}?seat={viewer}")
    page.evaluate(SCRIPT.read_text("utf-8"))
    page.evaluate("layoutAudit.dress('\"DejaVu Sans\"', 100)")
    assert page.evaluate("layoutAudit.measure()") == []
    page.evaluate(
        "document.adoptedStyleSheets = [...document.adoptedStyleSheets, window.planted = new CSSStyleSheet()]"
    )
    for rule, kind in PLANTED.items():
        page.evaluate("rule => planted.replaceSync(rule)", rule)
        found = page.evaluate("layoutAudit.measure()")
        assert kind in {each["kind"] for each in found}, (rule, found)
    page.evaluate("planted.replaceSync('.says b { white-space: nowrap; --may-cut: planted; overflow: hidden; }')")
    assert not [each for each in page.evaluate("layoutAudit.measure()") if each["kind"] == "cut"]
    page.evaluate("planted.replaceSync('.status { rotate: -11deg; } .says b { display: block; border: 2px solid; }')")
    assert not [each for each in page.evaluate("layoutAudit.measure()") if each["kind"] == "box"]
    page.evaluate("planted.replaceSync('@media (prefers-color-scheme: dark) { .player { border-width: 9px; } }')")
    day = page.evaluate("layoutAudit.boxes()")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(MOVED_AT_DUSK, day)
    page.emulate_media(color_scheme="light")
    assert not page.evaluate(MOVED_AT_DUSK, day)
    page.evaluate("Object.assign(document.getElementById('net'), { textContent: 'The line is lost', hidden: false })")
    assert not page.evaluate(MOVED_AT_DUSK, day)
    page.context.close()


FROM_THE_START = """new MutationObserver((_, watch) => {
  const root = document.documentElement;
  if (!root) return;
  watch.disconnect();
  root.style.setProperty('--font', '"DejaVu Sans"');
  root.style.setProperty('font-size', 'calc(200% + 16 * (var(--u) - 1px))');
}).observe(document, { childList: true })"""


def test_a_page_dressed_anew_stands_as_one_that_came_so(house: Parlour) -> None:
    """Lengths in rem and cqw follow another text size and font at once, though the page is not loaded again."""
    studio, of = house.studio("en"), game("cat-cafe")
    position, viewer = of.part("board.gallery").STATES["second-step"]
    at = f"/t/{house.do(studio.pose(of, position)).id}?seat={viewer}"
    page = house.page(studio.me, PHONE, reduced_motion="reduce")
    page.goto(at)
    page.evaluate(SCRIPT.read_text("utf-8"))
    for font, percent in ((FONTS[0], 100), (FONTS[2], 100), (FONTS[0], 200), (FONTS[2], 200)):
        page.evaluate("([font, percent]) => layoutAudit.dress(font, percent)", [f'"{font}"', percent])
    dressed = page.evaluate("layoutAudit.boxes()")
    page.add_init_script(FROM_THE_START)
    page.goto(at)
    page.evaluate(SCRIPT.read_text("utf-8"))
    page.evaluate("layoutAudit.rest()")
    assert page.evaluate("layoutAudit.boxes()") == dressed
    page.context.close()


def test_a_review_is_ready_before_its_page_is_measured(house: Parlour) -> None:
    """A page that waits for it would be measured instead, and come again by itself in the middle of that."""
    studio, of, before = house.studio("en"), game("pocket-cats"), house.services.reviews
    names = {"pocket-cats.review.0": True, "pocket-cats.review.late": False}

    async def met() -> dict[str, bool]:
        found = {}
        async for screen in finished(studio, of, lambda name: name in names):
            table = await house.services.tables.registry.get(screen.address.split("/")[2].partition("?")[0])
            found[screen.name] = await house.services.reviews.found(table) is not None
        return found

    assert house.do(met()) == names
    house.services.reviews = before


def test_a_screen_is_dealt_the_same_whichever_came_before() -> None:
    """What the whole walk finds is found by a walk over this screen alone."""
    of = game("pocket-cats")

    async def last_match(names: set[str]) -> list[tuple[int, int]]:
        chance = Chance()
        async with open_house(chance, bots=0) as (services, _):
            me = (await services.identities.create("Mira", "en")).id
            studio = Studio(services, None, Camera("en", *PHONE, "en", "light"), Path(), me)  # type: ignore[arg-type]
            studio.deal = chance.deal
            async for screen in boards(studio, of, lambda name: name in names):
                at = screen.address
            table = await services.tables.registry.get(at.split("/")[2].partition("?")[0])
            return list(table.playing().log)

    alone = asyncio.run(last_match({"pocket-cats.end"}))
    assert alone == asyncio.run(last_match({"pocket-cats.choosing", "pocket-cats.match-2", "pocket-cats.end"}))
    assert alone


def test_a_pattern_that_fits_no_screen_is_said() -> None:
    with pytest.raises(BadOption, match="No screen is named like"):
        asyncio.run(audit(Trial(game="cat-cafe", only="cat-cafee.*", languages=("en",))))
