"""What one audience sees of a table. The page, the update and the reconnect all come from here."""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup, escape

from purrlor.core.game import Game, State
from purrlor.core.language import N_, Translations
from purrlor.core.narration import AboutViewer
from purrlor.core.seats import WATCHER
from purrlor.tables.clock import clock_face
from purrlor.tables.commands.lobby import can_give_seat_to_cat
from purrlor.tables.seats import LEVEL_NAMES
from purrlor.tables.story.match_summary import summary_lines
from purrlor.tables.table import Table
from purrlor.web.live.frame_diff import EncodedText
from purrlor.web.live.last_move import last_move, wrapped
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.bubble import room
from purrlor.web.pages.podium import podium, score_lines
from purrlor.web.rendering.reload import reload_changed
from purrlor.web.rendering.templating import Templates, listed, translations_for
from purrlor.web.server import metrics
from purrlor.web.server.json_logs import LOG

STORY = 30
ROUND = '<small id="round">'
PLACES = (
    N_("You came second. Once more?"),
    N_("You came third. Once more?"),
    N_("You came fourth. Once more?"),
    N_("You came fifth. Once more?"),
    N_("You came sixth. Once more?"),
)
SHARED_PLACES = (
    N_("You share second place. Once more?"),
    N_("You share third place. Once more?"),
    N_("You share fourth place. Once more?"),
    N_("You share fifth place. Once more?"),
)
NEXT_LEVEL = {  # what is offered after wins in a row, and the button
    "cat": (N_("Three wins in a row! Grown cats play better."), N_("Play against cats")),
    "tiger": (N_("Three wins in a row! Tigers think further ahead."), N_("Play against tigers")),
    "lion": (N_("Three wins in a row! Only lions are stronger."), N_("Play against lions")),
}
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Frame(NamedTuple):
    title: str
    round: str
    text: EncodedText  # what goes over the wire: a line of JSON, then the HTML as it is
    is_asked: bool

    @property
    def html(self) -> Markup:
        """The page's part of it."""
        return Markup(self.text[self.text.index("\n") + 1 : self.text.rindex(ROUND)])


def build_frame(templates: Templates, table: Table, viewpoint: Viewpoint, now: float | None = None) -> Frame:
    """`now`: for a page, whose clocks say the time that is left. A frame must not change because time passes: screens
    know when a clock ends and go on from there."""
    began = time.perf_counter()
    assert table.match is not None
    t = translations_for(viewpoint.language, table.game)
    seat, covered = visible_seat(table, viewpoint)
    values = frame_values(templates, table, seat, viewpoint.language, t, now)
    asked = covered is None and seat in table.waiting()
    is_seated = not viewpoint.watches
    own = viewpoint.here or ((seat,) if is_seated and not values["over"] else ())
    undo = next((k for k in own if table.can_undo(k)), None)
    values["you"] = WATCHER if viewpoint.here else seat
    if values["you"] != WATCHER:
        values["players"] = viewer_chip_first(values["players"], seat, t)
    values.update(
        undo=undo,
        undo_seen=table.number_for(undo) if undo is not None else 0,
        asked=asked,
        cover=covered,
        address=f"/t/{table.id}" if is_seated else None,
        query=viewpoint.query,
        watch=table.facts.watch_key,
        replay_url=f"/t/{table.id}/replay" if is_seated else f"/w/{table.facts.watch_key}/replay",
    )
    title = title_of(table, viewpoint.language, t, asked, values["names"][covered] if covered is not None else "")
    html = templates.fragment("frame.html", t, **values)
    round_, head_fields = values["round"], {"title": title, "n": table.shown, "call": asked}
    last_move_html = before_the_result(templates, table, seat, t, values)
    head = encode({**head_fields, "last": 1} if last_move_html else head_fields)
    made = Frame(
        title,
        round_,
        EncodedText("".join((head, "\n", html, ROUND, escape(round_), "</small>", last_move_html))),
        asked,
    )
    metrics.drew(table.game.name).observe(time.perf_counter() - began)
    return made


def before_the_result(templates: Templates, table: Table, seat: int, t: Translations, values: dict[str, Any]) -> str:
    """Where a move has just ended something: the table as that move left it, which screens show first."""
    if table.history is None or table.history.ended_for(seat) is None or values["cover"] is not None:
        return ""
    names = values["names"]

    def chips(state: State, extra: dict[str, Any]) -> list[dict[str, Any]]:
        made = [{**chip, "won": False} for chip in live_player_chips(table, state, seat, [], t, names, extra)]
        return made if values["you"] == WATCHER else viewer_chip_first(made, seat, t)

    last_move_html = last_move(
        table, seat, t, values, lambda s, memory: draw_board(templates, table, s, seat, t, names, (), memory), chips
    )
    return wrapped(templates.fragment("frame.html", t, **last_move_html))


