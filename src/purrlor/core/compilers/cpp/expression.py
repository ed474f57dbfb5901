"""Expressions of the rules in C++. Arithmetic is that of compiled Python: 64 bits, division rounds down."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING

from purrlor.core.compilers.cpp.refusal import CannotTranslate, refusal
from purrlor.core.seats import count, first

if TYPE_CHECKING:
    from purrlor.core.compilers.cpp.unit import Unit

MAY_OVERFLOW = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.LShift: "<<"}
BITS = {ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}
DIVISION: dict[type[ast.operator], str] = {ast.FloorDiv: "floor_div", ast.Mod: "floor_mod"}
COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BUILT_IN = {"min": "least", "max": "greatest"}
GIVEN = {(count.__module__, "count"): "set_count", (first.__module__, "first"): "set_first"}  # one instruction each


class Expressions:
    """The names one function knows, and its expressions."""

    def __init__(self, unit: Unit, function: FunctionType, file: str, first_line: int) -> None:
        self.unit, self.function = unit, function
        self.file, self.first_line = file, first_line
        self.arguments: set[str] = set()
        self.locals: dict[str, int] = {}  # by name: how many numbers, 0 where it is a single one

    def refuse(self, node: ast.AST, what: str) -> CannotTranslate:
        return refusal(self.file, self.line(node), what)

    def line(self, node: ast.AST) -> int:
        return self.first_line + int(getattr(node, "lineno", 1)) - 1

    def test(self, node: ast.expr) -> str:
        """An expression of which only the truth counts."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return "(" + sign.join(self.test(value) for value in node.values) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(!{self.test(node.operand)})"
        return f"({self.expression(node)})"

    def expression(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return literal(node.value)
        if isinstance(node, ast.Name):
            return node.id + "_" if node.id in self.arguments or node.id in self.locals else self.constant(node)
        if isinstance(node, ast.Attribute):
            return f"{self.expression(node.value)}.{node.attr}_"
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return f"{self.expression(node.value)}[{self.expression(node.slice)}]"
        if isinstance(node, ast.Tuple):
            # braces are evaluated from left to right, as Python does
            return f"Numbers<{len(node.elts)}>{{{{{', '.join(f'(i64)({self.expression(e)})' for e in node.elts)}}}}}"
        if isinstance(node, ast.BinOp):
            return self.binary(node, node.op, self.expression(node.left), self.expression(node.right))
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BoolOp):
            if not all(is_truth(value) for value in node.values):
                raise self.refuse(node, f"'{ast.unparse(node)}' used as a number")
            return f"(i64){self.test(node)}"
        if isinstance(node, ast.IfExp):
            return self.choice(node)
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        raise self.refuse(node, ast.unparse(node).splitlines()[0][:60])

    def unary(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"(i64)(!{self.test(node.operand)})"
        value = self.expression(node.operand)
        if isinstance(node.op, ast.USub):
            return f"((i64)(0 - (u64)({value})))"
        return f"(~(i64)({value}))" if isinstance(node.op, ast.Invert) else f"((i64)({value}))"

    def choice(self, node: ast.IfExp) -> str:
        one, other = self.expression(node.body), self.expression(node.orelse)
        if self.length_of(node.body) != self.length_of(node.orelse):
            raise self.refuse(node, "a choice between a number and a tuple")
        cast = "" if self.length_of(node.body) else "(i64)"
        return f"({self.test(node.test)} ? {cast}({one}) : {cast}({other}))"

    def binary(self, node: ast.AST, op: ast.operator, a: str, b: str) -> str:
        if type(op) in DIVISION:
            return f"{DIVISION[type(op)]}({a}, {b})"
        if type(op) in MAY_OVERFLOW:  # unsigned: running over is then defined, and what compiled Python does
            return f"((i64)((u64)({a}) {MAY_OVERFLOW[type(op)]} (u64)({b})))"
        if type(op) in BITS:
            return f"((i64)({a}) {BITS[type(op)]} (i64)({b}))"
        raise self.refuse(node, f"the operator {type(op).__name__}")

    def compare(self, node: ast.Compare) -> str:
        """What is needed twice is named in a lambda: it may be a call."""
        sides = [self.expression(node.left)]
        named = []
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                if len(node.ops) > 1 or not isinstance(right, ast.Tuple):
                    raise self.refuse(right, "a search in anything but a tuple written out")
                return self.contains(op, sides[0], right)
            if type(op) not in COMPARISON:
                raise self.refuse(node, f"the comparison {type(op).__name__}")
            sides.append(self.expression(right))
        for k in range(1, len(sides) - 1):
            named.append(f"i64 side{k} = {sides[k]};")
            sides[k] = f"side{k}"
        pairs = zip(node.ops, sides, sides[1:], strict=False)
        truth = " && ".join(f"((i64)({a}) {COMPARISON[type(op)]} (i64)({b}))" for op, a, b in pairs)
        return f"[&]() -> i64 {{ {' '.join(named)} return {truth}; }}()" if named else f"(i64)({truth})"

    def contains(self, op: ast.cmpop, left: str, right: ast.Tuple) -> str:
        found = " || ".join(f"thing == (i64)({self.expression(each)})" for each in right.elts)
        sign = "!" if isinstance(op, ast.NotIn) else ""
        return f"[&]() -> i64 {{ i64 thing = {left}; return {sign}({found}); }}()"

    def call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.refuse(node, ast.unparse(node)[:60])
        name = node.func.id
        arguments = [self.expression(each) for each in node.args]
        known: object = self.function.__globals__.get(name)
        if known is None and name in ("min", "max", "abs", "len"):
            return self.built_in(node, name, arguments)
        if not isinstance(known, FunctionType):
            raise self.refuse(node, f"a call of {name}, which is no function of the rules,")
        given = GIVEN.get((known.__module__, known.__name__))
        target = given or self.unit.need(known, (self.file, self.line(node)))
        return f"{target}({', '.join(arguments)})"

    def built_in(self, node: ast.Call, name: str, arguments: list[str]) -> str:
        if name == "len":
            return f"((i64)(sizeof({arguments[0]}) / sizeof({arguments[0]}[0])))"
        if name == "abs":
            return f"magnitude({arguments[0]})"
        if len(arguments) < 2:
            raise self.refuse(node, f"{name} of one thing")
        value = arguments[-1]
        for each in arguments[-2::-1]:
            value = f"{BUILT_IN[name]}({each}, {value})"
        return value

    def constant(self, node: ast.Name) -> str:
        value: object = self.function.__globals__.get(node.id)
        if isinstance(value, int):
            return literal(value)
        if isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
            return self.unit.table(self.function.__module__, node.id, value)
        raise self.refuse(node, f"{node.id}, which is neither a number nor a tuple of numbers,")

    def length_of(self, node: ast.expr) -> int:
        """How many numbers an expression is as a tuple, 0 if it is a number. Asked after it is translated."""
        if isinstance(node, ast.Tuple):
            return len(node.elts)
        if isinstance(node, ast.Name):
            return self.locals.get(node.id, 0)
        if isinstance(node, ast.IfExp):
            return self.length_of(node.body)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known = self.function.__globals__.get(node.func.id)
            if isinstance(known, FunctionType) and (known.__module__, known.__name__) not in GIVEN:
                return self.unit.tuple_length(self.unit.need(known))
        return 0


def literal(value: int) -> str:
    return f"{int(value)}LL" if value >= 0 else f"({int(value)}LL)"


def is_truth(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(is_truth(value) for value in node.values)
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
