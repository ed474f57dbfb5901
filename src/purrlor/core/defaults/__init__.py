"""What stands in for parts that a game does not have: words, notation, invariants, a strategy without an opinion.

Imports core alone. A game that has the part itself never meets these.
"""
