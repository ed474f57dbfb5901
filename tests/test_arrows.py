"""Who may import whom: games → core; bots → core, games; server → core, bots, web; lab → core, bots."""

import ast
from pathlib import Path

import purrlor

HOME = Path(purrlor.__file__).parent
ALLOWED = {
    "core": {"core", "games"},  # the catalogue finds the folders of games
    "games": {"core", "games", "web.art"},
    "bots": {"core", "games", "bots"},
    "lab": {"core", "games", "bots", "lab"},
    "web": {"core", "games", "web"},
    "server": {"core", "games", "bots", "web", "server"},
}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(part.name for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{part.name}" for part in node.names)
    return {name.removeprefix("purrlor.") for name in found if name.startswith("purrlor.")}


def test_arrows_point_one_way() -> None:
    wrong = []
    for room, allowed in ALLOWED.items():
        for path in (HOME / room).rglob("*.py"):
            for name in imported(path):
                if not any(name == other or name.startswith(other + ".") for other in allowed):
                    wrong.append(f"{path.relative_to(HOME)} imports {name}")
    assert wrong == []


def test_a_game_imports_no_other_game() -> None:
    paths = list((HOME / "games").rglob("*.py"))
    assert len(paths) > 40
    for path in paths:
        own = path.relative_to(HOME / "games").parts[0]
        for name in imported(path):
            if name.startswith("games."):
                assert name.split(".")[1] == own, f"{path} imports {name}"


def test_rules_import_no_library() -> None:
    paths = list((HOME / "games").glob("*/rules.py"))
    assert len(paths) >= 4
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                raise AssertionError(f"{path} imports {node.names[0].name}")
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").startswith(("purrlor.", "__future__")), f"{path} imports {node.module}"
