"""Parts of a frame are drawn once for equal values, and never shared by those who see different things."""

from collections.abc import Sequence

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from jinja2.runtime import Macro
from markupsafe import Markup

from purrlor.core.seats import WATCHER
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.web.live.frames import build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.jinja_output import FastEnvironment
from purrlor.web.rendering.names_used import names_used
from purrlor.web.rendering.templating import PARTS_CACHED, Templates, translations_for
from tests.fixtures.playing import GAMES, play_once

LOOKS = (Viewpoint(0, "en"), Viewpoint(1, "en"), Viewpoint(1, "ru"), Viewpoint(WATCHER, "en"))


class Counting(Templates):
    """Notes which templates are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []

    def render(self, template: str, variables: dict[str, object]) -> Markup:
        self.drawn.append(template)
        return super().render(template, variables)


def once(macro: Macro, *values: object) -> str:
    return macro(*values)


def once_each(macro: Macro, things: Sequence[object], *values: object) -> Markup:
    return Markup("").join([macro(thing, *values) for thing in things])


class Plain(Templates):
    """Draws everything again and again, by Jinja2 as it comes."""

    def __init__(self) -> None:
        super().__init__()
        shared = self.environment
        self.environment = Environment(  # type: ignore[assignment]
            loader=shared.loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.environment.globals.update({**shared.globals, "once": once, "once_each": once_each})

    def part(self, template: str, variables: dict[str, object]) -> Markup:
        return self.render(template, variables)


PAGES, PLAIN = Counting(), Plain()


def variables(language: str = "en", **values: object) -> dict[str, object]:
    chip = {"cards": ("card-back",) * 4, "laid": (False,) * 4, "said": "four cards face down", "called": False}
    return PAGES.variables(
        translations_for(language), {"game": "rat-a-tat-cat", "seat": 0, "viewer": 0, "player": chip, **values}
    )


async def two_people(tables: Tables, game: str, names: tuple[str, str]) -> Table:
    """Both have the table open all the time."""
    table = await tables.create("first", game, 2, people=names[:1])
    await tables.sit(table.id, "second", names[1])
    for identity in ("first", "second"):
        table.presence.arrive(identity)
    return await tables.begin(table.id, "first")


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_every_frame_of_a_match_is_as_if_nothing_was_kept(game: str, sqlite_tables: Tables) -> None:
    """Two tables by the same templates: what one viewer was shown is never shown to another."""
    tables = [await two_people(sqlite_tables, game, names) for names in (("Anna", "Boris"), ("Boris", "Vera"))]
    PAGES.drawn.clear()
    chips = 0
    for table in 30 * tables:
        if table.stage == "running":
            await play_once(sqlite_tables, table)
            for look in LOOKS:
                assert build_frame(PAGES, table, look).text == build_frame(PLAIN, table, look).text
                chips += len(table.seats)
    assert PAGES.drawn.count(f"{game}/player.html") < 0.7 * chips


def test_a_part_is_drawn_once_for_equal_values() -> None:
    PAGES.drawn.clear()
    first = PAGES.part("rat-a-tat-cat/player.html", variables(said="not used here"))
    assert PAGES.part("rat-a-tat-cat/player.html", variables(said="nor here")) is first
    assert len(PAGES.drawn) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"player": {"cards": ("card-1",) * 4, "laid": (False,) * 4, "said": "", "called": False}},
        {"player": {"cards": ("card-back",) * 4, "laid": (0,) * 4, "said": "four cards face down", "called": 0}},
        {"seat": 1},
        {"language": "ru"},
    ],
)
def test_other_values_are_another_part(other: dict[str, str]) -> None:
    first = PAGES.part("rat-a-tat-cat/player.html", variables())
    assert PAGES.part("rat-a-tat-cat/player.html", variables(**other)) is not first


def test_what_is_not_plain_data_is_drawn_every_time() -> None:
    class Card(str):
        """Looks like a string, and may print as something else."""

    shown = {"cards": (Card("card-1"),) * 4, "laid": (False,) * 4, "said": "", "called": False}
    PAGES.drawn.clear()
    for _ in range(2):
        PAGES.part("rat-a-tat-cat/player.html", variables(player=shown))
    assert len(PAGES.drawn) == 2


def test_few_parts_are_kept() -> None:
    for seat in range(PARTS_CACHED + 10):
        PAGES.parts.put(("", seat), Markup())
    assert len(PAGES.parts) <= PARTS_CACHED


def test_the_names_a_template_uses() -> None:
    sources = {
        "plain": "{% set x = a %}{% for b in things %}{{ b }}{{ x }}{{ draw(c.d) }}{% endfor %}{{ _(use(f)) }}",
        "faces": "{{ face_url(name) }}{{ use('paw') }}",
        "nothing": "{{ use('paw') }}",
        "includes": "{% include 'plain' %}",
        "hands on": "{% import 'plain' as m with context %}{{ m.x }}",
        "extends": "{% extends 'plain' %}",
    }
    environment = FastEnvironment(loader=DictLoader(sources))
    environment.globals.update(use=str, face_url=str)
    values = {name: name for name in ("a", "c", "draw", "f", "face_url", "name", "things")}
    found = {name: names_used(environment, name) for name in sources}
    assert {name for name, names in found.items() if names is None} == {"includes", "hands on", "extends"}
    told = {name: (names.shown(values), names.called(values)) for name, names in found.items() if names is not None}
    assert told == {"plain": (("a", "c", "f", "things"), "draw"), "faces": ("name", "face_url"), "nothing": ((), ())}
