"""Every hand and eye: axe on every page and state, keyboard alone, a thumb on a phone, no script, no motion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from purrlor.core.game import game, games
from purrlor.core.seats import WATCHER
from purrlor.games.rat_a_tat_cat.rules.state import CALL, DRAW_AGAIN, NO, ROUND_END, SOURCE, YES
from purrlor.web.real_table.counting import is_counted
from tests.fixtures.catalogue import usually
from tests.fixtures.parlour_page import (
    DESKTOP,
    FIRST,
    OPEN,
    PHONE,
    Parlour,
    begin_choice,
    is_over,
    wait_for_choice,
    wait_for_line,
    wait_for_page,
)

pytestmark = pytest.mark.browser

GAMES = [each.name for each in games() if each.has("board/gallery.py")]
# Size, language and hour in turn: every pair of them is met in four screens.
SCREENS = [(PHONE, "en", "light"), (DESKTOP, "ru", "light"), (PHONE, "ru", "dark"), (DESKTOP, "en", "dark")]
MOST_SHIFT = 0.02
TARGET = 44
DOUBLE_TAP = 350  # milliseconds
MOVES = usually(12, slow=30)  # by keyboard
TO_THE_END = ("rat-a-tat-cat", "cat-cafe")[: usually(1, slow=2)]  # by keyboard, whatever number of moves that takes
TAPS = usually(12, slow=24)  # by thumb
EVERY = usually(2, slow=1)  # so manieth state of a gallery is shown to axe
WIDTHS = (1280, 360, 320)


@pytest.fixture(autouse=True)
def quiet_console(house: Parlour) -> Iterator[None]:
    """No error in any browser; a page that is nowhere and a choice that comes too late are said to the person."""
    house.complaints.clear()
    yield
    assert not [text for text in house.complaints if "status of 404" not in text and "status of 409" not in text]


# What axe finds


# The page as it is. Then the same page in the other language in its place: style, size and scripts' own marks stay.
# Nothing is asked of it that is not read here: so it takes half the time.
LOOK = """async twice => {
  const found = [], told = [];
  const only = { resultTypes: ['violations'], preload: false, iframes: false, selectors: false, elementRef: false };
  const look = async () => {
    told.push(document.documentElement.lang);
    for (const { id, nodes } of (await axe.run(only)).violations)
      for (const { html, failureSummary } of nodes.slice(0, 3))
        found.push(`${location.pathname} ${told.at(-1)} ${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`);
  };
  await look();
  if (!twice) return [found, told];
  dispatchEvent(new Event('pagehide'));  // no frame in the first language comes any more
  const here = new URL(location);
  here.searchParams.set('lang', told[0] === 'en' ? 'ru' : 'en');
  const other = await new Promise((done, failed) => {  // a document that the browser itself reads: no page parses HTML
    const asked = Object.assign(new XMLHttpRequest(), { responseType: 'document', onerror: failed });
    asked.onload = () => done(asked.response);
    asked.open('GET', here);
    asked.send();
  });
  document.documentElement.lang = other.documentElement.lang;
  document.title = other.title;
  document.body.replaceWith(document.adoptNode(other.body));
  await look();
  return [found, told]; }"""


def violations(page: Any, twice: bool = False) -> list[str]:
    """What axe finds on this page; twice: in both languages."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_function(AT_REST)  # what is still to appear would be hidden from it
    page.evaluate(Axe().axe_script)
    found, told = page.evaluate(LOOK, twice)
    assert len(set(told)) == 1 + twice, page.url
    return list(found)


