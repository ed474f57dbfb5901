"""Checks of what a game draws: its board on a page, its drawings, and whether its markup is sound.

For `purrlor laws` and for the tests of games: no request comes here. May import tables, web and web/rendering.
"""
