"""A table in a real browser: frames, focus, a lost line, several tabs, no script at all."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.parlour_page import (
    CHECK,
    NO_SERVICE_WORKER,
    OPEN,
    PATIENCE,
    answer,
    stop_clock,
    wait_for_frame,
    wait_for_one,
    wait_for_page,
)
from tests.fixtures.visitors import start

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
Open = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, server: str) -> Iterator[Open]:
    """Open a page as a new visitor; whatever a browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(size: dict[str, int] = DESKTOP, at: str = "/", **wishes: Any) -> Any:
        context = browser.new_context(
            viewport=size, base_url=server, locale=wishes.pop("locale", "en-US"), service_workers="block", **wishes
        )
        context.add_init_script("try { localStorage.setItem('pace', 'quick') } catch {}")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([request.url] * (not request.url.startswith(server))))
        page.goto(at)
        return page

    opened.complaints = complaints  # type: ignore[attr-defined]
    yield opened
    for context in contexts:
        context.close()
    allowed = ("status of 409", NO_SERVICE_WORKER)  # a click that crosses another's is said
    assert not [each for each in complaints if not any(part in each for part in allowed)]


def play_now(page: Any, title: str) -> None:
    page.get_by_role("button", name=f"Play {title} now").click()
    wait_for_page(page, "#hand")


def choose(page: Any, enough: int = 400) -> None:
    """Click whatever can be chosen, until the end."""
    for turn in range(enough):
        if "The end" in page.title():
            return
        choices = page.locator(OPEN)
        if count := choices.count():
            answer(page, choices.nth(turn % count))
        else:
            page.wait_for_function(
                "() => document.querySelector('button[name=action]') || document.title.includes('The end')"
            )
    raise AssertionError("the match does not end")


def test_one_click_to_a_match_and_clicks_to_its_end(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    play_now(page, "Rat-a-Tat Cat")
    page.evaluate("window.stayed = true")
    assert page.title().startswith("● Your turn")
    choose(page)
    assert page.evaluate("window.stayed"), "no page was loaded again"
    assert page.locator("table.scores tfoot").is_visible()
    assert page.get_by_role("button", name="Play again").is_visible()
    assert page.locator("#announcer").text_content(), "a live region told what others did"


# The parts of the page that are not what a whole frame, fetched now, would make of them. What a person opened, what
# has just moved and what was told since their own decision is the page's own.
STRAY = """async () => {
  const text = await (await fetch(document.body.dataset.at)).text();
  const made = { content: purr.parse(text.slice(text.indexOf('\\n') + 1)) };
  const plain = node => {
    const copy = node.cloneNode(true);
    for (const e of [copy, ...copy.querySelectorAll('*')]) {
      e.classList.remove('moved', 'turning', 'since');
      e.removeAttribute('data-n');
      if (!e.classList.length) e.removeAttribute('class');
      if (e.localName === 'details') e.removeAttribute('open');
    }
    return copy;
  };
  const stray = e => !plain(e).isEqualNode(plain(document.getElementById(e.id)));
  return [...made.content.children].filter(stray).map(e => e.id);
}"""


def test_changes_make_the_page_a_whole_frame_would_make(visit: Open) -> None:
    page, frames = visit(), []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: frames.extend([text] * ('"n":' in text))))
    play_now(page, "Cat Café")
    for turn in range(7):
        page.wait_for_selector(OPEN)
        assert page.evaluate(STRAY) == []
        answer(page, page.locator(OPEN).nth(turn % page.locator(OPEN).count()))
    assert sum('"of":' in text for text in frames) >= 7
    assert '"of":' not in frames[0]


