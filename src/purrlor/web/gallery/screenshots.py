"""Pictures of every screen: `./purr gallery` poses each game's positions on a real server and photographs them.

A game's `gallery.py` has STATES: name -> (position in its notation, who looks).
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Literal, NamedTuple

import uvicorn
from rich.console import Console
from rich.progress import Progress

from purrlor.core.errors import PurrlorError
from purrlor.core.game import Game, State, games
from purrlor.core.language import N_
from purrlor.core.seats import WATCHER
from purrlor.tables.commands.series import Entropy
from purrlor.tables.table import Table
from purrlor.web.app import make_app
from purrlor.web.cookies import COOKIE
from purrlor.web.gallery.around_the_table import series, shoot_company
from purrlor.web.server.run import bind
from purrlor.web.server.settings import settings
from purrlor.web.services import Services

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

PEOPLE = {"en": ["Mira", "Ann", "Boris", "Clara", "Leo", "Eve"], "ru": ["Мира", "Аня", "Борис", "Клара", "Лёва", "Ева"]}
PATIENCE = 180_000  # milliseconds: a loaded machine is no fault of a page
QUALITY = 33  # all pictures together stay below 5 MB
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


class Camera(NamedTuple):
    """A screen: its size, its language, the hour."""

    name: str
    width: int
    height: int
    language: str
    scheme: Literal["light", "dark"]
    scale: float = 1.0  # of the picture


CAMERAS = (
    Camera("phone-en", 360, 740, "en", "light"),
    Camera("sideways-ru", 844, 390, "ru", "light"),
    Camera("tablet-en", 1024, 768, "en", "dark", 0.75),
    Camera("desktop-ru", 1920, 1080, "ru", "dark", 0.6),
)


class NoBrowser(PurrlorError):
    """Nothing to take pictures with."""


def chromium() -> str:
    """The shell without windows first: a page costs it less than half as much. (Chromium's toolbar is a page, too.)"""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    raise NoBrowser(N_("There is no Chromium here: install it (on Debian: apt install chromium) and try again."))


def make_gallery(folder: Path, only: str | None = None) -> int:
    """Photograph every state of every game (or of one) into the folder; the exit status."""
    asyncio.run(photograph(folder, only))
    total = sum(path.stat().st_size for path in folder.glob("*.webp"))
    print(f"{folder}: {len(list(folder.glob('*.webp')))} pictures, {total / 1e6:.2f} MB")
    return 0


def make_contact_sheet(path: Path) -> int:
    """Everything the artist draws, on one page."""
    from purrlor.web.art import contact_sheet, own_groups

    groups = {**own_groups(), **{game.name: game.part("board.sprite").symbols() for game in games()}}
    path.write_text(contact_sheet(groups), encoding="utf-8")
    print(path)
    return 0


async def photograph(folder: Path, only: str | None) -> None:
    from playwright.async_api import async_playwright

    folder.mkdir(parents=True, exist_ok=True)
    chosen = [game for game in games() if only in (None, game.name)]
    async with open_house() as (services, address), async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for camera in progress.track(CAMERAS, description="screens"):
                studio = await Studio.furnish(services, address, browser, camera, folder)
                if only is None:
                    await studio.shoot("/", "first-page")
                for game in chosen:
                    await studio.shoot_game(game)
                if only is None:
                    await shoot_company(studio)
        await browser.close()


@asynccontextmanager
async def open_house(entropy: Entropy = token_bytes, **wishes: object) -> AsyncIterator[tuple[Services, str]]:
    """A server of our own for as long as it takes."""
    with tempfile.TemporaryDirectory() as place:
        usual = {"database": f"sqlite:///{place}/gallery.db", "secret": "ab" * 32, "rate": 0, "log": "error", "bots": 1}
        app = make_app(settings(**{**usual, **wishes}), entropy)
        listener = bind("127.0.0.1", 0, exact=True)
        config = uvicorn.Config(app, log_config=None, ws="websockets-sansio", server_header=False, lifespan="on")
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.05)
        try:
            yield app.services, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            await app.services.close()
            server.should_exit = True
            await running


class Studio:
    """One screen, and somebody who sits at every seat of the tables posed for it."""

    def __init__(self, services: Services, page: Page, camera: Camera, folder: Path, me: str) -> None:
        self.services, self.page, self.camera, self.folder, self.me = services, page, camera, folder, me
        self.people = PEOPLE[camera.language]
        self.invited: list[str] = []
        self.deal: Callable[[str], None] = lambda _: None  # the audit's: what follows is dealt for this screen

    @classmethod
    async def furnish(cls, services: Services, address: str, browser: Browser, camera: Camera, folder: Path) -> Studio:
        me = (await services.identities.create(PEOPLE[camera.language][0], camera.language)).id
        context = await browser.new_context(
            base_url=address,
            viewport={"width": camera.width, "height": camera.height},
            locale=camera.language,
            color_scheme=camera.scheme,
            reduced_motion="reduce",
            service_workers="block",  # what is photographed is this very server
        )
        await context.add_cookies([{"name": COOKIE, "value": services.signer.cookie(me), "url": address}])
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        return cls(services, page, camera, folder, me)

    async def guests(self) -> list[str]:
        """The identities of those who come by link: the second of the people and so on."""
        if not self.invited:
            make = self.services.identities.create
            self.invited = [(await make(name, self.camera.language)).id for name in self.people[1:]]
        return self.invited

    async def shoot(self, address: str, name: str, pose: Callable[[], Awaitable[None]] | None = None) -> None:
        """`pose`: what is done with the page before the picture is taken."""
        await self.page.goto(address)
        if pose is not None:
            await pose()
        await self.page.wait_for_timeout(250)
        session = await self.page.context.new_cdp_session(self.page)
        clip = {"x": 0, "y": 0, "width": self.camera.width, "height": self.camera.height, "scale": self.camera.scale}
        left, top = await self.page.evaluate("[scrollX, scrollY]")
        options = {"format": "webp", "quality": QUALITY, "clip": {**clip, "x": left, "y": top}}
        taken = await session.send("Page.captureScreenshot", options)
        (self.folder / f"{name}.{self.camera.name}.webp").write_bytes(b64decode(taken["data"]))

    async def shoot_game(self, game: Game) -> None:
        for name, (position, viewer) in game.part("board.gallery").STATES.items():
            table = await self.pose(game, position)
            at = f"/w/{table.facts.watch_key}" if viewer == WATCHER else f"/t/{table.id}?seat={viewer}"
            await self.shoot(at, f"{game.name}.{name}")
        table = await series(self, game)
        await self.shoot(f"/t/{table.id}", f"{game.name}.end")

    async def played(self, game: Game) -> Table:
        """A match played at random to its end."""
        return await series(self, game, 1)

    async def pose(self, game: Game, position: str) -> Table:
        """A table at which this position lies. It is not reached by play, so it is only good for looking at."""
        return await self.pose_state(game, game.read(position))

    async def pose_state(self, game: Game, state: State) -> Table:
        options = game.options_of(state)
        names = self.people[: state.seats]
        table = await self.services.tables.create(self.me, game.name, state.seats, options, people=names, begin=True)
        assert table.match is not None
        table.match.state = state
        table.asked = [int(game.rules.legal(state, seat)) for seat in range(state.seats)]
        table.views.clear()
        table.show()
        return table
