"""What the game says: labels, rules as text, translations."""
