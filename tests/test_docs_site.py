"""The docs: the picture is the one that the imports draw; links and names of the API page lead somewhere."""

import importlib.util
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md"))


def test_the_architecture_is_drawn_from_the_present_imports() -> None:
    space = runpy.run_path(str(DOCS / "architecture.py"))
    assert space["PICTURE"].read_text(encoding="utf-8") == space["draw"](), "draw it again: ./purr docs --picture"


def test_the_curves_are_drawn_from_their_figures() -> None:
    for name, text in runpy.run_path(str(DOCS / "strength.py"))["pictures"]().items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, "draw them again: python docs/strength.py"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    space = runpy.run_path(str(DOCS / "architecture.py"))
    edges = {"web": {"tables", "core"}, "tables": {"core"}, "core": set()}
    assert space["needed"](edges) == {"web": {"tables"}, "tables": {"core"}, "core": set()}
    assert space["levels"](edges) == [["core"], ["tables"], ["web"]]


def test_links_between_pages_lead_somewhere() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert PAGES
    assert not wrong, "\n".join(wrong)


def test_the_modules_of_the_api_page_are_there() -> None:
    named = re.findall(r"^::: ([\w.]+)$", (DOCS / "api.md").read_text(encoding="utf-8"), re.M)
    assert len(named) > 10
    assert [name for name in named if importlib.util.find_spec(name) is None] == []


def test_a_grammar_is_code_for_the_site_too() -> None:
    """The site's Markdown knows a fence with one word after it; with two, the brackets of a grammar become links."""
    page = (DOCS / "lab.md").read_text(encoding="utf-8")
    assert re.findall(r"^```(\S+ .*)$", page, re.M) == []