def test_two_browsers_with_a_link(visit: Open) -> None:
    host, guest = visit(at="/new/rat-a-tat-cat/friends"), visit(PHONE, locale="ru-RU")
    host.fill("[name=name]", "Mira")
    host.get_by_role("button", name="Invite friends").click()
    wait_for_page(host, ".url")
    host.locator("#chairs").select_option("2")
    host.wait_for_selector(".seats.n2")
    guest.goto(host.locator(".url").get_attribute("href"))
    guest.fill("[name=name]", "Анна")
    guest.get_by_role("button", name="Сесть").click()
    host.wait_for_selector("text=Анна")
    host.get_by_role("button", name="Start with 2 players").click()
    wait_for_page(guest, "#board")
    wait_for_page(host, "#board")
    asked: list[str] = []
    for page in (host, guest):
        page.on("request", lambda made: asked.append(made.url) if made.method == "GET" else None)
    for _ in range(12):
        actor = wait_for_one([host, guest], lambda page: page.locator(OPEN).count())
        other = guest if actor is host else host
        answer(actor, actor.locator(OPEN).first)
        shown = actor.locator("#hand").get_attribute("data-n")  # how much of the match both may see
        other.wait_for_function("n => Number(document.querySelector('#hand').dataset.n) >= n", arg=int(shown))
    assert not [url for url in asked if "/t/" in url and CHECK not in url], "it comes by itself: nothing is asked for"


def test_what_a_person_opened_and_where_they_are_stays(visit: Open) -> None:
    page = visit(PHONE)
    play_now(page, "Cat Café")
    page.locator("#set > summary").click()
    page.locator("#story summary").click()
    page.evaluate("scrollTo(0, 60)")
    first = page.locator("button[name=action]").first
    first.focus()
    seen = page.locator("[name=seen]").input_value()
    page.keyboard.press("Enter")
    wait_for_frame(page, seen)
    assert page.locator("#set").evaluate("e => e.open")
    assert page.locator("#story").evaluate("e => e.open")
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"


def test_the_line_breaks_and_heals_and_nothing_is_lost(browser: Any, tmp_path: Path) -> None:
    server, address = start(tmp_path)
    port = int(address.rpartition(":")[2])
    context = browser.new_context(base_url=address, service_workers="block")
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        play_now(page, "Cat Café")
        answer(page, page.locator("button[name=action]").first)
        server.kill()
        server.wait()
        page.wait_for_selector("#net:not([hidden])")
        assert "Connection lost" in page.locator("#net").text_content()
        page.locator("#rules summary").click()
        server, _ = start(tmp_path, port)
        page.wait_for_function("() => document.getElementById('net').hidden")
        for _ in range(3):
            page.wait_for_selector(OPEN)
            answer(page, page.locator(OPEN).first)
    finally:
        context.close()
        server.terminate()
        server.wait(PATIENCE / 1000)


def test_two_people_in_two_tabs_of_one_browser(visit: Open) -> None:
    page = visit(at="/new/rat-a-tat-cat/friends")
    page.fill("[name=name]", "Mira")
    page.get_by_role("button", name="Invite friends").click()
    page.locator("#chairs").select_option("2")
    page.wait_for_selector(".seats.n2")
    page.get_by_role("link", name="Add a player on this device").click()
    page.fill("[name=name]", "Ann")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("text=Ann")
    page.get_by_role("button", name="Start with 2 players").click()
    wait_for_page(page, ".cover")
    address = page.url.partition("?")[0]
    mira, ann = page.context.new_page(), page.context.new_page()
    mira.goto(f"{address}?seat=0")
    ann.goto(f"{address}?seat=1")
    for tab in (mira, ann):
        answer(tab, tab.locator("button[name=action]").first)
    for tab, other in ((mira, "Ann"), (ann, "Mira")):
        assert tab.locator(".player .name b").all_text_contents() == ["You", other]


