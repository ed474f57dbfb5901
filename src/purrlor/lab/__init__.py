"""The same games for people who study them: arena, study, vector environment, adapters.

May import core, games and bots.
"""
