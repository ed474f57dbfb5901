"""What a match leaves behind: its story in words, its replay, its summary, what the board remembers, results.

Reads matches and tables; changes neither.
"""
