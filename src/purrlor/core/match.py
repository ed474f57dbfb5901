"""One play of a game. `Match` is the only public door: it checks seat, turn and legality, and keeps the log.

Chance comes from a key of 32 bytes. The generator gets a new key before every decision with BLAKE2b(key, number of the
decision), so that nothing seen tells what comes. The key is the secret itself, or it is derived from the secret and
what the players contributed (`core.fairness`). SHA-256 of the secret, the promise, is shown before the match begins,
the secret when it ends: everybody who has the record can check where chance came from.
"""

from __future__ import annotations

import hashlib
import secrets as system_secrets
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from struct import unpack
from typing import NamedTuple, Self

from purrlor.core import fairness
from purrlor.core.chance import forget_rng
from purrlor.core.errors import BadNotation, BadOption, CannotUndo, IllegalAction, NotYourTurn
from purrlor.core.fairness import Contribution
from purrlor.core.game import Game, State, game
from purrlor.core.language import N_
from purrlor.core.match_record import FAIR_FORMAT, FORMAT, MatchRecord, check_shape, checked_steps
from purrlor.core.options import Value, is_whole
from purrlor.core.positions.position_picture import position_svg
from purrlor.core.seats import TABLE, WATCHER, members

Decision = tuple[int, int]
Views = dict[int, State]  # of one state, by viewer: a seat or WATCHER


class Before(NamedTuple):
    """What a decision that may be taken back leads back to."""

    state: State
    digest: bytes
    unseen: bool  # the decision was a secret of its seat


def key_rng(s: State, key: bytes, number: int) -> None:
    """Key the state's generator for decision `number`; 0 sets the table up, 1 is the first decision."""
    for k, word in enumerate(keyed_rng(key, number)):
        s.rng[k] = word


def keyed_rng(key: bytes, number: int) -> list[int]:
    return list(unpack("<4I", hashlib.blake2b(number.to_bytes(8, "little"), key=key, digest_size=16).digest()))


def secret_from_seed(seed: int) -> bytes:
    """A secret for tests, examples and studies: everybody who knows the number knows it."""
    return hashlib.blake2b(str(seed).encode(), person=b"purrlor seed", digest_size=32).digest()


def promise_of(secret: bytes) -> str:
    return fairness.seal(secret)


