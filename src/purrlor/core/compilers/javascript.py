"""Functions of the rules as JavaScript, so that a browser can count with the same rules while it has no line.

    text = translation({"score": rules.score})          # const score = …; all that it needs comes before it

Every number is a BigInt: the rules' masks have more bits than JavaScript's operators keep. It is a fourth way to run
the rules (after Python, Numba and C++) and only for a position or two: nothing here is fast. What is outside of the
rules' part of Python is refused with its file and line, as for C++ (`CannotTranslate`).
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType

from purrlor.core.compilers.cpp.refusal import refusal
from purrlor.core.compilers.cpp.unit import Source, mangled
from purrlor.core.record import Record

PRELUDE = """const least = (...all) => all.reduce((a, b) => (b < a ? b : a)), greatest = (...all) => all.reduce((a, b) => (b > a ? b : a));
const magnitude = a => (a < 0n ? -a : a), truth = a => (a ? 1n : 0n);
const floorDiv = (a, b) => { const q = a / b; return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q; };
const floorMod = (a, b) => a - b * floorDiv(a, b);
"""  # noqa: E501
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&",
    ast.BitXor: "^",
}  # fmt: skip
DIVISIONS: dict[type[ast.operator], str] = {ast.FloorDiv: "floorDiv", ast.Mod: "floorMod"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BUILT_IN = {"min": "least", "max": "greatest", "abs": "magnitude"}


def translation(functions: Mapping[str, FunctionType]) -> str:
    """These functions under these names, and before them everything they call."""
    unit = Unit()
    public = {name: unit.need(function) for name, function in functions.items()}
    names = [f"const {name} = {made};" for name, made in public.items()]
    return "\n".join([PRELUDE, *unit.tables.values(), *unit.bodies, *names, ""])


def empty_record(kind: type[Record]) -> str:
    """An expression: a record with zeros everywhere."""

    def zeros(shape: tuple[int, ...]) -> str:
        return f"Array.from({{ length: {shape[0]} }}, () => {zeros(shape[1:])})" if shape else "0n"

    return "({ " + ", ".join(f"{name}: {zeros(field.shape)}" for name, field in kind.fields.items()) + " })"


class Unit:
    """All functions and tables that some need, each once, callees before callers."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.bodies: list[str] = []
        self.done: set[str] = set()

    def need(self, function: FunctionType) -> str:
        name = mangled(function.__module__, function.__name__)
        if name not in self.done:
            self.done.add(name)
            self.bodies.append(Translator(self, function).text(name))
        return name

    def table(self, function: FunctionType, name: str, values: tuple[int, ...]) -> str:
        label = "T_" + mangled(function.__module__, name)
        self.tables[label] = f"const {label} = [{', '.join(f'{value}n' for value in values)}];"
        return label


