"""Frames drawn once for all who see the same, and what the screens of each viewpoint were last sent."""

from __future__ import annotations

from dataclasses import dataclass

from purrlor.core.cache import Cache
from purrlor.tables.table import Table
from purrlor.web.live.frame_diff import SHORT_FRAME, SentFrame, record_frame
from purrlor.web.live.frames import Frame, build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates

FRAMES_CACHED = 256  # of all tables: those of a thousand tables would take a hundred megabytes
FRAME_SECONDS = 3.0  # presence changes with time: a frame older than this is drawn again for the next viewer


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
