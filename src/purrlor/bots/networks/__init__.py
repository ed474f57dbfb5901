"""Learned networks at play: the weights of a game, and two kinds of network as compiled loops over 8-bit weights.

`layers`, `flat` and `grid` are compiled. May import core.
"""
