"""Live screens: the WebSocket, how a frame is built, and the diff between two frames.

May import tables, web and web/rendering.
"""
