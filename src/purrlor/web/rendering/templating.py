"""Templates fed with flat, ready values, in the visitor's language: whole pages, fragments, and the boards of games."""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import ChoiceLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup
from starlette.responses import HTMLResponse

from purrlor.bots.user_bots_at_tables import OwnBots
from purrlor.core.cache import Cache
from purrlor.core.game import Game, State, games
from purrlor.core.language import HOME, LANGUAGES, Translations, translations
from purrlor.web.rendering import jinja_output
from purrlor.web.rendering.assets import assets, load_assets
from purrlor.web.rendering.bytecode_in_memory import TEMPLATE_BYTECODE
from purrlor.web.rendering.jinja_output import FastEnvironment, LightContext, as_markup
from purrlor.web.rendering.names_used import NamesUsed, names_used
from purrlor.web.rendering.player_faces import FaceUrl, face_url
from purrlor.web.rendering.reload import reload_changed
from purrlor.web.rendering.sprites import sprites
from purrlor.web.rendering.template_source import JoinedLinesLoader
from purrlor.web.request_context import CATALOGUES, RequestContext
from purrlor.web.server.json_logs import LOG

TEMPLATES = HOME / "web" / "templates"
PARTS_CACHED = 4096  # one to ten kilobytes each
NO_STORE = {"cache-control": "no-store"}  # a page is what one person may see now: never kept, also not by Back
ChipValues = Mapping[str, object]  # what a game's view says of one player


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
        boards = {game.name: JoinedLinesLoader(game.folder / "board") for game in (*games(), *([also] if also else []))}
        self.environment = FastEnvironment(
            loader=ChoiceLoader([JoinedLinesLoader(TEMPLATES), PrefixLoader(boards)]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=dev,
            bytecode_cache=TEMPLATE_BYTECODE,
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
        html = self.fragment(template, t or context.translations, language=context.language, here=here or "/", **values)
        return HTMLResponse(html, status, headers={**NO_STORE, "content-language": context.language})


@cache
def translations_for(language: str, game: Game | None = None) -> Translations:
    """Everything that is said at a table: the house's, the pages' and the game's sentences."""
    return translations(language, *CATALOGUES, *([game.catalogue] if game is not None else []))


# ------------------------------------------------------------ a game's own part of a screen
@dataclass(slots=True)
class DrawnBoard:
    """The values of a game's `board/view.py` that the shell reads (docs/boards.md), and its fragments as HTML."""

    html: Markup
    hand: Markup | str = ""
    round: str = ""
    hint: str | None = ""
    actions: Sequence[Mapping[str, object]] = ()
    players: Sequence[ChipValues] = ()  # with "html" where the game has a `board/player.html`
    tally_art: Sequence[str] = ()


def draw_board(
    templates: Templates,
    game: Game,
    state: State,
    seat: int,
    t: Translations,
    names: list[str],
    choices: tuple[int, ...],
    memory: object = None,
    face_url: FaceUrl = face_url,
    eyes_of: str = "",
    reader: int | None = None,
) -> DrawnBoard:
    """The board for this seat (or WATCHER); `state` is hidden for it already. `memory`: see story/board_memory.py.
    `face_url`: of the table's players (player_faces.py). `eyes_of`: the name of the seat's player where somebody else
    looks through these eyes: nothing there is "yours". `reader`: whose page it is, where that is not who sits there.

    A game without a view gets the plain board. So does one whose view stumbles: the evening goes on, and the log says
    why it looks plain.
    """
    if templates.dev and reload_changed(game):
        translations_for.cache_clear()
    values = shell_values(game, seat, names, face_url, eyes_of, reader)
    if game.has("board/view.py") and game.has("board/board.html"):
        remembered = () if memory is None else (memory,)
        try:
            view: dict[str, object] = game.part("board.view").board(state, seat, t, names, choices, *remembered)
            return render_board(templates, game, t, {**values, **view}, len(names))
        except Exception:
            if templates.dev:
                raise
            LOG.exception("A board could not be drawn", extra={"facts": {"game": game.name}})
    return DrawnBoard(
        templates.fragment("table/plain_board.html", t, **values, **plain_board(game, state, seat, t, names, choices))
    )


def shell_values(
    game: Game,
    viewer: int,
    names: Sequence[str],
    face_url: FaceUrl = face_url,
    eyes_of: str = "",
    reader: int | None = None,
) -> dict[str, object]:
    """What every fragment of a game is given, beside what its view says."""
    return {
        "names": names,
        "viewer": viewer,
        "reader": viewer if reader is None else reader,
        "game": game.name,
        "face_url": face_url,
        "eyes_of": eyes_of,
    }


def plain_board(
    game: Game, state: State, seat: int, t: Translations, names: list[str], choices: tuple[int, ...]
) -> dict[str, object]:
    """The game's own words for what lies on the table, and every choice by its name."""
    words = game.words
    return {
        "lines": words.sight(state, seat, t, names),
        "buttons": [(action, words.label(state, seat, action, t)) for action in choices],
    }


def render_board(
    templates: Templates, game: Game, t: Translations, values: dict[str, object], seats: int
) -> DrawnBoard:
    variables = templates.variables(t, values)
    made = DrawnBoard(templates.render(f"{game.name}/board.html", variables))
    for name in ("round", "hint", "actions", "players", "tally_art"):
        if name in values:
            setattr(made, name, values[name])
    if game.has("board/hand.html"):
        made.hand = templates.part(f"{game.name}/hand.html", variables)
    if game.has("board/player.html"):
        players: list[ChipValues] = []
        for seat, chip in enumerate(made.players or [{}] * seats):
            variables["seat"], variables["player"] = seat, chip
            players.append({**chip, "html": templates.part(f"{game.name}/player.html", variables)})
        made.players = players
    return made
