"""What happened in the matches of a table: in words, as a replay, as a review, as results and habits.

Also for a running match: what its board remembers, and the chances that watchers see. Reads matches and tables; changes
neither.
"""
