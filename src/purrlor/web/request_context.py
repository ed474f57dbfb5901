"""One request: who asks, from where, in which language. The guard makes it; everything after it reads it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from purrlor.core.errors import PurrlorError
from purrlor.core.language import HOME, LANGUAGES, Translations, best_language, translations
from purrlor.tables.catalogue import TABLES_CATALOGUE
from purrlor.web.cookies import COOKIE, SECURE_COOKIE, ForgedIdentity, Signer, Ticket

LANGUAGE_COOKIE = "purrlor_language"
CATALOGUES = (TABLES_CATALOGUE, HOME / "web" / "locale")


class NoToken(PurrlorError):
    """No token, or one that is not good any more."""


@dataclass
class RequestContext:
    identity: str | None
    language: str
    address: str
    origin: str  # scheme://host as the visitor sees it
    fresh: bool = False  # the identity is new to this browser, or its cookie is old: the answer brings a cookie
    session: str = ""  # this browser among those that hold the identity
    dropped: tuple[str, ...] = ()  # cookies that are good no more: the answer takes them away

    @property
    def translations(self) -> Translations:
        return translations(self.language, *CATALOGUES)

    @property
    def is_https(self) -> bool:
        return self.origin.startswith("https:")


def language_of(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else best_language(connection.headers.get("accept-language"))


def ticket_of(connection: HTTPConnection, signer: Signer) -> tuple[Ticket | None, tuple[str, ...]]:
    """From the cookies: who comes, None if nobody we know; and the cookies that say nothing to us."""
    dropped: list[str] = []
    for name in (SECURE_COOKIE, COOKIE):
        if cookie := connection.cookies.get(name):
            try:
                return signer.read_cookie(cookie), tuple(dropped)
            except ForgedIdentity:
                dropped.append(name)
    return None, tuple(dropped)


def context_of(connection: HTTPConnection) -> RequestContext:
    found: object = connection.scope["context"]
    assert isinstance(found, RequestContext)
    return found
