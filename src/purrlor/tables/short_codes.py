"""A short code for a table, to be said over the phone.

Nine digits: easy to dictate in any language, and not to be found by trying. The rate class "code" allows one household
about 17 000 tries a day and the whole server about 43 000 wrong ones; with a thousand open tables that is one hit in
weeks, and it finds a table where people see who comes. A code follows from the table's id and its link's key. It tells
neither, a renewed link has another code, and it is good for a day.
"""

from __future__ import annotations

import hashlib
import re

from purrlor.core.language import N_
from purrlor.tables.errors import UnknownTable
from purrlor.tables.table import Table

DIGITS = 9
CODE_SECONDS = 86400.0
NO_CODE = N_("No table has that code. Check the nine digits; codes last a day.")


def code_of(table: Table) -> str:
    digest = hashlib.sha256(f"code {table.id} {table.door}".encode()).digest()
    return str(int.from_bytes(digest[:16], "big") % 10**DIGITS).zfill(DIGITS)


def in_groups(code: str) -> str:
    """As one says it: 482 913 057."""
    return " ".join(code[k : k + 3] for k in range(0, DIGITS, 3))


def read_code(text: str) -> str:
    """The digits somebody typed, with whatever stands between them; UnknownTable if they are no code."""
    digits = re.sub(r"[\s.,·–—-]", "", text[:40])
    if not (digits.isascii() and digits.isdecimal() and len(digits) == DIGITS):
        raise UnknownTable(NO_CODE)
    return digits


def hash_of_code(code: str) -> bytes:
    return hashlib.sha256(f"code {code}".encode()).digest()
