"""Files every browser may keep for ever: each is named by the hash of what it holds."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import Game, games
from purrlor.core.language import HOME
from purrlor.web.real_table.offline_rules import has_offline_rules, offline_script
from purrlor.web.real_table.question_cases import case_pictures
from purrlor.web.rendering.scoped_css import scoped

FOREVER = "public, max-age=31536000, immutable"
STATIC = HOME / "web" / "static"
TABLE_SHEETS = ("site.css", "table.css", "around_table.css")
QUOTED = r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|(?:(?<=[(,=:])|(?<=[(,=:] ))/(?:\\.|[^/\\\n])+/"""
QUOTED_OR_SIGN = re.compile(rf"({QUOTED})| *([{{}}();,=+*<>?:&|!%-]+) *")  # signs need no blanks
COMPRESSED_TYPES = ("text/", "image/svg", "application/json", "application/manifest")


@dataclass(frozen=True)
class Asset:
    url: str
    kind: str
    plain: bytes
    packed: bytes | None


class AssetStore:
    """Things by their name ("live.js") and by the file they are served as ("live.1f2e3d4c5b6a.js")."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.by_name: dict[str, Asset] = {}
        self.by_file: dict[str, Asset] = {}

    def put(self, name: str, data: bytes) -> Asset:
        stem, dot, ending = name.rpartition(".")
        file = f"{stem}.{hashlib.blake2b(data, digest_size=6).hexdigest()}{dot}{ending}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith(("text/", "application/javascript")):
            kind = f"{kind}; charset=utf-8"
        packed = gzip.compress(data, 9, mtime=0) if kind.startswith(COMPRESSED_TYPES) else None
        made = Asset(f"{self.where}/{file}", kind, data, packed)
        self.by_name[name] = self.by_file[file] = made
        return made

    def url(self, name: str) -> str:
        return self.by_name[name].url

    async def serve(self, request: Request) -> Response:
        thing = self.by_file.get(request.path_params["file"])
        if thing is None:
            return Response("Not found.\n", 404, media_type="text/plain")
        headers = {"cache-control": FOREVER, "vary": "accept-encoding", "content-type": thing.kind}
        if thing.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(thing.packed, headers={**headers, "content-encoding": "gzip"})
        return Response(thing.plain, headers=headers)


def static_files() -> dict[str, Path]:
    """The house's own files and each game's stylesheets: GAME.css its board's, GAME-NAME.css its NAME.css.

    The name alone is what pages ask for; which folder a file is in is for people."""
    found = {path.name: path for path in sorted(STATIC.rglob("*")) if path.suffix in (".css", ".js")}
    for game in games():
        found |= game_sheets(game)
    return found


def game_sheets(game: Game) -> dict[str, Path]:
    sheets = sorted((game.folder / "board").rglob("*.css"))
    return {f"{game.name}.css" if sheet.stem == "board" else f"{game.name}-{sheet.name}": sheet for sheet in sheets}


def scoped_sheets() -> dict[str, str]:
    """The stylesheets of games from other packages, which nobody here has seen: held to where a game draws."""
    return {
        name: scoped(path.read_text(encoding="utf-8"), game.name)
        for game in games()
        if game.is_from_outside
        for name, path in game_sheets(game).items()
    }


def load_assets() -> AssetStore:
    store = AssetStore("/s")
    texts = {name: minify(name, path.read_text(encoding="utf-8")) for name, path in static_files().items()}
    texts |= {name: minify(name, text) for name, text in scoped_sheets().items()}
    texts |= {name: "".join(texts[part] for part in parts if part in texts) for name, parts in bundles().items()}
    texts |= {f"{game.name}-offline.js": offline_script(game) for game in games() if has_offline_rules(game)}
    for game in games():
        texts |= case_pictures(game)
    for name, text in texts.items():
        store.put(name, text.encode())
    for picture in sorted(STATIC.rglob("*.png")):
        store.put(picture.name, picture.read_bytes())
    return store


@cache
def assets() -> AssetStore:
    """Packed once for the whole process."""
    return load_assets()


def bundles() -> dict[str, tuple[str, ...]]:
    """What the page of a table needs, in one file of each kind: it packs better, and every file has its headers."""
    scripts = ("morph.js", "keys.js", "live.js")
    sheets = {f"{game.name}-table.css": (*TABLE_SHEETS, f"{game.name}.css") for game in games()}
    return {"table.js": scripts, **sheets}


def minify(name: str, text: str) -> str:
    """Stylesheets and scripts without comments and needless blanks: they are for people, who read the source."""
    if name.endswith(".css"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", text))
        return text.replace(";}", "}").replace(": ", ":").strip()
    if name.endswith(".js"):
        lines = (re.sub(r"  +// .*", "", line).strip() for line in text.splitlines())
        code = "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
        return QUOTED_OR_SIGN.sub(lambda found: found[1] or found[2], code)
    return text
