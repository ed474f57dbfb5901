"""The path of a click as docs/design.md draws it: every stop is there under its name, and they are few."""

import ast
import re
from pathlib import Path

import purrlor

HOME = Path(purrlor.__file__).parent
DESIGN = Path(__file__).parents[1] / "docs" / "design.md"
STOP = re.compile(r"^ ?(\d+)  (\S+\.py)? +([\w.]+)", re.M)
MOST_CALLS, MOST_MODULES = 25, 9


def functions_in(module: str) -> set[str]:
    """`function` and `Class.method`."""
    found = set()
    for node in ast.parse((HOME / module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if hasattr(each, "name")}
    return found


def test_the_path_of_a_click_is_as_drawn() -> None:
    text = DESIGN.read_text(encoding="utf-8")
    stops, module = [], ""
    for number, named, function in STOP.findall(text):
        module = named or module
        stops.append((int(number), module, function))
    modules = {module for _, module, _ in stops}
    assert [number for number, _, _ in stops] == list(range(1, len(stops) + 1))
    for _, module, function in stops:
        assert function in functions_in(module), f"{module} has no {function}: draw the path in docs/design.md again"
    assert f"That is {len(stops)} calls through {len(modules)} modules." in text
    assert len(stops) <= MOST_CALLS
    assert len(modules) <= MOST_MODULES
