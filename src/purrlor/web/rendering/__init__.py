"""Templates, the Jinja output override, static assets, sprites: how HTML is made.

May import core, games and web/art.
"""
