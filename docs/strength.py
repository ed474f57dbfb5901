"""Draws the curves of docs/strength.md from the figures there: `python docs/strength.py`; a test compares them."""

from __future__ import annotations

import re
from pathlib import Path

from purrlor.lab.reports.plots import STYLE, WIDTH, lines_plot

DOCS = Path(__file__).resolve().parent
Lines = dict[str, list[tuple[float, float]]]

# seconds of training, share of matches won by the network alone against cats
TRAINING: Lines = {
    "2 players (even: 50 %)": [
        (150, 0.923), (300, 0.940), (450, 0.942), (576, 0.949),
    ],
    "4 players (even: 25 %)": [
        (150, 0.877), (300, 0.914), (450, 0.931), (576, 0.935),
    ],
}  # fmt: skip
# playouts a decision, share of matches won against a tenth of them
PLAYOUTS: Lines = {
    "Cat Café": [(2_000, 0.850), (27_000, 0.520)],
    "Pocket Cats": [(20_000, 0.603), (25_000, 0.631), (30_000, 0.690), (120_000, 0.569), (250_000, 0.517)],
}
ROW, TOP = 20, 4


def pictures() -> dict[str, str]:
    """By the name of its file."""
    training = "Cat Café: matches won against cats, by seconds of training"
    playouts = "A search against one with a tenth of its playouts: matches won, by playouts a decision"
    return {
        "strength-training.svg": standing_alone(lines_plot(TRAINING, training), list(TRAINING)),
        "strength-playouts.svg": standing_alone(lines_plot(PLAYOUTS, playouts, logarithmic=True), list(PLAYOUTS)),
    }


def standing_alone(plot: str, names: list[str]) -> str:
    """A plot of a report as a file of its own, its key below it."""
    found = re.search(r'<svg viewBox="0 0 (\d+) (\d+)"(.*)</svg>', plot, re.DOTALL)
    assert found is not None
    height = int(found[2])
    colours = STYLE[: STYLE.index("*{")]
    rules = "text{fill:var(--ink);font:13px system-ui,sans-serif}.soft{fill:var(--soft)}.rule{stroke:var(--rule)}"
    key = "".join(
        f'<rect x="68" y="{height + TOP + ROW * k}" width="12" height="12" rx="2" style="fill:var(--c{k})"/>'
        f'<text x="88" y="{height + TOP + ROW * k + 11}">{name}</text>'
        for k, name in enumerate(names)
    )
    tall = height + TOP + ROW * len(names)
    style = f"<style>{colours}{rules}svg{{background:var(--paper)}}</style>"
    head, body = found[3].split(">", 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}"{head}>{style}{body}{key}</svg>\n'


if __name__ == "__main__":
    for name, text in pictures().items():
        (DOCS / name).write_text(text, encoding="utf-8")
