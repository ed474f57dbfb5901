"""One function of the rules as one C++ template: statements here, expressions in `expression.py`.

Every local name is a 64-bit number or a tuple of such. A record and a list are passed by reference, of any
type, so one text serves states and rows of any width.

A call that is the last thing a function does is made by the outermost caller, after the function's part is over: see
`tail_calls.py`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING

from purrlor.core.compilers.cpp.expression import Expressions
from purrlor.core.compilers.cpp.tail_calls import last_calls, returns_nothing, with_stages

if TYPE_CHECKING:
    from purrlor.core.compilers.cpp.unit import Unit


class Translator(Expressions):
    def __init__(self, unit: Unit, function: FunctionType, tree: ast.FunctionDef, file: str, first: int) -> None:
        super().__init__(unit, function, file, first)
        self.tree = tree
        self.returned = 0  # numbers of the tuple it returns
        self.fresh = 0  # names made up so far
        self.last_calls = last_calls(tree)
        self.stages: set[str] = set()  # the functions it leaves to its caller

    def text(self, name: str) -> str:
        kinds, shown = self.parameters()
        body = self.block(self.tree.body)
        declared = "".join(
            f"i64 {local}_ = 0;\n" if length == 0 else f"Numbers<{length}> {local}_;\n"
            for local, length in self.locals.items()
        )
        template = f"template <{', '.join(kinds)}>\n" if kinds else ""
        returned = "void" if returns_nothing(self.tree) else f"Numbers<{self.returned}>" if self.returned else "i64"
        if self.stages:
            part = f"{template}FUNCTION void {name}_part({', '.join([*shown, 'Next& next_'])}) {{\n{declared}{body}}}\n"
            names = [f"{arg.arg}_" for arg in self.tree.args.args]
            return part + with_stages(self.unit, name, f"{template}FUNCTION void {name}", shown, names, self.stages)
        return f"{template}FUNCTION {returned} {name}({', '.join(shown)}) {{\n{declared}{body}}}\n"

    def parameters(self) -> tuple[list[str], list[str]]:
        facts = self.tree.args
        if facts.vararg or facts.kwarg or facts.kwonlyargs or facts.defaults:
            raise self.refuse(self.tree, "a function with anything but plain parameters")
        kinds, shown = [], []
        for arg in facts.args:
            self.arguments.add(arg.arg)
            note = ast.unparse(arg.annotation) if arg.annotation else "int"
            if note in ("int", "bool"):
                shown.append(f"i64 {arg.arg}_")
                continue
            kinds.append(f"class K_{arg.arg}")
            shown.append(f"{'const ' if note.startswith('tuple') else ''}K_{arg.arg}& {arg.arg}_")
        return kinds, shown

    # ---------------------------------------------------------------- statements
    def block(self, body: list[ast.stmt]) -> str:
        return "".join(self.statement(node) for node in body)

    def statement(self, node: ast.stmt) -> str:
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                return ""  # a docstring
            if node in self.last_calls and (left := self.left_to_caller(node.value)):
                return left
            return self.expression(node.value) + ";\n"
        if isinstance(node, ast.Return):
            return self.return_of(node)
        if isinstance(node, ast.Assign):
            return self.assign(node)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self.store(node.target, self.expression(node.value), self.length_of(node.value))
        if isinstance(node, ast.AugAssign):
            return self.change(node)
        if isinstance(node, ast.If):
            rest = f" else {{\n{self.block(node.orelse)}}}" if node.orelse else ""
            return f"if ({self.test(node.test)}) {{\n{self.block(node.body)}}}{rest}\n"
        if isinstance(node, ast.While) and not node.orelse:
            return f"while ({self.test(node.test)}) {{\n{self.block(node.body)}}}\n"
        if isinstance(node, ast.For) and not node.orelse:
            return self.loop(node)
        if isinstance(node, ast.Break):
            return "break;\n"
        if isinstance(node, ast.Continue):
            return "continue;\n"
        if isinstance(node, ast.Pass):
            return ""
        raise self.refuse(node, shortened(node))

    def return_of(self, node: ast.Return) -> str:
        if node.value is None:
            return "return;\n"
        value = self.expression(node.value)
        length = self.length_of(node.value)
        if self.returned and length != self.returned:
            raise self.refuse(node, "a function that returns tuples of different lengths")
        self.returned = length
        return f"return {value};\n"

    def left_to_caller(self, node: ast.expr) -> str:
        """A last call as a note for the caller; empty where it must be made here: the callee is given more than this
        function's record and numbers, or gives something back."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            return ""
        known = self.function.__globals__.get(node.func.id)
        record = node.args[0]
        if not isinstance(known, FunctionType) or not isinstance(record, ast.Name):
            return ""
        if record.id != self.tree.args.args[0].arg or not self.unit.is_stage(known):
            return ""
        name = self.unit.need(known, (self.file, self.line(node)))
        self.stages.add(name)
        values = "".join(f"next_.at[{k}] = {self.expression(value)};\n" for k, value in enumerate(node.args[1:]))
        return f"{{ {values}next_.go = {self.unit.number(name)}; return; }}\n"

    def assign(self, node: ast.Assign) -> str:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple):
            return self.unpack(node, target)
        value, length = self.expression(node.value), self.length_of(node.value)
        if len(node.targets) == 1:
            return self.store(target, value, length)
        if length:
            raise self.refuse(node, "one tuple for several names")
        name = self.new_name("v")
        return f"{{ i64 {name} = {value};\n" + "".join(self.store(each, name, 0) for each in node.targets) + "}\n"

    def unpack(self, node: ast.Assign, target: ast.Tuple) -> str:
        """`a, b = b, a`: all values first, then the places, from left to right."""
        if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(target.elts):
            raise self.refuse(node, shortened(node))
        names = [self.new_name("v") for _ in target.elts]
        values = "".join(
            f"i64 {name} = {self.expression(value)};\n" for name, value in zip(names, node.value.elts, strict=True)
        )
        places = "".join(self.store(place, name, 0) for place, name in zip(target.elts, names, strict=True))
        return f"{{ {values}{places}}}\n"

    def store(self, target: ast.expr, value: str, length: int) -> str:
        if isinstance(target, ast.Name):
            if target.id not in self.arguments and self.locals.setdefault(target.id, length) != length:
                raise self.refuse(target, f"{target.id}, a number here and a tuple there,")
        elif length or not isinstance(target, (ast.Attribute, ast.Subscript)):
            raise self.refuse(target, shortened(target))
        return f"{self.expression(target)} = {value};\n"

    def change(self, node: ast.AugAssign) -> str:
        if isinstance(node.target, ast.Name):
            self.locals.setdefault(node.target.id, 0) if node.target.id not in self.arguments else None
        place, value = self.expression(node.target), self.expression(node.value)
        name = self.new_name("at")  # the place is found once: its index may draw from chance
        return f"{{ auto& {name} = {place}; {name} = {self.binary(node, node.op, name, value)}; }}\n"

    def loop(self, node: ast.For) -> str:
        call = node.iter
        is_range = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
        if not is_range or not isinstance(node.target, ast.Name):
            raise self.refuse(node, "a loop over anything but a range")
        assert isinstance(call, ast.Call)
        parts = [self.expression(part) for part in call.args]
        start, stop, step = (["0", parts[0], "1"], [*parts, "1"], parts)[len(parts) - 1]
        down = self.constant_sign(call.args[2]) < 0 if len(call.args) == 3 else False
        k, end = self.new_name("k"), self.new_name("end")
        head = f"for (i64 {k} = {start}, {end} = {stop}; {k} {'>' if down else '<'} {end}; {k} += {step})"
        return f"{head} {{\n{self.store(node.target, k, 0)}{self.block(node.body)}}}\n"

    def constant_sign(self, node: ast.expr) -> int:
        try:
            return int(ast.literal_eval(node))
        except ValueError:
            raise self.refuse(node, "a step that is no constant") from None

    def new_name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"


def shortened(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= 60 else text[:57] + "…"
