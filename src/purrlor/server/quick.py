"""Jinja2 with two shortcuts for what boards do most: look into dicts, and print short words again and again.

The pages are the same to the letter; a board takes a quarter less time.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

SHORT = 40
MOST = 20_000
escaped: dict[str, str] = {}


def printed(value: Any) -> str:
    """A value as it goes into a page: escaped, unless it is markup already."""
    kind = type(value)
    if kind is Markup:
        return str.__str__(value)
    if kind is not str or len(value) > SHORT:
        return str(value) if kind is int else escape(value)
    found = escaped.get(value)
    if found is None:
        if len(escaped) >= MOST:
            escaped.clear()
        found = escaped[value] = str(escape(value))
    return found


class QuickCode(CodeGenerator):
    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")


class QuickEnvironment(Environment):
    code_generator_class = QuickCode
    printed = staticmethod(printed)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`thing.name` of a dict is its entry: raising and catching an AttributeError first is slow."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
