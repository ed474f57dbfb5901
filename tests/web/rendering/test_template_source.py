"""Template files are written for people; what is sent has none of their indentation."""

import pytest

from purrlor.web.rendering.template_source import join_lines
from purrlor.web.rendering.templating import TEMPLATES

LONGEST = 124  # except for sentences, which translators get in one piece


@pytest.mark.parametrize(
    ("source", "joined"),
    [
        ("<ul>\n  <li>a</li>\n  </ul>\n<p>\n", "<ul><li>a</li></ul>\n<p>\n"),
        ('<a class="x"\n  href="/">b</a>', '<a class="x" href="/">b</a>'),
        ('<b\n  {% if x %} class="y"{% endif %}>\n  c</b>', '<b{% if x %} class="y"{% endif %}>c</b>'),
        ("{% if x and\n      y %}\n  d\n{% endif %}", "{% if x and\n      y %}d\n{% endif %}"),
    ],
)
def test_an_indented_line_continues_the_one_above(source: str, joined: str) -> None:
    assert join_lines(source) == joined


def test_lines_are_short_enough_to_be_read() -> None:
    for path in TEMPLATES.glob("*.html"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= LONGEST or "_(" in line or "ngettext(" in line, f"{path.name}:{number}"
