"""Pages: templates fed with flat, ready values, in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.responses import HTMLResponse

from purrlor.core.game import Game, games
from purrlor.core.language import HOME, LANGUAGES, Tongue, tongue
from purrlor.server import quick
from purrlor.server.drawings import face_url, pictures
from purrlor.server.quick import QuickEnvironment
from purrlor.server.shelf import static_shelf
from purrlor.server.visit import FOLDERS, Visit

TEMPLATES = HOME / "web" / "templates"
NO_STORE = {"cache-control": "no-store"}  # a page is what one person may see now: never kept, also not by Back


class Pages:
    """`page(…)` is a whole answer, `part(…)` a piece of one. Templates: web/templates, and GAME/board.html."""

    def __init__(self, *, dev: bool = False) -> None:
        self.dev = dev
        self.templates: dict[str, Template] = {}
        self.shelf = static_shelf()
        self.pictures = pictures()
        shelves = {game.name: FileSystemLoader(game.folder) for game in games()}
        self.environment = QuickEnvironment(
            loader=ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader(shelves)]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=dev,
        )
        self.environment.globals.update(
            file=self.file,
            languages=LANGUAGES,
            picture=self.pictures.url,
            use=self.pictures.use,
            symbol=self.pictures.symbol,
            face_url=face_url,
            listed=quick.listed,
            once=quick.once,
        )

    def file(self, name: str) -> str:
        """Where a browser finds a static file."""
        if self.dev:
            self.shelf = static_shelf()
        return self.shelf.url(name)

    def has_file(self, name: str) -> bool:
        return name in self.shelf.things

    def part(self, template: str, t: Tongue, /, **values: Any) -> Markup:
        return self.draw(template, self.ground(t, values))

    def ground(self, t: Tongue, values: dict[str, Any]) -> dict[str, Any]:
        """All that templates may name, for several drawings of the same."""
        return {**self.environment.globals, "t": t, "_": t.gettext, "ngettext": t.ngettext, **values}

    def draw(self, template: str, ground: dict[str, Any]) -> Markup:
        """As `Template.render` does it, but the ground is not copied for every drawing."""
        found = self.templates.get(template)
        if found is None or self.dev:
            found = self.templates[template] = self.environment.get_template(template)
        context = Context(self.environment, ground, found.name, found.blocks)
        try:
            return Markup("".join(found.root_render_func(context)))
        except Exception:
            self.environment.handle_exception()

    def page(self, template: str, visit: Visit, /, *, status: int = 200, here: str = "", **values: Any) -> HTMLResponse:
        """`here` is the page's own address, for the language switch; empty: the first page."""
        t = values.pop("t", None) or visit.tongue
        html = self.part(template, t, visit=visit, language=visit.language, here=here or "/", **values)
        return HTMLResponse(html, status, headers=NO_STORE)


@cache
def tongue_of(language: str, game: Game | None = None) -> Tongue:
    """Everything that is said at a table: the house's, the pages' and the game's sentences."""
    return tongue(language, *FOLDERS, *([game.folder] if game is not None else []))


def listed(names: Sequence[str], t: Tongue) -> str:
    """Names as one says them: Ann, Boris and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return t.gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
