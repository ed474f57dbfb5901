"""Ways to a seat: open seats, asking for a seat again, a link for another device, a short code.

Request in, HTML out. May import tables, web and web/rendering.
"""
