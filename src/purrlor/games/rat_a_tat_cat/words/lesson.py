"""A first round of Rat-a-Tat Cat, one idea at a time."""

from purrlor.core.language import N_
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.games.rat_a_tat_cat.rules.state import DECLINE, DISCARD_IT, DRAW, TAKE, TURN_OVER, YES

NEIGHBOUR = "row1=4/1,6,S,8/1"
# The neighbour draws the last card of it; the one before comes in place of the special.
DECK_AT_THE_CALL = "00011122233445556667778899999999SSSSPPPDDDDAAAAAA34"

STEPS = (
    LessonStep(
        position=f"players=2 rounds=1 do=look turn=0 row0=2/0,5,1,9/0 {NEIGHBOUR} discard=3",
        text=N_(
            "Points are bad. You see your two outer cards once: a 2 and a 9. Remember them, then turn them face down."
        ),
        actions=(TURN_OVER,),
        praise=N_("Nobody knows the two in the middle, not even you."),
    ),
    LessonStep(
        position=f"players=2 rounds=1 do=source turn=0 row0=2/0,5,1,9/0 {NEIGHBOUR} discard=3",
        text=N_("Your turn: draw from the deck, or take the open card. A 3 is good. Take it."),
        actions=(TAKE,),
        praise=N_("Everybody saw which card you took."),
        corrections={
            ELSE: N_("A card from the deck could be anything, even a rat. The 3 is face up: take it."),
        },
    ),
    LessonStep(
        position=f"players=2 rounds=1 do=place turn=0 taken=3 row0=2/0,5,1,9/0 {NEIGHBOUR} discard=-",
        text=N_("Which card goes? The 9 lies at the right end."),
        is_quiz=True,
        actions=(3,),
        praise=N_("Six points fewer. The old card goes onto the discard, face up."),
        corrections={
            0: N_("That is your 2, better than a 3. The 9 lies at the right end."),
            ELSE: N_("Nobody knows that card, it may be better than a 3. The 9 lies at the right end."),
        },
    ),
    LessonStep(
        position=f"players=2 rounds=1 do=source turn=0 lap=2 row0=2/0,5,1,3=/01 {NEIGHBOUR} discard=98",
        when=N_("Your next turn."),
        text=N_("An 8 is a rat: nobody wants it. Draw from the deck; only you see the card."),
        actions=(DRAW,),
        praise=N_("You may keep a number or discard it. A special is used at once."),
        corrections={
            ELSE: N_("An 8 would only bring you points. The deck may hold something better."),
        },
    ),
    LessonStep(
        position=f"players=2 rounds=1 do=place turn=0 lap=2 drawn=7 row0=2/0,5,1,3=/01 {NEIGHBOUR} discard=98",
        text=N_("A 7. A card you do not know is worth about 5 points, so a 7 makes nothing better. Discard it."),
        actions=(DISCARD_IT,),
        praise=N_("Well judged: keep what is low, and get rid of rats."),
        corrections={
            0: N_("That is your 2: a 7 would be five points more. Discard the 7."),
            3: N_("That is your 3: a 7 would be four points more. Discard the 7."),
            ELSE: N_("You do not know that card: on average it is lower than a 7. Discard the 7."),
        },
    ),
    LessonStep(
        position=f"players=2 rounds=1 do=peek turn=0 lap=3 row0=2/0,5,1,3=/01 {NEIGHBOUR} discard=987P",
        when=N_("One turn later."),
        text=N_("You turned up a Peek: you may look at one of your cards. Choose one of the two in the middle."),
        actions=(1, 2),
        praise=N_("Now you know three of your four. A card is shown only once: remembering it is up to you."),
        corrections={
            DECLINE: N_("A look costs nothing. Choose one of the two in the middle."),
            ELSE: N_("You already know that one. Choose one of the two in the middle."),
        },
    ),
    LessonStep(
        position="players=2 rounds=1 do=swap-with turn=0 lap=4 slot=1 row0=2/0,5/0,1,3=/01 row1=0=/01,6,S,8/1 "
        "discard=9874PS",
        when=N_("One more turn later."),
        text=N_(
            "A Swap: you give your 5 away. Your neighbour took a 0 from the discard and put it at the left end. Get it!"
        ),
        actions=(4,),
        praise=N_("Nobody looks at swapped cards. If you watch closely, you know them all the same."),
        corrections={
            ELSE: N_("You don't know that card. The 0 is the one at the left end."),
        },
    ),
    LessonStep(
        position="players=2 rounds=1 do=call turn=0 lap=4 row0=2/0,0=/01,1,3=/01 row1=5/0,6,S,8/1 discard=9874PS "
        f"deck={DECK_AT_THE_CALL}",
        text=N_(
            "A 2, a 0, a 3 and one unknown card: that may be the lowest row. At the end of your turn you can "
            "call “rat-a-tat cat” to stop the round. Make the call."
        ),
        actions=(YES,),
        praise=N_(
            "Your neighbour had one last turn, and now all the cards are face up. "
            "After the last round the fewest points win."
        ),
        plays_on=True,
        corrections={
            ELSE: N_("You can wait, but your neighbour might call first. Call now."),
        },
    ),
)
