"""At the real table, on a phone: a match of every game is tapped into its sheet, counted, kept and undone."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from purrlor.core.game import game, games
from purrlor.web.real_table.counting import is_counted
from tests.fixtures.parlour_page import NO_SERVICE_WORKER, PHONE, Parlour

pytestmark = pytest.mark.browser
COUNTED = [known.name for known in games() if is_counted(known)]
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
  document.getElementById('who').open = true;
  for (const [name, value] of Object.entries(sheet)) {
    const radio = find(`[type=radio][name="@"][value="${CSS.escape(value)}"]`, name);
    const choice = radio || find('[type=checkbox][name="@"]', name);
    const field = find('[name="@"]:not([type=radio])', name), cell = find('[data-field="@"]', name);
    if (choice) choice.checked || tap(choice);
    else if (field) type(field, value);
    else {
      if (!cell.getClientRects().length) tap(document.getElementById(`shown-${name.split('-')[1]}`));
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
    page.wait_for_selector("#result .trouble")
    page.evaluate(TAP, sheet)
    page.wait_for_function(SHOWS, arg=totals)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.wait_for_function(SHOWS, arg=totals)
    page.locator("#clear").click()
    page.wait_for_selector("#result .trouble")
    page.locator("[data-undo]").last.click()
    page.wait_for_function(SHOWS, arg=totals)
    page.context.set_offline(True)
    page.locator("#clear").click()
    page.wait_for_selector("#line:not([hidden])")
    assert "You are offline" in page.inner_text("#line")
    page.context.set_offline(False)
    page.wait_for_selector("#line", state="hidden")
    page.context.close()
    assert all("ERR_INTERNET_DISCONNECTED" in said or NO_SERVICE_WORKER in said for said in house.complaints)
    house.complaints.clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED)
def test_hundreds_of_matches_are_tapped_and_counted_as_the_engine_does(house: Parlour, name: str) -> None:
    page = house.page(None, PHONE)
    page.goto(f"/count/{name}")
    for sheet, totals in matches(name, HUNDREDS):
        page.evaluate("() => localStorage.clear()")
        page.reload()
        page.wait_for_selector("#result .trouble")
        page.evaluate(TAP, sheet)
        page.wait_for_function(SHOWS, arg=totals)
    page.context.close()


def test_sums_and_lots_need_no_server(house: Parlour) -> None:
    page = house.page(None, PHONE)
    page.goto("/count/more-kitties")
    page.wait_for_selector("#result .trouble")
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
