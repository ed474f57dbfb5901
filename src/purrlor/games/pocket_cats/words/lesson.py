"""A first match of Pocket Cats, one idea at a time."""

from purrlor.core.language import N_
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.games.pocket_cats.words.tile_letters import cell_at

FIRST = "clans=first powers=off seats=R/G "
START = """
#G1   #m4  #D1@0 #m3   #R2
#f3   {b2}  #p2   #D3@1 #G4
#m6   #D2@0 m5    #G5   #f4
#R1   #m4   #R5*  #D4@0 #p5
#G2   #D5@0 #m5   #G3*  #R3
"""

STEPS = (
    LessonStep(
        position=FIRST + "stage=flip" + START.format(b2="#R4"),
        text=N_(
            "Each turn you turn up one of the 25 tiles: a cat, a prey or a dog. "
            "Turn up b2, up and to the left of the mouse."
        ),
        actions=(cell_at("b2"),),
        praise=N_("A cat of your own clan, with attack 4. Now it must change places with another tile."),
        corrections={
            ELSE: N_("In a match you may turn up any tile. Here turn up b2: column b, row 2."),
        },
    ),
    LessonStep(
        position=FIRST + "stage=move flipped=b2" + START.format(b2="R4"),
        text=N_(
            "A cat goes one or two tiles along its row or column. Bring it next to the mouse: above it or left of it."
        ),
        is_quiz=True,
        actions=(cell_at("c2"), cell_at("b3")),
        praise=N_("At the end the clan with more attack beside a prey takes it. Diagonally does not count."),
        corrections={
            ELSE: N_("There it would not lie beside the mouse. Beside means above, below, left or right of it."),
        },
    ),
    LessonStep(
        position=FIRST + "stage=move flipped=e3\n? ? ? ? ?\n? ? R4 ? ?\n? ? m5 ? p5\n? ? ? ? ?\n? G2 ? ? ?",
        when=N_("Some turns later."),
        text=N_("A pigeon! Prey moves to one of the eight tiles around it. Put it next to your cat, to its right."),
        actions=(cell_at("d2"),),
        praise=N_(
            "One cat can catch several prey. The numbers on two pigeons are multiplied: 2 × 5 = 10 points. "
            "On two flies too: 3 × 4 = 12."
        ),
        corrections={
            ELSE: N_("There the pigeon does not touch your cat. The tile to the right of your cat is d2."),
        },
    ),
    LessonStep(
        position=FIRST + "stage=move flipped=a4\n? ? ? ? G2\n? ? R4 p5 ?\n? ? m5 ? ?\nD4@0 ? ? ? ?\n? ? ? G5 ?",
        when=N_("Your next turn."),
        text=N_(
            "A dog goes anywhere in its row or column, and its arrows chase cats off at the end. Put it "
            "above Gourmet 5, on d4."
        ),
        actions=(cell_at("d4"),),
        praise=N_("A red arrow points at a cat. A cat that is chased off does not hunt, so mind your own."),
        corrections={
            ELSE: N_("From there its arrow does not point at Gourmet 5. Put it right above him, on d4."),
        },
    ),
    LessonStep(
        position=FIRST + "stage=move flipped=b3\n? ? ? ? G2\n? ? R4 p5 ?\n? G4 m5 ? ?\n? ? ? D4@0 ?\n? ? ? G5 f4",
        when=N_("One turn later."),
        text=N_(
            "Gourmet 4 lies beside your mouse. Whoever turns up a tile moves it, no matter whose cat it is. "
            "Send him away from your prey."
        ),
        is_quiz=True,
        actions=tuple(map(cell_at, ("a3", "b1", "b2", "b4", "b5"))),
        praise=N_("The switch “Show who is ahead” shows at any time who would catch what."),
        corrections={
            cell_at("d3"): N_(
                "Clever: there the dog would chase him off. But he still lies beside the mouse, and a dog may be moved "
                "before the end. Send him further away."
            ),
            ELSE: N_("There Gourmet 4 would still lie beside the mouse. Send him further away."),
        },
    ),
    LessonStep(
        position="clans=free powers=on seats=R/G stage=move flipped=c4\n"
        "f3 D4@0 ? G5 ?\n? ? m5 R2 m6\nm4 G3* ? ? D5@0\nG2 ? R4 m3 R1\n? p2 ? ? ?",
        when=N_("Another match, for those who know the first one."),
        text=N_(
            "Dashed rings are your clan's power: a cat may swap with any face-up dog. "
            "The dobermann on e3 would chase off your cat. Swap with it."
        ),
        actions=(cell_at("e3"),),
        praise=N_(
            "From 3–11 to 14–5! You gain two mice, and the Gourmets' leader (the cat with the star) is chased off. "
            "Tap a clan to read its powers."
        ),
        corrections={
            cell_at("b1"): N_("A dog is right, but this one points at none of your cats. Look at the one on e3."),
            ELSE: N_("That is no use of your clan's power. Look for the dashed ring on e3."),
        },
    ),
    LessonStep(
        position="clans=free powers=on seats=R/G stage=turn-dog\n"
        "f3 R4 m4 D3@2 f4\nG2 R1 m5 m6 D4@0\nD1@1 m4 D2@0 R5* D5@0\nG3* p5 G1 G4 R2\nm3 p2 G5 R3 m5",
        when=N_("Every tile is face up."),
        text=N_("The end: your leader may turn a dog beside him. The shih-tzu points at him! Turn it by 90° or 270°."),
        actions=(10, 12),
        praise=N_(
            "Your leader stays and takes mouse 6: 17–21 becomes 23–21, and you win! "
            "The order at the end: dogs, hunt, points."
        ),
        corrections={
            ELSE: N_("Then the shih-tzu on c3 still points at your leader. Turn it by 90° or 270°."),
        },
    ),
)
