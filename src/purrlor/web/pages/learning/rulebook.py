"""A game's rules as HTML, with pictures: `![a rat worth 9](#card-9)` is the symbol card-9 of the game's own sprite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from purrlor.core.game import Game
from purrlor.web.rendering.sprites import sprites

PICTURE = Markup('<svg class="shown" {}><use href="{}"/></svg>')
FIRST_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.S)
SPOKEN = Markup('role="img" aria-label="{}"')


@cache
def rules_text(of: Game, language: str) -> Markup | None:
    """The rules in a language, in English if they are not written in it; None if they are not written at all."""
    for tried in (language, "en"):
        file = of.folder / f"words/rules.{tried}.md"
        if file.exists():
            return rules_html(file.read_text(encoding="utf-8"), of.name)
    return None


@cache
def in_short(of: Game, language: str) -> Markup:
    """What the game is about, for who plays it for the first time: the first paragraph of its rules; "" without any."""
    rules = rules_text(of, language)
    found = FIRST_PARAGRAPH.search(rules) if rules is not None else None
    return Markup(found[1]) if found else Markup()


def rules_html(text: str, game: str) -> Markup:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def draw(_: RendererHTML, tokens: Sequence[Token], at: int, *rest: object) -> str:
        """What has no words of its own is said beside the picture already."""
        spoken = tokens[at].content
        how = SPOKEN.format(spoken) if spoken else Markup('aria-hidden="true"')
        return str(PICTURE.format(how, sprites().symbol(str(tokens[at].attrs["src"]).removeprefix("#"), game)))

    markdown.add_render_rule("image", draw)
    tokens = markdown.parse(text)
    for before, inline in pairwise(tokens):
        if before.type == "paragraph_open" and all(is_picture(child) for child in inline.children or ()):
            before.attrSet("class", "pictures")
    html = markdown.renderer.render(tokens, markdown.options, {})
    # A wide table scrolls by itself on a phone, also for a keyboard.
    return Markup(
        html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    )


def is_picture(token: Token) -> bool:
    return token.type in ("image", "softbreak") or (token.type == "text" and not token.content.strip())


def pictures_in(text: str) -> list[str]:
    """The symbols a rules file names."""
    found = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        found += [str(child.attrs["src"]) for child in token.children or () if child.type == "image"]
    return found
