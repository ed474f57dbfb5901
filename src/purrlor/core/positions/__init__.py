"""Positions of a match: read from a notation, drawn as a picture, kept as puzzles.

Imports core alone.
"""
