"""What one audience sees of a table. The page, the update and the reconnect all come from here."""

from __future__ import annotations

import json
import time
from collections import deque
from typing import Any, NamedTuple, Protocol, cast

from markupsafe import Markup, escape

from purrlor.core.game import Game, State
from purrlor.core.language import N_, Tongue
from purrlor.core.seats import WATCHER
from purrlor.core.story import ToYou
from purrlor.server import metrics
from purrlor.server.bubble import room
from purrlor.server.ceremony import podium, score_lines
from purrlor.server.changes import Wire
from purrlor.server.clock import clock_face
from purrlor.server.epilogue import beside_the_score
from purrlor.server.last_move import last_move, wrapped
from purrlor.server.lobby import can_give_away
from purrlor.server.logs import LOG
from purrlor.server.pages import Pages, listed, tongue_of
from purrlor.server.seating import LEVEL_NAMES
from purrlor.server.table import Table

STORY = 30
ROUND = '<small id="round">'
KEPT = 256  # frames of all tables: a thousand tables would hold a hundred megabytes of them
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
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Look(NamedTuple):
    """From where somebody looks: a seat or WATCHER, in a language; `here`: the seats that share this screen."""

    seat: int
    language: str
    here: tuple[int, ...] = ()

    @property
    def watches(self) -> bool:
        """Whether nobody behind this look sits at the table."""
        return self.seat == WATCHER and not self.here

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose secrets this look may show: all of them must belong to who looks."""
        return self.here or (() if self.seat == WATCHER else (self.seat,))


def query_of(look: Look) -> str:
    """The question mark and what follows, for the same look again."""
    if look.here:
        return f"?up={look.seat}" if look.seat != WATCHER else ""
    return f"?seat={look.seat}"


class Frame(NamedTuple):
    title: str
    round: str
    text: Wire  # what goes over the wire: a line of JSON, then the HTML as it is
    is_asked: bool

    @property
    def html(self) -> Markup:
        """The page's part of it."""
        return Markup(self.text[self.text.index("\n") + 1 : self.text.rindex(ROUND)])


lately: deque[tuple[Table, Look]] = deque()


def frame(pages: Pages, table: Table, look: Look) -> Frame:
    """The frame for one audience, drawn once for all who see the same: they ask for it in the same moment."""
    found = table.cache.get(("frame", look))
    if found is None:
        if len(lately) >= KEPT:
            other, old = lately.popleft()
            other.cache.pop(("frame", old), None)
            other.cache.pop(("told", old), None)  # which belongs to that very drawing
        lately.append((table, look))
        found = table.cache["frame", look] = draw(pages, table, look)
    return cast(Frame, found)


def draw(pages: Pages, table: Table, look: Look, now: float | None = None) -> Frame:
    """`now`: for a page, whose clocks say the time that is left. A frame must not change because time passes: screens
    know when a clock ends and go on from there."""
    began = time.perf_counter()
    assert table.match is not None
    t = tongue_of(look.language, table.game)
    seat, covered = facing(table, look)
    values = scene(pages, table, seat, look.language, t, now)
    asked = covered is None and seat in table.waiting()
    is_seated = not look.watches
    own = look.here or ((seat,) if is_seated and not values["over"] else ())
    undo = next((k for k in own if table.can_take_back(k)), None)
    values["you"] = WATCHER if look.here else seat
    if values["you"] != WATCHER:
        values["players"] = own_chip_first(values["players"], seat, t)
    values.update(
        undo=undo,
        undo_seen=table.number_for(undo) if undo is not None else 0,
        asked=asked,
        cover=covered,
        address=f"/t/{table.id}" if is_seated else None,
        query=query_of(look) if is_seated else "",
        watch=table.facts.watch_key,
        back=f"/t/{table.id}/back" if is_seated else f"/w/{table.facts.watch_key}/back",
    )
    title = title_of(table, look.language, t, asked, values["names"][covered] if covered is not None else "")
    html = pages.part("frame.html", t, **values)
    round_, told = values["round"], {"title": title, "n": table.shown, "call": asked}
    held = before_the_result(pages, table, seat, t, values)
    head = encode({**told, "last": 1} if held else told)
    made = Frame(title, round_, Wire("".join((head, "\n", html, ROUND, escape(round_), "</small>", held))), asked)
    metrics.drew(table.game.name).observe(time.perf_counter() - began)
    return made


