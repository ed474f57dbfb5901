"""The quick templates print exactly what plain Jinja2 prints."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from purrlor.core.sentences.narration import AboutViewer
from purrlor.games.pocket_cats.board.board_tiles import Tile
from purrlor.web.live.sentences import hint_for
from purrlor.web.rendering import jinja_output
from purrlor.web.rendering.jinja_output import (
    CACHE_SIZE,
    FastEnvironment,
    drawing,
    escape_short,
    macro_cache,
    once,
    once_each,
    to_markup,
)

PARTS = DictLoader(
    {
        "included": "{% for x in [1, 2] %}{{ x }}{{ v }}{{ one }}{% endfor %}",
        "macros": "{% macro m(x) %}<i>{{ x }}{{ y is defined }}</i>{% endmacro %}{% set kept = '<' %}",
        "frame": "<{% block inside %}{{ v }}{% endblock %}{% block more %}{% endblock %}>",
    }
)
PLAIN = Environment(autoescape=True, undefined=StrictUndefined, loader=PARTS)
QUICK = FastEnvironment(autoescape=True, undefined=StrictUndefined, loader=PARTS)
VALUES = [
    "",
    "a",
    "a<b>&'\"",
    "<" * 50,
    Markup("<b>x</b>"),
    Markup("<") + "<",
    7,
    -1,
    True,
    None,
    1.5,
    ["<"],
    {"a": "<"},
]
TEMPLATES = [
    "{{ v }}",
    "{{ v ~ '<' }}",
    "{{ '<' ~ v }}{{ '<' ~ v ~ v }}{% autoescape false %}{{ '<' ~ v }}{% endautoescape %}",
    "{{ [v]|join('<') }}",
    "{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ m(v) }}",
    "{% set x %}<u>{{ v }}</u>{% endset %}{{ x }}",
    "{% autoescape false %}{{ v }}{% endautoescape %}",
    "{{ v|safe }}",
    "{{ v|e }}",
    "{% if v %}{{ v }}{% else %}-{% endif %}",
    "{{ {'a': v}.a }}{{ {'items': v}['items'] }}",
    "{% set _ = '{x}<'.format %}{{ _(x=v) }}{{ '{}<'.format(v) }}",
    "{% for one in [v, v] %}{{ loop.index }}{{ one }}{{ v }}{% include 'included' %}{% else %}-{% endfor %}{{ v }}",
    "{% from 'macros' import m, kept %}{{ m(v) }}{{ kept }}{% import 'macros' as all with context %}{{ all.m(v) }}",
    "{% set one = v %}{% if v %}{% set v = 1 %}{% endif %}{{ v }}{% include 'included' %}",
    "{% with v = 2 %}{{ v }}{% endwith %}{{ v }}",
    "{% extends 'frame' %}{% block more %}{{ super() }}{{ v }}{% for x in [v] %}{{ x }}{% endfor %}{% endblock %}",
    "{% set d = {'a': v, 'b': 2} %}{{ d.a }}{{ d.b }}{{ d.values()|list }}{% if d.a %}+{% endif %}",
    "{% macro m(d) %}{{ d.real }}{{ caller(d) }}{% endmacro %}{% call(x) m(7) %}{{ x }}{{ v }}{% endcall %}",
    "{{ v is none }}{% if v is not none %}{{ v }}{% endif %}",
    "{% set _ = '<{}>'.format %}{{ _('a<') }}{{ _('a<') ~ '<' }}{% for x in [1, 2] %}{{ _('b') }}{% endfor %}",
    "{{ nothing is defined }}{% macro m() %}{{ nothing is defined }}{{ v }}{% endmacro %}{{ m() }}",
    "{% filter upper %}a{{ v }}{% endfilter %}{% set ns = namespace(a=v) %}{% set ns.a = 2 %}{{ ns.a }}",
]


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_same_as_plain(template: str) -> None:
    for value in VALUES:
        for _ in range(2):  # the second time from memory
            assert QUICK.from_string(template).render(v=value) == PLAIN.from_string(template).render(v=value)


def test_a_dicts_entry_comes_before_its_methods_but_both_are_there() -> None:
    assert QUICK.from_string("{{ d.name }}{{ d.keys()|list }}").render(d={"name": "x"}) == "x[&#39;name&#39;]"
    assert QUICK.from_string("{{ d.items }}").render(d={"items": "x"}) == "x"
    assert QUICK.from_string("{{ d.items }}{{ [d][0].items }}").render(d=Tile(items="x")) == "xx"
    with pytest.raises(UndefinedError):
        QUICK.from_string("{{ d.nothing }}").render(d={})


def test_a_name_that_nobody_gave_is_an_error() -> None:
    for template in (
        "{{ nothing }}",
        "{{ nothing.a }}",
        "{% for x in [1] %}{{ nothing }}{% endfor %}",
        "{% for x in nothing %}{% endfor %}",
        "{% macro m() %}{{ nothing }}{% endmacro %}{{ m() }}",
        "{% if nothing %}{% endif %}",
        "{{ _('x') }}",
        "{{ d.a.b.c }}",
    ):
        with pytest.raises(UndefinedError):
            QUICK.from_string(template).render(d={"a": {}})


def test_what_is_remembered_stays_bounded() -> None:
    for k in range(CACHE_SIZE + 10):
        to_markup(f"<{k}")
    assert escape_short.cache_info().currsize <= CACHE_SIZE


def test_equal_values_are_drawn_once() -> None:
    module = QUICK.from_string("{% macro m(p, n) %}<i>{{ p.a }}{{ p.b }}{{ n }}</i>{% endmacro %}").module
    macro = module.m  # type: ignore[attr-defined]
    first = once(macro, {"a": "<", "b": 2}, 1)
    assert first == "<i>&lt;21</i>"
    assert once(macro, {"a": "<", "b": 2}, 1) is first
    assert once(macro, {"b": "<", "a": 2}, 1) == "<i>2&lt;1</i>"
    assert once(macro, {"a": "<", "b": 2}, 2) == "<i>&lt;22</i>"
    for k in range(CACHE_SIZE + 10):
        once(macro, {"a": k, "b": 0}, 0)
    assert len(macro_cache) <= CACHE_SIZE


def test_things_are_drawn_one_by_one_and_each_once() -> None:
    module = QUICK.from_string("{% macro m(p, n) %}<i>{{ p }}{{ n }}</i>{% endmacro %}").module
    macro = module.m  # type: ignore[attr-defined]
    before = drawing.cache_info().misses
    assert once_each(macro, [1, None, 1, True, "<"], 2) == "<i>12</i><i>None2</i><i>12</i><i>True2</i><i>&lt;2</i>"
    assert once_each(macro, [True, "<"], 2) == "<i>True2</i><i>&lt;2</i>"
    assert drawing.cache_info().misses == before + 4
    assert once_each(macro, [{"a": 1}, {"a": 1}], 2) == "<i>{&#39;a&#39;: 1}2</i>" * 2
    assert once_each(macro, []) == ""


def test_what_others_did_to_the_viewer_is_marked_and_said_first() -> None:
    told = ["Ben draws a card.", AboutViewer("Ann swaps card 3 for your card 1."), "You end."]
    assert jinja_output.listed(told) == (
        '<li\n>Ben draws a card.</li><li\nclass="to-you">Ann swaps card 3 for your card 1.</li><li\n>You end.</li>'
    )
    assert hint_for(None, told, True, False, 3) == told[1]
    assert hint_for(None, told[::2], True, False, 3) == told[0]
    assert hint_for("Tap a card.", told, True, False, 3) == "Tap a card."
    assert hint_for("", told, True, False, 3) == ""
