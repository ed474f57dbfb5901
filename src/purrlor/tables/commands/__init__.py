"""Commands: each function checks one wish against a table and returns the log rows it makes, or raises.

Pure functions over `Table`: no awaits, no store. `Tables` runs them under the lock of the table.
"""
