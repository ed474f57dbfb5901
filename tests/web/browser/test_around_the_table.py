"""Around the table in a real browser: looking back, learning, saying it in cat, being called."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from purrlor.core.game import game, games
from purrlor.web.pages.learning.lesson import whole_text
from tests.fixtures.parlour_page import HEARS, NO_SERVICE_WORKER, OPEN, PATIENCE, answer, wait_for_line, wait_for_page
from tests.fixtures.visitors import finish

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
Open = Callable[..., Any]
STAND_INS = """
window.calls = [];
window.asking = 0;
const ask = fetch;
window.fetch = (...told) => { asking++; return ask(...told).finally(() => setTimeout(() => { asking--; })); };
window.Notification = class { constructor(title) { calls.push('note: ' + title); } close() {}
  static permission = 'granted'; static async requestPermission() { calls.push('asked'); return 'granted'; } };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { calls.push('sound'); start.call(this, at); };
"""


# What a sound card would do: it runs as soon as it is asked to, and notes how loud each breath of noise is.
SOUND_CARD = """() => {
window.loud = [];
Object.defineProperty(BaseAudioContext.prototype, 'state', { get: () => 'running' });
const ramp = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) { loud.push(value); return ramp.call(this, value, at); };
}"""
TOLD = "over => document.body.dispatchEvent(new CustomEvent('news', { detail: { over } }))"
SHARE_SHEET = """() => { window.shared = null; navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => { const { width, height } = await createImageBitmap(file);
  shared = [file.name, file.type, width, height]; }; }"""


@pytest.fixture(scope="module")
def ended(server: str) -> tuple[str, str]:
    """A finished match of Pocket Cats: its address, and the watchers'."""
    with httpx.Client(base_url=server, follow_redirects=True, timeout=PATIENCE) as person:
        address = finish(person, "pocket-cats")
        watch = re.search(r'href="(/w/[^"/]+)/result.svg"', person.get(address).text)
        assert watch is not None
        return address, watch[1]


@pytest.fixture(scope="module")
def over(ended: tuple[str, str]) -> str:
    return ended[0]