@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_nothing_at_any_table(house: Parlour, name: str) -> None:
    of, found = game(name), []
    states = list(of.part("board.gallery").STATES.values())
    for k, (size, language, hour) in enumerate(SCREENS):
        studio = house.studio(language)
        page = house.page(studio.me, size, language, color_scheme=hour, reduced_motion="reduce")
        for position, viewer in states[k :: EVERY * len(SCREENS)]:
            table = house.do(studio.pose(of, position))
            page.goto(f"/w/{table.facts.watch_key}" if viewer == WATCHER else f"/t/{table.id}?seat={viewer}")
            found += violations(page)
        if k == GAMES.index(name) % len(SCREENS):  # the end and the look back, another screen for each game
            table = house.do(studio.played(of))
            for at in (f"/t/{table.id}?seat=0", f"/t/{table.id}/replay", "/me"):
                page.goto(at)
                found += [f"{at} moves: {each}" for each in page.evaluate(MOTION)]
                found += violations(page)
        page.context.close()
    assert not found, "\n".join(found)


OF_A_GAME = ("/rules/", "/learn/", "/count/")  # these say something else for each


def test_axe_finds_nothing_on_the_other_pages(house: Parlour) -> None:
    found = []
    for name, (size, language, hour) in zip(GAMES, cycle(SCREENS), strict=False):
        page = house.page(house.studio(language).me, size, language, color_scheme=hour)
        for at in (
            "/",
            f"/new/{name}/friends",
            f"/new/{name}/device",
            f"/rules/{name}",
            f"/learn/{name}",
            f"/count/{name}" if is_counted(game(name)) else "/count",
            "/t/nowhere",
        ):
            page.goto(at)
            found += violations(
                page, twice=EVERY == 1 and at.startswith(OF_A_GAME)
            )  # the others are met in all screens
        page.goto(f"/new/{name}/friends")
        page.fill("[name=name]", "Ann")
        page.locator("main button.main").click()
        wait_for_page(page, "#chairs, .seats")
        found += violations(page)
        guest = house.page(None, size, language, color_scheme=hour)
        guest.goto(page.url)
        found += violations(guest)
        for each in (page, guest):
            each.context.close()
    assert not found, "\n".join(found)


# Matches by keyboard alone, on three widths

NEXT_STOP = """open => {
  const a = document.activeElement;
  const all = [...document.querySelectorAll(open)].filter(e => e.getClientRects().length);
  if (all.includes(a)) return 'here';
  if (!all.length) return 'none';
  return all.some(e => a.compareDocumentPosition(e) & 4) ? 'Tab' : 'Shift+Tab'; }"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
WIDE = """() => { const most = document.documentElement.clientWidth;
  return document.documentElement.scrollWidth <= most ? [] : [...document.querySelectorAll('body *')]
    .filter(e => e.getBoundingClientRect().right > most + .5)
    .map(e => `${e.localName}#${e.id}.${e.getAttribute('class')} ${e.getBoundingClientRect().right.toFixed()}`); }"""
# Nobody turns a phone while pieces glide: they are on their way between places of the old width.
# What goes with a scroll moves only under somebody's finger.
AT_REST = """() => document.getAnimations().every(a => a.playState !== 'running' || a.timeline !== document.timeline ||
  a.effect.getComputedTiming().endTime === Infinity)"""
# A turned phone may shift what it likes: what was noted of it is forgotten, also what was not yet told.
SETTLE = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
  { watcher.takeRecords(); shifts.length = 0; done(); })))"""
FOCUS = "() => document.activeElement !== document.body"
EQUAL = "label[role=button]"  # presses the button of a token that looks the same
IS_FIRST = "first => document.activeElement.matches(first)"


def walk(page: Any, dice: random.Random) -> bool:
    """From where the focus is to a choice, by Tab and the arrows; False if nothing is asked any more."""
    wish = dice.choice(["", "", "Tab", "ArrowRight", "ArrowDown", "ArrowLeft"])
    for _ in range(120):
        way = page.evaluate(NEXT_STOP, f"{OPEN}, {FIRST}:not(:checked), {EQUAL}")
        if way == "none":
            return False
        if way != "here":
            page.keyboard.press(way)
        elif wish:
            page.keyboard.press(wish)
            wish = ""
        elif page.evaluate(IS_FIRST, FIRST):
            page.keyboard.press("Space")
        else:
            return True
    raise AssertionError("no choice can be reached")