def test_without_script_everything_works(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    page.get_by_role("button", name="Play Rat-a-Tat Cat now").click()
    for _ in range(8):
        choices = page.locator("button[name=action]")
        while not choices.count():
            page.reload()
        seen = page.locator("[name=seen]").get_attribute("value")
        choices.first.click()
        assert int(page.locator("[name=seen]").get_attribute("value")) > int(seen)
    assert "Rat-a-Tat Cat" in page.title()


def test_arrows_walk_and_escape_takes_back(visit: Open) -> None:
    page = visit()
    page.context.add_init_script(FAKE)  # no frame comes that would lay the board again
    play_now(page, "Cat Café")
    page.evaluate(
        """() => { document.getElementById('board').replaceChildren(purr.parse('<div id="grid">' + [0, 1, 2, 3].map(k =>
        `<button type="button" id="c${k}" class="c">${k}</button>`).join('') + '</div>'));
        Object.assign(grid.style, { display: 'grid', gridTemplateColumns: '80px 80px' }); }"""
    )
    page.locator("#c0").focus()
    for key, where in (
        ("ArrowRight", "c1"),
        ("ArrowDown", "c3"),
        ("ArrowLeft", "c2"),
        ("ArrowUp", "c0"),
        ("ArrowUp", "c0"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == where
    page.evaluate("document.body.append(purr.parse('<button data-undo>x</button>'))")
    page.evaluate(
        "document.querySelector('body > [data-undo]').addEventListener('click', () => { window.back = true; })"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("window.back === true")


MORPH = """([old, fresh]) => {
  const a = document.createElement('div'), b = document.createElement('div');
  a.append(purr.parse(old)); b.append(purr.parse(fresh)); document.body.append(a);
  const kept = [...a.querySelectorAll('[id]')].map(e => [e.id, e]);
  purr.morph(a, b);
  const same = kept.filter(([id, e]) => document.getElementById(id) === e).map(([id]) => id);
  const html = a.innerHTML; a.remove();
  return [html, same.join(' ')];
}"""


@pytest.mark.parametrize(
    ("old", "fresh", "kept"),
    [
        ("<p>a</p>", "<p>b</p>", ""),
        ('<i id="x">1</i><i id="y">2</i>', '<i id="y">2</i><i id="x">1</i>', "x y"),
        ('<i id="x"></i><i id="y"></i><i id="z"></i>', '<i id="y"></i><i id="z"></i>', "y z"),
        ('<i id="x"></i>', '<b>new</b><i id="x" class="c"></i>text', "x"),
        ('<b></b><i id="x"></i><b></b>', '<i id="x"></i>', "x"),
        ("text<b>1</b>", "<b>1</b>text", ""),
        ('<i id="x"></i>', '<b id="x"></b>', ""),
        ('<details id="d" open><summary>s</summary></details>', '<details id="d"><summary>t</summary></details>', "d"),
    ],
)
def test_morphing_gives_the_new_page_and_keeps_what_stays(old: str, fresh: str, kept: str, visit: Open) -> None:
    page = visit()
    html, same = page.evaluate(MORPH, [old, fresh])
    assert html.replace(' open=""', "") == fresh
    assert same == kept


GLIDE = """() => {
  const start = '<div id="a" data-place="deck"><b id="piece" data-glide>1</b></div><div id="b"></div>';
  document.body.replaceChildren(purr.parse(start));
  for (const e of document.querySelectorAll('div')) Object.assign(e.style, { height: '200px', width: '50px' });
  const fresh = '<b id="piece" data-glide>1</b><b id="new" data-glide data-from="deck">2</b>';
  const [a, b] = ['a', 'b'].map(id => document.getElementById(id));
  purr.glide(() => { b.append(purr.parse(fresh)); a.replaceChildren(); });
  return ['piece', 'new'].map(id => document.getElementById(id).getAnimations().length);
}"""


def test_pieces_glide_also_to_another_parent_and_from_a_place(visit: Open) -> None:
    assert visit().evaluate(GLIDE) == [1, 1]


MOVED = """frames => {
  document.body.replaceChildren(purr.parse('<div id="board" data-part></div>'));
  const board = document.getElementById('board'), fresh = document.createElement('div');
  return frames.map(([top, places]) => {
    const tiles = places.map(([id, x]) => `<b id="${id}" data-glide data-from="deck" data-x="${x}">1</b>`).join('');
    fresh.replaceChildren(purr.parse(`<div id="board" data-part>${tiles}</div>`));
    purr.glide(() => {
      purr.morph(board, fresh.firstElementChild);
      board.style.marginTop = `${top}px`;
      const at = e => ({ position: 'absolute', transition: 'none', left: `${e.dataset.x}px`, width: '20px' });
      for (const e of board.children) Object.assign(e.style, at(e));
    });
    return [...document.querySelectorAll('.moved')].map(e => e.id).join(' ');
  });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moved_is_marked_until_something_else_moves(motion: str, visit: Open) -> None:
    frames = [
        (0, [("a", 0), ("b", 50)]),  # the first look: nothing has moved
        (0, [("b", 0), ("a", 50)]),  # they change places
        (30, [("b", 2), ("a", 52)]),  # the board gives way a little: nobody has acted
        (30, [("b", 2), ("a", 52), ("c", 100)]),  # a new piece comes from somewhere
        (30, [("b", 2), ("a", 52), ("c", 60)]),
    ]
    assert visit(reduced_motion=motion).evaluate(MOVED, frames) == ["", "b a", "b a", "c", "c"]


def test_reduced_motion_is_honoured(visit: Open) -> None:
    assert visit(reduced_motion="reduce").evaluate(GLIDE) == [0, 0]


FAKE = """localStorage.setItem('pace', 'usual');
window.WebSocket = class { constructor() { window.line = this; this.readyState = 1; } close() {} };"""
FEED = """count => {
  const round = document.getElementById('round');
  window.shows = [];
  new MutationObserver(() => shows.push([+round.textContent, performance.now()]))
    .observe(round, { childList: true, characterData: true, subtree: true });
  const told = k => Array.from({ length: k + 1 }, (_, i) => `<li>${k - i}</li>`).join('');
  const html = k => `<small id="round">${k}</small><details id="story"><ol>${told(k)}</ol></details>`;
  const frame = k => ({ html: html(k), title: 't', n: k, call: false });
  for (let k = 0; k <= count; k++) line.onmessage({ data: JSON.stringify(frame(k)) });
}"""


@pytest.mark.parametrize(
    ("count", "wishes"),
    [(3, {}), (40, {}), (3, {"reduced_motion": "reduce"})],
    ids=["at an eye's pace", "too many to watch", "reduced motion"],
)
def test_frames_come_one_after_another_and_end_at_the_latest(count: int, wishes: dict[str, str], visit: Open) -> None:
    page = visit(**wishes)
    page.context.add_init_script(FAKE)
    stop_clock(page)
    play_now(page, "Cat Café")
    page.wait_for_function("() => window.line && line.onmessage")
    page.wait_for_load_state()  # a page that comes into sight shows the latest at once
    page.evaluate(FEED, count)
    page.clock.run_for(10_000)
    shows = page.evaluate("shows")
    shown = [k for k, _ in shows]
    assert shown[-1] == count
    assert shown == sorted(shown)
    if count == 3:
        assert shown == [1, 2, 3]
        assert all(b[1] - a[1] > 700 for a, b in pairwise(shows)), shows
    else:
        assert len(shown) < 10, "who lags sees the latest, not a queue"


def test_weight_of_the_pages(visit: Open, server: str) -> None:
    for way in ("/", "table"):
        page = visit()
        if way == "table":
            play_now(page, "Rat-a-Tat Cat")
        address = page.url
        client = page.context.new_cdp_session(page)
        client.send("Network.enable")
        client.send("Network.setCacheDisabled", {"cacheDisabled": True})
        sizes: list[float] = []
        client.on("Network.loadingFinished", lambda event, into=sizes: into.append(event["encodedDataLength"]))
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert len(sizes) > 5
        assert sum(sizes) < 60_000, f"{way}: {sum(sizes)} bytes"