class Match:
    """A match from its beginning; `Match.replay` makes one from a record, `Match.from_notation` from a position.

    Copies, deep copies and pickles are matches of their own that go on in the same way: the secret is in them.
    """

    position: str | None = None  # where the match began, unless at the beginning of the game

    def __init__(
        self,
        of: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        secret: bytes | None = None,
        seed: int | None = None,
        contributions: Sequence[Contribution] | None = None,
    ) -> None:
        """`contributions`: what every seat gave to the key. None: the key is the secret."""
        self.game = of if isinstance(of, Game) else game(of)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options: dict[str, Value] = self.game.settle(self.seats, options)
        self.seats = int(self.seats)
        if secret is None:
            secret = system_secrets.token_bytes(32) if seed is None else secret_from_seed(seed)
        if len(secret) != 32:
            raise BadOption(N_("A match's secret has 32 bytes, not {n}."), n=len(secret))
        self.secret = secret
        self.contributions = None if contributions is None else tuple(contributions)
        self.key = secret if self.contributions is None else self.derived_key(self.contributions)
        self.log: list[Decision] = []
        self.digests: list[str] = []
        self.state: State = self.game.laid_out(self.seats, self.options)
        key_rng(self.state, self.key, 0)
        self.game.rules.start(self.state)
        self.digest = digest_of(bytes(16), TABLE, 0, self.state)
        self.earlier: list[Before] = []  # of the last decisions, those that may still be taken back
        self.unseen = False  # whether the last decision or undo was a secret of its seat: nobody else saw anything

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {self.seats} seats, {len(self.log)} decisions>"

    def derived_key(self, contributions: Sequence[Contribution]) -> bytes:
        if len(contributions) != self.seats:
            raise BadOption(
                N_("Every seat has one contribution: {n} is not {seats}."), n=len(contributions), seats=self.seats
            )
        broken = fairness.broken_seat(self.secret, contributions)
        if broken is not None:
            raise BadOption(fairness.NOT_COMMITTED, seat=broken)
        options = self.game.recorded_options(self.options)
        agreed = fairness.terms_text(self.game.name, self.game.revision, options, contributions, self.promise)
        return fairness.match_key(self.secret, agreed, contributions)

    @property
    def promise(self) -> str:
        return promise_of(self.secret)

    @property
    def is_over(self) -> bool:
        return not self.game.rules.waiting(self.state)

    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return members(int(self.game.rules.waiting(self.state)))

    def legal(self, seat: int) -> tuple[int, ...]:
        """What this seat may do now; nothing if it is not asked."""
        if seat != TABLE and not 0 <= seat < self.seats:
            return ()
        return self.game.legal(self.state, int(seat))

    def scores(self) -> tuple[int, ...]:
        return tuple(int(self.game.rules.score(self.state, seat)) for seat in range(self.seats))

    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody before the end."""
        return members(int(self.game.rules.winners(self.state))) if self.is_over else ()

    def view(self, seat: int) -> State:
        """What this seat (or WATCHER) may know, as a state of its own."""
        return self.game.hidden(self.state, int(seat))

    def svg(self, viewer: int = WATCHER, language: str = "en", names: Sequence[str] = ()) -> str:
        """The table as a picture, with no more on it than this seat (or WATCHER) may see."""
        return position_svg(self.game, self.view(viewer), int(viewer), language, names)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as everybody may see it."""
        return self.svg()

    def check(self, seat: int, action: int) -> None:
        """Raise the exact error if this seat may not do that now."""
        if not is_whole(seat) or (seat != TABLE and not 0 <= seat < self.seats):
            raise NotYourTurn(
                N_("There is no seat {seat}: this match has seats 0 to {last}."), seat=seat, last=self.seats - 1
            )
        choices = self.legal(seat)
        if not choices:
            if self.is_over:
                raise NotYourTurn(N_("The match is over: nobody decides any more."))
            if seat == TABLE:
                raise NotYourTurn(N_("The table has nothing to say now."))
            raise NotYourTurn(
                N_("Seat {seat} is not asked now: the match waits for seat {others}."),
                seat=seat,
                others=", ".join(map(str, self.waiting())),
            )
        if not is_whole(action) or action not in choices:
            raise IllegalAction(
                N_("Seat {seat} cannot do {action} now: its choices are {choices}."),
                seat=seat,
                action=action,
                choices=", ".join(map(str, choices)),
            )

    def check_instead(self, seat: int, action: int) -> None:
        """The same for a decision in place of the last one, which `can_undo` allows to take back."""
        now = self.state
        self.state = self.without_last(seat)
        try:
            self.check(seat, action)
        finally:
            self.state = now

    def play(self, seat: int, action: int) -> None:
        """Carry a decision out, or raise NotYourTurn or IllegalAction and change nothing."""
        self.check(seat, action)
        self.go_on(int(seat), int(action), self.state_after(int(seat), int(action)), {}, {})

    def state_after(self, seat: int, action: int) -> State:
        """The state that a legal decision leads to."""
        after = self.state.copy()
        key_rng(after, self.key, len(self.log) + 1)
        self.game.rules.apply(after, seat, action)
        return after

    def go_on(self, seat: int, action: int, after: State, was: Views, now: Views) -> None:
        """Carry a decision out that was checked, and led to `after` when it was prepared. `was`: views of the state
        before it, as far as somebody has made them; `now`: views of the state after it are added here."""
        before = self.state
        final = bool(self.game.rules.reveals(before, seat, action))
        was_chance = list(after.rng) != keyed_rng(self.key, len(self.log) + 1)
        self.state = after
        self.unseen = not final and not was_chance and self.is_unseen(before, after, seat, was, now)
        # Side by side lie only secret choices of several seats, or open decisions of one.
        if self.earlier and (not self.unseen if self.earlier[-1].unseen else self.unseen or self.log[-1][0] != seat):
            self.earlier.clear()
        if final or was_chance or (not self.unseen and self.opens_secret_choices(before, seat)):
            self.earlier.clear()
        else:
            self.earlier.append(Before(before, self.digest, self.unseen))
        self.log.append((seat, action))
        self.digest = digest_of(self.digest, seat, action, after)
        self.digests.append(self.digest[:4].hex())

    def can_undo(self, seat: int) -> bool:
        """Whether the last decision is this seat's and nothing came of it: no chance, no other's act, nothing shown.

        What ended the match stands: its secret is public now.
        """
        return seat != TABLE and not self.is_over and self.last_of(seat) is not None

    def last_of(self, seat: int) -> int | None:
        """The number of this seat's last decision if it may be taken back. Secret choices of others after it do not
        matter: whether it may be must not tell that somebody has chosen."""
        for number in range(len(self.log), len(self.log) - len(self.earlier), -1):
            if self.log[number - 1][0] == seat:
                return number
        return None

    def is_unseen(self, before: State, after: State, seat: int, was: Views, now: Views) -> bool:
        """Whether a decision changed nothing for anybody else, not even who is asked: a secret choice, or a step of
        one. `was` and `now`: views of the two states, which are looked for there and added."""
        viewers = (WATCHER, *(other for other in range(self.seats) if other != seat))
        return all(self.view_of(before, viewer, was) == self.view_of(after, viewer, now) for viewer in viewers)

    def view_of(self, state: State, viewer: int, views: Views) -> State:
        found = views.get(viewer)
        if found is None:
            found = views[viewer] = self.game.hidden(state, viewer)
        return found

    def opens_secret_choices(self, before: State, seat: int) -> bool:
        """Whether a decision led to one where several choose in secret at once. It stands: else the moment when it
        cannot be taken back any more would tell that somebody has begun to choose."""
        rules, after = self.game.rules, self.state
        others = members(int(rules.waiting(after)) & ~(1 << seat))
        if int(rules.waiting(before)) != 1 << seat or not others or rules.waiting(after) == 1 << others[0]:
            return False
        tried = after.copy()
        rules.apply(tried, others[0], members(int(rules.legal(after, others[0])))[0])
        return self.is_unseen(after, tried, others[0], {}, {})

    def without_last(self, seat: int) -> State:
        """The state as if this seat had not made its last decision, which `can_undo` allows to take back."""
        number = self.last_of(seat)
        assert number is not None
        state = self.earlier[number - 1 - len(self.log)].state.copy()
        for later, (other, action) in enumerate(self.log[number:], number):
            key_rng(state, self.key, later)
            self.game.rules.apply(state, other, action)
        return state

    def undo(self, seat: int) -> int:
        """Take the seat's last decision back and answer its number, or raise CannotUndo and change nothing."""
        number = self.last_of(seat)
        if number is None and (not self.log or self.log[-1][0] != seat):
            raise CannotUndo(N_("Seat {seat} did not make the last decision, so it cannot take it back."), seat=seat)
        if number is None or not self.can_undo(seat):
            raise CannotUndo(N_("Something came of the last decision (chance or a secret shown): it stands."))
        place = number - 1 - len(self.log)
        later = self.log[number:]
        self.state, self.digest, unseen = self.earlier[place]
        del self.earlier[place:], self.log[place:], self.digests[place:]
        for other, action in later:  # secret choices of others, which do not depend on it
            self.play(other, action)
        self.unseen = unseen
        return number

    @classmethod
    def from_notation(
        cls,
        of: str | Game,
        text: str,
        *,
        viewer: int | None = None,
        secret: bytes | None = None,
        seed: int | None = None,
    ) -> Self:
        """A match that goes on from a position. Is it what a seat sees of one, `viewer` says which seat: what that
        seat cannot know is then dealt at random, and secret choices under way are still to be made."""
        known = of if isinstance(of, Game) else game(of)
        state = known.read(text)
        match = cls(known, int(state.seats), known.options_of(state), secret=secret, seed=seed)
        match.begin_at(state, viewer)
        return match

    def begin_at(self, state: State, viewer: int | None = None) -> None:
        """Put a match at its beginning into this position of the same players and options."""
        pieces = self.game.invariants.inventory
        key_rng(state, self.secret, 0)
        if viewer is not None:
            self.game.rules.redeal(state, viewer)
        if pieces(state) != pieces(self.state):
            raise BadNotation(
                N_("This position of {game} does not show everything: say whose view it is (viewer=0, 1 …)."),
                game=self.game.name,
            )
        forget_rng(state)
        self.position = self.game.show(state)
        key_rng(state, self.secret, 0)
        self.state = state
        self.digest = digest_of(bytes(16), TABLE, 0, state)

    def begin_from(self, text: str) -> None:
        """Put a match at its beginning into a whole position, or into what seat 0 sees of one: what is hidden from it
        is then dealt at random, by the match's secret."""
        try:
            self.begin_at(self.game.read(text))
        except BadNotation:
            self.begin_at(self.game.read(text), viewer=0)

    def first_state(self) -> State:
        """The state before the first decision, as a copy."""
        if self.position is None:
            again = type(self)(
                self.game, self.seats, self.options, secret=self.secret, contributions=self.contributions
            )
            return again.state
        state = self.game.read(self.position)
        key_rng(state, self.secret, 0)
        return state

    def copy(self) -> Self:
        """The same match once more: what happens in one of the two does not touch the other."""
        made = type(self).__new__(type(self))
        vars(made).update(vars(self))
        made.state, made.options = self.state.copy(), self.options.copy()
        made.log, made.digests = self.log.copy(), self.digests.copy()
        made.earlier = deepcopy(self.earlier)
        return made

    __copy__ = copy

    def record(self, *, with_secret: bool | None = None) -> MatchRecord:
        """The match as plain data for JSON. The secret is in it once the match is over, or when asked for."""
        data: MatchRecord = {
            "purrlor": FORMAT if self.contributions is None else FAIR_FORMAT,
            "game": self.game.name,
            "revision": self.game.revision,
            "seats": self.seats,
            "options": self.game.recorded_options(self.options),
            "promise": self.promise,
            "log": [[seat, action, mark] for (seat, action), mark in zip(self.log, self.digests, strict=True)],
            "digest": self.digest.hex(),
        }
        if self.contributions is not None:
            data["table"] = fairness.table_number(self.promise)
            data["contributions"] = [each._asdict() for each in self.contributions]
        if self.is_over if with_secret is None else with_secret:
            data["secret"] = self.secret.hex()
            if self.contributions is not None:
                data["key"] = self.key.hex()
        if self.is_over:
            data["result"] = {"scores": list(self.scores()), "winners": list(self.winners())}
        if self.position is not None:
            data["position"] = self.position
        return data

    @classmethod
    def replay(cls, data: Mapping[str, object], of: Game | None = None) -> Match:
        """The match a record tells of, every step checked; BadRecord says where it breaks. `of`: its game, where it is
        not in the catalogue."""
        *_, match = cls.steps(data, of)
        return match

    @classmethod
    def steps(cls, given: Mapping[str, object], of: Game | None = None) -> Iterator[Match]:
        """The same match again and again, at its beginning and after every decision of the record."""
        return checked_steps(cls, check_shape(given), of)


def digest_of(before: bytes, seat: int, action: int, s: State) -> bytes:
    """A running digest: of all that went before, this decision, and the state it led to."""
    return hashlib.blake2b(before + bytes((seat, action)) + s.to_bytes(), digest_size=16).digest()
