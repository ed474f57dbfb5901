"""All functions and tables that some roots need, each once, callees before callers."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType

from purrlor.core.compilers.cpp.function import Translator
from purrlor.core.compilers.cpp.refusal import refusal
from purrlor.core.compilers.cpp.tail_calls import takes_one_record

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
        self.stages: dict[str, set[str]] = {}  # by name, callees first: what it leaves to its caller
        self.arity: dict[str, int] = {}

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
            self.stages[name] = translator.stages
            self.arity[name] = len(source.tree.args.args)
        elif self.done[name] is None:
            file, line = caller or ("?", 0)
            raise refusal(file, line, f"{function.__name__}, which calls itself,")
        return name

    def is_stage(self, function: FunctionType) -> bool:
        """Whether a last call of it may be left to the caller."""
        tree = Source(function).tree
        return isinstance(tree, ast.FunctionDef) and takes_one_record(tree)

    def number(self, name: str) -> int:
        """Of a translated function: callees have lower ones than their callers."""
        return list(self.stages).index(name) + 1

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
