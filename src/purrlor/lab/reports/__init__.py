"""Plots and HTML pages of what the arena and the study found.

May import core and lab.
"""
