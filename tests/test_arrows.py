"""Who may import whom. The folders say it: a new file or a new game is checked without an edit here."""

import ast
from collections.abc import Iterator
from pathlib import Path

import purrlor

HOME = Path(purrlor.__file__).parent
TOP = ("core", "games", "new_game", "bots", "tables", "web", "lab", "command_line")
# room -> the rooms it may import, besides itself
MAY_IMPORT = {
    "core": (),
    "games": ("core", "web.art"),
    "new_game": ("core", "web.art"),
    "bots": ("core", "games"),
    "tables": ("core", "games", "bots"),
    "web": ("core", "games", "bots", "tables"),
    "lab": ("core", "games", "bots"),
    "command_line": ("core", "games", "new_game", "bots", "tables", "web", "lab"),
}
# room -> libraries that belong elsewhere, and where
NOT_HERE = {
    "core": {"starlette": "web", "numpy": "the compiled side only"},
    "games": {"starlette": "web", "jinja2": "web/rendering"},
    "tables": {"starlette": "web", "uvicorn": "web/server", "jinja2": "web/rendering", "markupsafe": "web"},
    "bots": {"starlette": "web"},
    "lab": {"starlette": "web"},
}
# they build the compiled side and load NumPy when asked, or only name its types
NUMPY_IN_CORE = ("native.py", "record.py", "walk.py", "study_answer.py")
# Inside a game: folder -> the folders of the same game it may import, besides itself
IN_A_GAME = {
    "rules": (),
    "bots": ("rules",),
    "words": ("rules", "bots"),
    "board": ("rules", "bots", "words"),
    "lab": ("rules", "bots", "words"),
}
# A compiled folder imports only what compiles.
COMPILED = ("games/*/rules", "games/*/bots", "new_game/*/rules", "new_game/*/bots", "lab/kernels")
COMPILES = ("core.chance", "core.seats", "core.record", "bots.tree_search.rollout_defaults", "bots.tree_search.tree")
COMPILED_MODULES = (
    "games/*/lab/observation.py",
    "games/*/lab/decision_names.py",
    "new_game/*/lab/observation.py",
    "core/playout.py",
    *(f"bots/tree_search/{name}.py" for name in ("tree", "search", "rollout_guide", "network_guide")),
)
COMPILED_NETWORKS = ("bots/networks/flat.py", "bots/networks/grid.py", "bots/networks/layers.py")
MOST_FILES = 17  # in one folder
MOST_ANY = 20  # uses of Any outside the compiled part, where a type is whatever the compiler is given


def compiled_files() -> list[Path]:
    folders = [folder for pattern in COMPILED for folder in HOME.glob(pattern)]
    return [path for folder in folders for path in folder.glob("*.py")] + [
        path for pattern in COMPILED_MODULES for path in HOME.glob(pattern)
    ]


def imports_of(path: Path, *, typing_too: bool = True) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of everything a file imports; `from a.b import c` is a.b.c."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    if not typing_too:
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, part.name) for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{part.name}") for part in node.names)


def ours(name: str) -> str | None:
    """core.game.Game for purrlor.core.game.Game; None for what is not ours."""
    return name.removeprefix("purrlor.") if name.startswith("purrlor.") else None


