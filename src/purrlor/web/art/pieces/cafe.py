"""The café's six cats: their faces, and each with its item."""

from purrlor.web.art.cats.bodies import loaf, sitting, toes
from purrlor.web.art.cats.face import face
from purrlor.web.art.cats.head import head
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pieces.toys import bowl, butterfly, cushion, house, toy_mouse, yarn

CATS = (  # in the order of the items
    ("grey", "tabby"),
    ("ginger", "tabby"),
    ("white", "calico"),
    ("black", "tuxedo"),
    ("cream", "point"),
    ("brown", "spots"),
)


def cafe_face(number: int, mood: str = "content") -> Art:
    """Cat 1 to 6; a paid one is sleepy."""
    return face(*CATS[number - 1], mood)


def cafe_cat(number: int) -> Art:
    """Cat 1 to 6 with what it loves."""
    a = Art()
    coat, pattern = CATS[number - 1]
    match number:
        case 1:
            a.put(house(), nib=1)
            a.put(head(coat, pattern), y=20.4, k=0.5, nib=0.78, rim=False)
            for x in (36, 64):
                toes(a, x, 90.8, "#A8A2A6", rx=6.8)
        case 2:
            a.put(loaf(coat, pattern, "pleased"), x=-1, y=-5, k=0.95, nib=1)
            a.put(yarn(), x=28, y=27, k=0.42, nib=0.8)
        case 3:
            a.put(sitting(coat, pattern, "curious"), x=-7, y=3, k=0.95, nib=1)
            a.put(butterfly(), x=30, y=-30, k=0.38, nib=0.75, rot=14)
        case 4:
            a.put(sitting(coat, pattern, "pleased"), y=-4, k=0.92, nib=1)
            a.put(bowl(), y=26, k=0.52, nib=0.85)
        case 5:
            a.put(cushion(), y=22, ky=0.5, nib=1)
            a.put(loaf(coat, pattern, "sleepy"), y=-9, k=0.9, nib=1)
        case _:
            a.put(loaf(coat, pattern, "sly"), x=5, y=-7, k=0.92, nib=1)
            a.put(toy_mouse(), x=-23, y=29, k=0.5, nib=0.85, flip=True)
    return a
