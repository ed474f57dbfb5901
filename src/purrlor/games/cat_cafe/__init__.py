"""Cat Café: draw what cats like into five towers, 2 to 4 players."""
