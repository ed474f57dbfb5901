"""`python -m purrlor` is the command purrlor."""

import sys

from purrlor.cli import main

sys.exit(main())
