"""The games: one folder each, found by the catalogue in `core/game.py`. Nothing else lists them.

A game imports core and its own folder, its board also web/art.
"""
