"""Learning from play: the review of a match, advice, puzzles, openings and habits.

Pages like those in the folder above, which they may import.
"""
