"""A first match of More Kitties!, one idea at a time."""

from purrlor.core.language import N_
from purrlor.core.lesson import ELSE, LessonStep

STEPS = (
    LessonStep(
        position="players=3 colours=4 do=choose turn=0 seat0=r:0:/rb.rg.rM.by seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?",
        text=N_("You collect red cats. Every token has two sides. Pick the two tokens that can show the most red."),
        is_quiz=True,
        actions=(0, 1, 3),
        praise=N_("Each of the others secretly adds one of theirs; then all of them are tossed."),
        corrections={
            ELSE: N_("Blue and yellow: that token can never show red. Choose two that have a red side."),
        },
    ),
    LessonStep(
        position="players=3 colours=4 do=choose turn=1 seat0=r:0:/rb.by.bg.yI seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?",
        when=N_("The next turn."),
        text=N_("Another player tosses, and collects blue cats. Hand over a token that cannot show blue."),
        is_quiz=True,
        actions=(3,),
        praise=N_("An invisible cat is no cat at all: a mean little gift."),
        seat=0,
        corrections={
            ELSE: N_("One of its sides is blue, so it could help the other player. Look for the token without blue."),
        },
    ),
    LessonStep(
        position="players=3 colours=4 do=turn-over turn=0 acting=0 tosses=1 handed=12 table=Dy0!.br0.br1.gy2 "
        "seat0=r:0:/rg.rb seat1=b:0:/?.?.? seat2=y:0:/?.?.?",
        when=N_("Your turn again: you have tossed."),
        text=N_("Two blue cats lead. Your Dog landed: it must turn another token over. Turn a blue one over to red."),
        is_quiz=True,
        actions=(1,),
        praise=N_("Now no colour is ahead. A Mouse or Dog that your Dog turns up does nothing."),
        corrections={
            ELSE: N_("That turns green into yellow, and the two blue cats stay ahead. Turn one of them over."),
        },
    ),
    LessonStep(
        position="players=3 colours=4 do=exchange turn=0 acting=0 tosses=1 handed=12 table=Mr0!.rb0.br1.yg2 "
        "seat0=r:0:/ry.gI seat1=b:0:/?.?.? seat2=y:0:/?.?.?",
        when=N_("Another toss of yours."),
        text=N_("A Mouse! It must exchange another token for one from your reserve. Take the blue cat away."),
        actions=(2,),
        praise=N_("The token you take goes into your reserve."),
        corrections={
            1: N_("That is your own red cat: leave it there. Take the blue one."),
            ELSE: N_("Then the blue cat stays where it is. Take that one."),
        },
    ),
    LessonStep(
        position="players=3 colours=4 do=lay turn=0 acting=0 aim=2 tosses=1 handed=12 table=Mr0!.rb0.br1.yg2 "
        "seat0=r:0:/ry.gI seat1=b:0:/?.?.? seat2=y:0:/?.?.?",
        text=N_("Lay one of yours there, any side up. Which one helps red?"),
        is_quiz=True,
        actions=(0,),
        praise=N_("Two red, one yellow: red is ahead alone, and both red cats are yours!"),
        corrections={
            ELSE: N_("That side shows no red cat. Look for the one that does."),
        },
    ),
    LessonStep(
        position="players=3 colours=4 do=again turn=0 tosses=1 handed=12 table=rb0.yg0.br1.gy2 "
        "seat0=r:0:/ry.by seat1=b:0:/?.?.? seat2=y:0:/?.?.?",
        when=N_("Some turns later."),
        text=N_("One cat of each colour: it's a tie. After a tie everything is tossed once more. Toss again."),
        actions=(0,),
        praise=N_(
            "Still a tie? Then the others each get a token back. When the tokens run out, whoever has the "
            "most cats wins."
        ),
    ),
)
