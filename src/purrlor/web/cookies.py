"""Who somebody is: a random identity in a signed cookie, with the session of the browser that holds it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import time
from pathlib import Path
from typing import NamedTuple

from purrlor.core.cache import Cache
from purrlor.core.errors import PurrlorError
from purrlor.core.installation.operating_system import others_can_read
from purrlor.core.language import N_
from purrlor.tables.store.rows import SESSION_SECONDS
from purrlor.web.server.settings import CannotStart

COOKIE = "purrlor"
SECURE_COOKIE = "__Host-purrlor"  # under https: no sibling domain and no plain http can set it
LIFETIME = SESSION_SECONDS
RENEWED = 30 * 24 * 3600  # a cookie older than this is written again, so that regular visitors never lose theirs
SIGNATURES_CACHED = 50_000


class ForgedIdentity(PurrlorError):
    """A cookie this server did not sign, or one that has expired."""


class Ticket(NamedTuple):
    """What a cookie of ours says."""

    identity: str
    session: str  # one browser of this identity; see sessions.py
    born: int
    is_old: bool  # signed with an older secret, or of an older form: the browser is to get a new one

    def is_due(self) -> bool:
        return self.is_old or time.time() - self.born > RENEWED


class Signer:
    """Signs identities, with a mark for each purpose, so that one is never taken for another.

    The first secret signs; all of them verify. So a new secret can be put first and the old one kept until every
    browser has come by once.
    """

    def __init__(self, *secrets: bytes) -> None:
        self.secrets = secrets
        self.checked: Cache[str, Ticket] = Cache(SIGNATURES_CACHED)  # good cookies: every click brings one

    def signature(self, purpose: str, text: str, secret: bytes | None = None) -> str:
        mac = hmac.digest(secret or self.secrets[0], f"{purpose}\0{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(mac[:24]).decode()

    def cookie(self, identity: str, session: str = "", now: float | None = None) -> str:
        born = f"{int(time.time() if now is None else now):x}"
        text = f"{identity}.{session}.{born}" if session else f"{identity}.{born}"
        return f"{text}.{self.signature('cookie', text)}"

    def read_cookie(self, cookie: str) -> Ticket:
        """Whose it is; ForgedIdentity if it is not ours or too old."""
        ticket = self.checked.get(cookie) or self.checked_now(cookie)
        if ticket is None or time.time() - ticket.born >= LIFETIME:
            raise ForgedIdentity(N_("Your browser brought a ticket that is not ours, or too old."))
        self.checked.put(cookie, ticket)
        return ticket

    def checked_now(self, cookie: str) -> Ticket | None:
        text, _, signature = cookie.rpartition(".")
        signed_by = [
            k for k, secret in enumerate(self.secrets) if is_same(signature, self.signature("cookie", text, secret))
        ]
        if not signed_by:
            return None
        identity, *session, born = text.split(".")
        # Cookies of older releases have no session: theirs is named after the cookie, so that it can be ended too.
        name = session[0] if session else "~" + hashlib.sha256(cookie.encode()).hexdigest()[:16]
        return Ticket(identity, name, int(born, 16), is_old=signed_by[0] > 0 or not session)

    def log_name(self, identity: str) -> str:
        """A short name for logs that leads nobody back to the identity."""
        return self.signature("log", identity)[:8]

    def reader(self, identity: str) -> str:
        """A mark by which a browser knows whether it is still the same person's; "" for nobody's."""
        return self.signature("reader", identity)[:8] if identity else ""


def is_same(given: str, true: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), true.encode())


def read_secrets(path: Path, given: str = "") -> list[bytes]:
    """The server's secrets, the newest first: those given (with commas), or the lines of the file, which is made on
    the first start."""
    if given:
        return parse_secrets(given.replace(",", "\n"), "PURRLOR_SECRET")
    try:
        if not path.exists():
            make_secret(path)
        if others_can_read(path):
            raise CannotStart(N_("Others can read the secret file {path}: say chmod 600 first."), path=str(path))
        return parse_secrets(path.read_text(), str(path))
    except OSError as error:
        raise CannotStart(
            N_("The secret file {path} cannot be used: {why}."), path=str(path), why=error.strerror or str(error)
        ) from error


def parse_secrets(text: str, source: str) -> list[bytes]:
    found = [parse_secret(line.strip(), source) for line in text.splitlines() if line.strip()]
    return found or [parse_secret("", source)]


def parse_secret(text: str, source: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise CannotStart(N_("The secret in {source} is not 64 hexadecimal digits."), source=source)
    return secret


def make_secret(path: Path) -> None:
    """Written beside and linked into place: of two processes starting at once, one secret wins, and it is whole."""
    if not path.parent.is_dir():
        raise CannotStart(N_("There is no folder {folder}: make it, or mend the path."), folder=str(path.parent))
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
