"""A first match of Cat Café, one idea at a time. The sheet grows from step to step: what was drawn stays."""

from purrlor.core.language import N_
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.games.cat_cafe.rules.state import HOUSE, MOUSE, PASS

EMPTY = "...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose "
FIRST_DRAW = f"round 1 draw; first 0; dice 4; took 6 2; towers house; mice cap\n0: {EMPTY}{{chose}}\n1: {EMPTY}?"
HOUSE_IN_REACH = (
    "round 9 draw; first 0; dice 4; took 2 3; towers house; mice cap\n"
    "0: C.C#. ..CMM. Y.#... F..... .#..; paws 3, spent 3; cats -; numbers - - - - -; chose {chose}\n"
    "1: YC.#. B..... M.#... F.M... Y#..; paws 2, spent 4; cats -; numbers - - - - -; chose ?"
)

STEPS = (
    LessonStep(
        position="round 1 draft; first 0; dice 2 4 6; took ? ?; towers house; mice cap\n" + f"0: {EMPTY}?\n1: {EMPTY}?",
        text=N_("Each round everyone takes one die; the last one is shared by all. Take the 6."),
        actions=(5,),
        praise=N_("Yours! One die decides what you draw, the other decides which floor."),
        corrections={
            ELSE: N_("A smaller number leads to lower floors. Look for the die with six pips."),
        },
    ),
    LessonStep(
        position=FIRST_DRAW.format(chose="?"),
        text=N_("You have a 6, the central die is 4: a mouse on floor 4, or a bowl on floor 6. Draw a mouse."),
        actions=(MOUSE,),
        praise=N_("Mice like company: 1, 2, 3 or 4 that touch score 2, 6, 12 or 20 points."),
        corrections={
            PASS: N_("Passing draws nothing. The 6 names the item, a mouse, and the 4 its floor."),
            ELSE: N_("That is another item. The 6 names the mouse, and the 4 its floor."),
        },
    ),
    LessonStep(
        position=FIRST_DRAW.format(chose="M"),
        text=N_(
            "Floor 4 is free; other places cost the paws they show. Take floor 4 in the second tower from the left."
        ),
        actions=(7,),
        praise=N_("No one sees your choice until everyone has chosen. Then all are revealed together."),
        corrections={
            **dict.fromkeys(
                (12, 18, 23), N_("That is free too, but this time take floor 4 in the second tower from the left.")
            ),
            ELSE: N_("That is another floor, so it costs a paw. On floor 4 a place costs nothing."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="?"),
        when=N_("Eight rounds later."),
        text=N_("A paw moves a die by 1. With a 2, a 4 and three paws you can even draw a house. Draw a house."),
        actions=(HOUSE,),
        praise=N_("One paw turns your 2 into a 1, and 1 is the house."),
        corrections={
            PASS: N_("Passing keeps the paws. They are there to be used: look for the house."),
            ELSE: N_("That is nearer, but a house is worth its paws. Look for the picture of the house."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="H"),
        text=N_("Each floor away from 4 costs one more paw. Take floor 4 in the second tower from the right."),
        actions=(18,),
        praise=N_("Built! A house lets one of your cats score."),
        corrections={
            ELSE: N_("Another place would do as well, but this time take floor 4 in the second tower from the right."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="H 4-4"),
        text=N_("A cat scores 2 points for each item of its kind on your sheet. Which cat scores the most?"),
        is_quiz=True,
        actions=(4,),
        praise=N_("Three cushions, six points. This cat has scored and is asleep now. Next time, pick another."),
        corrections={
            ELSE: N_("That cat finds fewer items of its kind on your sheet. Count the cushions."),
        },
    ),
    LessonStep(
        position="round 12 draw; first 1; dice 3; took 2 4; towers house; mice cap\n"
        "0: CFC#. M.CMM. Y.#... F..H.. .#..; paws 0, spent 8; cats C6; numbers - - - - -; chose Y\n"
        "1: YC.#. BC.... M.#... F.M.H. Y#.Y; paws 1, spent 5; cats M4; numbers - - - - -; chose ?",
        when=N_("Three rounds later you draw yarn."),
        text=N_("It scores 8 if no one has more yarn in that tower, otherwise 3. Take the place that scores 8."),
        actions=(17,),
        praise=N_("A butterfly scores 3 and brings two paws. A cushion scores as many points as its floor."),
        corrections={
            ELSE: N_("In that tower another player has more yarn: only 3 points. Look for 8★."),
        },
    ),
    LessonStep(
        position="round 13 draw; first 0; dice 2; took 4 3; towers house; mice cap\n"
        "0: CFC#. M.CMM. Y.#... F.YH.. .#..; paws 0, spent 8; cats C6; numbers - - - - -; chose B\n"
        "1: YC.#. BCB... M.#... F.M.H. Y#.Y; paws 1, spent 5; cats M4; numbers - - - - -; chose ?",
        when=N_("Next round you draw a bowl."),
        text=N_("It scores 1 point for each kind of item around it, now or later. Where does it score most?"),
        is_quiz=True,
        actions=(5,),
        praise=N_(
            "Four kinds! A full tower scores a number at its top: the larger one goes to the first player "
            "with a house in it."
        ),
        corrections={
            ELSE: N_("Only two kinds of items touch that place. Look for one with more kinds around it."),
        },
    ),
    LessonStep(
        position="round 16 draw; first 1; dice 1; took 1 3; towers house; mice cap\n"
        "0: CFC#C MBCMM. Y.#... F.YH.. M#..; paws 0, spent 8; cats C6; numbers 4 - - - -; chose ?\n"
        "1: YC.#. BCBM.. MC#... FFM.H. Y#.Y; paws 3, spent 5; cats M4; numbers - - - - -; chose ?",
        when=N_("Three rounds later your first tower is full."),
        text=N_("There is no room left for a house on floor 1, and you have no paws. Pass."),
        actions=(PASS,),
        praise=N_(
            "That brings three paws; a match has 18 in all. It ends when one player has three full towers: "
            "most points win."
        ),
    ),
)
