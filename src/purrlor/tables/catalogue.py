"""The parlour's own sentences: tongue(language, SERVER)."""

from __future__ import annotations

from pathlib import Path

TABLES_CATALOGUE = Path(__file__).resolve().parent / "locale"
