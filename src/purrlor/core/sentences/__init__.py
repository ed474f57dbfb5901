"""Sentences of the games: what happened, as one viewer may know it; whether every language says everything.

Imports core alone; the catalogues are read by `core/language.py`.
"""
