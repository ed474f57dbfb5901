"""The engine: records, chance, compiled twins, the game interface, matches, laws, options, languages.

To be read in this order: `record.py` (a state), `game_interface.py` (what a game consists of), `game.py` (the
catalogue), `match.py` (one play of a game). Imports nothing else of ours.
"""