def title_of(table: Table, language: str, t: Translations, asked: bool, passed_to: str) -> str:
    """What the tab says; a dot before it calls the player."""
    name = table.game.title(language)
    if passed_to:
        said = t.gettext("Pass it to {name}").format(name=passed_to)
    elif table.stage == "finished":
        said = t.gettext("The end")
    elif asked:
        said = "● " + t.gettext("Your turn")
    else:
        return f"{name} · Purrlor"
    return f"{said} · {name}"


def visible_seat(table: Table, viewpoint: Viewpoint) -> tuple[int, int | None]:
    """Whose eyes the screen shows (or WATCHER), and to whom a shared device must be passed before it shows anything.

    Where all who share it would see the very same, there is nothing to cover.
    """
    wanted = [seat for seat in table.waiting() if seat in viewpoint.here]
    if not viewpoint.here or not wanted or viewpoint.seat in wanted:
        return viewpoint.seat, None
    first = table.view(viewpoint.here[0])
    if all(table.view(seat) == first for seat in viewpoint.here[1:]):
        return wanted[0], None
    return WATCHER, wanted[0]


def frame_values(
    templates: Templates, table: Table, seat: int, language: str, t: Translations, now: float | None = None
) -> dict[str, Any]:
    """Ready values for the parts around the board, and the board itself, as this seat (or WATCHER) may know them."""
    assert table.match is not None
    names, state = table.names(language), table.view(seat)
    choices = table.legal(seat) if seat != WATCHER else ()
    words = table.game.words
    memory = table.history.board_memory() if table.history is not None else None
    extra = draw_board(templates, table, state, seat, t, names, choices, memory)
    over = table.stage == "finished"
    story = table.story(seat, language, STORY)[::-1]
    waiting = table.waiting_for(seat)
    level = table.summary.next_level if over and table.summary is not None and is_person(table, seat) else ""
    offer = [t.gettext(text) for text in NEXT_LEVEL[level]] if level else ["", ""]
    return {
        "game": table.game.name,
        "names": names,
        "seat": seat,
        "seen": table.number_for(seat),
        "shown": table.shown,
        "players": live_player_chips(table, state, seat, waiting, t, names, extra, now),
        "board": extra["html"],
        "tray": "" if over else extra.get("hand", ""),
        "round": extra.get("round", ""),
        "status": result_sentence(table, seat, t, names)
        if over
        else words.status(state, seat, t, names) or waiting_sentence(waiting, seat, names, t),
        "hint": offer[0] or hint_for(extra.get("hint", ""), story, bool(choices), over, len(names)),
        "next_level": (level, offer[1]),
        "room": None if over else room(table.game.name, language),
        "ending": winner_sentence(table, t, names, seat) if over else "",
        "actions": () if over else extra.get("actions", ()),
        "asleep": [(k, names[k]) for k in range(len(names)) if k != seat and table.can_cat_play(k)],
        "never_came": [(k, names[k]) for k in range(len(names)) if can_give_seat_to_cat(table, seat, k)],
        "cat_plays": seat != WATCHER and table.seats[seat].cat,
        "story": story,
        "over": over,
        "again": bool(table.again),
        "winners": table.match.winners() if over else (),
        "podium": podium(table.game, state) if over else (),
        "tally": score_lines(table.game, state, t, table.match.winners(), extra.get("tally_art", ())) if over else (),
        "beside": summary_lines(table, language, t) if over else (),
    }


def is_person(table: Table, seat: int) -> bool:
    return seat != WATCHER and table.seats[seat].is_person


def hint_for(hint: str | None, story: list[str], is_asked: bool, over: bool, seats: int) -> str:
    """The game's own how-to; else (a game says None while it asks) what happened last, first of all to the viewer."""
    if hint or over or (is_asked and hint is not None):
        return hint or ""
    since = story[: 2 * seats - 1]  # about as many sentences as the others' turns have
    return next((line for line in since if type(line) is AboutViewer), "".join(since[:1]))


class HasGame(Protocol):
    """What a game lies on: a table, or a step of a lesson."""

    @property
    def game(self) -> Game: ...


def draw_board(
    templates: Templates,
    table: HasGame,
    state: State,
    seat: int,
    t: Translations,
    names: list[str],
    choices: tuple[int, ...],
    memory: Any = None,
) -> dict[str, Any]:
    """What the game's own view says, with its fragments drawn; a game without a view gets the plain board.

    So does one whose view stumbles: the evening goes on, and the log says why it looks plain.
    """
    game = table.game
    if templates.dev and reload_changed(game):
        translations_for.cache_clear()
    values: dict[str, Any] = {"names": names, "viewer": seat, "game": game.name}
    if game.has("board/view.py") and game.has("board/board.html"):
        try:
            view_args = (state, seat, t, names, choices) if memory is None else (state, seat, t, names, choices, memory)
            return render_board(templates, game, values, view_args)
        except Exception:
            if templates.dev:
                raise
            LOG.exception("A board could not be drawn", extra={"facts": {"game": game.name}})
    return {
        "html": templates.fragment("plain_board.html", t, **values, **plain_board(game, state, seat, t, names, choices))
    }


