"""Cats from traits: a coat, a pattern, a mood, a pose, and something worn."""
