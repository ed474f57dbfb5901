"""Which names a template uses: where their values are equal, what it draws is equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from jinja2 import Environment, nodes
from jinja2.meta import find_undeclared_variables

BY_LANGUAGE = frozenset(("t", "_", "ngettext"))
OF_A_TABLE = frozenset(("face_url",))  # a global that frames replace
Values = Mapping[str, object]


class NamesUsed(NamedTuple):
    """Their values among those given; KeyError if one is missing. The language, and what is the same for every page,
    are left out."""

    shown: Callable[[Values], Any]
    called: Callable[[Values], object]  # functions


def names_used(environment: Environment, template: str) -> NamesUsed | None:
    """None where a part of the template may use names that it does not tell."""
    assert environment.loader is not None
    tree = environment.parse(environment.loader.get_source(environment, template)[0])
    imports: list[nodes.Import | nodes.FromImport] = [*tree.find_all(nodes.Import), *tree.find_all(nodes.FromImport)]
    hands_on = any(each.with_context for each in imports)
    if hands_on or tree.find(nodes.Include) is not None or tree.find(nodes.Extends) is not None:
        return None
    named = {name.name for name in tree.find_all(nodes.Name)}
    names = find_undeclared_variables(tree) - BY_LANGUAGE | named & OF_A_TABLE  # the former without globals
    calls = {call.node.name for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
    return NamesUsed(getter(names - calls), getter(names & calls))


def getter(names: Iterable[str]) -> Callable[[Values], Any]:
    wanted = sorted(names)
    return itemgetter(*wanted) if wanted else lambda _: ()
