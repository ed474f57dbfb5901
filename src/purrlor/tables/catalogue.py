"""The sentences of the tables: translations(language, TABLES_CATALOGUE)."""

from __future__ import annotations

from pathlib import Path

TABLES_CATALOGUE = Path(__file__).resolve().parent / "locale"
