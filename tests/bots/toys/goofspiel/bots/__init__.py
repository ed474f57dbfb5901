"""What a sensible player prefers, compiled: the roll-out policy and the evaluation of the search.

Imports only core/chance, core/seats and this game's compiled folders.
"""
