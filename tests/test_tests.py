"""What the tests hold themselves to: they wait for conditions, never for a time; they are not tried again."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
SLEEPS = {"sleep", "wait_for_timeout"}
# A function named `until` looks again and again whether something holds, and fails when it never does.
PACED = {
    ("test_race.py", "click_for_ever"): "an impatient person's pace: nothing is waited for",
    ("test_traces.py", "compare"): "the loop's clock is virtual: it jumps, nobody waits",
}


IN_A_PAGE = re.compile(r"set(Timeout|Interval)\(.*, *\d")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(HERE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def name_of(call: ast.expr) -> str:
    return call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""


def waits(node: ast.AST, function: str = "") -> Iterator[tuple[str, int]]:
    """Calls that only let time pass, each with the function around it; `sleep(0)` lets other tasks run and is none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and name_of(child.func) in SLEEPS:
            if not (isinstance(child.args[0], ast.Constant) and child.args[0].value == 0):
                yield function, child.lineno
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from waits(child, child.name if is_function else function)  # type: ignore[attr-defined]


def test_no_test_waits_for_a_time() -> None:
    found = [(path.name, *wait) for path, tree in trees() for wait in waits(tree)]
    allowed = {(name, function) for name, function, _ in found if function == "until"} | PACED.keys()
    assert [each for each in found if each[:2] not in allowed] == [], "wait for a condition: until, wait_for_function"
    assert PACED.keys() <= {each[:2] for each in found}, "an exception nobody needs any more"


def test_no_script_of_a_test_waits_for_a_time() -> None:
    """In a page too: an animation frame, an event, a promise, or its clock moved by `page.clock`."""
    found = [path.name for path in HERE.rglob("*.py") if IN_A_PAGE.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_fixed_waits_are_recognised() -> None:
    code = "async def f():\n await asyncio.sleep(0)\n await asyncio.sleep(.2)\n page.wait_for_timeout(5)\n sleep(1)\n"
    assert list(waits(ast.parse(code))) == [("f", 3), ("f", 4), ("f", 5)]


def test_no_test_is_tried_again() -> None:
    names = {name_of(node) for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "skipif" in names
    assert not names & {"flaky", "reruns", "rerun"}
