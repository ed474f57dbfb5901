"""The command `purrlor`: the arguments of each verb (play, serve, laws …) and its work, a file for each group of verbs.

May import everything; nobody but cli.py imports this. Each verb imports what is heavy when it runs.
"""
