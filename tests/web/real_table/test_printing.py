"""What is printed: every paper is one page of the size asked for, in every language and ink, with our own drawings."""

import re
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from purrlor import cli
from purrlor.core.game import game, games
from purrlor.core.language import LANGUAGES
from purrlor.web.art import print_fonts, printed_pages
from purrlor.web.art.printed_pages import PrintedPages, grey, with_round_arcs
from purrlor.web.real_table.papers import made, papers_of
from purrlor.web.real_table.rules_paper import (
    blocks_of,
    column_width,
    draw_rules,
    in_largest_type,
    piece_width,
)
from tests.fixtures.visitors import House, open_house

CAFE = game("cat-cafe")
PRINTED = [(of.name, paper.name) for of in games() for paper in papers_of(of, "en")]
COLOUR = re.compile(rb"(\S+) (\S+) (\S+) rg\b")
needs_font = pytest.mark.skipif(print_fonts.family() is None, reason="needs a font: sudo apt install fonts-liberation")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


def pages_of(data: bytes) -> list[tuple[float, float]]:
    """Each page's size in millimetres."""
    assert data.startswith(b"%PDF-")
    [box], [count] = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data), re.findall(rb"/Count (\d+)", data)
    return [(float(box[0]) * 25.4 / 72, float(box[1]) * 25.4 / 72)] * int(count)


def drawn(data: bytes) -> bytes:
    """The drawing commands of the first page."""
    stream = re.search(rb"/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", data, re.S)
    assert stream
    return zlib.decompress(stream[1])


def has_greys_alone(data: bytes) -> bool:
    return all(red == green == blue for red, green, blue in COLOUR.findall(drawn(data)))


@needs_font
@pytest.mark.parametrize(("name", "paper"), PRINTED)
def test_every_paper_is_one_page(house: House, name: str, paper: str) -> None:
    assert f'formaction="/print/{name}/{paper}.pdf"' in house.host.get(f"/print/{name}").text
    answer = house.host.get(f"/print/{name}/{paper}.pdf?language=ru&size=letter")
    assert answer.headers["content-type"] == "application/pdf"
    [size] = pages_of(answer.content)
    assert size == pytest.approx(printed_pages.PAPERS["letter"], abs=0.1), "the smaller of the two is full, too"
    assert not has_greys_alone(answer.content)


def test_a_printer_without_colours_gets_greys_alone(house: House) -> None:
    answer = house.host.get("/print/rat-a-tat-cat/pads.pdf?language=en&ink=black")
    [size] = pages_of(answer.content)
    assert size == pytest.approx(printed_pages.PAPERS["a4"], abs=0.1)
    assert has_greys_alone(answer.content)


def test_what_is_not_there_is_a_sentence(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("nothing.pdf", "sheets.pdf?size=a5", "sheets.pdf?ink=gold", "sheets.pdf?language=tlh"):
        answer = house.host.get(f"/print/cat-cafe/{wrong}")
        assert answer.status_code == 422
        assert "Choose one of" in answer.text
    assert house.host.get("/print/chess").status_code == 404
    assert cli.main(["print", "cat-cafe", "pads", str(tmp_path / "x.pdf"), "--language", "en"]) == 1
    assert "Choose one of: rules, sheets" in capsys.readouterr().err
    assert cli.main(["print", "cat-cafe", "sheets", str(tmp_path / "no" / "x.pdf"), "--language", "en"]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert cli.main(["print", "cat-cafe", "sheets", str(tmp_path / "x.pdf"), "--language", "en"]) == 0
    assert len(pages_of((tmp_path / "x.pdf").read_bytes())) == 1


def test_without_fonts_english_is_printed_and_the_rest_is_a_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert print_fonts.family((str(tmp_path), str(tmp_path / "nowhere"))) is None
    monkeypatch.setattr(printed_pages, "family", lambda: None)
    made.cache_clear()
    try:
        for of in games():
            (of.folder / "words/rules.en.md").read_text(encoding="utf-8").encode(printed_pages.BUILT_IN)
        assert len(pages_of(house.host.get("/print/rat-a-tat-cat/pads.pdf?language=en").content)) == 1
        answer = house.host.get("/print/rat-a-tat-cat/pads.pdf?language=ru")
        assert answer.status_code == 503
        assert "no font with the letters of this language" in answer.text
    finally:
        made.cache_clear()


@needs_font
@pytest.mark.parametrize("paper", sorted(printed_pages.PAPERS))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [of.name for of in games()])
def test_words_of_a_line_do_not_touch(name: str, language: str, paper: str) -> None:
    of = game(name)
    pages = PrintedPages(of.part("board.sprite").symbols(), paper, True)
    blocks = list(blocks_of((of.folder / f"words/rules.{language}.md").read_text(encoding="utf-8")))
    columns = in_largest_type(pages, blocks)
    for column in columns:
        assert all(x + piece_width(pages, piece, points) <= column_width(pages) for piece, x, _, points in column)
        for one, other in pairwise(sorted(column, key=lambda each: (each.y, each.x))):
            if one.y == other.y and not other.piece.glued:
                end = one.x + piece_width(pages, one.piece, one.size)
                assert end + 0.5 < other.x, (one.piece.text, other.piece.text)
    draw_rules(pages, "# Done")
    pages.pdf("closes the files of the fonts")


def test_rules_that_are_too_long_go_on_on_another_page() -> None:
    pages = PrintedPages(CAFE.part("board.sprite").symbols(), "a4", True)
    draw_rules(pages, "# Long\n\n" + "A sentence with **some** words in it.\n\n" * 400)
    assert len(pages_of(pages.pdf("long"))) > 1


def test_colours_become_light_greys_and_ink_stays_black() -> None:
    assert grey("#33272A") == "#000000"
    assert grey("#33272a1f") == "#0000001f", "what shines through still does"
    assert grey("#fff") == grey("#FFFFFF") == "#ffffff"
    assert int(grey("#8A5A83")[1:3], 16) > 120


def test_arcs_are_as_wide_as_their_ends() -> None:
    assert with_round_arcs("M0 0a9 7 0 1 1 20 0z").split()[1].startswith("0a10.00")
    assert with_round_arcs("M0 0a9 7 0 1 1 4-2 9 7 0 1 1-4 2z").count("9.0009") == 2


def test_every_language_has_the_same_papers() -> None:
    for of in games():
        named = [[paper.name for paper in papers_of(of, language)] for language in LANGUAGES]
        assert all(each == named[0] for each in named)
