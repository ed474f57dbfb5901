"""What belongs to a visitor at every table: the cat they chose, the browsers they play in.

Request in, HTML out, as in web/pages. May import tables, web and web/rendering.
"""
