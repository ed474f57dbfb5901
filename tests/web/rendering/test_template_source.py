"""Template files are written for people; what is sent has none of their indentation."""

import pytest

from purrlor.web.rendering.template_source import join_lines


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
