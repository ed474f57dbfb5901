"""The games for OpenSpiel (extra `purrlor[openspiel]`).

    from purrlor.lab import openspiel
    openspiel.register()
    game = pyspiel.load_game("purrlor_cat_cafe(players=3)")

Chance is explicit: OpenSpiel 2.0 cannot serialise Python games whose chance is only sampled. No list holds all orders
of a pack of cards, so a chance event is a number of several digits, one chance node a digit, and seeds the match's own
generator. In a small variant (`small=1`) a chance node lists all that can happen, with exact probabilities, and there
is an information-state tensor. Simultaneous choices come one after the other, lowest seat first, hidden from one
another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
import pyspiel

from purrlor.core.game import Game, games
from purrlor.core.options import Choice, Option
from purrlor.core.seats import WATCHER, first
from purrlor.lab.environments.compiled_match import MOST_LISTS, CompiledMatch, MatchSetup, match_setup
from purrlor.lab.exact_chance import GENERATOR, MOST_OUTCOMES, outcomes_of
from purrlor.lab.kernels.single_match import CHANCE, TRUE

Parameter = bool | int | float | str  # as OpenSpiel reads them
DIGITS = 64  # outcomes of a chance node: with fewer there are more nodes, with more the lists take longer
DEAL, LATER = 6, 3  # digits of the first chance event, and of every other
VIEWS = 64  # rows of the information-state tensor of a small variant: more than a player can see and do in it
OUTCOMES = [(digit, 1.0 / DIGITS) for digit in range(DIGITS)]


def name_of(game: Game) -> str:
    return f"purrlor_{game.name.replace('-', '_')}"


def register() -> list[str]:
    """Make all games loadable by `pyspiel.load_game`; their names. Asking twice does no harm."""
    known = set(pyspiel.registered_names())
    found = [game for game in games() if game.has("lab/observation.py")]
    for game in found:
        if name_of(game) not in known:
            # A class and no lambda: OpenSpiel drops its reference after Python has ended, and must not drop the last.
            pyspiel.register_game(game_type(game), type(game.name, (SpielGame,), {"of": game}))
    return [name_of(game) for game in found]


def game_type(game: Game, is_small: bool = False) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    parameters: dict[str, object] = {"players": game.seats[0]}
    for option in game.options:
        parameters[option.name] = 0 if is_numbered(option) else option.usual
    return kinds(
        short_name=name_of(game),
        long_name=game.title(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=is_small,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters. A return is the share of the victory."""

    of: Game

    def __init__(self, params: Mapping[str, Parameter]) -> None:
        game = self.of
        players = int(params.get("players", game.seats[0]))
        options = {option.name: option for option in game.options}
        given = {name: plain_value(options[name], value) for name, value in params.items() if name in options}
        self.side = match_setup(game, players, given)
        self.is_small = any(each.for_solvers and self.side.options[each.name] != each.usual for each in game.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.side.actions,
            max_chance_outcomes=MOST_OUTCOMES if self.is_small else DIGITS,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.side.longest,
        )
        super().__init__(game_type(game, self.is_small), info, params)
        self.fresh = Enumerated(self.side) if self.is_small else Chanced(self.side)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def information_state_tensor_shape(self) -> list[int]:
        return [VIEWS, self.side.features + 1]

    def max_chance_nodes_in_history(self) -> int:
        return 1 + self.side.longest if self.is_small else DEAL + LATER * self.side.longest

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> Observer:
        if isinstance(kind, dict):
            kind, params = None, kind
        if params:
            raise ValueError(f"these games have no observation parameters: {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.perfect_recall and kind.public_info and kind.private_info != pyspiel.PrivateInfoType.NONE
        if self.is_small and whole:
            return RecallObserver(self.side.features, kind)
        return Observer(self.side.features, kind)


def is_numbered(option: Option) -> bool:
    """A choice between numbers and a usual value: OpenSpiel reads 4 as a number, so the usual value is 0 there."""
    return isinstance(option, Choice) and all(value.isdecimal() for value in option.values if value != option.usual)


def plain_value(option: Option, value: Parameter) -> object:
    """A parameter as the option has it."""
    if is_numbered(option):
        return str(value) if value else option.usual
    return value


class Chanced(CompiledMatch):
    """A match whose chance comes digit by digit: `left` digits are still to come for `action` (-1: for the deal)."""

    __slots__ = ("action", "events", "left", "number")

    def __init__(self, shared: MatchSetup, facts: npt.NDArray[np.int64] | None = None) -> None:
        super().__init__(shared, facts)
        self.seat, self.action, self.left, self.number, self.events = CHANCE, -1, DEAL, 0, 0

    def outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def copy(self) -> Chanced:
        made = Chanced(self.side, self.facts.copy())
        made.seat, made.mask, made.action = self.seat, self.mask, self.action
        made.left, made.number, made.events = self.left, self.number, self.events
        return made

    def __reduce__(self) -> tuple[object, ...]:
        shared = self.side
        return chanced, (
            (shared.game.name, shared.players, shared.options),
            self.facts.tobytes(),
            (self.seat, self.mask, self.action, self.left, self.number, self.events),
        )

    def decide(self, action: int) -> None:
        native, seat = self.side.native, self.seat
        following = native.try_action(self.rows, seat, action)
        if following == CHANCE:
            self.action, self.left, self.number = action, LATER, 0
            self.mask = seat  # kept aside: at a chance node nobody has choices
            self.seat = CHANCE
        else:
            native.remember(self.rows, self.words, self.memory, seat, action)
            self.next(following)

    def chance(self, digit: int) -> None:
        self.number = self.number * DIGITS + digit
        self.left -= 1
        if self.left:
            return
        native, seed = self.side.native, self.number * 100_003 + self.events
        self.events += 1
        if self.action < 0:
            following = native.open_table(self.rows, seed)
            native.remember(self.rows, self.words, self.memory, -1, 0)
        else:
            following = native.play_by_chance(self.rows, self.mask, self.action, seed)
            native.remember(self.rows, self.words, self.memory, self.mask, self.action)
        self.next(following)

    def imagine(self, seat: int, seed: int) -> None:
        """Deal again what this seat cannot know. Where chance is about to finish somebody's decision, it still is; if
        that decision was secret and cannot be made any more, it is another one."""
        if self.seat == CHANCE and self.action < 0:  # nothing is dealt yet
            return
        native = self.side.native
        native.imagine(self.rows, seat, seed)
        native.forget(self.rows, self.words, self.memory, seat)
        if self.seat == CHANCE:
            choices = native.legal(self.rows, self.mask)
            if not choices >> self.action & 1:
                self.action = first(choices)
            return
        self.next(seat if seat == self.seat else native.turn(self.rows))  # hidden choices of others are made after it


class Enumerated(Chanced):
    """A match whose chance events are single nodes that list every outcome."""

    __slots__ = ()

    def __init__(self, shared: MatchSetup, facts: npt.NDArray[np.int64] | None = None) -> None:
        super().__init__(shared, facts)
        self.left = 1
        if facts is None:
            self.rows["rng"][TRUE] = GENERATOR

    def copy(self) -> Enumerated:
        made = Enumerated(self.side, self.facts.copy())
        made.seat, made.mask, made.action, made.left = self.seat, self.mask, self.action, self.left
        return made

    def __reduce__(self) -> tuple[object, ...]:
        _, facts = super().__reduce__()
        return enumerated, facts

    def all_outcomes(self) -> list[tuple[bytes, float]]:
        """What the event under way can lead to; the list is shared, so leave it as it is."""
        known, key = self.side.chance, (self.rows[TRUE].tobytes(), self.mask, self.action)
        if key not in known:
            if len(known) >= MOST_LISTS:
                known.clear()
            rules, seat, action = self.side.game.rules, self.mask, self.action
            event = rules.start if action < 0 else lambda s: rules.apply(s, seat, action)
            known[key] = outcomes_of(self.state(), event)
        return known[key]

    def outcomes(self) -> list[tuple[int, float]]:
        return [(number, probability) for number, (_, probability) in enumerate(self.all_outcomes())]

    def decide(self, action: int) -> None:
        super().decide(action)
        self.left = 1 if self.seat == CHANCE else 0

    def chance(self, digit: int) -> None:
        native = self.side.native
        seat, action = (-1, 0) if self.action < 0 else (self.mask, self.action)
        self.rows[TRUE] = np.frombuffer(self.all_outcomes()[digit][0], self.side.dtype)[0]
        native.remember(self.rows, self.words, self.memory, seat, action)
        self.left = 0
        self.next(native.turn(self.rows))

    def imagine(self, seat: int, seed: int) -> None:
        super().imagine(seat, seed)
        self.rows["rng"][TRUE] = GENERATOR


def enumerated(which: tuple[str, int, dict[str, object]], facts: bytes, more: tuple[int, ...]) -> Enumerated:
    made = Enumerated(match_setup(*which), np.frombuffer(facts, np.int64).copy())
    made.seat, made.mask, made.action, made.left, made.number, made.events = more
    return made


def chanced(which: tuple[str, int, dict[str, object]], facts: bytes, more: tuple[int, ...]) -> Chanced:
    made = Chanced(match_setup(*which), np.frombuffer(facts, np.int64).copy())
    made.seat, made.mask, made.action, made.left, made.number, made.events = more
    return made


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match. Everything of ours is in `play`, which OpenSpiel copies and pickles for clones and serialisation."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.fresh.copy()

    def current_player(self) -> int:
        seat = self.play.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.CHANCE if seat == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.play.seat == -1

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.play.seat == CHANCE:
            self.play.chance(action)
        else:
            self.play.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """As a button says it, to the player who decides."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"Chance {action}"
        known = self.play.side.game
        if player != self.play.seat or not self.play.mask >> action & 1:
            return f"Action {action}"
        said: str = known.words.label(self.play.view(player), player, action, known.translations("en"))
        return said

    def returns(self) -> list[float]:
        if self.play.seat != -1:
            return [0.0] * self.play.side.players
        return [float(share) for share in self.play.shares()]

    def __str__(self) -> str:
        play = self.play
        if play.seat == CHANCE:
            what = "the deal" if play.action < 0 else f"seat {play.mask} does {play.action}"
            return f"chance, {play.left} digits to come after {play.number}: {what}\n{play.facts.tobytes().hex()}"
        return play.side.game.show(play.state())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another match that this player cannot tell from this one; its history is still that of the true one."""
        made: SpielState = self.clone()
        made.play.imagine(player, int(sampler() * (1 << 53)))
        return made


class Observer:
    """Features as numbers; as text the position in its notation, or for perfect recall the position's bytes and a
    digest of all that the player has seen and done."""

    def __init__(self, features: int, kind: pyspiel.IIGObservationType) -> None:
        self.tensor = np.zeros(features, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"features": self.tensor}
        self.numbers = np.zeros(features, np.int16)
        self.recall = kind.perfect_recall
        self.private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.public = kind.public_info

    def set_from(self, state: SpielState, player: int) -> None:
        if state.play.seat == CHANCE and state.play.action < 0:  # the table is not laid yet
            self.tensor.fill(0)
            return
        state.play.observe(player if self.private else 0, self.numbers)
        self.tensor[:] = self.numbers

    def string_from(self, state: SpielState, player: int) -> str:
        play = state.play
        if play.seat == CHANCE and play.action < 0:
            return ""
        if self.recall and self.private and self.public:
            return f"{player} {play.view_bytes(player).hex()} {play.memory[player]:x}"
        shown = play.side.game.show(play.view(player if self.private else WATCHER))
        if not self.public:  # what this seat alone knows, where that is anything
            return "" if shown == play.side.game.show(play.view()) else shown
        return shown


class RecallObserver(Observer):
    """For small variants: all that the player has seen and done, in order, one row each time it saw or did something:
    the features, and its own action (1 more than its number; 0: somebody else's, or chance). The rest is zeros."""

    def __init__(self, features: int, kind: pyspiel.IIGObservationType) -> None:
        super().__init__(features, kind)
        self.tensor = np.zeros(VIEWS * (features + 1), np.float32)
        self.views = self.tensor.reshape(VIEWS, features + 1)
        self.dict = {"views": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """By going through the match again: a state keeps only a digest of it, so that trees are quick to walk."""
        views, n, play = self.views, 0, state.get_game().fresh.copy()
        self.tensor.fill(0)
        for action in state.history():
            seat, before = play.seat, int(play.memory[player])
            if seat == CHANCE:
                seat = play.mask if play.action >= 0 else CHANCE
                decided = play.action
                play.chance(action)
            else:
                decided = action
                play.decide(action)
            if play.memory[player] != before:
                play.observe(player, self.numbers)
                views[n, :-1] = self.numbers
                views[n, -1] = decided + 1 if seat == player else 0
                n += 1