def plain_board(
    game: Game, state: State, seat: int, t: Translations, names: list[str], choices: tuple[int, ...]
) -> dict[str, Any]:
    """The game's own words for what lies on the table, and every choice by its name."""
    words = game.words
    return {
        "lines": words.sight(state, seat, t, names),
        "buttons": [(action, words.label(state, seat, action, t)) for action in choices],
    }


def render_board(
    templates: Templates, game: Game, common: dict[str, Any], view_args: tuple[Any, ...]
) -> dict[str, Any]:
    t, names = view_args[2:4]
    values = {**common, **game.part("board.view").board(*view_args)}
    variables = templates.variables(t, values)
    values["html"] = templates.render(f"{game.name}/board.html", variables)
    if game.has("board/hand.html"):
        values["hand"] = templates.render(f"{game.name}/hand.html", variables)
    else:  # a value of that name is for board.html alone
        values.pop("hand", None)
    if game.has("board/player.html"):
        chips = values.get("players") or [{} for _ in names]
        values["players"] = []
        for k, chip in enumerate(chips):
            variables["seat"], variables["player"] = k, chip
            values["players"].append({**chip, "html": templates.render(f"{game.name}/player.html", variables)})
    return values


def live_player_chips(
    table: Table,
    state: State,
    seat: int,
    waiting: list[int],
    t: Translations,
    names: list[str],
    extra: dict[str, Any],
    now: float | None = None,
) -> list[dict[str, Any]]:
    assert table.match is not None
    own: list[dict[str, Any]] = extra.get("players") or [{} for _ in names]
    over = table.stage == "finished"  # who leaves then is not missed
    winners = table.match.winners() if over else ()
    found = []
    for k, name in enumerate(names):
        chair = table.seats[k]
        here, deadline = over or table.is_here(k), table.clock_ends(k) if k in waiting else None
        absent = t.gettext("a cat plays") if chair.cat else "" if here else t.gettext("away")
        found.append(
            {
                "seat": k,
                "name": name,
                "face": name,
                "you": k == seat,
                "turn": k in waiting,
                "away": not here,
                "won": k in winners,
                "absent": absent,
                "doing": t.gettext("thinking…") if k in waiting and chair.level else "",
                "level": t.gettext(LEVEL_NAMES[chair.level]) if chair.level else "",
                "deadline": deadline,
                "left": clock_face(deadline - now if now else table.settings.clock or 0) if deadline else "",
                "html": "",
                **({} if "count" in own[k] and "short" in own[k] else points_of(table.game, state, k, t)),
                **own[k],
            }
        )
    return found


def points_of(game: Game, state: State, seat: int, t: Translations) -> dict[str, str]:
    """What a chip shows where the game's own view does not say it."""
    score = int(game.rules.score(state, seat))
    return {"count": t.ngettext("{n} point", "{n} points", score).format(n=score), "short": str(score)}


def viewer_chip_first(chips: list[dict[str, Any]], seat: int, t: Translations) -> list[dict[str, Any]]:
    """Clockwise from the one who looks."""
    return [{**chips[seat], "name": t.gettext("You")}, *chips[seat + 1 :], *chips[:seat]]


def waiting_sentence(waiting: list[int], seat: int, names: list[str], t: Translations) -> str:
    others = [names[k] for k in waiting if k != seat]
    return t.gettext("Waiting for {names}").format(names=listed(others, t)) if others else t.gettext("One moment…")


def winner_sentence(table: Table, t: Translations, names: list[str], viewer: int = WATCHER) -> str:
    assert table.match is not None
    won = [names[seat] for seat in table.match.winners()]
    if not won:
        return t.gettext("Nobody wins.")
    if table.match.winners() == (viewer,):
        return t.gettext("You win!")
    if len(won) == 1:
        return t.gettext("{name} wins!").format(name=won[0])
    if viewer in table.match.winners():
        others = [names[seat] for seat in table.match.winners() if seat != viewer]
        return t.gettext("You and {names} share the win!").format(names=listed(others, t))
    return t.gettext("{names} share the win!").format(names=listed(won, t))


def result_sentence(table: Table, seat: int, t: Translations, names: list[str]) -> str:
    """A word of the parlour's cat to the one who looks."""
    assert table.match is not None
    if seat == WATCHER:
        return winner_sentence(table, t, names)
    won = table.match.winners()
    if seat in won:
        return t.gettext("Purrfect. Once more?") if len(won) == 1 else t.gettext("You share the win!")
    view = table.view(seat)
    if len(names) == 2:
        most, least = (int(table.game.rules.score(view, k)) for k in (1 - seat, seat))
        return t.gettext("{name} wins {most} to {least}. Once more?").format(
            name=names[1 - seat], most=most, least=least
        )
    keys = table.game.invariants.standing(view)
    place = 1 + sum(key > keys[seat] for key in keys)
    return t.gettext((SHARED_PLACES if keys.count(keys[seat]) > 1 else PLACES)[place - 2])
