"""A text for several screens at once."""

from __future__ import annotations

from struct import pack

WHOLE_TEXT = 0x81  # how a message of a WebSocket begins that is one text


class EncodedText(str):
    """A text on its way to several screens: its bytes and the message around them are made once."""

    packed: bytes | None = None
    framed: bytes | None = None

    def as_message(self) -> bytes:
        """As a whole message of a WebSocket, from a server, not compressed."""
        if self.framed is None:
            packed = super().encode()
            size = len(packed)
            self.framed = (
                pack("!BB", WHOLE_TEXT, size)
                if size < 126
                else pack("!BBH", WHOLE_TEXT, 126, size)
                if size < 65_536
                else pack("!BBQ", WHOLE_TEXT, 127, size)
            ) + packed
        return self.framed

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        if self.packed is None:
            self.packed = super().encode(encoding, errors)
        return self.packed
