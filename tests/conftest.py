"""For all tests: Ctrl-C reaches what they start, even where the tests themselves run in the background of a shell."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
