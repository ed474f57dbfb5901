"""What is in the box: the kinds of tokens, and how many of each are in the sets of 4, 5 and 6 colours, and in the two
sets of the small variants, of which every one has the first two colours."""

COLOURS = 6
MOUSE, DOG, INVISIBLE = 6, 7, 8  # the faces that are no cat; 0 to 5 are cats of that colour

NO_TOKEN = 0
KINDS = 34  # 1 to 33, of which 4 colours have the first 18, 5 colours 25, 6 colours all
LAST_KIND = (18, 25, 33, 7, 7)
BOXES_N = len(LAST_KIND)
SMALL_BOXES = ((0, 0, 1, 0, 0, 0, 1, 2), (0, 0, 1, 1, 0, 1, 1, 2))  # by kind: Dogs, Invisibles, two cats
FACES: tuple[int, ...] = (  # side 0 and side 1 of every kind; side 0 is always a cat
    *(0, 0),
    *(
        face
        for colour in range(COLOURS)
        for other in (MOUSE, DOG, INVISIBLE, *range(colour))
        for face in (min(colour, other), max(colour, other))
    ),
)

CATS, MICE, DOGS, INVISIBLES = (6, 4, 4), (2, 1, 1), (2, 1, 1), (2, 2, 2)
WHOLE: tuple[int, ...] = tuple(  # KINDS numbers a set
    0 if kind == NO_TOKEN or kind > LAST_KIND[box]
    else MICE[box] if FACES[2 * kind + 1] == MOUSE
    else DOGS[box] if FACES[2 * kind + 1] == DOG
    else INVISIBLES[box] if FACES[2 * kind + 1] == INVISIBLE
    else CATS[box]
    for box in range(3)
    for kind in range(KINDS)
)  # fmt: skip
COPIES: tuple[int, ...] = (*WHOLE, *(n for small in SMALL_BOXES for n in (*small, *(0,) * (KINDS - len(small)))))
TOKENS: tuple[int, ...] = tuple(sum(COPIES[KINDS * box : KINDS * box + KINDS]) for box in range(BOXES_N))
MOST_TOKENS = max(TOKENS)
BOXES: tuple[int, ...] = tuple(  # MOST_TOKENS places a set: all its tokens, then nothing
    token
    for box in range(BOXES_N)
    for token in (
        *(kind for kind in range(KINDS) for _ in range(COPIES[KINDS * box + kind])),
        *(NO_TOKEN for _ in range(MOST_TOKENS - TOKENS[box])),
    )
)
