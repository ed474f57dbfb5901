"""A table and its log: lobby, turns, seats, series, presence, clock, bot driver, subscribers, identities, results.

No HTTP in here: imports core, games and bots, never web and never starlette. See README.md.
"""
