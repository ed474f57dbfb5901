"""Those who look at a table: who is there, who may look through which seats, and what they are sent in which order.

Imports core, and the log and the store of tables; no HTTP.
"""
