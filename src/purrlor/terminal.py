"""A match in the terminal: plain lines, choices by number; for a shell far away and for a screen reader."""

from __future__ import annotations

import random
from collections.abc import Callable

from purrlor.bots.user_bots import Choose
from purrlor.core.game import Game, State
from purrlor.core.match import Match
from purrlor.core.sentences.narration import narrate
from purrlor.lab.arena.matches import read_entrant

Ask = Callable[[str], str]
YOU = 0


class Leave(Exception):
    """The player has had enough."""


def play(
    game: Game,
    players: int | None,
    options: dict[str, object],
    seed: int | None,
    level: str,
    language: str,
    ask: Ask = input,
    position: str = "",
) -> int:
    """One match against opponents of that level, or of these levels and bots of one's own; the exit status.

    `position`: it goes on from there, in the game's notation; players and options are those of the position.
    """
    match = going_on(game, position, seed) if position else Match(game, players, options, seed=seed)
    t = game.translations(language)
    names = [t.gettext("Player"), *(t.gettext("Cat {number}").format(number=k) for k in range(1, match.seats))]
    bots = opponents(game, level, match.seats, seed)
    print(game.title(language))
    print(t.gettext("Type the number of a choice; q leaves, ? shows the table again."))
    try:
        while waiting := match.waiting():
            seat = YOU if YOU in waiting else waiting[0]
            before = match.state.copy()
            action = choose(match, language, names, ask) if seat == YOU else bots[seat](match.view(seat), seat)
            match.play(seat, action)
            for line in narrate(game, before, match.state, seat, action, YOU, language, names):
                print(f"· {line}")
    except (Leave, EOFError, KeyboardInterrupt):
        print(t.gettext("Goodbye: the match ends here."))
        return 0
    show_end(match, language, names)
    return 0


def going_on(game: Game, position: str, seed: int | None) -> Match:
    """From a whole position, or from what the player's own seat (the first) sees of one."""
    state = game.read(position)
    match = Match(game, int(state.seats), game.options_of(state), seed=seed)
    match.begin_from(position)
    return match


def opponents(game: Game, level: str, seats: int, seed: int | None) -> dict[int, Choose]:
    """Who sits on the other seats: the bots named, one after the other, from the first again if there are too few."""
    dice = random.Random(seed)
    named = [read_entrant(text) for text in level.split(",")]
    return {
        seat: named[k % len(named)].seated(game, dice.randrange(1 << 32))
        for k, seat in enumerate(seat for seat in range(seats) if seat != YOU)
    }


def choose(match: Match, language: str, names: list[str], ask: Ask) -> int:
    """The player's choice; a single choice is still shown, so that nothing happens unseen."""
    game, choices = match.game, match.legal(YOU)
    t, words, veil = game.translations(language), game.words, match.view(YOU)
    show_table(game, veil, language, names)
    print(words.status(veil, YOU, t, names))
    for number, action in enumerate(choices, 1):
        print(f"  {number}. {words.label(veil, YOU, action, t)}")
    while True:
        answer = ask(f"1–{len(choices)}: " if len(choices) > 1 else "1: ").strip().lower()
        if answer in ("q", "quit", "й"):
            raise Leave
        if answer == "?":
            show_table(game, veil, language, names)
        elif answer.isdecimal() and 1 <= int(answer[:4]) <= len(choices):
            return choices[int(answer) - 1]
        else:
            print(t.gettext("Type a number from 1 to {last}.").format(last=len(choices)))


def show_table(game: Game, veil: State, language: str, names: list[str]) -> None:
    print()
    for line in game.words.sight(veil, YOU, game.translations(language), names):
        print(line)


def show_end(match: Match, language: str, names: list[str]) -> None:
    t = match.game.translations(language)
    print()
    print(t.gettext("The match is over."))
    for label, values in match.game.words.tally(match.state, t):
        print(f"{label}: " + ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True)))
    print(t.gettext("Won by {names}.").format(names=", ".join(names[seat] for seat in match.winners())))
