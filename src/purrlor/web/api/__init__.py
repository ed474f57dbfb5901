"""The JSON API for programs, and its OpenAPI description.

May import tables and web.
"""
