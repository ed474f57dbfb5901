"""Draws what a pasted link shows of each game: `python -m purrlor.web.gallery.previews`, with the gallery's browser."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from purrlor.core.game import games
from purrlor.web.art.result_card import CARD, game_card
from purrlor.web.gallery.screenshots import FLAGS, chromium
from purrlor.web.pages.pictures.previews import PREVIEWS


def main() -> None:
    PREVIEWS.mkdir(exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": CARD[0], "height": CARD[1]})
        for each in games():
            if each.has("board/sprite.py"):
                page.set_content(f"<body style='margin:0'>{game_card(each.part('board.sprite').picture())}")
                page.screenshot(path=PREVIEWS / f"{each.name}.jpg", type="jpeg", quality=72)
        browser.close()


if __name__ == "__main__":
    main()
