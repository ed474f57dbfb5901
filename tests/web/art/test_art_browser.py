"""A sprite in a real browser, under the policy every page is served with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from purrlor.web.art import face_svg, sprite
from purrlor.web.art.marks import bone, heart, star
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import ellipse

pytestmark = pytest.mark.browser

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"
)
CSS = (
    "body { margin: 0; background: #000 } svg, img { position: absolute; top: 0; width: 100px; height: 100px }"
    "#a { left: 0; --rim: #00f } #b { left: 100px; color: #0f0 } #c { left: 200px; color: #0f0 }"
    "#d { left: 300px; color: #f00 } #e { left: 400px; color: #f00 } img { left: 500px }"
)


def files() -> dict[str, tuple[str, bytes]]:
    ring = Art(0).shape(ellipse(50, 50, 30), "#FFFFFF", 10).symbol()
    page = (
        '<!doctype html><title>t</title><link rel="stylesheet" href="/look.css"><link rel="icon" href="/face.svg">'
        '<svg id="a"><use href="/art/test.0.svg#ring"/></svg>'
        '<svg id="b"><use href="/art/test.0.svg#heart"/></svg>'
        '<svg id="c" viewBox="0 0 100 100"><use href="/art/test.0.svg#heart"/><use href="/art/test.0.svg#ring"/></svg>'
        '<svg id="d" viewBox="0 0 100 100"><use href="/art/test.0.svg#star" transform="rotate(90 50 50)"/></svg>'
        '<svg id="e"><use href="/art/test.0.svg#bone"/></svg><img src="/face.svg" alt="">'
    )
    return {
        "/": ("text/html", page.encode()),
        "/look.css": ("text/css", CSS.encode()),
        "/face.svg": ("image/svg+xml", face_svg("Ann").encode()),
        "/art/test.0.svg": (
            "image/svg+xml",
            sprite({"ring": ring, "heart": heart().symbol(), "star": star().symbol(), "bone": bone().symbol()}),
        ),
    }


class Templates(BaseHTTPRequestHandler):
    served = files()

    def do_GET(self) -> None:
        path, _, without = self.path.partition("?without=")
        kind, data = self.served[path]
        policy = "; ".join(part for part in POLICY.split("; ") if not without or not part.startswith(without))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Templates) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def look(browser: Any, address: str, query: str = "") -> tuple[list[str], dict[str, tuple[int, int, int]]]:
    """What the browser complained about, and the colours of a few points."""
    points = {"rim": (14, 50), "own": (150, 60), "layer": (250, 50), "turned": (388, 50), "untouched": (303, 50)}
    points |= {"joint": (432, 64), "face": (550, 60)}
    page = browser.new_page(viewport={"width": 600, "height": 100})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{address}/{query}", wait_until="networkidle")
    shot = page.screenshot()
    reader = browser.new_page()
    colours = reader.evaluate(
        """async ([shot, points]) => {
            const image = await createImageBitmap(new Blob([new Uint8Array(shot)], {type: "image/png"}))
            const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")
            pen.drawImage(image, 0, 0)
            return points.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3))
        }""",
        [list(shot), list(points.values())],
    )
    for each in (page, reader):
        each.close()
    return said, {name: (r, g, b) for name, (r, g, b) in zip(points, colours, strict=True)}


def test_symbols_come_from_a_file_and_take_the_pages_colours(browser: Any, address: str) -> None:
    said, seen = look(browser, address)
    assert said == []
    assert seen["rim"] == (0, 0, 255)  # --rim reaches into the sprite
    assert seen["own"] == (0, 255, 0)  # and so does currentColor
    assert seen["layer"] == (255, 255, 255)  # the ring lies over the heart
    assert seen["turned"] == (255, 0, 0)  # the star's upper tip points east
    assert seen["untouched"] == (0, 0, 0)
    assert seen["joint"] == (255, 0, 0)  # shapes that overlap are one
    assert seen["face"] != (0, 0, 0)


def test_the_directive_they_need_is_img_src(browser: Any, address: str) -> None:
    said, seen = look(browser, address, "?without=img-src")
    assert any("test.0.svg" in text and "Content Security Policy" in text for text in said)
    assert seen["own"] == (0, 0, 0)
