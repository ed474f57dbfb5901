"""Calls that are the last thing a function does. They are left to the outermost caller, which makes them in turn.

    apply -> toss -> go_on -> count_cats -> end_turn         rules end their functions in this way, on many paths

Inlined where they are written, each path would have its own copy of `end_turn`, and a GPU would run these copies one
after the other, each for the few lanes that took its path. So a function only notes which function follows, and the
caller goes through all that may follow, callers before callees: there is one copy of each, and all lanes run it at
once.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purrlor.core.compilers.cpp.unit import Unit

MOST_NUMBERS = 3  # that such a function is given beside the record, as in prelude.h


def last_calls(tree: ast.FunctionDef) -> set[ast.stmt]:
    """Statements after which the function is over, if it gives nothing back."""
    found: set[ast.stmt] = set()
    if not returns_nothing(tree):
        return found
    add_last(tree.body, found)
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and len(block) > 1 and isinstance(block[-1], ast.Return):
                add_last(block[:-1], found)
    return found


def add_last(block: list[ast.stmt], found: set[ast.stmt]) -> None:
    if not block:
        return
    last = block[-1]
    if isinstance(last, ast.Expr):
        found.add(last)
    elif isinstance(last, ast.If):
        add_last(last.body, found)
        add_last(last.orelse, found)


def returns_nothing(tree: ast.FunctionDef) -> bool:
    return tree.returns is not None and ast.unparse(tree.returns) == "None"


def takes_one_record(tree: ast.FunctionDef) -> bool:
    """Whether it gives nothing back and is given a record and a few numbers."""
    notes = [ast.unparse(arg.annotation) if arg.annotation else "int" for arg in tree.args.args]
    is_number = [note in ("int", "bool") for note in notes]
    return returns_nothing(tree) and not any(is_number[:1]) and all(is_number[1:]) and len(notes) <= MOST_NUMBERS + 1


def with_stages(unit: Unit, name: str, head: str, shown: list[str], given: list[str], stages: set[str]) -> str:
    """The whole function: its own part, then whatever was left to do."""
    after: set[str] = set()
    new = set(stages)
    while new:
        after |= new
        new = {each for stage in new for each in unit.stages[stage]} - after
    lines = [f"{head}({', '.join(shown)}) {{", "Next next_;", f"{name}_part({', '.join([*given, 'next_'])});"]
    for stage in sorted(after, key=unit.number, reverse=True):
        numbers = [f"next_.at[{k}]" for k in range(unit.arity[stage] - 1)]
        call = f"{stage}_part" if unit.stages[stage] else stage
        arguments = ", ".join([given[0], *numbers, *(["next_"] if unit.stages[stage] else [])])
        lines.append(f"if (next_.go == {unit.number(stage)}) {{ next_.go = 0; {call}({arguments}); }}")
    return "\n".join([*lines, "}", ""])
