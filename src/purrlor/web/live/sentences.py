"""What the parlour's cat says around the game: whom everybody waits for, and who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.game import game as game_named
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.name_lists import join_names
from purrlor.core.sentences.narration import AboutViewer
from purrlor.tables.table import Table
from purrlor.web.rendering.percentages import percentages

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


def waiting_sentence(waiting: list[int], seat: int, names: list[str], t: Translations) -> str:
    others = [names[k] for k in waiting if k != seat]
    if not others:
        return t.gettext("One moment…")
    return t.ngettext("Waiting for {names}", "Waiting for {names}", len(others)).format(names=join_names(others, t))


def winner_sentence(table: Table, t: Translations, names: list[str], viewer: int = WATCHER) -> str:
    assert table.match is not None
    return who_wins(table.match.winners(), t, names, viewer)


def who_wins(winners: Sequence[int], t: Translations, names: Sequence[str], viewer: int = WATCHER) -> str:
    won = [names[seat] for seat in winners]
    if not won:
        return t.gettext("Nobody wins.")
    if tuple(winners) == (viewer,):
        return t.gettext("You win!")
    if len(won) == 1:
        return t.gettext("{name} wins!").format(name=won[0])
    if viewer in winners:
        others = [names[seat] for seat in winners if seat != viewer]
        return t.gettext("You and {names} share the win!").format(names=join_names(others, t))
    return t.gettext("{names} share the win!").format(names=join_names(won, t))


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


def title_of(table: Table, language: str, t: Translations, asked: bool, passed_to: str) -> str:
    """What the tab says; a dot before it calls the player."""
    name = table.game.title(language)
    if passed_to:
        news = t.gettext("Pass it to {name}").format(name=passed_to)
    elif table.stage == "finished":
        news = t.gettext("The end")
    elif asked:
        news = "● " + t.gettext("Your turn")
    else:
        return f"{name} · Purrlor"
    return f"{news} · {name}"


def chances_in_words(chances: Mapping[int, float], names: Sequence[str]) -> str:
    """Names and percentages, in the order of the seats; those of everybody add up to 100."""
    seats = sorted(chances)
    shown = [round(100 * chances[seat]) for seat in seats]
    if len(seats) == len(names):
        shown = percentages([chances[seat] for seat in seats])
    return ", ".join(f"{names[seat]} {n}%" for seat, n in zip(seats, shown, strict=True))


def invitation(table: Table, language: str, t: Translations, names: Sequence[str]) -> tuple[str, str]:
    """Who asks for the next match, and the button that joins it."""
    if table.again_by < 0:  # a log that does not tell it
        return "", t.gettext("Join the next match")
    name = names[table.again_by]
    if table.again_game == table.game.name:
        said, button = t.gettext("{name} invites you to play again."), t.gettext("Join {name} for another match")
    else:
        said, button = t.gettext("{name} invites you to {game}."), t.gettext("Join {name} for {game}")
    title = game_named(table.again_game).title(language)
    return said.format(name=name, game=title), button.format(name=name, game=title)


def cat_in_seat(table: Table, seat: int, names: Sequence[str], t: Translations) -> str:
    """To somebody for whom a cat plays just now: who let it, and that the seat is still theirs."""
    if seat == WATCHER or not table.seats[seat].cat or table.stage != "running":
        return ""
    by = table.seats[seat].cat_by
    if by < 0 or by == seat:
        return t.gettext("A cat plays for you. The seat is still yours.")
    return t.gettext("{name} let a cat play for you. The seat is still yours.").format(name=names[by])


def slowest(table: Table, waiting: list[int]) -> list[int]:
    """Of those who choose at the same time, people: cats have chosen before them."""
    return [seat for seat in waiting if not table.seats[seat].level] or waiting


def hint_for(hint: str | None, story: list[str], is_asked: bool, over: bool, seats: int) -> str:
    """The game's own how-to; else (a game says None while it asks) what happened last, first of all to the viewer."""
    if hint or over or (is_asked and hint is not None):
        return hint or ""
    since = story[: 2 * seats - 1]  # about as many sentences as the others' turns have
    return next((line for line in since if type(line) is AboutViewer), "".join(since[:1]))
