"""What a browser is sent is the source without what only people read."""

import re

from purrlor.web.rendering.assets import STATIC, minify, static_files


def test_a_script_loses_comments_and_blanks_and_no_string() -> None:
    written = """// why
    const a = 1, say = 'a  -  b', by = a / 2 / 3;  // beside it
    if (a > 0 && say) {
      go(`${a} > ${say} + "x"`, "it's = it", say.replace(/^.*? - /, ''));
    }
"""
    lean_one = """const a=1,say='a  -  b',by=a / 2 / 3;
if(a>0&&say){
go(`${a} > ${say} + "x"`,"it's = it",say.replace(/^.*? - /,''));
}
"""
    assert minify("x.js", written) == lean_one


def test_scripts_are_written_so_that_blanks_may_go() -> None:
    """Without blanks `a - -b` would be another thing; an apostrophe in a comment that stays would begin a string."""
    for name, path in static_files().items():
        if name.endswith(".js"):
            text = re.sub(r"(^|  )\s*// .*", "", path.read_text(), flags=re.M)
            assert not re.findall(r"[-+] [-+]\s?\w", re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "", text)), name
            assert not re.findall(r"/\*[^*]*['\"`][^*]*\*/", text), name


def test_stylesheets_are_written_for_people() -> None:
    """What browsers get has no line breaks at all; the source has lines that fit a window."""
    sheets = [path for name, path in static_files().items() if name.endswith(".css")]
    assert sheets
    for path in sheets:
        text = path.read_text()
        assert max(map(len, text.splitlines())) <= 120, path
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        assert not [line for line in bare.splitlines() if line.count('"') % 2], f"{path}: a string ends in its line"


def test_places_of_a_grid_have_one_name() -> None:
    """A place that was renamed in one rule alone is none: what belongs there falls into another row."""
    styles = "".join(path.read_text() for name, path in static_files().items() if name.endswith(".css"))
    placed = set(re.findall(r"grid-area:\s*([a-z][\w-]*)\s*[;}]", styles)) - {"auto"}
    rows = [row for given in re.findall(r"grid-template:([^;}]*)", styles) for row in re.findall(r'"([^"]*)"', given)]
    drawn = {place for row in rows for place in row.split()} - {"."}
    assert drawn == placed


def test_no_two_static_files_have_one_name() -> None:
    """Pages ask by the name alone, whatever the folder."""
    names = [path.name for path in STATIC.rglob("*") if path.is_file()]
    assert sorted(names) == sorted(set(names))
