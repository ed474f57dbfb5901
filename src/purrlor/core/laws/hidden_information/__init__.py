"""Laws on what a viewer may not know: `hide`, `redeal` and `reveals`.

Imports core alone.
"""
