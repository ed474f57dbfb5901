"""Again and again: the series' score is at the next table, whoever begins."""

import re
from pathlib import Path

from tests.fixtures.visitors import actions, form_of, open_house, play_now


def test_the_score_of_a_series_is_at_the_next_table(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address, wins = play_now(house.host, "pocket-cats", cats="1", level="kitten"), {"Guest": 0, "Ginger": 0}
        for _ in range(3):
            page = house.host.get(address).text
            shown = dict(re.findall(r"<dt>(\w+)</dt><dd>(\d+) wins?</dd>", page.replace("<dt>You<", "<dt>Guest<")))
            assert {name: int(count) for name, count in shown.items()} == (wins if sum(wins.values()) else {})
            assert ("<dt>You<" in page) == bool(shown), "the one who looks is told so"
            while "/again" not in page:
                choices = actions(page)
                if choices:
                    page = house.host.post(f"{address}/play", data=form_of(page, choices[-1])).text
                else:
                    page = house.host.get(address).text
            table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
            for seat in table.playing().winners():
                wins[table.names("en")[seat]] += 1
            told = re.search(r">Wins</th><td>(\d)</td><td>(\d)</td>", house.host.get(address).text)
            assert (told is not None) == bool(table.facts.number), "one match is no series"
            assert told is None or [int(told[1]), int(told[2])] == [wins[name] for name in table.names("en")]
            assert "<dt>" not in house.host.get(address).text.partition('id="series"')[2], "and it is said once"
            assert 'name="level"' not in house.host.get(address).text, "nothing is offered yet"
            assert table.summary is not None
            table.summary = table.summary._replace(next_level="cat")
            house.call(table.show)
            page = house.host.get(address).text
            assert re.search(r'name="level" value="cat">\s*Play against cats\s*<', page)
            assert "<small>Three wins in a row! Grown cats play better.</small>" in page
            assert 'name="level"' not in house.visitor().get(f"/w/{table.facts.watch_key}").text
            address = house.host.post(f"{address}/again", data={"level": "cat"}).url.path
            table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
            assert {seat.level for seat in table.seats if seat.level} == {"cat"}
