"""Bots against bots: `run` is the verb, `matches` plays, `parallel` spreads the work, `ratings` and `league` judge it.

May import core, games and bots.
"""
