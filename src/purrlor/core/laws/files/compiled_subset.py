"""What compiled code may not hold, refused by name and line: rules, strategy and observation are compiled.

Only functions that compiled code can reach are read. Beyond what Numba would refuse, this refuses what it would accept
and C++ or a GPU would not.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

from purrlor.core.game import Game
from purrlor.core.game_interface import BY_MODULE

ROOTS = {
    "rules.rules": ("start", "waiting", "legal", "apply", "reveals", "hide", "redeal", "score", "winners"),
    "bots.strategy": ("sensible", *BY_MODULE["bots.strategy"].hooks),
    "lab.observation": ("observe",),
    "lab.decision_names": ("decision_name",),
}
COMPILED_HELPERS = ("purrlor.core.chance", "purrlor.core.record", "purrlor.core.seats")
BUILT_IN = ("range", "min", "max", "abs", "len", "int", "bool")
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.List: "a list made here (lists are fields of the state)",
    ast.ListComp: "a list made here (lists are fields of the state)",
    ast.GeneratorExp: "a generator",
    ast.Yield: "a generator",
    ast.YieldFrom: "a generator",
    ast.Lambda: "a lambda",
    ast.JoinedStr: "a string",
    ast.Try: "try",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.With: "with",
    ast.ClassDef: "a class",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.Slice: "a slice",
    ast.Starred: "*",
    ast.Div: "/ (use //)",
    ast.Pow: "** (use <<)",
    ast.Is: "is",
    ast.IsNot: "is not",
}


def forbidden_in(game: Game) -> list[str]:
    """One line for each thing, in the order of the files."""
    found = {fault for function in compiled_functions(game) for fault in faults_of(function, game)}
    found |= set(relative_imports(game))
    return [f"{file} line {line}: {what} is not allowed in compiled code" for file, line, what in sorted(found)]


def relative_imports(game: Game) -> Iterator[tuple[str, int, str]]:
    files = [*(game.folder / "rules").glob("*.py"), *(game.folder / "bots").glob("*.py")]
    files += [game.folder / "lab" / name for name in ("observation.py", "decision_names.py")]
    for path in (path for path in files if path.exists()):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                yield str(path.relative_to(game.folder)), node.lineno, "a relative import (write the whole name)"


def compiled_functions(game: Game) -> list[FunctionType]:
    """All functions of the game that its compiled parts can reach."""
    queue = []
    for module, names in ROOTS.items():
        if game.has(BY_MODULE[module].file):
            part = game.module(module)
            queue += [getattr(part, name) for name in names if isinstance(getattr(part, name, None), FunctionType)]
    found: list[FunctionType] = []
    while queue:
        function = queue.pop()
        if function in found or not Path(function.__code__.co_filename).is_relative_to(game.folder):
            continue
        found.append(function)
        for name in function.__code__.co_names:
            known = function.__globals__.get(name)
            if isinstance(known, FunctionType):
                queue.append(known)
    return found


def faults_of(function: FunctionType, game: Game) -> Iterator[tuple[str, int, str]]:
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    file = str(Path(function.__code__.co_filename).relative_to(game.folder))
    if isinstance(tree, ast.FunctionDef):
        for node, what in (*forbidden(tree), *foreign_names(tree, function, game)):
            yield file, first + int(getattr(node, "lineno", 1)) - 1, what


def forbidden(tree: ast.FunctionDef) -> Iterator[tuple[ast.AST, str]]:
    if tree.args.defaults or tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg:
        yield tree, f"a default, keyword or * parameter ({tree.name})"
    if tree.decorator_list:
        yield tree, f"a decorator ({tree.name})"
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    for statement in body:
        for node in walk_code(statement):
            if type(node) in FORBIDDEN:
                yield node, FORBIDDEN[type(node)]
            elif isinstance(node, ast.FunctionDef):
                yield node, f"a function inside a function ({node.name})"
            elif isinstance(node, ast.Constant):
                if isinstance(node.value, str | bytes):
                    yield node, f"a string ({node.value!r})"
                elif node.value is None:
                    yield node, "None"
                elif isinstance(node.value, float):
                    yield node, f"a number with a fraction ({node.value})"
            elif isinstance(node, ast.Call) and node.keywords:
                yield node, f"a keyword argument ({node.keywords[0].arg})"
            elif isinstance(node, ast.For) and not is_range(node.iter):
                yield node, "a loop over anything but range(…)"
    yield from changed_types(body)


def foreign_names(tree: ast.FunctionDef, function: FunctionType, game: Game) -> Iterator[tuple[ast.AST, str]]:
    """What the body names that is neither local, nor the game's own, nor one of the few helpers that compile."""
    code, known = function.__code__, function.__globals__
    for statement in tree.body:
        for node in walk_code(statement):
            if not isinstance(node, ast.Name) or node.id in code.co_varnames:
                continue
            if node.id in known:
                home = foreign_home(known[node.id], game)
                if home:
                    yield node, f"{node.id} (of {home}; chance is below, pick, shuffle of purrlor.core.chance)"
            elif node.id in vars(builtins) and node.id not in BUILT_IN:
                yield node, f"{node.id} (of Python's built-in functions only {', '.join(BUILT_IN)} compile)"


def foreign_home(value: object, game: Game) -> str:
    """The module a value comes from, "" where compiled code may use it: numbers, tables, the game's own, helpers."""
    if isinstance(value, int | tuple):
        return ""
    if isinstance(value, ModuleType):
        home = value.__name__
    else:
        home = str(getattr(value, "__module__", None) or type(value).__module__)
    is_own = home == game.package or home.startswith(f"{game.package}.")
    return "" if is_own or home in COMPILED_HELPERS or home == "builtins" else home


def walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Everything but annotations; operators and comparisons stand where their expression does."""
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.AnnAssign) and child is node.annotation:
            continue
        if isinstance(child, ast.operator | ast.cmpop):
            ast.copy_location(child, node)
        yield from walk_code(child)
    yield node


def is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def changed_types(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str]]:
    """A name that is a number here and something else there."""
    kinds: dict[str, str] = {}
    for statement in body:
        for node in walk_code(statement):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                name, kind = node.targets[0].id, kind_of(node.value)
                if kind and kinds.setdefault(name, kind) != kind:
                    yield node, f"{name}, {kinds[name]} before and {kind} here,"


def kind_of(node: ast.expr) -> str:
    """What an expression certainly is; "" where only running it tells."""
    if isinstance(node, ast.Tuple):
        return "a tuple"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return "a bool"
    if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return "a bool"
    if isinstance(node, ast.Constant | ast.BinOp | ast.UnaryOp):
        return "a number"
    return ""
