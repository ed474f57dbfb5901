"""What happens in More Kitties!, told as somebody at the table sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.core.sentences.name_lists import join_names
from purrlor.games.more_kitties.rules.box import MOUSE
from purrlor.games.more_kitties.rules.rules import winners
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    BACK,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAST,
    LAY,
    NO_COLOUR,
    ORDER,
    OVER,
    PAIR_HIGH,
    PAIR_LOW,
    TO_ACT,
    TURN_OVER,
    State,
    next_seat,
)
from purrlor.games.more_kitties.words.names import (
    colour_name,
    face_name,
    face_of,
    list_faces,
    list_tokens,
    one_of,
    token_name,
)


def narrate(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    story = Story(before, after, seat, action, viewer, t, names)
    lines = story.tell_act()
    if is_tossed(before, after):
        lines += story.tell_toss()
    if story.is_counted:
        lines += story.tell_count()
    if after.turns > before.turns:
        lines += story.tell_end_of_turn()
    return lines


def is_tossed(before: State, after: State) -> bool:
    """Whether this decision tossed the tokens: choosing alone leaves the phase and the turn as they are."""
    chosen_by_all = before.phase == CHOOSE and (after.phase != CHOOSE or after.turns > before.turns)
    return chosen_by_all or before.phase in (AGAIN, LAST)


@dataclass
class Story:
    """One decision: the states around it as the viewer may know them."""

    before: State
    after: State
    seat: int
    action: int
    viewer: int
    t: Translations
    names: Sequence[str]

    def say(self, who: int, to_them: str, of_them: str, **facts: object) -> str:
        """The sentence to the player it is about, or the one about them."""
        return (to_them if who == self.viewer else of_them).format(name=self.names[who], **facts)

    @property
    def is_counted(self) -> bool:
        """The turn is over, or there is no winner and something is to be done about it."""
        if self.before.phase in (ORDER, EXCHANGE, GIVE):
            return False
        return self.after.turns > self.before.turns or self.after.phase in (AGAIN, GIVE)

    # ------------------------------------------------------------ what was done
    def tell_act(self) -> list[str]:
        before, after, seat, action, t = self.before, self.after, self.seat, self.action, self.t
        if before.phase == CHOOSE:
            return [self.tell_choice()] if seat == self.viewer else []
        if before.phase == ORDER:
            special = face_name(face_of(before.table[action], before.up[action]), t)
            sentences = t.gettext("You let the {special} go first."), t.gettext("{name} lets the {special} go first.")
            return [self.say(seat, *sentences, special=special)]
        if before.phase == TURN_OVER:
            kind, side = before.table[action], before.up[action]
            return [
                self.say(
                    seat,
                    t.gettext("The Dog: you turn {old} into {new}."),
                    t.gettext("The Dog: {name} turns {old} into {new}."),
                    old=one_of(face_of(kind, side), t),
                    new=one_of(face_of(kind, 1 - side), t),
                )
            ]
        if before.phase == EXCHANGE:
            return [
                self.say(
                    seat,
                    t.gettext("The Mouse: you take {face}."),
                    t.gettext("The Mouse: {name} takes {face}."),
                    face=one_of(face_of(before.table[action], before.up[action]), t),
                )
            ]
        if before.phase == LAY:
            return [
                self.say(
                    seat,
                    t.gettext("You lay {face} in its place."),
                    t.gettext("{name} lays {face} in its place."),
                    face=one_of(face_of(after.table[before.aim], after.up[before.aim]), t),
                )
            ]
        return self.tell_gift() if before.phase == GIVE else []

    def tell_choice(self) -> str:
        before, t = self.before, self.t
        reserve = before.reserve[self.seat]
        if self.seat != before.turn:
            return t.gettext("You hand over {token}.").format(token=token_name(reserve[self.action], t))
        return t.gettext("You put in {one} and {other}.").format(
            one=token_name(reserve[PAIR_LOW[self.action]], t), other=token_name(reserve[PAIR_HIGH[self.action]], t)
        )

    def tell_gift(self) -> list[str]:
        before, t = self.before, self.t
        token = token_name(before.table[self.action], t)
        if before.receiver == self.viewer:
            sentence = t.gettext("{name} gives you {token} back.")
            lines = [sentence.format(name=self.names[before.turn], token=token)]
        else:
            lines = [
                self.say(
                    before.turn,
                    t.gettext("You give {token} back to {other}."),
                    t.gettext("{name} gives {token} back to {other}."),
                    token=token,
                    other=self.names[before.receiver],
                )
            ]
        return lines + (self.tell_what_stays() if self.after.fate == BACK else [])

    def tell_what_stays(self) -> list[str]:
        before, after, t = self.before, self.after, self.t
        staying = [
            after.table[i]
            for i in range(after.table_n)
            if after.owner[i] == before.turn and not (before.phase == GIVE and before.mark[i] == GIVEN)
        ]
        sentences = t.gettext("You keep {tokens}."), t.gettext("{name} keeps {tokens}.")
        return [self.say(before.turn, *sentences, tokens=list_tokens(staying, t))]

    # ------------------------------------------------------------ what came of it
    def tell_toss(self) -> list[str]:
        before, after, t = self.before, self.after, self.t
        faces = [face_of(after.table[i], after.up[i]) for i in range(after.table_n)]
        if before.phase == AGAIN:
            sentences = t.gettext("You toss again: {faces}."), t.gettext("{name} tosses again: {faces}.")
        elif before.phase == LAST:
            sentences = (
                t.gettext("You toss all that is left: {faces}."),
                t.gettext("{name} tosses all that is left: {faces}."),
            )
        else:
            sentences = t.gettext("You toss: {faces}."), t.gettext("{name} tosses: {faces}.")
        lines = [self.say(before.turn, *sentences, faces=list_faces(faces, t))]
        if any(face == MOUSE and after.mark[i] != TO_ACT for i, face in enumerate(faces)):
            lines.append(t.gettext("The Mouse finds nothing to exchange."))
        return lines

    def tell_count(self) -> list[str]:
        after, t = self.after, self.t
        if after.phase == AGAIN:
            return [t.gettext("A tie: no colour is ahead.")]
        if after.phase == GIVE:
            return [t.gettext("Another tie: whoever added a token gets one back.")]
        if after.fate == BACK:
            return [t.gettext("Another tie: whoever added a token gets one back."), *self.tell_what_stays()]
        if after.won == NO_COLOUR:
            if after.final:
                return [t.gettext("No colour is ahead: the tokens leave the game.")]
            return [t.gettext("No colour was ahead for too long: the tokens leave the game.")]
        return [self.tell_winner()]

    def tell_winner(self) -> str:
        after, t = self.after, self.t
        n = sum(face_of(after.table[i], after.up[i]) == after.won for i in range(after.table_n))
        colour = colour_name(after.won, t)
        for p in range(after.seats):
            if after.colour[p] == after.won:
                sentences = (
                    t.ngettext("Ahead: {colour}, {n}. It is yours.", "Ahead: {colour}, {n}. They are yours.", n),
                    t.ngettext(
                        "Ahead: {colour}, {n}. It goes to {name}.", "Ahead: {colour}, {n}. They go to {name}.", n
                    ),
                )
                return self.say(p, *sentences, colour=colour, n=n)
        return t.gettext("Ahead: {colour}, {n}. Nobody collects them.").format(colour=colour, n=n)

    def tell_end_of_turn(self) -> list[str]:
        before, after, t = self.before, self.after, self.t
        lines = []
        for p in range(after.seats):
            drawn = after.reserve[p][after.have[p] - after.drew[p] : after.have[p]]
            if drawn and (p == self.viewer or after.open):
                sentences = t.gettext("You draw {tokens}."), t.gettext("{name} draws {tokens}.")
                lines.append(self.say(p, *sentences, tokens=list_tokens(drawn, t)))
        if before.bag_n and not after.bag_n:
            lines.append(t.gettext("The bag is empty: nobody draws any more."))
        if after.phase == OVER:
            return [*lines, t.gettext("The match is over."), self.tell_winners(members(winners(after)))]
        if after.phase == LAST:
            return [*lines, t.gettext("Nobody has two tokens left.")]
        p = next_seat(after, before.turn)
        while p != after.turn:
            sentences = (
                t.gettext("You have fewer than two tokens, so you miss a turn."),
                t.gettext("{name} has fewer than two tokens and misses a turn."),
            )
            lines.append(self.say(p, *sentences))
            p = next_seat(after, p)
        return lines

    def tell_winners(self, won: Sequence[int]) -> str:
        names = join_names([self.names[p] for p in won if p != self.viewer], self.t)
        if self.viewer not in won:
            one, some = self.t.gettext("Won by {names}."), self.t.gettext("{names} share the win.")
            sentence = one if len(won) == 1 else some
        else:
            sentence = self.t.gettext("You have won, and so has {names}.") if names else self.t.gettext("You have won.")
        return sentence.format(names=names)
