"""A body comes in pieces, and may never come."""

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from purrlor.web.forms import read_form

FORM = [(b"content-type", b"application/x-www-form-urlencoded")]


def request_with(*messages: Message) -> Request:
    left = list(messages)

    async def receive() -> Message:
        return left.pop(0)

    return Request({"type": "http", "headers": FORM}, receive)


@pytest.mark.anyio
async def test_a_form_in_pieces() -> None:
    pieces = [(b"seat=0&act", True), (b"", True), (b"ion=7", False)]
    messages = [{"type": "http.request", "body": body, "more_body": more} for body, more in pieces]
    assert await read_form(request_with(*messages)) == {"seat": "0", "action": "7"}


@pytest.mark.anyio
async def test_somebody_who_goes_before_the_end_is_not_heard() -> None:
    begun = {"type": "http.request", "body": b"seat=0", "more_body": True}
    with pytest.raises(ClientDisconnect):
        await read_form(request_with(begun, {"type": "http.disconnect"}))
