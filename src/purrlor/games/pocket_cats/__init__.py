"""Pocket Cats (Карманные кошки): two clans, twenty-five tiles, and dogs between them and their prey."""
