"""Pictures over HTTP: faces, QR codes, the result of a match, what a messenger shows of a link.

May import tables, web and web/rendering.
"""
