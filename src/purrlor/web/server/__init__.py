"""The server process: settings, start and stop, logs, metrics, the garbage collection policy.

`run.py` starts the application of `web/app.py`.
"""
