"""Screenshots of every screen, for docs/gallery: `./purr gallery`.

Starts a real server and a real browser.
"""
