"""Processes in which bots think, and the pool that a server asks.

May import core, games and bots.
"""
