"""Who somebody is: a random identity in a signed cookie. Nobody has an account."""

from __future__ import annotations

import base64
import hmac
import os
import secrets
import stat
import time
from pathlib import Path

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.server.settings import CannotStart

COOKIE = "purrlor"
LIFETIME = 400 * 24 * 3600  # the longest browsers keep a cookie
REMEMBERED = 50_000


class ForgedIdentity(PurrlorError):
    """A cookie this server did not sign, or one that has expired."""


class Signer:
    """Signs identities, with a mark for each purpose, so that one is never taken for another."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.checked: set[str] = set()  # cookies whose mark was found to be ours: every click brings one

    def mark(self, purpose: str, text: str) -> str:
        mac = hmac.digest(self.secret, f"{purpose}\0{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(mac[:24]).decode()

    def cookie(self, identity: str, now: float | None = None) -> str:
        text = f"{identity}.{int(time.time() if now is None else now):x}"
        return f"{text}.{self.mark('cookie', text)}"

    def read_cookie(self, cookie: str) -> str:
        text, _, mark = cookie.rpartition(".")
        identity, _, born = text.partition(".")
        is_ours = cookie in self.checked or is_same(mark, self.mark("cookie", text))
        if not is_ours or not time.time() - int(born, 16) < LIFETIME:
            raise ForgedIdentity(
                N_("Your browser brought a ticket that is not ours, or too old. We threw it away: open the page again.")
            )
        if len(self.checked) >= REMEMBERED:
            self.checked.clear()
        self.checked.add(cookie)
        return identity

    def shadow(self, identity: str) -> str:
        """A short name for logs that leads nobody back to the identity."""
        return self.mark("log", identity)[:8]


def is_same(given: str, true: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), true.encode())


def read_secret(path: Path, given: str = "") -> bytes:
    """The server's secret: the one given, or that of the file, which is made on the first start."""
    if given:
        return parse_secret(given, "PURRLOR_SECRET")
    if not path.exists():
        make_secret(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise CannotStart(N_("Others can read the secret file {path}: say chmod 600 first."), path=str(path))
    return parse_secret(path.read_text().strip(), str(path))


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
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
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
