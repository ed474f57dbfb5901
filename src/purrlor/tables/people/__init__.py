"""People: identities, sessions, names as they are shown, and erasure.

Imports core, and the log and the store of tables; no HTTP.
"""
