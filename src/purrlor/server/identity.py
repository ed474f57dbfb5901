"""Who somebody is: 128 random bits in a signed cookie, or in a signed token for programs. Nobody has an account."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.server.settings import BadSetting

COOKIE = "purrlor"
LIFETIME = 400 * 24 * 3600  # the longest browsers keep a cookie
TOKEN = "purr_"


class ForgedIdentity(PurrlorError):
    """A cookie or token this server did not sign, or one that has expired."""


@dataclass(frozen=True)
class Person:
    """An identity as it came with a request; `fresh` ones must be given their cookie."""

    key: str
    fresh: bool = False


def new_identity() -> str:
    return secrets.token_urlsafe(16)


class Signer:
    """Signs identities with a key of their purpose, so that a cookie is no token and a token no cookie."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def mark(self, purpose: str, text: str) -> str:
        mac = hmac.digest(self.secret, f"{purpose}\0{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(mac[:24]).decode()

    def cookie(self, identity: str, now: float | None = None) -> str:
        text = f"{identity}.{int(time.time() if now is None else now):x}"
        return f"{text}.{self.mark('cookie', text)}"

    def read_cookie(self, cookie: str) -> str:
        text, _, mark = cookie.rpartition(".")
        identity, _, born = text.partition(".")
        if not is_same(mark, self.mark("cookie", text)) or not time.time() - int(born, 16) < LIFETIME:
            raise ForgedIdentity(
                N_("Your browser brought a ticket that is not ours or has expired. It is thrown away: open the page again.")
            )
        return identity

    def token(self, identity: str) -> str:
        return f"{TOKEN}{identity}.{self.mark('token', identity)}"

    def read_token(self, token: str) -> str:
        identity, _, mark = token.removeprefix(TOKEN).rpartition(".")
        if not token.startswith(TOKEN) or not is_same(mark, self.mark("token", identity)):
            raise ForgedIdentity(N_("This token is not one of this server's: join or create a table to get one."))
        return identity

    def shadow(self, identity: str) -> str:
        """A short name for logs that leads nobody back to the identity."""
        return self.mark("log", identity)[:8]


def is_same(given: str, true: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), true.encode())


def digest_of_key(key: str) -> str:
    """How a key that opens something is stored: whoever reads the database cannot use it."""
    return hashlib.sha256(key.encode()).hexdigest()


def read_secret(path: Path, given: str = "") -> bytes:
    """The server's secret: the one given, or that of the file, which is made on the first start."""
    if given:
        return parse_secret(given, "PURRLOR_SECRET")
    if not path.exists():
        make_secret(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BadSetting(N_("Others can read the secret file {path}: say chmod 600 first."), path=str(path))
    return parse_secret(path.read_text().strip(), str(path))


def parse_secret(text: str, source: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise BadSetting(N_("The secret in {source} is not 64 hexadecimal digits."), source=source)
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
