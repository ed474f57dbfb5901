"""Jinja2 with shortcuts for what boards do most: look into dicts, call plain functions, print the same again and again.

The pages are the same to the letter; a board takes half the time, and what `once` draws almost none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import repeat
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.idtracking import VAR_LOAD_ALIAS, VAR_LOAD_RESOLVE, VAR_LOAD_UNDEFINED
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from purrlor.core.cache import Cache
from purrlor.core.sentences.narration import AboutViewer

SHORT = 120
CACHE_SIZE = 20_000
# Functions that want nothing from the template.
PLAIN_FUNCTIONS = frozenset(("_", "ngettext", "use", "symbol", "picture", "face_url", "listed", "once", "once_each"))
MARKUP_FUNCTIONS = frozenset(("use", "listed", "once", "once_each"))  # those of them that answer with markup
macro_cache: Cache[tuple[object, ...], Markup] = Cache(CACHE_SIZE)


# A string that is markup already: `Markup` itself asks first what it was given.
as_markup: Callable[[str], Markup] = partial(str.__new__, Markup)


@lru_cache(maxsize=CACHE_SIZE)
def escape_short(text: str) -> str:
    return str(escape(text))


@lru_cache(maxsize=CACHE_SIZE)
def say(gettext: Callable[[str], str], sentence: str) -> str:
    """A sentence that a template spells out, as it goes into a page."""
    return str(escape(gettext(sentence)))


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
    """The items of a list: the story grows by a sentence and is told again with every frame."""
    return as_markup("".join(map(list_item, texts)))


@lru_cache(maxsize=CACHE_SIZE, typed=True)
def drawing(macro: Macro, *values: object) -> Markup:
    return Markup(macro(*values))


def once(macro: Macro, *values: object) -> Markup:
    """A macro's drawing, made once for equal values: the macro is imported without context, the values are hashable,
    or dicts of what is."""
    if dict not in map(type, values):
        return drawing(macro, *values)
    key = (macro, *[(*value, *value.values()) if type(value) is dict else value for value in values])
    found = macro_cache.get(key)
    if found is None:
        found = Markup(macro(*values))
        macro_cache.put(key, found)
    return found


def once_each(macro: Macro, things: Sequence[object], *values: object) -> Markup:
    """`once` for each of these things, with the same further values."""
    draw = once if dict in map(type, things) else drawing
    return as_markup("".join(map(draw, repeat(macro), things, *map(repeat, values))))


class FastCodeGenerator(CodeGenerator):
    """A template without blocks becomes a function that fills one list, instead of a generator that hands every piece
    over; its names are looked up in one dict, and `thing.name` without asking the environment."""

    is_whole = False  # neither blocks nor a template around it: the names that are not its own are those it was given

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.said: nodes.Node | None = None  # the sentence that is being put out
        self.assigned: set[str] = set()  # names that the template sets somewhere: elsewhere nobody may have given them
        self.taken: list[tuple[str, ...]] = []  # names that are taken from what was given, all of a frame at once

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        is_alone = node.find(nodes.Extends) is None and node.find(nodes.Block) is None
        self.is_whole = is_alone and all(each.with_context for each in node.find_all(nodes.Include))
        self.assigned = {each.name for each in node.find_all(nodes.Name) if each.ctx != "load"}
        super().visit_Template(node, frame)
        self.writeline("from operator import itemgetter")
        for number, names in enumerate(self.taken):
            self.writeline(f"take_{number} = itemgetter({', '.join(map(repr, names))})")

    def write_commons(self) -> None:
        super().write_commons()
        self.writeline("to_markup = environment.to_markup")
        self.writeline("escape_short = environment.escape_short")
        self.writeline("say = environment.say")
        self.writeline("given = context.parent")

    def enter_frame(self, frame: Frame) -> None:
        if not self.is_whole or self.get_resolve_func() != "resolve":
            super().enter_frame(frame)
            return
        wanted = {}
        for target, (action, name) in frame.symbols.loads.items():
            if action == VAR_LOAD_RESOLVE and name in self.assigned:
                self.writeline(f"{target} = given.get({name!r}, missing)")
            elif action == VAR_LOAD_RESOLVE:
                wanted[target] = str(name)
            elif action == VAR_LOAD_ALIAS:
                self.writeline(f"{target} = {name}")
            elif action == VAR_LOAD_UNDEFINED:
                self.writeline(f"{target} = missing")
        if wanted:
            targets, names = ", ".join(wanted), tuple(wanted.values())
            self.writeline("try:")
            self.writeline(f"    {targets} = take_{len(self.taken)}(given)")
            self.writeline("except KeyError:")
            self.writeline(f"    {targets}{',' if len(names) == 1 else ''} = environment.take({names!r}, given)")
            self.taken.append(names)
        if frame.rootlevel:
            self.buffer(frame)

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:
        """A name that was taken is there, if only as an undefined value; so is one that a loop or an import sets."""
        if self.is_whole and node.ctx == "load" and self.get_resolve_func() == "resolve":
            ref = frame.symbols.ref(node.name)
            load = frame.symbols.find_load(ref)
            if load is None or (load[0] == VAR_LOAD_RESOLVE and node.name not in self.assigned):
                self.write(ref)
                return
        super().visit_Name(node, frame)

    def leave_frame(self, frame: Frame, with_python_scope: bool = False) -> None:
        if frame.rootlevel and self.is_whole:
            self.writeline(f"yield concat({frame.buffer})")
        super().leave_frame(frame, with_python_scope)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if not isinstance(node.node, nodes.Name) or node.node.ctx != "load":
            super().visit_Getattr(node, frame)
            return
        name, attr = frame.symbols.ref(node.node.name), repr(node.attr)
        self.write(f"({name}[{attr}] if isinstance({name}, dict) and {attr} in {name} else ")
        self.write(f"found if (found := getattr({name}, {attr}, missing)) is not missing else ")
        super().visit_Getattr(node, frame)
        self.write(")")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        if node.name != "none":
            super().visit_Test(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(" is None)")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        """`"item-" ~ n`: most are names of pictures, a word and a number."""
        first, *rest = node.nodes
        word = first.value if isinstance(first, nodes.Const) else None
        if frame.eval_ctx.volatile or len(rest) != 1 or type(word) is not str:
            super().visit_Concat(node, frame)
            return
        self.write(f"({word!r} + str(part) if type(part := (")
        self.visit(rest[0], frame)
        self.write(")) is int or type(part) is str else ")
        self.write(f"{'markup_join' if frame.eval_ctx.autoescape else 'str_join'}(({word!r}, part)))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """`context.call` asks every function what it wants to be given, which costs more than most of them do."""
        if node is self.said:
            self.write("say(")
            self.visit(node.node, frame)
            self.write(", ")
            self.visit(node.args[0], frame)
            self.write(")")
            return
        if forward_caller or node.dyn_args or node.dyn_kwargs or not is_plain(node.node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if not is_escaped(frame, finalize):
            super()._output_child_pre(node, frame, finalize)
        elif is_sentence(node):
            self.said = node
        elif not is_markup(node):
            self.write("(escape_short(text) if (kind := type(text := ")
        self.write("(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write(")")
        if not is_escaped(frame, finalize):
            super()._output_child_post(node, frame, finalize)
        elif not is_markup(node) and not is_sentence(node):
            self.write(f")) is str and len(text) <= {SHORT} else text if kind is Markup")
            self.write(" else str(text) if kind is int else to_markup(text))")


def is_escaped(frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> bool:
    """Whether a value goes into the page by `to_markup`."""
    return bool(frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None)


def is_markup(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in MARKUP_FUNCTIONS


def is_sentence(node: nodes.Expr) -> bool:
    """`_("Hint")`: a sentence that is always the same, but for the language."""
    if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name) or node.node.name != "_":
        return False
    is_alone = len(node.args) == 1 and not node.kwargs and node.dyn_args is None and node.dyn_kwargs is None
    return is_alone and isinstance(node.args[0], nodes.Const)


def is_plain(called: nodes.Node) -> bool:
    if isinstance(called, nodes.Getattr):
        return called.attr == "format"
    return isinstance(called, nodes.Name) and called.name in PLAIN_FUNCTIONS


class LightContext(Context):
    """What a template is drawn with. A frame needs eight of them: what few templates ask for is made when they do."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, object],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        globals: MutableMapping[str, object] | None = None,
    ) -> None:
        self.environment, self.parent, self.name = environment, parent, name
        self.vars, self.exported_vars = {}, set()
        self.globals_keys = set(globals or ())
        self.blocks = {key: [block] for key, block in blocks.items()} if blocks else {}

    @cached_property
    def eval_ctx(self) -> EvalContext:  # type: ignore[override]
        return EvalContext(self.environment, self.name)


class FastEnvironment(Environment):
    code_generator_class = FastCodeGenerator
    context_class = LightContext
    to_markup = staticmethod(to_markup)
    escape_short = staticmethod(escape_short)
    say = staticmethod(say)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.loaded: dict[str | Template, Template] = {}

    def getattr(self, obj: object, attribute: str) -> object:
        """`thing.name` of a dict is its entry: raising and catching an AttributeError first is slow."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def take(self, names: Sequence[str], given: Mapping[str, object]) -> tuple[object, ...]:
        """The values of these names; what is missing raises where it is used, and not before."""
        return tuple([given[name] if name in given else self.undefined(name=name) for name in names])

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, object] | None = None,
    ) -> Template:
        """Boards import and include for every drawing: what is loaded stays as it is, unless files are read again."""
        found = None if globals is not None or self.auto_reload else self.loaded.get(name)
        if found is None:
            found = self.loaded[name] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """One dict instead of a chain of them: every drawing begins with a copy of it."""
        return {**self.globals, **(d or {})}
