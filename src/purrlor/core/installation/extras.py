"""The optional parts of the package, and which of them a verb needs: said before the work begins, not in its middle."""

from __future__ import annotations

from importlib.util import find_spec

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_

EXTRAS = {  # of pyproject.toml: the modules that only they bring
    "native": ("numba", "numpy"),
    "play": ("starlette", "uvicorn", "websockets", "jinja2", "markdown_it", "segno", "fpdf", "prometheus_client"),
    "postgres": ("psycopg", "psycopg_pool"),
    "arena": ("openskill",),
    "gymnasium": ("gymnasium", "PIL"),
    "pictures": ("resvg_py", "PIL"),
    "parquet": ("pyarrow",),
    "gpu": ("torch",),
    "ray": ("ray",),
    "browser": ("playwright",),
}


class MissingExtra(PurrlorError):
    """Something is asked for that needs libraries which are not installed."""


def missing_from(extra: str) -> list[str]:
    """The modules of this extra that are not installed."""
    return [name for name in EXTRAS[extra] if find_spec(name) is None]


def require(what: str, *extras: str) -> None:
    """Raise MissingExtra, with the command that installs them, unless all these extras are installed."""
    lacking = {extra: missing_from(extra) for extra in extras if missing_from(extra)}
    if lacking:
        raise MissingExtra(
            N_("{what} needs {modules}, not installed here: pip install 'purrlor[{extras}]'."),
            what=what,
            modules=", ".join(name for names in lacking.values() for name in names),
            extras=",".join(lacking),
        )
