"""All functions and tables that some roots need, each once, callees before callers."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType

from purrlor.core.cpp.function import Translator
from purrlor.core.cpp.refusal import refusal

Signature = tuple[str, str]


def mangled(module: str, name: str) -> str:
    return "_".join(module.split(".")[-2:]) + "_" + name


class Source:
    """A function's own text, and where it stands."""

    def __init__(self, function: FunctionType) -> None:
        lines, self.first = inspect.getsourcelines(function)
        self.file = inspect.getsourcefile(function) or "?"
        self.tree = ast.parse(textwrap.dedent("".join(lines))).body[0]

    def line(self, node: ast.AST) -> int:
        return self.first + int(getattr(node, "lineno", 1)) - 1


class Unit:
    """A translation in the making."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.bodies: list[str] = []
        self.done: dict[
            str, int | None
        ] = {}  # by name: how many numbers it returns as a tuple, else 0; None: under way

    def need(self, function: FunctionType, caller: tuple[str, int] | None = None) -> str:
        """The function's name in C++, translated first if it was not yet."""
        name = mangled(function.__module__, function.__name__)
        if name not in self.done:
            self.done[name] = None
            source = Source(function)
            if not isinstance(source.tree, ast.FunctionDef):
                raise refusal(source.file, source.first, f"{function.__name__}, which is no plain function,")
            translator = Translator(self, function, source.tree, source.file, source.first)
            self.bodies.append(translator.text(name))
            self.done[name] = translator.returned
        elif self.done[name] is None:
            file, line = caller or ("?", 0)
            raise refusal(file, line, f"{function.__name__}, which calls itself,")
        return name

    def tuple_length(self, name: str) -> int:
        """How many numbers a translated function returns as a tuple; 0: it returns none."""
        return self.done[name] or 0

    def table(self, module: str, name: str, values: tuple[int, ...]) -> str:
        label = "T_" + mangled(module, name)
        if label not in self.tables:
            low, high = min(values), max(values)
            kind = "signed char" if low > -129 and high < 128 else "int" if low >= -(2**31) and high < 2**31 else "i64"
            numbers = ", ".join(f"{value}LL" for value in values)
            self.tables[label] = f"TABLE {kind} {label}[{len(values)}] = {{{numbers}}};"
        return label
