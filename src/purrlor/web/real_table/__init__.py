"""The room for people who play with the real box: counters, small tools, what is printed.

Request in, HTML out; nothing is stored. May import web, web/pages and web/rendering.
"""
