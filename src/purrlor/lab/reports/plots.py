"""Plots as SVG and tables as HTML, in strings: all that a self-contained report needs.

    page("Title", [section("Lengths", histogram({"matches": {12: 3, 13: 9}}, "decisions"))], "en")

Colours are the page's own (light and dark); every plot has a title for those who do not see it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 680
COLOURS = 8
STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#24211c;--soft:#6d675c;--rule:#ddd8cd;--band:#f1eee6;
--c0:#b4552d;--c1:#2f6f8f;--c2:#7a8b2a;--c3:#8a4f8f;--c4:#b8860b;--c5:#3f7f5f;--c6:#a3465e;--c7:#5b63a8}
@media(prefers-color-scheme:dark){:root{--paper:#1c1a17;--ink:#ece7dc;--soft:#a49c8d;--rule:#3d3932;--band:#282520;
--c0:#e58a5f;--c1:#71b4d6;--c2:#b5c95a;--c3:#cb92d1;--c4:#e3b84d;--c5:#7fc4a0;--c6:#e0869e;--c7:#9aa2ea}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.7rem;margin:.5rem 0}
h2{font-size:1.15rem;margin:2.5rem 0 .5rem}p{margin:.4rem 0}.soft{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{font-weight:600;color:var(--soft);vertical-align:bottom}
th+th{white-space:normal}
figure{margin:.5rem 0}svg{display:block;width:100%;height:auto}svg text{fill:var(--ink);font:13px system-ui,sans-serif}
svg .soft{fill:var(--soft)}svg .rule{stroke:var(--rule)}svg .even{stroke:var(--soft);stroke-dasharray:4 3}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.2rem 0;padding:0;list-style:none}
.key i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
.heat td,.heat th+th{text-align:center;min-width:2.2rem}abbr{text-decoration:none}
@media(max-width:40rem){th:first-child,td:first-child{white-space:normal;hyphens:auto}th,td{padding:.3rem}
.heat td,.heat th+th{min-width:0;padding:.3rem .15rem}svg text{font-size:20px}
.wide:not(:has(.heat)) :is(th,td):first-child{position:sticky;left:0;background:var(--paper)}}
"""


@dataclass(frozen=True)
class Point:
    """A value with its interval; without one, low and high are the value."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Scale:
    """From values to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        wide = self.high - self.low or 1.0
        return self.start + (self.end - self.start) * (value - self.low) / wide


