"""What the vector environment and the adapters share: a table laid out, one compiled match, opponents, its picture.

May import core, games and bots.
"""
