"""Laws on the files of a game, which need no match: source that compiles, sentences, prepared and damaged positions.

Imports core alone.
"""
