"""What a game is made of: a Protocol for each part, what the part unlocks, and which parts may be absent.

`PARTS` is the one list of them. `game_check.py` compares a game with it, `docs/adding_a_game.md` shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from purrlor.core.language import Translations
from purrlor.core.lesson import LessonStep
from purrlor.core.options import Option
from purrlor.core.record import Record

State = Any  # a game's own Record: at least `rng`, `seats`, and a field for every option
_State = State  # for Rules, whose own State is the class
TallyRow = tuple[str, tuple[int, ...]]  # what is counted, and how much each seat has


class Rules(Protocol):
    """`rules/rules.py`: plain functions over the game's State, all in place, none of them checking its caller."""

    State: type[Record]
    REVISION: int  # raised whenever an old record would replay differently
    SEATS: tuple[int, int]  # fewest and most players
    BOUND: int  # no match has more decisions than this
    FEWEST_WIN: bool  # whether fewer points are better; a game in which more are may leave it out

    def start(self, s: _State, /) -> None:
        """Set the table up from s.seats and the options already in s."""

    def waiting(self, s: _State, /) -> int:
        """The seats that must decide now, as a bit mask; 0: the match is over."""
        ...

    def legal(self, s: _State, seat: int, /) -> int:
        """That seat's actions as a bit mask, at most 62; 0 if it is not asked. TABLE has actions of its own."""
        ...

    def apply(self, s: _State, seat: int, action: int, /) -> None:
        """Carry the action out."""

    def reveals(self, s: _State, seat: int, action: int, /) -> int:
        """1 if this legal action would show anybody something (chance aside), so that it cannot be taken back."""
        ...

    def hide(self, s: _State, seat: int, /) -> None:
        """Erase everything this seat (or WATCHER) may not know."""

    def redeal(self, s: _State, seat: int, /) -> None:
        """On a state hidden for this seat: fill what was erased with one random possibility."""

    def score(self, s: _State, seat: int, /) -> int:
        """Points so far."""
        ...

    def winners(self, s: _State, /) -> int:
        """Bit mask of those who won (or lead)."""
        ...


class Options(Protocol):
    """`options.py`: what players may agree on before a match."""

    OPTIONS: tuple[Option, ...]


class Words(Protocol):
    """`words/labels.py`: everything the game says. All but TITLE have a plain default."""

    TITLE: str

    def label(self, s: State, seat: int, action: int, t: Translations, /) -> str:
        """What a choice does, as on a button. `s` is hidden for that seat."""
        ...

    def status(self, s: State, viewer: int, t: Translations, names: Sequence[str], /) -> str:
        """One sentence to this viewer about what the game waits for from them; "" when it asks nothing of them."""
        ...

    def narrate(
        self, before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str], /
    ) -> list[str]:
        """One decision in words, from states hidden for the viewer; the newest sentence last."""
        ...

    def sight(self, s: State, viewer: int, t: Translations, names: Sequence[str], /) -> list[str]:
        """The table in a few plain lines: the terminal, screen readers and the plain board show them."""
        ...

    def tally(self, s: State, t: Translations, /) -> list[TallyRow]:
        """The score table; the last row is the total, which is `score` of each seat."""
        ...


class Notation(Protocol):
    """`notation.py`: a position as text, exact both ways, hidden states too."""

    def show(self, s: State, /) -> str: ...

    def read(self, text: str, /) -> State: ...


class Invariants(Protocol):
    """`invariants.py`: what the laws must know of a game, written without the help of `hide` and `winners`."""

    def exchange(self, s: State, seat: int, /) -> bool:
        """Exchange, by chance, two things this seat cannot tell apart; False: there is nothing to exchange."""
        ...

    def inventory(self, s: State, /) -> list[int]:
        """All cards, tiles or tokens, sorted: the same list at every moment of a match."""
        ...

    def standing(self, s: State, /) -> list[tuple[int, ...]]:
        """A key for each seat, larger is better; at the end those with the largest have won."""
        ...


class Strategy(Protocol):
    """`bots/strategy.py`, compiled."""

    def sensible(self, s: State, seat: int, /) -> int:
        """The action a sensible player prefers; -1: no opinion."""
        ...


class BoardView(Protocol):
    """`board/view.py`: flat, ready values for `board/board.html`. `s` is hidden for the viewer."""

    def board(
        self, s: State, viewer: int, t: Translations, names: Sequence[str], choices: tuple[int, ...], /
    ) -> dict[str, object]: ...


