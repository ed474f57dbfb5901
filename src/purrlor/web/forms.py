"""What people fill in: small forms, read strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.core.options import is_whole

FIELDS = 100


class BadForm(PurrlorError):
    """A body that is not what the address asks for."""


class WrongKind(BadForm):
    """A content type that is not read here."""


class Form(dict[str, str]):
    """Field by field; the last of several with one name counts."""

    def number(self, name: str, *, low: int = 0, high: int = 1 << 53) -> int:
        text = self.get(name, "")
        if not (text.isascii() and text.isdecimal() and len(text) < 18 and low <= int(text) <= high):
            raise BadForm(
                N_("The field {name} should be a whole number from {low} to {high}."), name=name, low=low, high=high
            )
        return int(text)

    def maybe(self, name: str, *, low: int = 0, high: int = 1 << 53) -> int | None:
        return self.number(name, low=low, high=high) if self.get(name) else None

    def starting(self, prefix: str) -> dict[str, str]:
        """The fields of a group: options are sent as `option-NAME`."""
        return {name.removeprefix(prefix): value for name, value in self.items() if name.startswith(prefix)}


async def body_of(request: Request) -> bytes:
    """The whole body, without the generators of `Request.body`."""
    parts, is_more = [], True
    while is_more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        is_more = message.get("more_body", False)
    return b"".join(parts)


async def read_form(request: Request) -> Form:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await body_of(request)
    if body and kind != "application/x-www-form-urlencoded":
        raise WrongKind(N_("This address reads forms, not {kind}."), kind=kind[:60] or "—")
    try:
        fields = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
        for _, value in fields:
            value.encode()  # a lone surrogate is no text
    except ValueError:
        raise BadForm(N_("This form cannot be read: it is not whole or not UTF-8.")) from None
    return Form(fields)


class Fields(dict[str, object]):
    """The body of an API request, field by field."""

    def text(self, name: str, usual: str = "") -> str:
        return str(self.get(name, usual))

    def flag(self, name: str) -> bool:
        return bool(self.get(name, False))

    def mapping(self, name: str) -> Mapping[str, object]:
        found = self.get(name)
        return found if isinstance(found, dict) else {}

    def items_of(self, name: str) -> list[str]:
        """A list; the caller checks what is in it."""
        found = self.get(name)
        return found if isinstance(found, list) else []

    def number(self, name: str, *, low: int = 0, high: int = 1 << 53, usual: int | None = None) -> int:
        value = self.get(name, usual)
        if not isinstance(value, int) or not is_whole(value) or not low <= value <= high:
            raise BadForm(
                N_("The field {name} should be a whole number from {low} to {high}."), name=name, low=low, high=high
            )
        return value

    def maybe(self, name: str, *, low: int = 0, high: int = 1 << 53) -> int | None:
        return self.number(name, low=low, high=high) if name in self else None


async def read_json(request: Request) -> Fields:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise WrongKind(N_("Send JSON (content-type: application/json), not {kind}."), kind=kind[:60] or "—")
    try:
        data = json.loads(await body_of(request) or b"{}", parse_constant=refuse_constant)
        json.dumps(data, ensure_ascii=False).encode()  # a lone surrogate is no text
    except (ValueError, RecursionError):
        raise BadForm(N_("This is not whole JSON.")) from None
    if not isinstance(data, dict):
        raise BadForm(N_("Send a JSON object."))
    return Fields(data)


def refuse_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity are no JSON
