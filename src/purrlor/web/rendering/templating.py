"""Pages: templates fed with flat, ready values, in the visitor's language."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from functools import cache

from jinja2 import ChoiceLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup
from starlette.responses import HTMLResponse

from purrlor.bots.user_bots_at_tables import OwnBots
from purrlor.core.cache import Cache
from purrlor.core.game import Game, games
from purrlor.core.language import HOME, LANGUAGES, Translations, translations
from purrlor.web.rendering import jinja_output
from purrlor.web.rendering.assets import assets, load_assets
from purrlor.web.rendering.jinja_output import FastEnvironment, LightContext, as_markup
from purrlor.web.rendering.kept_code import KEPT_CODE
from purrlor.web.rendering.names_used import NamesUsed, names_used
from purrlor.web.rendering.player_faces import face_url
from purrlor.web.rendering.sprites import sprites
from purrlor.web.rendering.template_source import JoinedLinesLoader
from purrlor.web.request_context import CATALOGUES, RequestContext

TEMPLATES = HOME / "web" / "templates"
PARTS_CACHED = 4096  # one to ten kilobytes each
NO_STORE = {"cache-control": "no-store"}  # a page is what one person may see now: never kept, also not by Back


class Templates:
    """`page(…)` is a whole answer, `fragment(…)` a piece of one. Templates: web/templates, and GAME/board.html.

    `also`: a game that need not be in the catalogue, which is being checked.
    """

    def __init__(self, *, dev: bool = False, also: Game | None = None) -> None:
        self.dev = dev
        self.own_bots = OwnBots()  # that can be chosen like levels
        self.has_tigers = True  # whether a search runs here; said where a level is chosen
        self.templates: dict[str, Template] = {}
        self.names_used: dict[str, NamesUsed | None] = {}
        self.parts: Cache[tuple[object, ...], Markup] = Cache(PARTS_CACHED)
        self.asset_store = load_assets() if dev else assets()
        self.sprites = sprites()
        shelves = {
            game.name: JoinedLinesLoader(game.folder / "board") for game in (*games(), *([also] if also else []))
        }
        self.environment = FastEnvironment(
            loader=ChoiceLoader([JoinedLinesLoader(TEMPLATES), PrefixLoader(shelves)]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=dev,
            bytecode_cache=KEPT_CODE,
        )
        self.environment.globals.update(
            file=self.file,
            languages=LANGUAGES,
            picture=self.sprites.url,
            use=self.sprites.use,
            symbol=self.sprites.symbol,
            face_url=face_url,
            listed=jinja_output.listed,
            once=jinja_output.once,
            once_each=jinja_output.once_each,
        )

    def file(self, name: str) -> str:
        """Where a browser finds a static file."""
        if self.dev:
            self.asset_store = load_assets()
        return self.asset_store.url(name)

    def has_asset(self, name: str) -> bool:
        return name in self.asset_store.by_name

    def game_stylesheet(self, game: Game) -> str:
        """The address of a game's own stylesheet; empty where it has none."""
        name = f"{game.name}.css"
        return self.file(name) if self.has_asset(name) else ""

    def fragment(self, template: str, t: Translations, /, **values: object) -> Markup:
        return self.render(template, self.variables(t, values))

    def variables(self, t: Translations, values: dict[str, object]) -> dict[str, object]:
        """All that templates may name, for several drawings of the same."""
        return {**self.environment.globals, "t": t, "_": t.gettext, "ngettext": t.ngettext, **values}

    def render(self, template: str, variables: dict[str, object]) -> Markup:
        """As `Template.render` does it, but the ground is not copied for every drawing."""
        found = self.templates.get(template)
        if found is None or self.dev:
            found = self.templates[template] = self.environment.get_template(template)
        context = LightContext(self.environment, variables, found.name, found.blocks)
        try:
            return as_markup("".join(found.root_render_func(context)))
        except Exception:
            self.environment.handle_exception()

    def part(self, template: str, variables: dict[str, object]) -> Markup:
        """`render` for a part of a frame that most decisions leave as it is: drawn once for equal values of all names
        that the template uses. Whoever sees something else has other values, and so another drawing."""
        if template not in self.names_used:
            self.names_used[template] = names_used(self.environment, template)
        names = self.names_used[template]
        if names is None or self.dev:
            return self.render(template, variables)
        try:
            shown = marshal.dumps(names.shown(variables), 2)  # version 2: equal bytes mean equal values, and only they
        except (KeyError, ValueError):  # a name is missing, or a value is not plain data
            return self.render(template, variables)
        key = (template, variables["t"], shown, names.called(variables))
        found = self.parts.get(key)
        if found is None:
            found = self.render(template, variables)
            self.parts.put(key, found)
        return found

    def page(
        self,
        template: str,
        context: RequestContext,
        /,
        *,
        t: Translations | None = None,
        status: int = 200,
        here: str = "",
        **values: object,
    ) -> HTMLResponse:
        """`t`: with a game's words, where the page needs them. `here` is the page's own address, for the language
        switch; empty: the first page."""
        html = self.fragment(
            template, t or context.translations, visit=context, language=context.language, here=here or "/", **values
        )
        return HTMLResponse(html, status, headers={**NO_STORE, "content-language": context.language})


@cache
def translations_for(language: str, game: Game | None = None) -> Translations:
    """Everything that is said at a table: the house's, the pages' and the game's sentences."""
    return translations(language, *CATALOGUES, *([game.catalogue] if game is not None else []))


def join_names(names: Sequence[str], t: Translations) -> str:
    """Names as one says them: Ann, Boris and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return t.gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