def is_within(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def faults_of(path: Path, room: str) -> Iterator[str]:
    for line, name in imports_of(path):
        where, mine = f"{path.relative_to(HOME)}:{line}", ours(name)
        if mine is None:
            elsewhere = NOT_HERE.get(room, {}).get(name.partition(".")[0])
            if elsewhere is not None and not (room == "core" and path.name in NUMPY_IN_CORE):
                yield f"{where} imports {name}: code that needs it belongs in {elsewhere}"
        elif mine.partition(".")[0] in TOP and not is_within(mine, (room, *MAY_IMPORT[room])):
            there = mine.partition(".")[0]
            yield (
                f"{where} imports purrlor.{mine}: {room}/ may import {', '.join(MAY_IMPORT[room]) or 'nobody'}; "
                f"move the code that needs {there}/ to {there}/, or what it needs down to where both may import it"
            )


def test_every_folder_of_the_house_has_a_rule() -> None:
    found = {path.name for path in HOME.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert found == set(MAY_IMPORT) == set(TOP)


def test_arrows_point_one_way() -> None:
    wrong = [fault for room in TOP for path in (HOME / room).rglob("*.py") for fault in faults_of(path, room)]
    assert not wrong, "\n".join(wrong)


def test_a_game_imports_no_other_game() -> None:
    paths = list((HOME / "games").rglob("*.py"))
    assert len(paths) > 40
    for path in paths:
        own = path.relative_to(HOME / "games").parts[0]
        for line, name in imports_of(path):
            mine = ours(name)
            if mine is not None and mine.startswith("games."):
                assert mine.split(".")[1] == own, f"{path.relative_to(HOME)}:{line} imports another game: {name}"


def test_inside_a_game_words_do_not_know_the_board() -> None:
    wrong = []
    for path in (path for folder in IN_A_GAME for path in (HOME / "games").glob(f"*/{folder}/**/*.py")):
        _, name, folder = path.relative_to(HOME).parts[:3]
        may = IN_A_GAME[folder]
        for line, imported in imports_of(path):
            mine = (ours(imported) or "").split(".")
            if mine[:2] == ["games", name] and mine[2:3] and mine[2] in IN_A_GAME and mine[2] not in (folder, *may):
                wrong.append(
                    f"{path.relative_to(HOME)}:{line} imports {imported}: {folder}/ may import "
                    f"{', '.join(may) or 'no other folder'} of its game; move what both need to words/ or rules/"
                )
    assert not wrong, "\n".join(wrong)


def test_compiled_folders_import_only_what_compiles() -> None:
    wrong, checked = [], 0
    for path in compiled_files():
        checked += 1
        parts = path.relative_to(HOME).parts
        is_game = parts[0] in ("games", "new_game")
        own = tuple(f"{parts[0]}.{parts[1]}.{room}" for room in ("rules", "bots")) if is_game else ("lab.kernels",)
        for line, name in imports_of(path, typing_too=False):
            mine = ours(name)
            library = name.partition(".")[0] in ("__future__", "typing", "collections", "math")
            if not (library if mine is None else is_within(mine, (*COMPILES, *own))):
                wrong.append(
                    f"{path.relative_to(HOME)}:{line} imports {name}: this file is compiled, so it may import only "
                    f"{', '.join(COMPILES[:3])} and its game's rules/ and bots/; the rest belongs in words/ or board/"
                )
    assert checked > 20
    assert not wrong, "\n".join(wrong)


def test_every_folder_says_what_lives_there() -> None:
    """An `__init__` with a docstring; about fifteen files at most, templates and static files included."""
    for folder in sorted({path.parent for path in HOME.rglob("*.py")}):
        text = (folder / "__init__.py").read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), f"{folder.relative_to(HOME)}/__init__.py says nothing"
    for folder in sorted(path for path in (HOME, *HOME.rglob("*")) if path.is_dir() and path.name != "__pycache__"):
        files = [path for path in folder.iterdir() if path.is_file()]
        assert len(files) <= MOST_FILES, f"{folder.relative_to(HOME)} has {len(files)} files: divide it"


def test_few_types_are_any() -> None:
    """mypy checks nothing of what is Any: it is for what a database, a template or a game's own module hands over."""
    compiled = {*compiled_files(), *(HOME / name for name in COMPILED_NETWORKS)}
    found = [
        f"{path.relative_to(HOME)}:{node.lineno}"
        for path in sorted(set(HOME.rglob("*.py")) - compiled)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    ]
    assert len(found) < MOST_ANY, "Any in " + ", ".join(found)
