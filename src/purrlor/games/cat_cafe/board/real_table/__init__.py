"""Beside a match with the real box: counting it, online and offline, and sheets to print.

Imports core, web/art, and this game's rules, words and board.
"""
