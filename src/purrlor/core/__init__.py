"""The engine: records, chance, compiled twins, the game interface, matches, laws, options, languages.

Imports nothing else of ours; games are found by their folders (`core/game.py`).
"""
