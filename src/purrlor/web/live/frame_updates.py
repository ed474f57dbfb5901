"""What a screen that follows a table is sent: a frame, drawn once for all who see the same, and of it only the lines
that the screen lacks.

`{"of": [[from, to, fresh], …]}` in a frame's first line says how the new lines come about: those of the last frame from
`from` up to `to`, then the next `fresh` of those that follow. Put together they are the whole frame, to the letter.

    last frame   0 a  1 b  2 c  3 d          sent   {…, "of": [[0, 2, 1], [3, 4, 0]]}
    new frame    a  b  X  d                         X
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from purrlor.core.cache import Cache
from purrlor.tables.table import Table
from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.live.frames import Frame, build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates

SHORT_FRAME = 10_000  # letters: to find out what changed in a shorter frame takes longer than to send it
FRAMES_CACHED = 256  # of all tables: those of a thousand tables would take a hundred megabytes
FRAME_SECONDS = 3.0  # presence changes with time: a frame older than this is drawn again for the next viewer


class SentFrame(NamedTuple):
    """What the screens of one viewpoint were sent last: its lines as hashes, for there are thousands of such frames."""

    mark: int  # stands for all of it
    lines: array[int]
    before: int = 0  # the mark of what was sent before it
    diff: EncodedText | None = None  # what leads from there to here


@dataclass(slots=True)
class DrawnFrame:
    frame: Frame
    version: int  # of the table
    at: float
    sent: SentFrame | None = None  # its lines and the diff that leads to it, once a screen has asked


class FrameCache:
    """`frame` for a page or a whole frame, `update` for a screen that follows. `forget` when nobody follows a table."""

    def __init__(self, templates: Templates, size: int = FRAMES_CACHED) -> None:
        self.templates = templates
        self.drawn: Cache[tuple[str, Viewpoint], DrawnFrame] = Cache(size)
        self.sent: dict[str, dict[Viewpoint, SentFrame]] = {}  # by table: the last frame of every viewpoint

    def frame(self, table: Table, viewpoint: Viewpoint) -> Frame:
        return self.draw(table, viewpoint).frame

    def draw(self, table: Table, viewpoint: Viewpoint) -> DrawnFrame:
        """Those who see the same ask for it in the same moment: the first of them has it drawn."""
        key, now = (table.id, viewpoint), table.time()
        found = self.drawn.get(key)
        if found is None or found.version != table.version or now - found.at >= FRAME_SECONDS:
            found = DrawnFrame(build_frame(self.templates, table, viewpoint), table.version, now)
            self.drawn.put(key, found)
        return found

    def update(self, table: Table, viewpoint: Viewpoint, shown: int) -> tuple[int, str]:
        """For a screen that shows the frame marked `shown`: the mark of the frame it should show, and what to send.

        "" where that is the same, the diff where the screen shows the frame before it, else the whole frame.
        """
        drawn = self.draw(table, viewpoint)
        text = drawn.frame.text
        if len(text) < SHORT_FRAME:
            return hash(text), "" if hash(text) == shown else text
        if drawn.sent is None:
            last = self.sent.setdefault(table.id, {})
            drawn.sent = last[viewpoint] = record_frame(last.get(viewpoint), text)
        sent = drawn.sent
        if sent.mark == shown:
            return shown, ""
        return sent.mark, sent.diff if sent.diff is not None and sent.before == shown else text

    def forget(self, table: Table) -> None:
        self.sent.pop(table.id, None)


def record_frame(last: SentFrame | None, text: str) -> SentFrame:
    """`text` (a line of JSON, then lines of HTML) after what was sent last."""
    lines = text.split("\n")
    line_hashes = array("q", map(hash, lines))
    mark = hash(line_hashes.tobytes())
    if last is None:
        return SentFrame(mark, line_hashes)
    if last.mark == mark:
        return last
    of, fresh = diff_lines(last.lines[1:], line_hashes[1:])
    spelled = ",".join([f"[{start},{end},{count}]" for start, end, count in of])
    diff = EncodedText("\n".join([f'{lines[0][:-1]},"of":[{spelled}]}}', *[lines[k + 1] for k in fresh]]))
    return SentFrame(mark, line_hashes, last.mark, diff)


def diff_lines(old: Sequence[int], new: Sequence[int]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The steps that lead from old to new, and which of the new lines are fresh.

    What both begin and end with is most of a frame and found by comparing halves. A line between them is first looked
    for behind the one before it, then anywhere between: most stay where they were.
    """
    head = common_head(old, new)
    tail = common_head(old[head:][::-1], new[head:][::-1])
    size = len(old) - tail
    where = dict(zip(old[head:size], range(head, size), strict=True))
    steps: list[tuple[int, int, int]] = []
    fresh: list[int] = []
    start, end, count = 0, head, 0  # the step being made
    at = head  # where the next line is expected
    for k, line in enumerate(new[head : len(new) - tail], head):
        found = at if at < size and old[at] == line else where.get(line, -1)
        at += 1
        if found < 0:
            fresh.append(k)
            count += 1
            continue
        if count or found != end:
            if count or end > start:
                steps.append((start, end, count))
            start, count = found, 0
        end = at = found + 1
    if tail and (count or size != end):
        steps.append((start, end, count))
        start, count = size, 0
    steps.append((start, end if not tail else len(old), count))
    return steps, fresh


def common_head(one: Sequence[int], other: Sequence[int]) -> int:
    """How many lines both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def apply_diff(previous: Sequence[str], text: str) -> list[str]:
    """The lines of the frame `text` leads to, for a client that holds those of the last one: as a screen does it."""
    head, *fresh = text.split("\n")
    of = json.loads(head).get("of")
    if of is None:
        return fresh
    made: list[str] = []
    for start, end, count in of:
        made += previous[start:end]
        made += fresh[:count]
        del fresh[:count]
    return made
