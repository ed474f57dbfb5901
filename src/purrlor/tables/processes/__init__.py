"""The server processes behind the tables: background work, the heartbeat, and what processes tell each other.

Imports core and tables; no HTTP.
"""
