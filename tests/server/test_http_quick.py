"""The quick templates print exactly what plain Jinja2 prints."""

import pytest
from jinja2 import Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from purrlor.server.quick import MOST, QuickEnvironment, escaped, printed

PLAIN = Environment(autoescape=True, undefined=StrictUndefined)
QUICK = QuickEnvironment(autoescape=True, undefined=StrictUndefined)
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
    "{{ [v]|join('<') }}",
    "{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ m(v) }}",
    "{% set x %}<u>{{ v }}</u>{% endset %}{{ x }}",
    "{% autoescape false %}{{ v }}{% endautoescape %}",
    "{{ v|safe }}",
    "{{ v|e }}",
    "{% if v %}{{ v }}{% else %}-{% endif %}",
    "{{ {'a': v}.a }}{{ {'items': v}['items'] }}",
]


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_same_as_plain(template: str) -> None:
    for value in VALUES:
        for _ in range(2):  # the second time from memory
            assert QUICK.from_string(template).render(v=value) == PLAIN.from_string(template).render(v=value)


def test_a_dicts_entry_comes_before_its_methods_but_both_are_there() -> None:
    assert QUICK.from_string("{{ d.name }}{{ d.keys()|list }}").render(d={"name": "x"}) == "x[&#39;name&#39;]"
    assert QUICK.from_string("{{ d.items }}").render(d={"items": "x"}) == "x"
    with pytest.raises(UndefinedError):
        QUICK.from_string("{{ d.nothing }}").render(d={})


def test_what_is_remembered_stays_bounded() -> None:
    for k in range(MOST + 10):
        printed(f"<{k}")
    assert len(escaped) <= MOST
