"""How the game looks: view, templates, stylesheets, drawings, and what the board remembers between states.

Imports core, web/art, and this game's rules and words.
"""
