"""The pieces of the games: animals, toys, cards, tokens, tiles, dice."""
