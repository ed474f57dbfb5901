"""The pages: home, lobby, table, replay, lesson, rules, own results, and the parts they share.

Request in, HTML out. May import tables, web and web/rendering.
"""
