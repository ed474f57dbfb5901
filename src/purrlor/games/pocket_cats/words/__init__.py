"""The game in words: labels, story, hints, names, the lesson, the rules, the Russian catalogue.

Imports core and this game's rules.
"""
