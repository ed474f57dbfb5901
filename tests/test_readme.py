"""The README's example runs, and what it points to is there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.startswith("(")


def test_every_link_leads_somewhere() -> None:
    targets = [
        target
        for page in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page)
    ]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_verb_it_names_is_there() -> None:
    from purrlor.cli import parser

    known = parser().format_help()
    own = {"play", "test", "check", "lint", "gallery", "docs"}
    named = set(re.findall(r"\./purr (\w+)", README))
    assert named > {"play"}
    assert [verb for verb in named if verb not in own and verb not in known] == []
