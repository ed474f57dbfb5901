"""The site: the ASGI application, security, sessions, rate limits, errors, forms.

May import everything but lab. Pages, live frames, the API, rendering and the server process have their own folders.
"""