def page(title: str, sections: Sequence[str], language: str, under: str = "") -> str:
    """A whole HTML document with nothing to fetch."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>\n'
        f'<body><main><h1>{escape(title)}</h1>\n<p class="soft">{escape(under)}</p>\n'
        f"{''.join(sections)}</main></body></html>\n"
    )


def section(title: str, *parts: str, note: str = "") -> str:
    said = f'<p class="soft">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{said}\n{''.join(parts)}</section>\n"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The first column is words, the others numbers already written out."""
    top = "".join(f'<th scope="col">{escape(cell).replace(" %", "&nbsp;%")}</th>' for cell in head)
    lines = ("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{"".join(lines)}</tbody></table></div>\n'


def heat(labels: Sequence[str], rows: Sequence[Sequence[float | None]], middle: float, far: float) -> str:
    """Everybody against everybody: what is above the middle in one colour, what is below in another.

    The columns have the numbers of the rows: with their names they would not fit.
    """
    named = (f'<abbr title="{escape(label)}">{k}</abbr>' for k, label in enumerate(labels, 1))
    top = "<th></th>" + "".join(f'<th scope="col">{name}</th>' for name in named)
    lines = []
    for k, (label, row) in enumerate(zip(labels, rows), 1):
        cells = []
        for value in row:
            if value is None:
                cells.append("<td>–</td>")
                continue
            strong = round(100 * min(1.0, abs(value - middle) / far)) * 0.7
            colour = "--c5" if value > middle else "--c0"
            mixed = f"color-mix(in srgb,var({colour}) {strong:.0f}%,transparent)"
            cells.append(f'<td style="background:{mixed}">{round(100 * value)}</td>')
        lines.append(f'<tr><th scope="row">{k} {escape(label)}</th>{"".join(cells)}</tr>\n')
    body = "".join(lines)
    return f'<div class="wide"><table class="heat"><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def intervals(points: Sequence[Point], title: str, *, even: Sequence[float] = (), percent: bool = False) -> str:
    """One line a value: a dot with its interval; `even` marks what each would be if all were equal."""
    left = label_width([point.label for point in points])
    ends = [end for point in points for end in (point.low, point.high)] + list(even)
    ticks = nice_ticks(min(ends), max(ends))
    across = Scale(ticks[0], ticks[-1], left, WIDTH - 75)
    height = 34 * len(points) + 30
    parts = [grid_down(across, ticks, height - 24, percent)]
    for k, point in enumerate(points):
        y = 34 * k + 20
        parts.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{escape(point.label)}</text>')
        if even:
            x = across(even[k])
            parts.append(f'<line class="even" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 14}" y2="{y + 14}"/>')
        parts.append(
            f'<line x1="{across(point.low):.1f}" x2="{across(point.high):.1f}" y1="{y}" y2="{y}" stroke-width="5" '
            f'stroke-linecap="round" opacity=".45" style="stroke:var(--c{k % COLOURS})"/>'
            f'<circle cx="{across(point.value):.1f}" cy="{y}" r="6" style="fill:var(--c{k % COLOURS})"/>'
            f'<text class="soft" x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{written(point.value, percent)}</text>'
        )
    return svg(title, height, parts)


def bars(points: Sequence[Point], title: str, *, even: float | None = None, percent: bool = False) -> str:
    """Upright bars from zero, with intervals where there are some."""
    height, left, foot = 240, 68, 214
    top = max([point.high for point in points] + ([even] if even else []) + [0.0])
    low = min([point.low for point in points] + [0.0])
    ticks = nice_ticks(low, top)
    up = Scale(ticks[0], ticks[-1], foot, 12)
    wide = (WIDTH - left - 10) / max(1, len(points))
    parts = [grid_across(up, ticks, left, percent)]
    for k, point in enumerate(points):
        x = left + wide * (k + 0.5)
        y, under = sorted((up(point.value), up(0.0)))
        half = min(0.35 * wide, 40)
        parts.append(
            f'<rect x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" height="{max(0.5, under - y):.1f}" rx="2" '
            f'style="fill:var(--c1)"><title>{escape(point.label)}: {written(point.value, percent)}</title></rect>'
        )
        if point.high > point.low:
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{up(point.low):.1f}" y2="{up(point.high):.1f}" stroke-width="2" '
                'style="stroke:var(--ink)"/>'
            )
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{escape(point.label)}</text>')
    if even is not None:
        parts.append(f'<line class="even" x1="{left}" x2="{WIDTH - 10}" y1="{up(even):.1f}" y2="{up(even):.1f}"/>')
    return svg(title, height, parts)


def histogram(series: Mapping[str, Mapping[int, int]], title: str, *, bins: int = 40) -> str:
    """How often each whole number came: one strip a series, all on the same scale; the line marks the mean."""
    found = [value for counts in series.values() for value in counts]
    if not found:
        return ""
    low = min(found)
    step = max(1, math.ceil((max(found) - low + 1) / bins))
    many = (max(found) - low) // step + 1
    left = label_width(list(series))
    across = Scale(low, low + many * step, left, WIDTH - 75)
    wide = across(low + step) - left
    height = 62 * len(series) + 30
    ticks = [tick for tick in nice_ticks(low, low + many * step) if low <= tick <= low + many * step]
    parts = [grid_down(across, ticks, height - 24, False)]
    tallest = max(max(bin_up(counts, low, step, many)) for counts in series.values())
    for k, (name, counts) in enumerate(series.items()):
        foot = 62 * k + 60
        mean = sum(value * n for value, n in counts.items()) / (sum(counts.values()) or 1)
        for place, share in enumerate(bin_up(counts, low, step, many)):
            up = 52 * share / (tallest or 1)
            if share:
                parts.append(
                    f'<rect x="{left + wide * place:.1f}" y="{foot - up:.1f}" width="{max(1, wide - 1):.1f}" '
                    f'height="{up:.1f}" style="fill:var(--c{k % COLOURS})"/>'
                )
        x = across(mean + 0.5)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{foot - 54}" y2="{foot}" stroke-width="2" style="stroke:var(--ink)"/>'
            f'<text x="{left - 12}" y="{foot - 8}" text-anchor="end">{escape(name)}</text>'
            f'<text class="soft" x="{WIDTH - 4}" y="{foot - 8}" text-anchor="end">{written(mean, False)}</text>'
        )
    return svg(title, height, parts)