class Sprite(Protocol):
    """`board/sprite.py`: the game's drawings (`purrlor.web.art.Symbol`) by name."""

    def symbols(self) -> Mapping[str, object]: ...

    def picture(self) -> Sequence[str]:
        """The first page's picture in two layers: the room, and what stands in it."""
        ...


class PositionPicture(Protocol):
    """`board/picture.py`: a position as an SVG file that stands alone. `s` is hidden for the viewer."""

    def picture(self, s: State, viewer: int, t: Translations, names: Sequence[str], /) -> str: ...


class BoardMemory(Protocol):
    """`board/memory.py`: what everybody saw of a decision and no state holds."""

    NOTHING: object

    def remember(self, before: State, after: State, seat: int, action: int, old: Any, /) -> object: ...


class FinalPosition(Protocol):
    """`board/final_position.py`: the table as the decision that ended a round or the match left it."""

    def final_position(self, before: State, after: State, seat: int, action: int, /) -> State | None: ...


class ReplayView(Protocol):
    """`board/replay_view.py`: what "everything open" turns up beyond the true state."""

    def reveal_all(self, s: State, /) -> None: ...


class Gallery(Protocol):
    """`board/gallery.py`: positions worth a picture, each with its viewer."""

    STATES: Mapping[str, tuple[str, int]]


class CountedMatch(NamedTuple):
    """A match played with the real box, as a position of the rules. `is_over` is False while it only says who leads."""

    state: State
    is_over: bool


class Counting(Protocol):
    """`board/real_table/counting.py`: a match at a real table, from what people tap on the page (`counting.html`).

    It may have `explanation(sheet, s, t, names)`: ready values for `counted.html`, which shows where the points come
    from; `tally_art` among them are symbols beside the rows of the score.
    """

    def form(self, t: Translations, /) -> dict[str, object]:
        """Ready values for `board/real_table/counting.html`."""
        ...

    # It may have `going_on(sheet, names, t, key)`: a position from which the parlour can play on, where the sheet tells
    # enough of the match; chance (the next dice, the next cards) is keyed by `key`. BadSheet: it does not.

    def counted(self, sheet: Mapping[str, str], names: Sequence[str], t: Translations, /) -> CountedMatch:
        """The position that the fields describe. BadSheet: it cannot be, or something is missing."""
        ...


class Reasons(Protocol):
    """`words/reasons.py`: why a choice is good, for advice, reviews and puzzles."""

    def reason(
        self, s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool, /
    ) -> str:
        """A sentence, from a state hidden for the seat; "" where there is nothing to say. `remembers`: it may name what
        the seat has seen and its screen does not show any more, as after a match."""
        ...


class Outcome(Protocol):
    """`words/outcome.py`: what a match has brought to a seat, by kinds of the game's own, for reviews to compare."""

    def outcome(self, s: State, seat: int, /) -> Mapping[int, float]: ...

    def outcome_name(self, s: State, kind: int, t: Translations, /) -> str: ...


class Lesson(Protocol):
    """`words/lesson.py`: a first match that explains as it goes."""

    STEPS: tuple[LessonStep, ...]


class Luck(Protocol):
    """`words/luck.py`: what chance gave to whom, for the end of a match."""

    def luck(self, steps: State, seats: int, t: Translations, /) -> list[tuple[str, list[str]]]: ...


class Observation(Protocol):
    """`lab/observation.py`, compiled: a hidden state as numbers."""

    ACTIONS: int  # a decision's actions are 0 to ACTIONS - 1
    FEATURES: tuple[tuple[str, int, int], ...]  # each number's name, lowest and highest value

    def observe(self, s: State, seat: int, out: list[int], /) -> None: ...


class Study(Protocol):
    """`lab/study.py`: what a designer wants to know of this game."""

    DECISION_NAMES: tuple[str, ...]


class DecisionNames(Protocol):
    """`lab/decision_names.py`, compiled: which rule a decision used, as a number."""

    def decision_name(self, s: State, seat: int, action: int, /) -> int: ...


