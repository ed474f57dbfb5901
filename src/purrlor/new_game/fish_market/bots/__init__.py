"""The sensible player, compiled."""