def bin_up(counts: Mapping[int, int], low: int, step: int, many: int) -> list[float]:
    """The share of each bin."""
    heights = [0.0] * many
    for value, n in counts.items():
        heights[(value - low) // step] += n / sum(counts.values())
    return heights


def lines_plot(
    series: Mapping[str, Sequence[tuple[float, float]]],
    title: str,
    *,
    logarithmic: bool = False,
    percent: bool = True,
) -> str:
    """Values over values, one line a series; `logarithmic` across."""
    height, left, foot = 260, 68, 226
    xs = [math.log10(x) if logarithmic else x for line in series.values() for x, _ in line]
    ys = [y for line in series.values() for _, y in line]
    if not xs:
        return ""
    ticks = nice_ticks(min(0.0, *ys), max(ys))
    up = Scale(ticks[0], ticks[-1], foot, 12)
    across = Scale(min(xs), max(xs), left, WIDTH - 10)
    parts = [grid_across(up, ticks, left, percent)]
    marks = range(math.floor(min(xs)), math.ceil(max(xs)) + 1) if logarithmic else nice_ticks(min(xs), max(xs))
    for mark in marks:
        if min(xs) <= mark <= max(xs):
            value = 10**mark if logarithmic else mark
            parts.append(
                f'<text class="soft" x="{across(mark):.1f}" y="{height - 12}" text-anchor="middle">{value:g}</text>'
            )
    for k, line in enumerate(series.values()):
        places = " ".join(f"{across(math.log10(x) if logarithmic else x):.1f},{up(y):.1f}" for x, y in line)
        parts.append(
            f'<polyline points="{places}" stroke-width="2" stroke-linejoin="round" '
            f'style="stroke:var(--c{k % COLOURS});fill:none"/>'
        )
    return svg(title, height, parts) + (key(list(series)) if len(series) > 1 else "")


def key(names: Sequence[str]) -> str:
    """Which colour is which."""
    items = (f'<li><i style="background:var(--c{k % COLOURS})"></i>{escape(name)}</li>' for k, name in enumerate(names))
    return f'<ul class="key">{"".join(items)}</ul>\n'


def svg(title: str, height: float, parts: Sequence[str]) -> str:
    said = escape(title)
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{said}"><title>{said}</title>\n'
        f"{''.join(parts)}</svg></figure>\n"
    )


def grid_down(across: Scale, ticks: Sequence[float], bottom: float, percent: bool) -> str:
    parts = []
    for tick in ticks:
        x = across(tick)
        parts.append(f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="2" y2="{bottom:.1f}"/>')
        parts.append(
            f'<text class="soft" x="{x:.1f}" y="{bottom + 17:.1f}" text-anchor="middle">{written(tick, percent)}</text>'
        )
    return "".join(parts)


def grid_across(up: Scale, ticks: Sequence[float], left: float, percent: bool) -> str:
    parts = []
    for tick in ticks:
        y = up(tick)
        parts.append(f'<line class="rule" x1="{left}" x2="{WIDTH - 10}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="soft" x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{written(tick, percent)}</text>'
        )
    return "".join(parts)


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers that enclose the values: about five of them."""
    wide = high - low or abs(high) or 1.0
    step = 10.0 ** math.floor(math.log10(wide / 4))
    for factor in (1, 2, 2.5, 5, 10):
        if wide / (step * factor) <= 6:
            step *= factor
            break
    start, end = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 10) for k in range(start, max(end, start + 1) + 1)]


def written(value: float, percent: bool) -> str:
    if percent:
        return f"{100 * value:.3g} %"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def label_width(labels: Sequence[str]) -> float:
    """Room for them, in the larger letters of narrow screens too."""
    return min(280.0, 24.0 + 10.5 * max(map(len, labels), default=0))
