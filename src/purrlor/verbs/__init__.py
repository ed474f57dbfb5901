"""The verbs of the command purrlor: the arguments of each and the work it does, a file for each group of verbs.

May import everything; nobody but cli.py imports this. Each verb imports what is heavy when it runs.
"""