@pytest.mark.parametrize("name", GAMES)
def test_keyboard_alone_plays(house: Parlour, name: str) -> None:
    me, dice, moves, matches = house.studio("en").me, random.Random(name), 0, 0
    page, shifts = house.page(me), []
    while moves < MOVES:
        page.goto(house.match(name, me, matches))
        page.evaluate(SETTLE)  # a page that is still arriving may shift; here it is the moves that must not
        matches += 1
        while wait_for_choice(page) and (moves < MOVES or name in TO_THE_END):
            width = WIDTHS[moves * len(WIDTHS) // MOVES % len(WIDTHS)]
            if page.viewport_size["width"] != width:
                page.wait_for_function(AT_REST)
                shifts += page.evaluate("shifts")
                page.set_viewport_size({"width": width, "height": 740})
                page.wait_for_function("width => innerWidth === width", arg=width)
                page.wait_for_function(AT_REST)
                page.evaluate(SETTLE)
            if walk(page, dice):
                with house.decision(page):
                    page.keyboard.press("Enter")
                moves += 1
                assert page.evaluate(FOCUS), f"the focus is lost after move {moves}"
                assert page.evaluate(WIDE) == [], f"scrolls sideways at {width} after move {moves}"
        assert is_over(page) or (moves == MOVES and name not in TO_THE_END)
        assert page.evaluate("lost") == [], "focus fell to the body when a frame came"
        shifts += page.evaluate("shifts")
    print(name, "matches", matches, "keyboard moves", moves, "worst shift", max(shifts, default=0))
    assert [each for each in shifts if each[0] > MOST_SHIFT] == []
    assert not house.strangers
    page.context.close()


# A match by thumb on a phone

SMALL = """([open, least]) => [...document.querySelectorAll(open)].map(e => [e, e.getBoundingClientRect()])
  .filter(([e, r]) => r.width && Math.min(r.width, r.height) < least - .5)
  .map(([e, r]) => `${e.className.baseVal ?? e.className}#${e.id}: ${r.width.toFixed()} x ${r.height.toFixed()}`)"""


@pytest.mark.parametrize("name", GAMES)
def test_a_thumb_plays_on_a_phone(house: Parlour, name: str) -> None:
    me, dice, moves = house.studio("ru").me, random.Random(name), 0
    page = house.page(me, PHONE, "ru", has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(house.match(name, me))
    small: set[str] = set()
    last: tuple[float, float] = (0, 0)
    while moves < TAPS and wait_for_choice(page):
        assert page.evaluate(SIDEWAYS) <= 0, f"scrolls sideways at 360 after move {moves}"
        small.update(page.evaluate(SMALL, ["button[name=action]", TARGET]))
        if moves % 6 == 0:
            page.wait_for_function(AT_REST)
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 740})
                assert page.evaluate(SIDEWAYS) <= 0, f"scrolls sideways at {width} after move {moves}"
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        begin_choice(page, dice.randrange(4))
        choices = page.locator(f"{OPEN}:visible")
        if count := choices.count():
            choice = choices.nth(dice.randrange(count))
            box = choice.bounding_box()
            near = box and abs(box["x"] - last[0]) + abs(box["y"] - last[1]) < 150
            if near:  # a double tap is for one question; a person looks before the next one
                page.wait_for_function("ms => performance.now() - tapped > ms", arg=DOUBLE_TAP)
            last = (box["x"], box["y"]) if box else (0, 0)
            with house.decision(page, again=choice.tap):
                choice.tap()
            moves += 1
    assert moves == TAPS or is_over(page)
    print(name, "taps", moves)
    assert not small, sorted(small)
    page.context.close()


# No script, no motion, large letters


