"""A game's own part of a screen: what its view says, with its fragments drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.web.rendering.player_faces import FaceUrl, face_url
from purrlor.web.rendering.reload import reload_changed
from purrlor.web.rendering.templating import Templates, translations_for
from purrlor.web.server.json_logs import LOG

ChipValues = Mapping[str, object]  # what a game's view says of one player


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
) -> DrawnBoard:
    """The board for this seat (or WATCHER); `state` is hidden for it already. `memory`: see story/board_memory.py.
    `face_url`: of the table's players (player_faces.py).

    A game without a view gets the plain board. So does one whose view stumbles: the evening goes on, and the log says
    why it looks plain.
    """
    if templates.dev and reload_changed(game):
        translations_for.cache_clear()
    values: dict[str, object] = {"names": names, "viewer": seat, "game": game.name, "face_url": face_url}
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
        chips: list[ChipValues] = []
        for seat, chip in enumerate(made.players or [{}] * seats):
            variables["seat"], variables["player"] = seat, chip
            chips.append({**chip, "html": templates.part(f"{game.name}/player.html", variables)})
        made.players = chips
    return made
