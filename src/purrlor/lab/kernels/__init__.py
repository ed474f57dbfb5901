"""The compiled halves of lab modules: loops over matches, with `rules` and others bound by `core/compilers/native.py`.

Imports only what compiles: core/chance, core/seats and bots/tree.
"""
