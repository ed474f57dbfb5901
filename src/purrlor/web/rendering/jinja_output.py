"""Jinja2 with shortcuts for what boards do most: look into dicts, call plain functions, print the same again and again.

The pages are the same to the letter; a board takes half the time, and what `once` draws almost none.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from purrlor.core.cache import Cache
from purrlor.core.narration import AboutViewer

SHORT = 120
CACHE_SIZE = 20_000
# Functions that want nothing from the template.
PLAIN_FUNCTIONS = frozenset(("_", "ngettext", "use", "symbol", "picture", "face_url", "listed", "once"))
MARKUP_FUNCTIONS = frozenset(("use", "listed", "once"))  # those of them that answer with markup
macro_cache: Cache[tuple[object, ...], Markup] = Cache(CACHE_SIZE)


@lru_cache(maxsize=CACHE_SIZE)
def escape_short(text: str) -> str:
    return str(escape(text))


def to_markup(value: object) -> str:
    """A value as it goes into a page: escaped, unless it is markup already."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is not str or len(value) > SHORT:  # type: ignore[arg-type]
        return str(value) if kind is int else escape(value)
    return escape_short(value)


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def list_item(text: str) -> str:
    mark = 'class="to-you"' if type(text) is AboutViewer else ""
    return f"<li\n{mark}>{escape(text)}</li>"  # a line of its own: of a frame only the lines that changed are sent


def listed(texts: Sequence[str]) -> Markup:
    """The items of a list: the story grows by a sentence and is told anew with every frame."""
    return Markup("".join(map(list_item, texts)))


def once(macro: Macro, *values: object) -> Markup:
    """A macro's drawing, made once for equal values: the macro is imported without context, the values are hashable,
    or dicts of what is."""
    key = (macro, *[(*value, *value.values()) if type(value) is dict else value for value in values])
    found = macro_cache.get(key)
    if found is None:
        found = Markup(macro(*values))
        macro_cache.put(key, found)
    return found


class FastCodeGenerator(CodeGenerator):
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """`context.call` asks every function what it wants to be given, which costs more than most of them do."""
        if forward_caller or node.dyn_args or node.dyn_kwargs or not is_plain(node.node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in MARKUP_FUNCTIONS:
            self.write("(")
        else:
            self.write("environment.to_markup(")


def is_plain(called: nodes.Node) -> bool:
    if isinstance(called, nodes.Getattr):
        return called.attr == "format"
    return isinstance(called, nodes.Name) and called.name in PLAIN_FUNCTIONS


class FastEnvironment(Environment):
    code_generator_class = FastCodeGenerator
    to_markup = staticmethod(to_markup)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.loaded: dict[str | Template, Template] = {}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`thing.name` of a dict is its entry: raising and catching an AttributeError first is slow."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Boards import and include for every drawing: what is loaded stays as it is, unless files are read anew."""
        found = None if globals is not None or self.auto_reload else self.loaded.get(name)
        if found is None:
            found = self.loaded[name] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dict instead of a chain of them: every drawing begins with a copy of it."""
        return {**self.globals, **(d or {})}
