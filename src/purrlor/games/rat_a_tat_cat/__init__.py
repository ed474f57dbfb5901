"""Rat-a-Tat Cat: four cards in a row, most of them unseen; fewer points are better, and rats are dear."""
