"""One line of JSON for everything worth knowing. Paths hold keys and bodies hold secrets, so neither is ever logged."""

from __future__ import annotations

import json
import logging
import sys
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
    """JSON lines on standard error. The web server's own lines name paths, so only its troubles are let through."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(is_ours)
    for name, least in (("purrlor", level), ("uvicorn", "warning"), ("asyncio", "warning")):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least.upper())


def log_event(message: str, **facts: object) -> None:
    LOG.info(message, extra={"facts": facts})
