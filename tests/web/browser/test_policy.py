"""What a real browser forbids on our pages: HTML and scripts come in by one door only."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fixtures.parlour_page import PATIENCE
from tests.fixtures.visitors import GAME

pytestmark = pytest.mark.browser
SINKS = {
    "innerHTML": "document.createElement('p').innerHTML = '<b>x</b>'",
    "a second policy": "trustedTypes.createPolicy('other', { createHTML: html => html })",
    "a script elsewhere": "purr.policy.createScriptURL('https://evil.example/x.js')",
    "a script's address": "document.createElement('script').src = '/s/x.js'",
    "a parser": "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
}


@pytest.fixture
def page(browser: Any, server: str) -> Iterator[Any]:
    context = browser.new_context(base_url=server, locale="en-US", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


@pytest.mark.parametrize("at", ["/", f"/rules/{GAME}", f"/learn/{GAME}", f"/count/{GAME}", f"/new/{GAME}/friends"])
def test_no_other_way_for_html_into_a_page(page: Any, at: str) -> None:
    page.goto(at)
    for name, sink in SINKS.items():
        said = page.evaluate(f"() => {{ try {{ {sink}; return 'allowed'; }} catch (e) {{ return e.name; }} }}")
        assert said == "TypeError", name
    assert page.evaluate("() => purr.parse('<b>x</b>').firstChild.localName") == "b"
