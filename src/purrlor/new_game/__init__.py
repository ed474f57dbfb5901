"""`purrlor new-game NAME`: a small complete game to begin with. `fish_market/` is that game; the writer renames it.

Imports core alone. `fish_market/` is kept like any other game: linted, typed, and under the laws in the tests.
"""
