"""The parlour on a home screen: its manifest, its service worker, and what can be read without a line."""

from __future__ import annotations

import hashlib
import json
from typing import TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.language import Translations
from purrlor.web.rendering.templating import Templates
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

OFFLINE = "/offline"
ICONS = (192, 512)  # pictures for systems that take no drawing
SHELL_FILES = ("site.css", "table.css", "lobby.css", "home.css", "morph.js", "keys.js", "fair.js", "offline.js")
Answer = TypeVar("Answer", bound=Response)


def readable_offline(response: Answer, t: Translations) -> Answer:
    """Mark a page that never changes, or that may be shown as it was: the worker keeps it, with this sentence."""
    response.headers["x-offline"] = quote(t.gettext("You are offline. This page is as you last saw it."))
    return response


async def offline_page(request: Request) -> Response:
    """What is shown where nothing can be fetched."""
    return services_of(request).templates.page("shared/offline.html", context_of(request), here=OFFLINE)


async def service_worker(request: Request) -> Response:
    """The browser asks for it at every visit: another text is a new release, which it installs by itself."""
    templates = services_of(request).templates
    shell = [OFFLINE, *shell_files(templates)]
    release = hashlib.blake2b(json.dumps(sorted(templates.asset_store.by_file)).encode(), digest_size=6).hexdigest()
    script = templates.asset_store.by_name["service_worker.js"].plain.decode()
    text = f"const RELEASE = {json.dumps(release)}, SHELL = {json.dumps(shell)};\n{script}"
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


def shell_files(templates: Templates) -> list[str]:
    return [
        *map(templates.file, SHELL_FILES),
        templates.sprites.url("favicon.svg"),
        templates.sprites.url("parlour.svg"),
    ]


async def manifest(request: Request) -> Response:
    context, templates = context_of(request), services_of(request).templates
    drawing = {"src": templates.sprites.url("icon.svg"), "type": "image/svg+xml", "sizes": "any"}
    pictures = [
        {"src": templates.file(f"icon-{size}.png"), "type": "image/png", "sizes": f"{size}x{size}"} for size in ICONS
    ]
    about = {
        "id": "/",
        "name": "Purrlor",
        "short_name": "Purrlor",
        "description": context.translations.gettext("Board games about cats. Sit down, the kettle is on."),
        "lang": context.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#FBF5EA",
        "theme_color": "#E6CBA1",
        "icons": [{**icon, "purpose": "any maskable"} for icon in (drawing, *pictures)],
    }
    return Response(json.dumps(about, ensure_ascii=False), media_type="application/manifest+json")