def before_the_result(pages: Pages, table: Table, seat: int, t: Tongue, values: dict[str, Any]) -> str:
    """Where a move has just ended something: the table as that move left it, which screens show first."""
    if table.history is None or table.history.ended_for(seat) is None or values["cover"] is not None:
        return ""
    names = values["names"]

    def chips(state: State, extra: dict[str, Any]) -> list[dict[str, Any]]:
        made = [{**chip, "won": False} for chip in players(table, state, seat, [], t, names, extra)]
        return made if values["you"] == WATCHER else own_chip_first(made, seat, t)

    held = last_move(table, seat, t, values, lambda s, trace: board(pages, table, s, seat, t, names, (), trace), chips)
    return wrapped(pages.part("frame.html", t, **held))


def title_of(table: Table, language: str, t: Tongue, asked: bool, passed_to: str) -> str:
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


def facing(table: Table, look: Look) -> tuple[int, int | None]:
    """Whose eyes the screen shows (or WATCHER), and to whom a shared device must be passed before it shows anything.

    Where all who share it would see the very same, there is nothing to cover.
    """
    wanted = [seat for seat in table.waiting() if seat in look.here]
    if not look.here or not wanted or look.seat in wanted:
        return look.seat, None
    first = table.view(look.here[0])
    if all(table.view(seat) == first for seat in look.here[1:]):
        return wanted[0], None
    return WATCHER, wanted[0]


def scene(pages: Pages, table: Table, seat: int, language: str, t: Tongue, now: float | None = None) -> dict[str, Any]:
    """Ready values for the parts around the board, and the board itself, as this seat (or WATCHER) may know them."""
    assert table.match is not None
    names, state = table.names(language), table.view(seat)
    choices = table.legal(seat) if seat != WATCHER else ()
    words = table.game.part("words")
    trace = table.history.trace() if table.history is not None else None
    extra = board(pages, table, state, seat, t, names, choices, trace)
    over = table.stage == "finished"
    story = table.story(seat, language, STORY)[::-1]
    waiting = table.waiting_for(seat)
    return {
        "game": table.game.name,
        "names": names,
        "seat": seat,
        "seen": table.number_for(seat),
        "shown": table.shown,
        "players": players(table, state, seat, waiting, t, names, extra, now),
        "board": extra["html"],
        "tray": "" if over else extra.get("hand", ""),
        "round": extra.get("round", ""),
        "status": farewell(table, seat, t, names)
        if over
        else words.status(state, seat, t, names) or waited(waiting, seat, names, t),
        "hint": hint_of(extra.get("hint", ""), story, bool(choices), over, len(names)),
        "room": None if over else room(table.game.name, language),
        "ending": ending(table, t, names, seat) if over else "",
        "actions": () if over else extra.get("actions", ()),
        "asleep": [(k, names[k]) for k in range(len(names)) if k != seat and table.can_cat_play(k)],
        "never_came": [(k, names[k]) for k in range(len(names)) if can_give_away(table, seat, k)],
        "cat_plays": seat != WATCHER and table.seats[seat].cat,
        "story": story,
        "over": over,
        "again": bool(table.again),
        "winners": table.match.winners() if over else (),
        "podium": podium(table.game, state) if over else (),
        "tally": score_lines(table.game, state, t, table.match.winners(), extra.get("tally_art", ())) if over else (),
        "beside": beside_the_score(table, language, t) if over else (),
    }


def hint_of(hint: str | None, story: list[str], is_asked: bool, over: bool, seats: int) -> str:
    """The game's own how-to; else (a game says None while it asks) what happened last, first of all to the viewer."""
    if hint or over or (is_asked and hint is not None):
        return hint or ""
    since = story[: 2 * seats - 1]  # about as many sentences as the others' turns have
    return next((line for line in since if type(line) is ToYou), "".join(since[:1]))


