"""Compiled templates, kept for the whole process: another site in it compiles nothing again."""

from __future__ import annotations

from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache


class BytecodeInMemory(BytecodeCache):
    """The code of every template file, as long as the file says the same."""

    def __init__(self) -> None:
        self.by_key: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self.by_key.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.by_key[bucket.key] = bucket.checksum, bucket.code


TEMPLATE_BYTECODE = BytecodeInMemory()
