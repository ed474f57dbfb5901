"""Where this program runs: what differs between operating systems, and which optional parts are installed.

Imports core alone.
"""