class Laid(Protocol):
    """What a game lies on: a table, or a step of a lesson."""

    @property
    def game(self) -> Game: ...


def board(
    pages: Pages,
    table: Laid,
    state: State,
    seat: int,
    t: Tongue,
    names: list[str],
    choices: tuple[int, ...],
    trace: Any = None,
) -> dict[str, Any]:
    """What the game's own view says, with its fragments drawn; a game without a view gets the plain board.

    So does one whose view stumbles: the evening goes on, and the log says why it looks plain.
    """
    game = table.game
    values: dict[str, Any] = {"names": names, "viewer": seat, "game": game.name}
    if game.has("view.py") and game.has("board.html"):
        try:
            seen = (state, seat, t, names, choices) if trace is None else (state, seat, t, names, choices, trace)
            return own_board(pages, game, values, seen)
        except Exception:
            if pages.dev:
                raise
            LOG.exception("A board could not be drawn", extra={"facts": {"game": game.name}})
    label = game.part("words").label
    buttons = [(action, label(state, seat, action, t)) for action in choices]
    return {"html": pages.part("plain.html", t, **values, position=game.show(state), buttons=buttons)}


def own_board(pages: Pages, game: Game, common: dict[str, Any], seen: tuple[Any, ...]) -> dict[str, Any]:
    t, names = seen[2:4]
    values = {**common, **game.part("view").board(*seen)}
    ground = pages.ground(t, values)
    values["html"] = pages.draw(f"{game.name}/board.html", ground)
    if game.has("hand.html"):
        values["hand"] = pages.draw(f"{game.name}/hand.html", ground)
    if game.has("player.html"):
        chips = values.get("players") or [{} for _ in names]
        values["players"] = []
        for k, chip in enumerate(chips):
            ground["seat"], ground["player"] = k, chip
            values["players"].append({**chip, "html": pages.draw(f"{game.name}/player.html", ground)})
    return values


def players(
    table: Table,
    state: State,
    seat: int,
    waiting: list[int],
    t: Tongue,
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


def points_of(game: Game, state: State, seat: int, t: Tongue) -> dict[str, str]:
    """What a chip shows where the game's own view does not say it."""
    score = int(game.rules.score(state, seat))
    return {"count": t.ngettext("{n} point", "{n} points", score).format(n=score), "short": str(score)}


def own_chip_first(chips: list[dict[str, Any]], seat: int, t: Tongue) -> list[dict[str, Any]]:
    """Clockwise from the one who looks."""
    return [{**chips[seat], "name": t.gettext("You")}, *chips[seat + 1 :], *chips[:seat]]


def waited(waiting: list[int], seat: int, names: list[str], t: Tongue) -> str:
    others = [names[k] for k in waiting if k != seat]
    return t.gettext("Waiting for {names}").format(names=listed(others, t)) if others else t.gettext("One moment…")


def ending(table: Table, t: Tongue, names: list[str], viewer: int = WATCHER) -> str:
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


def farewell(table: Table, seat: int, t: Tongue, names: list[str]) -> str:
    """A word of the parlour's cat to the one who looks."""
    assert table.match is not None
    if seat == WATCHER:
        return ending(table, t, names)
    won = table.match.winners()
    if seat in won:
        return t.gettext("Purrfect. Once more?") if len(won) == 1 else t.gettext("You share the win!")
    view = table.view(seat)
    if len(names) == 2:
        most, least = (int(table.game.rules.score(view, k)) for k in (1 - seat, seat))
        return t.gettext("{name} wins {most} to {least}. Once more?").format(
            name=names[1 - seat], most=most, least=least
        )
    keys = table.game.part("truths").standing(view)
    place = 1 + sum(key > keys[seat] for key in keys)
    return t.gettext((SHARED_PLACES if keys.count(keys[seat]) > 1 else PLACES)[place - 2])
