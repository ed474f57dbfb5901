"""Fish Market: a small card game with hidden hands and secret bids, for two to five cats."""
