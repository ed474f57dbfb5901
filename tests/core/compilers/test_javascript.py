"""Rules as JavaScript: what cannot be translated is refused with its line. That they count alike is shown in a browser,
in tests/web/browser/test_real_table.py."""

from collections.abc import Callable
from typing import Any

import pytest

from purrlor.core.compilers.cpp import CannotTranslate
from purrlor.core.compilers.javascript import empty_record, translation
from purrlor.core.game import game

TABLE = (1, -2, 3)


def several(n: int) -> int:
    """A docstring is left out."""
    a = b = n
    a, b = b // 2, a % 3
    total = 0
    for k in range(n, 0, -1):
        total += TABLE[k % 3] if 0 < k <= 5 or k not in (7, 8) else -k
        if not total:
            break
    return max(total, abs(a), b)


def test_a_function_becomes_a_function_of_big_numbers() -> None:
    text = translation({"several": several})
    assert "function compilers_test_javascript_several(n_)" in text
    assert "const T_compilers_test_javascript_TABLE = [1n, -2n, 3n];" in text
    assert text.count("function ") == 1
    assert "docstring" not in text
    assert "const several = compilers_test_javascript_several;" in text
    assert empty_record(game("cat-cafe").rules.State).startswith("({ rng: Array.from({ length: 4 }, () => 0n)")


def with_list(n: int) -> Any:
    return [n]


def with_power(n: int) -> Any:
    return n**2


def with_loop(n: int) -> Any:
    for each in TABLE:
        n += each
    return n


def with_method(n: int) -> Any:
    return n.bit_count()


def with_text(n: int) -> Any:
    return "n"


@pytest.mark.parametrize("function", [with_list, with_power, with_loop, with_method, with_text])
def test_what_is_outside_is_refused_with_its_line(function: Callable[[int], Any]) -> None:
    with pytest.raises(CannotTranslate, match="test_javascript"):
        translation({"f": function})
