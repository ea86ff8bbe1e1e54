"""What Ctrl-C does to the program: the first ends it in order, the second ends it at once. It prints nothing else."""

from __future__ import annotations

import logging
import os
import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""Exit code of a program that the keyboard stopped (128 + SIGINT)."""
AT_ONCE = "Stopped from the keyboard at once; what was recorded until then is kept."
_SHOW_CURSOR = "\x1b[?25h"
"""A progress bar hides the cursor of its terminal (ECMA-48, DECTCEM)."""


def end_at_second_ctrl_c() -> None:
    """From now on the first Ctrl-C raises KeyboardInterrupt, and the next ends the process with code 130.

    The second does not wait for anything to be tidied up: records are whole after every commit. A process that was
    started to ignore Ctrl-C (as with nohup) goes on ignoring it.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    # A library that is interrupted while it closes a connection logs that with a traceback, which is no fault.
    logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())
    signal.signal(signal.SIGINT, _first)


def last_word_is_said() -> None:
    """From now on Ctrl-C is not heard: the user has been told, and nothing is left that lasts.

    A handler would not do: the interpreter takes handlers away while it ends, and Ctrl-C would change the exit code.
    """
    if signal.getsignal(signal.SIGINT) in (_first, _second):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _first(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, _second)
    raise KeyboardInterrupt


def _second(number: int, frame: FrameType | None) -> NoReturn:
    # Straight to the file: stderr's own buffer may be in use where the signal came.
    shown = _SHOW_CURSOR if os.isatty(2) else ""
    os.write(2, f"{shown}{AT_ONCE}\n".encode())
    os._exit(INTERRUPTED)
