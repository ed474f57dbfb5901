"""The artist: every picture of the parlour is drawn here, from traits, by our own code."""
