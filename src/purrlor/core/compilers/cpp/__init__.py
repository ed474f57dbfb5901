"""A game's compiled part as C++, for g++ and for nvcc: one source of rules, a third way to run it.

    text = translation(game("cat-cafe"))                  # a header: the record, its tables, all functions

Rules are a small part of Python: whole numbers, one record, tuples of numbers, functions without closures. What is
outside is refused with its file and line (`CannotTranslate`). Room: core; imports core alone.
"""

from __future__ import annotations

from purrlor.core.compilers.cpp.header import translation
from purrlor.core.compilers.cpp.refusal import CannotTranslate

__all__ = ["CannotTranslate", "translation"]
