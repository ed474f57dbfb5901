"""Short codes: they lead to their table, end with the link, and cannot be found by trying."""

import pytest

from purrlor.tables.errors import UnknownTable
from purrlor.tables.short_codes import CODE_SECONDS, DIGITS, code_of, in_groups
from purrlor.tables.tables import Tables
from purrlor.web.rate_limits import RATES

pytestmark = pytest.mark.anyio


async def test_a_code_leads_to_its_table_until_the_link_is_renewed(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", "rat-a-tat-cat", 2, people=["Anna"])
    with pytest.raises(UnknownTable):
        await tables.by_code(code_of(table))  # nobody was shown it yet
    code = await tables.offer_code(table)
    assert await tables.by_code(in_groups(code)) is table
    assert await tables.by_code(f" {code[:4]}-{code[4:]} ") is table
    for wrong in ("", "12345678", f"{code}0", "x" * DIGITS, "٠" * DIGITS):
        with pytest.raises(UnknownTable):
            await tables.by_code(wrong)
    await tables.renew_door(table.id, "anna")
    with pytest.raises(UnknownTable):
        await tables.by_code(code)
    assert await tables.by_code(await tables.offer_code(table)) is table


async def test_a_code_is_good_for_a_day(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", "rat-a-tat-cat", 2, people=["Anna"])
    code, now = await tables.offer_code(table), tables.time()
    tables.registry.time = lambda: now + CODE_SECONDS + 1
    with pytest.raises(UnknownTable):
        await tables.by_code(code)


def test_trying_finds_nothing() -> None:
    """With a thousand open tables, all tries a server allows in a day find less than a tenth of a table."""
    whole_server = RATES["all codes"][1]
    tries = whole_server.burst + 86400 * whole_server.per_second
    assert tries * 1000 / 10**DIGITS < 0.1
