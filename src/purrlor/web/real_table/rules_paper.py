"""A game's rules on one page: two columns, with their pictures, in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from purrlor.web.art.pen.colour import INK
from purrlor.web.art.printed_pages import LEADING, MARGIN, POINT, PrintedPages

COLUMNS, GAP = 2, 8.0
LARGEST, SMALLEST, STEP = 11.0, 6.0, 0.25  # points
SOFT = "#7A4A32"  # examples, which rules write in italics
HEADS = {"h1": 2.0, "h2": 1.35, "h3": 1.1}  # sizes beside that of the text


class Piece(NamedTuple):
    """A word, a picture, or the end of a line."""

    text: str
    kind: str = "word"  # word, picture, break
    bold: bool = False
    soft: bool = False
    glued: bool = False  # nothing between it and the piece before


class Block(NamedTuple):
    """A paragraph, a heading, an entry of a list, or a row of a table."""

    pieces: tuple[Piece, ...]
    scale: float = 1.0
    indent: float = 0.0  # in heights of the type
    mark: str = ""
    above: float = 0.45  # free space, in heights of the type
    is_head: bool = False
    cells: tuple[tuple[Piece, ...], ...] = ()  # of a table's row, in place of pieces


class Placed(NamedTuple):
    piece: Piece
    x: float
    y: float
    size: float


def draw_rules(pages: PrintedPages, text: str) -> None:
    """On one page; a text that is too long even for the smallest type goes on on a second one."""
    blocks = list(blocks_of(text))
    size, laid = LARGEST, laid_out(pages, blocks, LARGEST)
    while size > SMALLEST and len(laid) > COLUMNS:
        size -= STEP
        laid = laid_out(pages, blocks, size)
    width = column_width(pages)
    for number, column in enumerate(laid):
        if number % COLUMNS == 0:
            pages.add()
        left = MARGIN + number % COLUMNS * (width + GAP)
        for piece, x, y, points in column:
            if piece.kind == "picture":
                height = points * POINT * 1.5
                pages.picture(piece.text, left + x, y - height * 0.8, height, height)
            else:
                pages.words(piece.text, left + x, y, points, bold=piece.bold, colour=SOFT if piece.soft else INK)


def column_width(pages: PrintedPages) -> float:
    return (pages.width - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS


# ---------------------------------------------------------------- what is written
def blocks_of(text: str) -> Iterator[Block]:
    lists: list[int] = []  # the number of the next entry, 0 where entries have none
    kind, is_first = "", False
    row: list[tuple[Piece, ...]] = []
    for token in MarkdownIt("commonmark", {"html": False}).enable("table").parse(text):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(1 if token.type.startswith("ordered") else 0)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            is_first = True
        elif token.type in ("heading_open", "paragraph_open"):
            kind = token.tag
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            yield Block((), above=0.15, cells=tuple(row))
        elif token.type in ("th_open", "td_open"):
            kind = token.tag
        elif token.type == "inline":
            pieces = tuple(pieces_of(token.children or [], kind in ("h1", "h2", "h3", "th")))
            if kind in ("th", "td"):
                row.append(pieces)
            elif kind in HEADS:
                yield Block(pieces, HEADS[kind], above=0.0 if kind == "h1" else 0.9, is_head=True)
            elif lists:
                mark = "" if not is_first else f"{lists[-1]}." if lists[-1] else "•"
                lists[-1] += 1 if is_first and lists[-1] else 0
                is_first = False
                yield Block(pieces, indent=1.5 * len(lists), mark=mark, above=0.2)
            else:
                yield Block(pieces)


def pieces_of(tokens: list[Token], bold: bool) -> Iterator[Piece]:
    soft, is_glued = False, False
    for token in tokens:
        if token.type in ("strong_open", "strong_close"):
            bold = token.type == "strong_open"
        elif token.type in ("em_open", "em_close"):
            soft = token.type == "em_open"
        elif token.type == "hardbreak":
            yield Piece("", "break")
        elif token.type == "image":
            yield Piece(str(token.attrs["src"]).removeprefix("#"), "picture")
            is_glued = False
        elif token.content:
            words = token.content.split()
            for k, word in enumerate(words):
                yield Piece(word, "word", bold, soft, is_glued and k == 0 and not token.content[0].isspace())
            is_glued = not token.content[-1].isspace()
        elif token.type == "softbreak":
            is_glued = False


# ---------------------------------------------------------------- where it is put
def laid_out(pages: PrintedPages, blocks: list[Block], size: float) -> list[list[Placed]]:
    """Columns with everything in its place; a heading stays with what follows."""
    columns: list[list[Placed]] = [[]]
    y = MARGIN
    for k, block in enumerate(blocks):
        height = size * POINT
        above = block.above * height if columns[-1] else 0.0
        made, down = row_of(pages, block, size) if block.cells else lines_of(pages, block, size, column_width(pages))
        needed = down + (4 * height * LEADING if block.is_head and k + 1 < len(blocks) else 0)
        if y + above + needed > pages.height - MARGIN and columns[-1]:
            columns.append([])
            y, above = MARGIN, 0.0
        columns[-1] += [each._replace(y=each.y + y + above) for each in made]
        y += above + down
    return columns


def row_of(pages: PrintedPages, block: Block, size: float) -> tuple[list[Placed], float]:
    """A row of a table: cells side by side, equally wide."""
    step, made, lowest = column_width(pages) / len(block.cells), [], 0.0
    for k, cell in enumerate(block.cells):
        pieces, down = lines_of(pages, Block(cell), size, step - 2)
        made += [each._replace(x=each.x + k * step) for each in pieces]
        lowest = max(lowest, down)
    return made, lowest


def lines_of(pages: PrintedPages, block: Block, size: float, limit: float) -> tuple[list[Placed], float]:
    """The pieces of a block from its own top left corner, and its height."""
    points = size * block.scale
    height, left = points * POINT, block.indent * size * POINT
    space = pages.width_of(" ", points)
    line = height * (LEADING + 0.25 * any(piece.kind == "picture" for piece in block.pieces))
    x, y = left, line
    made = [Placed(Piece(block.mark, bold=True), left - 1.3 * height, y, points)] if block.mark else []
    for piece in block.pieces:
        if piece.kind == "break":
            x, y = left, y + line
            continue
        width = height * 1.5 if piece.kind == "picture" else pages.width_of(piece.text, points, piece.bold)
        if x > left and not piece.glued:
            x += space
        if x + width > limit and x > left:
            x, y = left, y + line
        made.append(Placed(piece, x, y, points))
        x += width
    return made, y + 0.1 * height
