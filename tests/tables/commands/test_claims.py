"""Back to your seat: who may ask, who may answer, and that nobody gets a seat without a person's word."""

import pytest

from purrlor.tables.commands.claims import CLAIM_SECONDS, MOST_CLAIMS, answerers, open_claims
from purrlor.tables.errors import NotHost, NotReady, NotWelcome, SeatTaken, TooFast
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables

pytestmark = pytest.mark.anyio
RAT = "rat-a-tat-cat"


async def evening(tables: Tables) -> Table:
    """Anna is the host; Boris and Clara came; the match runs and nobody has the table open."""
    table = await tables.create("anna", RAT, 4, {"rounds": 1}, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    await tables.sit(table.id, "clara", "Clara")
    await tables.seat_bot(table.id, "anna", None, "kitten")
    await tables.begin(table.id, "anna")
    table.presence.since = 0.0
    return table


async def asked(tables: Tables, table: Table, who: str, seat: int, name: str = "") -> str:
    await tables.ask_for_seat(table.id, who, seat, name)
    return table.claims[who].key


async def test_a_lost_browser_is_back_with_one_tap_of_the_host(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await evening(tables)
    token = await tables.identities.make_token(table.id, "boris", 1)
    with tables.subscribe(table, 0, "anna"):
        key = await asked(tables, table, "boris again", 1)
        assert [claim.name for claim in open_claims(table, "anna")] == ["Boris"]
        assert not open_claims(table, "clara"), "the host is here: the others are not asked"
        for wrong in ("clara", "boris", "boris again", "stranger"):
            with pytest.raises(NotHost):
                await tables.grant_seat(table.id, wrong, key)
        await tables.grant_seat(table.id, "anna", key)
    assert table.seats[1].identity == "boris again"
    assert table.seats[1].name == "Boris"
    assert not table.claims
    assert "Boris is back." in table.story(0, "en")
    with pytest.raises(Exception, match="not yours"):
        await tables.identities.token(token)  # what the lost browser handed out ends with it
    again = await tables.registry.load_from_log(table.id)
    assert [seat.identity for seat in again.seats] == [seat.identity for seat in table.seats]


async def test_where_the_host_is_gone_any_player_answers_and_a_lost_host_stays_the_host(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await evening(tables)
    key = await asked(tables, table, "anna again", 0)
    assert answerers(table, table.claims["anna again"]) == {"boris", "clara"}
    await tables.grant_seat(table.id, "clara", key)
    assert table.host == "anna again"
    assert (await tables.registry.load_from_log(table.id)).host == "anna again"
    await tables.hand_to_cat(table.id, "anna again", 1)
    with pytest.raises(NotHost):
        await tables.return_seat(table.id, "anna", 1)


async def test_nobody_gives_a_seat_away_whose_screen_is_open(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await evening(tables)
    with tables.subscribe(table, 1, "boris"), tables.subscribe(table, 0, "anna"):
        key = await asked(tables, table, "mallory", 1)
        with pytest.raises(NotHost):
            await tables.grant_seat(table.id, "anna", key)
        await tables.refuse_seat(table.id, "boris", key)
        assert not table.claims
        with pytest.raises(TooFast):
            await tables.ask_for_seat(table.id, "mallory", 1)
    with pytest.raises(NotReady):
        await tables.grant_seat(table.id, "anna", key)
    assert table.seats[1].identity == "boris"


async def test_a_stranger_needs_the_link_and_asks_once(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await evening(tables)
    with pytest.raises(SeatTaken):
        await tables.ask_for_seat(table.id, "boris", 2)
    for k in range(MOST_CLAIMS):
        await tables.ask_for_seat(table.id, f"stranger {k}", 1)
    with pytest.raises(TooFast):
        await tables.ask_for_seat(table.id, "one more", 1)
    await tables.renew_door(table.id, "anna")
    with pytest.raises(NotWelcome):
        await tables.ask_for_seat(table.id, "late", 1)
    await tables.ask_for_seat(table.id, "stranger 0", 1, key=table.door)


async def test_the_host_hands_seats_to_cats_to_somebody_and_back(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await evening(tables)
    with pytest.raises(NotHost):
        await tables.hand_to_cat(table.id, "boris", 2)
    await tables.hand_to_cat(table.id, "anna", 1)
    assert table.seats[1].cat
    await tables.return_seat(table.id, "anna", 1)
    assert not table.seats[1].is_played_by_cat
    await tables.hand_to_cat(table.id, "anna", 1, for_good=True)
    assert table.seats[1].level
    with pytest.raises(SeatTaken):
        await tables.hand_to_cat(table.id, "anna", 0, for_good=True)
    key = await asked(tables, table, "lena", 1, "Lena")
    await tables.grant_seat(table.id, "anna", key)
    assert (table.seats[1].identity, table.seats[1].name) == ("lena", "Lena")
    assert "Lena sits down in place of a cat." in table.story(0, "en")


async def test_a_seat_kept_for_the_next_match_comes_back_too(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", RAT, 2, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    key = await asked(tables, table, "boris again", 1)
    with tables.subscribe(table, 0, "anna"):
        table.presence.since = 0.0
        await tables.grant_seat(table.id, "anna", key)
    assert table.seats[1].identity == "boris again"
    await tables.begin(table.id, "anna")


async def test_a_question_for_a_seat_that_is_taken_away_ends(sqlite_tables: Tables) -> None:
    tables = sqlite_tables
    table = await tables.create("anna", RAT, 3, {"rounds": 1}, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris", 2)
    with tables.subscribe(table, 0, "anna"):
        key = await asked(tables, table, "boris again", 2)
        await tables.remove(table.id, "anna", 2)
        await tables.change(table.id, "anna", seats=2)
        assert not open_claims(table, "anna")
        with pytest.raises(NotReady):
            await tables.grant_seat(table.id, "anna", key)


async def test_an_old_question_is_shown_no_more(sqlite_tables: Tables) -> None:
    tables, now = sqlite_tables, sqlite_tables.time()
    tables.registry.time = lambda: now
    table = await tables.create("anna", RAT, 2, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    with tables.subscribe(table, 0, "anna"):
        await asked(tables, table, "boris again", 1)
        assert open_claims(table, "anna")
        now += CLAIM_SECONDS
        assert not open_claims(table, "anna")
