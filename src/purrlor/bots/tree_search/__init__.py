"""The tree search and what guides it: roll-outs or a network. Compiled, apart from `compiled_twins.py`, which puts
it together.

Imports core; the compiled files import only each other and what compiles in core.
"""
