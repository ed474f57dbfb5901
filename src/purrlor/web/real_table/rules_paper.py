"""A game's rules on one page: two columns, with their pictures, in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from purrlor.web.art.pen.colour import INK
from purrlor.web.art.printed_pages import LEADING, MARGIN, POINT, PrintedPages

COLUMNS, GAP = 2, 8.0
CELL_GAP = 2.0  # between the columns of a table
ROUNDING = 1e-6  # a word that was measured for its place has room there
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


Row = tuple[tuple[Piece, ...], ...]


class Block(NamedTuple):
    """A paragraph, a heading, an entry of a list, or a row of a table."""

    pieces: tuple[Piece, ...]
    scale: float = 1.0
    indent: float = 0.0  # in heights of the type
    mark: str = ""
    above: float = 0.45  # free space, in heights of the type
    is_head: bool = False
    cells: Row = ()  # of a table's row, in place of pieces
    table: tuple[Row, ...] = ()  # all rows of that table: its columns are as wide as they need


class Placed(NamedTuple):
    piece: Piece
    x: float
    y: float
    size: float


def draw_rules(pages: PrintedPages, text: str) -> None:
    """On one page; a text that is too long even for the smallest type goes on on a second one."""
    width = column_width(pages)
    for number, column in enumerate(in_largest_type(pages, list(blocks_of(text)))):
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
    rows: list[Row] = []
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
            rows.append(tuple(row))
        elif token.type == "table_close":
            yield from (Block((), above=0.15, cells=cells, table=tuple(rows)) for cells in rows)
            rows = []
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
def in_largest_type(pages: PrintedPages, blocks: list[Block]) -> list[list[Placed]]:
    """Columns in the largest type with which the text has its place on one page."""
    size, columns = LARGEST, laid_out(pages, blocks, LARGEST)
    while size > SMALLEST and len(columns) > COLUMNS:
        size -= STEP
        columns = laid_out(pages, blocks, size)
    return columns


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
    """A row of a table: cells side by side."""
    left, made, lowest = 0.0, [], 0.0
    points, widths = table_columns(pages, block.table, size)
    for cell, width in zip(block.cells, widths, strict=True):
        pieces, down = lines_of(pages, Block(cell), points, width - CELL_GAP)
        made += [each._replace(x=each.x + left) for each in pieces]
        lowest, left = max(lowest, down), left + width
    return made, lowest


def table_columns(pages: PrintedPages, rows: tuple[Row, ...], size: float) -> tuple[float, list[float]]:
    """A table's type and its columns' widths. Every column has room for its longest word, in smaller type if it must
    be; the rest is shared by how long the columns' lines would be."""
    widths = [
        [[piece_width(pages, piece, size) for piece in cell] for cell in column] for column in zip(*rows, strict=True)
    ]
    words = [max(max(cell, default=0.0) for cell in column) for column in widths]
    wished = [max(sum(cell) for cell in column) for column in widths]
    room = column_width(pages) - CELL_GAP * len(words)
    scale = min(1.0, room / sum(words))
    rest = room - scale * sum(words)
    shares = [rest * wish / sum(wished) for wish in wished]
    return size * scale, [CELL_GAP + scale * word + share for word, share in zip(words, shares, strict=True)]


def piece_width(pages: PrintedPages, piece: Piece, points: float) -> float:
    return points * POINT * 1.5 if piece.kind == "picture" else pages.width_of(piece.text, points, piece.bold)


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
        width = piece_width(pages, piece, points)
        if x > left and not piece.glued:
            x += space
        if x + width > limit + ROUNDING and x > left:
            x, y = left, y + line
        made.append(Placed(piece, x, y, points))
        x += width
    return made, y + 0.1 * height
