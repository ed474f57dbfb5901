"""At the real table, on a phone: a match of every game is tapped into its sheet, counted, kept and undone."""

from importlib import import_module

import pytest

from purrlor.core.game import game, games
from purrlor.web.real_table.counting import is_counted
from tests.fixtures.parlour_page import NO_SERVICE_WORKER, PHONE, Parlour

pytestmark = pytest.mark.browser
COUNTED = [known.name for known in games() if is_counted(known)]
# As fingers do it: choose what is chosen, type what is typed, tap a place and then its piece.
TAP = """sheet => {
  const find = (what, name) => document.querySelector(`#count ${what.replace('@', CSS.escape(name))}`);
  const type = (field, value) => { field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };
  for (const [name, value] of Object.entries(sheet)) {
    const radio = find(`[type=radio][name="@"][value="${CSS.escape(value)}"]`, name);
    const choice = radio || find('[type=checkbox][name="@"]', name);
    const field = find('[name="@"]:not([type=radio])', name), cell = find('[data-field="@"]', name);
    if (choice) choice.checked || choice.click();
    else if (field) type(field, value);
    else if (cell.dataset.cycle) { for (let k = 0; k < 9 && (cell.dataset.value || '') !== value; k++) cell.click(); }
    else {
      const [piece, turn] = value.split('@');
      if (!cell.getClientRects().length) document.getElementById(`shown-${name.split('-')[1]}`).click();
      cell.click();
      find('[data-put="@"]', piece).click();
      for (let k = 0; k < Number(turn || 0); k++) cell.click();
    }
  }
}"""
SHOWS = """totals => { const row = [...document.querySelectorAll('#result .scores tr')].at(-1);
  const shown = row && [...row.querySelectorAll('td')].map(cell => Number(cell.textContent));
  return JSON.stringify(shown) === JSON.stringify(totals); }"""


def in_order(sheet: dict[str, str]) -> dict[str, str]:
    """Players and clans first: the page shows places and pieces by them. Rounds come one after another."""
    return dict(sorted(sheet.items(), key=lambda each: (each[0] != "seats", not each[0].startswith("clan"))))


@pytest.mark.parametrize("name", COUNTED)
def test_a_match_is_tapped_and_counted_on_a_phone(house: Parlour, name: str) -> None:
    tests, of = import_module(f"tests.games.{name.replace('-', '_')}.test_counting"), game(name)
    sheet, end = tests.a_match()
    totals = [int(of.rules.score(end, seat)) for seat in range(end.seats)]
    page = house.page(None, PHONE)
    page.goto(f"/count/{name}")
    page.wait_for_selector("#result .trouble")
    page.evaluate(TAP, in_order(sheet))
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
