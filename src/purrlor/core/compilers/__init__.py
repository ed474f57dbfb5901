"""The rules in other languages: compiled Python (`native.py`), JavaScript for browsers, C++ for g++ and nvcc (`cpp/`).

Imports core alone.
"""
