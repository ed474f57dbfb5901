"""Opponents: search, players and levels, worker processes. Each is given what its seat may know, and nothing else.

May import core and games.
"""
