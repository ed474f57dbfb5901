"""Who plays the seats of a vector environment that are not the learner's."""

from __future__ import annotations

import copy
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from purrlor.bots.players import THINKING, choose_without_search
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.bots.user_bots import Choose
from purrlor.core.chance import mix
from purrlor.core.compilers.native import native
from purrlor.core.errors import BadOption
from purrlor.core.game import Game
from purrlor.core.language import N_
from purrlor.core.options import is_whole
from purrlor.lab.arena.matches import OWN, Bot, read_entrant, searcher
from purrlor.lab.kernels.replies import ASK, LEARNER, OTHER, RANDOM, SENSIBLE

COMPILED = {"random": RANDOM, "cat": SENSIBLE}
Opponents = Bot | Mapping[int, Bot]
Guests = dict[tuple[int, int], tuple[int, Choose]]


class Others:
    """The opponents in all lanes. One bot alone takes every seat but one of each lane: in lane k the learner sits on
    seat k modulo the number of players. A mapping names the bots of some seats, in all lanes alike."""

    def __init__(self, game: Game, lanes: int, players: int, named: Opponents) -> None:
        self.game = game
        self.native = native(
            "purrlor.lab.kernels.replies",
            rules=f"{game.package}.rules.rules",
            strategy=game.module_name("bots.strategy"),
        )
        self.who = np.full((lanes, players), LEARNER, np.int64)
        if isinstance(named, Mapping):
            self.entrants = [read_entrant(bot) for bot in named.values()]
            for k, seat in enumerate(named):
                if not is_whole(seat) or not 0 <= seat < players:
                    raise BadOption(
                        N_("There is no seat {seat}: this match has seats 0 to {last}."), seat=seat, last=players - 1
                    )
                self.who[:, seat] = self.kind(k)
        else:
            self.entrants = [read_entrant(named)]
            self.who[:] = self.kind(0)
            self.who[np.arange(lanes), np.arange(lanes) % players] = LEARNER
        if (self.who != LEARNER).all():
            raise BadOption(N_("Leave at least one seat for the learner: all have opponents."))
        self.guests: Guests = {}  # by lane and seat: of which match, and the bot

    def kind(self, number: int) -> int:
        entrant = self.entrants[number]
        return OTHER + number if entrant.mistakes else COMPILED.get(entrant.level, OTHER + number)

    def fill_in(
        self,
        states: npt.NDArray[np.void],
        seats: npt.NDArray[np.int8],
        begun: npt.NDArray[np.int64],
        actions: npt.NDArray[np.int64],
        seed: int,
    ) -> None:
        """The decisions that are left to Python."""
        veil = states[:1].copy()
        rules = twin(self.game).rules
        for k in np.flatnonzero(actions == ASK).tolist():
            seat = int(seats[k])
            entrant = self.entrants[int(self.who[k, seat]) - OTHER]
            veil[0] = states[k]
            rules.hide(veil[0], seat)
            own = mix(seed, k)
            if entrant.level == OWN:
                match, guest = self.guests.get((k, seat), (-1, None))
                if guest is None or match != begun[k]:
                    guest = entrant.seated(self.game, own)
                    self.guests[k, seat] = int(begun[k]), guest
                actions[k] = guest(self.game.rules.State.from_bytes(veil[0].tobytes()), seat)
            elif entrant.level in THINKING:
                budget = {"playouts": entrant.playouts, "seconds": entrant.seconds}
                thinker = searcher(self.game.name, entrant.level, entrant.knobs)
                actions[k] = thinker.choose(veil[0].tobytes(), seat, own, **budget)  # type: ignore[arg-type]
            else:
                actions[k] = choose_without_search(twin(self.game), veil[0], seat, entrant.level, own, entrant.mistakes)

    def save(self) -> Guests:
        """The bots of one's own as they are now: a class may remember things."""
        return copy.deepcopy(self.guests)

    def restore(self, saved: Guests) -> None:
        self.guests = copy.deepcopy(saved)
