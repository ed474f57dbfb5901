"""What moves a table when nobody clicks: its cats, its clock, and which process drives it.

Imports core, bots and tables; no HTTP.
"""
