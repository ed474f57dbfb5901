"""The drawings of Pocket Cats, by id. A cat's tile is laid of layers in one <svg>, the first below:

    <svg><use href="…#c0-leader"/><use href="…#n-5"/></svg>

c0 … c6, c0-leader …      a tile of each clan, in the order of tiles.py, without its attack
n-1 … n-10, n-q           the attack on its round disc (n-q: not known yet), to be laid on a cat's tile
mouse, pigeon, fly        prey; p-2 … p-6: its points on a square tag, to be laid over it
dog-1 … dog-5             the five breeds, in the order of tiles.py
arrow, arrow-d            one arrow in the page's colour, to the north and to the north-east; turn it by quarters
back                      a tile face down
m0 … m6                   the clans' marks in the page's colour; star: a leader; bone: turned down by a dog
"""

from __future__ import annotations

from purrlor.web.art import Art, Picture, Symbol, marks, scenes
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.path import affine, bend
from purrlor.web.art.pieces import clans, paws
from purrlor.web.art.pieces.dogs import DOGS
from purrlor.web.art.pieces.prey import PREY, mouse, pigeon

ARROW = "M50 3L63 17.4C60 18 58 18 55.4 17.6L55.6 23.6C52 24.4 48 24.4 44.4 23.6L44.6 17.6C42 18 40 18 37 17.4Z"
APART: dict[str, tuple[str, ...]] = {
    **{f"c{clan}": (f"c{clan}", f"c{clan}-leader") for clan in range(7)},  # a table shows two or three of them
    # not needed while clans are chosen
    "mat": (*PREY, *(f"p-{k}" for k in range(2, 7)), *(f"dog-{k}" for k in range(1, 6)), "arrow", "arrow-d", "bone"),
}
AGAIN = {"clans": tuple(name for clan in range(7) for name in APART[f"c{clan}"])}  # all of them, where all are shown
GRAIN = 3  # a tile is seldom larger than 120 pixels


def arrow(diagonal: bool) -> Art:
    """Over the rim of the tile; across a corner narrower, or its head would look like the corner itself."""
    d = bend(ARROW, affine(0, -19.6, 0.8, ky=1)) if diagonal else ARROW
    return Art(0).shape(bend(d, affine(rot=45 if diagonal else 0)), marks.OWN, FINE, rim=False)


def back() -> Art:
    """Leather, a paw pressed into it."""
    a = Art(0.45).shape(clans.TILE, "#86634C", LINE, heft=True)
    a.line("M22 12L78 12Q88 12 88 22L88 77Q88 87 78 87L22 87Q12 87 12 77L12 22Q12 12 22 12Z", 1.6, "#BFA287")
    return a.put(paws.pad("#E3CFB4"), y=-1, k=0.34)


def tile(clan: str, leader: bool = False) -> Symbol:
    """Ground, the leader's ring, the cat, the leader's star: the same lines in both kinds of tile."""
    below = [clans.ground(clan), clans.ring()] if leader else [clans.ground(clan)]
    above = [clans.cat(clan), clans.leader_star()] if leader else [clans.cat(clan)]
    art, box = zip(*(layer.symbol(GRAIN) for layer in below + above), strict=True)
    return "".join(art), box[0]


def symbols() -> dict[str, Symbol]:
    """Everything on the table."""
    out: dict[str, Symbol] = {}
    for i, clan in enumerate(clans.CLANS):
        out[f"c{i}"] = tile(clan)
        out[f"c{i}-leader"] = tile(clan, leader=True)
    out |= {f"n-{k}": clans.attack(str(k)).symbol(GRAIN) for k in range(1, 11)}
    out["n-q"] = clans.attack("?").symbol(GRAIN)
    out |= {kind: draw().symbol(GRAIN) for kind, draw in PREY.items()}
    out |= {f"p-{k}": clans.points(str(k)).symbol(GRAIN) for k in range(2, 7)}
    out |= {f"dog-{i}": draw().symbol(GRAIN) for i, draw in enumerate(DOGS.values(), 1)}
    out |= {"arrow": arrow(False).symbol(GRAIN), "arrow-d": arrow(True).symbol(GRAIN), "back": back().symbol(GRAIN)}
    out |= {f"m{i}": draw().symbol(GRAIN) for i, draw in enumerate(marks.CLAN_MARKS)}
    return out | {"star": marks.star().symbol(GRAIN), "bone": marks.bone().symbol(GRAIN)}


def _printed(clan: str, attack: str, leader: bool) -> Art:
    a = Art(0.45).put(clans.ground(clan), nib=1)
    if leader:
        a.put(clans.ring(), nib=1)
    a.put(clans.cat(clan), nib=1)
    if leader:
        a.put(clans.leader_star(), nib=1)
    return a.put(clans.attack(attack), nib=1)


def picture() -> Picture:
    """Three cats in a pocket; prey on the floor beside it."""
    a = scenes.stage()
    scenes.stand(a, _printed("crooks", "4", False), 40, 26, 96, turn=-16)
    scenes.stand(a, _printed("gourmets", "3", True), 184, 24, 96, turn=15)
    scenes.stand(a, _printed("royal_claws", "5", True), 106, -26, 108, turn=-3)
    cloth = Art(0, (scenes.WIDTH, scenes.HEIGHT))
    pocket = "M58 112Q160 126 262 112Q268 112 268 120L268 230L52 230L52 120Q52 112 58 112Z"
    cloth.shape(pocket, "#4F7194", LINE, rim=False)
    seams = "M54 136Q160 150 266 136M68 128Q160 140 252 128L252 192Q252 198 246 202L170 228"
    seams += "M68 128L68 192Q68 198 74 202L150 228"
    cloth.line(seams, 2.4, "#F2D488")
    for x in (64, 256):
        cloth.shape(f"M{x - 5} 122Q{x} 116 {x + 5} 122Q{x} 128 {x - 5} 122Z", "#C9955F", FINE, rim=False)
    scenes.stand(a, cloth, 0, 0, scenes.WIDTH)
    scenes.stand(a, paws.paw(), 136, 156, 48)
    scenes.stand(a, mouse(), 6, 178, 44)
    scenes.stand(a, pigeon(), 270, 176, 44)
    return scenes.framed(scenes.room("#C9D6E4"), a)
