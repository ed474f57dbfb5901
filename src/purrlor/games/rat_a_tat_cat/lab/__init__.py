"""The game for the lab: the observation as numbers, names of decisions (both compiled), and the study.

Imports core and this game's rules and words.
"""