@pytest.fixture
def visit(browser: Any, server: str) -> Iterator[Open]:
    """Open a page as a new visitor; whatever a browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(at: str, size: dict[str, int] = DESKTOP, **wishes: Any) -> Any:
        context = browser.new_context(viewport=size, base_url=server, locale="en-US", service_workers="block", **wishes)
        context.add_init_script(HEARS + STAND_INS)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(server) else complaints.append(request.url))
        page.goto(at)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not [each for each in complaints if NO_SERVICE_WORKER not in each]


def moment(page: Any) -> int:
    return int(page.locator("#hand").get_attribute("data-at"))


def reaches(page: Any, number: int) -> None:
    page.wait_for_function("n => Number(document.getElementById('hand').dataset.at) === n", arg=number)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_looking_back_by_key_click_slider_and_by_itself(visit: Open, over: str, size: dict[str, int]) -> None:
    page = visit(f"{over}/replay?as=open", size)
    page.evaluate("window.stayed = true")
    laid = page.locator("#board").inner_html()
    last = int(page.locator("#hand").get_attribute("data-last"))
    page.keyboard.press("ArrowRight")
    reaches(page, 1)
    page.keyboard.press("ArrowRight")
    reaches(page, 2)
    page.keyboard.press("ArrowLeft")
    reaches(page, 1)
    page.locator("#step-next").click()
    reaches(page, 2)
    assert page.evaluate("document.activeElement.id") == "step-next", "the focus stays put"
    assert page.locator("#announcer").text_content().startswith("Move 2 of")
    page.locator("#at").fill(str(last // 2))
    reaches(page, last // 2)
    assert page.url.endswith(f"at={last // 2}&as=open"), "the address is a link to this moment"
    assert page.locator("#board").inner_html() != laid, "and the board is the one of this moment"
    page.locator("#eyes-2").click()
    page.wait_for_function("() => document.querySelector('#eyes-2').ariaCurrent === 'true'")
    assert moment(page) == last // 2
    page.evaluate("localStorage.setItem('pace', 'quick')")
    page.clock.install()
    page.locator("#wind").click()
    reaches(page, last // 2 + 2)
    page.locator("#wind").click()
    page.wait_for_function("() => !asking")  # what was on its way has come
    stopped = moment(page)
    page.clock.run_for(5000)  # ten times as long as until the next step
    page.wait_for_function("() => !asking")
    assert moment(page) == stopped, "it pauses"
    page.keyboard.press("End")
    reaches(page, last)
    assert page.locator("table.scores tfoot").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("window.stayed"), "no page was loaded again"


def test_the_browser_checks_the_proof(visit: Open, over: str) -> None:
    """Where no player gave a number, the page says so and claims no more."""
    page = visit(f"{over}/replay")
    page.locator("#proof summary").click()
    page.get_by_text("No player gave a number to this match: the server alone chose the secret.").wait_for()


def test_looking_back_without_script(visit: Open, over: str) -> None:
    page = visit(f"{over}/replay?as=0", PHONE, java_script_enabled=False)
    page.locator("#step-next").click()
    page.locator("#step-next").click()
    assert page.locator("#where").text_content().startswith("Move 2 of")
    page.locator("#step-last").click()
    page.locator("table.scores tfoot").wait_for()  # the page may still be arriving
    page.wait_for_load_state()
    assert not page.locator("#wind").is_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_lesson_by_clicks(visit: Open, script: bool) -> None:
    page = visit("/", PHONE, java_script_enabled=script)
    page.get_by_role("link", name="Learn to play: Rat-a-Tat Cat").click()
    steps = game("rat-a-tat-cat").part("words.lesson").STEPS
    for number, step in enumerate(steps, 1):
        assert f"{number} of {len(steps)}" in page.locator("#round").text_content()
        wanted = f"button[name=action][value='{step.actions[0]}']"
        if number == 2:
            other = page.locator(f"button[name=action]:not([value='{step.actions[0]}'])").first
            why = step.correction(int(other.get_attribute("value")))
            other.click()
            page.get_by_text(why).first.wait_for()
            assert page.locator(f"{wanted}.wanted").count() == script, "what was meant is marked"
        page.locator(wanted).click()
        page.wait_for_url(f"**?did={step.actions[0]}")
        if number < len(steps):
            page.locator("#go-on").click()
            page.wait_for_url(f"**/learn/rat-a-tat-cat/{number + 1}")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.locator("#board").wait_for()


def test_no_word_of_a_lesson_is_cut_on_a_phone(visit: Open) -> None:
    page = visit("/", PHONE)
    for known in games():
        steps, t = known.part("words.lesson").STEPS, known.translations("ru")
        longest = max(range(len(steps)), key=lambda number: len(whole_text(steps[number], t)))
        page.goto(f"/learn/{known.name}/{longest + 1}?lang=ru")
        cut = page.locator("#status").evaluate("e => e.scrollHeight - e.clientHeight")
        assert cut <= 1, known.name
        assert page.locator("#status").inner_text() == whole_text(steps[longest], t)


PLACES = """() => ['.hand', '#status'].map(part => {
  const { top, height } = document.querySelector(part).getBoundingClientRect();
  return [part, top, height].join(' '); })"""


@pytest.mark.parametrize("name", ["cat-cafe", "more-kitties", "rat-a-tat-cat"])
def test_a_lesson_stays_where_it_is_from_step_to_step(visit: Open, name: str) -> None:
    page, found = visit("/?lang=ru", PHONE), set()
    for number, step in enumerate(game(name).part("words.lesson").STEPS, 1):
        for did in ("", f"?did={step.actions[0]}"):
            page.goto(f"/learn/{name}/{number}{did}")
            found.add(tuple(page.evaluate(PLACES)))
    assert len(found) == 1, found


def test_a_lesson_asks_a_finger_once(visit: Open) -> None:
    """A table asks before what cannot be taken back. In a lesson everything can, and nothing says to tap again."""
    page = visit("/learn/cat-cafe/3", PHONE, has_touch=True)
    page.locator(f"#place-{game('cat-cafe').part('words.lesson').STEPS[2].actions[0]}").tap()
    page.locator("#go-on").wait_for()


def test_a_lesson_lights_only_what_is_meant(visit: Open) -> None:
    page = visit("/learn/pocket-cats/1")
    meant = str(game("pocket-cats").part("words.lesson").STEPS[0].actions[0])
    lit = page.locator("#board [name=action]:not(.aside)")
    assert [lit.nth(k).get_attribute("value") for k in range(lit.count())] == [meant]
    page.goto("/learn/pocket-cats/2")
    assert page.locator("#board .aside").count() == 0, "here the learner is to find out"


# A bubble stands for a few seconds only, perhaps too short to be met by somebody slow.
BUBBLES = """() => { window.bubbles = []; new MutationObserver(changes => { for (const change of changes)
  for (const node of change.addedNodes) if (node.matches?.('.cat-says') && node.getClientRects().length)
    bubbles.push(node.textContent); }).observe(document.body, { childList: true }); }"""


def test_what_cats_say_is_seen_and_heard_on_every_screen(visit: Open) -> None:
    host = visit("/new/cat-cafe/friends")
    host.fill("[name=name]", "Mira")
    host.get_by_role("button", name="Invite friends").click()
    host.locator("#chairs").select_option("2")
    host.wait_for_selector(".seats.n2")
    guest = visit(host.locator(".url").get_attribute("href"), PHONE)
    guest.fill("[name=name]", "Ann")
    guest.get_by_role("button", name="Sit down").click()
    host.wait_for_selector("text=Ann")
    host.get_by_role("button", name="Start with 2 players").click()
    for page in (host, guest):
        page.wait_for_selector("#board")
    watcher = visit(host.locator(".watchers .url").text_content())
    company = ((host, "You"), (guest, "Mira"), (watcher, "Mira"))
    for page, _ in company:
        wait_for_line(page)
        page.evaluate(BUBBLES)
    assert host.locator("#cat-words .word svg").count() == 0, "they are fetched when they are wanted"
    host.get_by_label("Say it in cat").click()
    host.wait_for_function("() => document.querySelectorAll('#cat-words .word svg use').length === 8")
    host.get_by_role("button", name="hiss").click()
    for page, who in company:
        page.wait_for_function("() => bubbles.length")
        assert page.locator("#heard").text_content() == f"{who}: hiss"
    assert not host.locator("#cat-words").evaluate("e => e.open")
    assert host.locator("#cat-words > summary[data-n]").count() == 0, "one's own word is no news"
    guest.reload()
    badge = guest.locator("#cat-words > summary[data-n='1']")
    badge.wait_for()
    badge.click()
    guest.wait_for_selector("#cat-words[open] #said:has-text('Mira: hiss')")
    assert badge.count() == 0
    oops = guest.get_by_role("button", name="Oops")
    before = oops.bounding_box()
    wait_for_line(guest)
    guest.evaluate("document.body.dispatchEvent(new CustomEvent('reaction', { detail: [[0, 'tea']] }))")
    guest.wait_for_selector("#said li:nth-child(2):has-text('Getting some tea')")
    assert oops.bounding_box() == before, "lines that come move no button"
    guest.keyboard.press("Escape")
    assert watcher.locator("#cat-words").count() == 0
    guest.wait_for_selector(".cat-says", state="detached")


def turns(page: Any, hidden: bool) -> list[str]:
    """Play until it is one's turn again after others moved; what the browser was asked to do meanwhile."""
    page.evaluate("calls.length = 0")
    if hidden:
        page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('yourturn', { detail: document.title }))")
    page.evaluate("delete document.hidden")
    found: list[str] = page.evaluate("calls")
    return found


