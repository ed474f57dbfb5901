"""A first match of Cat Café, one idea at a time."""

from purrlor.core.language import N_
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.games.cat_cafe.rules.state import BOWL, HOUSE, MOUSE, PASS

EMPTY = "1: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose ?"
HOUSE_IN_REACH = (
    "round 9 draw; first 0; dice 4; took 2 3; towers house; mice cap\n"
    "0: C.C#. M.C... Y.#... F..... .#..; paws 3, spent 1; cats -; numbers - - - - -; chose {chose}\n"
    "1: Y..#. B..... M.#... F..... .#..; paws 1, spent 2; cats -; numbers - - - - -; chose ?"
)
BOWL_BESIDE = (
    "round 12 draw; first 0; dice 3; took 4 3; towers house; mice cap\n"
    "0: CHY#. M.C... Y.#... F..... .#..; paws 0, spent 7; cats C4; numbers - - - - -; chose {chose}\n"
    "1: YYB#. B..... M.#... F..... .#..; paws 1, spent 2; cats -; numbers - - - - -; chose ?"
)

STEPS = (
    LessonStep(
        position="round 1 draft; first 0; dice 2 4 6; took ? ?; towers house; mice cap\n"
        "0: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose ?\n" + EMPTY,
        text=N_("Each round everybody takes one die; the last one is shared by all. Take the 6."),
        actions=(5,),
        praise=N_("Yours! One die will name what you draw, the other one the floor."),
        corrections={
            ELSE: N_("A smaller number leads to lower floors. Look for the die with six pips."),
        },
    ),
    LessonStep(
        position="round 1 draw; first 0; dice 4; took 6 2; towers house; mice cap\n"
        "0: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose ?\n" + EMPTY,
        text=N_("You have a 6, the central die is 4: a mouse on floor 4, or a bowl on floor 6. Draw a mouse."),
        actions=(MOUSE,),
        praise=N_("Mice like company: 1, 2, 3 or 4 that touch bring 2, 6, 12 or 20 points."),
        corrections={
            PASS: N_("Passing draws nothing. The 6 names the item, a mouse, and the 4 its floor."),
            ELSE: N_("That is another item. The 6 names the mouse, and the 4 its floor."),
        },
    ),
    LessonStep(
        position="round 1 draw; first 0; dice 4; took 6 2; towers house; mice cap\n"
        "0: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose M\n" + EMPTY,
        text=N_("The lit places on floor 4 are free; the others cost the paws they show. Choose one that is free."),
        actions=(7, 12, 18, 23),
        praise=N_("Nobody sees it before all have chosen; then everybody draws at once."),
        corrections={
            ELSE: N_("That is another floor, so it costs a paw. On floor 4 a place costs nothing."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="?"),
        when=N_("Eight rounds later."),
        text=N_("A paw moves a die by 1. With a 2, a 4 and three paws even a house is within reach. Draw a house."),
        actions=(HOUSE,),
        praise=N_("One paw turns your 2 into a 1, and 1 is the house."),
        corrections={
            PASS: N_("Passing keeps the paws. They are there to be used: look for the house."),
            ELSE: N_("That is nearer, but a house is worth its paws. Look for the picture of the house."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="H"),
        text=N_("Now the house needs a place. Every floor away from 4 costs one more paw. Take floor 4 of tower 4."),
        actions=(18,),
        praise=N_("Built! For a house, one of your cats pays."),
        corrections={
            ELSE: N_("Another place would do as well. Here take floor 4 of tower 4, the second from the right."),
        },
    ),
    LessonStep(
        position=HOUSE_IN_REACH.format(chose="H 4-4"),
        text=N_("A cat pays 2 points for every item of its kind on your sheet. Which one pays most?"),
        is_quiz=True,
        actions=(4,),
        praise=N_("Three cushions, six points. This cat has paid and sleeps; next time another one pays."),
        corrections={
            ELSE: N_("That cat finds fewer items of its kind on your sheet. Count the cushions."),
        },
    ),
    LessonStep(
        position=BOWL_BESIDE.format(chose="?"),
        when=N_("Three rounds later."),
        text=N_("A bowl brings 1 point for each different item around it. Draw a bowl."),
        actions=(BOWL,),
        praise=N_("The 4 names the bowl, so the 3 is its floor."),
        corrections={
            PASS: N_("Passing brings paws and no points. With a 4 and a 3 you can draw a bowl on floor 3."),
            ELSE: N_("A butterfly brings 3 points. Here look at the bowl: it counts the different items around it."),
        },
    ),
    LessonStep(
        position=BOWL_BESIDE.format(chose="B"),
        text=N_("Put the bowl on floor 3."),
        actions=(17, 22),
        praise=N_("A full tower also brings the number on its top: the larger one to the first with a house in it."),
    ),
    LessonStep(
        position="round 15 draw; first 0; dice 6; took 6 3; towers house; mice cap\n"
        "0: CHY#M M.CB.C Y.#..M F....M .#..; paws 0, spent 9; cats C4; numbers 6 - - - -; chose ?\n"
        "1: YYB#. B..... M.#... F..... .#..; paws 1, spent 2; cats -; numbers x - - - -; chose ?",
        when=N_("Your first tower is full."),
        text=N_("No place on floor 6 is left for a mouse, and you have no paw. Pass."),
        actions=(PASS,),
        praise=N_("Three paws for later. When somebody has filled three towers, the game ends: the most points win."),
    ),
)
