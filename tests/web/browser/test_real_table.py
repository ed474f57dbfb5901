"""At the real table, on a phone: a match of every game is tapped into its sheet, counted, kept and undone."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from purrlor.core.game import game, games
from purrlor.web.real_table.counting import is_counted
from tests.fixtures.chromium import PATIENCE
from tests.fixtures.parlour_page import NO_SERVICE_WORKER, PHONE, Parlour
from tests.fixtures.visitors import start
from tests.web.browser.test_installable_app import until_kept

pytestmark = pytest.mark.browser
COUNTED = [known.name for known in games() if is_counted(known)]
BY_SCRIPT = 20  # sheets that the translated rules count
HUNDREDS = 200  # of each game, with --slow
# As fingers do it: choose what is chosen, type what is typed, tap a place and then its piece. What is tapped must be
# seen there: a finger cannot reach through another element.
TAP = """sheet => {
  const find = (what, name) => document.querySelector(`#count ${what.replace('@', CSS.escape(name))}`);
  const type = (field, value) => { field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };
  const tap = e => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const target = e.closest('label') || e, box = target.getBoundingClientRect();
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!target.contains(met)) throw new Error(`${e.outerHTML} is under ${met?.outerHTML}`);
    if (Math.min(box.width, box.height) < 43.5 && !e.matches('.place')) throw new Error(`${e.outerHTML} is small`);
    e.click();
  };
  // A finger on one side of a button: what it touches there is taken, never what comes next.
  const touch = (e, value) => {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [left, , part] = e.dataset.sides.split(' '), box = e.getBoundingClientRect();
    const middle = value === left ? part / 2 : (1 + Number(part)) / 2;
    const at = { clientX: box.x + box.width * middle, clientY: box.y + box.height / 2 };
    const met = document.elementFromPoint(at.clientX, at.clientY);
    if (met !== e) throw new Error(`${e.outerHTML} is under ${met?.outerHTML}`);
    e.dispatchEvent(new MouseEvent('click', { ...at, bubbles: true, detail: 1 }));
    if (e.dataset.value !== value) throw new Error(`${e.outerHTML} has not taken ${value}`);
  };
  document.getElementById('who').open = true;
  for (const [name, value] of Object.entries(sheet)) {
    const radio = find(`[type=radio][name="@"][value="${CSS.escape(value)}"]`, name);
    const choice = radio || find('[type=checkbox][name="@"]', name);
    const field = find('[name="@"]:not([type=radio])', name), cell = find('[data-field="@"]', name);
    if (choice) choice.checked || tap(choice);
    else if (field) type(field, value);
    else {
      if (!cell.getClientRects().length) tap(document.getElementById(`shown-${name.split('-')[1]}`));
      if (cell.dataset.sides) touch(cell, value);
      for (let k = 0; k < 9 && cell.dataset.cycle && (cell.dataset.value || '') !== value; k++) tap(cell);
      if (cell.dataset.cycle) continue;
      const [piece, turn] = value.split('@');
      tap(cell);
      tap(find('[data-put="@"]', piece));
      for (let k = 0; k < Number(turn || 0); k++) tap(cell);
    }
  }
}"""
SHOWS = """totals => { const row = [...document.querySelectorAll('#result .scores tr')].at(-1);
  const shown = row && [...row.querySelectorAll('td')].map(cell => Number(cell.textContent));
  return JSON.stringify(shown) === JSON.stringify(totals); }"""


def matches(name: str, count: int) -> Iterator[tuple[dict[str, str], list[int]]]:
    """Sheets with the engine's own scores. Players and clans come first, because the page shows places and pieces by
    them; rounds come one after another."""
    score = game(name).rules.score
    for sheet, end in import_module(f"tests.games.{name.replace('-', '_')}.test_counting").matches(count):
        order = sorted(sheet.items(), key=lambda each: (each[0] != "seats", not each[0].startswith("clan")))
        yield dict(order), [int(score(end, seat)) for seat in range(end.seats)]


@pytest.mark.parametrize("name", COUNTED)
def test_a_match_is_tapped_and_counted_on_a_phone(house: Parlour, name: str) -> None:
    [(sheet, totals)] = matches(name, 1)
    page = house.page(None, PHONE)
    page.goto(f"/count/{name}")
    page.wait_for_selector("#result .problem")
    page.evaluate(TAP, sheet)
    page.wait_for_function(SHOWS, arg=totals)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.wait_for_function(SHOWS, arg=totals)
    page.locator("#clear").click()
    page.wait_for_selector("#result .problem")
    page.locator("[data-undo]").last.click()
    page.wait_for_function(SHOWS, arg=totals)
    page.context.set_offline(True)
    page.locator("#clear").click()
    page.wait_for_selector("#line:not([hidden])")
    assert "counted as soon as you are back online" in page.inner_text("#line")
    page.context.set_offline(False)
    page.wait_for_selector("#line", state="hidden")
    for other, scores in matches(name, BY_SCRIPT):
        assert page.evaluate("sheet => countOffline(sheet).scores", other) == scores
    page.context.close()
    assert all("ERR_INTERNET_DISCONNECTED" in said or NO_SERVICE_WORKER in said for said in house.complaints)
    house.complaints.clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED)
def test_hundreds_of_matches_are_tapped_and_counted_as_the_engine_does(house: Parlour, name: str) -> None:
    page = house.page(None, PHONE)
    page.goto(f"/count/{name}")
    for sheet, totals in matches(name, HUNDREDS):
        page.evaluate("() => document.getElementById('clear').click()")
        page.wait_for_selector("#result .problem")  # the score of the sheet before is gone
        page.evaluate(TAP, sheet)
        page.wait_for_function(SHOWS, arg=totals)
        assert page.evaluate("sheet => countOffline(sheet).scores", sheet) == totals
    page.context.close()


def test_sheets_are_counted_while_the_server_is_stopped(house: Parlour, tmp_path: Path) -> None:
    server, address = start(tmp_path)
    try:
        context = house.browsers.of().new_context(
            base_url=address, viewport={"width": PHONE[0], "height": PHONE[1]}, locale="ru"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        for name in COUNTED:
            page.goto(f"/count/{name}")
            until_kept(page, f"/count/{name}")
    finally:
        server.terminate()
        server.wait()
    for name in COUNTED:
        [(sheet, totals)] = matches(name, 1)
        page.goto(f"/count/{name}")
        page.evaluate(TAP, sheet)
        page.wait_for_function(SHOWS, arg=totals)
        page.wait_for_function("() => document.getElementById('line').textContent.includes('посчитан прямо здесь')")
        page.reload()
        page.wait_for_function(SHOWS, arg=totals)  # nothing typed is lost
    context.close()


def test_a_number_is_taken_where_it_is_touched(house: Parlour) -> None:
    page = house.page(None, PHONE)
    page.goto("/count/cat-cafe")
    page.wait_for_selector("#result .problem")
    sign = page.locator("[data-field=t2-0]")
    width, height = (sign.bounding_box()[side] for side in ("width", "height"))
    larger, smaller = ({"x": width * part, "y": height / 2} for part in (0.5, 0.85))
    for where, value in ((larger, "l"), (smaller, "s"), (larger, "l"), (larger, ""), (smaller, "s"), (smaller, "")):
        sign.click(position=where)
        assert sign.get_attribute("data-value") == value
    sign.focus()
    for value in ("s", "l", ""):  # keys touch no side: they go through all values
        page.keyboard.press("Enter")
        assert sign.get_attribute("data-value") == value
    page.context.close()


def test_sums_and_lots_need_no_server(house: Parlour) -> None:
    page = house.page(None, PHONE)
    page.goto("/count/more-kitties")
    page.wait_for_selector("#result .problem")
    page.context.set_offline(True)
    page.locator("[data-draw]").click()
    drawn = page.evaluate("() => [...document.querySelectorAll('.kitten')].slice(0, 2).map(e => e.dataset.value)")
    assert len(set(drawn)) == 2
    assert all(letter in "rbyg" for letter in drawn)
    for _ in range(3):
        page.locator("[data-step=pile-0][data-by='1']").click()
    page.fill("[name=pile-1]", "2")
    assert page.evaluate("() => [...document.querySelectorAll('.leads')].map(e => e.textContent)") == ["3"]
    page.context.close()
    house.complaints.clear()
