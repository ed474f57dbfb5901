"""One line of JSON for everything worth knowing. Paths hold keys and bodies hold secrets, so neither is ever logged."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time

LOG = logging.getLogger("purrlor")


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def is_ours(record: logging.LogRecord) -> bool:
    """Not what any stranger can make the web server say as often as they like."""
    return record.msg not in ("Invalid HTTP request received.", "Unsupported upgrade request.")


def configure_logging(level: str) -> None:
    """JSON lines on standard error, also for what libraries have to say. The web server's own lines name paths, so
    only its troubles are let through."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(is_ours)
    for name, least in (("purrlor", level), ("uvicorn", "warning"), ("asyncio", "warning")):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least.upper())
    libraries = logging.getLogger()
    libraries.handlers = [each for each in libraries.handlers if not isinstance(each.formatter, JsonFormatter)]
    libraries.addHandler(handler)


def log_everything_as_json() -> None:
    """For a process that does nothing but serve: warnings and errors that nobody caught are lines of the log, too."""
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, trace: LOG.critical("it broke", exc_info=(kind, error, trace))
    threading.excepthook = lambda facts: LOG.critical(
        "a thread broke", exc_info=(facts.exc_type, facts.exc_value or facts.exc_type(), facts.exc_traceback)
    )


def log_event(message: str, level: int = logging.INFO, **facts: object) -> None:
    LOG.log(level, message, extra={"facts": facts})