def test_nobody_is_called_who_did_not_ask(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play Rat-a-Tat Cat now").click()
    wait_for_page(page, "#hand")
    assert turns(page, hidden=True) == []
    page.get_by_label("Menu").click()
    page.get_by_label("a soft sound").check()
    page.wait_for_function("() => calls.includes('sound')")
    assert turns(page, hidden=False) == ["sound", "sound"]
    page.get_by_label("a notification").check()
    page.wait_for_function("() => calls.includes('asked')")
    assert turns(page, hidden=False) == ["sound", "sound"], "no notification while one looks"
    called = turns(page, hidden=True)
    assert called[-1] == "note: Your turn · Rat-a-Tat Cat", "and it says nothing else"
    page.reload()
    page.wait_for_selector("#hand")
    page.get_by_label("Menu").click()
    assert page.get_by_label("a soft sound").is_checked(), "kept"
    page.get_by_label("a soft sound").uncheck()
    assert "sound" not in turns(page, hidden=False)


def test_sounds_and_words_are_heard_by_who_wants_them(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play Cat Café now").click()
    wait_for_page(page, "#hand")
    page.evaluate(SOUND_CARD)
    page.get_by_label("Menu").click()
    dice = page.locator("[data-volume=dice]")
    dice.evaluate("e => { e.value = 5; }")
    page.locator("#sounds > summary").click()
    page.wait_for_function("() => document.querySelector('[data-volume=dice]').value === '0'")  # its file has come
    assert page.evaluate("[...document.querySelectorAll('[data-volume]')].every(e => e.value === '0')")
    for over in (False, True):
        page.evaluate(TOLD, over)
    assert page.evaluate("loud") == [], "silent until asked for"
    dice.fill("10")
    page.wait_for_function("() => loud.length === 4")  # as loud as it will be, at once
    page.evaluate("loud.length = 0")
    page.evaluate(TOLD, False)
    assert page.evaluate("loud") == [0.5] * 4
    page.evaluate(TOLD, True)
    assert page.evaluate("loud.length") == 4, "each has its own volume: the victory is still silent"
    page.reload()
    page.wait_for_selector("#hand")
    assert page.evaluate("localStorage.getItem('volume-dice')") == "10", "kept"
    page.get_by_label("Say it in cat").click()
    page.wait_for_function("() => document.querySelector('#cat-words .word svg')")  # its file has come
    say = "() => document.body.dispatchEvent(new CustomEvent('show-reaction', { detail: [[0, 'your-move']] }))"
    page.get_by_label("Show me what the others say").uncheck()
    page.evaluate(say)
    assert page.locator("body > .cat-says").count() == 0, "muted"
    page.get_by_label("Show me what the others say").check()
    page.evaluate(say)
    assert page.locator("body > .cat-says").count() == 1


LIES_ON_TOP = """() => { const a = document.querySelector('body > .cat-says').getBoundingClientRect();
  document.querySelector('body > .cat-says').style.pointerEvents = 'auto';
  return document.elementFromPoint(a.x + a.width / 2, a.y + a.height / 2).closest('.cat-says, details').id; }"""
COVERED = """() => { const a = document.querySelector('body > .cat-says'), x = a.offsetLeft, y = a.offsetTop;
  return Array.from(document.querySelectorAll('.player .name b')).filter(e => { const r = e.getBoundingClientRect();
    return x < r.right && x + a.offsetWidth > r.left && y < r.bottom && y + a.offsetHeight > r.top; }).length; }"""


def test_ones_own_word_covers_nobodys_name_and_rules_scroll_alone(visit: Open) -> None:
    page = visit("/", PHONE, has_touch=True)
    page.get_by_role("button", name="Play More Kitties! now").click()
    wait_for_page(page, "#hand")
    page.get_by_label("Say it in cat").click()
    page.wait_for_function("() => document.querySelector('#cat-words .word svg')")  # its file has come
    page.evaluate("document.body.dispatchEvent(new CustomEvent('show-reaction', { detail: [[0, 'sulk']] }))")
    assert page.evaluate(COVERED) == 0
    assert page.locator("#said li").all_text_contents() == ["You: sulk"], "kept for who missed it"
    assert page.evaluate(LIES_ON_TOP) == "cat-words", "what is said does not lie on what is chosen"
    page.keyboard.press("Escape")
    page.get_by_label("Menu").click()
    page.locator("a[href='#rules']").click()
    page.locator("#rules[open] h2").first.wait_for()
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") == "hidden"


# Nobody sits through a long wait of the page: it is noted, and shortened.
SHORTER_WAITS = """() => { const real = setTimeout; window.waits = [];
  window.setTimeout = (done, ms, ...more) => { waits.push(ms); return real(done, Math.min(ms, 2000), ...more); }; }"""


DRAWN = "document.dispatchEvent(new Event('drawn'))"
DRAWN_AGAIN = f"""() => {{ const at = document.querySelector('.place.sure'), fresh = at.cloneNode(true);
  fresh.classList.remove('sure'); purr.morph(at, fresh); {DRAWN}; }}"""


def test_a_finger_is_asked_twice_unless_that_is_switched_off(visit: Open) -> None:
    page = visit("/", PHONE, has_touch=True)
    page.get_by_role("button", name="Play Cat Café now").tap()
    page.wait_for_selector("#hand")
    wait_for_line(page)
    while not page.locator(".place").count():
        page.wait_for_selector(OPEN)
        answer(page, page.locator(f".tray {OPEN}, .kinds {OPEN}").first)
    places = page.locator(".place")
    page.evaluate(SHORTER_WAITS)
    places.first.tap()
    page.wait_for_selector(".place.sure")
    assert page.locator("#note").text_content() == "Here? Tap once more."
    assert page.evaluate("Math.max(...waits)") < 2000, "no time is set for thinking it over"
    page.evaluate(DRAWN_AGAIN)
    assert page.locator(".place.sure").count() == 1, "what the others do leaves the question"
    assert page.locator("#note").is_visible()
    page.locator("#status").tap()
    page.wait_for_selector("#note", state="hidden")
    assert page.locator(".place.sure").count() == 0, "the ring goes with its question"
    places.first.tap()
    page.wait_for_selector(".place.sure")
    page.evaluate("document.querySelector('#hand [name=seen]').value = 'another'; " + DRAWN)
    page.wait_for_selector("#note", state="hidden")
    assert page.locator(".place.sure").count() == 0, "another question is asked by itself"
    page.get_by_label("Menu").tap()
    page.get_by_label("On a touch screen: tap twice").uncheck()
    page.get_by_label("Menu").tap()
    assert page.locator(".place").count(), "one tap alone drew nothing"
    page.reload()  # with the question that the house knows
    page.wait_for_selector(".place")
    wait_for_line(page)
    places.last.tap()
    page.wait_for_selector(".place", state="detached")


def test_what_opens_at_the_end_of_a_menu_is_seen(visit: Open) -> None:
    page = visit("/", PHONE)
    page.get_by_role("button", name="Play Cat Café now").click()
    page.wait_for_selector("#hand")
    page.get_by_label("Menu").click()
    for summary, shown in (("Let others watch", "img.qr"), ("Leave this table", "button:has-text('Yes, leave')")):
        page.locator("summary", has_text=summary).click()
        page.wait_for_function("e => e.getBoundingClientRect().top < innerHeight - 20", arg=page.query_selector(shown))
    assert page.evaluate("scrollY") == 0, "the page under the menu stays"


def test_on_a_low_laptop_all_beside_the_table_is_in_sight(server: str, visit: Open) -> None:
    with httpx.Client(base_url=server, follow_redirects=True, timeout=PATIENCE) as person:
        ended = finish(person, "cat-cafe")
        address = person.post(f"{ended}/again").url.path
        cookies = [{"name": each.name, "value": each.value or "", "url": server} for each in person.cookies.jar]
    page = visit("/", {"width": 1366, "height": 768})
    page.context.add_cookies(cookies)
    page.goto(server + address)
    page.locator("#series", has_text="1 win").wait_for()
    page.wait_for_selector("#lines li", state="attached")
    ends = page.evaluate(
        "['#lines li', '#series', '#rules > summary', '#set > summary'].map(at => {"
        "const e = document.querySelector(at), box = e.closest('.story, .folds').getBoundingClientRect();"
        "return Math.min(box.bottom, innerHeight) - e.getBoundingClientRect().bottom; })"
    )
    assert all(rest >= -1 for rest in ends), ends
    page.locator("#rules > summary").click()
    page.wait_for_function("() => document.querySelector('.folds').scrollHeight > 1000")
    above = "['.folds', '#rules > summary'].map(at => document.querySelector(at).getBoundingClientRect().top)"
    page.evaluate("document.querySelector('.folds').scrollTop = 300")
    top, head = page.evaluate(above)
    assert head - top < 4, "no line is seen above the head that sticks"


def test_a_result_is_sent_as_a_picture_or_saved(visit: Open, ended: tuple[str, str]) -> None:
    page = visit(ended[1])
    picture = page.locator("a.picture")
    page.evaluate("navigator.canShare = undefined")
    with page.expect_download() as saved:
        picture.click()
    assert saved.value.suggested_filename == "purrlor-pocket-cats.png"
    page.evaluate(SHARE_SHEET)
    picture.click()
    page.wait_for_function("() => shared")
    name, kind, width, height = page.evaluate("shared")
    assert (name, kind, width) == ("purrlor-pocket-cats.png", "image/png", 1200)
    assert height > 630, "the board is on it"


def test_ones_own_cat_follows_what_is_chosen(visit: Open) -> None:
    page = visit("/me/cat", PHONE)
    page.locator("[name=coat][value=black-tuxedo]").check()
    page.locator("[name=eyes][value=sly]").check()
    page.locator("[name=wear][value=glasses]").check()
    assert page.locator("#chosen-cat").get_attribute("src") == "/face/sit-black-tuxedo-sly-glasses.svg"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="This is my cat").click()
    assert page.locator(".own-cat .face").get_attribute("src") == "/face/black-tuxedo-sly-glasses.svg"