@dataclass(frozen=True)
class Part:
    """One file of a game: its Protocol, what it unlocks, and further functions it may have, with their parameters."""

    module: str
    protocol: type
    unlocks: str
    is_needed: bool = False
    needed_for: str = "nothing"
    may_lack: tuple[str, ...] = ()  # names that have a default, or that may be absent
    hooks: Mapping[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return self.module.replace(".", "/") + ".py"

    def row(self, note: str = "") -> str:
        """Its line in a table of files."""
        return f"| `{self.file}`{note} | {self.unlocks} | {self.needed_for} |"

    def constants(self) -> dict[str, object]:
        return dict(getattr(self.protocol, "__annotations__", {}))

    def functions(self) -> dict[str, Callable[..., object]]:
        return {name: made for name, made in vars(self.protocol).items() if callable(made) and name[0] != "_"}


PARTS = (
    Part(
        "rules.rules",
        Rules,
        "everything: the match itself",
        is_needed=True,
        needed_for="everything",
        may_lack=("FEWEST_WIN",),
    ),
    Part(
        "words.labels",
        Words,
        "the terminal and the browser: names of choices, what happened, the score",
        is_needed=True,
        may_lack=("label", "status", "narrate", "sight", "tally"),
        hooks={"named_label": "s seat action t names"},
        needed_for="everything (a `TITLE`; the rest has defaults)",
    ),
    Part(
        "options", Options, "variants that players choose", hooks={"settle": "values seats given"}, needed_for="options"
    ),
    Part(
        "notation",
        Notation,
        "positions a person likes to read and type",
        hooks={"on_screen": "s seat"},
        needed_for="nothing: one is derived from the state",
    ),
    Part(
        "invariants",
        Invariants,
        "the laws of conservation, of twins and of winners",
        may_lack=("exchange", "inventory", "standing"),
        needed_for="all laws to be tried",
    ),
    Part(
        "bots.strategy",
        Strategy,
        "cats that play sensibly; tigers search without it too",
        hooks={
            "silly": "s seat",
            "stage": "s",
            "stop": "s",
            "rough": "s seat",
            "believe": "s seat",
            "effort": "s",
        },
        needed_for="sensible cats; tigers play without it",
    ),
    Part(
        "board.view",
        BoardView,
        "a board of its own in the browser, with board/board.html",
        needed_for="nothing: a plain board shows `words.sight`",
    ),
    Part("board.sprite", Sprite, "its own drawings, and a picture on the first page"),
    Part("board.picture", PositionPicture, "a position as a picture: `Match.svg`, `purrlor picture`"),
    Part("board.memory", BoardMemory, "marks on the board of what was seen and is gone"),
    Part("board.final_position", FinalPosition, "the last move, shown before the result"),
    Part("board.replay_view", ReplayView, "everything open when looking back"),
    Part(
        "board.real_table.counting",
        Counting,
        "counting a match that was played with the real box, with board/real_table/counting.html",
        hooks={"explanation": "sheet s t names"},
    ),
    Part("board.gallery", Gallery, "pictures of its screens, and the layout audit"),
    Part("words.lesson", Lesson, "a lesson: learning by playing"),
    Part(
        "words.reasons",
        Reasons,
        (
            "why a choice is good, in advice, reviews and puzzles; perhaps `effect` (which choices are the same), "
            "`knowledge` (who knows what, for puzzles), `is_obvious`"
        ),
        hooks={"effect": "s seat action", "knowledge": "s seat t names", "is_obvious": "s seat action"},
    ),
    Part(
        "words.outcome",
        Outcome,
        "what a match brought, by kind (`outcome`, `outcome_name`): a review says in what a choice was worse",
    ),
    Part(
        "words.luck",
        Luck,
        "luck, counted at the end; perhaps `stroke_in_words`: a stroke of luck",
        hooks={"stroke_in_words": "was now seat action viewer t names"},
    ),
    Part(
        "lab.observation",
        Observation,
        "the lab: vector environment, adapters, training, GPU",
        hooks={"longest": "players options"},
        needed_for="the lab",
    ),
    Part(
        "lab.study",
        Study,
        "findings of its own in purrlor study; openings and habits among one's own results",
        may_lack=("DECISION_NAMES",),
        hooks={"opening": "s seat action"},
    ),
    Part("lab.decision_names", DecisionNames, "how often each rule was used, in purrlor study"),
)
TABLE_HEAD = ("| file | unlocks | needed for |", "|---|---|---|")
BY_MODULE = {part.module: part for part in PARTS}
