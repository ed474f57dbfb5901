"""The games: one folder each. The catalogue finds the folders; nothing lists them."""