class Translator:
    """One function. Its own names end in an underscore, so that none is a word of JavaScript."""

    def __init__(self, unit: Unit, function: FunctionType) -> None:
        self.unit, self.function, self.source = unit, function, Source(function)
        self.arguments: list[str] = []
        self.locals: dict[str, None] = {}

    def refuse(self, node: ast.AST) -> Exception:
        return refusal(self.source.file, self.source.line(node), ast.unparse(node).splitlines()[0][:60])

    def text(self, name: str) -> str:
        tree = self.source.tree
        if not isinstance(tree, ast.FunctionDef):
            raise self.refuse(tree)
        self.arguments = [arg.arg for arg in tree.args.args]
        body = self.block(tree.body)
        own = [f"{local}_" for local in self.locals if local not in self.arguments]
        declared = f"let {', '.join(own)};\n" if own else ""
        return f"function {name}({', '.join(f'{arg}_' for arg in self.arguments)}) {{\n{declared}{body}}}"

    # ---------------------------------------------------------------- statements
    def block(self, body: list[ast.stmt]) -> str:
        return "".join(self.statement(node) for node in body)

    def statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return ""
            case ast.Expr():
                return f"{self.expression(node.value)};\n"
            case ast.Return():
                return f"return{' ' + self.expression(node.value) if node.value else ''};\n"
            case ast.Assign():
                return self.assign(node)
            case ast.AnnAssign(value=ast.expr() as value):
                return f"{self.place(node.target)} = {self.expression(value)};\n"
            case ast.AugAssign():
                return self.change(node)
            case ast.If():
                rest = f" else {{\n{self.block(node.orelse)}}}" if node.orelse else ""
                return f"if ({self.expression(node.test)}) {{\n{self.block(node.body)}}}{rest}\n"
            case ast.While(orelse=[]):
                return f"while ({self.expression(node.test)}) {{\n{self.block(node.body)}}}\n"
            case ast.For(orelse=[]):
                return self.loop(node)
            case ast.Break():
                return "break;\n"
            case ast.Continue():
                return "continue;\n"
        raise self.refuse(node)

    def assign(self, node: ast.Assign) -> str:
        value = self.expression(node.value)
        target = node.targets[0]
        if len(node.targets) > 1:
            return "".join(f"{self.place(each)} = {value};\n" for each in node.targets)
        if isinstance(target, ast.Tuple):
            return f"[{', '.join(self.place(each) for each in target.elts)}] = {value};\n"
        return f"{self.place(target)} = {value};\n"

    def place(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            self.locals[target.id] = None
        return self.expression(target)

    def change(self, node: ast.AugAssign) -> str:
        """The place is found once: its index may draw from chance."""
        value = self.expression(node.value)
        if isinstance(node.target, ast.Subscript):
            where, key = self.expression(node.target.value), self.expression(node.target.slice)
            return f"{{ const at = {where}, key = {key}; at[key] = {self.binary(node, node.op, 'at[key]', value)}; }}\n"
        place = self.place(node.target)
        return f"{place} = {self.binary(node, node.op, place, value)};\n"

    def loop(self, node: ast.For) -> str:
        match node.iter, node.target:
            case ast.Call(func=ast.Name(id="range"), args=args), ast.Name(id=name):
                parts = [self.expression(part) for part in args]
            case _:
                raise self.refuse(node)
        start, stop, step = (["0n", parts[0], "1n"], [*parts, "1n"], parts)[len(parts) - 1]
        self.locals[name] = None
        k = f"k{node.lineno}"
        is_open = f"by{k} > 0n ? {k} < end{k} : {k} > end{k}"
        head = f"let {k} = {start}, end{k} = {stop}, by{k} = {step}; {is_open}; {k} += by{k}"
        return f"for ({head}) {{\n{name}_ = {k};\n{self.block(node.body)}}}\n"

    # ---------------------------------------------------------------- expressions
    def expression(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int() as value):
                return f"{int(value)}n"
            case ast.Name(id=name):
                return f"{name}_" if name in self.arguments or name in self.locals else self.constant(node)
            case ast.Attribute():
                return f"{self.expression(node.value)}.{node.attr}"
            case ast.Subscript() if not isinstance(node.slice, ast.Slice):
                return f"{self.expression(node.value)}[{self.expression(node.slice)}]"
            case ast.Tuple():
                return f"[{', '.join(map(self.expression, node.elts))}]"
            case ast.BinOp():
                return self.binary(node, node.op, self.expression(node.left), self.expression(node.right))
            case ast.UnaryOp():
                sign = {ast.Not: "truth(!", ast.USub: "(-", ast.Invert: "(~", ast.UAdd: "("}[type(node.op)]
                return f"{sign}{self.expression(node.operand)})"
            case ast.BoolOp():
                sign = " && " if isinstance(node.op, ast.And) else " || "
                return f"({sign.join(map(self.expression, node.values))})"
            case ast.IfExp():
                test, one, other = map(self.expression, (node.test, node.body, node.orelse))
                return f"({test} ? {one} : {other})"
            case ast.Compare():
                return self.compare(node)
            case ast.Call():
                return self.call(node)
        raise self.refuse(node)

    def binary(self, node: ast.AST, op: ast.operator, a: str, b: str) -> str:
        if type(op) in DIVISIONS:
            return f"{DIVISIONS[type(op)]}({a}, {b})"
        if type(op) not in OPERATORS:
            raise self.refuse(node)
        return f"({a} {OPERATORS[type(op)]} {b})"

    def compare(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        found = []
        for op, a, b in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(op, (ast.In, ast.NotIn)):
                found.append(f"{'!' * isinstance(op, ast.NotIn)}{self.expression(b)}.includes({self.expression(a)})")
            elif type(op) in COMPARISONS:
                found.append(f"{self.expression(a)} {COMPARISONS[type(op)]} {self.expression(b)}")
            else:
                raise self.refuse(node)
        return f"truth({' && '.join(found)})"

    def call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.refuse(node)
        name, arguments = node.func.id, [self.expression(each) for each in node.args]
        known = self.function.__globals__.get(name)
        if known is None and name == "len":
            return f"BigInt({arguments[0]}.length)"
        if known is None and name in BUILT_IN:
            return f"{BUILT_IN[name]}({', '.join(arguments)})"
        if not isinstance(known, FunctionType):
            raise self.refuse(node)
        return f"{self.unit.need(known)}({', '.join(arguments)})"

    def constant(self, node: ast.Name) -> str:
        value = self.function.__globals__.get(node.id)
        if isinstance(value, int):
            return f"{int(value)}n" if value >= 0 else f"({int(value)}n)"
        if isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
            return self.unit.table(self.function, node.id, value)
        raise self.refuse(node)
