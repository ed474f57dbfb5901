"""The rules, compiled: the state, what is legal, hidden information, scoring.

Imports only core/chance, core/seats, core/record and this folder.
"""