def test_a_match_without_script(house: Parlour) -> None:
    me = house.studio("en").me
    page = house.page(me, java_script_enabled=False)
    page.goto(house.match("rat-a-tat-cat", me))
    turn = 0
    while not is_over(page):
        choices = page.locator(OPEN)
        if count := choices.count():
            choices.nth(turn % count).click()
            turn += 1
            assert turn < 300, "the match does not end"
        else:
            page.reload()
    page.get_by_role("button", name="Play again").wait_for()  # the page may still be arriving
    page.context.close()


# One millisecond is how the stylesheet spells "at once"; a fade is no motion.
MOTION = """() => document.getAnimations().filter(a => a.playState === 'running')
  .filter(a => a.effect.getComputedTiming().duration > 20)
  .filter(a => a.effect.getComputedTiming().duration > 250 || a.effect.getKeyframes().some(k => 'translate' in k ||
    'transform' in k || 'scale' in k || 'rotate' in k))
  .map(a => (a.animationName || a.transitionProperty || a.id) + ' ' + a.effect.target?.getAttribute('class'))"""


@pytest.mark.parametrize("name", GAMES)
def test_nothing_moves_where_motion_is_not_wanted(house: Parlour, name: str) -> None:
    me = house.studio("en").me
    page = house.page(me, reduced_motion="reduce")
    page.goto("/")
    moving = page.evaluate(MOTION)
    page.goto(house.match(name, me))
    for _ in range(6):
        if not wait_for_choice(page):
            break
        begin_choice(page)
        with house.decision(page):
            page.locator(f"{OPEN}:visible").first.click()
        moving += page.evaluate(MOTION)
    assert moving == []
    page.context.close()


FACE_DOWN = """() => [...document.querySelectorAll('.up .down')]
  .filter(e => e.checkVisibility({ visibilityProperty: true })).length"""
AT_FIRST = f"""() => {{ window.began = null; new MutationObserver(() => {{
  if (began === null && document.querySelector('.up')) window.began = ({FACE_DOWN})(); }})
  .observe(document.getElementById('board'), {{ childList: true, subtree: true }}); }}"""  # what the first frame shows


def test_a_call_is_heard_and_rows_are_turned_up_card_by_card(house: Parlour) -> None:
    me = house.studio("en").me
    names, options = ["Mira", "Boris"], {"rounds": 2}
    table = house.do(house.services.tables.create(me, "rat-a-tat-cat", 2, options, people=names, begin=True))

    def play_until(*phases: int) -> None:
        while (phase := table.match.state.phase) not in phases:
            seat = table.waiting()[0]
            legal = table.legal(seat)
            action = legal[0] if phase in (SOURCE, DRAW_AGAIN, CALL) else legal[-1]
            house.do(house.services.tables.play(table.id, me, seat, action, table.number_for(seat)))

    while not (table.match.state.phase == CALL and table.match.state.turn == 1):
        play_until(CALL)
        if table.match.state.turn != 1:
            house.do(house.services.tables.play(table.id, me, 0, NO, table.number_for(0)))
    lively, still = house.page(me), house.page(me, reduced_motion="reduce")
    for page in (lively, still):
        page.goto(f"/t/{table.id}?seat=0")
        wait_for_line(page)
    house.do(house.services.tables.play(table.id, me, 1, YES, table.number_for(1)))
    for page in (lively, still):
        page.wait_for_function(
            "() => document.getElementById('announcer').textContent.includes('calls: rat-a-tat cat!')"
        )
        assert "Boris calls. You get one last turn." in page.locator(".shout").inner_text()
        page.evaluate(AT_FIRST)
    play_until(ROUND_END)
    for page, face_down in ((lively, 8), (still, 0)):
        page.wait_for_function("() => began !== null")
        assert page.evaluate("began") == face_down
    assert still.evaluate(MOTION) == []
    for page in (lively, still):
        page.wait_for_function(f"() => ({FACE_DOWN})() === 0")
        counted = page.locator(".up strong > b")
        for k, points in enumerate(in_order(table.match.state)):
            counted.nth(k).wait_for(state="visible")
            assert counted.nth(k).inner_text() == str(points)
        page.context.close()


