"""What a parlour makes of its files is made once in a process, and anew where a file says something else."""

from pathlib import Path

from purrlor.web.rendering.bytecode_in_memory import BytecodeInMemory
from purrlor.web.rendering.jinja_output import FastEnvironment
from purrlor.web.rendering.template_source import JoinedLinesLoader
from purrlor.web.rendering.templating import Templates


def test_another_parlour_takes_what_the_first_has_made() -> None:
    first, second = Templates(), Templates()
    assert first.asset_store is second.asset_store
    code = [
        made.environment.get_template("table/plain_board.html").root_render_func.__code__ for made in (first, second)
    ]
    assert code[0] is code[1]
    assert Templates(dev=True).asset_store is not first.asset_store, "who works on files sees them as they are now"


def test_a_file_that_says_something_else_is_compiled_anew(tmp_path: Path) -> None:
    kept = BytecodeInMemory()
    for text in ("one", "one", "two"):
        (tmp_path / "page.html").write_text(text)
        environment = FastEnvironment(loader=JoinedLinesLoader(tmp_path), bytecode_cache=kept)
        assert environment.get_template("page.html").render() == text
    assert len(kept.by_key) == 1