def in_order(s: Any) -> list[int]:
    """Everybody's points, from the dealer's left."""
    return [s.points[(s.starter + k) % s.seats] for k in range(s.seats)]


# What tells the winner before the score has: the star on a chip, what the parlour's cat says.
EARLY = """() => { window.early = []; window.told = false; const look = () => {
  const sum = document.querySelector('.end h2'), seen = (e, part) => e.getClientRects().length > 0
    && e.checkVisibility({ opacityProperty: true }) && getComputedStyle(e, part).opacity > 0;
  if (sum && seen(sum)) window.told = true;
  else if (sum) early.push(...[...document.querySelectorAll('.won .name')].filter(e => seen(e, '::after')),
    ...[...document.querySelectorAll('.says')].filter(e => seen(e)));
  if (!told) requestAnimationFrame(look); }; look(); }"""


def play_unseen(house: Parlour, me: str, at: str, dice: random.Random, decisions: int = 10_000) -> int:
    """So many decisions of the person, or to the end, without a hand on a page; how many were made."""
    table = house.services.tables.registry.tables[at.rpartition("/t/")[2]]
    for made in range(decisions):
        house.until(lambda: table.stage == "finished" or not table.seats[table.waiting()[0]].is_played_by_cat)
        if table.stage == "finished":
            return made
        seat = table.waiting()[0]
        house.do(house.services.tables.play(table.id, me, seat, dice.choice(table.legal(seat)), table.number_for(seat)))
    return decisions


@pytest.mark.parametrize("name", GAMES)
def test_nothing_tells_the_winner_before_the_score(house: Parlour, name: str) -> None:
    me = house.studio("en").me
    decisions = play_unseen(house, me, house.match(name, me), random.Random(name))
    page, at, dice = house.page(me), house.match(name, me), random.Random(name)  # the same match: its end is watched
    assert play_unseen(house, me, at, dice, decisions - 3) == decisions - 3
    page.add_init_script("localStorage.setItem('pace', 'usual')")
    page.goto(at)
    page.evaluate(EARLY)
    assert play_unseen(house, me, at, dice) == 3
    page.wait_for_function("() => window.told || 'walking' in document.body.dataset")
    while page.evaluate("'walking' in document.body.dataset"):  # the steps of this end wait for a tap
        page.locator("[data-walk=next]").click()
    page.wait_for_function("() => window.told")
    assert page.evaluate("early.map(e => e.className)") == []
    page.context.close()


def test_letters_twice_as_large_on_a_narrow_screen(house: Parlour) -> None:
    me = house.studio("ru").me
    page = house.page(me, (320, 640), "ru")
    for at in ("/", *(house.match(name, me) for name in GAMES)):
        page.goto(at)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(SIDEWAYS) <= 0, at
    page.context.close()


# What comes over the line


def test_weight_of_every_table(house: Parlour) -> None:
    clans: list[dict[str, object]] = [{"clans": way} for way in ("free", "limited", "expert")]  # they are chosen first
    for name, options in (("", None), *((name, None) for name in GAMES), *(("pocket-cats", way) for way in clans)):
        me = house.studio("en").me
        page = house.page(me)
        client, sizes = page.context.new_cdp_session(page), []
        client.send("Network.enable")
        client.on("Network.loadingFinished", lambda event, into=sizes: into.append(event["encodedDataLength"]))
        page.goto(house.match(name, me, options=options) if name else "/")
        page.wait_for_load_state("networkidle")
        assert options is None or page.locator(".clan-card").count()
        print(name or "first page", options or "", len(sizes), "files", sum(sizes), "bytes")
        assert len(sizes) > 5
        assert sum(sizes) <= 60_000, name
        page.context.close()
    assert not house.strangers
